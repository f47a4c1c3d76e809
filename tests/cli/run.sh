# scree run: small scenes to the end, the files that they leave, stops and resumes, troubles.
. "$(dirname "$0")/check.inc"
cd "$work" || exit 1

# Ten balls that fall into a box, in a moment.
cat >balls.yaml <<'END'
title: balls
domain: {min: [0, 0, 0], max: [0.2, 0.2, 0.4]}
materials: {glass: {density: 2500, youngs_modulus: 1e6, friction: 0.3}}
shapes: {ball: {type: sphere, size: 0.02}}
walls: {box: {type: box, faces: [x-, x+, y-, y+, z-]}}
insert: [{shapes: ball, count: 10, rate: 200, region: {min: [0.02, 0.02, 0.1], max: [0.18, 0.18, 0.2]}}]
stages:
  - {name: pour, until: {inserted: all}}
  - {name: fall, until: {time: 0.05}}
output: {every: 0.02, still: false, page: false}
END
# numbers FILE: a time series without what names the run
numbers() { grep -v '^#' "$1/series.csv"; }

"$SCREE" run balls.yaml >out 2>err
equal "run: exit status" 0 $?
match "run: the end" '^finished at 0\.0[0-9]+ s after [0-9]+ steps, 10 grains: balls\.run$' "$(cat out)"
match "run: stages" 'pour begins' "$(cat err)"
for file in series.csv trajectory.gsd grains.pvd walls.pvd contacts.pvd checkpoint.h5 frames/grains_000000.vtp; do
    check "run: $file" test -s "balls.run/$file"
done
match "run: columns of the series" ',stage,inserted,escaped' "$(numbers balls.run | head -n 1)"

# --- a folder with a run in it is left alone, unless told so
"$SCREE" run balls.yaml >out 2>err
equal "again: exit status" 2 $?
match "again: message" 'holds a run: --resume' "$(cat err)"
"$SCREE" run --force --quiet balls.yaml >out 2>err
equal "--force: exit status" 0 $?
equal "--quiet: standard output" "" "$(cat out)"
equal "--quiet: standard error" "" "$(cat err)"

# --- stopped and resumed, with other threads: the same numbers
"$SCREE" run --threads 2 --until 0.03 --output half balls.yaml >out 2>err
equal "--until: exit status" 0 $?
match "--until: how to go on" 'run --resume half' "$(cat err)"
"$SCREE" run --quiet --resume half --threads 1 2>err
equal "--resume: exit status" 0 $?
numbers balls.run >whole
numbers half >parts
check "--resume: the same numbers" cmp -s whole parts

# --- more grains than their region holds, and nothing moves them: `check` warns, `run` says so
cat >full.yaml <<'END'
domain: {min: [0, 0, 0], max: [0.1, 0.1, 0.1]}
gravity: [0, 0, 0]
materials: {glass: {density: 2500}}
shapes: {ball: {type: sphere, size: 0.05}}
insert:
  - {shapes: ball, count: 100, region: {min: [0, 0, 0], max: [0.1, 0.1, 0.1]}}
stages: [{until: {inserted: all}}]
output: {still: false, page: false}
END
"$SCREE" check full.yaml >out 2>err
equal "full: check" 0 $?
match "full: warning" '^full\.yaml:6:5: warning: insert: the grains have 6\.5 times the volume of their region' "$(cat err)"
"$SCREE" run --until 4 full.yaml >out 2>err
match "full: a line" 'insert 0 has found no place for another grain for 20000 steps \(13 are in\)' "$(cat err)"
"$SCREE" check --set gravity='[0, 0, -9.81]' full.yaml >out 2>err
equal "full: with gravity no warning" "" "$(cat err)"

# --- a servo that meets no grains
"$SCREE" run --output servo --set stages.1.until.time=0.2 balls.yaml --set walls.lid='{type: plate, size: [0.1, 0.1, 0.01],
    position: [0.1, 0.1, 0.3], motion: {servo: {normal: [0, 0, 1], force: 1, speed: 2}}}' >out 2>err
