# libscree, static and shared, from one set of objects.

file(GLOB library_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/*.c ${PROJECT_SOURCE_DIR}/src/*/*.c)
set(library_includes "$<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>"
  "$<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>")

# Kernels over lanes: each width is a file of its own, compiled for the processors that have it, and chosen at run time.
include(CheckCCompilerFlag)
check_c_compiler_flag("-mavx2" SCREE_HAS_AVX2)
check_c_compiler_flag("-mavx512f" SCREE_HAS_AVX512)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64" AND SCREE_HAS_AVX2 AND SCREE_HAS_AVX512)
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

# Position-independent, so that the static library can go into other people's shared ones too.
add_library(scree_objects OBJECT ${library_sources})
target_compile_definitions(scree_objects PRIVATE ${lanes_definition})
target_include_directories(scree_objects PRIVATE ${PROJECT_SOURCE_DIR}/include ${PROJECT_SOURCE_DIR}/src)
set_target_properties(scree_objects PROPERTIES
  C_STANDARD 17 C_STANDARD_REQUIRED ON C_EXTENSIONS OFF
  C_VISIBILITY_PRESET hidden POSITION_INDEPENDENT_CODE ON)

add_library(scree_static STATIC $<TARGET_OBJECTS:scree_objects>)
add_library(scree SHARED $<TARGET_OBJECTS:scree_objects>)
set_target_properties(scree_static PROPERTIES OUTPUT_NAME scree)
set_target_properties(scree PROPERTIES VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR})
set_target_properties(scree scree_static PROPERTIES LINKER_LANGUAGE C)
add_library(scree::scree ALIAS scree)
add_library(scree::scree_static ALIAS scree_static)

# What the library itself needs; users of the shared one see none of it.
set(library_needs PkgConfig::QHULL)
if(OpenMP_C_FOUND)
  list(APPEND library_needs OpenMP::OpenMP_C)
endif()
if(MATH_LIBRARY)
  list(APPEND library_needs m)
endif()
foreach(target scree_objects scree_static scree)
  target_link_libraries(${target} PRIVATE ${library_needs} $<BUILD_INTERFACE:scree_flags>)
endforeach()
foreach(target scree_static scree)
  target_include_directories(${target} INTERFACE ${library_includes})
endforeach()
