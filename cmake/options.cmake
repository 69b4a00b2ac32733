# attsvm_options: how this project's own code is compiled. Third-party code is not held to it.
add_library(attsvm_options INTERFACE)
target_compile_options(attsvm_options INTERFACE
  -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wno-sign-conversion
  $<$<BOOL:${ATTSVM_WERROR}>:-Werror>
  # Native and WASM must print the same bytes: no fused multiply-add anywhere.
  -ffp-contract=off)

if(EMSCRIPTEN)
  # -Os of emscripten < 3.1.22 switches inlining off; the second flag brings it back.
  set(CMAKE_CXX_FLAGS_RELEASE "-O2 -DNDEBUG")
  add_compile_options(-msimd128 -fno-exceptions)
endif()
