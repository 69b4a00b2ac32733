#include "app/bench_problems.hpp"

#include <algorithm>
#include <cstdio>

#include "solve/selection.hpp"

namespace attsvm::bench {
namespace {

enum Array : std::uint64_t { kTokens = 1, kDirection = 2, kQueries = 3, kHiddenW = 4 };

Vector filled(std::uint64_t array, std::size_t size, std::size_t from = 0) {
  Vector values(size);
  for (std::size_t i = 0; i < size; ++i) values[i] = entry(array, from + i);
  return values;
}

Matrix tokens_of_input(const Shape& shape, std::size_t input) {
  Matrix tokens(shape.T, shape.d);
  tokens.values = filled(kTokens, shape.T * shape.d, input * shape.T * shape.d);
  return tokens;
}

/// Pushes the best token along `direction` on by gap and returns its index.
std::size_t select(Matrix& tokens, Vector direction, double gap) {
  const double length = norm(direction);
  for (double& x : direction) x /= length;
  std::size_t best = 0;
  for (std::size_t t = 1; t < tokens.rows; ++t) {
    if (dot(tokens.row(t), direction) > dot(tokens.row(best), direction)) best = t;
  }
  add_scaled(tokens.row(best), gap, direction);
  return best;
}

}  // namespace

double entry(std::uint64_t array, std::uint64_t index) {
  std::uint64_t x = (array << 40U) + index;
  x = (x + 1) * 0x9E3779B97F4A7C15ULL;
  x = (x ^ (x >> 30U)) * 0xBF58476D1CE4E5B9ULL;
  x = (x ^ (x >> 27U)) * 0x94D049BB133111EBULL;
  x ^= x >> 31U;
  constexpr std::uint64_t kMask = (1U << 21U) - 1;
  const std::uint64_t sum = (x & kMask) + (x >> 21U & kMask) + (x >> 42U & kMask);
  return (static_cast<double>(sum) * 0x1p-21 - 1.5) * 2.0;
}

const std::vector<Shape>& shapes() {
  static const std::vector<Shape> all = {
      {"tiny", 3, 7, 2, 0.3, false},        {"w-small", 6, 8, 10, 0.0, true},
      {"medium", 50, 32, 32, 0.3, false},   {"medium, no gap", 50, 32, 32, 0.0, false},
      {"large", 1000, 100, 64, 0.3, false}, {"large, no gap", 1000, 100, 64, 0.0, false},
      {"w-medium", 50, 32, 32, 0.0, true},
  };
  return all;
}

std::optional<Shape> parse_shape(const std::string& text) {
  Shape shape{text, 0, 0, 0, 0.3, false};
  char kind = 0;
  char rest = 0;
  const int read = std::sscanf(text.c_str(), "%zu,%zu,%zu,%c%c", &shape.n, &shape.T, &shape.d, &kind, &rest);
  shape.is_w = read == 4 && kind == 'w';
  const bool is_complete =
      read == 3 ? text.find_last_not_of("0123456789,") == std::string::npos && text.back() != ',' : shape.is_w;
  constexpr std::size_t kMost = std::size_t{1} << 28U;  // entries: 2 GB
  const bool fits = shape.n <= kMost && shape.T <= kMost / std::max<std::size_t>(1, shape.n) &&
                    shape.d <= kMost / std::max<std::size_t>(1, shape.n * shape.T);
  if (!is_complete || shape.n < 1 || shape.T < 2 || shape.d < 1 || !fits) return std::nullopt;
  return shape;
}

LeastNormProblem token_problem(const Shape& shape) {
  const Vector direction = filled(kDirection, shape.d);
  std::vector<Matrix> keys;
  Selection alpha;
  for (std::size_t i = 0; i < shape.n; ++i) {
    keys.push_back(tokens_of_input(shape, i));
    alpha.push_back(select(keys.back(), direction, shape.gap));
  }
  return att_svm(keys, alpha).problem;
}

WProblem w_problem(const Shape& shape) {
  Dataset data;
  data.labels.assign(shape.n, 1.0);
  Matrix queries(shape.n, shape.d);
  queries.values = filled(kQueries, shape.n * shape.d);
  Matrix hidden(shape.d, shape.d);
  hidden.values = filled(kHiddenW, shape.d * shape.d);
  Selection alpha;
  for (std::size_t i = 0; i < shape.n; ++i) {
    Vector direction(shape.d);
    for (std::size_t r = 0; r < shape.d; ++r) direction[r] = dot(hidden.row(r), queries.row(i));
    data.tokens.push_back(tokens_of_input(shape, i));
    alpha.push_back(select(data.tokens.back(), direction, shape.gap));
  }
  return w_svm(data, queries, alpha);
}

}  // namespace attsvm::bench
