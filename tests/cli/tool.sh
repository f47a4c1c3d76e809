# type: plates: several plates as one tool, with one force, and one torque about its position.
. "$(dirname "$0")/check.inc"
cd "$work" || exit 1

# Balls lie in a tray, which is turned about y by 20 degrees and shaken: as one tool, and as four plates with the same motion.
cat >head.inc <<'END'
domain: {min: [-1, -1, -1], max: [1, 1, 1]}
materials: {glass: {density: 2500, youngs_modulus: 1e5, restitution: 0.3, friction: 0.5}}
shapes: {ball: {type: sphere, size: 0.02}, cube: {type: box, size: 0.02}}
insert:
  - grains:
      - {shape: ball, position: [0.01, 0, 0.03]}
      - {shape: ball, position: [0.04, 0.001, 0.02]}
      - {shape: cube, position: [0.035, 0.002, 0.05]}
stages: [{until: {time: 0.15}}]
output: {every: 0.05, vtp: false, gsd: false, still: false, page: false}
END
motion='[{velocity: [0.1, 0, 0.2], end: 0.1}, {amplitude: [0, 0, 0.001], frequency: 20}, {spin: [0, 0.5, 0], centre: [0.2, 0, 0]}]'
cat head.inc - >whole.yaml <<END
tools:
  tray:
    type: plates
    position: [0.1, 0, 0.02]
    axis_angle: {axis: [0, 1, 0], degrees: 20}
    parts:
      - {size: [0.1, 0.1, 0.01], position: [-0.08, 0, -0.01]}
      - {size: [0.01, 0.1, 0.06], position: [-0.03, 0, 0.02]}
      - {vertices: [[-0.13, 0, 0], [-0.03, 0, 0], [-0.03, 0, 0.06], [-0.13, 0, 0.06]], thickness: 0.01, position: [0, 0.05, 0]}
      - {size: [0.06, 0.1, 0.01], position: [-0.13, 0, 0.02], euler_degrees: [0, 90, 0]}
    motion: $motion
END
# Where the parts are: position + R(20 degrees about y) part, by awk.
at() { awk -v x="$1" -v y="$2" -v z="$3" 'BEGIN { a = 20 * atan2(0, -1) / 180
    printf "[%.17g, %.17g, %.17g]", 0.1 + cos(a) * x + sin(a) * z, y, 0.02 - sin(a) * x + cos(a) * z }'; }
turned='axis_angle: {axis: [0, 1, 0], degrees: 20}'
cat head.inc - >apart.yaml <<END
tools:
  a: {type: plate, size: [0.1, 0.1, 0.01], position: $(at -0.08 0 -0.01), $turned, motion: &m $motion}
  b: {type: plate, size: [0.01, 0.1, 0.06], position: $(at -0.03 0 0.02), $turned, motion: *m}
  c: {type: plate, vertices: [[-0.13, 0, 0], [-0.03, 0, 0], [-0.03, 0, 0.06], [-0.13, 0, 0.06]], thickness: 0.01, position: $(at 0 0.05 0), $turned, motion: *m}
  d: {type: plate, size: [0.06, 0.1, 0.01], position: $(at -0.13 0 0.02), axis_angle: {axis: [0, 1, 0], degrees: 110}, motion: *m}
END
for scene in whole apart; do
    "$SCREE" run --quiet --output $scene --threads 1 $scene.yaml 2>err
    equal "$scene: exit status" 0 $?
done

