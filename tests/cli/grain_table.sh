# Tables of grains in CSV: what scree pack writes is read with its sizes and poses; what is wrong is said with file, line
# and column.
. "$(dirname "$0")/check.inc"
cd "$work" || exit 1

cat >scene.yaml <<'END'
domain: {min: [0, 0, 0], max: [20, 20, 20], periodic: [x, y, z]}
gravity: [0, 0, 0]
materials: {rock: {density: 1000, youngs_modulus: 1e6}}
shapes: {grain: {type: sphere, radius: 0.1}}
insert: [{file: grains.csv}]
stages: [{until: {time: 1e-6}}]
output: {vtp: false, gsd: false, still: false, page: false}
time_step: 1e-6
END
# last COLUMN FOLDER: of the last line of the series
last() {
    grep -v '^#' "$2/series.csv" | awk -F , -v name="$1" 'NR == 1 { for (i = 1; i <= NF; ++i) if ($i == name) c = i; next }
        { last = $c } END { print last }'
}

# --- scree pack, CSV, scree run: the same sizes, without an overlap. The shapes of the scene have other sizes.
# round_trip NAME SHAPE OPTIONS...
round_trip() {
    name=$1 shape=$2
    shift 2
    "$SCREE" pack --box 10 --count 60 --size-range 0.4,0.8 "$@" -o grains.csv 2>report
    equal "$name: packed" 0 $?
    volume=$(awk -F , 'NR > 1 { v += 4 * atan2(0, -1) / 3 * $9 ^ 3 } END { printf "%.12g", v / 8000 }' grains.csv)
    "$SCREE" run --quiet --force --output "$name" --set "shapes={grain: $shape}" scene.yaml 2>err
    equal "$name: exit status" 0 $?
    equal "$name: messages" "" "$(cat err)"
    near "$name: volume" "$volume" "$(last packing "$name")" 1e-12
    equal "$name: overlap" 0 "$(last largest_overlap "$name")"
}
round_trip sphere '{type: sphere, radius: 0.1}' --body '{"shape":"sphere","radius":1}'
round_trip oblate '{type: ellipsoid, aspect: 0.5, size: 0.2}' --aspect 0.5
round_trip brick '{type: box, size: [1, 1, 2]}' --body '{"shape":"box","half_extents":[1,1,2]}'
round_trip cube '{type: box, size: 0.1}' --body '{"shape":"box","half_extents":[1,1,1]}'
round_trip proportions '{type: box, size: {uniform: [0.1, 0.2]}, proportions: [1, 1, 2]}' --body '{"shape":"box","half_extents":[1,1,2]}'
round_trip tetrahedron '{type: polyhedron, vertices: [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]}' \
    --body '{"shape":"polyhedron","vertices":[[0,0,0],[1,0,0],[0,1,0],[0,0,1]]}'
round_trip superquadric '{type: superquadric, exponents: 4, size: 1}' --body '{"shape":"superquadric","semi_axes":[1,1,1],"exponents":[4,4]}'
round_trip capsule '{type: capsule, radius: 1, length: 2}' --body '{"shape":"capsule","radius":1,"half_length":1}'

# --- a size given for a shape with lengths of its own: the longest edge of a box, and its rounding grows along
printf 'x,y,z,size\n5,5,5,4\n' >grains.csv
for shape in '{type: box, size: [0.1, 0.1, 0.2]}' '{type: box, size: 0.2, proportions: [1, 1, 2]}'; do
    "$SCREE" run --quiet --force --output box --set "shapes={grain: $shape}" scene.yaml 2>err
    near "size of a box: $shape" 0.002 "$(last packing box)" 1e-12
done
rounded() { "$SCREE" run --quiet --force --output box --set "shapes={grain: $1}" scene.yaml && last packing box; }
near "size of a rounded box" "$(rounded '{type: box, size: 4, rounding: 0.1}')" "$(rounded '{type: box, size: [1, 1, 1], rounding: 0.1}')" 1e-12
printf 'x,y,z,size\n5,5,5,2\n' >grains.csv
near "size of a rounded cylinder" 0.000523598775598299 "$(rounded '{type: cylinder, radius: 0.3, length: 0.9, rounding: 0.1}')" 1e-12

# --- errors: file, line, column, and what is meant
# wrong NAME TABLE EXPECTED
wrong() {
    # shellcheck disable=SC2059
    printf "$2" >grains.csv
    "$SCREE" check --set "shapes={grain: {type: sphere, radius: 0.1}${4:-}}" scene.yaml >out 2>err
    equal "$1: exit status" 1 $?
    match "$1" "^grains\.csv:$3" "$(cat err)"
    match "$1: the only error" '^scree check: 1 error in the scene$' "$(cat err)"
}
wrong "a mistyped column" 'x,y,z,szie\n1,1,1,1\n' "1:7: unknown column 'szie'; did you mean size\?"
wrong "a column nobody knows" 'x,y,z,colour\n1,1,1,1\n' "1:7: unknown column 'colour'$"
wrong "a column of scree pack alone" 'x,y,z,scale\n1,1,1,1\n' "1:7: unknown column 'scale'"
wrong "a diameter" 'x, y, z, diameter\n1,1,1,1\n' "1:10: unknown column 'diameter'; did you mean size\?"
wrong "a column twice" 'x,y,x,z\n1,1,1,1\n' "1:5: x: there are two columns"
wrong "no place" 'x,y\n1,1\n' "1:1: the head line must name the columns x, y and z"
wrong "size and radius" 'x,y,z,size,radius\n1,1,1,1,1\n' "1:1: either size or radius"
wrong "no shape" 'x,y,z\n1,1,1\n' "1:1: a column shape is missing: the scene has 2 shapes" ", other: {type: box, size: 1}"
wrong "a mistyped shape" '# by hand\nx,y,z,shape\n1,1,1,grian\n' "3:7: there is no shape 'grian'; did you mean grain\?"
wrong "a word for a number" 'x,y,z\n1,1,1\n1,one,1\n' "3:3: y: expected a number, got 'one'"
wrong "a cell too few" 'x,y,z\n1,1\n' "2:1: 2 values, but 3 columns"
wrong "a cell too many" 'x,y,z\n1,1,1,1\n' "2:1: 4 values, but 3 columns"
wrong "no size" 'x,y,z,size\n1,1,1,0\n' "2:7: size: must be above 0, not 0"
wrong "no rotation" 'x,y,z,qw,qx,qy,qz\n1,1,1,0,0,0,0\n' "2:1: qw, qx, qy, qz: all are 0"
wrong "no rows" 'x,y,z\n# none\n' "2:1: there are no grains: no line follows the head line"
wrong "nothing" '' "1:1: there are no grains: the file is empty"
printf '\357\273\277x,y,z\r\n5,5,5\r\n' >grains.csv # as spreadsheets write it
"$SCREE" check --quiet scene.yaml >out 2>err
equal "mark of UTF-8 and CR LF" 0 $?

# errors of the scene come before those of its tables, whatever the lines
printf 'x,y,z\n1,1,one\n' >grains.csv
sed 's/^output: .*/outptu: {}/' scene.yaml >two.yaml
"$SCREE" check two.yaml 2>err
equal "two files" "two.yaml:7 grains.csv:2" "$(sed -n 's/^\([a-z.]*:[0-9]*\):.*/\1/p' err | xargs)"
finish
