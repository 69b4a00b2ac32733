// The regularization path in the plane: pbar(R), other branches, the ball it is the best prompt of.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "view/markup.hpp"
#include "view/path.hpp"
#include "view/plane.hpp"

namespace attsvm::view {
namespace {

void draw_ball(Plane& plane, double radius) {
  constexpr int kSides = 180;
  std::vector<Point> circle;
  const Point center = plane.origin();  // the shadow of a ball is a disc as large
  for (int k = 0; k <= kSides; ++k) {
    const double angle = 2.0 * std::numbers::pi * k / kSides;
    const double along = radius * plane.map.scale;
    circle.push_back({center.x + along * std::cos(angle), center.y - along * std::sin(angle)});
  }
  const Color color = with_alpha(plane.parts.theme.path.mark, 0.55);
  for (std::vector<Point>& piece : clipped(circle, inflated(plane.map.box, 4.0)))
    plane.parts.canvas.polyline(std::move(piece), {color, 1.0, 3.0, 3.0});
}

void draw_stretch(Plane& plane, const std::vector<Point>& points, const Stroke& stroke) {
  for (std::vector<Point>& piece : clipped(decimated(points, 1.0), inflated(plane.map.box, 4.0))) {
    plane.labels.add_line(piece);
    plane.parts.canvas.polyline(std::move(piece), stroke);
  }
}

// Each branch by its number, in the order of R; those the global minimiser runs along are drawn by draw_global.
void draw_branches(Plane& plane, const std::vector<PathPoint>& path) {
  std::size_t most = 0;
  for (const PathPoint& point : path)
    for (const BranchPoint& branch : point.branches) most = std::max(most, branch.branch + 1);
  const Stroke stroke{with_alpha(plane.parts.theme.path.mark, 0.6), 1.3, 2.0, 3.0};
  for (std::size_t number = 0; number < most; ++number) {
    std::vector<Point> points;
    for (const PathPoint& point : path)
      for (const BranchPoint& branch : point.branches)
        if (branch.branch == number) points.push_back(plane.screen(branch.p));
    draw_stretch(plane, points, stroke);
  }
}

void draw_global(Plane& plane, const std::vector<PathPoint>& path) {
  const Stroke stroke{plane.parts.theme.path.mark, 2.6};
  std::vector<Point> points{plane.origin()};
  for (const PathPoint& point : path) {
    if (point.jumped) {  // nothing connects the two branches
      draw_stretch(plane, points, stroke);
      points.clear();
    }
    points.push_back(plane.screen(point.p));
  }
  draw_stretch(plane, points, stroke);
}

}  // namespace

void draw_regularization_path(Plane& plane) {
  const Session& session = plane.parts.session;
  if (!session.has_path()) return;
  draw_branches(plane, session.path());
  draw_global(plane, session.path());
  draw_ball(plane, session.radius());
  const Point at = plane.screen(session.path_at_radius().p);
  if (!plane.map.box.contains(at)) return;
  plane.parts.canvas.disc(at, 7.0, plane.parts.theme.path.mark, {plane.parts.theme.plane, 1.6});
  plane.labels.add_obstacle(around(at, 8.0));
}

void label_regularization_path(Plane& plane) {
  const Session& session = plane.parts.session;
  if (!session.has_path() || plane.parts.layout.density == Density::tiny) return;
  const Point at = plane.screen(session.path_at_radius().p);
  if (!plane.map.box.contains(at)) return;
  Text text{{},  parse_markup("$\\bar{p}(R)$"), 15.0, plane.parts.theme.path.text, Anchor::start,
            0.0, plane.parts.theme.plane};
  plane.labels.place_around(plane.parts.canvas, std::move(text), at, 11.0, true);
}

}  // namespace attsvm::view
