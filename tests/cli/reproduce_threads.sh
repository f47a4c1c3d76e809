# scree reproduce counts the same with any number of threads, and the same again from the same seed.
. "$(dirname "$0")/check.inc"

# count THREADS SEED: the counted part of descantes-2019; the timed part is another every time, and the closing lines count
# verdicts on times too.
count() {
    "$SCREE" reproduce --quick --pairs 300 --threads "$1" --seed "$2" descantes-2019 |
        sed -n '/^Beyond the paper: /,$p' | grep -v '^descantes-2019: '
}
count 1 1 >"$work/one"
match "something was counted" '^fcp-revised +[0-9.]+ %' "$(cat "$work/one")"
for n in 2 3 7; do
    count $n 1 >"$work/many"
    check "$n threads: the same counts" cmp -s "$work/one" "$work/many"
done
count 2 2 >"$work/other"
check "another seed: other counts" test "$(cmp "$work/one" "$work/other" | wc -l)" -gt 0
finish
