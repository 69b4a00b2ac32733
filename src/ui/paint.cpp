#include "ui/paint.hpp"

#include <imgui_internal.h>  // ImDrawListSharedData

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <string_view>
#include <variant>
#include <vector>

#include "ui/triangulate.hpp"
#include "view/field.hpp"
#include "view/metrics.hpp"

namespace attsvm::ui {
namespace {

constexpr float kHaloWidth = 2.0f;  // CSS pixels

// Strokes thinner than a pixel are drawn a pixel wide and fainter.
ImU32 to_imgui(view::Color color, float coverage = 1.0f) {
  const float alpha = static_cast<float>(color.a) * std::clamp(coverage, 0.0f, 1.0f);
  return IM_COL32(color.r, color.g, color.b, static_cast<int>(std::lround(alpha)));
}

// Turns about the origin of a text, then moves it there.
struct Placement {
  ImVec2 at;
  float cos = 1.0f, sin = 0.0f;
  ImVec2 operator()(float x, float y) const { return {at.x + cos * x + sin * y, at.y - sin * x + cos * y}; }
};

class Painter {
 public:
  Painter(const Fonts& fonts, ImDrawList& list, ImVec2 origin, float scale, FieldPictures* pictures)
      : fonts_(fonts), list_(list), origin_(origin), scale_(scale), pictures_(pictures) {}

  void operator()(const view::Polyline& line) {
    place(line.points);
    stroke(line.stroke, false);
  }

  void operator()(const view::Polygon& polygon) {
    place(polygon.points);
    if (points_.size() >= 3 && polygon.fill.a) fill(polygon.fill);
    stroke(polygon.edge, true);
  }

  void operator()(const view::Disc& disc) {
    const ImVec2 center = to_screen(disc.center);
    const float radius = length(disc.radius);
    if (disc.fill.a) list_.AddCircleFilled(center, radius, to_imgui(disc.fill));
    if (!disc.edge.color.a) return;
    if (disc.edge.dash > 0.0) {
      list_.PathArcTo(center, radius, 0.0f, 2.0f * std::numbers::pi_v<float>);
      take_path();
      stroke(disc.edge, true);
    } else {
      const float width = length(disc.edge.width);
      list_.AddCircle(center, radius, to_imgui(disc.edge.color, width), 0, std::max(width, 1.0f));
    }
  }

  void operator()(const view::Rect& rect) {
    const ImVec2 low = to_screen({rect.box.left, rect.box.top}), high = to_screen({rect.box.right, rect.box.bottom});
    const float radius = length(rect.radius);
    if (rect.fill.a) list_.AddRectFilled(low, high, to_imgui(rect.fill), radius);
    if (!rect.edge.color.a) return;
    list_.PathRect(low, high, radius);  // AddRect would move the edge by half a pixel
    take_path();
    stroke(rect.edge, true);
  }

  void operator()(const view::Text& text) {
    const float angle = static_cast<float>(text.angle) * std::numbers::pi_v<float> / 180.0f;
    Placement placement{to_screen(text.at), std::cos(angle), std::sin(angle)};
    if (text.angle == 0.0) placement.at.y = std::round(placement.at.y);  // horizontal text stands on whole pixels
    if (text.halo.a) {
      const float reach = length(kHaloWidth);
      for (int i = 0; i < 8; ++i) {
        const float turn = static_cast<float>(i) * std::numbers::pi_v<float> / 4.0f;
        Placement moved = placement;
        moved.at.x += reach * std::cos(turn);
        moved.at.y += reach * std::sin(turn);
        write(text, moved, to_imgui(text.halo));
      }
    }
    write(text, placement, to_imgui(text.color));
  }

  void operator()(const view::Field& field) {
    const ImVec2 low = rounded(to_screen({field.box.left, field.box.top}));
    const ImVec2 high = rounded(to_screen({field.box.right, field.box.bottom}));
    const view::Box box{from_screen(low).x, from_screen(low).y, from_screen(high).x, from_screen(high).y};
    const ImTextureID texture = pictures_ ? pictures_->picture(field, box, {high.x - low.x, high.y - low.y}) : nullptr;
    if (!texture) return mesh(field, box);
    list_.AddImageRounded(texture, low, high, {0.0f, 1.0f}, {1.0f, 0.0f}, IM_COL32_WHITE, length(field.radius));
  }

