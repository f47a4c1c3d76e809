# Every field of the protocol: orientations in degrees, meshes, margins, what may be wanted, objects that span lines,
# and what is said of names that are not known.
. "$(dirname "$0")/check.inc"

cube='"shape":"box","half_extents":[1,1,1]'
slab='"shape":"box","half_extents":[1,2,3]'

# same NAME FIELDS OTHER_FIELDS: a slab so rotated, beside a sphere that is off its axes, gets the same distance
same() {
    near "$1" "$(answer '{"a":{'"$slab,$3"'},"b":{"shape":"sphere","radius":0.5,"position":[2.5,3.5,4.75]}}' | field distance)" \
        "$(answer '{"a":{'"$slab,$2"'},"b":{"shape":"sphere","radius":0.5,"position":[2.5,3.5,4.75]}}' | field distance)" 1e-13
}
# --- orientations
same "90 degrees about z" '"axis_angle":{"axis":[0,0,3],"degrees":90}' '"orientation":[1,0,0,1]'
same "any axis and angle" '"axis_angle":{"axis":[1,2,2],"degrees":60}' \
    '"orientation":[0.86602540378443864676,0.16666666666666666667,0.33333333333333333333,0.33333333333333333333]'
same "minus 270 degrees" '"axis_angle":{"axis":[0,0,1],"degrees":-270}' '"orientation":[1,0,0,1]'
same "many turns" '"axis_angle":{"axis":[1,0,0],"degrees":3600000090}' '"orientation":[1,1,0,0]'
same "Euler angles: x first, then y, about fixed axes" '"euler_degrees":[90,90,0]' '"orientation":[1,1,1,-1]'
same "Euler angles: y, then z" '"euler_degrees":[0,90,90]' '"orientation":[1,-1,1,1]'
same "Euler angles: one of 30" '"euler_degrees":[0,30,0]' '"axis_angle":{"axis":[0,1,0],"degrees":30}'
# A quarter turn is exact: the answers have the same digits, whichever way it is said.
quarter() { answer '{"a":{'"$slab,$1"'},"b":{'"$cube"',"position":[4,0,0]}}'; }
equal "a quarter turn is exact" "$(quarter '"orientation":[1,0,0,1]')" "$(quarter '"euler_degrees":[0,0,90]')"
equal "a quarter turn: 4 - 2 - 1" 1 "$(quarter '"euler_degrees":[0,0,90]' | field distance)"
near "angle_degrees" 0.5 "$(answer '{"a":{"shape":"polygon","vertices":[[-1,-2],[1,-2],[1,2],[-1,2]],"angle_degrees":90},"b":{"shape":"disc","radius":1,"position":[3.5,0]}}' | field distance)" 1e-14

# --- meshes
mesh() { answer '{"a":{"shape":"polyhedron","file":"examples/meshes/cube.stl"'"${1:-}"'},"b":{"shape":"sphere","radius":1,"position":[0.5,0.5,4]}}'; }
equal "a mesh file" '"ok"' "$(mesh | field status)"
near "a rounded mesh" "$(mesh | field distance)" "$(awk -v d="$(mesh ',"rounding":0.25' | field distance)" 'BEGIN { print d + 0.25 }')" 1e-12
bracket() { answer '{"a":{"shape":"polyhedron","file":"examples/meshes/bracket.obj"'"${1:-}"'},"b":'"$far"'}'; }
match "not convex" '"error":"line 1: a\.file: examples/meshes/bracket\.obj: the mesh is not convex.*\(\\"hull\\": true\)"' "$(bracket)"
equal "its hull" '"ok"' "$(bracket ',"hull":true' | field status)"
equal "a thousand times the same file" 1000 "$(for i in $(seq 1000); do
    echo '{"id":'"$i"',"a":{"shape":"polyhedron","file":"examples/meshes/rock.obj","hull":true},"b":'"$far"'}'
done | "$SCREE" query --threads 3 | sed 's/"id":[0-9]*,//' | uniq -c | awk '{ print $1 }')"
equal "scree shape takes it too" '"polyhedron"' "$("$SCREE" shape -f json '{"shape":"polyhedron","file":"examples/meshes/cube.stl"}' | field shape)"

# --- margins
near_pair='"a":'$ball',"b":'$far
equal "within the margin: the answer without one" "$(answer "{$near_pair}")" "$(answer "{$near_pair,\"margin\":1.5}")"
for method in auto gjk-epa; do
    answer "{$near_pair,\"margin\":0.5,\"method\":\"$method\"}" >"$work/beyond"
    match "$method: beyond the margin" '"beyond":true' "$(cat "$work/beyond")"
    equal "$method: without points" "" "$(field point_a <"$work/beyond")"
    check "$method: a lower bound, above the margin" awk -v d="$(field distance <"$work/beyond")" 'BEGIN { exit !(d > 0.5 && d <= 1) }'
