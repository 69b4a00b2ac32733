# attsvm_imgui: Dear ImGui 1.90.1, compiled here. On the desktop with its GLFW and OpenGL 3 backends; on the web bare,
# for the figures bring their own renderer and input.
#
# Source, first that works: FETCHCONTENT_SOURCE_DIR_IMGUI; the cache; Debian's source package; the upstream repository.
set(ATTSVM_IMGUI_VERSION 1.90.1)

if(DEFINED ENV{XDG_CACHE_HOME})
  set(cache "$ENV{XDG_CACHE_HOME}")
elseif(DEFINED ENV{HOME})
  set(cache "$ENV{HOME}/.cache")
else()
  set(cache "${CMAKE_SOURCE_DIR}/build/_deps")
endif()
set(ATTSVM_CACHE_DIR "${cache}/att-svm" CACHE PATH "Downloaded sources, shared by all build folders")

if(FETCHCONTENT_SOURCE_DIR_IMGUI)
  set(imgui ${FETCHCONTENT_SOURCE_DIR_IMGUI})
else()
  set(imgui ${ATTSVM_CACHE_DIR}/imgui-${ATTSVM_IMGUI_VERSION})
  if(NOT EXISTS ${imgui}/imgui.h)
    message(STATUS "Fetching Dear ImGui ${ATTSVM_IMGUI_VERSION} into ${imgui}")
    execute_process(COMMAND ${CMAKE_SOURCE_DIR}/scripts/fetch-imgui.sh ${imgui} RESULT_VARIABLE status)
    if(NOT status EQUAL 0)
      include(FetchContent)
      FetchContent_Declare(imgui GIT_REPOSITORY https://github.com/ocornut/imgui.git
        GIT_TAG v${ATTSVM_IMGUI_VERSION} GIT_SHALLOW TRUE)
      FetchContent_GetProperties(imgui)
      if(NOT imgui_POPULATED)
        FetchContent_Populate(imgui)  # ImGui has no CMakeLists.txt of its own
      endif()
      set(imgui ${imgui_SOURCE_DIR})
    endif()
  endif()
endif()
if(NOT EXISTS ${imgui}/imgui.h)
  message(FATAL_ERROR "No Dear ImGui in ${imgui}")
endif()

add_library(attsvm_imgui STATIC
  ${imgui}/imgui.cpp ${imgui}/imgui_draw.cpp ${imgui}/imgui_tables.cpp ${imgui}/imgui_widgets.cpp)
target_include_directories(attsvm_imgui SYSTEM PUBLIC ${imgui})
# 32-bit indices: no GLES path has vertex offsets, and a heavy figure passes 65 536 vertices.
target_compile_definitions(attsvm_imgui PUBLIC ImDrawIdx=unsigned IMGUI_DISABLE_OBSOLETE_FUNCTIONS
  IMGUI_DISABLE_DEMO_WINDOWS $<$<CONFIG:Release>:IMGUI_DISABLE_DEBUG_TOOLS>)

if(EMSCRIPTEN)
  # It tessellates every frame: twice as fast as at -Oz.
  target_compile_options(attsvm_imgui PRIVATE -Os -finline-functions -fno-rtti)
else()
  find_package(OpenGL REQUIRED COMPONENTS OpenGL)
  find_package(glfw3 3.3 REQUIRED)
  add_library(attsvm_imgui_desktop STATIC
    ${imgui}/backends/imgui_impl_glfw.cpp ${imgui}/backends/imgui_impl_opengl3.cpp)
  target_include_directories(attsvm_imgui_desktop SYSTEM PUBLIC ${imgui}/backends)
  target_link_libraries(attsvm_imgui_desktop PUBLIC attsvm_imgui glfw OpenGL::GL ${CMAKE_DL_LIBS})
endif()
