#!/bin/sh
# arithmetic.sh COMPILER: arithmetic that makes intervals false is refused, by CMake and by every source.
set -eu
export LC_ALL=C
compiler=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
bad=0
fast="certified intervals false; compile without them"
x87="x87 arithmetic does not round to double"

# refused WORDS COMMAND...: it fails and says so.
refused() {
    words=$1
    shift
    if "$@" >"$work/log" 2>&1 || ! tr '\n' ' ' <"$work/log" | tr -s ' ' | grep -q "$words"; then
        echo "not refused in these words, \"$words\": $*"
        bad=1
    fi
}

configure() {
    rm -rf "$work/build"
    cmake -S . -B "$work/build" -D CMAKE_C_COMPILER="$compiler" -D SCREE_BUILD_CLI=OFF -D SCREE_BUILD_TESTS=OFF \
        -D SCREE_BUILD_EXAMPLES=OFF "$@"
}

refused "$fast" configure -D CMAKE_C_FLAGS="-O2 -ffast-math"
refused "$fast" configure -D CMAKE_C_FLAGS_RELEASE=-Ofast -D CMAKE_BUILD_TYPE=Release
refused "$fast" configure -D CMAKE_C_FLAGS=-funsafe-math-optimizations
refused "$x87" configure -D CMAKE_C_FLAGS=-mfpmath=387
for flag in -ffast-math -Ofast -ffinite-math-only; do
    refused "$fast" "$compiler" -Isrc -Iinclude -fsyntax-only "$flag" src/query/query.c
done
case $("$compiler" -dumpmachine) in
x86_64*) refused "$x87" "$compiler" -Isrc -Iinclude -fsyntax-only -mfpmath=387 src/query/query.c ;;
esac

# Every source of the library sees the header that refuses.
find src -name '*.c' | sort | while read -r file; do
    "$compiler" -Isrc -Iinclude -MM -MG "$file" 2>/dev/null | grep -q base/arithmetic.h || echo "$file"
done >"$work/unseen"
if [ -s "$work/unseen" ]; then
    echo "sources that do not include base/arithmetic.h:"
    cat "$work/unseen"
    bad=1
fi
echo "$(find src -name '*.c' | wc -l) sources"
exit $bad
