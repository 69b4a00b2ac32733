#include "app/gl_program.hpp"

#include <array>
#include <cstdio>
#include <utility>

namespace attsvm::app {

GLuint link_program(const char* vertex, const char* fragment) {
  const GLuint program = glCreateProgram();
  for (const auto& [kind, source] : {std::pair{GL_VERTEX_SHADER, vertex}, {GL_FRAGMENT_SHADER, fragment}}) {
    const GLuint shader = glCreateShader(static_cast<GLenum>(kind));
    glShaderSource(shader, 1, &source, nullptr);
    glCompileShader(shader);
    glAttachShader(program, shader);
    glDeleteShader(shader);  // lives on while attached
  }
  glLinkProgram(program);
  GLint linked = 0;
  glGetProgramiv(program, GL_LINK_STATUS, &linked);
  if (linked) return program;
  std::array<char, 512> log{};
  glGetProgramInfoLog(program, static_cast<GLsizei>(log.size()), nullptr, log.data());
  std::fprintf(stderr, "att-svm: shader: %s\n", log.data());
  glDeleteProgram(program);
  return 0;
}

}  // namespace attsvm::app
