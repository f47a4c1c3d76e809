#!/bin/sh
# Includes go one way. Reads every #include "..." and <scree/...> line and fails on one that is not in the table:
# which folders (by the first part of the included path) the files of a folder may see.
set -eu

allowed() {
    case $1 in
    include/scree/*) echo "scree" ;;
    src/base/*) echo "scree base" ;;
    src/math/*) echo "scree base math" ;;
    src/shape/*) echo "scree base math shape" ;;
    src/broad/*) echo "scree base math shape broad" ;;
    src/pair/*) echo "scree base math shape pair" ;;
    src/lanes/*) echo "scree base math shape lanes" ;;
    src/solve/*) echo "scree base math shape pair solve" ;;
    src/kernels/*) echo "scree base math shape pair lanes kernels" ;;
    src/papers/*) echo "scree base math shape pair solve papers" ;;
    src/dispatch/*) echo "scree base math shape pair lanes solve kernels dispatch" ;;
    src/query/method.c) echo "scree base math shape pair dispatch papers query" ;; # the registry of methods
    src/query/*) echo "scree base math shape pair dispatch query" ;;
    src/batch/*) echo "scree base math shape pair dispatch query batch" ;;
    src/contacts/*) echo "scree base math shape pair broad query batch contacts" ;;
    src/verify/*) echo "scree base shape verify" ;; # no search, and no arithmetic of the searches
    src/*) echo "unknown" ;; # a new layer: give it a line
    cli/reproduce/* | cli/pack/*) echo "scree scenes own" ;; # measure on the scenes, draw as they do
    cli/* | examples/*) echo "scree own" ;; # own: a header beside the file, without a folder
    scenes/*) echo "scree scenes own" ;;
    bench/*) echo "scree scenes oracle own" ;; # judges by the reference of the tests
    *) echo "unknown" ;;
    esac
}

count=0
bad=0
files=$(find include src cli examples scenes bench -name '*.[ch]' -o -name '*.cpp' -o -name '*.hpp' 2>/dev/null | sort)
for file in $files; do
    folders=$(allowed "$file")
    for path in $(sed -n -e 's/^ *# *include *"\([^"]*\)".*/\1/p' -e 's/^ *# *include *<\(scree\/[^>]*\)>.*/\1/p' "$file"); do
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
    # Qhull is a need of the hulls alone, OpenMP of the batch and of the broad phase.
    for path in $(sed -n 's/^ *# *include *<\(libqhull[^>]*\|omp\.h\)>.*/\1/p' "$file"); do
        case $file:$path in
        src/shape/*:libqhull* | src/batch/*:omp.h | src/broad/*:omp.h) ;;
        *)
            echo "$file: must not include <$path>"
            bad=$((bad + 1))
            ;;
        esac
    done
done
echo "$count includes, $bad the wrong way"
[ "$count" -gt 0 ] && [ "$bad" -eq 0 ]
