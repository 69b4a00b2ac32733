#include "view/labels.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

#include "view/metrics.hpp"

namespace attsvm::view {
namespace {

constexpr double kCell = 4.0;  // pixels
constexpr double kNever = std::numeric_limits<double>::infinity();

std::size_t cells(double length) { return static_cast<std::size_t>(std::max(1.0, std::ceil(length / kCell))); }

Point turned(Point p, Point pivot, double angle) {
  const double radians = -angle * std::numbers::pi / 180.0;  // counter-clockwise on a screen with y down
  const double c = std::cos(radians), s = std::sin(radians);
  return {pivot.x + c * (p.x - pivot.x) - s * (p.y - pivot.y), pivot.y + s * (p.x - pivot.x) + c * (p.y - pivot.y)};
}

// The upright box around a turned one.
Box extent(const Box& box, Point pivot, double angle) {
  if (angle == 0.0) return box;
  Box all{kNever, kNever, -kNever, -kNever};
  for (const Point corner :
       {Point{box.left, box.top}, {box.right, box.top}, {box.left, box.bottom}, {box.right, box.bottom}}) {
    const Point p = turned(corner, pivot, angle);
    all = {std::min(all.left, p.x), std::min(all.top, p.y), std::max(all.right, p.x), std::max(all.bottom, p.y)};
  }
  return all;
}

}  // namespace

LabelPlacer::LabelPlacer(const Box& area)
    : area_(area), columns_(cells(area.width())), rows_(cells(area.height())), lines_(columns_ * rows_, 0) {}

std::size_t LabelPlacer::index(double x, double y) const {
  const double column = std::clamp((x - area_.left) / kCell, 0.0, static_cast<double>(columns_ - 1));
  const double row = std::clamp((y - area_.top) / kCell, 0.0, static_cast<double>(rows_ - 1));
  return static_cast<std::size_t>(row) * columns_ + static_cast<std::size_t>(column);
}

void LabelPlacer::mark(Point from, Point to) {
  const double length = std::hypot(to.x - from.x, to.y - from.y);
  const int steps = static_cast<int>(std::min(length / (0.7 * kCell), 4000.0)) + 1;
  for (int i = 0; i <= steps; ++i) {
    const Point p{std::lerp(from.x, to.x, static_cast<double>(i) / steps),
                  std::lerp(from.y, to.y, static_cast<double>(i) / steps)};
    if (area_.contains(p)) lines_[index(p.x, p.y)] = 1;
  }
}

void LabelPlacer::add_line(const std::vector<Point>& points) {
  for (std::size_t i = 1; i < points.size(); ++i) mark(points[i - 1], points[i]);
}

void LabelPlacer::add_obstacle(const Box& box) { obstacles_.push_back(box); }

double LabelPlacer::cost(const Box& box, Point pivot, double angle) const {
  const Box all = extent(box, pivot, angle);
  if (all.left < area_.left || all.right > area_.right || all.top < area_.top || all.bottom > area_.bottom) return kNever;
  double sum = 0.0;
  for (double y = box.top + kCell / 2; y < box.bottom; y += kCell) {
    for (double x = box.left + kCell / 2; x < box.right; x += kCell) {
      const Point p = turned({x, y}, pivot, angle);
      for (const Box& obstacle : obstacles_)
        if (obstacle.contains(p)) return kNever;
      sum += lines_[index(p.x, p.y)];
    }
  }
  return sum;
}

bool LabelPlacer::place(Canvas& canvas, Text text, const std::vector<Place>& places, bool optional, Box* where) {
  double best = kNever;
  Text chosen = text;
  for (const Place& place : places) {
    text.at = place.at;
    text.anchor = place.anchor;
    text.angle = place.angle;
    const double c = cost(bounds(text), text.at, text.angle) + place.penalty;
    if (c < best) {
      best = c;
      chosen = text;
    }
  }
  if (best == kNever && (optional || places.empty())) return false;
  const Box taken = extent(bounds(chosen), chosen.at, chosen.angle);
  if (chosen.angle == 0.0) {
    add_obstacle(inflated(taken, 2.0));
  } else {  // the upright box around a slanted line of text would claim far too much: claim pieces along it
    const Box level = bounds(chosen);
    const double piece = level.height();
    for (double x = level.left; x < level.right; x += piece) {
      const Box part{x, level.top, std::min(x + piece, level.right), level.bottom};
      add_obstacle(extent(part, chosen.at, chosen.angle));
    }
  }
  if (where != nullptr) *where = taken;
  canvas.text(std::move(chosen));
  return true;
}

bool LabelPlacer::place_around(Canvas& canvas, Text text, Point center, double gap, bool optional) {
  const double middle = center.y + 0.36 * text.size, up = center.y - gap, down = center.y + gap + 0.74 * text.size;
  const double side = 0.6 * gap + 2.0;
  return place(canvas, std::move(text),
               {{{center.x + gap + 2, middle}, Anchor::start, 0, 0},
                {{center.x + side, up}, Anchor::start, 0, 0.5},
                {{center.x + side, down}, Anchor::start, 0, 0.5},
                {{center.x - gap - 2, middle}, Anchor::end, 0, 0.5},
                {{center.x - side, up}, Anchor::end, 0, 1},
                {{center.x - side, down}, Anchor::end, 0, 1},
                {{center.x, up - 2}, Anchor::middle, 0, 1},
                {{center.x, down + 2}, Anchor::middle, 0, 1}},
               optional);
}

}  // namespace attsvm::view
