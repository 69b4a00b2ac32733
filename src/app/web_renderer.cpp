#include "app/web_renderer.hpp"

#include <cstddef>
#include <cstdint>

#include "app/gl_program.hpp"

namespace attsvm::app {
namespace {

constexpr const char* kVertexShader = R"(#version 300 es
precision highp float;
uniform vec2 size;
layout(location = 0) in vec2 position;
layout(location = 1) in vec2 uv;
layout(location = 2) in vec4 color;
out vec2 fragment_uv;
out vec4 fragment_color;
void main() {
  fragment_uv = uv;
  fragment_color = color;
  gl_Position = vec4(vec2(2, -2) * position / size + vec2(-1, 1), 0, 1);
}
)";

// The atlas holds coverage only: a quarter of the memory of colours. Other textures are pictures.
constexpr const char* kFragmentShader = R"(#version 300 es
precision highp float;
uniform sampler2D image;
uniform bool is_atlas;
in vec2 fragment_uv;
in vec4 fragment_color;
layout(location = 0) out vec4 result;
void main() {
  vec4 texel = texture(image, fragment_uv);
  result = fragment_color * (is_atlas ? vec4(1, 1, 1, texel.r) : texel);
}
)";

void attribute(GLuint index, GLint count, GLenum type, GLboolean normalized, std::size_t offset) {
  glEnableVertexAttribArray(index);
  glVertexAttribPointer(index, count, type, normalized, sizeof(ImDrawVert), reinterpret_cast<const void*>(offset));
}

}  // namespace

bool WebRenderer::create(ImFontAtlas& atlas) {
  program_ = link_program(kVertexShader, kFragmentShader);
  if (!program_) return false;
  size_ = glGetUniformLocation(program_, "size");
  is_atlas_ = glGetUniformLocation(program_, "is_atlas");

  glGenVertexArrays(1, &vertex_array_);
  glGenBuffers(1, &vertices_);
  glGenBuffers(1, &indices_);
  glBindVertexArray(vertex_array_);
  glBindBuffer(GL_ARRAY_BUFFER, vertices_);
  glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, indices_);
  attribute(0, 2, GL_FLOAT, GL_FALSE, offsetof(ImDrawVert, pos));
  attribute(1, 2, GL_FLOAT, GL_FALSE, offsetof(ImDrawVert, uv));
  attribute(2, 4, GL_UNSIGNED_BYTE, GL_TRUE, offsetof(ImDrawVert, col));

  glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
  upload(atlas);
  return true;
}

void WebRenderer::destroy() {
  glDeleteTextures(1, &atlas_);
  glDeleteBuffers(1, &indices_);
  glDeleteBuffers(1, &vertices_);
  glDeleteVertexArrays(1, &vertex_array_);
  glDeleteProgram(program_);
  *this = {};
}

void WebRenderer::upload(ImFontAtlas& atlas) {
  unsigned char* pixels = nullptr;
  int width = 0, height = 0;
  atlas.GetTexDataAsAlpha8(&pixels, &width, &height);
  if (!atlas_) glGenTextures(1, &atlas_);
  glBindTexture(GL_TEXTURE_2D, atlas_);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
  glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_R8, width, height, 0, GL_RED, GL_UNSIGNED_BYTE, pixels);
  atlas.SetTexID(reinterpret_cast<ImTextureID>(static_cast<std::uintptr_t>(atlas_)));
}

void WebRenderer::draw(const ImDrawList& list, ImVec2 size, view::Color background) const {
  static_assert(sizeof(ImDrawIdx) == 4);
  glUseProgram(program_);  // pictures of landscapes use others
  glBindVertexArray(vertex_array_);
  glEnable(GL_BLEND);
  glViewport(0, 0, static_cast<GLsizei>(size.x), static_cast<GLsizei>(size.y));
  glDisable(GL_SCISSOR_TEST);
  glClearColor(static_cast<float>(background.r) / 255.0f, static_cast<float>(background.g) / 255.0f,
               static_cast<float>(background.b) / 255.0f, 1.0f);
  glClear(GL_COLOR_BUFFER_BIT);
  glEnable(GL_SCISSOR_TEST);
  glUniform2f(size_, size.x, size.y);
  glBufferData(GL_ARRAY_BUFFER, list.VtxBuffer.size_in_bytes(), list.VtxBuffer.Data, GL_STREAM_DRAW);
  glBufferData(GL_ELEMENT_ARRAY_BUFFER, list.IdxBuffer.size_in_bytes(), list.IdxBuffer.Data, GL_STREAM_DRAW);
  ImTextureID bound = nullptr;
  for (const ImDrawCmd& command : list.CmdBuffer) {
    const ImVec4 clip = command.ClipRect;  // GL measures it from the bottom left
    if (clip.z <= clip.x || clip.w <= clip.y) continue;
    glScissor(static_cast<GLint>(clip.x), static_cast<GLint>(size.y - clip.w), static_cast<GLsizei>(clip.z - clip.x),
              static_cast<GLsizei>(clip.w - clip.y));
    if (command.TextureId != bound) {
      bound = command.TextureId;
      const GLuint texture = static_cast<GLuint>(reinterpret_cast<std::uintptr_t>(bound));
      glBindTexture(GL_TEXTURE_2D, texture);
      glUniform1i(is_atlas_, texture == atlas_);
    }
    glDrawElements(GL_TRIANGLES, static_cast<GLsizei>(command.ElemCount), GL_UNSIGNED_INT,
                   reinterpret_cast<const void*>(command.IdxOffset * sizeof(ImDrawIdx)));
  }
}

}  // namespace attsvm::app
