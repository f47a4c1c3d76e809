# scree run --law: a contact law of one's own, from source and from a shared object.
. "$(dirname "$0")/check.inc"
example=$PWD/examples/laws/stiffening.h
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
