// matrix.hpp - dense row-major matrices and vectors whose sums run in a fixed order.
//
// Code whose bits must agree between native and WASM builds uses these loops; nothing here is re-associated by the
// compiler (no -ffast-math, -ffp-contract=off). Sizes are checked by the callers' validate functions, not here.
#pragma once

#include <cmath>
#include <cstddef>
#include <numbers>
#include <span>
#include <vector>

namespace attsvm {

using Vector = std::vector<double>;

/// A rows x cols matrix, row after row.
struct Matrix {
  std::size_t rows = 0;
  std::size_t cols = 0;
  Vector values;  // rows * cols

  Matrix() = default;
  Matrix(std::size_t r, std::size_t c) : rows(r), cols(c), values(r * c, 0.0) {}

  double& operator()(std::size_t r, std::size_t c) { return values[r * cols + c]; }
  double operator()(std::size_t r, std::size_t c) const { return values[r * cols + c]; }
  std::span<double> row(std::size_t r) { return {values.data() + r * cols, cols}; }
  std::span<const double> row(std::size_t r) const { return {values.data() + r * cols, cols}; }
  bool operator==(const Matrix&) const = default;

  static Matrix identity(std::size_t n) {
    Matrix m(n, n);
    for (std::size_t i = 0; i < n; ++i) m(i, i) = 1.0;
    return m;
  }
};

inline double dot(std::span<const double> a, std::span<const double> b) {
  double sum = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

/// ||a||, without overflow or underflow of the squares.
inline double norm(std::span<const double> a) {
  double largest = 0.0;
  for (const double x : a) largest = std::fmax(largest, std::fabs(x));
  if (largest == 0.0 || !std::isfinite(largest)) return largest;
  if (largest > 1e-140 && largest < 1e140) return std::sqrt(dot(a, a));
  double sum = 0.0;
  for (const double x : a) sum += (x / largest) * (x / largest);
  return largest * std::sqrt(sum);
}

/// a += factor * b
inline void add_scaled(std::span<double> a, double factor, std::span<const double> b) {
  for (std::size_t i = 0; i < a.size(); ++i) a[i] += factor * b[i];
}

/// cos of the angle between a and b, of any lengths; 0 when either is zero.
inline double cosine(std::span<const double> a, std::span<const double> b) {
  const double length_a = norm(a), length_b = norm(b);
  if (length_a == 0.0 || length_b == 0.0) return 0.0;
  const auto ordinary = [](double length) { return length > 1e-140 && length < 1e140; };
  if (ordinary(length_a) && ordinary(length_b)) return dot(a, b) / (length_a * length_b);
  double sum = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += (a[i] / length_a) * (b[i] / length_b);
  return sum;
}

/// x with this length; 0 stays 0.
inline Vector with_length(Vector x, double length) {
  const double now = norm(x);
  if (now > 0.0)
    for (double& c : x) c *= length / now;
  return x;
}

/// The angle between two vectors, accurate for tiny angles too; pi/2 when one of them is 0.
inline double angle_between(std::span<const double> a, std::span<const double> b) {
  const double length_a = norm(a), length_b = norm(b);
  if (length_a == 0.0 || length_b == 0.0) return std::numbers::pi / 2.0;
  // |a/|a| - b/|b|| and the sum are both accurate: no cosine near 1 loses digits (Kahan).
  Vector difference(a.size()), sum(a.size());
  for (std::size_t c = 0; c < a.size(); ++c) {
    difference[c] = a[c] / length_a - b[c] / length_b;
    sum[c] = a[c] / length_a + b[c] / length_b;
  }
  return 2.0 * std::atan2(norm(difference), norm(sum));
}

}  // namespace attsvm
