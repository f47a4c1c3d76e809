# scree shape: what it says of shapes whose mass is known in closed form, and how it takes bad ones.
. "$(dirname "$0")/check.inc"

# describe NAME JSON: the description as JSON in $got
describe() {
    got=$("$SCREE" shape --format json "$2")
    equal "$1: exit status" 0 $?
    equal "$1: sound" true "$(echo "$got" | field sound)"
}
value() { echo "$got" | field "$1"; }
moment() { echo "$got" | sed 's/.*"principal_moments":\[\([^]]*\)\].*/\1/' | cut -d , -f "$1"; }

describe box '{"shape":"box","half_extents":[1,2,3]}'
equal "box: kind" '"box"' "$(value shape)"
equal "box: counts" "8 12 6 2" "$(value vertices) $(value edges) $(value faces) $(value euler)"
near "box: volume" 48 "$(value volume)" 1e-12
near "box: least moment, 48 (1 + 4) / 3" 80 "$(moment 1)" 1e-11
near "box: middle moment, 48 (1 + 9) / 3" 160 "$(moment 2)" 1e-11
near "box: largest moment, 48 (4 + 9) / 3" 208 "$(moment 3)" 1e-11
near "box: radius, sqrt 14" 3.7416573867739413 "$(value radius)" 1e-12

describe sphere '{"shape":"sphere","radius":2}'
near "sphere: volume" 33.510321638291124 "$(value volume)" 1e-12
near "sphere: moment, 2/5 m r^2" 53.616514621265795 "$(moment 1)" 1e-12

describe capsule '{"shape":"capsule","radius":1,"half_length":1.5}'
near "capsule: volume, pi (3 + 4/3)" 13.613568165555769 "$(value volume)" 1e-12

describe tetrahedron '{"shape":"polyhedron","vertices":[[0,0,0],[1,0,0],[0,1,0],[0,0,1]]}'
equal "tetrahedron: counts" "4 6 4 2" "$(value vertices) $(value edges) $(value faces) $(value euler)"
near "tetrahedron: volume" 0.16666666666666666 "$(value volume)" 1e-15
check "tetrahedron: centroid" awk -v c="$(value centroid | tr -d '[]')" 'BEGIN { n = split(c, x, ",")
    for (i = 1; i <= 3; ++i) if (x[i] < 0.25 - 1e-15 || x[i] > 0.25 + 1e-15) exit 1; exit n != 3 }'
# About the centroid, integral x^2 = 1/60 - 1/96 and integral x y = 1/120 - 1/96: moments 1/96, 1/96 and 1/60.
near "tetrahedron: least moment" 0.010416666666666666 "$(moment 1)" 1e-15
near "tetrahedron: middle moment" 0.010416666666666666 "$(moment 2)" 1e-15
near "tetrahedron: largest moment" 0.016666666666666666 "$(moment 3)" 1e-15

describe "rotated box" '{"shape":"polyhedron","vertices":[[3,2,1],[-3,2,1],[3,-2,1],[3,2,-1],[-3,-2,1],[-3,2,-1],[3,-2,-1],[-3,-2,-1],[0,0,0]]}'
equal "hull of a box and a point inside" "8 12 6 2" "$(value vertices) $(value edges) $(value faces) $(value euler)"

describe square '{"shape":"polygon","vertices":[[0,0],[2,0],[2,2],[0,2]],"position":[9,9],"angle":1}'
equal "square: area" 4 "$(value area)"
near "square: polar moment, 4 (4 + 4) / 12" 2.6666666666666665 "$(value inertia)" 1e-14

describe plane '{"shape":"plane","normal":[0,0,1],"offset":0}'
equal "plane: no volume in JSON" null "$(value volume)"
match "plane: in words" 'volume +infinite' "$("$SCREE" shape '{"shape":"plane","normal":[0,0,1],"offset":0}')"

# --- as text
text=$("$SCREE" shape '{"shape":"box","half_extents":[1,2,3],"rounding":0.5}')
for row in 'shape +box' 'vertices +8' 'edges +12' 'faces +6' 'Euler +2' 'rounding +0\.5' 'volume' 'centroid' 'inertia xx' \
    'principal' 'box +-1\.50*[0-9]? -2\.50*[0-9]? -3\.50*[0-9]? to 1\.50*[0-9]? 2\.50*[0-9]? 3\.50*[0-9]?$' 'check +sound' 'Lengths are in the unit'; do
    match "text: $row" "^$row" "$text"
