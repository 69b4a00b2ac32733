// real.hpp - exp, log and log1p that give the same bits natively and as WASM.
//
// The C library's differ from one platform to the next in the last bit, and an iterate remembers a last bit for ever.
// These use only + - * / and bit patterns, so IEEE 754 fixes every bit as long as nothing is contracted to a fused
// multiply-add. Errors are below 1 ulp (tests/core/real_test.cpp). No branches: loops over lanes vectorise.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>

namespace attsvm::real {

inline constexpr double kLog2e = 1.44269504088896338700;
inline constexpr double kLn2High = 6.93147180369123816490e-01;  // 32 trailing zero bits: k * kLn2High is exact
inline constexpr double kLn2Low = 1.90821492927058770002e-10;
inline constexpr double kSmallestExponent = -708.0;  // exp below it is 0: results are never subnormal
inline constexpr double kLargestExponent = 709.0;    // exp above it is exp(709)

inline std::uint64_t bits_of(double x) {
  std::uint64_t bits;
  std::memcpy(&bits, &x, sizeof bits);
  return bits;
}

inline double from_bits(std::uint64_t bits) {
  double x;
  std::memcpy(&x, &bits, sizeof x);
  return x;
}

/// e^x, 0 for x < -708 and e^709 for x > 709.
inline double exp(double x) {
  const double clamped = x < kSmallestExponent ? kSmallestExponent : x > kLargestExponent ? kLargestExponent : x;
  // x = k ln 2 + r with |r| <= ln(2)/2; adding 1.5 * 2^52 rounds to the nearest integer and leaves it in the low bits.
  constexpr double kRounder = 6755399441055744.0;
  const double shifted = clamped * kLog2e + kRounder;
  const double k = shifted - kRounder;
  const double r = (clamped - k * kLn2High) - k * kLn2Low;
  // Taylor series of (e^r - 1 - r) / r^2; the first term left out is r^14/14! < 5e-18.
  double q = 1.0 / 6227020800.0;
  q = q * r + 1.0 / 479001600.0;
  q = q * r + 1.0 / 39916800.0;
  q = q * r + 1.0 / 3628800.0;
  q = q * r + 1.0 / 362880.0;
  q = q * r + 1.0 / 40320.0;
  q = q * r + 1.0 / 5040.0;
  q = q * r + 1.0 / 720.0;
  q = q * r + 1.0 / 120.0;
  q = q * r + 1.0 / 24.0;
  q = q * r + 1.0 / 6.0;
  q = q * r + 0.5;
  const double mantissa = 1.0 + (r + r * r * q);
  const double power = from_bits((bits_of(shifted) + 1023) << 52);  // 2^k
  return x < kSmallestExponent ? 0.0 : mantissa * power;
}

namespace detail {
/// log(x) + correction, for a correction of the size of a rounding error of x.
inline double log(double x, double correction) {
  if (!(x > 0.0)) return x == 0.0 ? -HUGE_VAL : std::nan("");
  if (x == HUGE_VAL) return x;
  double k = 0.0;
  if (x < 2.2250738585072014e-308) {
    x *= 18014398509481984.0;  // 2^54
    k = -54.0;
  }
  // x = 2^k (1 + f) with sqrt(1/2) <= 1 + f < sqrt(2)
  std::uint64_t bits = bits_of(x);
  const std::uint64_t adjust = (bits & 0xfffffffffffffULL) >= 0x6a09e667f3bcdULL ? 1 : 0;
  k += static_cast<double>(static_cast<std::int64_t>(bits >> 52) - 1023 + static_cast<std::int64_t>(adjust));
  bits = (bits & 0xfffffffffffffULL) | ((1023 - adjust) << 52);
  const double f = from_bits(bits) - 1.0;
  // log(1+f) = 2 artanh(s) = f - s (f - R) with s = f/(2+f) and R = sum_j 2 s^(2j) / (2j+1)
  const double s = f / (2.0 + f);
  const double z = s * s;
  double r = 2.0 / 23.0;
  r = r * z + 2.0 / 21.0;
  r = r * z + 2.0 / 19.0;
  r = r * z + 2.0 / 17.0;
  r = r * z + 2.0 / 15.0;
  r = r * z + 2.0 / 13.0;
  r = r * z + 2.0 / 11.0;
  r = r * z + 2.0 / 9.0;
  r = r * z + 2.0 / 7.0;
  r = r * z + 2.0 / 5.0;
  r = r * z + 2.0 / 3.0;
  r = r * z;
  return k * kLn2High + (f - (s * (f - r) - (k * kLn2Low + correction)));
}
}  // namespace detail

/// log x for x > 0 (subnormal numbers included); -infinity for 0, NaN for negative x.
inline double log(double x) { return detail::log(x, 0.0); }

/// log(1 + x) for x > -1, accurate for tiny x.
inline double log1p(double x) {
  const double u = 1.0 + x;
  if (u == 1.0) return x;
  return detail::log(u, (x - (u - 1.0)) / u);  // the second is what 1 + x lost by rounding
}

/// e^x - 1, accurate for tiny x.
inline double expm1(double x) {
  if (std::fabs(x) > 0.3) return exp(x) - 1.0;
  double q = 1.0 / 6227020800.0;
  for (int k = 12; k >= 2; --k) {  // 1/2! + x/3! + ...: Horner on inverse factorials
    constexpr double kFactorials[13] = {1.0,    1.0,     2.0,      6.0,       24.0,       120.0,      720.0,
                                        5040.0, 40320.0, 362880.0, 3628800.0, 39916800.0, 479001600.0};
    q = q * x + 1.0 / kFactorials[k];
  }
  return x + x * x * q;
}

/// log(1 + e^x) without overflow.
inline double softplus(double x) { return x > 0.0 ? x + log1p(exp(-x)) : log1p(exp(x)); }

}  // namespace attsvm::real