done
match "--margin" '"beyond":true' "$(echo "$good" | "$SCREE" query --margin 0.5)"
equal "a margin of the line's own comes first" "" "$(echo "${good%\}},\"margin\":2}" | "$SCREE" query --margin 0.5 | field beyond)"
match "beyond in the table" 'separated +> 1 +- ' "$(echo "$good" | "$SCREE" query --margin 0.5 --format table)"
match "beyond in CSV" ',auto,1,,true,,,,.$' "$(echo "$good" | "$SCREE" query --margin 0.5 --format csv | tail -n 1)"

# --- want
stack='"a":{'$cube'},"b":{'$cube',"position":[0.5,0,1.9]}'
answer "{$stack,\"want\":[\"features\",\"patch\",\"volume\"]}" >"$work/all"
near "volume" 0.3 "$(field volume <"$work/all")" 1e-14
equal "area of the patch" 3 "$(field area <"$work/all")"
equal "centroid of the patch" "[0.25,0,0.95]" "$(field centroid <"$work/all")"
match "its corners" '"corners":\[\[-?[0-9.]+,-?1,0\.95\],\[[^]]*\],\[[^]]*\],\[[^]]*\]\]\}' "$(cat "$work/all")"
match "its features" '"feature_a":"face","index_a":[0-5],"vertices_a":\[4,5,7,6\],"feature_b":"face","index_b":[0-5],"vertices_b":\[0,2,3,1\]' "$(cat "$work/all")"
near "of polygons the area" 0.5 "$(answer '{"a":{"shape":"polygon","vertices":[[0,0],[1,0],[1,1],[0,1]]},"b":{"shape":"polygon","vertices":[[0,0],[1,0],[1,1],[0,1]],"position":[0.5,0]},"want":["volume"]}' | field volume)" 1e-14
# A cube of edge 2 that is 0.1 deep in a floor: the energy is the integral of (2 - u)^2 (0.1 - u) for u from 0 to 0.1.
floor='"a":{"shape":"plane","normal":[0,0,1],"offset":0},"b":{'$cube',"position":[0,0,0.9]}'
answer "{$floor,\"want\":[\"field\"]}" >"$work/field"
near "the field's force" 0.38033333333333333 "$(field force <"$work/field" | tr -d '[]' | cut -d, -f3)" 1e-14
near "its energy" 0.0193416666666666667 "$(field energy <"$work/field")" 1e-14
match "its centre, couple, area and moments" '"centre":\[[^]]*\],"couple":\[[^]]*\],"area":[0-9.]*,"moments":\{"xx":[^}]*"yz":[^}]*\},"energy"' "$(cat "$work/field")"
match "of polygons" '"field":\{"force":\[[^,]*,[^,]*\],"centre":\[[^,]*,[^,]*\],"couple":[^[]*,"area":[^[]*,"moments":\{"xx":[^,]*,"yy":[^,]*,"xy":[^,]*\}' "$(answer '{"a":{"shape":"polygon","vertices":[[0,0],[1,0],[1,1],[0,1]]},"b":{"shape":"polygon","vertices":[[0,0],[1,0],[1,1],[0,1]],"position":[0.2,0.9]},"want":["field"]}')"
equal "of spheres there is no field" "" "$(answer "{$near_pair,\"want\":[\"field\"]}" | field field)"
equal "nothing wanted, nothing more" "" "$(answer "{$stack,\"want\":[]}" | field volume)"
equal "of spheres there is no volume" "" "$(answer "{$near_pair,\"want\":[\"volume\",\"patch\"]}" | field volume)"
match "a sphere's feature is its surface" '"feature_a":"surface","feature_b":"surface"\}$' "$(answer "{$near_pair,\"want\":[\"features\"]}")"
match "want in CSV" ',,,[0-5],[0-5],3,0\.3[0-9]*.$' "$(echo "{$stack,\"want\":[\"features\",\"patch\",\"volume\"]}" | "$SCREE" query --format csv | tail -n 1)"
# Vertices are counted as the request lists them, and hulls of earlier lines do not show.
tip='{"a":{"shape":"polyhedron","vertices":[[0,0,0],[0.1,0.1,0.1],[1,0,0],[0,1,0],[0,0,1]]},"b":{"shape":"sphere","radius":1,"position":[0.1,0.1,4]},"want":["features"]}'
match "the tip is number 4, though number 1 is inside" '"feature_a":"vertex","index_a":3,"vertices_a":\[4\]' "$(answer "$tip")"
for i in 0 1 2 3 4 5 6 7; do
    echo '{"a":{"shape":"polyhedron","vertices":[[1,0,0],[-1,0.0'"$i"',0],[0,1,0],[0,-1,0],[0,0,1],[0,0,-1]]},"b":{"shape":"sphere","radius":1,"position":[1,2,3]},"want":["features"]}'
