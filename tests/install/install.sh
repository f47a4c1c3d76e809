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

cmake --install "$build" --prefix "$work/it's a (place)" >"$work/log" 2>&1
( # the same where the name of the place means something to a shell
    eval "$(sed -n 's/.*first:  \(export .*\)/\1/p' "$work/log")"
    [ "$(command -v scree)" = "$work/it's a (place)/bin/scree" ] && scree --version >/dev/null
) || fail "another place: $(cat "$work/log")"

# A loader that searches a prefix and finds the library there: no word on LD_LIBRARY_PATH.
mkdir "$work/fake"
cat >"$work/fake/ldconfig" <<EOF
#!/bin/sh
[ "\$1" = -p ] || echo "$lib:"
cd "$lib" && for f in libscree.so.[0-9].[0-9]; do echo "	\$f (libc6,x86-64) => $lib/\$f"; done
EOF
chmod +x "$work/fake/ldconfig"
PATH="$work/fake:$PATH" cmake --install "$build" --prefix "$own" >"$work/log" 2>&1
if grep 'first:.*LD_LIBRARY_PATH' "$work/log"; then fail "the loader finds the library, and one is told that it does not"; fi
grep -q 'first:.*PKG_CONFIG_PATH' "$work/log" || fail "no word on pkg-config"

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

# The simulator, where it was built: an example of its own, shared and static, and the command with a contact law that it
# compiles against the installed headers.
if pkg-config --exists scree_sim; then
    program=examples/12_simulation
    # shellcheck disable=SC2034 # of same()
    known=$program.expected
    # runs_scene PROGRAM: the part that needs HDF5, zlib and libfyaml is there too
    cat >"$work/scene.c" <<'END'
#include <scree_sim/output.h>
#include <scree_sim/run.h>
#include <string.h>

int main(void)
{
    static const char text[] = "domain: {min: [0, 0, 0], max: [1, 1, 1]}\nmaterials: {m: {density: 1}}\n"
                               "shapes: {s: {type: sphere, size: 0.1}}\n"
                               "insert: [{grains: [{shape: s, position: [0.5, 0.5, 0.5]}]}]\nstages: [{until: {time: 0.001}}]\n";
    scree_scene *scene = scree_scene_parse(text, strlen(text), "scene", NULL, 0, NULL);
    scree_run *run = scree_run_create(scene, NULL, NULL);
    const scree_run_end end = scree_run_advance(run, NULL);
    scree_sim_checkpoint none;
    const bool found = scree_sim_checkpoint_read("/nowhere", &none, NULL);
    scree_run_destroy(run);
    scree_scene_destroy(scene);
    return end == SCREE_RUN_FINISHED && !found ? 0 : 1;
}
END
    # shellcheck disable=SC2046,SC2086
    "$compiler" $strict $program.c -o "$work/sim" $(pkg-config --cflags --libs scree_sim) -lm
    same "scree_sim, pkg-config" env LD_LIBRARY_PATH="$lib" "$work/sim"
    [ -n "$(needs "$work/sim" scree_sim)" ] || fail "scree_sim, pkg-config: not shared"
    mkdir "$work/simulator"
    cp $program.c "$work/simulator/main.c"
    cp "$work/scene.c" "$work/simulator"
    cat >"$work/simulator/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.16)
project(simulator LANGUAGES C)
find_package(scree REQUIRED)
foreach(kind scree_sim scree_sim_static)
  add_executable(with_${kind} main.c)
  target_link_libraries(with_${kind} PRIVATE scree::${kind} m) # the example calls sqrt()
  add_executable(scene_${kind} scene.c)
  target_link_libraries(scene_${kind} PRIVATE scree::${kind})
endforeach()
END
    cmake -S "$work/simulator" -B "$work/simulator/build" -D CMAKE_C_COMPILER="$compiler" >>"$work/log"
    cmake --build "$work/simulator/build" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
    for kind in scree_sim scree_sim_static; do
        same "scree_sim, find_package, $kind" "$work/simulator/build/with_$kind"
        "$work/simulator/build/scene_$kind" || fail "scree_sim, find_package, $kind: the scene"
    done
    [ -z "$(needs "$work/simulator/build/with_scree_sim_static" scree)" ] || fail "scree_sim, static: it is not"
    "$own/bin/scree" run --quiet --output "$work/heap" --until 0.001 --law examples/laws/stiffening.h \
        examples/scenes/dominoes.yaml 2>"$work/out" || fail "scree run --law: $(cat "$work/out")"
    rm "$lib"/libscree_sim.so* "$lib"/libscree.so*
    # shellcheck disable=SC2046,SC2086
    "$compiler" $strict $program.c -o "$work/sim" $(pkg-config --static --cflags --libs scree_sim) -lm
    same "scree_sim, pkg-config --static" "$work/sim"
    # shellcheck disable=SC2046,SC2086
    "$compiler" $strict "$work/scene.c" -o "$work/scene" $(pkg-config --static --cflags --libs scree_sim)
    "$work/scene" || fail "scree_sim, pkg-config --static: the scene"
    known=examples/outside/expected.txt
fi

# The linker prefers a shared library; without one, what scree.pc says for static linking must be enough.
rm -f "$lib"/libscree.so*
# shellcheck disable=SC2046
"$compiler" -std=c17 examples/outside/main.c -o "$work/static" $(pkg-config --static --cflags --libs scree)
same "pkg-config --static" "$work/static"
