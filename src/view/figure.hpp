// figure.hpp - the whole figure as one display list: title, plane, control row, side panels.
//
// A pure function of the session and the options; the same Drawing is painted on screen and written as SVG.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "lab/session.hpp"
#include "view/drawing.hpp"
#include "view/theme.hpp"

namespace attsvm::view {

/// How the plane is looked at, relative to the scene's own window: `zoom` times larger, its centre moved by (x, y)
/// units.
struct Camera {
  double x = 0.0, y = 0.0;
  double zoom = 1.0;
  bool operator==(const Camera&) const = default;
};

/// What the menu for editing is about (menu.hpp): a token, or a place of the plane.
struct Menu {
  std::optional<TokenId> token;
  Point place;            // in units of the plane; without a token
  std::size_t input = 0;  // that a token would be added to; without a token
};

struct FigureOptions {
  double width = 960.0;
  double height = 0.0;  // 0: natural_height
  ThemeName theme = ThemeName::light;
  Color contrast_background{0, 0, 0, 255}, contrast_ink{255, 255, 255, 255};  // of high_contrast
  bool show_title = true;
  bool show_controls = true;    // false for print: no buttons, no scrubber
  bool static_picture = false;  // poster or file: nothing of the pointer or the keyboard; the places stay the same
  bool reduced_motion = false;  // paths are drawn complete, whatever the iteration shown
  bool touch = false;           // tips keep clear of the finger
  Camera camera;
  std::optional<Point> pointer;  // where the hover tip appears; none: no tip
  Hit hovered;                   // kind none: nothing
  Hit focused;                   // of the keyboard: gets a ring
  std::optional<Menu> menu;      // open
  std::string notice;            // markup: what the last edit did, or why it was refused; shown in the plane
};

/// By width: tiny below 420, compact below 900.
enum class Density { tiny, compact, full };
Density density(double width);

/// The plane between p-space (x right, y up) and the screen.
struct PlaneMap {
  Box box;  // on screen
  double center_x = 0.0, center_y = 0.0;
  double scale = 1.0;  // pixels per unit

  Point to_screen(double x, double y) const {
    return {(box.left + box.right) / 2 + (x - center_x) * scale, (box.top + box.bottom) / 2 - (y - center_y) * scale};
  }
  Point to_plane(Point p) const {
    return {center_x + (p.x - (box.left + box.right) / 2) / scale,
            center_y - (p.y - (box.top + box.bottom) / 2) / scale};
  }
};

/// Iterations 0..last along a horizontal stretch, as log10(1 + k).
struct TimeScale {
  double left = 0.0, right = 1.0;
  long last = 1;

  double to_x(double iteration) const;
  long to_iteration(double x) const;  // clamped to 0..last
};

struct SliderPlace {
  Box track;
  double low = 0.0, high = 1.0;
  bool logarithmic = false;

  double to_x(double value) const;
  double to_value(double x) const;  // clamped to low..high
};

/// Where things are; figure() draws exactly this.
struct FigureLayout {
  Density density = Density::full;
  double width = 0.0, height = 0.0;
  double pad = 24.0;
  double title_bottom = 0.0;
  PlaneMap plane;
  Box controls;  // the row under the plane, sliders and legend included
  TimeScale scrubber;
  double scrubber_y = 0.0;
  std::vector<SliderPlace> sliders;  // one per parameter of the experiment
  double legend_top = 0.0;
  Box side;  // heat map, charts, numbers; empty when tiny
  double chart_height = 70.0;
};

Theme theme_of(const FigureOptions& options);
double natural_height(const Session& session, const FigureOptions& options);
FigureLayout layout(const Session& session, const FigureOptions& options);
Drawing figure(const Session& session, const FigureOptions& options);

}  // namespace attsvm::view
