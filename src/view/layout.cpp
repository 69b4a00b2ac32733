// Where things are: density by width, natural heights, the plane's window.
#include <algorithm>
#include <cmath>

#include "view/figure.hpp"
#include "view/markup.hpp"
#include "view/parts.hpp"
#include "view/title.hpp"

namespace attsvm::view {
namespace {

constexpr double kSideGap = 28.0;
constexpr double kXTicks = 20.0;
constexpr double kSliderWidth = 260.0;
constexpr double kSliderBeside = 520.0;  // a plane this wide has room for one slider beside the chips
constexpr double kChipsRoom = 350.0;     // and for the slider's name

struct Column {
  double plane_width = 0.0;
  double side_width = 0.0;
};

double pad_of(Density density) {
  switch (density) {
    case Density::tiny:
      return 10.0;
    case Density::compact:
      return 16.0;
    case Density::full:
      break;
  }
  return 24.0;
}

Column columns(const FigureOptions& options) {
  const Density d = density(options.width);
  const double inner = std::max(options.width - 2 * pad_of(d), 40.0);
  if (d != Density::full) return {inner, inner};
  const double side = std::clamp(0.335 * options.width, 300.0, 460.0);
  return {inner - side - kSideGap, side};
}

double natural_plane_height(const Session& session, double width, Density density) {
  const auto& w = session.view().window;
  const double aspect = (w[3] - w[2]) / std::max(w[1] - w[0], 1e-9);
  return width * std::clamp(aspect, 0.55, density == Density::full ? 0.82 : 0.9);
}

// The row of buttons, the row of chips and sliders, the legend.
double controls_height(const Session& session, const FigureOptions& options) {
  const Density d = density(options.width);
  if (d == Density::tiny) {
    if (!options.show_controls) return kLeading + 6;
    return kTinyRow + kChipsRow * static_cast<double>(session.sliders().size());
  }
  const double width = columns(options).plane_width;
  double height = kLegendRow * legend_lines(d, width) + 4;
  if (!options.show_controls) return height;
  height += kButtonsRow + kChipsRow;
  const std::size_t sliders = session.sliders().size();
  const std::size_t beside = width >= kSliderBeside ? 1 : 0;
  if (sliders > beside) height += kChipsRow * static_cast<double>(sliders - beside);
  return height;
}

bool side_by_side(double width) { return width >= 560.0; }

// Height of heat map, charts and numbers with charts of this height.
double side_height(const Session& session, const FigureOptions& options, double chart) {
  const Density d = density(options.width);
  if (d == Density::tiny) return 0.0;
  const double width = columns(options).side_width;
  const int charts = charts_shown(session, d);
  const double all_charts = charts * (kHeading + chart + kPanelGap) + kTimeAxis;
  if (d == Density::compact && side_by_side(width)) {
    const double half = (width - kSideGap) / 2;
    return std::max(heat_map_height(session, half) + kPanelGap + all_charts - kPanelGap, numbers_height(session, d));
  }
  return heat_map_height(session, width) + kPanelGap + all_charts + numbers_height(session, d);
}

constexpr double kLeastChart = 56.0, kChart = 70.0, kMostChart = 110.0;

}  // namespace

Density density(double width) {
  return width < 420.0 ? Density::tiny : width < 900.0 ? Density::compact : Density::full;
}

double natural_height(const Session& session, const FigureOptions& options) {
  const Density d = density(options.width);
  const double top = title_bottom(session, options);
  const double plane = natural_plane_height(session, columns(options).plane_width, d);
  const double left = plane + kXTicks + controls_height(session, options);
  const double bottom_pad = pad_of(d) * 0.7;
  switch (d) {
    case Density::tiny:
      return std::ceil(top + left + bottom_pad);
    case Density::compact:
      return std::ceil(top + left + kPanelGap + side_height(session, options, 96.0) + bottom_pad);
    case Density::full:
      break;
  }
  return std::ceil(top + std::max(left, side_height(session, options, kLeastChart)) + bottom_pad);
}

FigureLayout layout(const Session& session, const FigureOptions& options) {
  FigureLayout l;
  l.density = density(options.width);
  l.width = options.width;
  l.height = options.height > 0.0 ? options.height : natural_height(session, options);
  l.pad = pad_of(l.density);
  l.title_bottom = title_bottom(session, options);
  const Column column = columns(options);
  const double bottom = l.height - l.pad * 0.7;

  // The plane takes what the rest leaves.
  const double controls = controls_height(session, options);
  double below = kXTicks + controls;
  if (l.density == Density::compact) below += kPanelGap + side_height(session, options, 96.0);
  const double plane_height = std::max(bottom - l.title_bottom - below, 80.0);
  l.plane.box = {l.pad, l.title_bottom, l.pad + column.plane_width, l.title_bottom + plane_height};

  const auto& w = session.view().window;
  l.plane.scale = options.camera.zoom * std::min(l.plane.box.width() / std::max(w[1] - w[0], 1e-9),
                                                 l.plane.box.height() / std::max(w[3] - w[2], 1e-9));
  l.plane.center_x = (w[0] + w[1]) / 2 + options.camera.x;
  l.plane.center_y = (w[2] + w[3]) / 2 + options.camera.y;

  const double top = l.plane.box.bottom + kXTicks;
  l.controls = {l.plane.box.left, top, l.plane.box.right, top + controls};
  const bool tiny = l.density == Density::tiny;
  const double label = tiny ? 0.0 : column.plane_width < 420.0 ? 96.0 : 128.0;  // "iteration 100 000" at the right
  l.scrubber = {l.controls.left + (tiny ? 48.0 : 84.0), l.controls.right - label - 10.0, session.horizon()};
  l.scrubber_y = top + (tiny ? 12.0 : 20.0);

  if (options.show_controls) {
    double y = top + (tiny ? kTinyRow : kButtonsRow);
    bool beside = column.plane_width >= kSliderBeside;
    if (!tiny && !beside) y += kChipsRow;
    for (const Slider& slider : session.sliders()) {
      const double right = l.controls.right - 56.0;  // the value stands there
      const double beside_chips = right - std::min(kSliderWidth, 0.4 * column.plane_width);
      const double left = l.controls.left + (beside ? std::max(kChipsRoom, beside_chips - l.controls.left) : 30.0);
      l.sliders.push_back({{left, y + 8, right, y + 24}, slider.low, slider.high, slider.logarithmic});
      y += kChipsRow;
      beside = false;
    }
  }
  if (!tiny) l.legend_top = l.controls.bottom - kLegendRow * legend_lines(l.density, column.plane_width);

  if (l.density == Density::full) {
    l.side = {l.plane.box.right + kSideGap, l.title_bottom, l.width - l.pad, bottom};
    const int charts = charts_shown(session, l.density);
    const double fixed = side_height(session, options, 0.0);
    l.chart_height = charts > 0 ? std::clamp((l.side.height() - fixed) / charts, kLeastChart, kMostChart) : kChart;
  } else if (l.density == Density::compact) {
    l.side = {l.pad, l.controls.bottom + kPanelGap, l.width - l.pad, bottom};
    l.chart_height = 96.0;
  }
  return l;
}

}  // namespace attsvm::view
