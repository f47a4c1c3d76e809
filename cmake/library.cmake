# libscree, static and shared, from one set of objects.

file(GLOB_RECURSE library_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/*.c)
set(library_includes "$<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>"
  "$<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>")

# Kernels over lanes: each width is a file of its own, compiled for the processors that have it, and chosen at run time.
include(CheckCCompilerFlag)
check_c_compiler_flag("-mavx2" SCREE_HAS_AVX2)
check_c_compiler_flag("-mavx512f" SCREE_HAS_AVX512)
if(SCREE_LANES EQUAL 8 AND CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64" AND SCREE_HAS_AVX2 AND SCREE_HAS_AVX512)
  set(narrower_lanes ${library_sources})
  set(wider_lanes ${library_sources})
  list(FILTER narrower_lanes INCLUDE REGEX "_lanes_4\\.c$")
  list(FILTER wider_lanes INCLUDE REGEX "_lanes_8\\.c$")
  set_source_files_properties(${narrower_lanes} PROPERTIES COMPILE_OPTIONS -mavx2)
  set_source_files_properties(${wider_lanes} PROPERTIES COMPILE_OPTIONS -mavx512f)
  set(lanes_definition SCREE_WIDE_LANES)
else()
  list(FILTER library_sources EXCLUDE REGEX "_lanes_[48]\\.c$")
endif()

if(NOT SCREE_WITH_QHULL)
  list(FILTER library_sources EXCLUDE REGEX "/hull_qhull\\.c$")
endif()

# Position-independent, so that the static library can go into other people's shared ones too.
add_library(scree_objects OBJECT ${library_sources})
target_compile_definitions(scree_objects PRIVATE ${lanes_definition} $<$<BOOL:${SCREE_WITH_QHULL}>:SCREE_WITH_QHULL>)
target_include_directories(scree_objects PRIVATE ${PROJECT_SOURCE_DIR}/include ${PROJECT_SOURCE_DIR}/src)
if(SCREE_WITH_QHULL)
  target_include_directories(scree_objects SYSTEM PRIVATE ${SCREE_QHULL_INCLUDE_DIR})
endif()
set_target_properties(scree_objects PROPERTIES
  C_STANDARD 17 C_STANDARD_REQUIRED ON C_EXTENSIONS OFF
  C_VISIBILITY_PRESET hidden POSITION_INDEPENDENT_CODE ON)

# The static library always, for the command and the tests; the shared one beside it unless the platform has none or
# BUILD_SHARED_LIBS is set to OFF. Then scree::scree is the static one.
get_property(SCREE_SHARED GLOBAL PROPERTY TARGET_SUPPORTS_SHARED_LIBS)
if(DEFINED BUILD_SHARED_LIBS AND NOT BUILD_SHARED_LIBS)
  set(SCREE_SHARED FALSE)
endif()
add_library(scree_static STATIC $<TARGET_OBJECTS:scree_objects>)
set_target_properties(scree_static PROPERTIES OUTPUT_NAME scree)
add_library(scree::scree_static ALIAS scree_static)
set(library_targets scree_static)
if(SCREE_SHARED)
  add_library(scree SHARED $<TARGET_OBJECTS:scree_objects>)
  set_target_properties(scree PROPERTIES VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR})
  add_library(scree::scree ALIAS scree)
  list(APPEND library_targets scree)
else()
  add_library(scree::scree ALIAS scree_static)
endif()
set_target_properties(${library_targets} PROPERTIES LINKER_LANGUAGE C)

# What the library itself needs; users of the shared one see none of it. An installed static library gets it from
# scree-config.cmake instead, which asks for no language in particular.
set(library_needs "")
if(SCREE_WITH_QHULL)
  list(APPEND library_needs scree_qhull)
endif()
if(OpenMP_C_FOUND)
  list(APPEND library_needs OpenMP::OpenMP_C)
endif()
if(SCREE_HAS_LIBM)
  list(APPEND library_needs m)
endif()
list(APPEND library_needs scree_flags)
target_link_libraries(scree_objects PRIVATE ${library_needs})
list(TRANSFORM library_needs PREPEND "$<BUILD_INTERFACE:")
list(TRANSFORM library_needs APPEND ">")
foreach(target IN LISTS library_targets)
  target_include_directories(${target} INTERFACE ${library_includes})
  target_link_libraries(${target} PRIVATE ${library_needs})
endforeach()
target_link_libraries(scree_static PRIVATE $<INSTALL_INTERFACE:scree::static_needs>)
