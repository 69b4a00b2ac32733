// metrics.hpp - how wide text is: advance widths of the three faces, tabulated when the fonts are cut
// (font_metrics.inc).
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "view/drawing.hpp"

namespace attsvm::view {

/// The next code point of UTF-8 text, which is shortened by it. U+FFFD for a malformed sequence; text must not be
/// empty.
char32_t next_code_point(std::string_view& text);

bool has_glyph(Face face, char32_t code_point);

/// Advance of one glyph in ems; that of a digit when the face lacks it.
double advance(Face face, char32_t code_point);

/// Width in pixels of a span set at `size`.
double width(const Span& span, double size);
/// Width of a line of spans, stacked pieces sharing their place.
double width(std::span<const Span> spans, double size);

/// Where each span starts, relative to the start of the line (stacked pieces at the same place).
std::vector<double> span_offsets(std::span<const Span> spans, double size);

/// The upright box around a text without its angle: ascenders to descenders, raised and lowered pieces included.
Box bounds(const Text& text);

/// Height of capital letters, in ems of the regular face: centres text on a mark.
double cap_height();

}  // namespace attsvm::view
