// lanes.hpp - dot products in eight partial sums, always the same eight: quick with any vector unit, equal bits on all.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>

#include "core/matrix.hpp"

namespace attsvm {

/// Two numbers in memory, on any address of a double.
struct [[gnu::packed, gnu::may_alias]] LanePair {
  using Lanes = double __attribute__((vector_size(16)));
  Lanes lanes;
};

inline double lane_dot(const double* a, const double* b, std::size_t size) {
  using Lanes = LanePair::Lanes;
  Lanes sum0 = {0.0, 0.0};
  Lanes sum1 = sum0;
  Lanes sum2 = sum0;
  Lanes sum3 = sum0;
  std::size_t i = 0;
  for (; i + 8 <= size; i += 8) {
    const auto* x = reinterpret_cast<const LanePair*>(a + i);
    const auto* y = reinterpret_cast<const LanePair*>(b + i);
    sum0 += x[0].lanes * y[0].lanes;
    sum1 += x[1].lanes * y[1].lanes;
    sum2 += x[2].lanes * y[2].lanes;
    sum3 += x[3].lanes * y[3].lanes;
  }
  const Lanes sum = (sum0 + sum1) + (sum2 + sum3);
  double rest = 0.0;
  for (; i < size; ++i) rest += a[i] * b[i];
  return (sum[0] + sum[1]) + rest;
}

inline double lane_dot(std::span<const double> a, std::span<const double> b) {
  return lane_dot(a.data(), b.data(), a.size());
}

/// The largest entry; of none, -infinity.
inline double lane_max(std::span<const double> a) {
  constexpr double kNone = -std::numeric_limits<double>::infinity();
  LanePair::Lanes largest0 = {kNone, kNone};
  LanePair::Lanes largest1 = largest0;
  std::size_t i = 0;
  for (; i + 4 <= a.size(); i += 4) {
    const auto* x = reinterpret_cast<const LanePair*>(a.data() + i);
    largest0 = x[0].lanes > largest0 ? x[0].lanes : largest0;
    largest1 = x[1].lanes > largest1 ? x[1].lanes : largest1;
  }
  largest0 = largest1 > largest0 ? largest1 : largest0;
  double largest = std::max(largest0[0], largest0[1]);
  for (; i < a.size(); ++i) largest = std::max(largest, a[i]);
  return largest;
}

/// ||a|| from a.a, without overflow or underflow of the squares.
inline double norm_of_square(double square, std::span<const double> a) {
  return square > 1e-240 && square < 1e240 ? std::sqrt(square) : norm(a);
}
inline double lane_norm(std::span<const double> a) { return norm_of_square(lane_dot(a, a), a); }

}  // namespace attsvm
