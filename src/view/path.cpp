#include "view/path.hpp"

#include <algorithm>
#include <cmath>

namespace attsvm::view {

bool clip_segment(const Box& box, Point& a, Point& b) {
  const double dx = b.x - a.x, dy = b.y - a.y;
  double enter = 0.0, leave = 1.0;
  const auto cut = [&](double direction, double room) {  // direction * t <= room
    if (direction == 0.0) return room >= 0.0;
    const double t = room / direction;
    if (direction < 0.0)
      enter = std::max(enter, t);
    else
      leave = std::min(leave, t);
    return enter <= leave;
  };
  if (!cut(-dx, a.x - box.left) || !cut(dx, box.right - a.x) || !cut(-dy, a.y - box.top) ||
      !cut(dy, box.bottom - a.y)) {
    return false;
  }
  const Point start = a;
  if (leave < 1.0) b = {start.x + leave * dx, start.y + leave * dy};
  if (enter > 0.0) a = {start.x + enter * dx, start.y + enter * dy};
  return true;
}

std::vector<Point> decimated(const std::vector<Point>& points, double distance) {
  std::vector<Point> kept;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const bool last = i + 1 == points.size();
    if (kept.empty() || last || std::hypot(points[i].x - kept.back().x, points[i].y - kept.back().y) >= distance) {
      kept.push_back(points[i]);
    }
  }
  return kept;
}

std::vector<std::vector<Point>> clipped(const std::vector<Point>& points, const Box& box) {
  std::vector<std::vector<Point>> pieces;
  bool open = false;  // the last piece ends where the next segment begins
  for (std::size_t i = 1; i < points.size(); ++i) {
    Point a = points[i - 1], b = points[i];
    if (!clip_segment(box, a, b)) {
      open = false;
      continue;
    }
    if (!open) pieces.push_back({a});
    pieces.back().push_back(b);
    open = b.x == points[i].x && b.y == points[i].y;
  }
  return pieces;
}

std::vector<Arrow> arrows_along(const std::vector<Point>& points, double first, double spacing, const Box& box) {
  std::vector<Arrow> arrows;
  double walked = 0.0, next = first;
  for (std::size_t i = 1; i < points.size(); ++i) {
    const Point a = points[i - 1], b = points[i];
    const double dx = b.x - a.x, dy = b.y - a.y;
    const double length = std::hypot(dx, dy);
    Point from = a, to = b;
    if (walked + length >= next && length > 0.0 && clip_segment(box, from, to)) {
      // Only the part inside the box is walked: a segment may be a million pixels long.
      const double enters = walked + std::hypot(from.x - a.x, from.y - a.y);
      const double leaves = walked + std::hypot(to.x - a.x, to.y - a.y);
      if (next < enters) next += spacing * std::ceil((enters - next) / spacing);
      for (; next <= leaves; next += spacing) {
        const double t = (next - walked) / length;
        arrows.push_back({{a.x + t * dx, a.y + t * dy}, dx, dy, next});
      }
    }
    walked += length;
    if (next < walked) next += spacing * std::ceil((walked - next) / spacing);
  }
  return arrows;
}

double arc_length(const std::vector<Point>& points) {
  double sum = 0.0;
  for (std::size_t i = 1; i < points.size(); ++i)
    sum += std::hypot(points[i].x - points[i - 1].x, points[i].y - points[i - 1].y);
  return sum;
}

}  // namespace attsvm::view
