# Third-party libraries, each behind one attsvm_ target. Nothing of theirs is copied into the repository.
#
# Header-only libraries are reached through links in the build folder, one folder a library: under Emscripten the
# system's own /usr/include must never be on the include path, for its C library is not the one compiled against.

# attsvm_headers(target FILE folder/header.hpp PACKAGE debian-package [SUFFIX folder below the include directory])
function(attsvm_headers target)
  cmake_parse_arguments(arg "" "FILE;PACKAGE;SUFFIX" "" ${ARGN})
  find_path(${target}_ROOT ${arg_FILE} PATH_SUFFIXES ${arg_SUFFIX} PATHS /usr/include /usr/local/include
    NO_CMAKE_FIND_ROOT_PATH)
  if(NOT ${target}_ROOT)
    message(FATAL_ERROR "${arg_FILE} not found: install ${arg_PACKAGE} (scripts/install-packages.sh does), "
      "or point -D${target}_ROOT at the folder that contains it")
  endif()
  string(REGEX REPLACE "/.*" "" folder ${arg_FILE})
  set(links ${CMAKE_BINARY_DIR}/include/${target})
  file(MAKE_DIRECTORY ${links})
  file(CREATE_LINK ${${target}_ROOT}/${folder} ${links}/${folder} SYMBOLIC)
  add_library(${target} INTERFACE)
  target_include_directories(${target} SYSTEM INTERFACE ${links})
endfunction()

attsvm_headers(attsvm_eigen FILE Eigen/Core PACKAGE libeigen3-dev SUFFIX eigen3)
attsvm_headers(attsvm_json FILE nlohmann/json.hpp PACKAGE nlohmann-json3-dev)
attsvm_headers(attsvm_doctest FILE doctest/doctest.h PACKAGE doctest-dev)

if(ATTSVM_APP)
  attsvm_headers(attsvm_cli11 FILE CLI/CLI.hpp PACKAGE libcli11-dev)
  attsvm_headers(attsvm_stb FILE stb/stb_image_write.h PACKAGE libstb-dev)
  include(cmake/imgui.cmake)
endif()
if(ATTSVM_APP AND NOT EMSCRIPTEN)  # attsvm run --out x.png
  find_package(PkgConfig)
  if(PkgConfig_FOUND)
    pkg_check_modules(ATTSVM_RSVG IMPORTED_TARGET librsvg-2.0)
  endif()
endif()

include(cmake/fonts.cmake)
