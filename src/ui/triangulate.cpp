#include "ui/triangulate.hpp"

#include <cstddef>
#include <numeric>

namespace attsvm::ui {
namespace {

float cross(ImVec2 origin, ImVec2 a, ImVec2 b) {
  return (a.x - origin.x) * (b.y - origin.y) - (a.y - origin.y) * (b.x - origin.x);
}

bool inside(ImVec2 p, ImVec2 a, ImVec2 b, ImVec2 c) {
  return cross(a, b, p) >= 0.0f && cross(b, c, p) >= 0.0f && cross(c, a, p) >= 0.0f;
}

// The corner `at` of the remaining polygon can be cut off: it turns inwards, and no other corner lies in its triangle.
bool is_ear(std::span<const ImVec2> points, const std::vector<unsigned>& rest, std::size_t at) {
  const std::size_t n = rest.size();
  const std::size_t before = (at + n - 1) % n, after = (at + 1) % n;
  const ImVec2 a = points[rest[before]], b = points[rest[at]], c = points[rest[after]];
  if (cross(a, b, c) <= 0.0f) return false;
  for (std::size_t i = 0; i < n; ++i)
    if (i != before && i != at && i != after && inside(points[rest[i]], a, b, c)) return false;
  return true;
}

}  // namespace

float signed_area(std::span<const ImVec2> points) {
  float sum = 0.0f;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const ImVec2 a = points[i], b = points[(i + 1) % points.size()];
    sum += a.x * b.y - a.y * b.x;
  }
  return sum;
}

bool is_convex(std::span<const ImVec2> points) {
  const std::size_t n = points.size();
  bool left = false, right = false;
  for (std::size_t i = 0; i < n; ++i) {
    const float turn = cross(points[i], points[(i + 1) % n], points[(i + 2) % n]);
    left = left || turn < 0.0f;
    right = right || turn > 0.0f;
  }
  return !(left && right);
}

std::vector<unsigned> triangulate(std::span<const ImVec2> points) {
  std::vector<unsigned> triangles, rest(points.size());
  std::iota(rest.begin(), rest.end(), 0u);
  std::size_t at = 0, refused = 0;
  while (rest.size() >= 3 && refused < rest.size()) {
    const std::size_t n = rest.size();
    at %= n;
    if (is_ear(points, rest, at)) {
      triangles.insert(triangles.end(), {rest[(at + n - 1) % n], rest[at], rest[(at + 1) % n]});
      rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(at));
      refused = 0;
    } else {
      ++at;
      ++refused;
    }
  }
  return triangles;
}

}  // namespace attsvm::ui
