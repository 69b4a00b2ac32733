// Clipping, decimation and arrowheads.
#include "view/path.hpp"

#include <doctest/doctest.h>

#include <cmath>

using namespace attsvm::view;

namespace {

const Box kBox{0.0, 0.0, 100.0, 50.0};

std::vector<Point> spiral() {
  std::vector<Point> points;
  for (int i = 0; i < 2000; ++i)
    points.push_back({50.0 + 0.05 * i * std::cos(0.02 * i), 25.0 + 0.05 * i * std::sin(0.02 * i)});
  return points;
}

bool inside(Point p) { return p.x >= -1e-9 && p.x <= 100.0 + 1e-9 && p.y >= -1e-9 && p.y <= 50.0 + 1e-9; }

}  // namespace

TEST_CASE("path: a clipped segment is the part inside, found by sampling") {
  for (int k = 0; k < 400; ++k) {
    const Point a{std::fmod(k * 37.7, 260.0) - 80.0, std::fmod(k * 91.3, 190.0) - 70.0};
    const Point b{std::fmod(k * 53.1, 260.0) - 80.0, std::fmod(k * 17.9, 190.0) - 70.0};
    double first = 2.0, last = -1.0;
    for (int i = 0; i <= 2000; ++i) {
      const double t = i / 2000.0;
      if (!kBox.contains({std::lerp(a.x, b.x, t), std::lerp(a.y, b.y, t)})) continue;
      first = std::fmin(first, t);
      last = std::fmax(last, t);
    }
    Point from = a, to = b;
    const bool visible = clip_segment(kBox, from, to);
    if (last > first) {
      REQUIRE(visible);
      CHECK(inside(from));
      CHECK(inside(to));
      const double whole = std::hypot(b.x - a.x, b.y - a.y);  // samples miss up to one step at either end
      CHECK(std::fabs(std::hypot(to.x - from.x, to.y - from.y) - (last - first) * whole) <= whole / 1000.0);
    } else if (visible) {
      CHECK(std::hypot(to.x - from.x, to.y - from.y) < 0.5);
    }
  }
}

TEST_CASE("path: pieces of a curve stay inside and keep what was inside") {
  const auto points = spiral();
  double before = 0.0, after = 0.0;
  for (std::size_t i = 1; i < points.size(); ++i)
    if (kBox.contains(points[i - 1]) && kBox.contains(points[i]))
      before += std::hypot(points[i].x - points[i - 1].x, points[i].y - points[i - 1].y);
  const auto pieces = clipped(points, kBox);
  CHECK(pieces.size() > 1);
  for (const auto& piece : pieces) {
    for (const Point p : piece) CHECK(inside(p));
    after += arc_length(piece);
  }
  CHECK(after >= before);
  CHECK(after <= before + 10.0 * static_cast<double>(pieces.size()));
}

TEST_CASE("path: decimation keeps the ends and the shape") {
  const auto points = spiral();
  const auto fewer = decimated(points, 2.0);
  CHECK(fewer.size() < points.size() / 2);
  CHECK(fewer.front().x == points.front().x);
  CHECK(fewer.back().y == points.back().y);
  CHECK(arc_length(fewer) == doctest::Approx(arc_length(points)).epsilon(0.01));
}

TEST_CASE("path: arrowheads stand at equal arc length") {
  const auto points = spiral();
  const auto arrows = arrows_along(points, 10.0, 30.0, {-1e4, -1e4, 1e4, 1e4});
  REQUIRE(arrows.size() == static_cast<std::size_t>((arc_length(points) - 10.0) / 30.0) + 1);
  for (std::size_t i = 0; i < arrows.size(); ++i)
    CHECK(arrows[i].at == doctest::Approx(10.0 + 30.0 * static_cast<double>(i)));
  SUBCASE("those outside are left out, the others stay where they were") {
    for (const Arrow& arrow : arrows_along(points, 10.0, 30.0, kBox)) {
      CHECK(inside(arrow.tip));
      CHECK(std::fabs(std::remainder(arrow.at - 10.0, 30.0)) < 1e-6);
    }
  }
}

TEST_CASE("path: a step of a billion pixels costs no more than a short one") {
  const std::vector<Point> points{{50.0, 25.0}, {1e9, 1e9}, {-1e9, 3e8}};
  CHECK(arrows_along(points, 5.0, 10.0, kBox).size() < 30);
  CHECK(arrows_along({{0, 0}, {0, 0}}, 5.0, 10.0, kBox).empty());
}
