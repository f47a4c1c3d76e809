# scree sweep: a grid of small runs, their tables, stops and resumes, runs that fail.
. "$(dirname "$0")/check.inc"
cd "$work" || exit 1

# Balls that fall into a box, in a moment.
cat >balls.yaml <<'END'
title: balls
domain: {min: [0, 0, 0], max: [0.2, 0.2, 0.4]}
materials: {glass: {density: 2500, youngs_modulus: 1e6, friction: 0.3}}
shapes: {ball: {type: sphere, size: 0.02}}
walls: {box: {type: box, faces: [x-, x+, y-, y+, z-]}}
insert: [{shapes: ball, count: 5, region: {min: [0.02, 0.02, 0.02], max: [0.18, 0.18, 0.2]}}]
stages: [{name: fall, until: {time: 0.02}}]
output: {every: 0.01, vtp: false, still: false, page: false}
END
# column FILE NAME: the cells of a column
column() {
    grep -v '^#' "$1" | awk -F , -v name="$2" 'NR == 1 { for (i = 1; i <= NF; ++i) if ($i == name) c = i; next } { print $c }'
}

"$SCREE" sweep --set insert.0.count=3,5 --set seed=1,2 --jobs 2 balls.yaml >out 2>err
equal "sweep: exit status" 0 $?
match "sweep: the end" '^4 of 4 runs finished: balls\.sweep/sweep\.csv, balls\.sweep/summary\.csv$' "$(cat out)"
equal "sweep: a line for each run" 4 "$(grep -c ' finished after ' err)"
equal "summary: keys" "3 3 5 5" "$(column balls.sweep/summary.csv insert.0.count | xargs)"
equal "summary: seeds" "1 2 1 2" "$(column balls.sweep/summary.csv seed | xargs)"
equal "summary: grains" "3 3 5 5" "$(column balls.sweep/summary.csv grains | xargs)"
equal "summary: ends" "finished finished finished finished" "$(column balls.sweep/summary.csv end | xargs)"
# The row of a run is the last of its own series.
"$SCREE" run --quiet --output alone --set insert.0.count=5 --set seed=2 balls.yaml
equal "summary: the numbers of the run alone" "$(tail -n 1 alone/series.csv)" \
    "$(grep -v '^#' balls.sweep/summary.csv | tail -n 1 | cut -d , -f 5-)"
equal "table: all rows of all runs" "$(cat balls.sweep/*/series.csv | grep -vc '^[#s]')" \
    "$(grep -vc '^\(#\|run,\)' balls.sweep/sweep.csv)"
check "each run has a folder" test -s "balls.sweep/insert.0.count=5_seed=2/checkpoint.h5"

# --- again: nothing is run again, the tables are the same; another value is added
cp -r balls.sweep first
"$SCREE" sweep --set insert.0.count=3,5 --set seed=1,2 balls.yaml >out 2>err
equal "again: exit status" 0 $?
equal "again: nothing was run" "4 of 4 runs are there, finished" "$(cat err)"
check "again: the same table" cmp -s first/sweep.csv balls.sweep/sweep.csv
"$SCREE" sweep --set insert.0.count=3,5 --set seed=1,2,3 balls.yaml >out 2>err
equal "more values: exit status" 0 $?
equal "more values: two more runs" 2 "$(grep -c ' finished after ' err)"
equal "more values: rows" 6 "$(column balls.sweep/summary.csv seed | wc -l)"

# --- a folder with other runs is left alone
"$SCREE" sweep --set insert.0.count=3,5 --set seed=1,2 --set materials.glass.friction=0.1 balls.yaml >out 2>err
equal "other values: exit status" 2 $?
match "other values: message" 'holds a run of another scene or with other values: --force' "$(cat err)"
"$SCREE" sweep --quiet --force --set insert.0.count=3,5 --set seed=1,2 --set materials.glass.friction=0.1 balls.yaml >out 2>err
equal "--force: exit status" 0 $?
equal "--quiet: nothing said" "" "$(cat out err)"

# --- interrupted, killed, and the same table in the end
long="--set stages.0.until.time=2 --set seed=1,2,3 --jobs 3"
# shellcheck disable=SC2086
"$SCREE" sweep --quiet --output whole $long balls.yaml
# shellcheck disable=SC2086
"$SCREE" sweep --output parts $long --set output.checkpoint=0.0001 balls.yaml 2>err &
job=$!
wait_for 20 test -s parts/seed=3/checkpoint.h5
kill -TERM $job
wait $job
status=$?
check "SIGTERM: exit status" test $status -eq 143 -o $status -eq 0
check "SIGTERM: checkpoints" test -s parts/seed=1/checkpoint.h5 -a -s parts/seed=3/checkpoint.h5
check "SIGTERM: tables" test -s parts/sweep.csv -a -s parts/summary.csv
# shellcheck disable=SC2086
"$SCREE" sweep --quiet --output parts $long --set output.checkpoint=0.0001 balls.yaml &
job=$!
sleep 0.2
children=$(cat /proc/$job/task/$job/children)
# shellcheck disable=SC2086
kill -STOP $children
kill -KILL $job
wait $job 2>/dev/null
# What it had started writes its checkpoints and stops by itself: the next sweep waits for that.
# shellcheck disable=SC2086
"$SCREE" sweep --quiet --output parts $long --set output.checkpoint=0.0001 balls.yaml 2>err &
job=$!
sleep 0.5
check "killed: the next waits" kill -0 $job
# shellcheck disable=SC2086
kill -CONT $children
wait $job
equal "killed: exit status of the next" 0 $?
equal "killed: nothing said by the next" "" "$(cat err)"
equal "resumed: ends" "finished finished finished" "$(column parts/summary.csv end | xargs)"
grep -v '^#' whole/sweep.csv >a
grep -v '^#' parts/sweep.csv >b
check "resumed: the same table" cmp -s a b

