// desktop_png.hpp - a picture as PNG, by librsvg and cairo where they are installed. The faces are those of the system:
// Inter and TeX Gyre Schola, or what comes nearest.
#pragma once

#include <string>
#include <string_view>

#include "core/status.hpp"

namespace attsvm {

struct PngOptions {
  double width = 0.0, height = 0.0;  // CSS pixels of the SVG
  double scale = 1.0;                // pixels per CSS pixel
  std::string_view source;           // for the tEXt chunk "Source": the link; may be empty
};

/// The bytes of the file, or why they cannot be made.
Result<std::string> svg_to_png(std::string_view svg, const PngOptions& options);

}  // namespace attsvm
