# Grains from another run's state: shapes, poses and velocities are those of its last row.
. "$(dirname "$0")/check.inc"
cd "$work" || exit 1
mkdir scenes
cat >scenes/first.yaml <<'END'
domain: {min: [0, 0, 0], max: [0.2, 0.2, 0.4]}
materials: {rock: {density: 2650, youngs_modulus: 1e6, friction: 0.5}, steel: {density: 7800}}
shapes:
  gravel: {type: random_hull, vertices: 14, size: {uniform: [0.015, 0.025]}}
  ball: {type: sphere, size: 0.02}
  bar: {type: box, size: [0.01, 0.01, 0.03]}
  cross: {type: cluster, parts: [{shape: bar, position: [0, 0, 0]}, {shape: bar, position: [0, 0, 0.01], euler_degrees: [90, 0, 0]}]}
walls: {box: {type: box, faces: [x-, x+, y-, y+, z-], material: steel}}
insert:
  - {shapes: [gravel, cross], material: rock, from: pack, count: 20, region: {min: [0.02, 0.02, 0.02], max: [0.18, 0.18, 0.2]}}
  - {shapes: ball, material: steel, from: pack, count: 5, region: {min: [0.02, 0.02, 0.3], max: [0.18, 0.18, 0.35]}}
stages: [{until: {time: 0.02}}]
output: {every: 0.02, vtp: false, gsd: false, still: false, page: false}
END
# Materials in another order, and no shapes.
cat >second.yaml <<'END'
domain: {min: [0, 0, 0], max: [0.2, 0.2, 0.4]}
materials: {steel: {density: 7800}, rock: {density: 2650, youngs_modulus: 1e6, friction: 0.5}}
walls: {box: {type: box, faces: [x-, x+, y-, y+, z-], material: steel}}
insert: [{from: run, file: first}]
stages: [{until: {time: 0.005}}]
output: {every: 0.005, vtp: false, gsd: false, still: false, page: false}
END
# cell FILE ROW COLUMN: rows from 1; 0: the last
cell() {
    grep -v '^#' "$1/series.csv" | awk -F , -v row="$2" -v name="$3" '
        NR == 1 { for (i = 1; i <= NF; ++i) if ($i == name) c = i; next }
        { last = $c } NR == row + 1 { print $c; done = 1; exit } END { if (!done) print last }'
}
"$SCREE" run --quiet --output first scenes/first.yaml
equal "first: exit status" 0 $?
potential=$(cell first 0 potential)
"$SCREE" run --quiet --output second second.yaml 2>err
equal "second: exit status" 0 $?
equal "second: nothing said" "" "$(cat err)"
equal "second: grains" 25 "$(cell second 1 grains)"
near "second: the same places" "$potential" "$(cell second 1 potential)" 1e-12
equal "second: at rest" 0 "$(cell second 1 kinetic_translation)"
near "second: the same packing" "$(cell first 0 packing)" "$(cell second 1 packing)" 1e-15
match "check: where they come from" '25 grains of first$' "$("$SCREE" check second.yaml)"
equal "check: the same mass" "$("$SCREE" check second.yaml | grep '^mass')" \
    "$("$SCREE" check --set insert.0.file=first/checkpoint.h5 second.yaml | grep '^mass')"

# --- velocities, a shift, a region, one material for all
"$SCREE" run --quiet --output moving --set insert.0.velocities=true second.yaml
near "velocities: translation" "$(cell first 0 kinetic_translation)" "$(cell moving 1 kinetic_translation)" 1e-15
near "velocities: rotation" "$(cell first 0 kinetic_rotation)" "$(cell moving 1 kinetic_rotation)" 1e-18
"$SCREE" run --quiet --output high --set 'insert.0.position=[0, 0, 0.03]' second.yaml
mass=$("$SCREE" check second.yaml | sed -n 's/^mass *\([0-9.]*\) kg.*/\1/p')
near "position: m g h" "$(awk "BEGIN { print $potential + $mass * 9.81 * 0.03 }")" "$(cell high 1 potential)" 1e-4
"$SCREE" run --quiet --output some --set 'insert.0.region={min: [0, 0, 0.25], max: [0.2, 0.2, 0.4]}' second.yaml
equal "region: the balls" 5 "$(cell some 1 grains)"
"$SCREE" check --set insert.0.material=steel second.yaml >out
equal "material: for all" 0 $?
check "material: heavier" awk -v a="$mass" '/^mass/ { exit !($2 > 1.5 * a) }' out

# --- what is resumed needs the other run no more
"$SCREE" run --quiet --output half --until 0.002 second.yaml 2>err
mv first gone
"$SCREE" run --quiet --resume half 2>err
equal "resumed without the other run" 0 $?
grep -v '^#' second/series.csv >a
grep -v '^#' half/series.csv >b
check "resumed: the same numbers" cmp -s a b

# --- errors, with line and column
fails() {
    "$SCREE" check "$@" second.yaml >out 2>err
    equal "fails: $*" 1 $?
}
fails
match "no such run" '^second.yaml:4:28: file: first: ' "$(cat err)"
mv gone first
fails --set 'materials={iron: {density: 7800}}' --set walls.box.material=iron
match "no such material" 'its material (rock|steel) is none of this scene' "$(cat err)"
fails --set 'insert.0.region={min: [0, 0, 0.39], max: [0.2, 0.2, 0.4]}'
match "nothing there" 'holds no grains there' "$(cat err)"
fails --set insert.0.count=5
match "a key of another kind" 'count' "$(cat err)"
head -c 5000 first/checkpoint.h5 >cut.h5
fails --set insert.0.file=cut.h5
match "cut short" 'file: .*cut\.h5' "$(cat err)"
"$SCREE" check --set dimension=2 --set 'domain={min: [0, 0], max: [1, 1]}' --set 'insert.0.position=[0, 0]' second.yaml 2>err
match "another dimension" 'not those of a 2-D scene' "$(cat err)"
finish