match "servo: out of the domain" 'warning: at 0\.0[0-9]+ s the servo has moved lid out of the domain' "$(cat err)"

# --- an error that is found after the scene was read has its place, as all others
sed 's/count: 100/from: pack, count: 100/' full.yaml >dense.yaml
for command in check run; do
    "$SCREE" $command dense.yaml >out 2>err
    match "dense: $command" '^dense\.yaml:6:5: insert: the packing found no place after 13 grains' "$(cat err)"
done

# --- the wrong word for what is meant
"$SCREE" run balls.run >out 2>err
equal "a folder as a scene: exit status" 2 $?
match "a folder as a scene" 'balls\.run is a folder, .* --resume balls\.run goes on' "$(cat err)"
"$SCREE" info balls.yaml >out 2>err
match "a scene for scree info" "is a scene, .* try 'scree check'" "$(cat err)"
"$SCREE" run --resume balls.run >out 2>err
equal "finished and resumed: one line of the end, without a speed" 1 "$(grep -c '^end: .* kinetic$' err)"

# --- killed while it runs: what is there can be read, and it can be resumed
"$SCREE" run --quiet --output killed --set output.checkpoint=0.000001 --set stages.1.until.time=10 balls.yaml 2>/dev/null &
job=$!
wait_for 20 test -s killed/checkpoint.previous.h5
kill -9 $job
wait $job 2>/dev/null
"$SCREE" run --quiet --resume killed --until 0 2>err
equal "killed: resumed" 0 $?

# --- a signal stops it with a checkpoint
"$SCREE" run --quiet --output stopped --set output.checkpoint=0 --set stages.1.until.time=100 balls.yaml 2>err &
job=$!
wait_for 20 test -s stopped/series.csv
sleep 0.3
kill -TERM $job
wait $job
equal "SIGTERM: exit status" 143 $?
check "SIGTERM: checkpoint" test -s stopped/checkpoint.h5

# While the picture is drawn, a signal to scree alone ends that too; the run has finished before.
if command -v povray >/dev/null; then
    "$SCREE" run --output drawn --set output.still=true balls.yaml >out 2>err &
    job=$!
    wait_for 60 test -e drawn/still.png.log
    sleep 0.2
    kill -TERM $job
    wait $job
    equal "SIGTERM at the picture: exit status" 0 $?
    match "SIGTERM at the picture: said" 'no picture: drawn/still.png: POV-Ray did not draw it: ' "$(cat err)"
    check "SIGTERM at the picture: nothing is left of it" test ! -e drawn/still.png -a ! -e drawn/still.png.log
fi

# Without POV-Ray one line says that, and none that something is drawn.
mkdir none
PATH=$work/none "$SCREE" run --output undrawn --set output.still=true balls.yaml >out 2>err
equal "no POV-Ray: exit status" 0 $?
match "no POV-Ray: said" 'no picture: undrawn/still\.png: POV-Ray draws it, and is not installed' "$(cat err)"
equal "no POV-Ray: nothing is drawn" "" "$(grep drawing err)"

# --- --set, other seeds, the same seed
"$SCREE" run --quiet --output seed2 --set seed=2 balls.yaml
check "another seed: other numbers" sh -c '! cmp -s "$1" "$2"' sh balls.run/frames/grains_000001.vtp seed2/frames/grains_000001.vtp

# --- a grain that leaves the domain
sed -e 's/faces: \[x-, x+, y-, y+, z-\]/faces: [x-, x+, y-, y+]/' -e 's/time: 0.05/time: 0.4/' balls.yaml >open.yaml
"$SCREE" run --output open --set output.page=true --set output.still=true open.yaml >out 2>err
equal "escape: exit status" 1 $?
match "escape: message" 'grain [0-9]+ at \([0-9.e-]+, [0-9.e-]+, -[0-9.e-]+\) left the domain' "$(cat err)"
match "escape: how to go on" "'scree run --resume open --keep-going'" "$(cat err)"
check "escape: checkpoint" test -s open/checkpoint.h5
check "escape: page" test -s open/view.html
if command -v povray >/dev/null; then check "escape: picture" test -s open/still.png; fi
match "escape: the last frame is of that moment" "^$(sed -n 's/^at \([0-9.]*\) s: grain.*/\1/p' err | cut -c 1-6)" \
    "$(numbers open | tail -n 1 | cut -d , -f 2)"
