// path.hpp - screen geometry of long curves: clipping, decimation to the pixel grid, arrowheads at equal arc length.
#pragma once

#include <utility>
#include <vector>

#include "view/drawing.hpp"

namespace attsvm::view {

/// Cuts the segment to the box (Liang and Barsky 1984); false when nothing of it lies inside.
bool clip_segment(const Box& box, Point& a, Point& b);

/// Without points closer than `distance` to the one kept before; the first and last point stay.
std::vector<Point> decimated(const std::vector<Point>& points, double distance);

/// The pieces of a curve inside the box.
std::vector<std::vector<Point>> clipped(const std::vector<Point>& points, const Box& box);

struct Arrow {
  Point tip;
  double dx = 0.0, dy = 0.0;
  double at = 0.0;  // arc length from the curve's beginning
};

/// Arrows every `spacing` pixels of arc length, the first one after `first`, those inside the box.
std::vector<Arrow> arrows_along(const std::vector<Point>& points, double first, double spacing, const Box& box);

double arc_length(const std::vector<Point>& points);

}  // namespace attsvm::view
