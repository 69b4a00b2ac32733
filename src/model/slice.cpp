#include "model/slice.hpp"

#include <utility>

namespace attsvm {
namespace {

void scale(Vector& v, double factor) {
  for (double& c : v) c *= factor;
}

}  // namespace

Slice Slice::of_first_coordinates(std::size_t d) {
  Slice slice{Vector(d, 0.0), Vector(d, 0.0), Vector(d, 0.0)};
  if (d > 0) slice.x[0] = 1.0;
  if (d > 1) slice.y[1] = 1.0;
  return slice;
}

bool Slice::span_by(const Vector& first, const Vector& second) {
  constexpr double kParallel = 1e-9;  // sine of the angle between them
  Vector a = first, b = second;
  if (!(norm(a) > 0.0) || !(norm(b) > 0.0)) return false;
  scale(a, 1.0 / norm(a));
  scale(b, 1.0 / norm(b));
  for (int pass = 0; pass < 2; ++pass) {  // twice is enough (Kahan and Parlett)
    add_scaled(b, -dot(a, b), a);
    const double rest = norm(b);
    if (!(rest > kParallel)) return false;
    scale(b, 1.0 / rest);
  }
  x = std::move(a);
  y = std::move(b);
  return true;
}

Vector Slice::point(double a, double b) const {
  Vector p = origin;
  add_scaled(p, a, x);
  add_scaled(p, b, y);
  return p;
}

std::array<double, 2> Slice::coordinates(std::span<const double> p) const {
  const auto from_zero = direction(p), center = direction(origin);
  return {from_zero[0] - center[0], from_zero[1] - center[1]};
}

}  // namespace attsvm
