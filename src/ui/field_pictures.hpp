// field_pictures.hpp - turns fields into textures, where there is a GPU for it.
#pragma once

#include <imgui.h>

#include "view/drawing.hpp"

namespace attsvm::ui {

class FieldPictures {
 public:
  /// A texture of the part `box` of the field (CSS pixels of the drawing), `size` ImGui units large, with its first row
  /// at the bottom. Null: there is none, and the field is painted by C++ as a mesh of tones.
  virtual ImTextureID picture(const view::Field& field, const view::Box& box, ImVec2 size) = 0;

 protected:
  ~FieldPictures() = default;
};

}  // namespace attsvm::ui
