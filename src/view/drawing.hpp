// drawing.hpp - the display list: what a figure looks like, as plain values.
//
// Made by view/, shown by ui/ (Dear ImGui) or written by svg.hpp. Unit: CSS pixels, origin at the top left, y down.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <variant>
#include <vector>

namespace attsvm {
class Landscape;
}

namespace attsvm::view {

struct Point {
  double x = 0.0;
  double y = 0.0;
};

struct Box {
  double left = 0.0, top = 0.0, right = 0.0, bottom = 0.0;
  double width() const { return right - left; }
  double height() const { return bottom - top; }
  bool contains(Point p) const { return p.x >= left && p.x <= right && p.y >= top && p.y <= bottom; }
};

struct Color {
  std::uint8_t r = 0, g = 0, b = 0, a = 0;  // a = 0: not drawn
  bool operator==(const Color&) const = default;
};

struct Stroke {
  Color color;
  double width = 1.0;
  double dash = 0.0, gap = 0.0;  // dash = 0: solid
};

struct Polyline {
  std::vector<Point> points;
  Stroke stroke;
};

struct Polygon {
  std::vector<Point> points;
  Color fill;
  Stroke edge;
};

struct Disc {
  Point center;
  double radius = 0.0;
  Color fill;
  Stroke edge;
};

struct Rect {
  Box box;
  double radius = 0.0;
  Color fill;
  Stroke edge;
};

enum class Anchor : std::uint8_t { start, middle, end };
enum class Face : std::uint8_t { regular, semibold, math };  // math: italic serif, for variables and Greek

/// A piece of text in one face; `shift` moves the baseline (fractions of the size, up is positive), `scale` its size.
/// `stacked` marks the first of two stacked pieces (superscript over subscript): the next one starts where this one
/// starts, and what follows starts after the wider of the two.
struct Span {
  std::string text;  // UTF-8
  Face face = Face::regular;
  double scale = 1.0;
  double shift = 0.0;
  bool stacked = false;
};

struct Text {
  Point at;  // on the baseline
  std::vector<Span> spans;
  double size = 13.0;
  Color color;
  Anchor anchor = Anchor::start;
  double angle = 0.0;  // degrees, counter-clockwise, about `at`
  Color halo;          // drawn around the letters to lift them off lines
};

/// A loss landscape as tones, shallow where the loss is large: computed per pixel on screens, written as bands in
/// files.
struct Field {
  Box box;
  double radius = 0.0;  // of the corners
  std::shared_ptr<const Landscape> landscape;
  Point center;        // the point of its plane (y up) in the middle of the box
  double scale = 1.0;  // pixels per unit of the plane
  double top = 0.0;    // value with the shallow colour, and above
  double fall = 1.0;   // how far below it the tone is 1 - 1/e
  Color shallow, deep;
};

struct PushClip {
  Box box;
  double radius = 0.0;
};
struct PopClip {};

using Shape = std::variant<Polyline, Polygon, Disc, Rect, Text, Field, PushClip, PopClip>;

/// What the pointer can touch. Later hits lie above earlier ones.
enum class HitKind : std::uint8_t {
  none,
  plane,  // background of the plane: pan, zoom
  token,  // a = input, b = token: drag
  start,  // a = run: drag the initial p
  value,  // the tip of head v: drag
  path,   // a = run: select the run
  play,
  step,
  reset,
  scrubber,
  speed,
  parameter,  // a = index of the scene's parameter: slider
  weight,     // a = input, b = token: hover explains
  symbol,     // a = index of Drawing::hits' own `tip`
  chart,      // a = index of the chart: hover reads values
  option,     // a = index of the option chip
  landscape,  // the chip that shows and hides the loss behind the plane
  edit,       // the chip that opens the menu
  menu,       // the menu's card: keeps the pointer from what lies under it
  item,       // a = index of the menu's entry
  number,     // a = index of the menu's number
};

struct Hit {
  HitKind kind = HitKind::none;
  int a = 0;
  int b = 0;
  Box box;          // area on screen
  std::string tip;  // a sentence shown on hover; may be empty
};

struct Drawing {
  double width = 0.0;
  double height = 0.0;
  std::vector<Shape> shapes;
  std::vector<Hit> hits;
  std::string title;        // for SVG <title> and screen readers
  std::string description;  // for SVG <desc>
};

}  // namespace attsvm::view
