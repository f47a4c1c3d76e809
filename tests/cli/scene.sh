# scree check and scree init: scene files, what is wrong with them, and what they would simulate.
. "$(dirname "$0")/check.inc"

# --- the scene to start from is right, and stays where it is
"$SCREE" init >"$work/start.yaml"
equal "init: exit status" 0 $?
(cd "$work" && "$SCREE" init mine.yaml >"$work/out")
equal "init FILE: exit status" 0 $?
check "init FILE: the same" cmp -s "$work/start.yaml" "$work/mine.yaml"
match "init FILE: what to try next" 'scree run mine.yaml' "$(cat "$work/out")"
"$SCREE" init "$work/mine.yaml" 2>"$work/err"
equal "init: a file that is there" 2 $?
match "init: a file that is there, message" 'is there already' "$(cat "$work/err")"

# --- check
"$SCREE" check "$work/mine.yaml" >"$work/out" 2>"$work/err"
equal "check: exit status" 0 $?
equal "check: standard error" "" "$(cat "$work/err")"
match "check: grains" '^grains +400$' "$(cat "$work/out")"
match "check: mass" '^mass +2\.4[0-9]+ kg' "$(cat "$work/out")"
match "check: time step" '^time step +[0-9.e-]+ s, the stability limit$' "$(cat "$work/out")"
match "check: a given time step" '^time step +1e-05 s; stable up to [0-9.e-]+ s$' \
    "$("$SCREE" check --set time_step=1e-5 "$work/mine.yaml")"
match "check: what sets the time step" '^  set by +gravel of 0\.01[0-9]+ m, rock on rock, pressure field$' "$(cat "$work/out")"
match "check: the overlap to expect" '^overlap +at worst, a corner on a face, about 0\.[0-9]+ of the inradius: gravel of' "$(cat "$work/out")"
equal "check: no warning" 0 "$(grep -c warning "$work/out")"
match "check: mixing" 'the smaller value' "$(cat "$work/out")"
match "check: a pair" 'rock, steel: friction 0.3 \(given\)' "$(cat "$work/out")"
equal "check --quiet" "" "$("$SCREE" check --quiet "$work/mine.yaml")"
"$SCREE" check - <"$work/mine.yaml" >"$work/again"
check "check -: the same" cmp -s "$work/out" "$work/again"
"$SCREE" check --set insert.0.count=7 "$work/mine.yaml" >"$work/out"
match "check --set: grains" '^grains +7$' "$(cat "$work/out")"
"$SCREE" check --set time_step=1 "$work/mine.yaml" >"$work/out"
match "check: a time step that is too large" 'above the stability limit' "$(cat "$work/out")"

match "check: a drag beyond the time step" 'warning +the drag takes 2 times the velocity away in one' \
    "$("$SCREE" check --set time_step=1e-5 --set drag=2e5 "$work/mine.yaml")"

# The scene to start from takes other shapes as well, and says so where a material is too soft for a fall.
tetrahedron='{type: polyhedron, size: 0.015, vertices: [[1, 1, 1], [1, -1, -1], [-1, 1, -1], [-1, -1, 1]]}'
for shape in "$tetrahedron" '{type: box, size: 0.015}' '{type: cylinder, size: 0.015}'; do
    "$SCREE" check --set "shapes.cube=$shape" --set insert.0.shapes=cube "$work/mine.yaml" >"$work/out"
    equal "check: no warning, $shape" 0 "$(grep -c warning "$work/out")"
done
"$SCREE" check --set "shapes.cube=$tetrahedron" --set insert.0.shapes=cube --set materials.rock.youngs_modulus=5e5 \
    "$work/mine.yaml" >"$work/out"
match "check: a soft material" 'warning +beyond 1 \(overlap_limit\) the run stops' "$(cat "$work/out")"
"$SCREE" check --set overlap_limit=0 --set materials.rock.youngs_modulus=1e4 "$work/mine.yaml" >"$work/out"
equal "check: a soft material that may sink in" 0 "$(grep -c warning "$work/out")"
# A fall of H: four times the height has twice the speed, and at a corner goes deeper by the root of two.
overlap_at() { "$SCREE" check --set "domain.max=[0.2, 0.2, 9]" --set "insert.0.region.max=[0.18, 0.18, $1]" "$work/mine.yaml" |
    sed -n 's/^overlap.*about \([0-9.]*\) of.*/\1/p'; }
near "check: overlap and height" "$(overlap_at 2 | awk '{ print $1 * sqrt(2) }')" "$(overlap_at 8)" 0.06