  void operator()(const view::PushClip& clip) {
    // Dear ImGui clips to rectangles: the rounding of the corners is left to what is drawn over them.
    list_.PushClipRect(to_screen({clip.box.left, clip.box.top}), to_screen({clip.box.right, clip.box.bottom}), true);
  }
  void operator()(const view::PopClip&) { list_.PopClipRect(); }

 private:
  float length(double css) const { return static_cast<float>(css) * scale_; }
  ImVec2 to_screen(view::Point p) const { return {origin_.x + length(p.x), origin_.y + length(p.y)}; }
  view::Point from_screen(ImVec2 p) const { return {(p.x - origin_.x) / scale_, (p.y - origin_.y) / scale_}; }
  static ImVec2 rounded(ImVec2 p) { return {std::round(p.x), std::round(p.y)}; }

  void place(const std::vector<view::Point>& points) {
    points_.resize(0);
    for (const view::Point& p : points) points_.push_back(to_screen(p));
  }

  void take_path() {
    points_.assign(list_._Path.begin(), list_._Path.end());
    list_.PathClear();
  }

  // --- lines and areas: points_ holds the shape
  // -----------------------------------------------------------------------
  void stroke(const view::Stroke& stroke, bool closed) {
    if (!stroke.color.a || points_.size() < 2) return;
    const float width = length(stroke.width);
    const ImU32 color = to_imgui(stroke.color, width);
    if (stroke.dash > 0.0) {
      if (closed) points_.push_back(points_.front());
      dashes(color, std::max(width, 1.0f), length(stroke.dash), length(std::max(stroke.gap, 0.5)));
    } else {
      list_.AddPolyline(points_.data(), static_cast<int>(points_.size()), color, closed ? ImDrawFlags_Closed : 0,
                        std::max(width, 1.0f));
    }
  }

  // A dash bends with the line and goes on through its corners.
  void dashes(ImU32 color, float width, float dash, float gap) {
    const auto flush = [&] {
      if (dash_.size() >= 2) list_.AddPolyline(dash_.data(), static_cast<int>(dash_.size()), color, 0, width);
      dash_.resize(0);
    };
    dash_.assign(1, points_.front());
    bool drawing = true;
    float left = dash;
    for (std::size_t i = 1; i < points_.size(); ++i) {
      ImVec2 from = points_[i - 1];
      const ImVec2 to = points_[i];
      float rest = std::hypot(to.x - from.x, to.y - from.y);
      if (!std::isfinite(rest)) return dash_.resize(0);
      while (rest > left) {
        from = {from.x + (to.x - from.x) * left / rest, from.y + (to.y - from.y) * left / rest};
        rest -= left;
        if (drawing) {
          dash_.push_back(from);
          flush();
        } else {
          dash_.assign(1, from);
        }
        drawing = !drawing;
        left = drawing ? dash : gap;
      }
      left -= rest;
      if (drawing) dash_.push_back(to);
    }
    flush();
  }

  void fill(view::Color color) {
    if (signed_area(points_) < 0.0f) std::reverse(points_.begin(), points_.end());
    if (is_convex(points_)) {
      list_.AddConvexPolyFilled(points_.data(), static_cast<int>(points_.size()), to_imgui(color));
      return;
    }
    const std::vector<unsigned> triangles = triangulate(points_);
    const ImVec2 white = list_._Data->TexUvWhitePixel;
    list_.PrimReserve(static_cast<int>(triangles.size()), static_cast<int>(points_.size()));
    const unsigned first = list_._VtxCurrentIdx;
    for (const unsigned corner : triangles) list_.PrimWriteIdx(first + corner);
    for (const ImVec2& p : points_) list_.PrimWriteVtx(p, white, to_imgui(color));
    // The triangles end hard; a line of one pixel smooths their outline.
    list_.AddPolyline(points_.data(), static_cast<int>(points_.size()), to_imgui(color), ImDrawFlags_Closed, 1.0f);
  }

