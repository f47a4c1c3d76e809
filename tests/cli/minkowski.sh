# scree minkowski: meshes that are known, distances beside the query's, and how it takes bad input.
. "$(dirname "$0")/check.inc"

# build JSON OPTIONS...: the mesh in $work/mesh, the report in $work/report, the exit status
build() {
    request=$1
    shift
    printf '%s\n' "$request" | "$SCREE" minkowski "$@" >"$work/mesh" 2>"$work/report"
}
# said NAME: what the report says of it, up to the first comma
said() { sed -n "s/^$1  *\([^,]*\).*/\1/p" "$work/report"; }

cube='{"shape":"box","half_extents":[1,1,1]}'
cubes='{"a":'$cube',"b":{"shape":"box","half_extents":[1,1,1],"position":[3,0,0]}}'

# --- two cubes: a cube of side 4 about (-3, 0, 0), the origin 1 outside
build "$cubes"
equal "cubes: exit status" 0 $?
equal "cubes: OFF" "OFF 8 6 12" "$(head -n 2 "$work/mesh" | tr '\n' ' ' | sed 's/ $//')"
equal "cubes: counts" "8 12 6 64" "$(said vertices) $(said edges) $(said faces) $(said volume)"
equal "cubes: reference" "0 0 0" "$(said reference)"
equal "cubes: distance" 1 "$(said distance)"
equal "cubes: the query's" 1 "$(said query)"
match "cubes: check" 'differ by 0; the intervals meet' "$(said check)"
equal "cubes: corners" "-1 -2 -2,-1 -2 2,-1 2 -2,-1 2 2,-5 -2 -2,-5 -2 2,-5 2 -2,-5 2 2" \
    "$(sed -n 3,10p "$work/mesh" | sort | paste -s -d , -)"

# --- the entrance block is the other way round, moved by the reference point
build "$cubes" --entrance-block --format obj
equal "block: exit status" 0 $?
equal "block: OBJ" "8 6" "$(grep -c '^v ' "$work/mesh") $(grep -c '^f ' "$work/mesh")"
equal "block: centroid of A" "0 0 0" "$(said reference)"
equal "block: distance" 1 "$(said distance)"
check "block: from 1 to 5" awk '/^v/ && ($2 != 1 && $2 != 5) { exit 1 }' "$work/mesh"
build "$cubes" --entrance-block --reference=-1,2.5,7
equal "block with a reference: exit status" 0 $?
equal "block with a reference" "-1 2.5 7" "$(said reference)"
equal "block with a reference: distance" 1 "$(said distance)"
check "block with a reference: from 0 to 4" awk 'NR > 2 && NR < 11 && $1 != 0 && $1 != 4 { exit 1 }' "$work/mesh"
build "$cubes" --entrance-block --reference centroid
equal "--reference centroid" "0 0 0" "$(said reference)"

# --- a grain from the examples: what is written reads back
rock=$(awk '$1 == "v" { printf "%s[%s,%s,%s]", n++ ? "," : "", $2, $3, $4 }' examples/meshes/rock.obj)
rocks='{"a":{"shape":"polyhedron","vertices":['$rock'],"position":[1e6,2,3]},
 "b":{"shape":"polyhedron","vertices":['$rock'],"position":[1000000.5,2.25,3],"orientation":[1,2,3,4]}}'
for ending in off obj stl; do
    build "$rocks" --output "$work/rocks.$ending"
    equal "rocks.$ending: exit status" 0 $?
    equal "rocks.$ending: nothing on standard output" "" "$(cat "$work/mesh")"
    got=$("$SCREE" shape --format json "$work/rocks.$ending")
    equal "rocks.$ending: sound" true "$(echo "$got" | field sound)"
    equal "rocks.$ending: counts" "$(said vertices) $(said edges) $(said faces)" \
        "$(echo "$got" | field vertices) $(echo "$got" | field edges) $(echo "$got" | field faces)"
    near "rocks.$ending: volume" "$(said volume)" "$(echo "$got" | field volume)" 1e-6
done
near "rocks: distance" "$(said query)" "$(said distance)" 1e-13
near "rocks: as scree query says" "$(answer "$(printf '%s' "$rocks" | tr -d '\n')" | field distance)" "$(said distance)" 1e-13
equal "rocks: no file beside" "rocks.obj rocks.off rocks.stl" "$(cd "$work" && echo rocks.*)"

# --- the paper's quadrilateral and triangle, in 2-D
flat='{"a":{"shape":"polygon","vertices":[[0,0],[1,0],[0.4,1]],"position":[1,-0.5]},
 "b":{"shape":"polygon","vertices":[[0,0],[3,0],[4,2],[-1,3]]}}'
build "$flat" --entrance-block
equal "2-D: exit status" 0 $?
equal "2-D: one face of seven" "OFF 7 1 7" "$(head -n 2 "$work/mesh" | tr '\n' ' ' | sed 's/ $//')"
check "2-D: z is 0" awk 'NR > 2 && NR < 10 && $3 != 0 { exit 1 }' "$work/mesh"
equal "2-D: no faces in the report" "" "$(said faces)"
equal "2-D: two coordinates" 2 "$(said reference | wc -w | tr -d ' ')"
near "2-D: distance" -0.5 "$(said distance)" 1e-15
equal "2-D: overlap" "$(said query)" "$(said distance)"
build "$flat" --entrance-block --reference 1,2
equal "2-D: X,Y" "1 2" "$(said reference)"

