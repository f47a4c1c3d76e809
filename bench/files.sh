#!/bin/bash
# The source files that one cold query of two cubes goes through, counted by callgrind.
#   bench/files.sh BUILD_FOLDER   of a build without optimization (the preset `debug`), with the command
# A file counts if a line of its code runs from the call of scree_query() to its return, wherever it was inlined. Only files of
# src count: no public headers, no C library. Without optimization no line is folded away, whatever the compiler.
# Callgrind runs no AVX-512, so that these are the kernels of four lanes.
#
# For each of four pairs: how many files and functions those are, and how many lines of each file.
set -euo pipefail
command=$1/scree
names=(apart parallel face edge)
pairs=(
    '"position": [1.4, 0.3, 0.2], "axis_angle": {"axis": [1, 2, 3], "degrees": 40}' # apart, turned against each other
    '"position": [1.4, 0.3, 0.2]'                                                   # apart, with parallel axes
    '"position": [0.25, 0.125, 1]'                                                  # face on face
    '"position": [1, 0.25, 1]'                                                      # edge on edge
)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cube='"shape": "box", "half_extents": [0.5, 0.5, 0.5]'
for i in "${!pairs[@]}"; do
    echo "{\"a\": {$cube}, \"b\": {$cube, ${pairs[i]}}}" |
        valgrind --tool=callgrind --callgrind-out-file="$work/out" --toggle-collect=scree_query --dump-line=yes \
            --compress-strings=no --compress-pos=no "$command" query >"$work/said" 2>"$work/log" || {
        cat "$work/said" "$work/log" >&2
        exit 1
    }
    # "PAIR FILE LINE FUNCTION" for each line that ran; the function with the file that it is in, for inlined lines are elsewhere.
    awk -v pair="$i" '/^f[lie]=/ { file = substr($0, 4) }
        /^fl=/ { home = file }
        /^fn=/ { called = home ":" substr($0, 4) }
        /^[0-9]/ && file ~ /\/src\// { path = file; sub(/.*\/src\//, "", path); print pair, path, $1, called }' "$work/out"
done | sort -u >"$work/lines"

awk -v names="${names[*]}" '
    !(($1, $2, $3) in line) { line[$1, $2, $3]; ++lines[$1, $2] }
    !(($1, $2) in file) { file[$1, $2]; ++files[$1] }
    !(($1, $4) in called) { called[$1, $4]; ++functions[$1] }
    { all[$2] }
    END {
        count = split(names, name, " ")
        printf "%-32s", ""
        for (i = 1; i <= count; ++i) printf " %9s", name[i]
        printf "\n%-32s", "files"
        for (i = 0; i < count; ++i) printf " %9d", files[i]
        printf "\n%-32s", "functions"
        for (i = 0; i < count; ++i) printf " %9d", functions[i]
        print "\n\nlines of each file"
        for (path in all) {
            row = sprintf("%-32s", path)
            for (i = 0; i < count; ++i) row = row sprintf(" %9s", (i, path) in lines ? lines[i, path] : "-")
            print row | "sort"
        }
    }' "$work/lines"
