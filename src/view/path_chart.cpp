// The angle between the regularization path and the max-margin direction, against R; both axes logarithmic.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "view/markup.hpp"
#include "view/numbers.hpp"
#include "view/parts.hpp"
#include "view/path.hpp"

namespace attsvm::view {
namespace {

constexpr double kLeastDegrees = 1e-12;  // smaller angles are rounding

double degrees(const PathPoint& point, const Vector& direction) {
  return std::max(angle_between(point.p, direction) * 180.0 / std::numbers::pi, kLeastDegrees);
}

std::string certificate_text(const PathPoint& point) {
  if (!point.lower_bound) return "local minima only, while you drag";
  if (!point.proved) return "the search for a proof was too long here";
  const double gap = point.gap();
  if (!std::isfinite(gap)) return "proved: no prompt of this norm has a smaller loss, up to rounding";
  return "proved: no prompt of this norm has an excess loss smaller by more than " + compact(100.0 * gap, 2) + "%";
}

}  // namespace

void draw_path_chart(Parts& parts, const Box& area, int chart) {
  const Session& session = parts.session;
  const Theme& theme = parts.theme;
  Canvas& canvas = parts.canvas;
  canvas.text({area.left, area.top + 12}, "Angle of $\\bar{p}(R)$ to the SVM direction, against $R$",
              parts.style(kText, theme.ink, Anchor::start, Face::semibold));
  const Box box{area.left, area.top + kHeading, area.right, area.bottom};
  canvas.rect(box, 4.0, theme.plane);
  const Vector* direction = session.analysis().direction(session.analysis().optimal);
  if (session.has_path() && direction && !session.path().empty()) {
    const std::vector<Slider> sliders = session.sliders();
    const SliderPlace scale{{box.left + 1, 0.0, box.right - 1, 0.0}, sliders.back().low, sliders.back().high, true};
    double least = 1.0;
    for (const PathPoint& point : session.path()) least = std::min(least, degrees(point, *direction));
    const ChartAxis axis{0.3 * least, 180.0, true, box};
    canvas.push_clip(box, 4.0);
    const std::vector<ChartLevel> levels = chart_levels(axis, false);
    for (const ChartLevel& level : levels) canvas.line({box.left, level.y}, {box.right, level.y}, {theme.grid, 1.0});
    std::vector<Point> points;
    for (const PathPoint& point : session.path())
      points.push_back({scale.to_x(point.R), axis.to_y(degrees(point, *direction))});
    canvas.polyline(decimated(points, 0.7), {theme.path.mark, 2.2});
    const double now = scale.to_x(session.radius());
    canvas.line({now, box.top}, {now, box.bottom}, {theme.muted, 1.0});
    const PathPoint& shown = session.path_at_radius();
    canvas.disc({now, axis.to_y(degrees(shown, *direction))}, 3.5, theme.path.mark, {theme.plane, 1.2});
    draw_level_numbers(parts, levels, axis, "°");
    canvas.pop_clip();
    if (parts.hovers(HitKind::chart, chart)) {
      parts.tip = "$R$ = " + compact(session.radius(), 3) + ": angle " + compact(degrees(shown, *direction), 3) +
                  "°; " + certificate_text(shown) + ".";
    }
    TextStyle style = parts.style(kTick, theme.muted, Anchor::end);
    style.halo = theme.plane;
    canvas.text({box.right - 5, box.bottom - 5}, "$R$ = " + compact(session.radius(), 3), style);
  }
  canvas.rect(box, 4.0, {}, {theme.frame, 1.0});
  canvas.hit(HitKind::chart, chart, 0, box, "");
}

}  // namespace attsvm::view
