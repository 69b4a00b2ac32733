// pack.hpp - several runs side by side: a Pack holds one number of each of kLanes runs.
//
// A sum never crosses lanes, so results depend neither on the width of the machine's registers nor on which runs share
// a pack. The loops have a constant length and no branches: compilers turn them into vector instructions.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>

#include "core/real.hpp"

namespace attsvm {

inline constexpr std::size_t kLanes = 8;

struct Pack {
  std::array<double, kLanes> lane{};

  Pack() = default;
  explicit Pack(double x) { lane.fill(x); }
  double& operator[](std::size_t l) { return lane[l]; }
  double operator[](std::size_t l) const { return lane[l]; }
};

namespace detail {
template <class F>
inline Pack for_lanes(F f) {
  Pack result;
  for (std::size_t l = 0; l < kLanes; ++l) result.lane[l] = f(l);
  return result;
}
}  // namespace detail

inline Pack operator+(const Pack& a, const Pack& b) {
  return detail::for_lanes([&](std::size_t l) { return a.lane[l] + b.lane[l]; });
}
inline Pack operator-(const Pack& a, const Pack& b) {
  return detail::for_lanes([&](std::size_t l) { return a.lane[l] - b.lane[l]; });
}
inline Pack operator*(const Pack& a, const Pack& b) {
  return detail::for_lanes([&](std::size_t l) { return a.lane[l] * b.lane[l]; });
}
inline Pack operator/(const Pack& a, const Pack& b) {
  return detail::for_lanes([&](std::size_t l) { return a.lane[l] / b.lane[l]; });
}
inline Pack operator*(const Pack& a, double b) {
  return detail::for_lanes([&](std::size_t l) { return a.lane[l] * b; });
}
inline Pack operator-(const Pack& a) {
  return detail::for_lanes([&](std::size_t l) { return -a.lane[l]; });
}

// The same names for one run and for a pack, so that a kernel is written once (model/gradient.hpp).
inline double max(double a, double b) { return a < b ? b : a; }
inline double min(double a, double b) { return b < a ? b : a; }
inline double magnitude(double a) { return std::fabs(a); }
inline double root(double a) { return std::sqrt(a); }
inline double exp(double a) { return real::exp(a); }
/// value where test is not 0, otherwise elsewhere.
inline double where_nonzero(double test, double value, double otherwise) { return test != 0.0 ? value : otherwise; }
/// value where test is above 0, otherwise elsewhere.
inline double where_positive(double test, double value, double otherwise) { return test > 0.0 ? value : otherwise; }

inline Pack max(const Pack& a, const Pack& b) {
  return detail::for_lanes([&](std::size_t l) { return a.lane[l] < b.lane[l] ? b.lane[l] : a.lane[l]; });
}
inline Pack min(const Pack& a, const Pack& b) {
  return detail::for_lanes([&](std::size_t l) { return b.lane[l] < a.lane[l] ? b.lane[l] : a.lane[l]; });
}
inline Pack magnitude(const Pack& a) {
  return detail::for_lanes([&](std::size_t l) { return std::fabs(a.lane[l]); });
}
inline Pack root(const Pack& a) {
  return detail::for_lanes([&](std::size_t l) { return std::sqrt(a.lane[l]); });
}
inline Pack exp(const Pack& a) {
  return detail::for_lanes([&](std::size_t l) { return real::exp(a.lane[l]); });
}
inline Pack where_nonzero(const Pack& test, const Pack& value, const Pack& otherwise) {
  return detail::for_lanes([&](std::size_t l) { return test.lane[l] != 0.0 ? value.lane[l] : otherwise.lane[l]; });
}
inline Pack where_positive(const Pack& test, const Pack& value, const Pack& otherwise) {
  return detail::for_lanes([&](std::size_t l) { return test.lane[l] > 0.0 ? value.lane[l] : otherwise.lane[l]; });
}

}  // namespace attsvm
