// parts.hpp - the pieces a figure is put together from; each draws into its own place of the layout.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "view/canvas.hpp"
#include "view/figure.hpp"

namespace attsvm::view {

struct LogRange {
  double low = 0.0, high = 0.0;
};

/// What every piece needs to know.
struct Parts {
  const Session& session;
  const FigureOptions& options;
  const FigureLayout& layout;
  const Theme& theme;
  Canvas& canvas;
  std::vector<RunState> states;       // of every run at the shown iteration
  std::size_t solution = 0;           // index of the solution whose margin bands and certificate are shown
  bool head_drawn = false;            // v has an arrow or a path in the plane
  std::optional<LogRange> landscape;  // of the loss above its infimum, where it is drawn behind the plane
  std::string tip;                    // said at the pointer, instead of the hovered hit's own

  bool hovers(HitKind kind, int a, int b = 0) const {
    return options.hovered.kind == kind && options.hovered.a == a && options.hovered.b == b;
  }
  const Ink& solution_ink(SelectionKind kind) const;
  const Ink& run_ink(std::size_t run) const;  // the focused run: that of p; others: of the solution they tend to
  Stroke run_stroke(std::size_t run, double width) const;  // dashed for the second case, dotted for the third
  TextStyle style(double size, Color color, Anchor anchor = Anchor::start, Face face = Face::regular) const;
};

// Sizes that layout and drawing share.
inline constexpr double kText = 13.0, kSmall = 12.0, kTick = 11.5;
inline constexpr double kPlaneRadius = 6.0;  // of its corners
inline constexpr double kRow = 20.0;         // of the numbers
inline constexpr double kHeading = 20.0;     // from a panel's top to its content
inline constexpr double kPanelGap = 18.0;
inline constexpr double kTimeAxis = 16.0;  // tick labels under the last chart
inline constexpr double kTinyRow = 58.0;   // play, scrubber and a line of words
inline constexpr double kButtonsRow = 54.0, kChipsRow = 34.0, kLegendRow = 20.0;
inline constexpr int kSentenceLines = 3;  // reserved for limit_text
inline constexpr double kLeading = 17.0;

/// Vertical axis of a chart: value -> y.
struct ChartAxis {
  double low = 0.0, high = 1.0;
  bool logarithmic = false;
  Box box;

  double to_y(double value) const;  // clamped to the axis
};
struct ChartLevel {
  double y = 0.0;
  std::string label;
};
std::vector<ChartLevel> chart_levels(const ChartAxis& axis, bool probability);
void draw_level_numbers(Parts& parts, const std::vector<ChartLevel>& levels, const ChartAxis& axis,
                        const std::string& unit);

double heat_map_height(const Session& session, double width);
double numbers_height(const Session& session, Density density);
int charts_shown(const Session& session, Density density);
int legend_lines(Density density, double width);

void draw_plane(Parts& parts);
void draw_controls(Parts& parts);
void draw_legend(Parts& parts);
void draw_heat_map(Parts& parts, const Box& area);
void draw_chart(Parts& parts, const Box& area, int chart, bool time_labels);  // area: heading and frame
void draw_path_chart(Parts& parts, const Box& area, int chart);               // angle to the SVM direction against R
void draw_numbers(Parts& parts, const Box& area);
void draw_menu(Parts& parts);  // when it is open
void draw_hint(Parts& parts);  // keys of what has the focus, or what the last edit did

/// Labels under a time axis: 0, 10, 10², ... up to the horizon, none closer than `spacing` pixels.
void draw_time_labels(Canvas& canvas, const TimeScale& scale, double baseline, double tick_top, const Theme& theme,
                      double spacing);

}  // namespace attsvm::view
