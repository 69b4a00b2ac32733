// gl.hpp - the functions of OpenGL ES 3.0 in the browser, and of OpenGL 3.3 on the desktop.
#pragma once

#if defined(__EMSCRIPTEN__)
#include <GLES3/gl3.h>
#elif defined(__APPLE__)
#include <OpenGL/gl3.h>
#else
#define GL_GLEXT_PROTOTYPES
#include <GL/glcorearb.h>
#endif
