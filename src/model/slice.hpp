// slice.hpp - a plane in prompt space: the one a figure draws.
#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "core/matrix.hpp"

namespace attsvm {

/// p(a, b) = origin + a x + b y with orthonormal x and y of d numbers (y = 0 when d = 1). Everything else is shown by
/// its orthogonal projection.
struct Slice {
  Vector origin, x, y;

  /// The first two coordinates, the others 0.
  static Slice of_first_coordinates(std::size_t d);
  /// Spanned by two directions: x keeps its own, y what is not along x. False, and unchanged, when they are parallel or
  /// one of them is 0.
  bool span_by(const Vector& first, const Vector& second);

  Vector point(double a, double b) const;
  /// (a, b) of the projection of p.
  std::array<double, 2> coordinates(std::span<const double> p) const;
  /// The same for a difference of points.
  std::array<double, 2> direction(std::span<const double> p) const { return {dot(x, p), dot(y, p)}; }
  bool operator==(const Slice&) const = default;
};

}  // namespace attsvm
