// Level lines and outlines of known functions.
#include "view/contours.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

#include "core/rng.hpp"

using namespace attsvm;
using namespace attsvm::view;

namespace {

double area(const std::vector<std::vector<Point>>& outlines) {
  double sum = 0.0;
  for (const auto& ring : outlines)
    for (std::size_t k = 0; k < ring.size(); ++k) {
      const Point a = ring[k], b = ring[(k + 1) % ring.size()];
      sum += 0.5 * (a.x * b.y - b.x * a.y);
    }
  return std::fabs(sum);
}

// By the even-odd rule.
bool covers(const std::vector<std::vector<Point>>& outlines, Point p) {
  bool inside = false;
  for (const auto& ring : outlines)
    for (std::size_t k = 0; k < ring.size(); ++k) {
      const Point a = ring[k], b = ring[(k + 1) % ring.size()];
      if ((a.y > p.y) != (b.y > p.y) && p.x < a.x + (p.y - a.y) / (b.y - a.y) * (b.x - a.x)) inside = !inside;
    }
  return inside;
}

constexpr Box kBox{-10.0, -6.0, 10.0, 6.0};

double waves(Point p) { return std::sin(0.9 * p.x) + std::cos(1.1 * p.y) + 0.05 * p.x; }

}  // namespace

TEST_CASE("contours: a circle is one closed line, on its level, of the right area") {
  const ContourGrid grid(kBox, 1.0, [](Point p) { return p.x * p.x + p.y * p.y; });
  const auto lines = grid.lines(16.0);
  REQUIRE(lines.size() == 1);
  CHECK(lines[0].front().x == lines[0].back().x);
  CHECK(lines[0].front().y == lines[0].back().y);
  for (const Point p : lines[0]) CHECK(std::hypot(p.x, p.y) == doctest::Approx(4.0).epsilon(3e-5));
  CHECK(area(grid.outlines(16.0)) == doctest::Approx(16.0 * std::numbers::pi).epsilon(0.02));
  CHECK(grid.lowest() >= 0.0);
  CHECK(grid.highest() == 136.0);
}

TEST_CASE("contours: lines lie on their level and end on the border; outlines cover what is below") {
  const ContourGrid grid(kBox, 0.5, waves);
  Rng rng(2);
  for (int k = 0; k < 40; ++k) {
    const double level = rng.uniform(grid.lowest(), grid.highest());
    for (const auto& line : grid.lines(level)) {
      REQUIRE(line.size() >= 2);
      for (const Point p : line) CHECK(std::fabs(waves(p) - level) < 1e-4);  // of the step from node to node
      const Point a = line.front(), b = line.back();
      const auto on_border = [](Point p) {
        return p.x == kBox.left || p.x == kBox.right || p.y == kBox.top || p.y == kBox.bottom;
      };
      CHECK(((a.x == b.x && a.y == b.y) || (on_border(a) && on_border(b))));
    }
    const auto outlines = grid.outlines(level);
    for (int j = 0; j < 50; ++j) {
      const Point p{rng.uniform(kBox.left, kBox.right), rng.uniform(kBox.top, kBox.bottom)};
      if (std::fabs(waves(p) - level) < 0.1) continue;  // within the grid's own accuracy
      CHECK(covers(outlines, p) == (waves(p) < level));
    }
  }
}

TEST_CASE("contours: all or nothing of the box") {
  const ContourGrid grid(kBox, 1.0, waves);
  CHECK(grid.lines(grid.lowest() - 1.0).empty());
  CHECK(grid.outlines(grid.lowest() - 1.0).empty());
  CHECK(grid.lines(grid.highest() + 1.0).empty());
  CHECK(area(grid.outlines(grid.highest() + 1.0)) == doctest::Approx(kBox.width() * kBox.height()).epsilon(1e-12));
}

TEST_CASE("contours: a saddle in one cell stays two lines") {
  for (const double shift : {-0.2, 0.2}) {
    const ContourGrid grid({-1, -1, 1, 1}, 2.0, [shift](Point p) { return p.x * p.y + shift; });
    CHECK(grid.lines(0.0).size() == 2);
  }
}
