# The three faces of the figures, cut from Debian's fonts at build time (see scripts/build-fonts.py).
#   attsvm_font_metrics   include directory of font_metrics.inc: advance widths and vertical metrics, no code
#   attsvm_font_data      font_data.hpp: the faces themselves, for Dear ImGui
find_program(ATTSVM_PYTHON NAMES /usr/bin/python3 python3 NO_CMAKE_FIND_ROOT_PATH REQUIRED
  DOC "Python 3 with fonttools and brotli")

set(ATTSVM_FONT_DIR ${CMAKE_BINARY_DIR}/fonts)
set(font_outputs font_metrics.inc font_data.hpp font_data.cpp regular.woff2 semibold.woff2 math.woff2)
list(TRANSFORM font_outputs PREPEND ${ATTSVM_FONT_DIR}/)
add_custom_command(OUTPUT ${font_outputs}
  COMMAND ${ATTSVM_PYTHON} ${CMAKE_SOURCE_DIR}/scripts/build-fonts.py ${ATTSVM_FONT_DIR}
  DEPENDS ${CMAKE_SOURCE_DIR}/scripts/build-fonts.py
  COMMENT "Cutting the fonts" VERBATIM)
add_custom_target(attsvm_fonts DEPENDS ${font_outputs})

add_library(attsvm_font_metrics INTERFACE)
target_include_directories(attsvm_font_metrics INTERFACE ${ATTSVM_FONT_DIR})
add_dependencies(attsvm_font_metrics attsvm_fonts)

if(ATTSVM_APP)
  add_library(attsvm_font_data STATIC ${ATTSVM_FONT_DIR}/font_data.cpp)
  target_include_directories(attsvm_font_data PUBLIC ${ATTSVM_FONT_DIR})
endif()