  // --- fields
  // ---------------------------------------------------------------------------------------------------------
  // Tones at the nodes of a grid, straight between them.
  void mesh(const view::Field& field, const view::Box& box) {
    constexpr int kColumns = 64, kRows = 48;
    list_.PrimReserve(6 * kColumns * kRows, (kColumns + 1) * (kRows + 1));
    const unsigned first = list_._VtxCurrentIdx;
    for (unsigned j = 0; j < kRows; ++j) {
      for (unsigned i = 0; i < kColumns; ++i) {
        const unsigned node = first + j * (kColumns + 1) + i, below = node + kColumns + 1;
        for (const unsigned corner : {node, node + 1, below + 1, node, below + 1, below}) list_.PrimWriteIdx(corner);
      }
    }
    for (int j = 0; j <= kRows; ++j) {
      for (int i = 0; i <= kColumns; ++i) {
        const view::Point at{std::lerp(box.left, box.right, i / static_cast<double>(kColumns)),
                             std::lerp(box.top, box.bottom, j / static_cast<double>(kRows))};
        list_.PrimWriteVtx(to_screen(at), list_._Data->TexUvWhitePixel, to_imgui(view::color_at(field, at)));
      }
    }
  }

  // --- text
  // ----------------------------------------------------------------------------------------------------------- The
  // widths are those of the view's own layout, so that the text lies where the SVG has it.
  static double anchor_shift(const view::Text& text) {
    if (text.anchor == view::Anchor::start) return 0.0;
    const double width = view::width(text.spans, text.size);
    return text.anchor == view::Anchor::middle ? -width / 2 : -width;
  }

  void write(const view::Text& text, const Placement& placement, ImU32 color) {
    const double start = anchor_shift(text);
    const std::vector<double> offsets = view::span_offsets(text.spans, text.size);
    for (std::size_t i = 0; i < text.spans.size(); ++i) {
      const view::Span& span = text.spans[i];
      const SizedFont font = fonts_.pick(span.face, length(text.size * span.scale));
      const float baseline = -length(text.size * span.shift);
      float pen = length(start + offsets[i]);
      for (std::string_view rest = span.text; !rest.empty();) {
        const ImFontGlyph& glyph = *font.font->FindGlyph(static_cast<ImWchar>(view::next_code_point(rest)));
        if (glyph.Visible) quad(placement, font, glyph, pen, baseline, color);
        pen += glyph.AdvanceX * font.ratio;
      }
    }
  }

  void quad(const Placement& place, SizedFont font, const ImFontGlyph& glyph, float x, float y, ImU32 color) {
    const float left = x + glyph.X0 * font.ratio, right = x + glyph.X1 * font.ratio;
    const float top = y + (glyph.Y0 - font.font->Ascent) * font.ratio;
    const float bottom = y + (glyph.Y1 - font.font->Ascent) * font.ratio;
    list_.PrimReserve(6, 4);
    list_.PrimQuadUV(place(left, top), place(right, top), place(right, bottom), place(left, bottom),
                     {glyph.U0, glyph.V0}, {glyph.U1, glyph.V0}, {glyph.U1, glyph.V1}, {glyph.U0, glyph.V1}, color);
  }

  const Fonts& fonts_;
  ImDrawList& list_;
  ImVec2 origin_;
  float scale_;
  FieldPictures* pictures_;
  std::vector<ImVec2> points_, dash_;  // of the shape in hand
};

}  // namespace

void paint(const view::Drawing& drawing, const Fonts& fonts, ImDrawList& list, ImVec2 origin, float scale,
           FieldPictures* pictures) {
  Painter painter(fonts, list, origin, scale, pictures);
  for (const view::Shape& shape : drawing.shapes) std::visit(painter, shape);
}

}  // namespace attsvm::ui
