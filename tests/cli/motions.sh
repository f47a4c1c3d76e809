# Motions at the same time: oscillations, and rotations about several centres, also with a stop in between.
. "$(dirname "$0")/check.inc"
cd "$work" || exit 1

cat >mixer.yaml <<'END'
domain: {min: [-1, -1, -1], max: [1, 1, 1]}
materials: {glass: {density: 2500, youngs_modulus: 1e6}}
shapes: {cube: {type: box, size: 0.04}}
walls: {floor: {type: plane, normal: [0, 0, 1], offset: 0}}
tools:
  paddle:
    type: plate
    size: [0.1, 0.02, 0.08]
    position: [0.25, 0, 0.06]
    motion:
      - {rpm: [0, 0, 30], centre: [0, 0, 0]}
      - {start: 0.05, rpm: [0, 0, 100], centre: [0.2, 0.03, 0]}
      - {start: 0.1, end: 0.22, velocity: [0, 0.1, 0]}
      - {amplitude: [0, 0, 0.01], frequency: 5}
      - {start: 0.08, amplitude: [0, 0.005, 0.005], frequency: 11, phase: 1}
insert:
  - {from: lattice, shapes: cube, material: glass, spacing: 0.08, region: {min: [-0.4, -0.4, 0.03], max: [0.4, 0.4, 0.06]}}
stages: [{until: {time: 0.15}}, {until: {time: 0.15}}]
time_step: 1e-4
output: {every: 0.05, series: 0.01, vtp: false, gsd: false, still: false, page: false}
END
"$SCREE" run --quiet --output whole --threads 1 mixer.yaml 2>err
equal "exit status" 0 $?

# Where it must be, every 10 ms: the arm turns about the origin from the start on, and carries the joint of the second rotation, which
# begins 5 ms later at the place that is given; both move along y meanwhile.
grep -v '^#' whole/series.csv | awk -F , '
    function turned(v, angle) { x = cos(angle) * v[1] - sin(angle) * v[2]; y = sin(angle) * v[1] + cos(angle) * v[2]; v[1] = x; v[2] = y }
    function on(since, till) { return t < since ? 0 : (t < till ? t : till) - since }
    NR == 1 { for (i = 1; i <= NF; ++i) c[$i] = i; next }
    {
        t = $c["time"]
        pi = atan2(0, -1)
        p[1] = 0.25; p[2] = 0
        j[1] = 0.2; j[2] = 0.03
        turned(p, pi * (t < 0.05 ? t : 0.05))
        if (t > 0.05) {
            a[1] = p[1] - j[1]; a[2] = p[2] - j[2]
            turned(a, (pi + 10 * pi / 3) * (t - 0.05))
            # The origin of the arm moves along y from 0.1 s on, with all that it carries.
            turned(j, pi * (t - 0.05))
            p[1] = j[1] + a[1]; p[2] = j[2] + a[2]
        }
        swing = t > 0.08 ? sin(22 * pi * (t - 0.08) + 1) - sin(1) : 0
        y = p[2] + 0.1 * on(0.1, 0.22) + 0.005 * swing
        z = 0.06 + 0.01 * sin(10 * pi * t) + 0.005 * swing
        off = ($c["paddle.x"] - p[1]) ^ 2 + ($c["paddle.y"] - y) ^ 2 + ($c["paddle.z"] - z) ^ 2
        if (off > worst) worst = off
        ++lines
    }
    END { print lines, (worst < 1e-20 ? "right" : "off by " sqrt(worst)) }' >found
equal "the closed form" "31 right" "$(cat found)"
check "grains were hit" sh -c 'grep -v "^#" whole/series.csv | tail -1 | cut -d, -f8 | awk "{ exit !(\$1 > 1e-6) }"'

# --- stopped anywhere, with other threads: the same bytes
for until in 0.021 0.06 0.1 0.17 0.23; do
    "$SCREE" run --quiet --force --output part --until $until --threads 2 mixer.yaml 2>err
    "$SCREE" run --quiet --resume part --threads 3 2>err
    equal "stopped at $until: the same bytes" "$("$SCREE" info --digest whole)" "$("$SCREE" info --digest part)"
    check "stopped at $until: the same series" sh -c "grep -v '^#' part/series.csv >a; grep -v '^#' whole/series.csv | cmp -s - a"
done

# --- errors
wrong() { # NAME MOTION PATTERN
    "$SCREE" check --set "tools.paddle.motion=$2" mixer.yaml >out 2>err
    equal "$1: exit status" 1 $?
    match "$1: message" "$3" "$(cat out err)"
}
servo='{servo: {normal: [1, 0, 0], force: 1, speed: 1}}'
wrong "two servos" "[$servo, $servo]" 'a servo goes without another velocity'
wrong "no centre" '[{rpm: [0, 0, 1], centre: [0, 0, 0]}, {rpm: [0, 0, 1]}]' 'centre is missing'
wrong "a misspelt key" '[{amplitude: [0, 0, 1], frequency: 1}, {amplitude: [0, 0, 1], frequancy: 2}]' 'did you mean frequency'
finish
