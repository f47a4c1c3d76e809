# How everything here is compiled: an interface target that each of our targets links.

add_library(scree_flags INTERFACE)
target_compile_features(scree_flags INTERFACE c_std_17)
target_compile_options(scree_flags INTERFACE
  -Wall -Wextra -Wpedantic -Wconversion -Wshadow
  # A product and a sum fused into one instruction round once instead of twice. The error bounds count every rounding,
  # exact sums split it off, and the same input must give the same bytes from every compiler and on every processor.
  -ffp-contract=off
  # sqrt() is one instruction when nobody reads errno; the result is the same.
  -fno-math-errno)
if(NOT OpenMP_C_FOUND)
  target_compile_options(scree_flags INTERFACE -Wno-unknown-pragmas)
endif()
if(SCREE_WERROR)
  target_compile_options(scree_flags INTERFACE -Werror)
endif()
if(SCREE_COVERAGE)
  target_compile_definitions(scree_flags INTERFACE SCREE_COVERAGE)
  target_compile_options(scree_flags INTERFACE --coverage -fprofile-update=atomic)
  target_link_options(scree_flags INTERFACE --coverage)
endif()
set(sanitizers ${SCREE_SANITIZE})
if(sanitizers)
  target_compile_definitions(scree_flags INTERFACE SCREE_SANITIZED)
  target_compile_options(scree_flags INTERFACE
    -fsanitize=${sanitizers} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(scree_flags INTERFACE -fsanitize=${sanitizers})
endif()
if(SCREE_FUZZ)
  target_compile_options(scree_flags INTERFACE -fsanitize=fuzzer-no-link)
endif()

# A plain `cmake -B build` is a release build.
if(PROJECT_IS_TOP_LEVEL AND NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Debug, Release, RelWithDebInfo or MinSizeRel" FORCE)
endif()
