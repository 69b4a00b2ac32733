// paint.hpp - a Drawing as a Dear ImGui draw list.
#pragma once

#include <imgui.h>

#include "ui/field_pictures.hpp"
#include "ui/fonts.hpp"
#include "view/drawing.hpp"

namespace attsvm::ui {

/// Appends the drawing to `list` with its top left corner at `origin`. `scale` is the number of ImGui units per CSS
/// pixel: the device pixel ratio where ImGui works in device pixels. The list's texture must be the atlas of `fonts`.
/// Fields are painted by C++ where there are no pictures of them.
void paint(const view::Drawing& drawing, const Fonts& fonts, ImDrawList& list, ImVec2 origin, float scale,
           FieldPictures* pictures = nullptr);

}  // namespace attsvm::ui
