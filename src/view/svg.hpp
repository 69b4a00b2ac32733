// svg.hpp - a Drawing as an SVG document with real text: deterministic, numbers with two decimals.
#pragma once

#include <string>
#include <string_view>

#include "view/drawing.hpp"

namespace attsvm::view {

struct SvgOptions {
  std::string_view style;      // put into a <style> element: @font-face rules with embedded fonts; may be empty
  std::string_view id_prefix;  // of the ids inside, so that several documents can share a page
  std::string_view metadata;   // plain text for <metadata>: the experiment document; may be empty
  bool fixed_size = true;      // width and height beside the viewBox; false: the host decides
};

std::string to_svg(const Drawing& drawing, const SvgOptions& options = {});

/// Text as it may stand between tags or in quotes: & < > " replaced, control characters dropped.
std::string escape_xml(std::string_view text);

}  // namespace attsvm::view