# --- runs that fail: they are reported, the others go on
sed -e 's/faces: \[x-, x+, y-, y+, z-\]/faces: [x-, x+, y-, y+]/' balls.yaml >open.yaml
"$SCREE" sweep --set stages.0.until.time=0.01,0.5 open.yaml >out 2>err
equal "trouble: exit status" 1 $?
match "trouble: message" 'until.time=0.5: .*stopped at' "$(cat err)"
equal "trouble: ends" "finished trouble" "$(column open.sweep/summary.csv end | xargs)"
"$SCREE" sweep --set stages.0.until.time=0.01,0.5 open.yaml >out 2>err
equal "trouble, again: exit status" 1 $?
match "trouble, again: message" 'in an earlier sweep' "$(cat err)"
"$SCREE" sweep --set shapes.ball.size=0.02,-1 --output bad balls.yaml >out 2>err
equal "a value with errors: exit status" 1 $?
match "a value with errors: message" 'size=-1: the scene has errors' "$(cat err)"
equal "a value with errors: ends" "finished failed" "$(column bad/summary.csv end | xargs)"
"$SCREE" sweep --set nonsense=1,2 --output none balls.yaml >out 2>err
equal "all with errors: exit status" 2 $?
equal "all with errors: said once" 1 "$(grep -c 'unknown key' err)"
check "all with errors: nothing was made" test ! -e none

# --- values with commas, and columns that only some runs have
"$SCREE" sweep --quiet --output vectors --set 'gravity=[0, 0, -9.81],[0,0,-1]' --set 'sinks={},{out: {normal: [0, 0, 1], offset: -1}}' \
    balls.yaml 2>err
equal "vectors: exit status" 0 $?
equal "vectors: four runs" 4 "$(grep -c '^gravity' vectors/summary.csv)"
match "vectors: quoted" ',"\[0, 0, -9\.81\]",' "$(cat vectors/summary.csv)"
match "some columns: names" ',sink_out_grains,sink_out_mass$' "$(grep '^run,' vectors/summary.csv)"
match "some columns: empty" ',,$' "$(grep '^gravity' vectors/summary.csv | head -n 1)"

# --- scree info of the tables, and of the folder
"$SCREE" info vectors/sweep.csv >out
equal "info: sweep.csv" "time series of a sweep (CSV)" "$(sed -n 's/^kind: //p' out)"
equal "info: rows" "$(grep -vc '^\(#\|run,\)' vectors/sweep.csv)" "$(sed -n 's/^rows: //p' out)"
equal "info: runs" 4 "$(sed -n 's/^runs: //p' out)"
equal "info: columns" "$(grep '^run,' vectors/sweep.csv | tr ',' '\n' | grep -c .)" "$(sed -n 's/^columns: //p' out)"
equal "info: summary.csv" "last rows of a sweep (CSV) 4 4" \
    "$("$SCREE" info vectors/summary.csv | sed -n 's/^\(kind\|rows\|runs\): //p' | xargs -d '\n')"
equal "info: a folder" "summary.csv sweep.csv" "$("$SCREE" info vectors | grep '^[a-z]*\.csv$' | sort | xargs)"
"$SCREE" sweep --quiet --set seed=1,2 --output none/here balls.yaml 2>err
equal "--output: no folder above" 2 $?
equal "--output: no folder above, message" "scree sweep: none/here: there is no folder none to make it in" "$(cat err)"

# --- usage
while IFS= read -r words; do
    # shellcheck disable=SC2086
    "$SCREE" sweep $words >out 2>err
    equal "sweep $words: exit status" 2 $?
    match "sweep $words: message" '^scree sweep: ' "$(head -n 1 err)"
done <<'END'

balls.yaml
--set seed=1 balls.yaml
--set seed=1,1 balls.yaml
--set seed=1,,2 balls.yaml
--set seed balls.yaml
--set seed=1,2
--set seed=1,2 --set seed=3,4 balls.yaml
--set seed=1,2 none.yaml
--set seed=1,2 -
--set seed=1,2 --jobs 0 balls.yaml
--set seed=1,2 balls.yaml balls.yaml
--nonsense
END
match "sweep --help" '^usage: scree sweep' "$("$SCREE" sweep --help)"
finish
