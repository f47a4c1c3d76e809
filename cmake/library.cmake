# libscree, static and shared, from one set of objects.

file(GLOB_RECURSE library_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/*.c)
file(GLOB_RECURSE kernel_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/kernels/*.c)
list(REMOVE_ITEM library_sources ${kernel_sources})
set(library_includes "$<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>"
  "$<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>")

# Each kernel is compiled once for each width, for the processors that have it; the width is chosen at run time.
include(CheckCCompilerFlag)
check_c_compiler_flag("-mavx2" SCREE_HAS_AVX2)
check_c_compiler_flag("-mavx512f" SCREE_HAS_AVX512)
set(widths 2)
if(SCREE_LANES EQUAL 8 AND CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64" AND SCREE_HAS_AVX2 AND SCREE_HAS_AVX512)
  list(APPEND widths 4 8)
  set(flags_of_4 -mavx2)
  set(flags_of_8 -mavx512f)
  set(lanes_definition SCREE_WIDE_LANES)
endif()

if(NOT SCREE_WITH_QHULL)
  list(FILTER library_sources EXCLUDE REGEX "/hull_qhull\\.c$")
endif()

# Closed forms are short: points that gcc puts together into vectors there go through memory, which costs a tenth.
set_source_files_properties(${PROJECT_SOURCE_DIR}/src/kernels/ball/ball.c ${PROJECT_SOURCE_DIR}/src/kernels/plane/plane.c
  ${PROJECT_SOURCE_DIR}/src/kernels/segment/segment.c ${PROJECT_SOURCE_DIR}/src/kernels/segment/segment_box.c
  PROPERTIES COMPILE_OPTIONS -fno-tree-slp-vectorize)

# Tests also have the kernels at one lane, plain C as a GPU will run it; the library has no use for them. Optimizing them
# little halves the time to compile them, and gives the same bits.
if(SCREE_BUILD_TESTS AND NOT SCREE_FUZZ AND NOT SCREE_SANITIZE STREQUAL thread)
  set(test_width 1)
  set(flags_of_1 -O1)
endif()

# Position-independent, so that the static library can go into other people's shared ones too.
add_library(scree_objects OBJECT ${library_sources})
set(object_targets scree_objects)
foreach(width IN LISTS widths test_width)
  add_library(scree_kernels_${width} OBJECT ${kernel_sources})
  target_compile_definitions(scree_kernels_${width} PRIVATE SCREE_LANES=${width})
  target_compile_options(scree_kernels_${width} PRIVATE ${flags_of_${width}})
  if(NOT width EQUAL 2) # tools that read the compile commands need not see the same source again
    set_target_properties(scree_kernels_${width} PROPERTIES EXPORT_COMPILE_COMMANDS OFF)
  endif()
  list(APPEND object_targets scree_kernels_${width})
endforeach()
foreach(target IN LISTS object_targets)
  target_compile_definitions(${target} PRIVATE SCREE_BUILDING ${lanes_definition}
    $<$<BOOL:${SCREE_WITH_QHULL}>:SCREE_WITH_QHULL>)
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/include ${PROJECT_SOURCE_DIR}/src)
  set_target_properties(${target} PROPERTIES
    C_STANDARD 17 C_STANDARD_REQUIRED ON C_EXTENSIONS OFF
    C_VISIBILITY_PRESET hidden POSITION_INDEPENDENT_CODE ON)
endforeach()
if(SCREE_WITH_QHULL)
  target_include_directories(scree_objects SYSTEM PRIVATE ${SCREE_QHULL_INCLUDE_DIR})
endif()
set(library_objects ${object_targets})
list(REMOVE_ITEM library_objects scree_kernels_1)
list(TRANSFORM library_objects PREPEND "$<TARGET_OBJECTS:")
list(TRANSFORM library_objects APPEND ">")

# The static library always, for the command and the tests; the shared one beside it unless the platform has none or
# BUILD_SHARED_LIBS is set to OFF. Then scree::scree is the static one.
get_property(SCREE_SHARED GLOBAL PROPERTY TARGET_SUPPORTS_SHARED_LIBS)
if(DEFINED BUILD_SHARED_LIBS AND NOT BUILD_SHARED_LIBS)
  set(SCREE_SHARED FALSE)
endif()
add_library(scree_static STATIC ${library_objects})
set_target_properties(scree_static PROPERTIES OUTPUT_NAME scree)
target_compile_definitions(scree_static INTERFACE SCREE_STATIC)
add_library(scree::scree_static ALIAS scree_static)
set(library_targets scree_static)
if(SCREE_SHARED)
  add_library(scree SHARED ${library_objects})
  # Before 1.0, a minor version may break the interface: docs/decisions/abi.md.
  set(soversion ${PROJECT_VERSION_MAJOR})
  if(soversion EQUAL 0)
    set(soversion 0.${PROJECT_VERSION_MINOR})
  endif()
  set_target_properties(scree PROPERTIES VERSION ${PROJECT_VERSION} SOVERSION ${soversion})
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
foreach(target IN LISTS object_targets)
  target_link_libraries(${target} PRIVATE ${library_needs})
endforeach()
list(TRANSFORM library_needs PREPEND "$<BUILD_INTERFACE:")
list(TRANSFORM library_needs APPEND ">")
foreach(target IN LISTS library_targets)
  target_include_directories(${target} INTERFACE ${library_includes})
  target_link_libraries(${target} PRIVATE ${library_needs})
endforeach()
target_link_libraries(scree_static PRIVATE $<INSTALL_INTERFACE:scree::static_needs>)
