#include "ui/sheet.hpp"

#include "ui/paint.hpp"

namespace attsvm::ui {

void Sheet::set_scale(float scale) {
  scale_ = scale;
  fonts_.build(atlas_, scale);
  shared_.TexUvWhitePixel = atlas_.TexUvWhitePixel;
  shared_.TexUvLines = atlas_.TexUvLines;
  shared_.InitialFlags =
      ImDrawListFlags_AntiAliasedLines | ImDrawListFlags_AntiAliasedLinesUseTex | ImDrawListFlags_AntiAliasedFill;
  shared_.CurveTessellationTol = 1.25f;  // pixels, as for the circles: Dear ImGui's own defaults
  shared_.SetCircleTessellationMaxError(0.30f);
}

const ImDrawList& Sheet::draw(const view::Drawing& drawing, ImVec2 size, FieldPictures* pictures) {
  shared_.ClipRectFullscreen = {0.0f, 0.0f, size.x, size.y};
  list_._ResetForNewFrame();
  list_.PushTextureID(atlas_.TexID);
  list_.PushClipRectFullScreen();
  paint(drawing, fonts_, list_, {0.0f, 0.0f}, scale_, pictures);
  list_.PopClipRect();
  list_.PopTextureID();
  list_._PopUnusedDrawCmd();
  return list_;
}

}  // namespace attsvm::ui