done

# --- files: a cube with its corners and faces, then one with a dent
cat >"$work/cube.off" <<'END'
OFF
8 6 0
-1 -1 -1
1 -1 -1
1 1 -1
-1 1 -1
-1 -1 1
1 -1 1
1 1 1
-1 1 1
4 3 2 1 0
4 4 5 6 7
4 0 1 5 4
4 1 2 6 5
4 2 3 7 6
4 3 0 4 7
END
got=$("$SCREE" shape --format json "$work/cube.off")
equal "off: exit status" 0 $?
equal "off: counts" "8 12 6 8 6" "$(value vertices) $(value edges) $(value faces) $(value mesh_points) $(value mesh_faces)"
near "off: volume" 8 "$(value volume)" 1e-14
equal "off: convex" 0 "$(value mesh_concavity)"
for ending in obj stl off; do
    "$SCREE" shape --output "$work/copy.$ending" "$work/cube.off" >"$work/out" 2>&1
    equal "convert to $ending: exit status" 0 $?
    got=$("$SCREE" shape --format json "$work/copy.$ending")
    equal "convert to $ending and back" "8 12 6" "$(value vertices) $(value edges) $(value faces)"
    near "convert to $ending: volume" 8 "$(value volume)" 1e-6
done
got=$("$SCREE" shape --format json --rounding 0.25 "$work/cube.off")
equal "--rounding" 0.25 "$(value rounding)"

sed 's/^1 1 1$/0.1 0.1 0.1/' "$work/cube.off" >"$work/dent.off"
"$SCREE" shape "$work/dent.off" >"$work/out" 2>"$work/err"
equal "dent: exit status" 1 $?
match "dent: said so" 'convex.*--hull' "$(cat "$work/err")"
match "dent: how far" 'concavity' "$(cat "$work/out")"
"$SCREE" shape --hull --output "$work/hull.off" "$work/dent.off" >"$work/out" 2>"$work/err"
equal "--hull: exit status" 0 $?
got=$("$SCREE" shape --format json "$work/hull.off")
equal "--hull: exit status of its result" 0 $?

# --- trouble
"$SCREE" shape "$work/none.stl" 2>"$work/err" >"$work/out"
equal "no such mesh: exit status" 2 $?
match "no such mesh" 'none\.stl' "$(cat "$work/err")"
"$SCREE" shape "$work/none.json" 2>/dev/null
equal "no such JSON file: exit status" 2 $?
echo "OFF 3" >"$work/cut.off"
"$SCREE" shape "$work/cut.off" 2>"$work/err" >"$work/out"
equal "a cut mesh: exit status" 2 $?
"$SCREE" shape '{"shape":"sphere","radius":-1}' 2>"$work/err"
equal "negative radius: exit status" 1 $?
match "negative radius" 'radius: must be positive, got -1' "$(cat "$work/err")"
"$SCREE" shape '{"shape":"sphere"' 2>"$work/err"
equal "no JSON: exit status" 1 $?
"$SCREE" shape '{"shape":"polyhedron","vertices":[[0,0,0],[1,0,0],[0,1,0],[1,1,0]]}' 2>"$work/err"
equal "coplanar: exit status" 1 $?
"$SCREE" shape --output "$work/ball.off" '{"shape":"sphere","radius":1}' >"$work/out" 2>"$work/err"
equal "a sphere is no mesh: exit status" 2 $?
check "a sphere is no mesh: no file" test ! -e "$work/ball.off"
"$SCREE" shape --output "$work/none/cube.off" "$work/cube.off" >"$work/out" 2>"$work/err"
equal "--output in no folder: exit status" 2 $?
echo '{"shape":"sphere","radius":1}' >"$work/ball.json"
equal "a .json file" '"sphere"' "$("$SCREE" shape --format json "$work/ball.json" | field shape)"
equal "standard input" '"sphere"' "$("$SCREE" shape --format json - <"$work/ball.json" | field shape)"
finish
