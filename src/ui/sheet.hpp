// sheet.hpp - Dear ImGui's drawing half alone: a font atlas and a draw list, without a context, windows or frames.
//
// The web page and the tests need nothing else, and the linker then leaves the other half out of the module.
#pragma once

#include <imgui.h>
#include <imgui_internal.h>  // ImDrawListSharedData

#include "ui/field_pictures.hpp"
#include "ui/fonts.hpp"
#include "view/drawing.hpp"

namespace attsvm::ui {

class Sheet {
 public:
  /// Rasterises the fonts for `scale` device pixels per CSS pixel.
  explicit Sheet(float scale) { set_scale(scale); }

  /// Rasterises them anew. The atlas must be uploaded again, and lists drawn before are void.
  void set_scale(float scale);
  float scale() const { return scale_; }
  ImFontAtlas& atlas() { return atlas_; }

  /// The drawing on a surface of `size` device pixels; valid until the next call.
  const ImDrawList& draw(const view::Drawing& drawing, ImVec2 size, FieldPictures* pictures = nullptr);

 private:
  ImFontAtlas atlas_;
  Fonts fonts_;
  ImDrawListSharedData shared_;
  ImDrawList list_{&shared_};
  float scale_ = 1.0f;
};

}  // namespace attsvm::ui
