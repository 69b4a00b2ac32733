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

/// a += factor * b, two entries at a time: short vectors are not held up by checks of how to go about long ones.
inline void lane_add_scaled(std::span<double> a, double factor, std::span<const double> b) {
  std::size_t i = 0;
  for (; i + 2 <= a.size(); i += 2) {
    auto* x = reinterpret_cast<LanePair*>(a.data() + i);
    x->lanes += factor * reinterpret_cast<const LanePair*>(b.data() + i)->lanes;
  }
  if (i < a.size()) a[i] += factor * b[i];
}

/// out = a in the same way.
inline void lane_copy(std::span<const double> a, Vector& out) {
  out.resize(a.size());
  std::size_t i = 0;
  for (; i + 2 <= a.size(); i += 2) {
    *reinterpret_cast<LanePair*>(out.data() + i) = *reinterpret_cast<const LanePair*>(a.data() + i);
  }
  if (i < a.size()) out[i] = a[i];
}

/// out = factor * a in the same way.
inline void lane_scale(const double* a, double factor, std::span<double> out) {
  std::size_t i = 0;
  for (; i + 2 <= out.size(); i += 2) {
    auto* x = reinterpret_cast<LanePair*>(out.data() + i);
    x->lanes = factor * reinterpret_cast<const LanePair*>(a + i)->lanes;
  }
  if (i < out.size()) out[i] = factor * a[i];
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
