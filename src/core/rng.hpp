// rng.hpp - a random generator whose numbers are the same on every platform: PCG32 (O'Neill 2014, XSH-RR 64/32).
#pragma once

#include <cmath>
#include <cstdint>

#include "core/real.hpp"

namespace attsvm {

class Rng {
 public:
  explicit Rng(std::uint64_t seed, std::uint64_t stream = 1) : increment_(2 * stream + 1) {
    bits();
    state_ += seed;
    bits();
  }

  std::uint32_t bits() {
    const std::uint64_t old = state_;
    state_ = old * 6364136223846793005ULL + increment_;
    const auto shifted = static_cast<std::uint32_t>(((old >> 18U) ^ old) >> 27U);
    const auto rotation = static_cast<std::uint32_t>(old >> 59U);
    return (shifted >> rotation) | (shifted << ((32U - rotation) & 31U));
  }

  /// 0 <= x < 1, 53 random bits.
  double uniform() {
    const std::uint64_t high = bits() >> 5U;
    const std::uint64_t low = bits() >> 6U;
    return static_cast<double>(high * 67108864U + low) * 0x1p-53;
  }
  double uniform(double from, double to) { return from + (to - from) * uniform(); }

  /// 0 <= k < count, count > 0; no modulo bias.
  std::uint32_t below(std::uint32_t count) {
    const std::uint32_t skip = (0U - count) % count;
    for (;;) {
      const std::uint32_t draw = bits();
      if (draw >= skip) return draw % count;
    }
  }

  /// Standard normal: ratio of uniforms with a quadratic bound (Leva 1992).
  double normal() {
    for (;;) {
      const double u = 1.0 - uniform();
      const double v = 1.7156 * (uniform() - 0.5);
      const double x = u - 0.449871;
      const double y = std::fabs(v) + 0.386595;
      const double q = x * x + y * (0.19600 * y - 0.25472 * x);
      if (q < 0.27597 || (q <= 0.27846 && v * v <= -4.0 * real::log(u) * u * u)) return v / u;
    }
  }

 private:
  std::uint64_t state_ = 0;
  std::uint64_t increment_;
};

}  // namespace attsvm
