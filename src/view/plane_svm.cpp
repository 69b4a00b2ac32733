// Max-margin solutions in the plane: rays, margin bands, cones.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

#include "view/markup.hpp"
#include "view/metrics.hpp"
#include "view/numbers.hpp"
#include "view/path.hpp"
#include "view/plane.hpp"
#include "view/wording.hpp"

namespace attsvm::view {
namespace {

constexpr double kPi = std::numbers::pi;

// The projection of a direction onto the plane (y up); nothing when it vanishes.
struct Direction {
  double x = 0.0, y = 0.0;
  double length = 0.0;
};

std::optional<Direction> planar(const Session& session, std::span<const double> p) {
  if (p.empty()) return std::nullopt;
  const auto [x, y] = session.slice().direction(p);
  const double length = std::hypot(x, y);
  if (!(length > 1e-9 * (1.0 + norm(p)))) return std::nullopt;
  return Direction{x / length, y / length, length};
}

double diagonal(const Box& box) { return std::hypot(box.width(), box.height()); }

// The visible part of the ray from the origin.
std::optional<std::pair<Point, Point>> visible_ray(const Plane& plane, const Direction& d) {
  const Point origin = plane.origin();
  const Box& box = plane.map.box;
  const double reach =
      diagonal(box) + std::hypot(origin.x - (box.left + box.right) / 2, origin.y - (box.top + box.bottom) / 2);
  Point from = origin, to{origin.x + d.x * reach, origin.y - d.y * reach};
  if (!clip_segment(box, from, to)) return std::nullopt;
  return std::pair{from, to};
}

struct Ray {
  Direction direction;
  std::string label;
  Ink ink;
  double width = 2.0;
  std::string tip;
};

std::vector<Ray> rays(const Plane& plane) {
  const Session& session = plane.parts.session;
  const Theme& theme = plane.parts.theme;
  std::vector<Ray> all;
  for (const std::size_t index : session.shown_solutions()) {
    const SelectionSolution& solution = session.analysis().solutions[index];
    const auto direction = planar(session, solution.svm.p);
    if (!direction) continue;
    const std::string name = solution_name(session, index);
    Ray ray{*direction, name, plane.parts.solution_ink(solution.kind), 2.0, ""};
    if (solution.kind == SelectionKind::neither) {
      ray.ink = theme.head;  // the paper's blue direction
      ray.width = 1.2;
      ray.label = name + " of " + token_name(session, {0, solution.alpha[0]}) + ": not locally optimal";
      ray.tip =
          "ATT-SVM direction that " + selection_text(session, solution.alpha) +
          ". A support token scores at least as high, so the selection is not locally optimal and no run tends to it.";
    } else {
      ray.tip = name + ": max-margin direction that " + selection_text(session, solution.alpha) + "; " +
                (solution.kind == SelectionKind::global ? "the highest scores of all."
                                                        : "higher scores than its support tokens.");
    }
    all.push_back(ray);
  }
  const auto& joint = session.analysis().joint;
  if (joint && relaxed_differs(session)) {
    if (const auto direction = planar(session, joint->relaxed.svm.p)) {
      all.push_back({*direction, "$p^{relax}$", theme.prompt, 2.0,
                     "Relaxed max-margin direction: inputs that are no support inputs of the label SVM only need p to "
                     "rank the selected token first, without a margin."});
    }
  }
  if (joint) {
    if (const auto direction = planar(session, joint->label_svm.p)) {
      all.push_back({*direction, "$v^{mm}$", theme.head, 2.0,
                     "$v^{mm}$: max-margin direction that separates the selected tokens by their labels."});
    }
  }
  return all;
}

struct Band {
  Point base;         // on screen: the point of the middle line nearest to the centre of the plane
  double tx, ty;      // along the band, on screen, pointing to the right (or up)
  double nx, ny;      // across, towards the selected token
  double half = 0.0;  // pixels
  Ink ink;
};

std::optional<Band> band(const Plane& plane, double px, double py, Point through, double half, const Ink& ink) {
  Band b{};
  b.nx = px, b.ny = -py;  // the screen's y points down
  b.tx = -b.ny, b.ty = b.nx;
  if (b.tx < -1e-9 || (std::fabs(b.tx) <= 1e-9 && b.ty > 0)) b.tx = -b.tx, b.ty = -b.ty;
  const Box& box = plane.map.box;
  const Point center{(box.left + box.right) / 2, (box.top + box.bottom) / 2};
  const double along = (center.x - through.x) * b.tx + (center.y - through.y) * b.ty;
  b.base = {through.x + along * b.tx, through.y + along * b.ty};
  b.half = half;
  b.ink = ink;
  if (std::hypot(b.base.x - center.x, b.base.y - center.y) > diagonal(box) + half) return std::nullopt;
  return b;
}

// The band of each input between its selected token and the line where the constraint is active.
std::vector<Band> bands(const Plane& plane) {
  const Parts& parts = plane.parts;
  const Session& session = parts.session;
  std::vector<Band> all;
  if (!session.view().show_separators || session.analysis().solutions.empty()) return all;
  const SelectionSolution& solution = session.analysis().solutions[parts.solution];
  const auto p = planar(session, solution.svm.p);
  if (!p || solution.svm.lambda.empty()) return all;
  const std::size_t n = session.experiment().data.n();
  const double half = 0.5 / p->length * plane.map.scale;
  for (std::size_t i = 0; i < n && n <= 8; ++i) {
    if (session.experiment().data.T(i) < 2) continue;
    const Point selected = plane.screen(session.analysis().keys[i].row(solution.alpha[i]));
    const Point middle{selected.x - p->x * half, selected.y + p->y * half};
    const Ink& ink = n == 1 ? parts.solution_ink(solution.kind) : input_ink(parts.theme, i, parts.head_drawn);
    if (const auto b = band(plane, p->x, p->y, middle, half, ink)) all.push_back(*b);
  }
  return all;
}

// The line v^T x = 0 of the label SVM with its margin.
std::optional<Band> separator_of_labels(const Plane& plane) {
  const Session& session = plane.parts.session;
  if (!session.view().show_separators || !session.analysis().joint) return std::nullopt;
  const auto v = planar(session, session.analysis().joint->label_svm.p);
  if (!v) return std::nullopt;
  return band(plane, v->x, v->y, plane.origin(), plane.map.scale / v->length, plane.parts.theme.head);
}

Point on_band(const Band& b, double along, double across) {
  return {b.base.x + along * b.tx + across * b.nx, b.base.y + along * b.ty + across * b.ny};
}

void draw_line_along(Plane& plane, const Band& b, double across, const Stroke& stroke) {
  const double reach = diagonal(plane.map.box);
  const Point from = on_band(b, -reach, across), to = on_band(b, reach, across);
  plane.parts.canvas.line(from, to, stroke);
  if (stroke.dash == 0.0) plane.labels.add_line({from, to});
}

bool write_along(Plane& plane, const Band& b, const std::string& markup, bool beside_line) {
  const double size = kSmall;
  Text text{{}, parse_markup(markup), size, b.ink.text, Anchor::middle, 0.0, plane.parts.theme.plane};
  const double angle = std::atan2(-b.ty, b.tx) * 180.0 / kPi;
  const double reach = 0.45 * diagonal(plane.map.box);
  std::vector<LabelPlacer::Place> places;
  // Down, seen from the text: its baseline lies below its middle.
  const double down_x = -b.ty, down_y = b.tx;
  std::vector<double> offsets;
  if (beside_line)
    offsets = {-5.0, 5.0 + 0.74 * size};
  else if (2 * b.half > size + 4)
    offsets = {0.36 * size};
  else
    offsets = {-b.half - 4.0, b.half + 4.0 + 0.74 * size};
  for (double along = -reach; along <= reach; along += 16.0) {
    for (const double offset : offsets) {
      const Point middle = on_band(b, along, 0.0);
      places.push_back({{middle.x + offset * down_x, middle.y + offset * down_y},
                        Anchor::middle,
                        angle,
                        0.01 * std::fabs(along - 0.4 * reach)});
    }
  }
  return plane.labels.place(plane.parts.canvas, std::move(text), places, true);
}

}  // namespace

void draw_cones(Plane& plane) {
  const Parts& parts = plane.parts;
  const Session& session = parts.session;
  if (!session.view().show_cones) return;
  const Point origin = plane.origin();
  const double radius = 2.0 * diagonal(plane.map.box);
  for (const std::size_t index : session.shown_solutions()) {
    const SelectionSolution& solution = session.analysis().solutions[index];
    const auto p = planar(session, solution.svm.p);
    if (!p || solution.kind == SelectionKind::neither) continue;
    // Directions u with (k_selected - k_t).u >= 0 for all t: an interval of angles about p_mm's.
    const double middle = std::atan2(p->y, p->x);
    double low = -kPi, high = kPi;
    for (const TokenId& row : solution.rows) {
      const auto selected = session.analysis().keys[row.input].row(solution.alpha[row.input]);
      const auto other = session.analysis().keys[row.input].row(row.token);
      const auto here = session.slice().direction(selected), there = session.slice().direction(other);
      const double x = here[0] - there[0], y = here[1] - there[1];
      if (x == 0.0 && y == 0.0) continue;
      const double turn = std::remainder(std::atan2(y, x) - middle, 2 * kPi);
      low = std::max(low, turn - kPi / 2);
      high = std::min(high, turn + kPi / 2);
    }
    if (!(low < high)) continue;
    std::vector<Point> wedge{origin};
    for (int k = 0; k <= 16; ++k) {
      const double angle = middle + std::lerp(low, high, k / 16.0);
      wedge.push_back({origin.x + radius * std::cos(angle), origin.y - radius * std::sin(angle)});
    }
    parts.canvas.polygon(std::move(wedge),
                         with_alpha(parts.solution_ink(solution.kind).mark, 0.6 * parts.theme.band_alpha));
  }
}

void draw_bands(Plane& plane) {
  Canvas& canvas = plane.parts.canvas;
  const std::vector<Band> all = bands(plane);
  const double reach = diagonal(plane.map.box);
  for (const Band& b : all) {
    canvas.polygon({on_band(b, -reach, -b.half), on_band(b, reach, -b.half), on_band(b, reach, b.half),
                    on_band(b, -reach, b.half)},
                   with_alpha(b.ink.mark, plane.parts.theme.band_alpha * (all.size() > 1 ? 0.5 : 1.0)));
    const Stroke dotted{with_alpha(b.ink.mark, 0.8), 1.0, 2.0, 4.0};
    draw_line_along(plane, b, b.half, dotted);
    draw_line_along(plane, b, -b.half, dotted);
    if (all.size() > 1) draw_line_along(plane, b, 0.0, {b.ink.mark, 1.4});
  }
  if (const auto b = separator_of_labels(plane)) {
    draw_line_along(plane, *b, 0.0, {b->ink.mark, 1.4});
    const Stroke dotted{with_alpha(b->ink.mark, 0.8), 1.0, 2.0, 4.0};
    draw_line_along(plane, *b, b->half, dotted);
    draw_line_along(plane, *b, -b->half, dotted);
  }
}

void draw_rays(Plane& plane) {
  for (const Ray& ray : rays(plane)) {
    const auto visible = visible_ray(plane, ray.direction);
    if (!visible) continue;
    plane.parts.canvas.line(visible->first, visible->second, {ray.ink.mark, ray.width, 7.0, 5.0});
    plane.labels.add_line({visible->first, visible->second});
  }
}

void label_rays(Plane& plane) {
  for (const Ray& ray : rays(plane)) {
    const auto visible = visible_ray(plane, ray.direction);
    if (!visible) continue;
    const auto [from, to] = *visible;
    const double length = std::hypot(to.x - from.x, to.y - from.y);
    if (length < 30.0) continue;
    const double nx = -(to.y - from.y) / length, ny = (to.x - from.x) / length;
    const bool steep = std::fabs(to.y - from.y) > std::fabs(to.x - from.x);
    const double size = ray.width < 2.0 ? kSmall : 16.0;
    std::vector<LabelPlacer::Place> places;
    for (const double back : {22.0, 44.0, 70.0, 100.0, 140.0, 190.0, 250.0, 320.0}) {
      if (back > length - 12.0) break;
      const double t = 1.0 - back / length;
      for (const double side : {1.0, -1.0}) {
        for (const double away : {8.0, 16.0}) {
          const Point at{std::lerp(from.x, to.x, t) + side * away * nx, std::lerp(from.y, to.y, t) + side * away * ny};
          const double lift = side * ny > 0.3 ? 0.8 * size : side * ny < -0.3 ? -0.1 * size : 0.36 * size;
          const Anchor anchor = !steep ? Anchor::middle : side * nx > 0 ? Anchor::start : Anchor::end;
          places.push_back({{at.x, at.y + lift}, anchor, 0.0, 0.02 * back + 0.1 * away});
        }
      }
    }
    Text text{{}, parse_markup(ray.label), size, ray.ink.text, Anchor::start, 0.0, plane.parts.theme.plane};
    Box where;
    if (plane.labels.place(plane.parts.canvas, std::move(text), places, true, &where))
      plane.parts.canvas.hit(HitKind::symbol, 0, 0, where, ray.tip);
  }
}

void label_bands(Plane& plane) {
  if (plane.parts.layout.density == Density::tiny) return;
  const Session& session = plane.parts.session;
  const std::vector<Band> all = bands(plane);
  if (!all.empty()) {
    const bool one = all.size() == 1;
    const auto by_place = [](const Band& a, const Band& b) { return a.base.x < b.base.x; };
    const Band& carrier = *std::max_element(all.begin(), all.end(), by_place);
    const std::string margin = "margin " + fixed(session.analysis().solutions[plane.parts.solution].margin(), 3);
    const std::string whole = std::string(one ? "selected token" : "selected tokens") + " against the rest: " + margin;
    if (!write_along(plane, carrier, whole, !one)) write_along(plane, carrier, margin, !one);
  }
  if (const auto b = separator_of_labels(plane))
    write_along(plane, *b, "labels: margin " + fixed(1.0 / norm(session.analysis().joint->label_svm.p), 3), true);
}

}  // namespace attsvm::view
