#include "view/plane.hpp"

#include <algorithm>
#include <cmath>

#include "view/numbers.hpp"

namespace attsvm::view {
namespace {

constexpr double kRadius = 6.0;

// Where a tick label stands: x labels under the frame, y labels inside it.
void draw_ticks(Plane& plane, const std::vector<double>& xs, const std::vector<double>& ys) {
  Canvas& canvas = plane.parts.canvas;
  const Theme& theme = plane.parts.theme;
  const Box& box = plane.map.box;
  const int x_decimals = tick_decimals(xs), y_decimals = tick_decimals(ys);
  double taken = box.left - 2;
  for (const double x : xs) {
    const Point at = plane.map.to_screen(x, 0.0);
    const std::string label = fixed(x, x_decimals);
    const double half = 4.0 * static_cast<double>(label.size());
    if (at.x - half < taken || at.x + half > box.right + 8) continue;
    canvas.text({at.x, box.bottom + 15}, label, plane.parts.style(kTick, theme.muted, Anchor::middle));
    taken = at.x + half + 4;
  }
  for (const double y : ys) {
    const Point at = plane.map.to_screen(0.0, y);
    if (at.y - 16 < box.top || at.y > box.bottom - 2) continue;
    TextStyle style = plane.parts.style(kTick, theme.muted);
    style.halo = theme.plane;
    const std::string label = fixed(y, y_decimals);
    canvas.text({box.left + 6, at.y - 4}, label, style);
    plane.labels.add_obstacle({box.left + 4, at.y - 16, box.left + 10 + 7.5 * static_cast<double>(label.size()), at.y});
  }
}

}  // namespace

void draw_grid(Plane& plane) {
  const Box& box = plane.map.box;
  const Theme& theme = plane.parts.theme;
  Canvas& canvas = plane.parts.canvas;
  const Point low = plane.map.to_plane({box.left, box.bottom}), high = plane.map.to_plane({box.right, box.top});
  // One spacing for both directions, a line about every 56 pixels and a number on every second one where it is tight.
  const int target = std::max(2, static_cast<int>(box.width() / 56.0));
  const std::vector<double> xs = linear_ticks(low.x, high.x, target);
  const double step = xs.size() > 1 ? xs[1] - xs[0] : 1.0;
  const std::vector<double> ys = linear_ticks(low.y, high.y, std::max(1, static_cast<int>(std::lround((high.y - low.y) / step))));
  for (const double x : xs) {
    const double at = plane.map.to_screen(x, 0.0).x;
    canvas.line({at, box.top}, {at, box.bottom}, {x == 0.0 ? theme.axis : theme.grid, 1.0});
  }
  for (const double y : ys) {
    const double at = plane.map.to_screen(0.0, y).y;
    canvas.line({box.left, at}, {box.right, at}, {y == 0.0 ? theme.axis : theme.grid, 1.0});
  }
  draw_ticks(plane, xs, ys);
}

void draw_plane(Parts& parts) {
  const PlaneMap& map = parts.layout.plane;
  Canvas& canvas = parts.canvas;
  LabelPlacer labels(inflated(map.box, -3.0));
  Plane plane{parts, map, labels};

  canvas.rect(map.box, kRadius, parts.theme.plane);
  canvas.hit(HitKind::plane, 0, 0, map.box, "");
  canvas.push_clip(map.box, kRadius);
  draw_grid(plane);
  draw_cones(plane);
  draw_bands(plane);
  draw_rays(plane);
  draw_paths(plane);
  draw_tokens(plane);
  draw_head_vector(plane);
  draw_starts_and_heads(plane);
  label_tokens(plane);
  label_rays(plane);
  label_bands(plane);
  label_runs(plane);
  canvas.pop_clip();
  canvas.rect(map.box, kRadius, {}, {parts.theme.frame, 1.0});
}

}  // namespace attsvm::view
