# scree check: the memory that it expects, beside the most that a run had.
. "$(dirname "$0")/check.inc"

# Sanitizers keep memory of their own; other systems do not say what a process had at most.
if grep -Eq '__(asan|tsan|ubsan|msan)_' "$SCREE" || [ ! -r /proc/self/status ]; then
    check "not measured here" true
    finish
    exit
fi

# scene SHAPE COUNT SPACING
scene() {
    cat <<END
domain: {min: [0, 0, 0], max: [0.6, 0.6, 0.6]}
materials: {m: {density: 2000, youngs_modulus: 1e6}}
shapes:
  bar: {type: box, size: [0.012, 0.004, 0.004]}
  grain: $1
walls: {box: {type: box, faces: [x-, x+, y-, y+, z-]}}
insert: [{from: lattice, shapes: grain, count: $2, spacing: $3$4}]
stages: [{until: {time: 0.0005}}]
output: {every: 0.00025, still: false}
END
}

# bytes_of PID: the most it had, as long as it runs
bytes_of() {
    most=0
    while kb=$(sed -n 's/^VmHWM:[^0-9]*\([0-9]*\) kB$/\1/p' "/proc/$1/status" 2>/dev/null) && [ -n "$kb" ]; do most=$kb; done
    echo $((most * 1024))
}

# compare NAME: within a quarter
compare() {
    said=$("$SCREE" check "$work/scene.yaml" | sed -n 's/^memory *about \(.*\) MB$/\1/p')
    "$SCREE" run --quiet --force --output "$work/run" "$work/scene.yaml" &
    had=$(bytes_of $!)
    wait $!
    equal "$1: exit status" 0 $?
    check "$1: said $said MB, had $had bytes" awk -v said="$said" -v had="$had" \
        'BEGIN { exit !(said * 1e6 < 1.25 * had && had < 1.25e6 * said) }'
}

scene '{type: box, size: 0.012}' 20000 0.0122 ', orientation: [1, 0, 0, 0]' >"$work/scene.yaml"
compare "cubes"
for vertices in 8 14 50; do
    scene "{type: random_hull, vertices: $vertices, size: 0.012}" 3000 0.0138 '' >"$work/scene.yaml"
    compare "hulls of $vertices vertices, all distinct"
done
scene '{type: cluster, parts: [{shape: bar}, {shape: bar, euler_degrees: [0, 0, 90]}, {shape: bar, euler_degrees: [0, 90, 0]}]}' \
    6000 0.009 '' >"$work/scene.yaml"
compare "clusters of three bars"
scene '{type: sphere, size: 0.012}' 5000 0.0122 '' >"$work/scene.yaml"
compare "spheres"

finish
