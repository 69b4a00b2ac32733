# How the project's own code is compiled. Third-party code is held to none of it.
#   attsvm_options   every room: warnings, arithmetic
#   attsvm_fast      rooms that compute
#   attsvm_compact   rooms that draw: on the web they are downloaded by every reader
add_library(attsvm_options INTERFACE)
target_compile_options(attsvm_options INTERFACE
  -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wno-sign-conversion
  $<$<BOOL:${ATTSVM_WERROR}>:-Werror>
  # Native and WASM must print the same bytes: no fused multiply-add anywhere.
  -ffp-contract=off
  # Nobody reads errno: square roots are one instruction, and vectorise.
  -fno-math-errno)

add_library(attsvm_fast INTERFACE)
add_library(attsvm_compact INTERFACE)

if(EMSCRIPTEN)
  set(CMAKE_CXX_FLAGS_RELEASE "-DNDEBUG" CACHE STRING "" FORCE)  # the level is set for each room
  add_compile_options(-msimd128 -fno-exceptions)
  if(ATTSVM_LTO)
    add_compile_options(-flto)
    # LTO turns malloc + memset into calloc after emmalloc has been looked through for what is needed.
    add_link_options(-flto -Wl,--undefined=calloc)
  endif()
  target_compile_options(attsvm_fast INTERFACE -O3)
  # -Os and -Oz of emscripten < 3.1.22 switch inlining off; the second flag brings it back.
  target_compile_options(attsvm_compact INTERFACE -Oz -finline-functions -fno-rtti)
endif()

# attsvm_tidy(target): checks its sources with clang-tidy while compiling them, where ATTSVM_TIDY is on.
function(attsvm_tidy target)
  if(ATTSVM_TIDY)
    find_program(ATTSVM_CLANG_TIDY NAMES clang-tidy-14 clang-tidy REQUIRED)
    set_target_properties(${target} PROPERTIES CXX_CLANG_TIDY "${ATTSVM_CLANG_TIDY};--quiet")
  endif()
endfunction()
