# scree check: keys that have no effect in a scene are warned of, with their place and with what would have one; a method
# that does not serve the shapes is an error.
. "$(dirname "$0")/check.inc"
root=$PWD
cd "$work" || exit 1

cat >s.yaml <<'END'
domain: {min: [0, 0, 0], max: [0.2, 0.2, 0.2]}
materials:
  rock: {density: 2500}
  steel: {density: 7000}
pairs:
  - {between: [rock, steel], friction: 0.3}
shapes: {cube: {type: box, size: 0.01}, ball: {type: sphere, size: 0.01}, rod: {type: cylinder, aspect: 2, size: 0.01}}
walls:
  floor: {type: plane, normal: [0, 0, 1], offset: 0, material: steel}
  sides: {type: box, material: steel, faces: [x-, x+]}
insert: [{shapes: cube, material: rock, count: 8, region: {min: [0.05, 0.05, 0.01], max: [0.1, 0.1, 0.05]}}]
stages:
  - {until: {time: 0.1}}
  - {name: open, until: {time: 0.1}}
  - {until: {time: 0.1}}
END
# warns NAME EXPECTED OPTIONS...: one warning and no more; an expectation of "" is none at all
warns() {
    name=$1 expected=$2
    shift 2
    "$SCREE" check --quiet "$@" s.yaml 2>err
    equal "$name: exit status" 0 $?
    equal "$name" "$expected" "$(sed 's/^.*: warning: //' err)"
    if [ -n "$expected" ]; then match "$name: its place" '^(s\.yaml:[0-9]+:[0-9]+|--set [a-z_.0-9]*): warning: ' "$(cat err)"; fi
}
field='its contacts have the pressure field law'
warns "nothing" ""
warns "collision time" "collision_time has no effect: $field; it is for the linear and depth laws" --set pairs.0.collision_time=1e-3
warns "collision time, linear law" "" --set pairs.0.collision_time=1e-3 --set law=linear
warns "collision time, balls" "" --set pairs.0.collision_time=1e-3 --set insert.0.shapes=ball
warns "collision time, some balls" "" --set pairs.0.collision_time=1e-3 --set 'insert.0.shapes=[ball, cube]'
warns "rolling friction" "rolling_friction has no effect: $field; it is for the linear and Hertz laws" --set materials.rock.rolling_friction=0.1
warns "rolling friction 0" "" --set materials.rock.rolling_friction=0
warns "torsional friction, rods" "torsional_friction has no effect: its contacts have the floating plane law; it is for the linear and Hertz laws" \
    --set pairs.0.torsional_friction=0.1 --set insert.0.shapes=rod
warns "stiffness" "" --set pairs.0.stiffness=1e9
warns "stiffness, Hertz" "stiffness has no effect: its contacts have the Hertz law; it is for the linear, depth, pressure field, volume and floating plane laws" \
    --set pairs.0.stiffness=1e9 --set law=hertz
warns "Poisson's ratio" "poisson_ratio has no effect: $field; it is for the Hertz law" --set materials.rock.poisson_ratio=0.3
warns "hertz_radius" "hertz_radius has no effect: the contacts have the pressure field law; it is for law: hertz" --set hertz_radius=local
warns "hertz_radius, Hertz" "" --set hertz_radius=local --set law=hertz
warns "law" "law has no effect: volume serves no pair of shapes of this scene; they have the linear law" --set law=volume --set insert.0.shapes=ball
warns "time_step_factor" "time_step_factor has no effect: time_step is given; it is for time_step: auto" --set time_step=1e-5 --set time_step_factor=0.5
warns "a material" "wood has no effect: nothing that grains touch, and no grain, is of this material" --set 'materials.wood={density: 500}'
warns "a pair of walls" "the pair has no effect: no grain of steel touches steel" --set 'pairs.0.between=[steel, steel]'
warns "removed walls: motion" "motion has no effect: floor has been removed, by open; it moves before that, or not at all" \
    --set stages.1.remove=floor --set 'stages.2.motion={floor: {velocity: [0, 0, 1]}}'
