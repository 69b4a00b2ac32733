// precise.hpp - about 30 digits and exponents of any size on any platform, to judge what is computed in double.
#pragma once

#include <cmath>
#include <cstddef>
#include <span>

#include "core/double_double.hpp"

namespace attsvm::testing {

inline DoubleDouble ratio(double numerator, double denominator) {
  const double hi = numerator / denominator;
  const DoubleDouble rest = DoubleDouble{numerator, 0.0} - two_product(hi, denominator);
  return quick_two_sum(hi, rest.value() / denominator);
}

/// mantissa * 2^exponent with 1/2 <= |mantissa| < 1, or 0.
struct Wide {
  DoubleDouble mantissa;
  long long exponent = 0;

  Wide() = default;
  explicit Wide(DoubleDouble x, long long power = 0) {
    int shift = 0;
    mantissa.hi = std::frexp(x.hi, &shift);
    mantissa.lo = std::ldexp(x.lo, -shift);
    exponent = x.hi == 0.0 ? 0 : power + shift;
  }
  explicit Wide(double x) : Wide(DoubleDouble{x, 0.0}) {}

  bool is_zero() const { return mantissa.hi == 0.0; }
  /// This times 2^-power, as a double.
  double value(long long power = 0) const {
    const long long shift = exponent - power;
    return shift < -1100 ? 0.0 : std::ldexp(mantissa.value(), static_cast<int>(shift));
  }
};

inline Wide operator*(const Wide& a, const Wide& b) { return Wide(a.mantissa * b.mantissa, a.exponent + b.exponent); }
inline Wide operator-(const Wide& a) { return Wide(-a.mantissa, a.exponent); }

inline Wide operator+(const Wide& a, const Wide& b) {
  if (a.is_zero()) return b;
  if (b.is_zero()) return a;
  if (a.exponent < b.exponent) return b + a;
  const long long gap = a.exponent - b.exponent;
  if (gap > 400) return a;
  const int shift = -static_cast<int>(gap);
  return Wide(a.mantissa + DoubleDouble{std::ldexp(b.mantissa.hi, shift), std::ldexp(b.mantissa.lo, shift)},
              a.exponent);
}
inline Wide operator-(const Wide& a, const Wide& b) { return a + -b; }

/// 1/x by one Newton step.
inline Wide reciprocal(const Wide& x) {
  const double guess = 1.0 / x.mantissa.hi;
  const DoubleDouble rest = DoubleDouble{1.0, 0.0} - x.mantissa * guess;
  return Wide(DoubleDouble{guess, 0.0} + rest * guess, -x.exponent);
}

/// e^x = e^r 2^k with |r| <= ln(2)/2; the Taylor series of e^r up to r^27/27! < 1e-40. |x| < 1e15.
inline Wide precise_exp(DoubleDouble x) {
  constexpr DoubleDouble kLn2{0.6931471805599453, 2.3190468138462996e-17};
  const double k = std::nearbyint(x.hi / kLn2.hi);
  const DoubleDouble r = x - kLn2 * k;
  DoubleDouble sum{1.0, 0.0}, term{1.0, 0.0};
  for (int n = 1; n <= 27; ++n) {
    term = term * r * ratio(1.0, n);
    sum = sum + term;
  }
  return Wide(sum, static_cast<long long>(k));
}

/// log x by one Newton step y + (x e^-y - 1) from a good guess y: the error is the square of the guess's.
inline DoubleDouble precise_log(DoubleDouble x, double guess) {
  const Wide rest = Wide(x) * precise_exp({-guess, 0.0}) - Wide(1.0);
  return two_sum(guess, rest.value());
}

/// |x - exact| in units of the last place of exact.
inline double ulps(double x, DoubleDouble exact) {
  const double size = std::fabs(exact.hi);
  const double unit = std::nextafter(size, HUGE_VAL) - size;
  return std::fabs((exact - DoubleDouble{x, 0.0}).value()) / unit;
}

}  // namespace attsvm::testing
