# Walls from meshes: a grain that slides across the edges of coplanar triangles feels nothing of them.
. "$(dirname "$0")/check.inc"
cd "$work" || exit 1

# grid FILE NX NY [CONDITION]: a floor of triangles, 0.03 m wide each, those where the condition on x and y holds.
grid() {
    awk -v nx="$2" -v ny="$3" 'BEGIN {
        for (i = 0; i <= nx; ++i) for (j = 0; j <= ny; ++j) printf "v %g %g 0\n", 0.03 * i, 0.03 * (j - 1)
        for (i = 0; i < nx; ++i) for (j = 0; j < ny; ++j) {
            if (!('"${4:-1}"')) continue
            a = i * (ny + 1) + j + 1; b = a + ny + 1
            printf "f %d %d %d\nf %d %d %d\n", a, b, b + 1, a, b + 1, a + 1
        }
    }' >"$1"
}
grid floor.obj 6 2
# slide NAME SHAPE HEIGHT [ALLOWED [THICKNESS]]: the range of its height, as a share of it, and the momentum that it loses, once it has
# settled
slide() {
    cat >"$1.yaml" <<END
domain: {min: [-0.1, -0.1, -0.1], max: [0.5, 0.1, 0.2]}
materials: {rock: {density: 2000, youngs_modulus: 1e6, restitution: 0.2, friction: 0}}
shapes: {grain: $2}
walls: {floor: {type: mesh, file: floor.obj${5-, thickness: 0.02}}}
insert: [{grains: [{shape: grain, position: [0.02, 0.003, $3], velocity: [0.4, 0.01, 0]}]}]
stages: [{until: {time: 0.3}}]
output: {every: 0.1, series: 0.0005, vtp: false, gsd: false, still: false, page: false}
END
    "$SCREE" run --quiet --threads 1 --output "$1" "$1.yaml"
    equal "$1: exit status" 0 $?
    grep -v '^#' "$1/series.csv" | awk -F , '
        NR == 1 { for (i = 1; i <= NF; ++i) { if ($i == "potential") p = i; if ($i == "momentum_x") m = i }; next }
        $2 > 0.1 { if (!n++) { least = most = $p; first = $m } if ($p < least) least = $p; if ($p > most) most = $p; last = $m }
        END { print (most - least) / least, (first - last) / first }' >range
    # From 0.06 m to 0.14 m: across three edges along y and the diagonals between.
    near "$1: stays at its height" 0 "$(cut -d ' ' -f 1 range)" "${4:-1e-12}"
    near "$1: keeps its momentum" 0 "$(cut -d ' ' -f 2 range)" "${4:-1e-12}"
}
slide ball '{type: sphere, size: 0.02}' 0.01
slide cube '{type: box, size: 0.02}' 0.01
slide cylinder '{type: cylinder, aspect: 1, size: 0.02}' 0.008735804647362 2e-5 # the floating plane leans with the place on the plate
slide ellipsoid '{type: ellipsoid, aspect: 2, size: 0.02}' 0.0079370052598409

# Without a thickness, by the depth law: the same for what rests on one point.
slide sheet_ball '{type: sphere, size: 0.02}' 0.01 1e-12 ''
slide sheet_ellipsoid '{type: ellipsoid, aspect: 2, size: 0.02}' 0.0079370052598409 1e-12 ''

# --- triangles without thickness: grains rest on them from either side, at the depth of the depth law
cat >sheet.yaml <<'END'
domain: {min: [-0.1, -0.1, -0.1], max: [0.5, 0.1, 0.2]}
materials: {rock: {density: 2000, youngs_modulus: 1e6, restitution: 0.2, friction: 0.5}}
shapes:
  ball: {type: sphere, size: 0.02}
  cube: {type: box, size: 0.02}
  can: {type: cylinder, size: 0.02}
walls: {floor: {type: mesh, file: floor.obj}}
insert:
  - {shapes: [cube, ball, can], from: lattice, region: {min: [0.01, -0.02, 0.01], max: [0.17, 0.02, 0.04]}, spacing: 0.03}
stages: [{until: {time: 0.4}}]
output: {every: 0.1, gsd: false, still: false, page: false}
END
"$SCREE" run --quiet --threads 1 --output sheet sheet.yaml
equal "sheet: nothing falls through" 0 $?
"$SCREE" run --quiet --threads 1 --output below --set 'gravity=[0, 0, 9.81]' \
    --set 'insert.0.region={min: [0.01, -0.02, -0.04], max: [0.17, 0.02, -0.01]}' sheet.yaml
equal "sheet: nor through its back" 0 $?
# One ball: its weight sinks it in by m g / k; two springs of 2 E R in a row, as the wall counts as large as the ball.
"$SCREE" run --quiet --threads 1 --output one --set 'insert.0={grains: [{shape: ball, position: [0.05, 0, 0.01]}]}' \
    --set stages.0.until.time=1 --set drag=20 sheet.yaml
awk -F , '/^#/ { next } !n++ { for (i = 1; i <= NF; ++i) if ($i == "elastic") e = i; next } { last = $e } END { print last }' \
    one/series.csv >elastic
# m = 4/3 pi 1e-6 2000 = 8.3776e-3 kg; E R = 1e4 N/m; (m g)^2 / (2 k)
near "sheet: elastic energy" 3.3772e-07 "$(cat elastic)" 1e-3

# --- a floor that is not convex: cut into parts, without a hole between them
grid corner.obj 4 4 'i < 2 || j < 2'
cat >corner.yaml <<'END'
domain: {min: [-0.1, -0.1, -0.1], max: [0.5, 0.2, 0.2]}
materials: {rock: {density: 2000, youngs_modulus: 1e6, restitution: 0.2, friction: 0}}
shapes: {ball: {type: sphere, size: 0.02}}
walls: {floor: {type: mesh, file: corner.obj, thickness: 0.02}}
insert:
  - {shapes: ball, from: lattice, region: {min: [0, -0.03, 0.01], max: [0.05, 0.09, 0.02]}, spacing: [0.0249, 0.0299, 0.01]}
stages: [{until: {time: 0.2}}]
output: {every: 0.1, vtp: false, gsd: false, still: false, page: false}
END
"$SCREE" run --quiet --threads 1 --output corner corner.yaml
equal "corner: nothing falls through" 0 $?
"$SCREE" run --quiet --threads 1 --output outside --set 'insert.0.region={min: [0.07, 0.04, 0.01], max: [0.11, 0.08, 0.02]}' corner.yaml 2>err
equal "corner: open where it has no triangles" 1 $?
printf 'v 0 0 0\nv 1 0 0\nv 2 0 0\nf 1 2 3\n' >line.obj
"$SCREE" check --set walls.floor.file=line.obj corner.yaml 2>err
equal "no area: exit status" 1 $?
match "no area: message" 'no triangle with an area' "$(cat err)"
finish
