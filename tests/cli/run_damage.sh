# Runs that are killed at any moment, fill the disk, or find their checkpoint damaged: what is left is resumed to the same
# bytes, and what cannot be is said.
. "$(dirname "$0")/check.inc"
cd "$work" || exit 1
cat >balls.yaml <<'END'
domain: {min: [0, 0, 0], max: [0.2, 0.2, 0.4]}
materials: {glass: {density: 2500, youngs_modulus: 1e6, friction: 0.3}}
shapes: {ball: {type: sphere, size: 0.02}, gravel: {type: random_hull, vertices: 12, size: 0.02}}
walls: {box: {type: box, faces: [x-, x+, y-, y+, z-]}}
insert: [{shapes: [ball, gravel], count: 20, rate: 500, region: {min: [0.02, 0.02, 0.1], max: [0.18, 0.18, 0.2]}}]
stages: [{until: {time: 0.3}}]
output: {every: 0.002, checkpoint: 0.01, vtp: false, still: false, page: false}
END
"$SCREE" run --quiet --output whole --set output.checkpoint=0 balls.yaml
equal "whole: exit status" 0 $?
digest=$("$SCREE" info --digest whole)
numbers() { grep -v '^#' "$1/series.csv"; }

# --- kill -9, again and again
"$SCREE" run --quiet --output killed balls.yaml 2>/dev/null &
for pause in 0.1 0.03 0.15 0.01; do
    job=$!
    wait_for 20 test -s killed/checkpoint.h5
    sleep $pause
    kill -9 $job 2>/dev/null
    wait $job 2>/dev/null
    "$SCREE" run --quiet --resume killed 2>/dev/null &
done
wait $!
"$SCREE" run --quiet --resume killed 2>err
equal "killed: resumed to the end" 0 $?
equal "killed: the same state" "$digest" "$("$SCREE" info --digest killed)"
check "killed: the same series" cmp -s <(numbers whole) <(numbers killed)

# --- two runs in one folder: the second is refused, begun anew or resumed, and the first goes on undisturbed
"$SCREE" run --quiet --output shared balls.yaml 2>/dev/null &
job=$!
wait_for 20 test -s shared/series.csv
kill -STOP $job
"$SCREE" run --quiet --force --output shared balls.yaml 2>err
equal "two runs: exit status" 2 $?
equal "two runs: message" "scree run: shared: another run is writing there" "$(cat err)"
"$SCREE" run --quiet --resume shared 2>err
equal "two runs, --resume: exit status" 2 $?
equal "two runs, --resume: message" "scree run: shared: another run is writing there" "$(cat err)"
kill -CONT $job
wait $job
equal "two runs: the first one's exit status" 0 $?
equal "two runs: the same state" "$digest" "$("$SCREE" info --digest shared)"
check "two runs: the same series" cmp -s <(numbers whole) <(numbers shared)

# --- a file that cannot grow, as on a full disk
(
    ulimit -f 200
    "$SCREE" run --quiet --output full balls.yaml 2>err
)
equal "full: exit status" 2 $?
match "full: the file is named" 'scree run: full/[a-z.0-9]+: ' "$(cat err)"
check "full: a checkpoint is left" test -s full/checkpoint.h5
"$SCREE" run --quiet --resume full 2>err
equal "full: resumed" 0 $?
equal "full: the same state" "$digest" "$("$SCREE" info --digest full)"
check "full: the same series" cmp -s <(numbers whole) <(numbers full)

# --- a damaged checkpoint: the one before it is taken
"$SCREE" run --quiet --output half --until 0.1 --set output.checkpoint=0.001 balls.yaml 2>err # two checkpoints at least
cp -r half cut
cp -r half flipped
cp -r half both
truncate -s -1000 cut/checkpoint.h5
printf '\377' | dd of=flipped/checkpoint.h5 bs=1 seek=3000 conv=notrunc 2>/dev/null
for name in cut flipped; do
    "$SCREE" run --resume $name >out 2>err
    equal "$name: exit status" 0 $?
    match "$name: said so" 'the last checkpoint is damaged \(.*(cut short|checksum).*\); this is the one before it' "$(cat err)"
    equal "$name: the same state" "$digest" "$("$SCREE" info --digest $name)"
    check "$name: the same series" cmp -s <(numbers whole) <(numbers $name)
done
for file in both/checkpoint.h5 both/checkpoint.previous.h5; do truncate -s 2000 $file; done
"$SCREE" run --resume both >out 2>err
equal "both damaged: exit status" 2 $?
match "both damaged: message" 'checkpoint.*cut short' "$(cat err)"
finish