# Each line: the force is the sum of the forces, and the torque that of the torques about the tool's position.
rows() { grep -v '^#' "$1/series.csv"; }
rows apart >apart.csv
rows whole >whole.csv
compare='
    FNR == 1 { for (i = 1; i <= NF; ++i) c[FILENAME, $i] = i; next }
    FILENAME == "whole.csv" { line[FNR] = $0; next }
    {
        split(line[FNR], w, ",")
        for (k = 1; k <= 3; ++k) {
            p[k] = w[c["whole.csv", "tray." substr("xyz", k, 1)]]
            force[k] = w[c["whole.csv", "tray.force_" substr("xyz", k, 1)]]
            torque[k] = w[c["whole.csv", "tray.torque_" substr("xyz", k, 1)]]
        }
        for (n = 1; n <= 4; ++n) {
            name = substr("abcd", n, 1)
            for (k = 1; k <= 3; ++k) {
                arm[k] = $c[FILENAME, name "." substr("xyz", k, 1)] - p[k]
                f[k] = $c[FILENAME, name ".force_" substr("xyz", k, 1)]
                force[k] -= f[k]
                size += f[k] * f[k]
                torque[k] -= $c[FILENAME, name ".torque_" substr("xyz", k, 1)]
            }
            for (k = 1; k <= 3; ++k) torque[k] -= arm[k % 3 + 1] * f[(k + 1) % 3 + 1] - arm[(k + 1) % 3 + 1] * f[k % 3 + 1]
        }
        for (k = 1; k <= 3; ++k) off += force[k] * force[k] + 100 * torque[k] * torque[k]
        ++lines
    }
    END { print lines, (size > 0.01 && off < 1e-12 * size ? "same" : "off by " off " of " size) }'
equal "one tool: the sum of its plates" "$(awk 'END { print NR - 1 }' whole.csv) same" "$(awk -F , "$compare" whole.csv apart.csv)"

# --- threads, and a stop
for threads in 2 3; do
    "$SCREE" run --quiet --output whole.$threads --until 0.06 --threads $threads whole.yaml 2>err
    "$SCREE" run --quiet --resume whole.$threads --threads 1 2>err
    equal "$threads threads, resumed: the same bytes" "$("$SCREE" info --digest whole)" "$("$SCREE" info --digest whole.$threads)"
    check "$threads threads, resumed: the same series" sh -c "grep -v '^#' whole.$threads/series.csv | cmp -s - whole.csv"
done

# --- two dimensions
cat >flat.yaml <<'END'
dimension: 2
domain: {min: [-1, -1], max: [1, 1]}
materials: {glass: {density: 2500, youngs_modulus: 1e6}}
shapes: {disc: {type: disc, size: 0.02}}
tools:
  vee:
    type: plates
    parts: [{size: [0.1, 0.01], angle_degrees: 45, position: [0.03, 0.03]}, {vertices: [[0, 0], [-0.1, 0.1]], thickness: 0.01}]
insert: [{grains: [{shape: disc, position: [0, 0.05]}]}]
stages: [{until: {time: 0.3}}]
output: {every: 0.1, vtp: false, gsd: false, still: false, page: false}
END
"$SCREE" run --quiet --output flat flat.yaml 2>err
equal "2-D: exit status" 0 $?
weight=$(rows flat | awk -F , 'NR == 1 { for (i = 1; i <= NF; ++i) if ($i == "vee.force_y") c = i; next } { f = $c } END { print -f }')
near "2-D: it bears the disc" "$(awk 'BEGIN { print 2500 * atan2(0, -1) * 0.01 ^ 2 * 9.81 }')" "$weight" 0.05

# --- errors
wrong() { # NAME TOOL PATTERN
    "$SCREE" check --set "tools.tray=$2" whole.yaml >out 2>err
    equal "$1: exit status" 1 $?
    match "$1: message" "$3" "$(cat out err)"
}
wrong "no parts" '{type: plates}' 'tray: parts is missing'
wrong "an empty list" '{type: plates, parts: []}' 'parts: expected at least one plate'
wrong "no list" '{type: plates, parts: {size: [1, 1, 1]}}' 'parts: expected a list'
wrong "a misspelt key" '{type: plates, part: [{size: [1, 1, 1]}]}' 'did you mean parts'
wrong "a misspelt key of a part" '{type: plates, parts: [{sise: [1, 1, 1]}]}' 'did you mean size'
wrong "neither size nor vertices" '{type: plates, parts: [{position: [1, 1, 1]}]}' 'tray: expected either size or vertices'
wrong "a plate has no parts" '{type: plate, parts: [{size: [1, 1, 1]}]}' 'parts'
wrong "a flat hull" '{type: plates, parts: [{size: [1, 1, 1]}, {vertices: [[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0]]}]}' 'tray: '
finish
