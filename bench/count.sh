#!/bin/bash
# Instructions a query, counted by callgrind, which a busy machine does not change: a fixed subset of the sets.
#   bench/count.sh BUILD_FOLDER          beside the counts that are kept in bench/counts.csv
#   bench/count.sh BUILD_FOLDER --keep   and keeps the new ones there
set -euo pipefail
cd "$(dirname "$0")/.."
counter=$1/scree-count
kept=bench/counts.csv
sets=$("$counter" --list)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# What the run takes beside the queries is in both of two runs, of one round and of two.
instructions() {
    valgrind --tool=callgrind --callgrind-out-file="$work/out" "$counter" "$1" "$2" 2>&1 >/dev/null |
        sed -n 's/.*Collected : \([0-9]*\).*/\1/p'
}

printf '%-52s %12s %12s %8s\n' set 'instructions' 'kept' change
echo 'set;instructions' >"$work/new"
while IFS= read -r set; do
    one=$(instructions "$set" 1)
    two=$(instructions "$set" 2)
    pairs=$("$counter" --pairs)
    count=$(((two - one) / pairs))
    before=$(sed -n "s/^$(printf '%s' "$set" | sed 's/[][\.*^$/]/\\&/g');//p" "$kept" 2>/dev/null || true)
    change=-
    [ -n "$before" ] && change=$(awk -v a="$count" -v b="$before" 'BEGIN { printf "%+.1f %%", 100 * (a / b - 1) }')
    printf '%-52s %12s %12s %8s\n' "$set" "$count" "${before:--}" "$change"
    echo "$set;$count" >>"$work/new"
done <<<"$sets"
if [ "${2:-}" = --keep ]; then mv "$work/new" "$kept"; fi
