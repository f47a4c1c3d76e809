#!/bin/sh
# layers.sh BUILD_FOLDER: layers.inc holds for symbols as it does for includes: no object of the library uses a symbol of a
# layer that its file may not see, not even by a declaration of its own.
set -eu
export LC_ALL=C
. "$(dirname "$0")/layers.inc"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Each symbol of each object as "source kind name"; the folders that each source may use as "source folders".
find "$1"/CMakeFiles/scree_objects.dir "$1"/CMakeFiles/scree_kernels_*.dir -name '*.o' | while read -r object; do
    source=src/${object##*.dir/src/}
    source=${source%.o}
    [ -f "$source" ] || continue # left over from an earlier build
    nm "$object" | awk -v source="$source" 'NF > 1 { print source, $(NF - 1), $NF }' >>"$work/symbols"
    echo "$source" "$(sees "$source")" >>"$work/sees"
done

awk '
function folder(source, parts) { split(source, parts, "/"); return parts[2] }
FILENAME ~ /sees$/ { name = $1; $1 = ""; sees[name] = $0 " "; next }
FNR == 1 { round++ }
round == 1 && $2 ~ /^[TDRBVW]$/ { home[$3] = $1 }
round == 2 && $2 == "U" && ($3 in home) {
    ++count
    if (index(sees[$1], " " folder(home[$3]) " ") == 0) {
        print $1 ": must not use " $3 " of " home[$3]
        bad = 1
    }
}
END { print count " symbols used across files"; exit bad || count == 0 }
' "$work/sees" "$work/symbols" "$work/symbols"
