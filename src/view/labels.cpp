#include "view/labels.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

#include "view/metrics.hpp"
#include "view/path.hpp"

namespace attsvm::view {
namespace {

constexpr double kCell = 4.0;  // pixels
constexpr unsigned char kFree = 0, kLine = 1, kTaken = 2;
constexpr double kNever = std::numeric_limits<double>::infinity();

std::size_t cells(double length) { return static_cast<std::size_t>(std::max(1.0, std::ceil(length / kCell))); }

// Turns about a point, counter-clockwise on a screen with y down.
class Turn {
 public:
  Turn(Point pivot, double degrees)
      : pivot_(pivot),
        cos_(std::cos(degrees * std::numbers::pi / 180.0)),
        sin_(-std::sin(degrees * std::numbers::pi / 180.0)) {}

  Point operator()(double x, double y) const {
    const double dx = x - pivot_.x, dy = y - pivot_.y;
    return {pivot_.x + cos_ * dx - sin_ * dy, pivot_.y + sin_ * dx + cos_ * dy};
  }

  // The upright box around a turned one.
  Box extent(const Box& box) const {
    Box all{kNever, kNever, -kNever, -kNever};
    for (const double x : {box.left, box.right}) {
      for (const double y : {box.top, box.bottom}) {
        const Point p = (*this)(x, y);
        all = {std::min(all.left, p.x), std::min(all.top, p.y), std::max(all.right, p.x), std::max(all.bottom, p.y)};
      }
    }
    return all;
  }

 private:
  Point pivot_;
  double cos_, sin_;
};

}  // namespace

LabelPlacer::LabelPlacer(const Box& area)
    : area_(area), columns_(cells(area.width())), rows_(cells(area.height())), cells_(columns_ * rows_, kFree) {}

std::size_t LabelPlacer::column(double x) const {
  return static_cast<std::size_t>(std::clamp((x - area_.left) / kCell, 0.0, static_cast<double>(columns_ - 1)));
}

std::size_t LabelPlacer::row(double y) const {
  return static_cast<std::size_t>(std::clamp((y - area_.top) / kCell, 0.0, static_cast<double>(rows_ - 1)));
}

void LabelPlacer::add_line(const std::vector<Point>& points) {
  for (std::size_t i = 1; i < points.size(); ++i) {
    Point from = points[i - 1], to = points[i];
    if (!clip_segment(area_, from, to)) continue;
    const int steps = static_cast<int>(std::hypot(to.x - from.x, to.y - from.y) / kCell) + 1;
    for (int k = 0; k <= steps; ++k) {
      const double t = static_cast<double>(k) / steps;
      unsigned char& cell = cells_[row(std::lerp(from.y, to.y, t)) * columns_ + column(std::lerp(from.x, to.x, t))];
      cell = std::max(cell, kLine);
    }
  }
}

void LabelPlacer::add_obstacle(const Box& box) {
  if (!overlap(box, area_)) return;
  for (std::size_t r = row(box.top); r <= row(box.bottom); ++r)
    for (std::size_t c = column(box.left); c <= column(box.right); ++c) cells_[r * columns_ + c] = kTaken;
}

double LabelPlacer::cost(const Box& box, Point pivot, double angle) const {
  const Turn turn(pivot, angle);
  const Box all = turn.extent(box);
  if (all.left < area_.left || all.right > area_.right || all.top < area_.top || all.bottom > area_.bottom)
    return kNever;
  double sum = 0.0;
  for (double y = box.top + 1.0; y < box.bottom; y += kCell) {
    for (double x = box.left + 1.0; x < box.right; x += kCell) {
      const Point p = turn(x, y);
      const unsigned char cell = cells_[row(p.y) * columns_ + column(p.x)];
      if (cell == kTaken) return kNever;
      sum += cell;
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
  const Turn turn(chosen.at, chosen.angle);
  const Box taken = turn.extent(bounds(chosen));
  if (chosen.angle == 0.0) {
    add_obstacle({taken.left - 6, taken.top, taken.right + 6, taken.bottom});
  } else {  // the upright box around a slanted line of text would claim far too much: claim pieces along it
    const Box level = bounds(chosen);
    const double piece = level.height();
    for (double x = level.left; x < level.right; x += piece) {
      const Box part{x, level.top, std::min(x + piece, level.right), level.bottom};
      add_obstacle(turn.extent(part));
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
