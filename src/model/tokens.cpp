#include "model/tokens.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>

#include "model/head.hpp"

namespace attsvm {
namespace {

std::string indexed(const char* path, std::size_t i) { return std::string(path) + '[' + std::to_string(i) + ']'; }

/// The largest magnitude a number of a document may have: squares and products of three stay finite.
constexpr double kLargest = 1e100;
/// And one of a nonlinear head: u (V^T x)^2 stays finite.
constexpr double kLargestOfUnits = 1e30;

std::optional<Error> check_numbers(std::span<const double> numbers, const std::string& where,
                                   double largest = kLargest) {
  for (std::size_t c = 0; c < numbers.size(); ++c) {
    if (!std::isfinite(numbers[c])) return Error{where + '[' + std::to_string(c) + ']', "not a finite number"};
    if (std::fabs(numbers[c]) > largest) {
      return Error{where + '[' + std::to_string(c) + ']',
                   largest == kLargest ? "larger than 1e100" : "larger than 1e30"};
    }
  }
  return std::nullopt;
}

std::optional<Error> validate_units(const Model& model, std::size_t d) {
  const Matrix& V = model.hidden;
  if (V.rows != d) {
    return Error{"model.head.V", "expected " + std::to_string(d) + " rows, got " + std::to_string(V.rows)};
  }
  if (V.cols == 0) return Error{"model.head.V[0]", "expected at least one number"};
  for (std::size_t r = 0; r < d; ++r) {
    if (auto error = check_numbers(V.row(r), indexed("model.head.V", r), kLargestOfUnits)) return error;
  }
  if (model.outer.size() != V.cols) {
    return Error{"model.head.u",
                 "expected " + std::to_string(V.cols) + " numbers, got " + std::to_string(model.outer.size())};
  }
  return check_numbers(model.outer, "model.head.u", kLargestOfUnits);
}

}  // namespace

std::optional<Error> validate(const Dataset& data) {
  if (data.n() == 0) return Error{"data.tokens", "expected at least one input"};
  if (data.d() == 0) return Error{"data.tokens[0]", "expected at least one token with at least one number"};
  for (std::size_t i = 0; i < data.n(); ++i) {
    const Matrix& x = data.tokens[i];
    const std::string where = indexed("data.tokens", i);
    if (x.rows == 0) return Error{where, "expected at least one token"};
    if (x.cols != data.d()) {
      return Error{where, "expected tokens of " + std::to_string(data.d()) + " numbers, got " + std::to_string(x.cols)};
    }
    for (std::size_t t = 0; t < x.rows; ++t) {
      if (auto error = check_numbers(x.row(t), where + '[' + std::to_string(t) + ']')) return error;
    }
  }
  if (data.labels.size() != data.n()) {
    return Error{"data.labels", "expected one label for each of the " + std::to_string(data.n()) + " inputs, got " +
                                    std::to_string(data.labels.size())};
  }
  for (std::size_t i = 0; i < data.n(); ++i) {
    if (std::fabs(data.labels[i]) != 1.0) return Error{indexed("data.labels", i), "expected 1 or -1"};
  }
  return std::nullopt;
}

std::optional<Error> validate(const Dataset& data, const Model& model) {
  if (auto error = validate(data)) return error;
  const std::size_t d = data.d();
  const std::string expected = "expected " + std::to_string(d);
  if (model.key_query.rows != d || model.key_query.cols != d) {
    return Error{"model.W", expected + " x " + std::to_string(d) + " numbers, got " +
                                std::to_string(model.key_query.rows) + " x " + std::to_string(model.key_query.cols)};
  }
  for (std::size_t r = 0; r < d; ++r) {
    if (auto error = check_numbers(model.key_query.row(r), indexed("model.W", r))) return error;
  }
  if (model.head != HeadKind::linear) return validate_units(model, d);
  if (model.value.size() != d) {
    return Error{"model.head.v", expected + " numbers, got " + std::to_string(model.value.size())};
  }
  return check_numbers(model.value, "model.head.v");
}

std::vector<Matrix> keys(const Dataset& data, const Matrix& key_query) {
  std::vector<Matrix> result;
  result.reserve(data.n());
  for (const Matrix& x : data.tokens) {
    Matrix k(x.rows, key_query.cols);
    for (std::size_t t = 0; t < x.rows; ++t)
      for (std::size_t r = 0; r < x.cols; ++r) add_scaled(k.row(t), x(t, r), key_query.row(r));
    result.push_back(std::move(k));
  }
  return result;
}

std::vector<Vector> scores(const Dataset& data, const Vector& value) {
  std::vector<Vector> result;
  result.reserve(data.n());
  for (std::size_t i = 0; i < data.n(); ++i) {
    Vector gamma(data.T(i));
    for (std::size_t t = 0; t < gamma.size(); ++t) gamma[t] = data.labels[i] * dot(value, data.tokens[i].row(t));
    result.push_back(std::move(gamma));
  }
  return result;
}

std::vector<Vector> scores(const Dataset& data, const Model& model) {
  if (model.head == HeadKind::linear) return scores(data, model.value);
  std::vector<Vector> result;
  result.reserve(data.n());
  for (std::size_t i = 0; i < data.n(); ++i) {
    const Matrix h = features(data.tokens[i], model);
    Vector gamma(data.T(i));
    for (std::size_t t = 0; t < gamma.size(); ++t) gamma[t] = data.labels[i] * head_output(model, h.row(t));
    result.push_back(std::move(gamma));
  }
  return result;
}

Selection optimal_tokens(const std::vector<Vector>& scores) {
  Selection alpha;
  alpha.reserve(scores.size());
  for (const Vector& gamma : scores) {
    alpha.push_back(static_cast<std::size_t>(std::max_element(gamma.begin(), gamma.end()) - gamma.begin()));
  }
  return alpha;
}

}  // namespace attsvm
