// fonts.hpp - the three faces of the figures, rasterised at the sizes the theme uses.
#pragma once

#include <imgui.h>

#include <vector>

#include "view/drawing.hpp"

namespace attsvm::ui {

/// A rasterised font and the factor that brings it to the size that was asked for.
struct SizedFont {
  const ImFont* font = nullptr;
  float ratio = 1.0f;
};

/// Fills an atlas shared by any number of figures. Text is rasterised at the size it has in device pixels, so that it
/// stays sharp: after a change of the device pixel ratio the atlas is built anew, between frames, and its texture
/// uploaded again.
class Fonts {
 public:
  /// Rasterises every face for `unit` ImGui units per CSS pixel and `density` device pixels per ImGui unit. Replaces
  /// what the atlas held.
  void build(ImFontAtlas& atlas, float unit, float density = 1.0f);

  /// The rasterised font nearest to `size` ImGui units. Only after build().
  SizedFont pick(view::Face face, float size) const;

 private:
  struct Baked {
    view::Face face;
    const ImFont* font;
  };
  std::vector<Baked> baked_;
  float density_ = 1.0f;
};

}  // namespace attsvm::ui
