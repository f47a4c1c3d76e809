#!/bin/bash
# install.sh BUILD_FOLDER COMPILER: installs into an empty folder, then builds examples/outside against it the way a
# stranger would: as the end of the installation says; with pkg-config, shared and static; with find_package from a
# project in C, from one in C++ alone, into a shared library, and with -static.
set -euo pipefail
build=$1
compiler=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
known=examples/outside/expected.txt

fail() {
    echo "$1" >&2
    exit 1
}
# same NAME COMMAND...: the program's output is the known answer.
same() {
    name=$1
    shift
    "$@" >"$work/out" || fail "$name: failed"
    diff "$known" "$work/out" || fail "$name: another answer"
    echo "$name: ok"
}
needs() { readelf -d "$1" | grep "NEEDED.*$2" || true; }

# A staged one, as packages make it: it says and touches nothing outside. Then it is moved elsewhere.
DESTDIR="$work/stage" cmake --install "$build" --prefix /usr/local >"$work/log" 2>&1
if grep 'installed in\|first:' "$work/log"; then fail "DESTDIR: advice that is not for a package"; fi
mv "$work/stage/usr/local" "$work/moved"
prefix=$work/moved
pc=$(find "$prefix" -name scree.pc)
lib=$(dirname "$(dirname "$pc")")
for file in include/scree/scree.h bin/scree share/man/man1/scree.1; do
    [ -f "$prefix/$file" ] || fail "not installed: $file"
done
for file in libscree.a libscree.so libscree.so.0.3 cmake/scree/scree-config.cmake; do
    [ -e "$lib/$file" ] || fail "not installed: $file"
done
if grep -rlI "$work\|$PWD" "$prefix"; then fail "installed files name the folder they were built in"; fi
"$prefix/bin/scree" --version | grep -q "$(PKG_CONFIG_PATH=$lib/pkgconfig pkg-config --modversion scree)" ||
    fail "the command and scree.pc disagree on the version"
grep -qx "version: $(PKG_CONFIG_PATH=$lib/pkgconfig pkg-config --modversion scree)" CITATION.cff ||
    fail "CITATION.cff has another version"

# A prefix of one's own: what is printed at the end, followed to the letter, is enough for all of the below.
cmake --install "$build" --prefix "$work/own" >"$work/log" 2>&1
advice=$(sed -n 's/.*first:  \(export .*\)/\1/p' "$work/log")
[ -n "$advice" ] || fail "no word on how to find $work/own"
unset LD_LIBRARY_PATH PKG_CONFIG_PATH CMAKE_PREFIX_PATH
eval "$advice"
# shellcheck disable=SC2153 # set by the advice
own=$CMAKE_PREFIX_PATH lib=$LD_LIBRARY_PATH
[ "$own" = "$work/own" ] && [ "$(command -v scree)" = "$own/bin/scree" ] || fail "another place: $advice"

strict="-std=c17 -Wall -Wextra -Wpedantic -Werror"
# shellcheck disable=SC2046,SC2086 # lists of flags are meant
"$compiler" $strict examples/outside/main.c -o "$work/shared" $(pkg-config --cflags --libs scree)
same "pkg-config" "$work/shared"
[ -z "$(needs "$work/shared" qhull)" ] || fail "pkg-config: Qhull is private, yet linked"
# shellcheck disable=SC2046,SC2086
"$compiler" $strict -static examples/outside/main.c -o "$work/static" $(pkg-config --static --cflags --libs scree)
same "pkg-config --static, -static" env -u LD_LIBRARY_PATH "$work/static"

# C++ programs can include the headers.
printf '#include <scree/scree.h>\nint main() { return scree_version() == nullptr; }\n' >"$work/main.cpp"
# shellcheck disable=SC2046
c++ -std=c++17 -Wall -Wextra -Wpedantic -Werror "$work/main.cpp" -o "$work/cpp" $(pkg-config --cflags --libs scree)
"$work/cpp"

# CMake, the shared and the static library in one project; where scree is, CMAKE_PREFIX_PATH says.
unset LD_LIBRARY_PATH
cmake -S examples/outside -B "$work/cmake" -D CMAKE_C_COMPILER="$compiler" >>"$work/log"
cmake --build "$work/cmake" >>"$work/log"
same "find_package" "$work/cmake/grains"
same "find_package, static" "$work/cmake/grains_static"
[ -z "$(needs "$work/cmake/grains_static" scree)" ] || fail "find_package, static: it is not"

# A project that knows no C: both libraries, the static one inside a shared one, and a program with -static.
mkdir "$work/cxx"
sed 's/(scree_vec3){\([^}]*\)}/scree_vec3{\1}/g' examples/outside/main.c >"$work/cxx/main.cpp"
cat >"$work/cxx/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.16)
project(grains LANGUAGES CXX)
find_package(scree REQUIRED COMPONENTS shared static)
add_executable(shared main.cpp)
target_link_libraries(shared PRIVATE scree::scree)
add_executable(static main.cpp)
target_link_libraries(static PRIVATE scree::scree_static)
add_executable(fully_static main.cpp)
target_link_libraries(fully_static PRIVATE scree::scree_static)
target_link_options(fully_static PRIVATE -static)
file(WRITE ${CMAKE_BINARY_DIR}/inner.cpp "#include <scree/scree.h>
extern \"C\" scree_shape *inner() { scree_vec3 p[4] = {}; return scree_polyhedron_create(p, 4, 0.0, nullptr); }")
add_library(inside MODULE ${CMAKE_BINARY_DIR}/inner.cpp)
target_link_libraries(inside PRIVATE scree::scree_static)
target_link_options(inside PRIVATE -Wl,--no-undefined)
END
cmake -S "$work/cxx" -B "$work/cxx/build" >>"$work/log"
cmake --build "$work/cxx/build" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
for program in shared static fully_static; do same "C++ alone, $program" "$work/cxx/build/$program"; done
[ -z "$(needs "$work/cxx/build/libinside.so" scree)$(needs "$work/cxx/build/static" scree)" ] || fail "C++ alone: not static"
[ -z "$(needs "$work/cxx/build/fully_static" .)" ] || fail "C++ alone: not fully static"

# The linker prefers a shared library; without one, what scree.pc says for static linking must be enough.
rm "$lib"/libscree.so*
# shellcheck disable=SC2046
"$compiler" -std=c17 examples/outside/main.c -o "$work/static" $(pkg-config --static --cflags --libs scree)
same "pkg-config --static" "$work/static"
