#include "view/canvas.hpp"

#include <cmath>
#include <numbers>
#include <utility>

#include "view/markup.hpp"
#include "view/metrics.hpp"

namespace attsvm::view {
namespace {

constexpr double kPi = std::numbers::pi;

// Corners of a regular polygon, the first one straight up; every second corner at `inner` when that is positive.
std::vector<Point> corners(Point center, double radius, int count, double inner = 0.0, double turn = 0.0) {
  const int total = inner > 0.0 ? 2 * count : count;
  std::vector<Point> points;
  for (int k = 0; k < total; ++k) {
    const double r = inner > 0.0 && k % 2 == 1 ? inner : radius;
    const double angle = -kPi / 2 + turn + 2 * kPi * k / total;
    points.push_back({center.x + r * std::cos(angle), center.y + r * std::sin(angle)});
  }
  return points;
}

}  // namespace

Marker marker_of_input(std::size_t input) { return static_cast<Marker>(input % 6); }

void Canvas::polyline(std::vector<Point> points, const Stroke& stroke) {
  if (points.size() > 1) drawing_.shapes.emplace_back(Polyline{std::move(points), stroke});
}

void Canvas::polygon(std::vector<Point> points, Color fill, const Stroke& edge) {
  if (points.size() > 2) drawing_.shapes.emplace_back(Polygon{std::move(points), fill, edge});
}

void Canvas::disc(Point center, double radius, Color fill, const Stroke& edge) {
  drawing_.shapes.emplace_back(Disc{center, radius, fill, edge});
}

void Canvas::rect(const Box& box, double radius, Color fill, const Stroke& edge) {
  drawing_.shapes.emplace_back(Rect{box, radius, fill, edge});
}

void Canvas::push_clip(const Box& box, double radius) { drawing_.shapes.emplace_back(PushClip{box, radius}); }
void Canvas::pop_clip() { drawing_.shapes.emplace_back(PopClip{}); }

double Canvas::text(Point at, std::string_view markup, const TextStyle& style) {
  std::vector<Span> spans = parse_markup(markup, style.face);
  const double w = width(spans, style.size);
  text(Text{at, std::move(spans), style.size, style.color, style.anchor, style.angle, style.halo});
  return w;
}

double Canvas::paragraph(Point at, std::string_view markup, double width, double leading, const TextStyle& style) {
  for (std::vector<Span>& line : wrap_markup(markup, style.size, width, style.face)) {
    text(Text{at, std::move(line), style.size, style.color, style.anchor, style.angle, style.halo});
    at.y += leading;
  }
  return at.y;
}

void Canvas::text(Text text) {
  if (!text.spans.empty()) drawing_.shapes.emplace_back(std::move(text));
}

void Canvas::star(Point center, double radius, Color fill, const Stroke& edge) {
  polygon(corners(center, radius, 5, 0.42 * radius), fill, edge);
}

void Canvas::marker(Marker shape, Point center, double radius, Color fill, const Stroke& edge) {
  switch (shape) {  // radii give the shapes equal areas to the eye
    case Marker::circle:
      return disc(center, radius, fill, edge);
    case Marker::square:
      return polygon(corners(center, 1.25 * radius, 4, 0.0, kPi / 4), fill, edge);
    case Marker::triangle:
      return polygon(corners({center.x, center.y + 0.15 * radius}, 1.35 * radius, 3), fill, edge);
    case Marker::diamond:
      return polygon(corners(center, 1.3 * radius, 4), fill, edge);
    case Marker::pentagon:
      return polygon(corners(center, 1.15 * radius, 5), fill, edge);
    case Marker::cross:
      return polygon(corners(center, 1.35 * radius, 4, 0.5 * radius, kPi / 4), fill, edge);
  }
}

void Canvas::arrowhead(Point tip, double dx, double dy, double size, Color color) {
  const double length = std::hypot(dx, dy);
  if (!(length > 0.0)) return;
  const double ux = dx / length * size, uy = dy / length * size;
  polygon({tip, {tip.x - ux - 0.5 * uy, tip.y - uy + 0.5 * ux}, {tip.x - ux + 0.5 * uy, tip.y - uy - 0.5 * ux}}, color);
}

void Canvas::hit(HitKind kind, int a, int b, const Box& box, std::string tip) {
  drawing_.hits.push_back({kind, a, b, box, std::move(tip)});
}

Box around(Point center, double half_width, double half_height) {
  return {center.x - half_width, center.y - half_height, center.x + half_width, center.y + half_height};
}

Box inflated(const Box& box, double by) { return {box.left - by, box.top - by, box.right + by, box.bottom + by}; }

bool overlap(const Box& a, const Box& b) {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

}  // namespace attsvm::view
