#!/bin/bash
# Instructions a query, counted by callgrind, which a busy machine does not change: a fixed subset of the sets, call by
# call, as one batch and as batches of one pair.
#   bench/count.sh BUILD_FOLDER          compared with the counts kept in bench/counts.csv
#   bench/count.sh BUILD_FOLDER --keep   and keeps the new ones there
#   bench/count.sh BUILD_FOLDER --questions [PATTERN]   of every set that does not move and whose name matches: a batch and a
#                                        batch of one against a call; within a margin of 0, by calls and as a batch, against the
#                                        same without it; and the verdict against a call
#   bench/count.sh BUILD_FOLDER --moving [PATTERN]   of every moving set whose name matches: a query of a batch with caches and a
#                                        margin, after the first step
# Callgrind runs no AVX-512, and not every instruction of AVX2: of a set that it does not run with four lanes, two are
# counted. Counts are compared with those of the same number of lanes alone.
set -euo pipefail
cd "$(dirname "$0")/.."
counter=$1/scree-count # and the most lanes
kept=bench/counts.csv
sets=$("$counter-4" --list)
pairs=$("$counter-4" --pairs)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# SET CALL LANES: "lanes;instructions a query", or nothing where callgrind gave up.
instructions() {
    local collected lanes
    valgrind --tool=callgrind --callgrind-out-file="$work/out" --toggle-collect=count_queries \
        "$counter-$3" "$1" "$2" >"$work/said" 2>"$work/log" || return 0
    collected=$(sed -n 's/.*Collected : \([0-9]*\).*/\1/p' "$work/log")
    lanes=$(sed -n 's/^lanes //p' "$work/said")
    if [ "${collected:-0}" -gt 0 ]; then echo "$lanes;$((collected / pairs))"; fi
}

# What callgrind said, where it gave up.
why() {
    grep -m 1 -E 'unhandled instruction|unrecognised|Process terminating|scree-bench:' "$work/log" |
        sed 's/^==[0-9]*== *//' || tail -n 1 "$work/log"
}

# SET LANES: the instructions of all pairs, asked in each of the six ways; fewer where callgrind gave up.
instructions_of_all() {
    rm -f "$work"/out*
    valgrind --tool=callgrind --callgrind-out-file="$work/out" --toggle-collect=count_queries \
        --dump-after=count_queries "$counter-$2" "$1" all >/dev/null 2>"$work/log" || return 0
    local i
    for i in 1 2 3 4 5 6; do sed -n 's/^totals: *\([0-9]*\).*/\1/p' "$work/out.$i" 2>"$work/log" || return 0; done
}

if [ "${2:-}" = --moving ]; then
    printf '%-46s %5s %12s\n' set lanes instructions
    "$counter-4" --list-moving | grep -E -- "${3:-.}" | while IFS= read -r set; do
        for lanes in 4 2; do
            valgrind --tool=callgrind --callgrind-out-file="$work/out" --toggle-collect=count_steps \
                "$counter-$lanes" "$set" steps >"$work/said" 2>"$work/log" && break
        done
        collected=$(sed -n 's/.*Collected : \([0-9]*\).*/\1/p' "$work/log")
        queries=$(sed -n 's/^queries //p' "$work/said")
        if [ -z "$queries" ]; then
            printf '%-46s not counted\n' "$set"
        else
            printf '%-46s %5d %12d\n' "$set" "$lanes" $((collected / queries))
        fi
    done
    exit
fi

if [ "${2:-}" = --questions ]; then
    printf '%-46s %5s %8s %8s %8s %8s %8s %8s\n' set lanes call batch one within 'batch of' verdict
    "$counter-4" --list-still | grep -E -- "${3:-.}" | while IFS= read -r set; do
        for lanes in 4 2; do
            counts=$(instructions_of_all "$set" "$lanes")
            [ "$(wc -w <<<"$counts")" -eq 6 ] && break
        done
        awk -v set="$set" -v lanes="$lanes" -v pairs="$pairs" '{ n[NR] = $1 }
            END { if (NR < 6) { printf "%-46s not counted\n", set; exit }
                  printf "%-46s %5d %8d %8.2f %8.2f %8.2f %8.2f %8.2f\n", set, lanes, n[1] / pairs, n[2] / n[1], n[3] / n[1],
                         n[4] / n[1], n[5] / n[2], n[6] / n[1] }' <<<"$counts"
    done
    exit
fi

printf '%-46s %-6s %5s %12s %12s %8s\n' set asked lanes instructions kept change
echo 'set;asked;lanes;instructions' >"$work/new"
missing=0
while IFS= read -r set; do
    for asked in call batch one; do
        found=
        for lanes in 4 2; do
            found=$(instructions "$set" "$asked" "$lanes")
            [ -n "$found" ] && break
            echo "$set, $asked, $lanes lanes: callgrind gave up: $(why)" >>"$work/trouble"
        done
        if [ -z "$found" ]; then
            printf '%-46s %-6s %5s %12s %12s %8s\n' "$set" "$asked" - 'not counted' - -
            missing=$((missing + 1))
            continue
        fi
        lanes=${found%;*} count=${found#*;}
        before=$(awk -F ';' -v s="$set" -v a="$asked" -v l="$lanes" '$1 == s && $2 == a && $3 == l { print $4 }' "$kept")
        change=-
        [ -n "$before" ] && change=$(awk -v a="$count" -v b="$before" 'BEGIN { printf "%+.1f %%", 100 * (a / b - 1) }')
        printf '%-46s %-6s %5s %12s %12s %8s\n' "$set" "$asked" "$lanes" "$count" "${before:--}" "$change"
        echo "$set;$asked;$lanes;$count" >>"$work/new"
    done
done <<<"$sets"
if [ -s "$work/trouble" ]; then
    echo
    cat "$work/trouble"
fi
if [ "$missing" -gt 0 ]; then
    echo "bench/count.sh: $missing counts are missing; nothing is kept" >&2
    exit 1
fi
if [ "${2:-}" = --keep ]; then mv "$work/new" "$kept"; fi
