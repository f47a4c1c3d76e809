# scree-bench: scree beside the libraries that Debian has. Only `make bench` builds it; nothing of the product needs it.

find_package(PkgConfig REQUIRED)
pkg_check_modules(FCL REQUIRED IMPORTED_TARGET fcl)
pkg_check_modules(CCD REQUIRED IMPORTED_TARGET ccd)
pkg_check_modules(BULLET REQUIRED IMPORTED_TARGET bullet-float64)
pkg_check_modules(ODE REQUIRED IMPORTED_TARGET ode)
pkg_check_modules(BOX2D REQUIRED IMPORTED_TARGET box2d)
find_package(mujoco REQUIRED)

set(bench_includes ${PROJECT_SOURCE_DIR}/bench ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/tests
  ${PROJECT_SOURCE_DIR}/cli ${PROJECT_SOURCE_DIR}/cli/reproduce)
file(GLOB bench_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/bench/*.c)
add_library(bench_race OBJECT ${bench_sources})
set_target_properties(bench_race PROPERTIES C_STANDARD 17)
target_include_directories(bench_race PRIVATE ${bench_includes})
target_link_libraries(bench_race PRIVATE scree_cli scree_oracle scree_scenes scree_flags)
# Of objects alone, so that no flag of one library reaches the adaptor of another.
add_executable(scree_bench $<TARGET_OBJECTS:bench_race>)
set_target_properties(scree_bench PROPERTIES
  OUTPUT_NAME scree-bench RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR} LINKER_LANGUAGE CXX)
target_link_libraries(scree_bench PRIVATE scree_cli scree_oracle scree_scenes)

# One adaptor each, which sees its own library and no other.
function(add_peer source)
  cmake_path(GET source STEM name)
  add_library(bench_${name} OBJECT ${PROJECT_SOURCE_DIR}/bench/peers/${source})
  set_target_properties(bench_${name} PROPERTIES C_STANDARD 17 CXX_STANDARD 17)
  target_include_directories(bench_${name} PRIVATE ${bench_includes})
  target_link_libraries(bench_${name} PRIVATE scree_static ${ARGN})
  target_link_libraries(scree_bench PRIVATE $<TARGET_OBJECTS:bench_${name}> ${ARGN})
endfunction()
add_peer(scree.c)
add_peer(one_axis.c)
add_peer(plain.c)
add_peer(fcl.cpp PkgConfig::FCL)
add_peer(bullet.cpp PkgConfig::BULLET)
add_peer(libccd.c PkgConfig::CCD)
add_peer(ode.c PkgConfig::ODE)
add_peer(mujoco.c mujoco::mujoco)
add_peer(box2d.cpp PkgConfig::BOX2D)

# For `make bench-count`: the queries of one set, with nothing around them, over at most 4 and 2 lanes: callgrind does not
# know all wider instructions. A program's own copy of the table of kernels comes before the library's.
add_custom_target(scree_count)
foreach(lanes IN ITEMS 4 2)
  add_executable(scree_count_${lanes} ${PROJECT_SOURCE_DIR}/bench/count/main.c ${PROJECT_SOURCE_DIR}/bench/set.c
    ${PROJECT_SOURCE_DIR}/bench/sets.c
    ${PROJECT_SOURCE_DIR}/src/dispatch/kernels.c)
  set_target_properties(scree_count_${lanes} PROPERTIES
    OUTPUT_NAME scree-count-${lanes} RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR} C_STANDARD 17)
  target_compile_definitions(scree_count_${lanes} PRIVATE SCREE_MOST_LANES=${lanes} ${lanes_definition})
  target_include_directories(scree_count_${lanes} PRIVATE ${bench_includes} ${PROJECT_SOURCE_DIR}/src)
  target_link_libraries(scree_count_${lanes} PRIVATE scree_static scree_scenes scree_flags)
  add_dependencies(scree_count scree_count_${lanes})
endforeach()

# scree-bench-region: pressure fields and shared volumes, in units of ODE's box-box, by the adaptor and the set of scree-bench.
add_executable(scree_bench_region ${PROJECT_SOURCE_DIR}/bench/region/main.c ${PROJECT_SOURCE_DIR}/bench/race.c
  ${PROJECT_SOURCE_DIR}/bench/set.c ${PROJECT_SOURCE_DIR}/bench/sets.c $<TARGET_OBJECTS:bench_ode>)
set_target_properties(scree_bench_region PROPERTIES
  OUTPUT_NAME scree-bench-region RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR} C_STANDARD 17)
target_include_directories(scree_bench_region PRIVATE ${bench_includes})
target_link_libraries(scree_bench_region PRIVATE scree_cli scree_scenes scree_static scree_flags PkgConfig::ODE)
if(SCREE_HAS_LIBM)
  target_link_libraries(scree_bench_region PRIVATE m)
endif()

# scree-bench-dem: whole simulations, beside Debian's LAMMPS, which is run as a program.
file(GLOB dem_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/bench/dem/*.c)
add_executable(scree_bench_dem ${dem_sources})
set_target_properties(scree_bench_dem PROPERTIES
  OUTPUT_NAME scree-bench-dem RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR} C_STANDARD 17 LINKER_LANGUAGE CXX)
target_link_libraries(scree_bench_dem PRIVATE scree_sim_static scree_flags)
if(SCREE_HAS_LIBM)
  target_link_libraries(scree_bench_dem PRIVATE m)
endif()
