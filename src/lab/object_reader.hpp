// object_reader.hpp - takes the members of a JSON object one by one and says in one sentence what is wrong with them.
//
// Used by the readers of documents in this room only.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/json.hpp"
#include "core/matrix.hpp"
#include "core/status.hpp"

namespace attsvm {

inline std::string at(const std::string& where, std::size_t i) { return where + '[' + std::to_string(i) + ']'; }

inline std::string kind_of(const Json& json) {
  if (json.is_array()) return "a list";
  if (json.is_object()) return "an object";
  return json.dump();
}

/// A bound as people write it: 0, 100, 1e+12.
inline std::string brief(double bound) {
  char text[32];
  std::snprintf(text, sizeof text, "%g", bound);
  return text;
}

/// Takes the members of one object, naming what is wrong. After the first mistake everything reads as its default.
class ObjectReader {
 public:
  ObjectReader(const Json& object, std::string path, std::optional<Error>& error)
      : object_(object), path_(std::move(path)), error_(error) {
    if (!object_.is_object()) fail(path_.empty() ? "document" : path_, "expected an object, got " + kind_of(object_));
  }

  /// On one line whatever the key is called.
  std::string path(std::string_view key) const {
    const std::string quoted = Json(key).dump();
    const std::string name = quoted.substr(1, quoted.size() - 2);
    return path_.empty() ? name : path_ + '.' + name;
  }

  /// The member, or nullptr when it is absent or null.
  const Json* member(std::string_view key) {
    known_.push_back(key);
    if (!object_.is_object()) return nullptr;
    const auto found = object_.find(std::string(key));
    return found == object_.end() || found->is_null() ? nullptr : &*found;
  }

  void number(std::string_view key, double low, double high, double& value) {
    if (const Json* json = member(key)) read_number(*json, path(key), low, high, value);
  }

  void integer(std::string_view key, long low, long high, long& value) {
    if (const Json* json = member(key)) read_integer(*json, path(key), low, high, value);
  }

  void flag(std::string_view key, bool& value) {
    const Json* json = member(key);
    if (!json) return;
    if (!json->is_boolean()) return fail(path(key), "expected true or false, got " + kind_of(*json));
    value = json->get<bool>();
  }

  std::optional<std::string> text(std::string_view key) {
    const Json* json = member(key);
    if (!json) return std::nullopt;
    if (!json->is_string()) return fail(path(key), "expected a text, got " + kind_of(*json)), std::nullopt;
    return json->get<std::string>();
  }

  /// A text that must be one of a few.
  void choice(std::string_view key, std::initializer_list<std::string_view> allowed) {
    const auto value = text(key);
    if (!value || std::find(allowed.begin(), allowed.end(), *value) != allowed.end()) return;
    std::string list;
    for (const std::string_view a : allowed) list += (list.empty() ? "\"" : ", \"") + std::string(a) + '"';
    fail(path(key), "expected " + list + ", got " + Json(*value).dump());
  }

  void read_number(const Json& json, const std::string& where, double low, double high, double& value) {
    if (!json.is_number()) return fail(where, "expected a number, got " + kind_of(json));
    const double number = json.get<double>();
    if (!(number >= low && number <= high)) {
      const std::string expected = low == high ? brief(low) : "a number from " + brief(low) + " to " + brief(high);
      return fail(where, "expected " + expected + ", got " + json.dump());
    }
    value = number;
  }

  void read_integer(const Json& json, const std::string& where, long low, long high, long& value) {
    if (!json.is_number()) return fail(where, "expected a whole number, got " + kind_of(json));
    const double number = json.get<double>();
    if (number != std::floor(number) || number < static_cast<double>(low) || number > static_cast<double>(high)) {
      const std::string expected = low == high
                                       ? std::to_string(low)
                                       : "a whole number from " + std::to_string(low) + " to " + std::to_string(high);
      return fail(where, "expected " + expected + ", got " + json.dump());
    }
    value = static_cast<long>(number);
  }

  /// `size` 0: any length.
  Vector read_vector(const Json& json, const std::string& where, std::size_t size) {
    Vector result;
    if (!json.is_array()) return fail(where, "expected a list of numbers, got " + kind_of(json)), result;
    if (size && json.size() != size) {
      return fail(where, "expected " + std::to_string(size) + " numbers, got " + std::to_string(json.size())), result;
    }
    for (std::size_t c = 0; c < json.size(); ++c) {
      double number = 0.0;
      read_number(json[c], at(where, c), -1e100, 1e100, number);
      result.push_back(number);
    }
    return result;
  }

  std::vector<Vector> read_vectors(const Json& json, const std::string& where, std::size_t size) {
    std::vector<Vector> rows;
    if (!json.is_array()) return fail(where, "expected a list of lists of numbers, got " + kind_of(json)), rows;
    if (json.empty()) return fail(where, "expected at least one row"), rows;
    for (std::size_t r = 0; r < json.size(); ++r) {
      rows.push_back(read_vector(json[r], at(where, r), size));
      if (rows.back().empty()) return fail(at(where, r), "expected at least one number"), rows;
      size = rows.back().size();
    }
    return rows;
  }

  void fail(const std::string& where, const std::string& what) {
    if (!error_) error_ = Error{where, what};
  }
  bool failed() const { return error_.has_value(); }

  /// Members nobody asked for: their paths, and the members themselves.
  Json unknown(std::vector<std::string>& paths) const {
    Json rest = Json::object();
    if (!object_.is_object()) return rest;
    for (const auto& [key, value] : object_.items()) {
      if (std::find(known_.begin(), known_.end(), key) != known_.end()) continue;
      paths.push_back(path(key));
      rest[key] = value;
    }
    return rest;
  }

 private:
  const Json& object_;
  std::string path_;
  std::optional<Error>& error_;
  std::vector<std::string_view> known_;
};

inline const Json kEmpty = Json::object();

inline const Json& member_or_empty(ObjectReader& reader, std::string_view key) {
  const Json* json = reader.member(key);
  return json ? *json : kEmpty;
}

}  // namespace attsvm