done >"$work/hulls"
while read -r line; do answer "$line"; done <"$work/hulls" >"$work/one-by-one"
equal "numbers do not depend on earlier lines" "$(cat "$work/one-by-one")" "$("$SCREE" query "$work/hulls")"
sed 's/,"want".*/}/' "$work/hulls" | cat - "$work/hulls" | "$SCREE" query | tail -n 8 >"$work/after"
equal "nor on lines that wanted none" "$(cat "$work/one-by-one")" "$(cat "$work/after")"

# --- objects that span lines
printf '%s\n' "$good" '{' '  "id": "wide",' '  "a": {"shape": "sphere",' '    "radius": 1 },' '' '  "b": {' '    "shape": "sphere", "radius": 1,' \
    '    "position": [' '      3, 0,' '      0 ]' '  }' '}' "$good" '{"id":"wrapped", "a": {"shape": "sphere", "radius": 1},' \
    '  "b": {"shape": "sphere", "radius": -1}}' "$good" >"$work/wide"
for threads in 1 3; do
    "$SCREE" query --threads $threads "$work/wide" >"$work/out"
    equal "objects that span lines: exit status" 1 $?
    equal "objects that span lines" '"good" "wide" "good" "wrapped" "good"' "$(field id <"$work/out" | tr '\n' ' ' | sed 's/ $//')"
    equal "the error has the number of the first line" '"line 15: b.radius: must be positive' "$(field error <"$work/out" | cut -d , -f 1)"
done
sed 's/$/\r/' "$work/wide" | "$SCREE" query >"$work/crlf"
equal "with CR LF" "$(cat "$work/out")" "$(cat "$work/crlf")"
while IFS= read -r byte; do printf '%s\n' "$byte"; sleep 0.01; done <"$work/wide" | "$SCREE" query >"$work/slow"
equal "as they come" "$(cat "$work/out")" "$(cat "$work/slow")"
# Lines that break off do not take others along.
cut() {
    printf '%s\n' "$good" "$2" "$good" "$good" | "$SCREE" query >"$work/out"
    equal "$1" '"ok" "error" "ok" "ok"' "$(field status <"$work/out" | tr '\n' ' ' | sed 's/ $//')"
    match "$1: says so" '"error":"line 2: not JSON: .*one object a line' "$(sed -n 2p "$work/out")"
}
cut "cut in a body" '{"id":2,"a":{"shape":"sphere"'
cut "cut after a comma" '{"id":2,'
cut "cut after a colon" '{"id":2,"a":'
cut "cut after a bracket" '{"id":2,"a":['
cut "cut after a number" '{"id":2,"a":{"shape":"sphere","radius":1'
equal "cut on the last line" '"ok" "error"' "$(printf '%s\n{"id":2,"a":\n' "$good" | "$SCREE" query | field status | tr '\n' ' ' | sed 's/ $//')"
# A printed object with a slip in it is one error, and the next one is answered.
printf '{\n  "id": 1,\n  "a": {\n    "shape": "sphere",\n  },\n}\n{\n  "a": %s,\n  "b": %s\n}\n{\n  "id": 3,\n' "$ball" "$far" | "$SCREE" query >"$work/out"
equal "a slip in a printed object" '"error" "ok" "error"' "$(field status <"$work/out" | tr '\n' ' ' | sed 's/ $//')"
match "an array of pairs" '"error":"line 1: expected an object .*jq -c ' "$(printf '[\n%s,\n%s\n]\n' "$good" "$good" | "$SCREE" query)"
equal "the same from a file with a byte order mark" '"ok"' "$(printf '\357\273\277{\n"a":%s,\n"b":%s}\n' "$ball" "$far" | "$SCREE" query | field status)"