# Sites of a lattice where there is a wall are no grains: 5 x 5 x 5 of them, a plate across one layer.
cat >"$work/lattice.yaml" <<'END'
domain: {min: [0, 0, 0], max: [0.1, 0.1, 0.1]}
materials: {rock: {density: 2500}}
shapes: {ball: {type: sphere, size: 0.016}}
walls: {plate: {type: plate, size: [0.2, 0.2, 0.002], position: [0.05, 0.05, 0.05]}}
insert: [{shapes: ball, from: lattice, spacing: 0.02}]
stages: [{until: {time: 0.01}}]
output: {vtp: false, gsd: false, still: false, page: false}
END
match "check: sites of a lattice that are taken" '^grains +100$' "$("$SCREE" check "$work/lattice.yaml")"
match "check: as many as are run" ' 100 grains' "$("$SCREE" run --output "$work/lattice" "$work/lattice.yaml" 2>/dev/null)"

# --- errors: all of them, with file, line and column
sed -e 's/^title/titel/' -e 's/friction: 0.5/friction: -1/' -e 's/gravel: 0.7/gravl: 0.7/' "$work/mine.yaml" >"$work/bad.yaml"
"$SCREE" check "$work/bad.yaml" >"$work/out" 2>"$work/err"
equal "errors: exit status" 1 $?
equal "errors: standard output" "" "$(cat "$work/out")"
match "errors: unknown key" 'bad\.yaml:2:1: .*did you mean title\?' "$(cat "$work/err")"
match "errors: value" 'bad\.yaml:10:[0-9]+: friction: must be at least 0' "$(cat "$work/err")"
match "errors: name" 'bad\.yaml:24:[0-9]+: there is no shape .gravl.; did you mean gravel\?' "$(cat "$work/err")"
match "errors: count" '3 errors in the scene' "$(cat "$work/err")"
"$SCREE" check --set a.b=1 "$work/mine.yaml" 2>"$work/err"
equal "--set: unknown key, exit status" 1 $?
match "--set: unknown key" '^--set a.b: scene: unknown key a' "$(cat "$work/err")"
"$SCREE" check --set materials.rok.friction=0.3 "$work/mine.yaml" 2>"$work/err"
equal "--set: unknown name, exit status" 1 $?
match "--set: unknown name" '^--set materials.rok.friction: there is no material rok; did you mean rock\?' "$(cat "$work/err")"
"$SCREE" check "$work/none.yaml" 2>"$work/err"
equal "no file: exit status" 1 $?
match "no file" 'none.yaml: No such file' "$(cat "$work/err")"

equal "errors: an empty key stands at its map" "empty.yaml:1:9: domain: unknown key ''; min is missing" \
    "$(cd "$work" && echo 'domain: {: [0, 0, 0], max: [1, 1, 1]}' >empty.yaml && "$SCREE" check empty.yaml 2>&1 | grep 'unknown key')"
tiny=$("$SCREE" check --set materials.rock.density=1e-300 --set time_step_factor=5e-324 --set shapes.cube.size=1e-31 "$work/mine.yaml" 2>&1)
for key in density time_step_factor size; do match "errors: $key, too small" "$key: must be at least 1e-30, not" "$tiny"; done
long=$("$SCREE" check --set "title=$(head -c 70000 /dev/zero | tr '\0' x)" "$work/mine.yaml" 2>&1)
match "errors: a title that is too long" "title: must be at most 1000 bytes long" "$long"

# --- what can be read, and cannot be meant
cat >"$work/odd.yaml" <<'END'
domain: {min: [0, 0, 0], max: [1, 1, 1]}
materials: {m: {density: 2000, youngs_modulus: 1e6}}
shapes:
  ball: {type: sphere, size: 0.1}
  rod: {type: box, size: [0.02, 0.02, 0.45]}
  star: {type: cluster, parts: [{shape: rod}, {shape: ball, position: [0, 0, 0.3]}]}
walls: {floor: {type: plane, normal: [0, 0, 1], offset: 0}}
insert:
  - grains:
      - {shape: ball, position: [0.5, 0.5, 0.5]}
      - {shape: ball, position: [0.5, 0.54, 0.5]}
      - {shape: ball, position: [0.5, 0.2, 1.5]}
      - {shape: ball, position: [0.3, 0.2, 0.0]}
      - {shape: ball, position: [0.8, 0.2, 0.05]}
      - {shape: ball, position: [0.8, 0.29, 0.05]}
stages: [{until: {time: 1e-3}}]
END
odd() { "$SCREE" check "$@" "$work/odd.yaml" 2>&1; }
said=$(odd)
match "grains in each other" 'odd.yaml:10:9: .*the grain in line 11 overlap by 1\.2 of its inradius: move them apart' "$said"
match "a grain outside the domain" 'odd.yaml:12:9: .*outside the domain, where it has escaped: move it' "$said"
match "a grain in a wall" 'odd.yaml:13:9: .*wall floor overlap by 1 of' "$said"
match "grains that touch, or overlap a little" '3 errors in the scene' "$said"
match "a grain outside: ignored" '2 errors in the scene' "$(odd --set escape=ignore)"
match "grains in each other: allowed" '1 error in the scene' "$(odd --set overlap_limit=0)"
printf 'x, y, z, shape\n0.5, 0.5, 0.5, ball\n0.5, 0.5, 0.6, ball\n0.5, 0.5, 1.6, ball\n' >"$work/odd.csv"
match "a grain of a table outside the domain" 'odd\.csv:4:1: grains: grain 2 of the list has its centre outside' \
    "$(odd --set 'insert=[{file: odd.csv}]')"
