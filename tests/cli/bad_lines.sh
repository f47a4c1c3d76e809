# Lines that cannot be answered: each gets an error that names the field, and the lines after it are answered.
. "$(dirname "$0")/check.inc"

# bad NAME EXPECTED LINE [ID]: the answer to LINE, between two good ones
bad() {
    printf '%s\n%s\n%s\n' "$good" "$3" "$good" >"$work/lines"
    "$SCREE" query "$work/lines" >"$work/out" 2>"$work/err"
    equal "$1: exit status" 1 $?
    equal "$1: three answers" 3 "$(wc -l <"$work/out" | tr -d ' ')"
    equal "$1: neighbours answered" 2 "$(grep -c '"id":"good","status":"ok"' "$work/out")"
    match "$1" "$2" "$(sed -n 2p "$work/out")"
    equal "$1: silent" "" "$(cat "$work/err")"
}

# error NAME EXPECTED_ERROR LINE: with the id "x", and the number of the line
error() {
    bad "$1" '^\{"id":"x","status":"error","error":"line 2: '"$2"'"\}$' "$3"
}

a='"id":"x","a":'$ball
error "NaN" 'a\.radius: .*NaN' '{"id":"x","a":{"shape":"sphere","radius":NaN},"b":'"$far"'}'
error "nan in a vertex" 'b\.vertices\[2\]\[1\]: .*nan' "{$a"',"b":{"shape":"polyhedron","vertices":[[0,0,0],[1,0,0],[0,nan,0],[0,0,1]]}}'
error "Infinity" 'a\.radius: .*Infinity' '{"id":"x","a":{"shape":"sphere","radius":Infinity},"b":'"$far"'}'
error "-Infinity" 'b\.position\[0\]: .*-Infinity' "{$a"',"b":{"shape":"sphere","radius":1,"position":[-Infinity,0,0]}}'
error "overflow" 'a\.radius: .*1e999' '{"id":"x","a":{"shape":"sphere","radius":1e999},"b":'"$far"'}'
error "overflow by digits" 'a\.radius: .*got 1000.*\.\.\.' '{"id":"x","a":{"shape":"sphere","radius":1'"$(printf '%0400d' 0)"'},"b":'"$far"'}'
error "NaN in an unknown field" 'note: unknown field; a request has id, a, b, .*' "{$a,\"b\":$far,\"note\":NaN}"
bad "id overflows" '^\{"status":"error","error":"line 2: id: .*1e999"\}$' '{"id":1e999,"a":'"$ball"',"b":'"$far"'}'

