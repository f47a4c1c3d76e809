#!/bin/bash
# install.sh BUILD_FOLDER COMPILER: installs into an empty folder, then builds examples/outside against it the way a
# stranger would: with pkg-config, with pkg-config --static where there is no shared library, and with find_package.
set -euo pipefail
build=$1
compiler=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
known=examples/outside/expected.txt

# stage PREFIX: install there; where the libraries and the manual lie depends on the prefix (GNUInstallDirs).
DESTDIR="$work/stage" cmake --install "$build" --prefix /usr/local >"$work/log"
prefix=$work/stage/usr/local
pc=$(find "$prefix" -name scree.pc)
lib=$(dirname "$(dirname "$pc")")

fail() {
    echo "$1" >&2
    exit 1
}
for file in include/scree/scree.h bin/scree share/man/man1/scree.1; do
    [ -f "$prefix/$file" ] || fail "not installed: $file"
done
for file in libscree.a libscree.so libscree.so.0 cmake/scree/scree-config.cmake; do
    [ -e "$lib/$file" ] || fail "not installed: $file"
done
if grep -rlI "$work\|$PWD" "$prefix"; then fail "installed files name the folder they were built in"; fi
"$prefix/bin/scree" --version | grep -q "$(PKG_CONFIG_PATH=$lib/pkgconfig pkg-config --modversion scree)" ||
    fail "the command and scree.pc disagree on the version"

# same NAME COMMAND...: the program's output is the known answer.
same() {
    name=$1
    shift
    "$@" >"$work/out" || fail "$name: failed"
    diff "$known" "$work/out" || fail "$name: another answer"
    echo "$name: ok"
}

export PKG_CONFIG_PATH=$lib/pkgconfig
# shellcheck disable=SC2046 # lists of flags are meant
"$compiler" -std=c17 -Wall -Wextra -Wpedantic -Werror $(pkg-config --cflags scree) examples/outside/main.c \
    -o "$work/shared" $(pkg-config --libs scree)
same "pkg-config" env LD_LIBRARY_PATH="$lib" "$work/shared"
if readelf -d "$work/shared" | grep -q 'NEEDED.*qhull'; then fail "pkg-config: Qhull is private, yet linked"; fi

# CMake, the shared and the static library in one project.
cmake -S examples/outside -B "$work/cmake" -D CMAKE_C_COMPILER="$compiler" -D CMAKE_PREFIX_PATH="$prefix" >>"$work/log"
cmake --build "$work/cmake" >>"$work/log"
same "find_package" "$work/cmake/grains"
same "find_package, static" "$work/cmake/grains_static"
if readelf -d "$work/cmake/grains_static" | grep -q 'NEEDED.*scree'; then fail "find_package, static: it is not"; fi

# C++ programs can include the headers.
printf '#include <scree/scree.h>\nint main() { return scree_version() == nullptr; }\n' >"$work/main.cpp"
# shellcheck disable=SC2046
c++ -std=c++17 -Wall -Wextra -Wpedantic -Werror $(pkg-config --cflags scree) "$work/main.cpp" -o "$work/cpp" \
    $(pkg-config --libs scree)
LD_LIBRARY_PATH="$lib" "$work/cpp"

# The linker prefers a shared library; without one, what scree.pc says for static linking must be enough.
rm "$lib"/libscree.so*
# shellcheck disable=SC2046
"$compiler" -std=c17 $(pkg-config --cflags scree) examples/outside/main.c -o "$work/static" \
    $(pkg-config --static --libs scree)
same "pkg-config --static" "$work/static"
