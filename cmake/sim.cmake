# libscree_sim, the granular simulator, static and shared, from one set of objects: on the public interface of libscree.

file(GLOB_RECURSE sim_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/sim/*.c)
set(sim_needs scree_flags)

# The files of a run need zlib and HDF5, those of scenes libfyaml. Without them, the simulator is its engine.
find_package(ZLIB QUIET)
find_path(SCREE_HDF5_INCLUDE_DIR hdf5.h PATH_SUFFIXES hdf5/serial DOC "Folder of hdf5.h, without MPI")
find_library(SCREE_HDF5_LIBRARY NAMES hdf5_serial hdf5 DOC "HDF5, without MPI")
find_path(SCREE_FYAML_INCLUDE_DIR libfyaml.h)
find_library(SCREE_FYAML_LIBRARY fyaml)
mark_as_advanced(SCREE_HDF5_INCLUDE_DIR SCREE_HDF5_LIBRARY SCREE_FYAML_INCLUDE_DIR SCREE_FYAML_LIBRARY)
set(sim_has_files FALSE)
if(ZLIB_FOUND AND SCREE_HDF5_INCLUDE_DIR AND SCREE_HDF5_LIBRARY AND SCREE_FYAML_INCLUDE_DIR AND SCREE_FYAML_LIBRARY)
  set(sim_has_files TRUE)
endif()
if(SCREE_SIM_FILES STREQUAL ON AND NOT sim_has_files)
  message(FATAL_ERROR "zlib, HDF5 or libfyaml is missing, for the files of the simulator: install zlib1g-dev, libhdf5-dev "
    "and libfyaml-dev (Debian), or leave them out: -D SCREE_SIM_FILES=OFF")
endif()
set(SCREE_WITH_SIM_FILES FALSE)
if(NOT SCREE_SIM_FILES STREQUAL OFF AND sim_has_files)
  set(SCREE_WITH_SIM_FILES TRUE)
else()
  list(FILTER sim_sources EXCLUDE REGEX "/sim/(output|scene|fill|run)/")
endif()
if(OpenMP_C_FOUND)
  list(APPEND sim_needs OpenMP::OpenMP_C)
endif()
if(SCREE_HAS_LIBM)
  list(APPEND sim_needs m)
endif()

if(SCREE_WITH_SIM_FILES)
  include(cmake/page.cmake)
endif()

# Position-independent, so that the static library can go into other people's shared ones too. The loops of the laws and
# of rotations are compiled once for each width of the library's kernels (library.cmake). Nobody looks at floating-point flags there, so
# that branches may become choices; results are the same. Where a build without optimization leaves a loop as it is, clang
# need not say so.
set(lane_sources ${PROJECT_SOURCE_DIR}/sim/laws/lanes.c ${PROJECT_SOURCE_DIR}/sim/laws/rows.c
  ${PROJECT_SOURCE_DIR}/sim/step/drift_lanes.c ${PROJECT_SOURCE_DIR}/sim/step/kick_lanes.c)
list(REMOVE_ITEM sim_sources ${lane_sources})
add_library(scree_sim_objects OBJECT ${sim_sources} ${view_resources})
set(sim_object_targets scree_sim_objects)
foreach(width IN LISTS widths)
  add_library(scree_sim_lanes_${width} OBJECT ${lane_sources})
  target_compile_definitions(scree_sim_lanes_${width} PRIVATE SCREE_SIM_LANES=${width})
  target_compile_options(scree_sim_lanes_${width} PRIVATE ${flags_of_${width}} -fno-trapping-math
    $<$<C_COMPILER_ID:Clang,AppleClang>:-Wno-pass-failed>)
  if(width GREATER 2)
    set_target_properties(scree_sim_lanes_${width} PROPERTIES EXPORT_COMPILE_COMMANDS OFF)
  endif()
  target_link_libraries(scree_sim_lanes_${width} PRIVATE ${sim_needs})
  list(APPEND sim_object_targets scree_sim_lanes_${width})
endforeach()
foreach(target IN LISTS sim_object_targets)
  target_compile_definitions(${target} PRIVATE SCREE_BUILDING ${lanes_definition}
    $<$<BOOL:${SCREE_WITH_PAGE}>:SCREE_WITH_PAGE>)
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/include ${PROJECT_SOURCE_DIR}/sim/include
    ${PROJECT_SOURCE_DIR}/sim)
  set_target_properties(${target} PROPERTIES
    C_STANDARD 17 C_STANDARD_REQUIRED ON C_EXTENSIONS OFF C_VISIBILITY_PRESET hidden POSITION_INDEPENDENT_CODE ON)
endforeach()
if(SCREE_WITH_SIM_FILES)
  target_include_directories(scree_sim_objects SYSTEM PRIVATE ${ZLIB_INCLUDE_DIRS} ${SCREE_HDF5_INCLUDE_DIR}
    ${SCREE_FYAML_INCLUDE_DIR})
  list(APPEND sim_needs ${SCREE_HDF5_LIBRARY} ${ZLIB_LIBRARIES} ${SCREE_FYAML_LIBRARY})
endif()
target_link_libraries(scree_sim_objects PRIVATE ${sim_needs})
list(TRANSFORM sim_needs PREPEND "$<BUILD_INTERFACE:")
list(TRANSFORM sim_needs APPEND ">")

set(sim_objects ${sim_object_targets})
list(TRANSFORM sim_objects PREPEND "$<TARGET_OBJECTS:")
list(TRANSFORM sim_objects APPEND ">")
add_library(scree_sim_static STATIC ${sim_objects})
set_target_properties(scree_sim_static PROPERTIES OUTPUT_NAME scree_sim)
target_link_libraries(scree_sim_static PUBLIC scree_static PRIVATE $<INSTALL_INTERFACE:scree::sim_static_needs>)
add_library(scree::scree_sim_static ALIAS scree_sim_static)
set(sim_targets scree_sim_static)
if(SCREE_SHARED)
  add_library(scree_sim SHARED ${sim_objects})
  # It finds libscree beside it, also where a program that needs this one alone was told of their folder.
  set_target_properties(scree_sim PROPERTIES VERSION ${PROJECT_VERSION} SOVERSION ${soversion} INSTALL_RPATH "$ORIGIN")
  target_link_libraries(scree_sim PUBLIC scree)
  add_library(scree::scree_sim ALIAS scree_sim)
  list(APPEND sim_targets scree_sim)
else()
  add_library(scree::scree_sim ALIAS scree_sim_static)
endif()
set_target_properties(${sim_targets} PROPERTIES LINKER_LANGUAGE C)
foreach(target IN LISTS sim_targets)
  target_include_directories(${target} INTERFACE "$<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/sim/include>"
    "$<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>")
  target_link_libraries(${target} PRIVATE ${sim_needs})
endforeach()
