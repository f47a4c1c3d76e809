# The command `scree`. All of it but main() is a library, which the fuzz harnesses and tests of the parser link.

find_package(Threads REQUIRED)
pkg_check_modules(SIMDJSON REQUIRED IMPORTED_TARGET simdjson)

file(GLOB command_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/cli/*.c ${PROJECT_SOURCE_DIR}/cli/*.cpp)
set(command_main ${command_sources})
list(FILTER command_main INCLUDE REGEX "/main\\.(c|cpp)$")
list(REMOVE_ITEM command_sources ${command_main})

if(command_main)
  add_library(scree_cli STATIC ${command_sources})
  target_include_directories(scree_cli PUBLIC ${PROJECT_SOURCE_DIR}/cli)
  target_link_libraries(scree_cli PUBLIC scree_static PkgConfig::SIMDJSON Threads::Threads PRIVATE scree_flags)
  add_executable(scree_command ${command_main})
  target_link_libraries(scree_command PRIVATE scree_cli scree_flags)
  # With the POSIX calls that GNU C17 lets through; the library itself keeps to plain C17.
  set_target_properties(scree_cli scree_command PROPERTIES
    C_STANDARD 17 C_STANDARD_REQUIRED ON CXX_STANDARD 17 CXX_STANDARD_REQUIRED ON CXX_EXTENSIONS OFF)
  set_target_properties(scree_command PROPERTIES
    OUTPUT_NAME scree RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR} LINKER_LANGUAGE CXX)
endif()