warns "removed walls: motion in the same stage" "motion has no effect: sides.x+ has been removed, by open; it moves before that, or not at all" \
    --set stages.1.remove=sides --set 'stages.1.motion={sides.x+: {velocity: [0, 0, 1]}}'
warns "removed walls: motion of the other face" "" \
    --set stages.1.remove=sides.x- --set 'stages.2.motion={sides: {velocity: [0, 0, 1]}}'
warns "removed walls: removed again" "remove has no effect: floor is removed already, by open" \
    --set stages.1.remove=floor --set 'stages.2.remove=[floor, sides]'
sed 's/rock: {density: 2500}/rock: {density: 2500, rolling_friction: 0.1}/' s.yaml >t.yaml
"$SCREE" check --quiet t.yaml 2>err
match "line and column" '^t\.yaml:3:43: warning: rolling_friction has no effect' "$(cat err)"

# --- grains of another run have its shapes and, by name, its materials
"$SCREE" run --quiet --output first --set insert.0.shapes=ball --set stages.0.until.time=1e-3 --set 'stages.1.until.time=1e-3' \
    --set stages.2.until.time=1e-3 --set 'output={page: false, still: false}' s.yaml
warns "another run" "" --set 'insert=[{from: run, file: first}]' --set materials.rock.rolling_friction=0.1

# --- the scenes that come with scree
for scene in "$root"/examples/scenes/*.yaml; do
    equal "${scene##*/}" "" "$("$SCREE" check --quiet "$scene" 2>&1)"
done

# --- a method that does not serve all pairs of shapes
# refuses NAME EXPECTED OPTIONS...
refuses() {
    name=$1 expected=$2
    shift 2
    "$SCREE" check --quiet "$@" s.yaml 2>err
    equal "$name: exit status" 1 $?
    match "$name" "$expected" "$(cat err)"
}
plates='walls.floor={type: plate, size: [0.2, 0.2, 0.01], position: [0.1, 0.1, -0.005], material: steel}'
no_box='walls.sides={type: plate, size: [0.01, 0.2, 0.2], position: [-0.005, 0.1, 0.1], material: steel}'
refuses "method: a half space" '^--set method: method: gjk-epa serves any two shapes but half spaces, not cube with wall floor; all of this scene: auto$' --set method=gjk-epa
refuses "method: balls" 'method: cp serves two polyhedra, or two polygons, not ball with ball; all of this scene: auto, gjk-johnson, ' \
    --set method=cp --set "$plates" --set "$no_box" --set insert.0.shapes=ball
sed 's/^stages:/method: moving-balls\nstages:/' s.yaml >t.yaml
"$SCREE" check t.yaml 2>err
match "method: line and column" '^t\.yaml:12:9: method: moving-balls serves ' "$(cat err)"
"$SCREE" run --output none t.yaml 2>err
equal "method: nothing is started" 2 $?
warns "method: served" "" --set method=gjk-epa --set "$plates" --set "$no_box"
warns "method: cubes" "" --set method=cp --set "$plates" --set "$no_box"
cat >s.yaml <<'END'
dimension: 2
domain: {min: [0, 0], max: [1, 1]}
materials: {rock: {density: 2500}}
shapes: {tile: {type: polygon, vertices: [[0, 0], [1, 0], [0, 1]], size: 0.1}}
walls: {floor: {type: plane, normal: [0, 1], offset: 0}}
insert: [{shapes: tile, count: 8, rate: 100}]
stages: [{until: {inserted: all}}]
output: {vtp: false, gsd: false, still: false, page: false}
END
warns "method: half planes are polygons" "" --set method=cp
"$SCREE" run --quiet --output flat --set method=cp s.yaml 2>err
equal "method: half planes are polygons, run" 0 $?
cat >lone.yaml <<'END'
domain: {min: [0, 0, 0], max: [1, 1, 1]}
materials: {rock: {density: 2500}}
shapes: {cube: {type: box, size: 0.01}}
insert: [{grains: [{shape: cube, position: [0.5, 0.5, 0.9]}]}]
stages: [{until: {time: 0.1}}]
END
"$SCREE" check --quiet lone.yaml 2>err
equal "a grain that nothing touches: exit status" 0 $?
equal "a grain that nothing touches" "" "$(cat err)"

finish
