// The loss behind the plane: tones, and contour lines with their values.
#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>
#include <utility>

#include "view/contours.hpp"
#include "view/field.hpp"
#include "view/levels.hpp"
#include "view/markup.hpp"
#include "view/path.hpp"
#include "view/plane.hpp"

namespace attsvm::view {
namespace {

constexpr double kSpacing = 12.0;   // pixels between samples
constexpr double kShortest = 40.0;  // a shorter contour line gets no value
constexpr double kLabelSize = 10.5;
constexpr double kLabelSpacing = 24.0;  // between the places that are tried
constexpr double kToneSpan = 0.45;      // the tone is 1 - 1/e at this part of the depth of the scene's own window

// How deep the landscape is in the scene's own window, whatever the camera shows: the tones then stay while it moves.
double usual_depth(const Session& session, const Landscape& landscape) {
  const auto& w = session.view().window;
  double lowest = landscape.supremum();
  for (int k = 0; k <= 8; ++k) {
    const double x = std::lerp(w[0], w[1], k / 8.0), y = std::lerp(w[2], w[3], k / 8.0);
    for (const auto& [a, b] : {std::pair{x, w[2]}, {x, w[3]}, {w[0], y}, {w[1], y}})
      lowest = std::min(lowest, landscape.log_excess(a, b));
  }
  return std::max(landscape.supremum() - lowest, 0.1);
}

Field field_of(const Plane& plane, std::shared_ptr<const Landscape> landscape) {
  const PlaneMap& map = plane.map;
  const double top = landscape->supremum();
  const double fall = kToneSpan * usual_depth(plane.parts.session, *landscape);
  return {map.box, kPlaneRadius, std::move(landscape),    {map.center_x, map.center_y},    map.scale,
          top,     fall,         plane.parts.theme.plane, plane.parts.theme.landscape.deep};
}

// Where along a contour line its value may stand, turned with the line and never upside down.
std::vector<LabelPlacer::Place> places_along(const std::vector<Point>& line) {
  std::vector<LabelPlacer::Place> places;
  const double length = arc_length(line), half = 12.0;
  double at = 0.0, next = std::min(kLabelSpacing, length / 2);
  for (std::size_t i = 1; i < line.size(); ++i) {
    const Point a = line[i - 1], b = line[i];
    const double step = std::hypot(b.x - a.x, b.y - a.y);
    for (; step > 0.0 && next <= at + step && next <= length - std::min(half, length / 2); next += kLabelSpacing) {
      const double t = (next - at) / step;
      double dx = b.x - a.x, dy = b.y - a.y;
      if (dx < 0.0 || (dx == 0.0 && dy > 0.0)) dx = -dx, dy = -dy;
      const double down = 0.36 * kLabelSize / step;  // from the line to the baseline
      places.push_back({{std::lerp(a.x, b.x, t) - down * dy, std::lerp(a.y, b.y, t) + down * dx},
                        Anchor::middle,
                        std::atan2(-dy, dx) * 180.0 / std::numbers::pi,
                        0.004 * std::fabs(next - 0.6 * length)});
    }
    at += step;
  }
  return places;
}

}  // namespace

bool draw_landscape(Plane& plane) {
  Parts& parts = plane.parts;
  const Session& session = parts.session;
  if (!session.landscape_shown() || !session.landscape_refusal().empty()) return false;
  const auto landscape = std::make_shared<const Landscape>(session.landscape());
  if (landscape->size() == 0) return false;  // all tokens score the same: the loss is constant
  const Field field = field_of(plane, landscape);
  parts.canvas.field(field);

  const ContourGrid grid(plane.map.box, kSpacing, [&](Point at) { return value_at(field, at); });
  parts.landscape = {grid.lowest(), grid.highest()};
  for (const Level& level : contour_levels(grid.lowest(), grid.highest())) {
    std::vector<Point> longest;
    for (std::vector<Point>& line : grid.lines(level.log_value)) {
      if (arc_length(line) > arc_length(longest)) longest = line;
      parts.canvas.polyline(std::move(line), {parts.theme.landscape.line, level.major ? 1.0 : 0.7});
    }
    if (arc_length(longest) >= kShortest)
      plane.contours.push_back({level.label, color_at(field, longest[longest.size() / 2]), std::move(longest)});
  }
  return true;
}

void label_landscape(Plane& plane) {
  if (plane.parts.layout.density == Density::tiny) return;
  for (const Contour& contour : plane.contours) {
    Text text{
        {},          parse_markup(contour.label), kLabelSize, plane.parts.theme.landscape.text, Anchor::middle, 0.0,
        contour.tone};
    plane.labels.place(plane.parts.canvas, std::move(text), places_along(contour.line), true);
  }
}

}  // namespace attsvm::view
