// landscape_probe.hpp - what the tests of the browser and the desktop compare: shader and C++ at the same pixels.
#pragma once

#include <cmath>
#include <variant>

#include "app/gl_landscape.hpp"
#include "core/json.hpp"
#include "view/drawing.hpp"

namespace attsvm::app {

/// [[x, y, shader, C++], ...] at columns x rows pixels of the drawing's landscape, `scale` device pixels per CSS pixel;
/// log(L - L_inf) relative to the middle of the picture. An empty list where there is none, or no shader.
inline Json probe_landscape(LandscapePicture& picture, const view::Drawing& drawing, double scale, int columns,
                            int rows) {
  Json list = Json::array();
  for (const view::Shape& shape : drawing.shapes) {
    const auto* field = std::get_if<view::Field>(&shape);
    if (!field) continue;
    const int width = static_cast<int>(std::lround(field->box.width() * scale));
    const int height = static_cast<int>(std::lround(field->box.height() * scale));
    for (const ProbedPixel& p : picture.probe(*field, width, height, columns, rows))
      list.push_back({p.x, p.y, p.shader, p.exact});
  }
  return list;
}

}  // namespace attsvm::app
