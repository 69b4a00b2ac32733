// canvas.hpp - fills a Drawing: short names for the shapes that figures are made of.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "view/drawing.hpp"

namespace attsvm::view {

struct TextStyle {
  double size = 13.0;
  Color color;
  Anchor anchor = Anchor::start;
  Face face = Face::regular;
  double angle = 0.0;
  Color halo = {};
};

/// Shapes of tokens, by input.
enum class Marker { circle, square, triangle, diamond, pentagon, cross };
Marker marker_of_input(std::size_t input);

class Canvas {
 public:
  explicit Canvas(Drawing& drawing) : drawing_(drawing) {}

  void line(Point from, Point to, const Stroke& stroke) { polyline({from, to}, stroke); }
  void polyline(std::vector<Point> points, const Stroke& stroke);
  void polygon(std::vector<Point> points, Color fill, const Stroke& edge = {});
  void disc(Point center, double radius, Color fill, const Stroke& edge = {});
  void rect(const Box& box, double radius, Color fill, const Stroke& edge = {});
  void field(Field field) { drawing_.shapes.emplace_back(std::move(field)); }
  void push_clip(const Box& box, double radius = 0.0);
  void pop_clip();

  /// A line of marked-up text with its baseline at `at`; returns its width.
  double text(Point at, std::string_view markup, const TextStyle& style);
  /// Lines below each other, broken at `width`; returns the y below the last one.
  double paragraph(Point at, std::string_view markup, double width, double leading, const TextStyle& style);
  void text(Text text);

  void star(Point center, double radius, Color fill, const Stroke& edge);
  void marker(Marker shape, Point center, double radius, Color fill, const Stroke& edge);
  /// A filled triangle whose tip lies at `tip`; (dx, dy) is the direction on screen.
  void arrowhead(Point tip, double dx, double dy, double size, Color color);

  void hit(HitKind kind, int a, int b, const Box& box, std::string tip);

  Drawing& drawing() { return drawing_; }

 private:
  Drawing& drawing_;
};

Box around(Point center, double half_width, double half_height);
inline Box around(Point center, double half) { return around(center, half, half); }
Box inflated(const Box& box, double by);
bool overlap(const Box& a, const Box& b);

}  // namespace attsvm::view