error "negative radius" 'a\.radius: must be positive, got -1' '{"id":"x","a":{"shape":"sphere","radius":-1},"b":'"$far"'}'
error "zero radius" 'a\.radius: .*' '{"id":"x","a":{"shape":"sphere","radius":0},"b":'"$far"'}'
error "radius as string" 'a\.radius: expected a number, got a string' '{"id":"x","a":{"shape":"sphere","radius":"1"},"b":'"$far"'}'
error "radius missing" 'a\.radius: missing.*' '{"id":"x","a":{"shape":"sphere"},"b":'"$far"'}'
error "negative rounding" 'a\.rounding: .*' '{"id":"x","a":{"shape":"sphere","radius":1,"rounding":-0.1},"b":'"$far"'}'
error "half_extents of 2" 'a\.half_extents: expected 3 numbers, got 2' '{"id":"x","a":{"shape":"box","half_extents":[1,1]},"b":'"$far"'}'
error "half_extents negative" 'a\.half_extents.*: .*' '{"id":"x","a":{"shape":"box","half_extents":[1,-1,1]},"b":'"$far"'}'
error "negative half_length" 'a\.half_length: .*' '{"id":"x","a":{"shape":"capsule","radius":1,"half_length":-1},"b":'"$far"'}'
error "normal 0" 'a\.normal: .*' '{"id":"x","a":{"shape":"plane","normal":[0,0,0],"offset":0},"b":'"$far"'}'
error "offset missing" 'a\.offset: missing.*' '{"id":"x","a":{"shape":"plane","normal":[0,0,1]},"b":'"$far"'}'
error "coplanar" 'b\.vertices: .*coplanar' "{$a"',"b":{"shape":"polyhedron","vertices":[[0,0,0],[1,0,0],[0,1,0],[1,1,0]]}}'
error "collinear" 'b\.vertices: .*' '{"id":"x","a":{"shape":"disc","radius":1},"b":{"shape":"polygon","vertices":[[0,0],[1,1],[2,2]]}}'
error "three vertices" 'b\.vertices: .*' "{$a"',"b":{"shape":"polyhedron","vertices":[[0,0,0],[1,0,0],[0,1,0]]}}'
error "no vertices" 'b\.vertices: .*' "{$a"',"b":{"shape":"polyhedron","vertices":[]}}'
error "one point, four times" 'b\.vertices: .*' "{$a"',"b":{"shape":"polyhedron","vertices":[[1,2,3],[1,2,3],[1,2,3],[1,2,3]]}}'
error "short vertex" 'b\.vertices\[3\]: expected 3 numbers, got 2' "{$a"',"b":{"shape":"polyhedron","vertices":[[0,0,0],[1,0,0],[0,1,0],[1,1]]}}'
error "long vertex in 2-D" 'b\.vertices\[1\]: expected 2 numbers, got 3' '{"id":"x","a":{"shape":"disc","radius":1},"b":{"shape":"polygon","vertices":[[0,0],[1,1,0],[2,0]]}}'
error "vertex null" 'b\.vertices\[3\]\[2\]: expected a number, got null' "{$a"',"b":{"shape":"polyhedron","vertices":[[0,0,0],[1,0,0],[0,1,0],[1,1,null]]}}'
error "vertex no array" 'b\.vertices\[2\]: expected an array of 3 numbers, got a number' "{$a"',"b":{"shape":"polyhedron","vertices":[[0,0,0],[1,0,0],3]}}'
error "vertices no array" 'b\.vertices: expected an array of points, got an object' "{$a"',"b":{"shape":"polyhedron","vertices":{}}}'
error "quaternion 0" 'a\.orientation: has length 0' '{"id":"x","a":{"shape":"sphere","radius":1,"orientation":[0,0,0,0]},"b":'"$far"'}'
error "quaternion of 3" 'a\.orientation: expected 4 numbers, got 3' '{"id":"x","a":{"shape":"sphere","radius":1,"orientation":[1,0,0]},"b":'"$far"'}'
error "position in 2-D" 'a\.position: expected 2 numbers, got 3' '{"id":"x","a":{"shape":"disc","radius":1,"position":[0,0,0]},"b":{"shape":"disc","radius":1}}'
error "angle in 3-D" 'a\.angle: .*orientation.*' '{"id":"x","a":{"shape":"sphere","radius":1,"angle":1},"b":'"$far"'}'
error "orientation in 2-D" 'a\.orientation: .*angle.*' '{"id":"x","a":{"shape":"disc","radius":1,"orientation":[1,0,0,0]},"b":{"shape":"disc","radius":1}}'
error "2-D with 3-D" 'b\.shape: a 2-D disc cannot meet a 3-D sphere' "{$a"',"b":{"shape":"disc","radius":1}}'

error "mistyped field" 'a\.raduis: unknown field; did you mean radius\?' '{"id":"x","a":{"shape":"sphere","radius":1,"raduis":2},"b":'"$far"'}'
error "field of another shape" 'a\.half_extents: not a field of a sphere, which has radius' '{"id":"x","a":{"shape":"sphere","radius":1,"half_extents":[1,1,1]},"b":'"$far"'}'
error "field twice" 'a\.radius: is there twice' '{"id":"x","a":{"shape":"sphere","radius":1,"radius":2},"b":'"$far"'}'
error "body twice" 'b: is there twice' "{$a,\"b\":$far,\"b\":$far}"
error "a mesh without its shape" 'a\.shape: missing; with a file it is polyhedron' '{"id":"x","a":{"file":"rock.obj"},"b":'"$far"'}'
error "no shape" 'a\.shape: missing' '{"id":"x","a":{"radius":1},"b":'"$far"'}'
error "unknown shape" 'a\.shape: unknown shape .hyperboloid.*' '{"id":"x","a":{"shape":"hyperboloid"},"b":'"$far"'}'
error "shape as number" 'a\.shape: expected a string, got a number' '{"id":"x","a":{"shape":1},"b":'"$far"'}'
error "no b" 'b: missing' "{$a}"
error "body as array" 'b: expected an object, got an array' "{$a,\"b\":[]}"
error "unknown method" "method: unknown method 'magic'.*" "{$a,\"b\":$far,\"method\":\"magic\"}"
error "method with a 0 byte" "method: unknown method.*" "{$a,\"b\":$far,\"method\":\"auto\\u0000\"}"
error "method as number" 'method: expected a string, got a number' "{$a,\"b\":$far,\"method\":1}"
error "negative tolerance" 'tolerance: must not be negative, got -1' "{$a,\"b\":$far,\"tolerance\":-1}"
error "tolerance NaN" 'tolerance: .*NaN' "{$a,\"b\":$far,\"tolerance\":NaN}"
error "position out of range" 'b\.position\[1\]: .*1e\+300' "{$a"',"b":{"shape":"sphere","radius":1,"position":[0,1e300,0]}}'
error "radius out of range" 'a\.radius: .*1e-300' '{"id":"x","a":{"shape":"sphere","radius":1e-300},"b":'"$far"'}'
error "vertex out of range" 'b\.vertices\[3\]: .*' "{$a"',"b":{"shape":"polyhedron","vertices":[[0,0,0],[1,0,0],[0,1,0],[0,0,1e200]]}}'
error "two half spaces" 'a, b: .*half spaces.*' '{"id":"x","a":{"shape":"plane","normal":[0,0,1],"offset":0},"b":{"shape":"plane","normal":[1,0,1],"offset":0}}'

