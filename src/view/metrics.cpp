#include "view/metrics.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace attsvm::view {
namespace {

#include "font_metrics.inc"

constexpr double kAscent = 0.76, kDescent = 0.24;  // what a box leaves for letters, in ems

const FontFace& font(Face face) { return kFontFaces[static_cast<int>(face)]; }

const FontGlyph* find_glyph(Face face, char32_t code_point) {
  const FontFace& f = font(face);
  const FontGlyph* const end = f.glyphs + f.count;
  const FontGlyph* const found =
      std::lower_bound(f.glyphs, end, code_point, [](const FontGlyph& g, char32_t c) { return g.codepoint < c; });
  return found != end && found->codepoint == code_point ? found : nullptr;
}

}  // namespace

bool has_glyph(Face face, char32_t code_point) { return find_glyph(face, code_point) != nullptr; }

double advance(Face face, char32_t code_point) {
  const FontGlyph* glyph = find_glyph(face, code_point);
  if (glyph == nullptr) glyph = find_glyph(face, U'0');
  return glyph != nullptr ? glyph->advance / 1000.0 : 0.6;
}

char32_t next_code_point(std::string_view& text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(0);
  const std::size_t length = lead < 0x80 ? 1 : lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 0;
  if (length == 0 || length > text.size()) {
    text.remove_prefix(1);
    return U'\ufffd';
  }
  char32_t code = length == 1 ? lead : lead & (0xffU >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0U) != 0x80U) {
      text.remove_prefix(i);
      return U'\ufffd';
    }
    code = (code << 6U) | (byte(i) & 0x3fU);
  }
  text.remove_prefix(length);
  return code;
}

double width(const Span& span, double size) {
  double ems = 0.0;
  for (std::string_view rest = span.text; !rest.empty();) ems += advance(span.face, next_code_point(rest));
  return ems * size * span.scale;
}

std::vector<double> span_offsets(std::span<const Span> spans, double size) {
  std::vector<double> offsets(spans.size() + 1, 0.0);
  double pen = 0.0, held = 0.0;  // held: width of the first of two stacked pieces
  for (std::size_t i = 0; i < spans.size(); ++i) {
    offsets[i] = pen;
    const double own = width(spans[i], size);
    if (spans[i].stacked) {
      held = own;
    } else {
      pen += std::max(own, held);
      held = 0.0;
    }
  }
  offsets.back() = pen + held;
  return offsets;
}

double width(std::span<const Span> spans, double size) { return span_offsets(spans, size).back(); }

Box bounds(const Text& text) {
  double top = -kAscent, bottom = kDescent;
  for (const Span& span : text.spans) {
    top = std::min(top, -span.shift - kAscent * span.scale);
    bottom = std::max(bottom, -span.shift + kDescent * span.scale);
  }
  const double w = width(text.spans, text.size);
  const double left = text.at.x - (text.anchor == Anchor::start ? 0.0 : text.anchor == Anchor::end ? w : w / 2);
  return {left, text.at.y + top * text.size, left + w, text.at.y + bottom * text.size};
}

double cap_height() { return font(Face::regular).cap_height / 1000.0; }

}  // namespace attsvm::view
