// web_renderer.hpp - Dear ImGui draw lists in the page's one WebGL2 context.
//
// Stands in for imgui_impl_opengl3, which reads the GL state back around every frame (in a browser seven of those reads
// wait for the GPU process, 35 ms a frame on software GL) and makes a vertex array per frame whose name Emscripten
// never reuses. Only figures use this context, so here the state is set and never read.
#pragma once

#include <imgui.h>

#include "app/gl.hpp"
#include "view/drawing.hpp"

namespace attsvm::app {

class WebRenderer {
 public:
  bool ready() const { return program_ != 0; }

  /// The current context is new, or was restored: makes every object. False when the program does not link.
  bool create(ImFontAtlas& atlas);
  /// The context was lost and its objects with it. Deleting them frees their names in Emscripten's tables.
  void destroy();
  /// After each build of the atlas.
  void upload(ImFontAtlas& atlas);

  /// The canvas must be exactly `size` large.
  void draw(const ImDrawList& list, ImVec2 size, view::Color background) const;

 private:
  GLuint program_ = 0, vertex_array_ = 0, vertices_ = 0, indices_ = 0, atlas_ = 0;
  GLint size_ = -1, is_atlas_ = -1;  // uniforms
};

}  // namespace attsvm::app
