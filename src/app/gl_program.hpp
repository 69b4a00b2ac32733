// gl_program.hpp - a linked shader program.
#pragma once

#include "app/gl.hpp"

namespace attsvm::app {

/// 0 when a shader does not compile or the two do not link; the log is on standard error.
GLuint link_program(const char* vertex, const char* fragment);

}  // namespace attsvm::app