"$SCREE" run --quiet --resume open --keep-going 2>err
equal "escape: resumed with --keep-going" 0 $?
"$SCREE" run --quiet --output open2 --set escape=remove open.yaml 2>err
equal "escape: remove, exit status" 0 $?
match "escape: remove, all are gone" ',10(\.0)?$' "$(numbers open2 | tail -n 1 | cut -d , -f 1- | sed 's/.*,\([0-9.]*\)$/,\1/')"
"$SCREE" run --quiet --output sink --set 'sinks={out: {min: [0, 0, 0], max: [0.2, 0.2, 0.05]}}' \
    --set 'stages.1.until={sink: {out: 10}}' --set 'flow={down: {normal: [0, 0, -1], offset: -0.08}}' open.yaml 2>err
equal "sink: exit status" 0 $?
match "sink: columns" 'sink_out_grains,sink_out_mass,flow_down_grains,flow_down_mass$' "$(numbers sink | head -n 1)"
match "sink: all went through" ',10,0\.10[0-9]*,10,0\.10[0-9]*$' "$(numbers sink | tail -n 1)"

# --- a kinetic energy that explodes: steps far above the stability limit
"$SCREE" run --output explodes --set time_step=0.01 --set overlap_limit=0 --set escape=ignore \
    --set stages.1.until.time=5 balls.yaml >out 2>err
equal "explosion: exit status" 1 $?
match "explosion: message" 'at [0-9.]+ s: grain [0-9]+ at \([^)]*\) has the most of a kinetic energy that explodes.*times' "$(cat err)"
check "explosion: checkpoint" test -s explodes/checkpoint.h5

# --- a bed is not at rest while its grains fly and the only contact has just ceased to push
"$SCREE" init start.yaml >/dev/null
"$SCREE" run --output flies --set insert.0.count=40 --set 'output={page: false, still: false, vtp: false}' start.yaml >out 2>err
match "unbalanced: at rest" '^finished at 0\.[2-9]' "$(cat out)"
check "unbalanced: on the floor" awk -F , '!/^#/ && n++ == 0 { for (i = 1; i <= NF; ++i) if ($i == "contacts") c = i }
    { last = $c } END { exit !(last > 35) }' flies/series.csv

# --- sizes 1 to 100: small grains fall on a large one, and all are there in the end
cat >sizes.yaml <<'END'
domain: {min: [0, 0, 0], max: [0.5, 0.5, 1.0]}
materials: {rock: {density: 2500, youngs_modulus: 1e7}}
shapes:
  big: {type: random_hull, vertices: 14, size: 0.3}
  small: {type: random_hull, vertices: 10, size: 0.003}
walls: {box: {type: box, faces: [x-, x+, y-, y+, z-]}}
insert:
  - {from: list, grains: [{shape: big, position: [0.25, 0.25, 0.16]}]}
  - {shapes: small, from: pack, count: 300, region: {min: [0.21, 0.21, 0.28], max: [0.29, 0.29, 0.33]}}
stages: [{until: {time: 0.08}}]
output: {vtp: false, gsd: false, still: false, page: false}
END
"$SCREE" run --output sizes sizes.yaml >out 2>err
equal "sizes 1 to 100: exit status" 0 $?
match "sizes 1 to 100: all grains" ' 301 grains' "$(cat out)"
check "sizes 1 to 100: they touch" awk -F , '!/^#/ && n++ == 0 { for (i = 1; i <= NF; ++i) if ($i == "contacts") c = i }
    { last = $c } END { exit !(last > 50) }' sizes/series.csv

