# scree run --law: a contact law of one's own, from source and from a shared object.
. "$(dirname "$0")/check.inc"
example=$PWD/examples/laws/stiffening.h
volume=$PWD/examples/laws/volume_energy.h
includes="-I$PWD/include -I$PWD/sim/include"
cd "$work" || exit 1

# Two balls meet head on; nothing is lost, so that they exchange their velocities.
cat >balls.yaml <<'END'
domain: {min: [-1, -1, -1], max: [1, 1, 1]}
gravity: [0, 0, 0]
materials: {glass: {density: 2500, youngs_modulus: 1e6, restitution: 1, friction: 0.5}}
shapes: {ball: {type: sphere, size: 0.02}}
insert:
  - grains:
      - {shape: ball, position: [0, 0, 0], velocity: [0.5, 0, 0]}
      - {shape: ball, position: [0.021, 0, 0]}
stages: [{until: {time: 0.02}}]
output: {every: 0.002, vtp: false, gsd: false, still: false, page: false}
END
# largest COLUMN FOLDER
largest() {
    grep -v '^#' "$2/series.csv" | awk -F , -v name="$1" '
        NR == 1 { for (i = 1; i <= NF; ++i) if ($i == name) c = i; next } $c > most { most = $c } END { print most }'
}
"$SCREE" run --quiet --output plain balls.yaml 2>err
equal "without a law: exit status" 0 $?
"$SCREE" run --quiet --output source --law "$example" balls.yaml 2>err
equal "source: exit status" 0 $?
equal "source: the compiler is silent" "" "$(cat err)"
near "source: energy is kept" "$(largest kinetic_translation plain)" "$(largest kinetic_translation source)" 1e-9
check "source: stiffer than the spring" awk "BEGIN { exit !($(largest largest_overlap source) < $(largest largest_overlap plain)) }"

# shellcheck disable=SC2086
${CC:-cc} -shared -fPIC -O2 -ffp-contract=off -x c "$example" -o law.so $includes
"$SCREE" run --quiet --output object --law law.so balls.yaml 2>err
equal "object: exit status" 0 $?
equal "object: the same bytes" "$("$SCREE" info --digest source)" "$("$SCREE" info --digest object)"

# --- it takes the place of a law that the scene gives, and says so
"$SCREE" run --output both --law law.so --set law=hertz balls.yaml 2>err
match "a law in the scene: said" '^scree run: --law replaces the law that the scene gives, for all contacts$' "$(cat err)"
"$SCREE" run --output neither --law law.so balls.yaml 2>err
check "no law in the scene: not said" sh -c '! grep -q replaces err'

# --- resumed: it has to be given again
"$SCREE" run --quiet --output half --until 0.004 --law law.so balls.yaml 2>err
"$SCREE" run --quiet --resume half 2>err
equal "resumed without: exit status" 2 $?
match "resumed without: message" 'law of the user.s own, which has to be given again' "$(cat err)"
"$SCREE" run --quiet --resume half --law law.so 2>err
equal "resumed: exit status" 0 $?
equal "resumed: the same bytes" "$("$SCREE" info --digest source)" "$("$SCREE" info --digest half)"

# --- on the shared volume: two cubes meet without losses; they and the floor, which has no such region, by the table
cat >cubes.yaml <<'END'
domain: {min: [-1, -1, -1], max: [1, 1, 1]}
gravity: [0, 0, 0]
materials: {glass: {density: 2500, youngs_modulus: 1e5, restitution: 1, friction: 0}}
shapes: {cube: {type: box, size: 0.02}}
walls: {floor: {type: plane, normal: [0, 0, 1], offset: -0.02}}
insert:
  - grains:
      - {shape: cube, position: [0, 0, 0], velocity: [0.5, 0, -0.1], euler_degrees: [20, 30, 40]}
      - {shape: cube, position: [0.036, 0.003, 0], euler_degrees: [70, 10, 20]}
