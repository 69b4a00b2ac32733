// Charts against the number of iterations, on a logarithmic time axis.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "view/numbers.hpp"
#include "view/parts.hpp"
#include "view/path.hpp"

namespace attsvm::view {
namespace {

struct Curves {
  std::string heading;
  std::string unit;
  Vector RunCurves::*values;
  double factor = 1.0;  // to the unit shown
};

Curves describe(const Session& session, Curve curve) {
  const bool several = session.experiment().data.n() > 1;
  switch (curve) {
    case Curve::probability:
      return {several ? "Softmax probability of the optimal tokens" : "Softmax probability of the optimal token", "",
              &RunCurves::probability};
    case Curve::angle:
      return {"Angle to the SVM direction it tends to", "°", &RunCurves::angle, 180.0 / std::numbers::pi};
    case Curve::norm:
      return {"Norm $\\|p\\|$", "", &RunCurves::norm};
    case Curve::loss:
      return {"Loss", "", &RunCurves::loss};
    case Curve::equivalence:
      return {"Largest difference between the runs on $p$ and on $W$", "", &RunCurves::equivalence};
    case Curve::logistic_probability:
    case Curve::path_angle:  // drawn against R (path_panel.cpp)
      break;
  }
  return {"Logistic probability of the label", "", &RunCurves::logistic_probability};
}

bool bounded(Curve curve) { return curve == Curve::probability || curve == Curve::logistic_probability; }

struct Range {
  double low = std::numeric_limits<double>::infinity(), high = -low;
  double low_positive = low;
};

Range range_of(const Session& session, const Curves& curves) {
  Range range;
  for (const RunInfo& run : session.runs()) {
    for (const double raw : run.curves.*curves.values) {
      if (!std::isfinite(raw)) continue;
      const double value = raw * curves.factor;
      range.low = std::min(range.low, value);
      range.high = std::max(range.high, value);
      if (value > 0.0) range.low_positive = std::min(range.low_positive, value);
    }
  }
  return range;
}

ChartAxis axis_of(const Session& session, Curve curve, const Curves& curves, const Box& box) {
  if (bounded(curve)) return {0.0, 1.04, false, box};
  const Range range = range_of(session, curves);
  if (!(range.low <= range.high)) return {0.0, 1.0, false, box};
  if (curve == Curve::angle)
    return {std::max(0.5 * range.low_positive, range.high > 1.0 ? 0.01 : 1e-6), 180.0, true, box};
  if (curve == Curve::equivalence) return {1e-18, 1e-8, true, box};
  if (range.low > 0.0 && range.high > 30.0 * range.low_positive) {
    return {0.8 * std::max(range.low_positive, 1e-12 * range.high), 1.3 * range.high, true, box};
  }
  if (curve == Curve::norm && range.high > 30.0 * std::max(range.low_positive, 1e-300) && range.low >= 0.0) {
    return {std::max(0.8 * range.low_positive, 1e-4 * range.high), 1.3 * range.high, true, box};
  }
  const double low = std::min(range.low, curve == Curve::norm || range.low > 0.0 ? 0.0 : range.low);
  const double room = std::max(range.high - low, 1e-12 * (1.0 + std::fabs(low)));
  return {low - (low < 0.0 ? 0.08 * room : 0.0), range.high + 0.08 * room, false, box};
}

}  // namespace

std::vector<ChartLevel> chart_levels(const ChartAxis& axis, bool probability) {
  std::vector<ChartLevel> levels;
  const auto add = [&](double value, std::string label) { levels.push_back({axis.to_y(value), std::move(label)}); };
  if (probability) {
    add(0.5, "0.5");
    add(1.0, "1");
  } else if (axis.logarithmic) {
    for (const int e : decade_ticks(axis.low, axis.high, std::max(1, static_cast<int>(axis.box.height() / 18.0)))) {
      const double value = std::pow(10.0, e);
      add(value, e >= -2 && e <= 3 ? compact(value, 4) : power_of_ten(e));
    }
  } else {
    const std::vector<double> ticks =
        linear_ticks(axis.low, axis.high, std::max(1, static_cast<int>(axis.box.height() / 30.0)));
    for (const double value : ticks)
      if (value != 0.0 || axis.low < 0.0) add(value, fixed(value, tick_decimals(ticks)));
  }
  std::erase_if(levels, [&](const ChartLevel& l) { return l.y < axis.box.top || l.y > axis.box.bottom - 1; });
  return levels;
}

void draw_level_numbers(Parts& parts, const std::vector<ChartLevel>& levels, const ChartAxis& axis,
                        const std::string& unit) {
  TextStyle style = parts.style(kTick, parts.theme.muted);
  style.halo = parts.theme.plane;
  double taken = axis.box.bottom + 20;  // baseline of the number below
  for (const ChartLevel& level : levels) {
    const double baseline =
        std::clamp(level.y + 4, axis.box.top + 12, axis.box.bottom - 4);  // the line runs through it
    if (taken - baseline < 12) continue;
    taken = baseline;
    parts.canvas.text({axis.box.left + 5, baseline}, level.label + unit, style);
  }
}

namespace {

// Samples about a pixel apart: enough for every curve, shared by all of them.
std::vector<std::size_t> visible_samples(const std::vector<long>& times, const TimeScale& scale) {
  std::vector<std::size_t> kept;
  double last = -1e9;
  for (std::size_t i = 0; i < times.size() && times[i] <= scale.last; ++i) {
    const double x = scale.to_x(static_cast<double>(times[i]));
    if (x - last >= 1.0 || i + 1 == times.size()) {
      kept.push_back(i);
      last = x;
    }
  }
  return kept;
}

void draw_curve(Canvas& canvas, const Vector& values, double factor, const std::vector<std::size_t>& samples,
                const std::vector<long>& times, const TimeScale& scale, const ChartAxis& axis, const Stroke& stroke) {
  std::vector<Point> points;
  for (const std::size_t i : samples) {
    if (i >= values.size() || !std::isfinite(values[i])) continue;
    const double value = values[i] * factor;
    points.push_back(
        {scale.to_x(static_cast<double>(times[i])), axis.to_y(axis.logarithmic ? std::max(value, axis.low) : value)});
  }
  canvas.polyline(decimated(points, 0.7), stroke);
}

// The value read at the pointer: a line, a dot, a sentence.
void read_value(Parts& parts, const Curves& curves, const TimeScale& scale, const ChartAxis& axis) {
  const Session& session = parts.session;
  const Vector& values = session.runs()[session.focus()].curves.*curves.values;
  const std::vector<long>& times = session.samples();
  const std::size_t count = std::min(values.size(), times.size());
  if (count == 0 || !parts.options.pointer) return;
  const long k = scale.to_iteration(parts.options.pointer->x);
  const auto after = std::upper_bound(times.begin(), times.begin() + static_cast<std::ptrdiff_t>(count), k);
  const std::size_t i = after == times.begin() ? 0 : static_cast<std::size_t>(after - times.begin()) - 1;
  const double value = values[i] * curves.factor;
  const Point at{scale.to_x(static_cast<double>(times[i])), axis.to_y(std::isfinite(value) ? value : axis.low)};
  parts.canvas.line({at.x, axis.box.top}, {at.x, axis.box.bottom}, {parts.theme.muted, 1.0, 2.0, 3.0});
  parts.canvas.disc(at, 3.5, parts.run_ink(session.focus()).mark, {parts.theme.plane, 1.2});
  parts.tip = "Iteration " + attsvm::view::count(times[i]) + ": " + compact(value, 4) + curves.unit + " for " +
              session.runs()[session.focus()].name + ".";
}

}  // namespace

double ChartAxis::to_y(double value) const {
  const double v = std::clamp(value, low, high);
  const double t = logarithmic ? std::log(v / low) / std::log(high / low) : (v - low) / (high - low);
  return box.bottom - t * box.height();
}

int charts_shown(const Session& session, Density density) {
  const int all = static_cast<int>(session.view().curves.size());
  return density == Density::tiny ? 0 : density == Density::compact ? std::min(all, 1) : all;
}

void draw_time_labels(Canvas& canvas, const TimeScale& scale, double baseline, double tick_top, const Theme& theme,
                      double spacing) {
  double taken = -1e9;
  const auto label = [&](long k, const std::string& text) {
    const double x = scale.to_x(static_cast<double>(k));
    if (tick_top > 0.0) canvas.line({x, tick_top}, {x, tick_top + 4}, {theme.axis, 1.0});
    if (x - taken < spacing) return;
    canvas.text({x, baseline}, text, {kTick, theme.muted, Anchor::middle});
    taken = x;
  };
  label(0, "0");
  long k = 10;
  for (int e = 1; k <= scale.last; ++e, k *= 10) {
    label(k, power_of_ten(e));
    if (k > scale.last / 10) break;
  }
}

void draw_chart(Parts& parts, const Box& area, int chart, bool time_labels) {
  const Session& session = parts.session;
  const Theme& theme = parts.theme;
  Canvas& canvas = parts.canvas;
  const Curve curve = session.view().curves[static_cast<std::size_t>(chart)];
  if (curve == Curve::path_angle) return draw_path_chart(parts, area, chart);
  const Curves curves = describe(session, curve);
  canvas.text({area.left, area.top + 12}, curves.heading, parts.style(kText, theme.ink, Anchor::start, Face::semibold));

  const Box box{area.left, area.top + kHeading, area.right, area.bottom};
  const TimeScale scale{box.left + 1, box.right - 1, session.horizon()};
  const ChartAxis axis = axis_of(session, curve, curves, box);
  canvas.rect(box, 4.0, theme.plane);
  canvas.push_clip(box, 4.0);
  const std::vector<ChartLevel> levels = chart_levels(axis, bounded(curve));
  for (const ChartLevel& level : levels) canvas.line({box.left, level.y}, {box.right, level.y}, {theme.grid, 1.0});

  const std::vector<std::size_t> samples = visible_samples(session.samples(), scale);
  for (int pass = 0; pass < 2; ++pass) {  // the focused run on top
    for (std::size_t r = 0; r < session.runs().size(); ++r) {
      const bool focused = r == session.focus();
      if (focused != (pass == 1)) continue;
      Stroke stroke = parts.run_stroke(r, focused ? 2.2 : 1.3);
      if (!focused) stroke.color = with_alpha(stroke.color, 0.75);
      draw_curve(canvas, session.runs()[r].curves.*curves.values, curves.factor, samples, session.samples(), scale,
                 axis, stroke);
    }
  }
  const double now = scale.to_x(static_cast<double>(session.iteration()));
  canvas.line({now, box.top}, {now, box.bottom}, {theme.muted, 1.0});
  draw_level_numbers(parts, levels, axis, curves.unit);
  if (parts.hovers(HitKind::chart, chart)) read_value(parts, curves, scale, axis);
  canvas.pop_clip();
  canvas.rect(box, 4.0, {}, {theme.frame, 1.0});
  canvas.hit(HitKind::chart, chart, 0, box, "");
  if (time_labels) draw_time_labels(canvas, scale, box.bottom + 14, 0.0, theme, 30.0);
}

}  // namespace attsvm::view
