# The shaders of shaders/ are bodies without #version. Each gets the lines below in front, in one of two dialects: GLSL
# ES 3.00 for WebGL2 and GLSL 3.30 for the desktop. The program takes its own dialect from shader_sources.hpp; the tests
# validate both (tests/CMakeLists.txt).
set(ATTSVM_PRELUDE_es "#version 300 es\nprecision highp float;\nprecision highp int;\nprecision highp sampler2D;\n")
set(ATTSVM_PRELUDE_core "#version 330 core\n")
set(ATTSVM_SHADER_DIR ${CMAKE_BINARY_DIR}/shaders)

if(EMSCRIPTEN)
  set(own_dialect es)
else()
  set(own_dialect core)
endif()
file(GLOB bodies CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/shaders/*.vert ${PROJECT_SOURCE_DIR}/shaders/*.frag)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${bodies})
set(ATTSVM_SHADERS "")  # every shader in every dialect
set(header "// Made by cmake/shaders.cmake from shaders/.\n#pragma once\n\nnamespace attsvm::shaders {\n\n")
foreach(body ${bodies})
  get_filename_component(name ${body} NAME)
  file(READ ${body} source)
  foreach(dialect es core)
    file(CONFIGURE OUTPUT ${ATTSVM_SHADER_DIR}/${dialect}/${name} CONTENT "${ATTSVM_PRELUDE_${dialect}}\${source}")
    list(APPEND ATTSVM_SHADERS ${ATTSVM_SHADER_DIR}/${dialect}/${name})
  endforeach()
  # Comments and indentation stay behind: readers download this.
  string(REGEX REPLACE "//[^\n]*" "" source "${source}")
  string(REGEX REPLACE "\n[ \n]+" "\n" source "${source}")
  string(MAKE_C_IDENTIFIER ${name} identifier)
  string(APPEND header
    "inline constexpr const char* ${identifier} = R\"glsl(${ATTSVM_PRELUDE_${own_dialect}}${source})glsl\";\n\n")
endforeach()
string(APPEND header "}  // namespace attsvm::shaders\n")
file(CONFIGURE OUTPUT ${ATTSVM_SHADER_DIR}/include/shader_sources.hpp CONTENT "\${header}")

add_library(attsvm_shaders INTERFACE)
target_include_directories(attsvm_shaders INTERFACE ${ATTSVM_SHADER_DIR}/include)