# --- no JSON, or not an object. The id is found where it can be.
error "cut line" 'not JSON: .*' '{"id":"x","a":{"shape":"sphere","rad'
error "comma missing" 'not JSON: .*' '{"id":"x" "a":1}'
error "trailing comma" 'not JSON: .*' '{"id":"x","a":[1,],"b":1}'
error "two objects" 'not JSON: .*' '{"id":"x"}{"id":"y"}'
error "leading zero" 'not JSON: .*' '{"id":"x","a":{"shape":"sphere","radius":01}}'
error "plus sign" 'not JSON: .*' '{"id":"x","a":{"shape":"sphere","radius":+1}}'
error "hexadecimal" 'not JSON: .*' '{"id":"x","a":{"shape":"sphere","radius":0x10}}'
error "lone surrogate" 'not JSON: .*' '{"id":"x","a":"\ud800"}'
error "tab in a string" 'not JSON: .*' "$(printf '{"id":"x","a":"\t"}')"
error "invalid UTF-8" 'not JSON: the text is not UTF-8' "$(printf '{"id":"x","a":"\377\376"}')"
bad "invalid UTF-8 in the id" '^\{"status":"error","error":"line 2: not JSON: the text is not UTF-8"\}$' "$(printf '{"id":"\300\200","a":1}')"
bad "single quotes" '^\{"status":"error","error":"line 2: not JSON: .*; names and words are in double quotes"\}$' "{'a':1}"
bad "array" '^\{"status":"error","error":"line 2: expected an object .*got an array; one object a line: try jq -c .*"\}$' '[1,2]'
bad "number" '^\{"status":"error","error":"line 2: expected an object .*got a number"\}$' '17'
bad "word" '^\{"status":"error","error":"line 2: not JSON: .*"\}$' 'nonsense'
bad "empty object" '^\{"status":"error","error":"line 2: a: missing"\}$' '{}'
bad "id null" '^\{"status":"error","error":"line 2: id: expected a string or a number, got null"\}$' '{"id":null,"a":'"$ball"',"b":'"$far"'}'
bad "id array" '^\{"status":"error","error":"line 2: id: expected a string or a number, got an array"\}$' '{"id":[1],"a":'"$ball"',"b":'"$far"'}'

# --- bytes that a shell variable cannot hold
printf '%s\n{"id":"x","a":\000}\n%s\n' "$good" "$good" | "$SCREE" query >"$work/out"
equal "0 byte: exit status" 1 $?
equal "0 byte" '"error" "ok"' "$(field status <"$work/out" | sed 1d | tr '\n' ' ' | sed 's/ $//')"

# --- a very long wrong name is cut, and not in the middle of a character
name=$(printf 'é%.0s' $(seq 300))
error "long name" "a\\.(é)+: unknown field; a sphere has .*" '{"id":"x","a":{"shape":"sphere","'"$name"'":1},"b":'"$far"'}'
check "the answer is UTF-8" iconv -f UTF-8 -t UTF-16 -o /dev/null "$work/out"
finish