# --- round partners
build '{"a":'"$cube"',"b":{"shape":"sphere","radius":0.5,"position":[3,0,0]}}'
equal "a ball: exit status" 0 $?
equal "a ball: rounding" 0.5 "$(said rounding)"
equal "a ball: distance" 1.5 "$(said distance)"
build '{"a":'"$cube"',"b":'"$cube"',"method":"sat"}'
match "the line's method" 'by sat$' "$(grep '^query' "$work/report")"

# --- refused: 1, the field is named, nothing is written
while IFS='|' read -r name words request; do
    build "$request" --output "$work/refused.off"
    equal "$name: exit status" 1 $?
    match "$name" "^scree minkowski: $words" "$(head -n 1 "$work/report")"
    equal "$name: standard output" "" "$(cat "$work/mesh")"
done <<END
two balls|a.shape, b.shape: one of sphere and sphere|{"a":$ball,"b":$ball}
a plane|b.shape: a plane has no vertices|{"a":$cube,"b":{"shape":"plane","normal":[0,0,1],"offset":0}}
no b|b: missing|{"a":$cube}
a typo|b.half_extent: unknown field|{"a":$cube,"b":{"shape":"box","half_extent":[1,1,1]}}
mixed|b.shape: a 2-D disc cannot meet a 3-D box|{"a":$cube,"b":{"shape":"disc","radius":1}}
coplanar|a.vertices: .*coplanar|{"a":{"shape":"polyhedron","vertices":[[0,0,0],[1,0,0],[0,1,0],[1,1,0]]},"b":$cube}
no object|expected an object|[]
no JSON|not JSON|{"a":
NaN|a.*NaN|{"a":{"shape":"box","half_extents":[1,NaN,1]},"b":$cube}
nothing|not JSON: there is nothing|
END
check "refused: no file" test ! -e "$work/refused.off"
printf '%s\n%s\n' "$cubes" "$cubes" | "$SCREE" minkowski >"$work/mesh" 2>"$work/report"
equal "two pairs: exit status" 1 $?
match "two pairs" 'one JSON object' "$(cat "$work/report")"

# --- wrong usage, and files: 2
printf '%s\n' "$cubes" >"$work/pair.json"
while IFS= read -r words; do
    # shellcheck disable=SC2086
    "$SCREE" minkowski $words >"$work/mesh" 2>"$work/report" </dev/null
    equal "minkowski $words: exit status" 2 $?
    match "minkowski $words: message" '^scree minkowski: ' "$(head -n 1 "$work/report")"
    equal "minkowski $words: standard output" "" "$(cat "$work/mesh")"
done <<END
one two
--nonsense
--format
--format ply
--reference 1,2,3 $work/pair.json
--entrance-block --reference 1 $work/pair.json
--entrance-block --reference 1,2 $work/pair.json
--entrance-block --reference 1,2,3,4 $work/pair.json
--entrance-block --reference 1,,3 $work/pair.json
--entrance-block --reference 1,2,inf $work/pair.json
--entrance-block --reference 1,2,3x $work/pair.json
$work/none.json
--output $work/none/x.off $work/pair.json
--output $work/x.ply $work/pair.json
--format off --output $work/pair.json $work/pair.json
END
equal "the request is still there" "$cubes" "$(cat "$work/pair.json")"
"$SCREE" minkowski "$work/pair.json" >"$work/mesh" 2>"$work/report"
equal "a file: exit status" 0 $?
"$SCREE" minkowski --format obj --output "$work/named.off" "$work/pair.json" 2>"$work/report"
equal "--format before the name" "v" "$(head -c 1 "$work/named.off")"
if [ -w /dev/full ]; then
    "$SCREE" minkowski "$work/pair.json" >/dev/full 2>"$work/report"
    equal "a full disk: exit status" 2 $?
    match "a full disk" 'standard output: .*No space left' "$(cat "$work/report")"
fi
# A reader that has gone away: enough output that the pipe must be closed by then.
{ printf '%s\n' "$rocks" | (sleep 0.2; "$SCREE" minkowski; echo $? >"$work/status") | true; } 2>"$work/report"
equal "nobody reads: exit status" 141 "$(cat "$work/status")"

# --- signals while it waits for the pair: it ends, and leaves no file
for expected in INT:130 TERM:143; do
    signal=${expected%:*}
    mkfifo "$work/in.$signal"
    {
        exec 5>"$work/in.$signal"
        printf '{"a":' >&5
        wait_for 20 test -s "$work/pid.$signal"
        sleep 0.2
        kill -s $signal "$(cat "$work/pid.$signal")"
        wait_for 10 test -e "$work/done.$signal" || : >"$work/late.$signal"
    } &
    # In the foreground, since a shell starts background commands with SIGINT ignored.
    sh -c 'echo $$ >"$1/pid.$3"; exec "$2" minkowski --output "$1/stopped.off" "$1/in.$3" 2>"$1/report"' sh "$work" "$SCREE" $signal
    status=$?
    : >"$work/done.$signal"
    wait
    equal "SIG$signal: exit status" "${expected#*:}" "$status"
    check "SIG$signal: at once" test ! -e "$work/late.$signal"
    check "SIG$signal: no file" test ! -e "$work/stopped.off"
done

# --- help
"$SCREE" minkowski --help >"$work/out" 2>"$work/err"
equal "--help: exit status" 0 $?
match "--help" '^usage: scree minkowski' "$(cat "$work/out")"
check "--help fits a terminal of 100 columns" awk 'length($0) > 100 { exit 1 }' "$work/out"
sed -n '/^examples:/,/^    a cube/p' "$work/out" | sed '1d;$d' | sed "s,scree minkowski,\"$SCREE\" minkowski," >"$work/example.sh"
bash "$work/example.sh" >"$work/mesh" 2>"$work/report"
equal "the help's first example" 1 "$(said distance)"
finish
