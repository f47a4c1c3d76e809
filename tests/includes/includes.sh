#!/bin/sh
# Includes go one way. Reads every #include "..." and <scree/...> line and fails on one that layers.inc does not allow.
set -eu

. "$(dirname "$0")/layers.inc"

count=0
bad=0
files=$(find include src sim cli examples scenes bench -name '*.[ch]' -o -name '*.cpp' -o -name '*.hpp' 2>/dev/null | sort)
for file in $files; do
    folders=$(sees "$file")
    for path in $(sed -n -e 's/^ *# *include *"\([^"]*\)".*/\1/p' -e 's/^ *# *include *<\(scree\(_sim\)\{0,1\}\/[^>]*\)>.*/\1/p' "$file"); do
        count=$((count + 1))
        case $path in
        */*) folder=${path%%/*} ;;
        *) folder=own ;;
        esac
        case " $folders " in
        *" $folder "*) ;;
        *)
            echo "$file: must not include \"$path\" (allowed: $folders)"
            bad=$((bad + 1))
            ;;
        esac
    done
    # Qhull is a need of the hulls alone; OpenMP's calls are in one header, and in the simulator's step.
    for path in $(sed -n 's/^ *# *include *<\(libqhull[^>]*\|omp\.h\)>.*/\1/p' "$file"); do
        case $file:$path in
        src/shape/*:libqhull* | src/base/threads.h:omp.h | sim/step/*:omp.h) ;;
        *)
            echo "$file: must not include <$path>"
            bad=$((bad + 1))
            ;;
        esac
    done
done
# Vectors: their types, their casts and the intrinsics on them are in src/lanes alone, so that kernels compile at one lane.
if grep -rnE '\((lane|lane_mask|lane_words|float_lane|float_whole)\)[(a-z*]|\b_mm[0-9]*_|vector_size' src/kernels; then
    echo "these belong to src/lanes"
    bad=$((bad + 1))
fi
echo "$count includes, $bad the wrong way"
[ "$count" -gt 0 ] && [ "$bad" -eq 0 ]
