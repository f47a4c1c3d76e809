# Answers to good lines: values known in closed form, every field, ids, defaults.
. "$(dirname "$0")/check.inc"

# --- fields and their order
got=$(answer "$good")
keys=$(printf '%s' "$got" | grep -o '"[a-z_]*":' | tr -d '":' | tr '\n' ' ')
equal "order of the fields, round shapes" \
    "id status state distance lower upper normal point_a point_b point method iterations " "$keys"
equal "status" '"ok"' "$(echo "$got" | field status)"
equal "state" '"separated"' "$(echo "$got" | field state)"
equal "distance" 1 "$(echo "$got" | field distance)"
equal "normal" '[1,0,0]' "$(echo "$got" | field normal)"
equal "point_a" '[1,0,0]' "$(echo "$got" | field point_a)"
equal "point_b" '[2,0,0]' "$(echo "$got" | field point_b)"
equal "point" '[1.5,0,0]' "$(echo "$got" | field point)"
equal "method" '"auto"' "$(echo "$got" | field method)"

cubes='{"a":{"shape":"box","half_extents":[1,1,1]},"b":{"shape":"box","half_extents":[1,1,1],"position":[0.1,0.2,1.5]}}'
got=$(answer "$cubes")
keys=$(printf '%s' "$got" | grep -o '"[a-z_]*":' | tr -d '":' | tr '\n' ' ')
equal "order of the fields, boxes without id" \
    "status state distance lower upper normal point_a point_b point features method iterations " "$keys"
equal "depth" -0.5 "$(echo "$got" | field distance)"
equal "features" '"face-face"' "$(echo "$got" | field features)"

# --- closed forms: line, state, distance
while IFS='|' read -r name line state distance; do
    got=$(answer "$line")
    equal "$name: state" "\"$state\"" "$(echo "$got" | field state)"
    near "$name: distance" "$distance" "$(echo "$got" | field distance)" 1e-13
    check "$name: interval" awk -v d="$distance" -v l="$(echo "$got" | field lower)" -v u="$(echo "$got" | field upper)" \
        'BEGIN { exit !(l != "" && l <= d + 2e-15 && d <= u + 2e-15 && u - l < 1e-11) }'
done <<'END'
spheres|{"a":{"shape":"sphere","radius":1},"b":{"shape":"sphere","radius":0.5,"position":[2,1,0]}}|separated|0.7360679774997897
on the ground|{"a":{"shape":"plane","normal":[0,0,2],"offset":0},"b":{"shape":"sphere","radius":0.5,"position":[3,4,0.5]}}|touching|0
in the ground|{"a":{"shape":"sphere","radius":1},"b":{"shape":"plane","normal":[0,0,2],"offset":-1}}|overlapping|-0.5
plane moved|{"a":{"shape":"sphere","radius":1},"b":{"shape":"plane","normal":[0,0,1],"offset":0,"position":[7,8,-3]}}|separated|2
plane rotated|{"a":{"shape":"sphere","radius":1},"b":{"shape":"plane","normal":[0,0,1],"offset":-3,"orientation":[1,1,0,0]}}|separated|2
quaternion of any length|{"a":{"shape":"sphere","radius":1},"b":{"shape":"capsule","radius":1,"half_length":2,"position":[0,5,0],"orientation":[30,30,0,0]}}|separated|1
box and sphere|{"a":{"shape":"box","half_extents":[1,2,3]},"b":{"shape":"sphere","radius":0.5,"position":[2,0,0]}}|separated|0.5
rounded boxes|{"a":{"shape":"box","half_extents":[1,1,1],"rounding":0.25},"b":{"shape":"box","half_extents":[1,1,1],"rounding":0.5,"position":[3,0,0]}}|separated|0.25
tetrahedron|{"a":{"shape":"polyhedron","vertices":[[0,0,0],[1,0,0],[0,1,0],[0,0,1]]},"b":{"shape":"sphere","radius":1,"position":[0,0,3]}}|separated|1
not recentred|{"a":{"shape":"polyhedron","vertices":[[10,10,10],[11,10,10],[10,11,10],[10,10,11]],"position":[-10,-10,-10]},"b":{"shape":"sphere","radius":1,"position":[0,0,3]}}|separated|1
discs|{"a":{"shape":"disc","radius":1},"b":{"shape":"disc","radius":2,"position":[3,4]}}|separated|2
square and square rotated|{"a":{"shape":"polygon","vertices":[[-1,-1],[1,-1],[1,1],[-1,1]]},"b":{"shape":"polygon","vertices":[[-1,-1],[1,-1],[1,1],[-1,1]],"position":[3,0],"angle":0.7853981633974483}}|separated|0.5857864376269049
concentric spheres|{"a":{"shape":"sphere","radius":1},"b":{"shape":"sphere","radius":2}}|overlapping|-3
END

