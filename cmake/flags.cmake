# How everything here is compiled: an interface target that each of our targets links.

# The oldest compilers that it is built with. Others may do: they are not turned away.
foreach(compiler "GNU 11 gcc" "Clang 14 clang")
  separate_arguments(compiler)
  list(GET compiler 0 id)
  list(GET compiler 1 oldest)
  list(GET compiler 2 words)
  if(CMAKE_C_COMPILER_ID STREQUAL id AND CMAKE_C_COMPILER_VERSION VERSION_LESS oldest)
    message(FATAL_ERROR "scree needs gcc 11 or clang 14, or a later one: this is ${words} ${CMAKE_C_COMPILER_VERSION}")
  endif()
endforeach()

# Options that change arithmetic, as src/base/arithmetic.h says it; here also those that a compiler does not tell of.
string(TOUPPER "${CMAKE_BUILD_TYPE}" build_type)
get_directory_property(directory_options COMPILE_OPTIONS)
list(JOIN directory_options " " directory_options)
set(given_flags " ${CMAKE_C_FLAGS} ${CMAKE_C_FLAGS_${build_type}} ${directory_options} ")
set(other_math "-ffast-math|-Ofast|-funsafe-math-optimizations|-ffinite-math-only|-fassociative-math|-freciprocal-math")
if(given_flags MATCHES " (${other_math}|-fno-signed-zeros|-ffp-model=fast) ")
  message(FATAL_ERROR "scree: -ffast-math, -Ofast and their parts make certified intervals false; compile without them "
    "(${CMAKE_MATCH_1} is among the flags)")
endif()
if(given_flags MATCHES " (-mfpmath=387|-mno-sse2?) ")
  message(FATAL_ERROR "scree: x87 arithmetic does not round to double; compile with -msse2 -mfpmath=sse "
    "(${CMAKE_MATCH_1} is among the flags)")
endif()

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