round='{from: [0.5, 0.5, 0.2], to: [0.5, 0.5, 0.8], radius'
match "a cylinder wider than the domain" 'region: reaches out of the domain: along x from -0\.1 to 1\.1' \
    "$(odd --set "insert=[{shapes: ball, count: 9, region: $round: 0.6}}]")"
match "a cylinder as wide as the domain" '^grains +9' "$(odd --set "insert=[{shapes: ball, count: 9, region: $round: 0.5}}]")"
for axis in x z; do
    match "a long grain, periodic along $axis" "star: a grain of up to [0-9.]+ m is longer than half of the domain along $axis" \
        "$(odd --set "domain.periodic=[$axis]" --set 'insert=[{shapes: star, count: 3}]')"
done
match "a long grain that does not rotate" '^grains +3' \
    "$(odd --set 'domain.periodic=[x]' --set 'insert=[{shapes: star, count: 3, mode: fixed}]')"
packing='insert=[{from: pack, shapes: ball, fraction'
match "a packing that fits" '^grains +382' "$(odd --set "$packing: 0.2}]")"
match "a packing that is too dense" 'odd.yaml: insert: the packing found no place after [0-9]+ grains' \
    "$(odd --set "$packing: 0.4}]" --set walls='{box: {type: box}}')"
match "a packing that is too dense, of many grains" 'warning +a packing is to fill 0\.4 of its region' \
    "$(odd --set "$packing: 0.4}]" --set shapes.ball.size=0.03)"
match "a lattice of too many sites" 'odd.yaml: insert: the lattice has more than 1e9 sites' \
    "$(odd --set 'insert=[{from: lattice, shapes: ball, spacing: 1e-6}]')"
match "how long until all are in is not known" 'duration +open' \
    "$(odd --set 'insert=[{shapes: ball, count: 3000}]' --set 'stages=[{until: {inserted: all}}]')"

# A grain that is too large for the place between the walls would wait for ever, and a mixture with it.
inner='{from: [0.5, 0.5, 0.3], to: [0.5, 0.5, 0.7], radius: 0.2}'
for shapes in big '[ball, big]'; do
    match "a grain larger than its box, $shapes" \
        'insert: big: the smallest grain, 1\.2 m across, finds no place in its region: 10000 places were tried' \
        "$(odd --set 'shapes.big={type: sphere, size: 1.2}' --set walls='{box: {type: box}}' \
            --set "insert=[{shapes: $shapes, count: 9, region: $inner}]")"
done
match "a grain larger than a box that opens" '^grains +9' \
    "$(odd --set 'shapes.big={type: sphere, size: 1.2}' --set walls='{box: {type: box}}' --set 'stages.0.remove=box' \
        --set "insert=[{shapes: big, count: 9, region: $inner}]")"
match "a size that may be small enough" '^grains +9' \
    "$(odd --set 'shapes.big={type: sphere, size: {uniform: [0.3, 1.2]}}' --set walls='{box: {type: box}}' \
        --set "insert=[{shapes: big, count: 9, region: $inner}]")"

# A grain that finds no free place waits for one, so that a pour may last longer than its rate says.
match "a duration with a pour" '^duration +about 1\.5 s; longer where grains wait for a free place$' \
    "$(odd --set 'insert=[{shapes: ball, count: 10, rate: 20}]' --set 'stages=[{until: {inserted: all}}, {until: {time: 1}}]')"
match "a duration without one" '^duration +at most 1 s$' \
    "$(odd --set 'insert=[{shapes: ball, count: 10, rate: 20}]' --set 'stages=[{until: {time: 1}}]')"
match "a duration by a limit" '^duration +at most 3 s$' \
    "$(odd --set 'insert=[{shapes: ball, count: 10, rate: 20}]' --set 'stages=[{until: {inserted: all, unbalanced: 0.1}, limit: 3}]')"

# --- every key of the reader is in the reference
for key in $(sed -n 's/.*\.name = "\([a-z_]*\)".*/\1/p' sim/scene/*.c sim/scene/keys.h | sort -u); do
    check "docs/scene.md has $key" grep -Eq "\`$key(\`|:)" docs/scene.md
done
for example in examples/scenes/*.yaml; do
    "$SCREE" check "$example" >"$work/out"
    equal "$example: exit status" 0 $?
    equal "$example: no warning" 0 "$(grep -c warning "$work/out")"
done

# --- usage
"$SCREE" check 2>"$work/err"
equal "check without a scene" 2 $?
"$SCREE" check a b 2>"$work/err"
equal "check two scenes" 2 $?
"$SCREE" check --nonsense c 2>"$work/err"
equal "check: unknown option" 2 $?
finish
