#!/bin/bash
# embed.sh COMPILER: a project that takes scree in by add_subdirectory gets the library and nothing else.
set -euo pipefail
compiler=$1
source=$PWD
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat >"$work/CMakeLists.txt" <<END
cmake_minimum_required(VERSION 3.25)
project(host C)
enable_testing()
add_subdirectory("$source" scree)
add_executable(grains "$source/examples/outside/main.c")
target_link_libraries(grains PRIVATE scree::scree_static)
foreach(target scree_command scree_tests scree_cli scree_scenes)
  if(TARGET \${target})
    message(FATAL_ERROR "\${target} came along")
  endif()
endforeach()
END
cmake -S "$work" -B "$work/build" -G Ninja -D CMAKE_C_COMPILER="$compiler" --log-level=WARNING
cmake --build "$work/build" --target grains >"$work/log" || { cat "$work/log"; exit 1; }
"$work/build/grains" | diff examples/outside/expected.txt -
cmake --install "$work/build" --prefix "$work/prefix" >"$work/log"
[ ! -d "$work/prefix/include" ] || { echo "scree installed itself with its host"; exit 1; }
