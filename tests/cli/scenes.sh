# Every scene of examples/scenes runs, shortened: its first milliseconds, with files, stopped and resumed. The first stage
# of several ends after half of them, so that the changes that the second one makes are run too.
. "$(dirname "$0")/check.inc"
for scene in examples/scenes/*.yaml; do
    name=$(basename "$scene" .yaml)
    stages=$(grep -c 'until:' "$scene")
    stage=1
    set --
    if [ "$stages" -gt 1 ]; then
        stage=2
        set -- --set 'stages.0.until={time: 0.003}' --set stages.0.at_least=0
    fi
    "$SCREE" run --quiet --threads 1 --until 0.004 --output "$work/$name" --set output.every=0.002 --set output.vtp=false \
        "$@" "$scene" >"$work/out" 2>"$work/err"
    equal "$name: exit status" 0 $?
    "$SCREE" run --quiet --threads 2 --resume "$work/$name" --until 0.006 >"$work/out" 2>"$work/err"
    equal "$name: resumed" 0 $?
    check "$name: grains, and stage $stage" awk -F , -v stage=$stage '!/^#/ && n++ == 0 {
            for (i = 1; i <= NF; ++i) { if ($i == "inserted") c = i; if ($i == "stage") s = i } }
        { last = $c; at = $s } END { exit !(last > 0 && at == stage) }' "$work/$name/series.csv"
done
finish