# --- errors: meant NAME EXPECTED LINE
meant() { match "$1" '"error":"line 1: '"$2"'"' "$(answer "$3")"; }
meant "tolerence" 'tolerence: unknown field; did you mean tolerance\?' "{$near_pair,\"tolerence\":1}"
meant "Margin" 'Margin: unknown field; did you mean margin\?' "{$near_pair,\"Margin\":1}"
meant "cutoff" 'cutoff: unknown field; did you mean margin\?' "{$near_pair,\"cutoff\":1}"
meant "diameter" 'a\.diameter: unknown field; did you mean radius \(half of it\)\?' '{"a":{"shape":"sphere","diameter":1},"b":'"$far"'}'
meant "size" 'a\.size: unknown field; did you mean half_extents \(half of it\)\?' '{"a":{"shape":"box","size":[1,1,1]},"b":'"$far"'}'
meant "quaternion" 'a\.quaternion: unknown field; did you mean orientation \(w first\)\?' '{"a":{"shape":"box","half_extents":[1,1,1],"quaternion":[1,0,0,0]},"b":'"$far"'}'
meant "type" 'a\.type: unknown field; did you mean shape\?' '{"a":{"type":"sphere","radius":1},"b":'"$far"'}'
meant "cube" "a\\.shape: unknown shape 'cube'; did you mean box\\?" '{"a":{"shape":"cube","half_extents":[1,1,1]},"b":'"$far"'}'
meant "elipsoid" "a\\.shape: unknown shape 'elipsoid'; did you mean ellipsoid\\?" '{"a":{"shape":"elipsoid","semi_axes":[1,1,1]},"b":'"$far"'}'
meant "gjk" "method: unknown method 'gjk'; did you mean gjk-epa\\?" "{$near_pair,\"method\":\"gjk\"}"
meant "a method far from all" "method: unknown method 'xyzzy'; 'scree methods' lists them" "{$near_pair,\"method\":\"xyzzy\"}"
meant "a knob" 'parameters\.jain_facter: unknown field; did you mean jain_factor\?' "{$near_pair,\"method\":\"jain\",\"parameters\":{\"jain_facter\":1}}"
meant "want a word" 'want: expected an array of words such as .*, got a string' "{$near_pair,\"want\":\"patch\"}"
meant "want a number" 'want\[1\]: expected a string, got a number' "{$near_pair,\"want\":[\"patch\",1]}"
meant "want what is not known" "want\\[0\\]: unknown word 'featurs'; did you mean features\\?" "{$near_pair,\"want\":[\"featurs\"]}"
meant "margin negative" 'margin: must not be negative, got -1' "{$near_pair,\"margin\":-1}"
meant "margin NaN" 'margin: expected a number, got NaN' "{$near_pair,\"margin\":NaN}"
body() { meant "$1" "a\\.$2" '{"a":{"shape":"'"$3"'",'"$4"'},"b":'"$far"'}'; }
body "no such file" 'file: none\.stl: No such file or directory' polyhedron '"file":"none.stl"'
body "a directory" 'file: examples: is a directory' polyhedron '"file":"examples"'
body "a file that is no mesh" 'file: README\.md.*' polyhedron '"file":"README.md"'
body "no name" 'file: not the name of a file' polyhedron '"file":""'
body "a 0 byte in the name" 'file: not the name of a file' polyhedron '"file":"a\u0000b.stl"'
body "a file as number" 'file: expected a string, got a number' polyhedron '"file":1'
body "file and vertices" 'file: vertices are there too; give one of the two' polyhedron '"file":"a.stl","vertices":[]'
body "hull of vertices" 'hull: is for a file; .*' polyhedron '"hull":true,"vertices":[]'
body "hull as number" 'hull: expected true or false, got a number' polyhedron '"file":"a.stl","hull":1'
body "file of a sphere" 'file: not a field of a sphere, which has radius' sphere '"radius":1,"file":"a.stl"'
body "neither file nor vertices" 'vertices: missing, a polyhedron needs it, or a file' polyhedron '"rounding":1'
body "two orientations" 'orientation, euler_degrees: more than one orientation; give one of them' sphere '"radius":1,"orientation":[1,0,0,0],"euler_degrees":[0,0,0]'
body "axis of length 0" 'axis_angle\.axis: has length 0' sphere '"radius":1,"axis_angle":{"axis":[0,0,0],"degrees":1}'
body "axis missing" 'axis_angle\.axis: missing' sphere '"radius":1,"axis_angle":{"degrees":1}'
body "degrees missing" 'axis_angle\.radians: unknown field; did you mean degrees \(in degrees\)\?' sphere '"radius":1,"axis_angle":{"axis":[0,0,1],"radians":1}'
body "axis of 2" 'axis_angle\.axis: expected 3 numbers, got 2' sphere '"radius":1,"axis_angle":{"axis":[0,1],"degrees":1}'
body "degrees as string" 'axis_angle\.degrees: expected a number, got a string' sphere '"radius":1,"axis_angle":{"axis":[0,1,0],"degrees":"1"}'
body "axis_angle as array" 'axis_angle: expected an object, got an array' sphere '"radius":1,"axis_angle":[0,0,1,90]'
body "euler of 2" 'euler_degrees: expected 3 numbers, got 2' sphere '"radius":1,"euler_degrees":[0,1]'
body "angle_degrees in 3-D" 'angle_degrees: not a field of a sphere \(3-D bodies have .*' sphere '"radius":1,"angle_degrees":1'
body "euler_degrees in 2-D" 'euler_degrees: not a field of a disc \(2-D bodies have angle or angle_degrees\)' disc '"radius":1,"euler_degrees":[1,0,0]'
finish
