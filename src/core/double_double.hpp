// double_double.hpp - sums and products with about 32 digits, where a threshold decides or a residual cancels.
//
// An unevaluated sum hi + lo, |lo| <= ulp(hi)/2. Error-free transformations of Knuth (sum) and Dekker and Veltkamp
// (product); no fused multiply-add, so that native and WASM agree. Factors must stay below 2^996.
#pragma once

#include <cmath>
#include <cstddef>
#include <span>

namespace attsvm {

struct DoubleDouble {
  double hi = 0.0;
  double lo = 0.0;

  double value() const { return hi + lo; }
};

/// a + b exactly.
inline DoubleDouble two_sum(double a, double b) {
  const double sum = a + b;
  const double b_part = sum - a;
  return {sum, (a - (sum - b_part)) + (b - b_part)};
}

/// a + b exactly, for |a| >= |b| or a = 0.
inline DoubleDouble quick_two_sum(double a, double b) {
  const double sum = a + b;
  return {sum, b - (sum - a)};
}

/// a * b exactly, barring underflow.
inline DoubleDouble two_product(double a, double b) {
  constexpr double kSplitter = 134217729.0;  // 2^27 + 1
  const double a_wide = kSplitter * a;
  const double a_hi = a_wide - (a_wide - a);
  const double a_lo = a - a_hi;
  const double b_wide = kSplitter * b;
  const double b_hi = b_wide - (b_wide - b);
  const double b_lo = b - b_hi;
  const double product = a * b;
  return {product, ((a_hi * b_hi - product) + a_hi * b_lo + a_lo * b_hi) + a_lo * b_lo};
}

inline DoubleDouble operator+(DoubleDouble a, DoubleDouble b) {
  const DoubleDouble high = two_sum(a.hi, b.hi);
  const DoubleDouble low = two_sum(a.lo, b.lo);
  const DoubleDouble sum = quick_two_sum(high.hi, high.lo + low.hi);
  return quick_two_sum(sum.hi, sum.lo + low.lo);
}

inline DoubleDouble operator+(DoubleDouble a, double b) {
  const DoubleDouble high = two_sum(a.hi, b);
  return quick_two_sum(high.hi, high.lo + a.lo);
}

inline DoubleDouble operator-(DoubleDouble a) { return {-a.hi, -a.lo}; }
inline DoubleDouble operator-(DoubleDouble a, DoubleDouble b) { return a + -b; }

inline DoubleDouble operator*(DoubleDouble a, double b) {
  const DoubleDouble product = two_product(a.hi, b);
  return quick_two_sum(product.hi, product.lo + a.lo * b);
}

inline DoubleDouble operator*(DoubleDouble a, DoubleDouble b) {
  const DoubleDouble product = two_product(a.hi, b.hi);
  return quick_two_sum(product.hi, product.lo + (a.hi * b.lo + a.lo * b.hi));
}

inline DoubleDouble exact_dot(std::span<const double> a, std::span<const double> b) {
  DoubleDouble sum;
  for (std::size_t i = 0; i < a.size(); ++i) sum = sum + two_product(a[i], b[i]);
  return sum;
}

inline DoubleDouble exact_dot(std::span<const double> a, std::span<const DoubleDouble> b) {
  DoubleDouble sum;
  for (std::size_t i = 0; i < a.size(); ++i) sum = sum + b[i] * a[i];
  return sum;
}

/// a += factor * b
inline void add_scaled(std::span<DoubleDouble> a, DoubleDouble factor, std::span<const double> b) {
  for (std::size_t i = 0; i < a.size(); ++i) a[i] = a[i] + factor * b[i];
}

}  // namespace attsvm
