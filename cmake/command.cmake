# The command `scree`. All of it but main() is a library, which the fuzz harnesses and tests of the parser link.

find_package(Threads REQUIRED)
find_package(simdjson QUIET CONFIG)
if(NOT TARGET simdjson::simdjson)
  message(FATAL_ERROR "simdjson is missing, for the scree command: install libsimdjson-dev (Debian), or leave out the "
    "command: -D SCREE_BUILD_CLI=OFF")
endif()

# The page of `scree reproduce` brings its plotting library along: it lies in the program.
find_file(SCREE_CHART_JS NAMES chart.min.js Chart.min.js dist/chart.min.js
  PATHS /usr/share/javascript /usr/local/share/javascript /usr/share/nodejs /usr/local/lib/node_modules
  PATH_SUFFIXES chart.js DOC "Chart.js 3, minified, as one file")
if(NOT SCREE_CHART_JS)
  message(FATAL_ERROR "Chart.js is missing, for the plots of `scree reproduce`: install libjs-chart.js (Debian), or "
    "set SCREE_CHART_JS to a chart.min.js of version 3, or leave out the command: -D SCREE_BUILD_CLI=OFF")
endif()
set(page_css ${PROJECT_SOURCE_DIR}/cli/reproduce/page.css)
set(page_js ${PROJECT_SOURCE_DIR}/cli/reproduce/page.js)
set(page_resources ${PROJECT_BINARY_DIR}/generated/resources.c)
add_custom_command(OUTPUT ${page_resources}
  COMMAND ${CMAKE_COMMAND} -D OUTPUT=${page_resources}
    -D "FILES=chart_js=${SCREE_CHART_JS}$<SEMICOLON>page_css=${page_css}$<SEMICOLON>page_js=${page_js}"
    -P ${PROJECT_SOURCE_DIR}/cmake/embed_files.cmake
  DEPENDS ${SCREE_CHART_JS} ${page_css} ${page_js} ${PROJECT_SOURCE_DIR}/cmake/embed_files.cmake
  COMMENT "Embedding the page of scree reproduce" VERBATIM)

file(GLOB command_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/cli/*.c ${PROJECT_SOURCE_DIR}/cli/*.cpp
  ${PROJECT_SOURCE_DIR}/cli/pack/*.c ${PROJECT_SOURCE_DIR}/cli/reproduce/*.c)
# The commands of the simulator.
if(SCREE_WITH_SIM_FILES)
  file(GLOB run_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/cli/run/*.c ${PROJECT_SOURCE_DIR}/cli/validate/*.c
    ${PROJECT_SOURCE_DIR}/cli/simulations/*.c)
  file(GLOB scenes CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/cli/validate/scenes/*.yaml
    ${PROJECT_SOURCE_DIR}/cli/simulations/scenes/*.yaml)
  set(scene_entries "")
  foreach(scene IN LISTS scenes)
    get_filename_component(name ${scene} NAME_WE)
    list(APPEND scene_entries ${name}_yaml=${scene})
  endforeach()
  list(JOIN scene_entries "$<SEMICOLON>" scene_entries)
  set(scene_resources ${PROJECT_BINARY_DIR}/generated/validation_scenes.c)
  add_custom_command(OUTPUT ${scene_resources}
    COMMAND ${CMAKE_COMMAND} -D OUTPUT=${scene_resources} -D HEADER=scene_trial.h -D "FILES=${scene_entries}"
      -P ${PROJECT_SOURCE_DIR}/cmake/embed_files.cmake
    DEPENDS ${scenes} ${PROJECT_SOURCE_DIR}/cmake/embed_files.cmake
    COMMENT "Embedding the scenes of scree validate" VERBATIM)
  list(APPEND command_sources ${run_sources} ${scene_resources})
endif()
set(command_main ${command_sources})
list(FILTER command_main INCLUDE REGEX "/main\\.(c|cpp)$")
list(REMOVE_ITEM command_sources ${command_main})

if(command_main)
  add_library(scree_cli STATIC ${command_sources} ${page_resources})
  target_include_directories(scree_cli PUBLIC ${PROJECT_SOURCE_DIR}/cli
    PRIVATE ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/cli/pack ${PROJECT_SOURCE_DIR}/cli/reproduce)
  target_link_libraries(scree_cli PUBLIC scree_static simdjson::simdjson Threads::Threads
    PRIVATE scree_scenes scree_flags)
  if(SCREE_WITH_SIM_FILES)
    target_compile_definitions(scree_cli PRIVATE SCREE_WITH_SIM)
    target_include_directories(scree_cli PRIVATE ${PROJECT_SOURCE_DIR}/cli/run ${PROJECT_SOURCE_DIR}/cli/validate
      ${PROJECT_SOURCE_DIR}/cli/simulations)
    target_link_libraries(scree_cli PUBLIC scree_sim_static ${CMAKE_DL_LIBS})
  endif()
  add_executable(scree_command ${command_main})
  target_link_libraries(scree_command PRIVATE scree_cli scree_flags)
  # With the POSIX calls that GNU C17 lets through; the library itself keeps to plain C17.
  set_target_properties(scree_cli scree_command PROPERTIES
    C_STANDARD 17 C_STANDARD_REQUIRED ON CXX_STANDARD 17 CXX_STANDARD_REQUIRED ON CXX_EXTENSIONS OFF)
  set_target_properties(scree_command PROPERTIES
    OUTPUT_NAME scree RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR} LINKER_LANGUAGE CXX)
endif()
