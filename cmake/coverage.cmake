# Reports the branch coverage of the query core from the counts in build/coverage, and leaves its last line in
# build/coverage/summary.txt. Branches behind SCREE_IMPOSSIBLE are not compiled there, hence not counted. gcov works out some
# branch counts as differences of others, and a test that ends inside a call (a child process, a signal) can make one
# negative: gcovr is to leave that line out and go on.
cmake_minimum_required(VERSION 3.22)
cmake_path(GET CMAKE_CURRENT_LIST_DIR PARENT_PATH root)
execute_process(
  COMMAND gcovr --root ${root} --filter ${root}/src/ --exclude ${root}/src/verify/ --branches
    --exclude-unreachable-branches --gcov-ignore-parse-errors --print-summary ${root}/build/coverage
  WORKING_DIRECTORY ${root} OUTPUT_VARIABLE report COMMAND_ERROR_IS_FATAL ANY)
message(NOTICE "${report}")
string(REGEX MATCH "lines: [^\n]*" lines "${report}")
string(REGEX MATCH "branches: [^\n]*" branches "${report}")
if(NOT branches)
  message(FATAL_ERROR "gcovr gave no summary")
endif()
file(WRITE ${root}/build/coverage/summary.txt "Coverage of src without src/verify: ${lines}; ${branches}\n")
