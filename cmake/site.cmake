# The static site: everything of web/, the module, the fonts, and the posters drawn by the command line. A file is
# written only when it changes, so that a server's caches and a watching browser see what is new.
get_filename_component(site ${CMAKE_BINARY_DIR}/../web ABSOLUTE)
set(ATTSVM_SITE_DIR ${site} CACHE PATH "Where the finished site is put")

file(GLOB_RECURSE pages CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR}/web ${PROJECT_SOURCE_DIR}/web/*)
set(commands "")
set(inputs "")
function(attsvm_site_file from to)
  set(commands ${commands} COMMAND ${CMAKE_COMMAND} -E copy_if_different ${from} ${ATTSVM_SITE_DIR}/${to} PARENT_SCOPE)
  set(inputs ${inputs} ${from} PARENT_SCOPE)
endfunction()

set(folders fonts posters)
foreach(page ${pages})
  attsvm_site_file(${PROJECT_SOURCE_DIR}/web/${page} ${page})
  get_filename_component(folder ${page} DIRECTORY)
  list(APPEND folders ${folder})
endforeach()
foreach(face regular semibold math)
  attsvm_site_file(${ATTSVM_FONT_DIR}/${face}.woff2 fonts/${face}.woff2)
endforeach()
attsvm_site_file(${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/att-svm-core.mjs att-svm-core.mjs)
attsvm_site_file(${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/att-svm-core.wasm att-svm-core.wasm)
list(REMOVE_DUPLICATES folders)
list(TRANSFORM folders PREPEND ${ATTSVM_SITE_DIR}/)

find_program(ATTSVM_NODE NAMES node nodejs NO_CMAKE_FIND_ROOT_PATH REQUIRED)
set(stamp ${CMAKE_BINARY_DIR}/site.stamp)
add_custom_command(OUTPUT ${stamp}
  COMMAND ${CMAKE_COMMAND} -E make_directory ${folders}
  ${commands}
  COMMAND ${ATTSVM_NODE} ${PROJECT_SOURCE_DIR}/scripts/render-posters.mjs $<TARGET_FILE:attsvm> ${ATTSVM_SITE_DIR}/posters
  COMMAND ${CMAKE_COMMAND} -E touch ${stamp}
  DEPENDS ${inputs} attsvm att-svm-core attsvm_fonts ${PROJECT_SOURCE_DIR}/scripts/render-posters.mjs
  COMMENT "Site in ${ATTSVM_SITE_DIR}" VERBATIM)
add_custom_target(site ALL DEPENDS ${stamp})
