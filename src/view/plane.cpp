#include "view/plane.hpp"

#include <algorithm>
#include <cmath>

#include "view/numbers.hpp"

namespace attsvm::view {
namespace {

// The least of 1, 2, 5 times a power of ten that is at least `least` pixels long.
double grid_step(double scale, double least) {
  const double units = least / scale;
  const double power = std::pow(10.0, std::floor(std::log10(units)));
  for (const double factor : {1.0, 2.0, 5.0})
    if (factor * power >= units * (1.0 - 1e-9)) return factor * power;
  return 10.0 * power;
}

struct Grid {
  std::vector<double> xs, ys;
  double label_step = 1.0;

  bool labelled(double value) const { return std::fabs(std::remainder(value, label_step)) < 1e-6 * label_step; }
  int decimals() const { return std::clamp(static_cast<int>(std::ceil(-std::log10(label_step) - 1e-9)), 0, 9); }
};

// One spacing in both directions; a number on every second line where it is tight.
Grid grid_of(const PlaneMap& map) {
  const Point low = map.to_plane({map.box.left, map.box.bottom}), high = map.to_plane({map.box.right, map.box.top});
  const double step = grid_step(map.scale, 40.0);
  Grid grid;
  grid.label_step = step * map.scale >= 70.0 ? step : 2.0 * step;
  for (double k = std::ceil(low.x / step); k * step <= high.x; k += 1.0) grid.xs.push_back(k * step);
  for (double k = std::ceil(low.y / step); k * step <= high.y; k += 1.0) grid.ys.push_back(k * step);
  return grid;
}

// Numbers of the horizontal axis stand under the frame, those of the vertical one inside it.
void draw_x_numbers(Plane& plane) {
  const Box& box = plane.map.box;
  const Grid grid = grid_of(plane.map);
  for (const double x : grid.xs) {
    const double at = plane.map.to_screen(x, 0.0).x;
    const std::string label = fixed(x, grid.decimals());
    const double half = 3.5 * static_cast<double>(label.size());
    if (!grid.labelled(x) || at - half < box.left - 4 || at + half > box.right + 8) continue;
    plane.parts.canvas.text({at, box.bottom + 15}, label,
                            plane.parts.style(kTick, plane.parts.theme.muted, Anchor::middle));
  }
}

void draw_y_numbers(Plane& plane, const Grid& grid) {
  const Box& box = plane.map.box;
  for (const double y : grid.ys) {
    const double at = plane.map.to_screen(0.0, y).y;
    if (!grid.labelled(y) || at - 16 < box.top || at > box.bottom - 2) continue;
    TextStyle style = plane.parts.style(kTick, plane.parts.theme.muted);
    style.halo = plane.parts.theme.plane;
    const double w = plane.parts.canvas.text({box.left + 6, at - 4}, fixed(y, grid.decimals()), style);
    plane.labels.add_obstacle({box.left, at - 15, box.left + 8 + w, at});
  }
}

}  // namespace

void draw_grid(Plane& plane) {
  const Box& box = plane.map.box;
  const Theme& theme = plane.parts.theme;
  Canvas& canvas = plane.parts.canvas;
  const Grid grid = grid_of(plane.map);
  for (const double x : grid.xs) {
    const double at = plane.map.to_screen(x, 0.0).x;
    canvas.line({at, box.top}, {at, box.bottom}, {x == 0.0 ? theme.axis : theme.grid, 1.0});
  }
  for (const double y : grid.ys) {
    const double at = plane.map.to_screen(0.0, y).y;
    canvas.line({box.left, at}, {box.right, at}, {y == 0.0 ? theme.axis : theme.grid, 1.0});
  }
  draw_y_numbers(plane, grid);
}

void draw_plane(Parts& parts) {
  const PlaneMap& map = parts.layout.plane;
  Canvas& canvas = parts.canvas;
  LabelPlacer labels(inflated(map.box, -3.0));
  Plane plane{parts, map, labels};

  canvas.hit(HitKind::plane, 0, 0, map.box, "");
  canvas.push_clip(map.box, kPlaneRadius);
  if (!draw_landscape(plane)) canvas.rect(map.box, kPlaneRadius, parts.theme.plane);
  draw_grid(plane);
  draw_cones(plane);
  draw_bands(plane);
  draw_rays(plane);
  draw_paths(plane);
  draw_regularization_path(plane);
  draw_tokens(plane);
  draw_head_vector(plane);
  draw_starts_and_heads(plane);
  label_tokens(plane);
  label_rays(plane);
  label_bands(plane);
  label_runs(plane);
  label_regularization_path(plane);
  label_landscape(plane);
  canvas.pop_clip();
  canvas.rect(map.box, kPlaneRadius, {}, {parts.theme.frame, 1.0});
  draw_x_numbers(plane);
}

}  // namespace attsvm::view
