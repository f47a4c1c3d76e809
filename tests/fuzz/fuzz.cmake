# Harnesses linked to libFuzzer. Each runs for SCREE_FUZZ_SECONDS (by default 12), starting from its seeds; what it
# finds is kept in the build folder, next to the inputs that it thought up on the way.
foreach(source IN LISTS harnesses)
  cmake_path(REMOVE_EXTENSION source OUTPUT_VARIABLE name)
  cmake_path(GET source STEM stem)
  add_program(${name} ${source})
  string(REPLACE "/" "-" target test-${name})
  target_link_options(${target} PRIVATE -fsanitize=fuzzer)
  add_test(NAME ${name}
    COMMAND sh ${CMAKE_CURRENT_SOURCE_DIR}/fuzz/run.sh $<TARGET_FILE:${target}>
      ${CMAKE_CURRENT_SOURCE_DIR}/fuzz/corpus/${stem} ${CMAKE_CURRENT_BINARY_DIR}/${stem})
  set_tests_properties(${name} PROPERTIES LABELS fuzz)
endforeach()
