#include "ui/triangulate.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <numbers>
#include <vector>

using namespace attsvm::ui;

namespace {

std::vector<ImVec2> star(int points) {
  std::vector<ImVec2> corners;
  for (int i = 0; i < 2 * points; ++i) {
    const float angle = std::numbers::pi_v<float> * static_cast<float>(i) / static_cast<float>(points);
    const float radius = i % 2 ? 4.0f : 10.0f;
    corners.push_back({radius * std::cos(angle), radius * std::sin(angle)});
  }
  return corners;
}

float area(const std::vector<ImVec2>& points, const std::vector<unsigned>& triangles) {
  float sum = 0.0f;
  for (std::size_t i = 0; i + 2 < triangles.size(); i += 3) {
    const std::vector<ImVec2> corners{points[triangles[i]], points[triangles[i + 1]], points[triangles[i + 2]]};
    sum += signed_area(corners);
  }
  return sum;
}

}  // namespace

TEST_CASE("triangles cover a star exactly, all turning one way") {
  for (int points = 3; points <= 9; ++points) {
    const std::vector<ImVec2> corners = star(points);
    const std::vector<unsigned> triangles = triangulate(corners);
    CHECK(!is_convex(corners));
    CHECK(triangles.size() == 3 * (corners.size() - 2));
    CHECK(area(corners, triangles) == doctest::Approx(signed_area(corners)));
    for (std::size_t i = 0; i + 2 < triangles.size(); i += 3)
      CHECK(signed_area(std::vector<ImVec2>{corners[triangles[i]], corners[triangles[i + 1]],
                                            corners[triangles[i + 2]]}) > 0.0f);
  }
}

TEST_CASE("convexity does not depend on the direction; straight corners are convex") {
  const std::vector<ImVec2> square{{0, 0}, {2, 0}, {4, 0}, {4, 4}, {0, 4}};
  CHECK(is_convex(square));
  CHECK(is_convex(std::vector<ImVec2>(square.rbegin(), square.rend())));
  CHECK(signed_area(square) == 32.0f);
}

TEST_CASE("degenerate polygons end") {
  CHECK(triangulate(std::vector<ImVec2>{}).empty());
  CHECK(triangulate(std::vector<ImVec2>{{0, 0}, {1, 1}}).empty());
  CHECK(triangulate(std::vector<ImVec2>{{0, 0}, {1, 1}, {2, 2}}).empty());
  CHECK(triangulate(std::vector<ImVec2>{{0, 0}, {4, 4}, {4, 0}, {0, 4}}).size() <= 6);  // crosses itself
}