# --- fixed grains stay, driven ones go their way whatever pulls
out='sinks={out: {min: [0, 0, 0], max: [0.2, 0.2, 0.05]}}'
"$SCREE" run --quiet --output fixed --set "$out" --set insert.0.mode=fixed open.yaml
match "fixed: none has fallen" ',0,0$' "$(numbers fixed | tail -n 1)"
"$SCREE" run --quiet --output driven --set "$out" --set insert.0.mode=driven --set 'insert.0.velocity=[0, 0, -0.5]' open.yaml
match "driven: all have arrived" ',10,0\.10[0-9]*$' "$(numbers driven | tail -n 1)"
"$SCREE" run --quiet --output upward --set "$out" --set insert.0.mode=driven --set 'insert.0.velocity=[0, 0, 0.1]' open.yaml
match "driven: upwards" ',0,0$' "$(numbers upward | tail -n 1)"

# --- errors
"$SCREE" run --set seed=x balls.yaml 2>err
equal "a bad scene: exit status" 2 $?
match "a bad scene" 'nothing was started' "$(cat err)"
"$SCREE" run --resume nowhere 2>err
equal "--resume: nothing there" 2 $?
"$SCREE" run --resume half balls.yaml 2>err
equal "--resume with a scene" 2 $?
"$SCREE" run 2>err
equal "no scene" 2 $?
"$SCREE" run none.yaml 2>err
equal "no such scene" 2 $?
"$SCREE" run --output none/at/all balls.yaml 2>err
equal "no folder above" 2 $?
equal "no folder above: message" "scree run: none/at/all: there is no folder none/at to make it in" "$(cat err)"
if [ -d /proc/self ]; then # a folder that takes none
    "$SCREE" run --output /proc/x balls.yaml 2>err
    equal "a folder that takes none" "scree run: /proc/x: no folder can be made in /proc" "$(cat err)"
    "$SCREE" sweep --output /proc/x --set seed=1,2 balls.yaml 2>err
    equal "a folder that takes none: a sweep" "scree sweep: /proc/x: no folder can be made in /proc" "$(cat err)"
fi
"$SCREE" run --until 0.002 --output first balls.yaml 2>err
match "one of several grains" ' 1 of 10 grains, ' "$(cat err)"
"$SCREE" run --output balls.yaml balls.yaml 2>err
equal "a file in place of the folder" 2 $?
equal "a file in place of the folder: message" "scree run: balls.yaml: is a file, not a folder" "$(cat err)"
equal "a file without an end: message" "scree run: /dev/zero: File too large" "$("$SCREE" run /dev/zero 2>&1)"
"$SCREE" run --resume balls.run/checkpoint.h5 2>err
equal "--resume: a file" 2 $?
equal "--resume: a file, message" "scree run: --resume takes the folder of a run, and balls.run/checkpoint.h5 is a file" "$(cat err)"

# --- in two dimensions a cylinder is a circle: discs rest in one, and on one
cat >circle.yaml <<'END'
dimension: 2
domain: {min: [-1, -1], max: [1, 1]}
drag: 30
materials: {rock: {density: 1000, youngs_modulus: 1e7, friction: 0}}
shapes: {ball: {type: disc, radius: 0.1}}
walls:
  drum: {type: cylinder, centre: [0, 0], radius: 0.5, segments: 12}
  post: {type: cylinder, centre: [0, -0.2], radius: 0.1, grains: outside}
insert: [{grains: [{shape: ball, position: [0, 0.01]}, {shape: ball, position: [0.02, -0.39]}]}]
stages: [{until: {time: 0.5}}]
output: {vtp: false, gsd: false, still: false, page: false}
END
"$SCREE" run --quiet --threads 1 --output circle circle.yaml 2>err
equal "circle: exit status" 0 $?
check "circle: the weight of a disc, 308.2 N/m, on each" awk -F , '!/^#/ && n++ == 0 { for (i = 1; i <= NF; ++i) c[$i] = i }
    { d = $c["drum.force_y"]; p = $c["post.force_y"] } END { exit !(d < -307 && d > -309.5 && p < -307 && p > -309.5) }' circle/series.csv
"$SCREE" check --set walls.drum.length=1 circle.yaml 2>err
equal "circle: a length is an error" 1 $?
match "circle: a length, message" 'a circle, without length' "$(cat err)"

finish
