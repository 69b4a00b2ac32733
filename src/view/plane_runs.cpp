// Runs in the plane: paths of p and v, their starts, where they are now.
#include <algorithm>
#include <cmath>

#include "view/markup.hpp"
#include "view/numbers.hpp"
#include "view/path.hpp"
#include "view/plane.hpp"
#include "view/wording.hpp"

namespace attsvm::view {
namespace {

constexpr double kFuture = 0.33;  // opacity of what is still to come
constexpr double kArrowSpacing = 74.0;
constexpr double kPixel = 1.0;  // decimation

struct Halves {
  std::vector<Point> past, future;
};

// The path on screen, cut at the shown iteration, where the exact state stands.
Halves halves(const Plane& plane, const std::vector<Vector>& samples, long iteration, std::span<const double> now) {
  Halves h;
  const std::vector<long>& times = plane.parts.session.samples();
  const std::size_t count = std::min(samples.size(), times.size());
  const std::size_t split = static_cast<std::size_t>(
      std::upper_bound(times.begin(), times.begin() + static_cast<std::ptrdiff_t>(count), iteration) - times.begin());
  const Point here = plane.screen(now);
  h.past.reserve(split + 1);
  for (std::size_t i = 0; i < split; ++i) h.past.push_back(plane.screen(samples[i]));
  h.past.push_back(here);
  h.future.push_back(here);
  for (std::size_t i = split; i < count; ++i) h.future.push_back(plane.screen(samples[i]));
  h.past = decimated(h.past, kPixel);
  h.future = decimated(h.future, kPixel);
  return h;
}

void draw_half(Plane& plane, const std::vector<Point>& points, Stroke stroke, double arrows_from, double keep_off) {
  const Box around_plane = inflated(plane.map.box, 4.0);
  for (std::vector<Point>& piece : clipped(points, around_plane)) {
    plane.labels.add_line(piece);
    plane.parts.canvas.polyline(std::move(piece), stroke);
  }
  const double length = arc_length(points);
  for (const Arrow& arrow : arrows_along(points, arrows_from, kArrowSpacing, plane.map.box)) {
    if (length - arrow.at < keep_off || arrow.at < keep_off) continue;  // not under the head
    plane.parts.canvas.arrowhead(arrow.tip, arrow.dx, arrow.dy, 4.5 + 1.8 * stroke.width, stroke.color);
  }
}

void draw_path(Plane& plane, const Halves& h, const Stroke& stroke) {
  const bool complete = plane.parts.options.reduced_motion;
  Stroke future = stroke;
  future.color = with_alpha(stroke.color, complete ? 0.7 : kFuture);
  const double length = arc_length(h.past);
  // The future continues the past's count, so that arrowheads stay where they are while the head passes them.
  const double first = 40.0;
  const double next = length < first ? first - length : kArrowSpacing - std::fmod(length - first, kArrowSpacing);
  draw_half(plane, h.future, future, next, 10.0);
  draw_half(plane, h.past, stroke, first, 10.0);
}

// Unfocused runs first, the focused one on top.
std::vector<std::size_t> drawing_order(const Session& session) {
  std::vector<std::size_t> order;
  for (std::size_t r = 0; r < session.runs().size(); ++r)
    if (r != session.focus()) order.push_back(r);
  if (session.focus() < session.runs().size()) order.push_back(session.focus());
  return order;
}

void add_path_hits(Plane& plane, std::size_t run, const Halves& h) {
  const std::string tip = plane.parts.session.runs()[run].name + ": " + short_limit_text(plane.parts.session, run);
  for (const std::vector<Point>* half : {&h.past, &h.future}) {
    for (const std::vector<Point>& piece : clipped(*half, plane.map.box)) {
      Point last{-1e9, -1e9};
      for (const Point p : piece) {
        if (std::hypot(p.x - last.x, p.y - last.y) < 12.0) continue;
        plane.parts.canvas.hit(HitKind::path, static_cast<int>(run), 0, around(p, 8.0), tip);
        last = p;
      }
    }
  }
}

void draw_head(Plane& plane, std::span<const double> now, Color color, double radius) {
  const Point at = plane.screen(now);
  if (!plane.map.box.contains(at)) return;
  plane.parts.canvas.disc(at, radius, color, {plane.parts.theme.plane, 1.6});
  plane.labels.add_obstacle(around(at, radius + 1));
}

// The run that stands for a start shared by several cases: the one of the focused run's case.
bool shows_start(const Session& session, std::size_t run) {
  return session.runs()[run].case_index == session.runs()[session.focus()].case_index;
}

// The name of the case along its path, about two thirds of the visible way.
void label_case(Plane& plane, std::size_t r) {
  const RunInfo& run = plane.parts.session.runs()[r];
  std::vector<Point> visible;
  for (const Vector& p : run.p) {
    const Point at = plane.screen(p);
    if (!plane.map.box.contains(at)) break;
    visible.push_back(at);
  }
  if (visible.size() < 2) return;
  const std::string& name = plane.parts.session.experiment().cases[run.case_index].name;
  const Text text{{},  parse_markup(name),     kText, plane.parts.run_ink(r).text, Anchor::start,
                  0.0, plane.parts.theme.plane};
  const double length = arc_length(visible);
  for (const double part : {0.66, 0.55, 0.78, 0.44, 0.9}) {
    double walked = 0.0;
    std::size_t i = 1;
    while (i + 1 < visible.size() && walked < part * length) {
      walked += std::hypot(visible[i].x - visible[i - 1].x, visible[i].y - visible[i - 1].y);
      ++i;
    }
    if (plane.labels.place_around(plane.parts.canvas, text, visible[i], 8.0, true)) return;
  }
}

}  // namespace

void draw_paths(Plane& plane) {
  Parts& parts = plane.parts;
  const Session& session = parts.session;
  for (const std::size_t r : drawing_order(session)) {
    const RunInfo& run = session.runs()[r];
    const RunState& now = parts.states[r];
    const bool focused = r == session.focus();
    const double thick = (focused ? 2.4 : 1.6) + (parts.hovers(HitKind::path, static_cast<int>(r)) ? 1.0 : 0.0);
    const Halves p = halves(plane, run.p, now.iteration, now.p);
    draw_path(plane, p, parts.run_stroke(r, thick));
    add_path_hits(plane, r, p);
    if (run.v.empty()) continue;
    Stroke stroke = parts.run_stroke(r, thick);
    stroke.color = focused ? parts.theme.head.mark : with_alpha(parts.theme.head.mark, 0.6);
    draw_path(plane, halves(plane, run.v, now.iteration, now.v), stroke);
  }
}

void draw_starts_and_heads(Plane& plane) {
  Parts& parts = plane.parts;
  const Session& session = parts.session;
  const Experiment& experiment = session.experiment();
  for (const std::size_t r : drawing_order(session)) {
    const RunInfo& run = session.runs()[r];
    const Color color = parts.run_ink(r).mark;
    if (shows_start(session, r)) {
      const Start& start = experiment.starts[run.start_index];
      const Point at = plane.screen(start.p);
      const bool hovered = parts.hovers(HitKind::start, static_cast<int>(r));
      if (plane.map.box.contains(at)) {
        parts.canvas.disc(at, hovered ? 6.5 : 5.0, parts.theme.plane, {color, 2.2});
        plane.labels.add_obstacle(around(at, 6.0));
        parts.canvas.hit(HitKind::start, static_cast<int>(r), 0, around(at, 9.0),
                         "Start of " + session.runs()[r].name + ". Drag it, or click to follow this run.");
      }
      if (!run.v.empty()) {
        const Point v = plane.screen(start.v.empty() ? experiment.model.value : start.v);
        if (plane.map.box.contains(v)) parts.canvas.disc(v, 5.0, parts.theme.plane, {parts.theme.head.mark, 2.2});
      }
    }
    if (parts.states[r].iteration == 0) continue;
    const bool focused = r == session.focus();
    draw_head(plane, parts.states[r].p, color, focused ? 7.0 : 4.5);
    if (!run.v.empty()) draw_head(plane, parts.states[r].v, parts.theme.head.mark, focused ? 7.0 : 4.5);
  }
}

void draw_head_vector(Plane& plane) {
  Parts& parts = plane.parts;
  const Vector& v = parts.session.experiment().model.value;
  if (!parts.head_drawn || parts.session.experiment().train_v) return;
  const Point origin = plane.origin(), tip = plane.screen(v);
  parts.canvas.line(origin, tip, {parts.theme.head.mark, 2.4});
  parts.canvas.arrowhead(tip, tip.x - origin.x, tip.y - origin.y, 11.0, parts.theme.head.mark);
  plane.labels.add_line({origin, tip});
  parts.canvas.hit(HitKind::value, 0, 0, around(tip, 10.0),
                   "Head $v$: its product with a token is the token's score. Drag it.");
}

void label_runs(Plane& plane) {
  Parts& parts = plane.parts;
  const Session& session = parts.session;
  if (parts.layout.density == Density::tiny) return;
  const auto label = [&](std::string_view markup, std::span<const double> at, Color color) {
    const Point p = plane.screen(at);
    if (!plane.map.box.contains(p)) return;
    Text text{{}, parse_markup(markup), 15.0, color, Anchor::start, 0.0, parts.theme.plane};
    plane.labels.place_around(parts.canvas, std::move(text), p, 10.0, true);
  };
  if (one_run_a_case(session)) {
    for (std::size_t r = 0; r < session.runs().size(); ++r) label_case(plane, r);
  }
  const RunState& focused = parts.states[session.focus()];
  if (session.experiment().train_p) label("$p$", focused.p, parts.theme.prompt.text);
  if (session.experiment().train_v)
    label("$v$", focused.v, parts.theme.head.text);
  else if (parts.head_drawn)
    label("$v$", session.experiment().model.value, parts.theme.head.text);
}

}  // namespace attsvm::view
