# measure: packing, coordination, stress and fabric in parts of the domain, as columns of the time series.
. "$(dirname "$0")/check.inc"
cd "$work" || exit 1

cat >bed.yaml <<'END'
domain: {min: [-0.1, -0.1, -0.02], max: [0.1, 0.1, 0.3]}
materials: {glass: {density: 2500, youngs_modulus: 1e6, restitution: 0.3, friction: 0.5}}
shapes: {cube: {type: box, size: 0.02}, ball: {type: sphere, size: 0.02}}
walls: {box: {type: box, min: [-0.05, -0.05, 0], max: [0.05, 0.05, 0.2], faces: [x-, x+, y-, y+, z-]}}
measure:
  whole: {min: [-0.1, -0.1, -0.02], max: [0.1, 0.1, 0.3]}
  core: {from: [0, 0, 0.01], to: [0, 0, 0.05], radius: 0.04}
insert:
  - {from: lattice, shapes: {cube: 0.5, ball: 0.5}, material: glass, spacing: 0.024, jitter: 0.3, orientation: [1, 0, 0, 0], region: {min: [-0.05, -0.05, 0], max: [0.05, 0.05, 0.1]}}
stages: [{until: {time: 0.25}}]
output: {every: 0.05, vtp: false, gsd: false, still: false, page: false}
END
"$SCREE" run --quiet --output bed --threads 1 bed.yaml 2>err
equal "exit status" 0 $?
last() { grep -v '^#' "$2/series.csv" | awk -F , -v name="$1" '
    NR == 1 { for (i = 1; i <= NF; ++i) if ($i == name) c = i; next } { v = $c } END { print c ? v : "no column" }'; }
# The region that is the domain has what the domain has.
for column in coordination packing stress_xx stress_xy stress_yz stress_zx stress_zz fabric_xx fabric_zz fabric_xy contacts grains; do
    near "the whole domain: $column" "$(last $column bed)" "$(last measure_whole_$column bed)" 1e-9
done
check "the core: denser" awk "BEGIN { p = $(last measure_core_packing bed); exit !(p > 0.3 && p < 0.8 && p > 5 * $(last packing bed)) }"
check "the core: pressed" awk "BEGIN { exit !($(last measure_core_stress_zz bed) > 50) }"
check "the core: some grains" awk "BEGIN { g = $(last measure_core_grains bed); exit !(g > 1 && g < $(last grains bed)) }"
equal "no region, no column" "no column" "$(last measure_packing bed)"

# --- one region without a name
"$SCREE" run --quiet --output one --set 'measure={min: [-0.05, -0.05, 0], max: [0.05, 0.05, 0.03]}' --threads 2 bed.yaml 2>err
equal "one: the same motion" "$("$SCREE" info --digest bed)" "$("$SCREE" info --digest one)"
check "one: a packing" awk "BEGIN { p = $(last measure_packing one); exit !(p > 0.3 && p < 0.9) }"

# --- threads, and a stop: the same lines
for threads in 2 3; do
    "$SCREE" run --quiet --output part.$threads --until 0.12 --threads $threads bed.yaml 2>err
    "$SCREE" run --quiet --resume part.$threads --threads 1 2>err
    grep -v '^#' part.$threads/series.csv >lines
    check "$threads threads, resumed: the same series" sh -c "grep -v '^#' bed/series.csv | cmp -s - lines"
done

# --- a lattice of cubes: an eighth of the space, wherever the faces of the region cut them in halves
cat >lattice.yaml <<'END'
domain: {min: [0, 0, 0], max: [0.16, 0.16, 0.16], periodic: [x, y, z]}
gravity: [0, 0, 0]
materials: {glass: {density: 2500}}
shapes: {cube: {type: box, size: 0.02}}
measure:
  between: {min: [0.04, 0.04, 0.04], max: [0.12, 0.12, 0.12]}
  halves: {min: [0.02, 0.06, 0.04], max: [0.14, 0.1, 0.08]}
  border: {min: [0, 0, 0], max: [0.04, 0.16, 0.02]}
insert: [{from: lattice, shapes: cube, material: glass, spacing: 0.04, orientation: [1, 0, 0, 0], region: {min: [0, 0, 0], max: [0.16, 0.16, 0.16]}}]
stages: [{until: {time: 0.001}}]
output: {every: 0.001, vtp: false, gsd: false, still: false, page: false}
END
"$SCREE" run --quiet --output lattice lattice.yaml 2>err
equal "lattice: exit status" 0 $?
for name in between halves border; do
    near "lattice: $name" 0.125 "$(last measure_${name}_packing lattice)" 1e-9
done

# --- errors
wrong() { # NAME VALUE PATTERN
    "$SCREE" check --set "measure=$2" bed.yaml >out 2>err
    equal "$1: exit status" 1 $?
    match "$1: message" "$3" "$(cat out err)"
}
wrong "out of the domain" '{min: [-0.2, 0, 0], max: [0, 0.1, 0.1]}' 'region: reaches out of the domain: along x'
wrong "no volume" '{normal: [0, 0, 1], offset: 0}' 'measure: expected a box or a cylinder'
wrong "a misspelt key" '{mim: [0, 0, 0], max: [0.1, 0.1, 0.1]}' 'did you mean min'
wrong "no region" '{core: 3}' 'core: expected a region'
wrong "no map" '3' 'measure: expected a map'
wrong "upside down" '{core: {min: [0, 0, 0.1], max: [0.1, 0.1, 0]}}' 'min must be below max'
wrong "two columns of one name" '{a b: {min: [0, 0, 0], max: [0.1, 0.1, 0.1]}, a_b: {min: [0, 0, 0], max: [0.1, 0.1, 0.1]}}' 'the same columns'
sed 's/^measure:/meassure:/' bed.yaml >misspelt.yaml
"$SCREE" check misspelt.yaml >out 2>err
match "a misspelt section" 'did you mean measure' "$(cat out err)"
"$SCREE" check --set measure.cor.radius=0.02 bed.yaml >out 2>err
match "a misspelt region" 'there is no region cor; did you mean core' "$(cat out err)"
finish