# --- 2-D vectors have two numbers
got=$(answer '{"a":{"shape":"disc","radius":1},"b":{"shape":"disc","radius":2,"position":[3,4]}}')
match "2-D normal" '^\[0\.6,0\.8\]$' "$(echo "$got" | field normal | sed 's/0\.6000*[0-9]/0.6/; s/0\.8000*[0-9]/0.8/')"
equal "2-D points" 4 "$(for f in normal point_a point_b point; do echo "$got" | field $f; done | grep -c '^\[[^,]*,[^,]*\]$')"

# --- point_b - point_a = distance * normal, in every example
"$SCREE" query examples/pairs.jsonl >"$work/examples"
equal "examples: exit status" 0 $?
equal "examples: as many answers as lines" "$(grep -c . examples/pairs.jsonl)" "$(grep -c '"status":"ok"' "$work/examples")"
for f in distance normal point_a point_b; do field $f <"$work/examples" | tr -d '[]' | tr ',' ' ' >"$work/$f"; done
check "point_b - point_a = distance * normal" awk -v dir="$work" 'BEGIN {
    while ((getline d < (dir "/distance")) > 0) {
        getline n < (dir "/normal"); getline a < (dir "/point_a"); getline b < (dir "/point_b")
        k = split(n, nn); split(a, aa); split(b, bb)
        for (i = 1; i <= k; ++i) {
            e = bb[i] - aa[i] - d * nn[i]
            if (e > 1e-13 || e < -1e-13) bad++
        }
        lines++
    }
    exit bad > 0 || lines < 10
}'

# --- ids are echoed
while IFS= read -r id; do
    equal "id $id" "$id" "$(answer '{"id":'"$id"',"a":'"$ball"',"b":'"$far"'}' | sed 's/^{"id":\(.*\),"status".*/\1/')"
done <<'END'
1
-17
0
9223372036854775807
18446744073709551615
123456789012345678901234567890
-99999999999999999999999
1.5
1.50
1e3
6.02e23
""
"a word"
"Grüße, 粒子"
"quote \" backslash \\ tab \t newline \n"
"\u0000 and \u001f"
END
equal "id with escapes that need not be" '"A/é"' "$(answer '{"id":"\u0041\/\u00e9","a":'"$ball"',"b":'"$far"'}' | field id)"
equal "id last" 7 "$(answer '{"a":'"$ball"',"b":'"$far"',"id":7}' | field id)"

# --- options that stand for fields
near_gap='{"a":'$ball',"b":{"shape":"sphere","radius":1,"position":[2.001,0,0]}}'
equal "tolerance unsaid" '"separated"' "$(answer "$near_gap" | field state)"
equal "tolerance in the line" '"touching"' "$(answer "${near_gap%\}},\"tolerance\":0.01}" | field state)"
equal "--tolerance" '"touching"' "$(echo "$near_gap" | "$SCREE" query --tolerance 0.01 | field state)"
equal "the line wins" '"separated"' "$(echo "${near_gap%\}},\"tolerance\":1e-9}" | "$SCREE" query --tolerance 0.01 | field state)"
equal "tolerance 0 is answered" 1 "$(answer "${good%\}},\"tolerance\":0}" | grep -c '"state":"separated"')"
equal "--method" '"auto"' "$(echo "$good" | "$SCREE" query --method auto | field method)"
equal "unknown fields of a line are errors" '"line 1: comment: unknown field; a request has id, a, b, method, tolerance, margin, parameters, want"' \
    "$(answer "${good%\}},\"comment\":{\"a\":[1,{}]}}" | field error)"
equal "integers that are too long for 64 bits are numbers" 2e+30 \
    "$(answer '{"a":{"shape":"sphere","radius":1000000000000000000000000000000},"b":{"shape":"sphere","radius":1000000000000000000000000000000,"position":[4000000000000000000000000000000,0,0]}}' | field distance)"

# --- what a line may look like
equal "blank lines are skipped" 2 "$(printf '\n%s\n \t\r\n%s\n\n' "$good" "$good" | "$SCREE" query | grep -c '"ok"')"
equal "no line end at the end" '"ok"' "$(printf '%s' "$good" | "$SCREE" query | field status)"
equal "CR LF" '"ok"' "$(printf '%s\r\n' "$good" | "$SCREE" query | field status)"
equal "byte order mark" '"ok"' "$(printf '\357\273\277%s\n' "$good" | "$SCREE" query | field status)"
equal "an empty file" "" "$("$SCREE" query </dev/null)"
equal "- is standard input" '"ok"' "$(echo "$good" | "$SCREE" query - | field status)"
finish
