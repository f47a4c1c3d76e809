# Configures, builds and tests one preset of CMakePresets.json, warnings as errors:
#   cmake -D PRESET=asan [-D JOBS=4] -P cmake/run_preset.cmake
cmake_minimum_required(VERSION 3.22)
cmake_path(GET CMAKE_CURRENT_LIST_DIR PARENT_PATH root)
if(NOT DEFINED JOBS)
  set(JOBS 1)
endif()

function(run)
  execute_process(COMMAND ${ARGV} WORKING_DIRECTORY ${root} COMMAND_ERROR_IS_FATAL ANY)
endfunction()
run(${CMAKE_COMMAND} --preset ${PRESET} --log-level=WARNING -D SCREE_WERROR=ON OUTPUT_QUIET)
run(${CMAKE_COMMAND} --build --preset ${PRESET} -j ${JOBS} -- --quiet)
if(PRESET STREQUAL coverage)
  file(GLOB_RECURSE stale_counts ${root}/build/coverage/*.gcda)
  if(stale_counts)
    file(REMOVE ${stale_counts})
  endif()
endif()
# Sanitizers of this age place their shadow memory where a kernel that randomises addresses a lot may have put a
# library; without randomisation they always start.
execute_process(COMMAND setarch -R true RESULT_VARIABLE refused ERROR_QUIET)
if(refused STREQUAL 0)
  set(steady setarch -R)
endif()
run(${steady} ${CMAKE_CTEST_COMMAND} --preset ${PRESET} -j ${JOBS})
