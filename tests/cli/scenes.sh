# Every scene of examples/scenes runs, shortened: its first hundredths of a second, with files, stopped and resumed.
. "$(dirname "$0")/check.inc"
for scene in examples/scenes/*.yaml; do
    name=$(basename "$scene" .yaml)
    "$SCREE" run --quiet --threads 1 --until 0.004 --output "$work/$name" --set output.every=0.002 --set output.vtp=false \
        "$scene" >"$work/out" 2>"$work/err"
    equal "$name: exit status" 0 $?
    "$SCREE" run --quiet --threads 2 --resume "$work/$name" --until 0.006 >"$work/out" 2>"$work/err"
    equal "$name: resumed" 0 $?
    check "$name: grains" awk -F , '!/^#/ && n++ == 0 { for (i = 1; i <= NF; ++i) if ($i == "inserted") c = i }
        { last = $c } END { exit !(last > 0) }' "$work/$name/series.csv"
done
finish
