# The trajectory: frames without grains and without contacts, read by python3-gsd where it is installed; the same bytes
# after a kill; data that stay the same are there once.
. "$(dirname "$0")/check.inc"
cd "$work" || exit 1
# At first no grains, then each with a shape of its own, then none.
cat >rain.yaml <<'END'
domain: {min: [0, 0, 0], max: [0.2, 0.2, 0.4]}
materials: {rock: {density: 2500, youngs_modulus: 1e6}}
shapes: {gravel: {type: random_hull, vertices: 30, size: 0.02}}
insert: [{shapes: gravel, count: 20, rate: 2000, start: 0.01, region: {min: [0.02, 0.02, 0.1], max: [0.18, 0.18, 0.2]}}]
walls: {box: {type: box, faces: [x-, x+, y-, y+]}}
sinks: {out: {normal: [0, 0, 1], offset: 0.02}}
stages: [{until: {sink: {out: 20}}}, {until: {time: 0.01}}]
output: {every: 0.002, checkpoint: 0.01, vtp: false, still: false, page: true}
END
mkdir a b
(cd a && "$SCREE" run --quiet --output rain ../rain.yaml 2>err)
equal "whole: exit status" 0 $?
(cd b && exec "$SCREE" run --quiet --output rain ../rain.yaml 2>/dev/null) &
job=$!
wait_for 20 test -s b/rain/checkpoint.previous.h5
kill -9 $job 2>/dev/null
wait $job 2>/dev/null
(cd b && "$SCREE" run --quiet --resume rain 2>err)
equal "killed and resumed: exit status" 0 $?
check "killed and resumed: the same trajectory" cmp -s a/rain/trajectory.gsd b/rain/trajectory.gsd

# 20 hulls of 30 corners take some 40 kB of JSON: in each of the 100 frames they would be 4 MB.
size=$(stat -c %s a/rain/trajectory.gsd)
check "types are there once: $size bytes" test "$size" -lt 1500000
"$SCREE" view -o page.html a/rain >out 2>err
match "page: made, or not built in" '^0|npm' "$?$(cat err)"

if /usr/bin/python3 -c 'import gsd.hoomd' 2>/dev/null; then
    /usr/bin/python3 - >out 2>err <<'END'
import gsd.hoomd
frames = list(gsd.hoomd.open("a/rain/trajectory.gsd", "rb"))
counts = [f.particles.N for f in frames]
assert counts[0] == 0 and counts[1] == 0 and max(counts) == 20 and counts[-1] == 0, counts
whole = frames[counts.index(20)]
for f in frames:
    assert len(f.particles.position) == f.particles.N == len(f.log["particles/id"])
    if f.particles.N == 20:
        assert f.particles.type_shapes == whole.particles.type_shapes and len(f.particles.type_shapes) == 20
        assert (f.particles.mass == whole.particles.mass).all()
END
    equal "python3-gsd: all frames" "" "$(cat err)"
fi
finish
