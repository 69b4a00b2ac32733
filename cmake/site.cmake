# The static site: everything of web/, the module, the fonts, the posters drawn by that module, and all of it in one file. A file is
# written only when it changes, so that a server's caches and a watching browser see what is new.
get_filename_component(site ${CMAKE_BINARY_DIR}/../web ABSOLUTE)
set(ATTSVM_SITE_DIR ${site} CACHE PATH "Where the finished site is put")

file(GLOB_RECURSE pages CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR}/web ${PROJECT_SOURCE_DIR}/web/*)
set(commands "")
set(inputs "")
macro(attsvm_site_file from to)
  list(APPEND commands COMMAND ${CMAKE_COMMAND} -E copy_if_different ${from} ${ATTSVM_SITE_DIR}/${to})
  list(APPEND inputs ${from})
endmacro()

set(folders fonts)
foreach(page ${pages})
  attsvm_site_file(${PROJECT_SOURCE_DIR}/web/${page} ${page})
  get_filename_component(folder ${page} DIRECTORY)
  list(APPEND folders ${folder})
endforeach()
attsvm_site_file(${PROJECT_SOURCE_DIR}/LICENSE LICENSE)
foreach(face regular semibold math)
  attsvm_site_file(${ATTSVM_FONT_DIR}/${face}.woff2 fonts/${face}.woff2)
endforeach()
foreach(part mjs wasm)  # built by the target att-svm-core
  set(file att-svm-core.${part})
  list(APPEND commands COMMAND ${CMAKE_COMMAND} -E copy_if_different
    ${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/${file} ${ATTSVM_SITE_DIR}/${file})
endforeach()
list(REMOVE_DUPLICATES folders)
list(TRANSFORM folders PREPEND ${ATTSVM_SITE_DIR}/)

set(stamp ${CMAKE_BINARY_DIR}/site.stamp)
add_custom_command(OUTPUT ${stamp}
  COMMAND ${CMAKE_COMMAND} -E make_directory ${folders}
  ${commands}
  COMMAND ${CMAKE_COMMAND} -E touch ${stamp}
  DEPENDS ${inputs} att-svm-core attsvm_fonts
  COMMENT "Site in ${ATTSVM_SITE_DIR}" VERBATIM)

find_program(ATTSVM_NODE NAMES node nodejs NO_CMAKE_FIND_ROOT_PATH REQUIRED)
set(posters_stamp ${CMAKE_BINARY_DIR}/posters.stamp)
add_custom_command(OUTPUT ${posters_stamp}
  COMMAND ${ATTSVM_NODE} ${PROJECT_SOURCE_DIR}/scripts/render-posters.mjs
    ${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/att-svm-core.mjs ${ATTSVM_SITE_DIR}
  COMMAND ${CMAKE_COMMAND} -E touch ${posters_stamp}
  DEPENDS att-svm-core ${PROJECT_SOURCE_DIR}/scripts/render-posters.mjs
  COMMENT "Posters and heights in ${ATTSVM_SITE_DIR}" VERBATIM)

set(standalone_stamp ${CMAKE_BINARY_DIR}/standalone.stamp)
add_custom_command(OUTPUT ${standalone_stamp}
  COMMAND ${ATTSVM_NODE} ${PROJECT_SOURCE_DIR}/scripts/build-standalone.mjs ${ATTSVM_SITE_DIR}
  COMMAND ${CMAKE_COMMAND} -E touch ${standalone_stamp}
  DEPENDS ${stamp} ${posters_stamp} ${PROJECT_SOURCE_DIR}/scripts/build-standalone.mjs
  COMMENT "One file for everything: ${ATTSVM_SITE_DIR}/standalone.html" VERBATIM)

add_custom_target(site ALL DEPENDS ${stamp} ${posters_stamp} ${standalone_stamp})
