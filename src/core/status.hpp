// status.hpp - how functions say that their input cannot be used: one sentence that names where and what.
#pragma once

#include <string>
#include <utility>
#include <variant>

namespace attsvm {

/// "data.tokens[1][2]: expected 3 numbers, got 2"
struct Error {
  std::string where;  ///< a path into the document, an option, a file; may be empty
  std::string what;   ///< a sentence without the full stop

  std::string message() const { return where.empty() ? what : where + ": " + what; }
};

/// A value or the reason why there is none.
template <class T>
class Result {
 public:
  Result(T value) : state_(std::move(value)) {}
  Result(Error error) : state_(std::move(error)) {}

  explicit operator bool() const { return state_.index() == 0; }
  T& operator*() { return *std::get_if<0>(&state_); }
  const T& operator*() const { return *std::get_if<0>(&state_); }
  T* operator->() { return std::get_if<0>(&state_); }
  const T* operator->() const { return std::get_if<0>(&state_); }
  const Error& error() const { return *std::get_if<1>(&state_); }

 private:
  std::variant<T, Error> state_;
};

}  // namespace attsvm
