#!/bin/bash
# embed.sh COMPILER: a project that takes scree in by add_subdirectory gets the library and nothing else. And where there
# are neither shared libraries nor Qhull nor OpenMP, scree is its static library: embedded, and installed. Not optimised:
# what is tested here is the build.
set -euo pipefail
compiler=$1
source=$PWD
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
known=examples/outside/expected.txt
quiet() { "$@" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }; }
configure() { quiet cmake -G Ninja -D CMAKE_C_COMPILER="$compiler" --log-level=WARNING "$@"; }

mkdir "$work/host"
cat >"$work/host/CMakeLists.txt" <<END
cmake_minimum_required(VERSION 3.22)
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
get_target_property(type scree::scree TYPE)
if(NOT type STREQUAL "\${EXPECTED}_LIBRARY")
  message(FATAL_ERROR "scree::scree is a \${type}")
endif()
END
configure -S "$work/host" -B "$work/embedded" -D EXPECTED=SHARED -D CMAKE_BUILD_TYPE=Debug
quiet cmake --build "$work/embedded" --target grains
"$work/embedded/grains" | diff "$known" -
quiet cmake --install "$work/embedded" --prefix "$work/prefix"
[ ! -d "$work/prefix/include" ] || { echo "scree installed itself with its host"; exit 1; }
configure -S "$work/host" -B "$work/embedded" -D EXPECTED=STATIC -D BUILD_SHARED_LIBS=OFF

# A platform without shared libraries, as its toolchain file would say it.
cat >"$work/bare.cmake" <<END
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_C_COMPILER "$compiler")
set(CMAKE_EXE_LINKER_FLAGS_INIT -static)
END
configure -S . -B "$work/bare" --toolchain "$work/bare.cmake" -D CMAKE_BUILD_TYPE=Debug -D SCREE_BUILD_CLI=OFF \
    -D SCREE_BUILD_TESTS=OFF -D SCREE_OPENMP=OFF -D SCREE_QHULL=OFF -D SCREE_SIM_FILES=OFF
quiet cmake --build "$work/bare"
sh examples/compare.sh examples/01_two_boxes.expected "$work/bare/examples/01_two_boxes"
quiet cmake --install "$work/bare" --prefix "$work/prefix"
[ -z "$(find "$work/prefix" -name '*.so*')" ] || { echo "a shared library"; exit 1; }
# shellcheck disable=SC2046 # lists of flags are meant
"$compiler" -std=c17 examples/outside/main.c -o "$work/grains" \
    $(PKG_CONFIG_PATH=$work/prefix/lib/pkgconfig pkg-config --cflags --libs scree)
"$work/grains" | diff "$known" -
configure -S examples/outside -B "$work/outside" -D CMAKE_PREFIX_PATH="$work/prefix"
quiet cmake --build "$work/outside"
"$work/outside/grains" | diff "$known" -