stages: [{until: {time: 0.2}}]
output: {every: 0.02, vtp: false, gsd: false, still: false, page: false}
END
"$SCREE" run --quiet --output cubes --law "$volume" cubes.yaml 2>err
equal "volume: exit status" 0 $?
equal "volume: the compiler is silent" "" "$(cat err)"
at_end() { grep -v '^#' "$2/series.csv" | awk -F , -v name="$1" '
    NR == 1 { for (i = 1; i <= NF; ++i) if ($i == name) c = i; next } { v = $c } END { print v }'; }
energy() { awk "BEGIN { print $(at_end kinetic_translation "$1") + $(at_end kinetic_rotation "$1") + $(at_end elastic "$1") }"; }
first=$(awk 'BEGIN { print 0.5 * 2500 * 0.02 ^ 3 * (0.25 + 0.01) }')
near "volume: energy is kept" "$first" "$(energy cubes)" 1e-3
"$SCREE" run --quiet --output cubes.plain --set law=volume cubes.yaml 2>err
equal "volume, the simulator's: exit status" 0 $?
near "volume, the simulator's: energy is kept" "$first" "$(energy cubes.plain)" 1e-3
# With losses, what is missing is what was dissipated.
"$SCREE" run --quiet --output cubes.loss --law "$volume" --set materials.glass.restitution=0.4 --set time_step_factor=0.2 cubes.yaml 2>err
near "volume, with losses: the balance" "$first" "$(at_end balance cubes.loss)" 1e-3
check "volume, with losses: there are some" awk "BEGIN { exit !($(at_end dissipated cubes.loss) > 0.2 * $first) }"
check "volume: not the simulator's" test "$("$SCREE" info --digest cubes)" != "$("$SCREE" info --digest cubes.plain)"
"$SCREE" run --quiet --output cubes.half --until 0.05 --threads 2 --law "$volume" cubes.yaml 2>err
"$SCREE" run --quiet --resume cubes.half --threads 3 --law "$volume" 2>err
equal "volume, resumed: the same bytes" "$("$SCREE" info --digest cubes)" "$("$SCREE" info --digest cubes.half)"

# --- the exponent of the simulator's volume law
"$SCREE" run --quiet --output cubes.three --set law=volume --set volume_exponent=3 cubes.yaml 2>err
near "exponent 3: energy is kept" "$first" "$(energy cubes.three)" 1e-3
check "exponent 3: another motion" test "$("$SCREE" info --digest cubes.three)" != "$("$SCREE" info --digest cubes.plain)"
"$SCREE" check --set law=volume --set volume_exponent=5 cubes.yaml >out 2>&1
match "exponent 5: message" 'volume_exponent: must be at least 1 and at most 4, not 5' "$(cat out)"
"$SCREE" check --set law=volume --set volume_exponant=3 cubes.yaml >out 2>&1
match "a misspelt exponent" 'volume_exponent' "$(cat out)"
"$SCREE" check --set volume_exponent=3 cubes.yaml >out 2>&1
match "no effect: warning" 'volume_exponent has no effect: the contacts have the pressure field law' "$(cat out)"

# --- a region that is hidden, or none
sed 's/^const scree_law_region/static &/' "$volume" >static.h
sed 's/SCREE_LAW_REGION_VOLUME;/(scree_law_region)7;/' "$volume" >seven.h
for file in static.h seven.h; do
    "$SCREE" run --quiet --output none --law $file cubes.yaml >out 2>err
    equal "$file: exit status" 2 $?
    match "$file: message" 'scree_user_region' "$(cat err)"
done

# --- errors
echo 'int x = ;' >broken.c
echo 'int x = 1;' >empty.c
# shellcheck disable=SC2086
${CC:-cc} -shared -fPIC empty.c -o empty.so
for file in broken.c empty.c empty.so none.h nonsense.txt balls.yaml; do
    [ $file = nonsense.txt ] && echo nonsense >$file
    "$SCREE" run --quiet --output none --law $file balls.yaml >out 2>err
    equal "$file: exit status" 2 $?
    match "$file: message" 'scree run: --law: ' "$(cat err)"
    check "$file: nothing was made" test ! -e none
done
finish
