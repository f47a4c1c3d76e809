# scree verify: right answers are not refuted, wrong ones are, malformed lines are errors that name line and field.
. "$(dirname "$0")/check.inc"

# verdict REQUEST_FIELDS ANSWER: what is said of one line
judge() { printf '%s\n' "$1" | "$SCREE" verify; }
pair='"a":'$ball',"b":'$far
claim() { judge '{"request":{'"$pair"'},"answer":{'"$1"'}}'; }

# --- the example
"$SCREE" verify examples/answers.jsonl >"$work/out"
equal "example: exit status" 1 $?
equal "example: a verdict for each line" "$(wc -l <examples/answers.jsonl)" "$(wc -l <"$work/out")"
equal "example: what is right is not refuted" 0 "$(grep '"id":"right' "$work/out" | grep -cv '"proven"\|"undecided"')"
equal "example: what is wrong is refuted" 0 "$(grep '"id":"wrong' "$work/out" | grep -cv '"verdict":"refuted"')"
said() { grep "\"id\":\"$1" "$work/out" | field what; }
equal "example: too far" '"lower"' "$(said 'wrong: too far')"
equal "example: too near" '"upper"' "$(said 'wrong: too near')"
equal "example: normal" '"normal"' "$(said 'wrong: the normal is not')"
equal "example: interval" '"upper"' "$(said 'wrong: an interval')"
equal "example: point" '"points"' "$(said 'wrong: a point')"
equal "example: state" '"state"' "$(said 'wrong: the state')"
equal "example: features" '"features"' "$(said 'wrong: the feature')"
equal "the same with threads" "$(cat "$work/out")" "$("$SCREE" verify --threads 3 examples/answers.jsonl)"
match "summary" '^[0-9]+ proven, 10 refuted, [0-9]+ undecided, 0 malformed$' "$("$SCREE" verify --summary examples/answers.jsonl 2>&1 >"$work/out.summary")"

# --- scree's own answers
own() {
    "$SCREE" query --echo "$2" | "$SCREE" verify >"$work/out"
    equal "$1: exit status" 0 $?
    equal "$1: none refuted" 0 "$(grep -c '"verdict":"refuted"\|"verdict":"error"' "$work/out")"
    equal "$1: a verdict each" "$(grep -c . "$2")" "$(wc -l <"$work/out" | tr -d ' ')"
}
own "the example's pairs" examples/pairs.jsonl
sed 's/}$/,"want":["features","patch","volume","field"]}/' examples/pairs.jsonl >"$work/wanted"
own "with numbers of features and patches" "$work/wanted"
sed 's/}$/,"margin":0.2}/' examples/pairs.jsonl >"$work/margin"
own "with a margin" "$work/margin"
"$SCREE" query --echo --tolerance 0.01 --margin 0.2 examples/pairs.jsonl | "$SCREE" verify >"$work/out2"
equal "tolerance and margin of the command line go along" 0 $?
check "most are proven" test "$(grep -c '"verdict":"proven"' "$work/out")" -gt 9
# Millions of kilometres out, points have lost the digits that tell one edge of these boxes from the next.
cat >"$work/far" <<'END'
{"a": {"shape": "box", "half_extents": [0.02, 0.02, 0.02], "position": [-5240707458.162172, 884584505.9190371, -2600896669.038415]}, "b": {"shape": "box", "half_extents": [0.02, 0.02, 0.02], "position": [-5240707458.209562, 884584505.8827896, -2600896669.0320644], "orientation": [0.065, 0.405, -0.661, 0.324]}}
{"a": {"shape": "box", "half_extents": [0.02, 0.02, 0.02], "position": [-594729849.5510411, 6729229025.487775, -472935826.01330096]}, "b": {"shape": "box", "half_extents": [0.02, 0.02, 0.02], "position": [-594729849.491931, 6729229025.481168, -472935826.0211935], "orientation": [-1.332, -1.509, -1.627, -0.239]}}
END
own "far from the origin" "$work/far"
# 28 sides: 84 x 84 pairs of edges, all of which are tried.
prism=$(awk 'BEGIN { for (i = 0; i < 28; ++i) {
    t = i * 0.224399475
    printf "%s[%.9f,%.9f,-1],[%.9f,%.9f,1]", i ? "," : "", cos(t), sin(t), cos(t), sin(t)
} }')
prism='{"shape":"polyhedron","vertices":['$prism']'
echo '{"a":'"$prism"'},"b":'"$prism"',"position":[0.3,0.2,0.4],"euler_degrees":[20,10,5]}}' >"$work/prism"
equal "a prism deep in another is proven" '"proven"' "$("$SCREE" query --echo "$work/prism" | "$SCREE" verify | field verdict)"
# Each field of each answer changed: none of them passes. SCRIPT changes a line of scree query --echo.
"$SCREE" query --echo "$work/wanted" | grep '"state":"separated"' >"$work/apart"
changed() {
    sed "$2" "$work/apart" >"$work/changed"
    grep -vxFf "$work/apart" "$work/changed" >"$work/differ"
    check "$1: some lines changed" test -s "$work/differ"
    "$SCREE" verify "$work/differ" >"$work/out"
    equal "$1: exit status" 1 $?
    equal "$1: all refuted" 0 "$(grep -vc '"verdict":"refuted"' "$work/out")"
}
changed "distance" 's/"distance":\([0-9]\)/"distance":1\1/'
changed "lower" 's/"lower":[0-9]/"lower":9/'
changed "upper" 's/"upper":[0-9.]*/"upper":0/'
changed "normal" 's/"normal":\[-*[0-9.]*,/"normal":[0.123,/'
changed "point_a" 's/"point_a":\[/&9/'
changed "point_b" 's/"point_b":\[/&9/'
changed "state" 's/"state":"separated"/"state":"touching"/'

# --- what is claimed, and how much of it
equal "distance and normal" '"proven"' "$(claim '"distance":1,"normal":[1,0,0]' | field verdict)"
equal "within the usual tolerance" '"proven"' "$(claim '"distance":1.000000001,"normal":[1,0,0]' | field verdict)"
equal "beyond it" '"refuted"' "$(claim '"distance":1.00001,"normal":[1,0,0]' | field verdict)"
equal "a tolerance of its own" '"proven"' "$(claim '"distance":1.00001,"normal":[1,0,0],"tolerance":1e-4' | field verdict)"
equal "one end of the interval" '"refuted"' "$(claim '"distance":1,"normal":[1,0,0],"lower":1.1' | field verdict)"
equal "fields of others do not matter" '"proven"' "$(claim '"distance":1,"normal":[1,0,0],"colour":"red","time_us":3' | field verdict)"
equal "2-D" '"proven"' "$(judge '{"request":{"a":{"shape":"disc","radius":1},"b":{"shape":"disc","radius":1,"position":[3,0]}},"answer":{"distance":1,"normal":[1,0]}}' | field verdict)"
equal "beyond the margin" '"refuted"' "$(judge '{"request":{'"$pair"',"margin":5},"answer":{"distance":0.9,"lower":0.9,"upper":3,"normal":[1,0,0],"beyond":true}}' | field verdict)"
equal "the id" '{"id":12345678901234567890123,' "$(judge '{"id":12345678901234567890123,"request":{'"$pair"'},"answer":{"distance":1,"normal":[1,0,0]}}' | grep -o '^[^,]*,')"
equal "the request's id" '{"id":7,' "$(judge '{"request":{"id":7,'"$pair"'},"answer":{"distance":1,"normal":[1,0,0]}}' | grep -o '^[^,]*,')"
equal "spread over lines" '"proven"' "$(printf '{\n"request": {"a":%s,\n"b":%s},\n"answer": {"distance": 1,\n"normal": [1, 0, 0]}\n}\n' "$ball" "$far" | "$SCREE" verify | field verdict)"
"$SCREE" verify </dev/null >"$work/out"
equal "nothing: exit status" 0 $?
equal "nothing: no verdict" "" "$(cat "$work/out")"

# --- numbers of features, patches
plane='{"shape":"plane","normal":[0,0,1],"offset":0}'
box_at() { echo '{"shape":"box","half_extents":[1,1,1],"position":['"$1"']}'; }
on_plane() { judge '{"request":{"a":'"$plane"',"b":'"$(box_at 0,0,1.5)"'},"answer":{"distance":0.5,"normal":[0,0,1],"point_a":[0,0,0],"point_b":[0,0,0.5],'"$1"'}}'; }
under=$(echo '{"a":'"$plane"',"b":'"$(box_at 0,0,1.5)"',"want":["features"]}' | "$SCREE" query | grep -o '"index_b":[0-9]*')
equal "the only face of a half space" '"proven"' "$(on_plane '"feature_a":"face","index_a":0,"feature_b":"face",'"$under" | field verdict)"
equal "without its number" '"proven"' "$(on_plane '"feature_a":"face","feature_b":"face",'"$under" | field verdict)"
equal "a half space has no face 7" '"features"' "$(on_plane '"feature_a":"face","index_a":7,"feature_b":"face",'"$under" | field what)"

stacked='{"a":'"$(box_at 5,5,0)"',"b":'"$(box_at 5,5,2.5)"',"want":["features","patch"]}'
echo "$stacked" | "$SCREE" query --echo >"$work/stacked"
# stack NAME WHAT SCRIPT: what decides once the script has changed the answer
stack() { equal "$1" "\"$2\"" "$(sed "$3" "$work/stacked" | "$SCREE" verify | field what)"; }
stack "a patch as it is" all ''
stack "corners of a part of it" patch 's/"corners":.*\]\]/"corners":[[5,5,1.25],[6,6,1.25],[5,6,1.25]]/'
stack "corners on a surface, not midway" patch 's/\(\[[46],[46],1\)\.25\]/\1]/g'
stack "corners beside it" patch 's/\[4,4,/[3.9,4,/;s/\[6,6,/[5.9,6,/'
stack "one corner missing" patch 's/"corners":\[\[[^]]*\],/"corners":[/'
stack "corners out of order" patch 's/"corners":\[\(\[[^]]*\]\),\(\[[^]]*\]\)/"corners":[\2,\1/'
stack "another centroid" patch 's/"centroid":\[5/"centroid":[5.1/'
stack "a vertex of another face" features 's/"vertices_a":\[[0-9]*/"vertices_a":[0/'
stack "a vertex less" features 's/"vertices_b":\[[0-9]*,/"vertices_b":[/'
stack "one vertex for all" features 's/"vertices_a":\[4,5,7,6\]/"vertices_a":[4,4,4,4]/'
stack "one vertex for another" features 's/"vertices_b":\[0,2,/"vertices_b":[0,0,/'
stack "vertices in another order" all 's/"vertices_a":\[4,5,7,6\]/"vertices_a":[6,4,5,7]/'
stack "a vertex twice, without points" features 's/"vertices_a":\[4,5,/"vertices_a":[4,4,/;s/"point_a".*"features"/"features"/;s/,"patch":.*}}/}}/'
# Without an area it is the features that say how large a patch is.
stack "corners without an area" all 's/"area":4,//'
stack "corners of half the size without an area" patch 's/"area":4,//;s/"corners":.*/"corners":[[4.5,4.5,1.25],[5.5,4.5,1.25],[5.5,5.5,1.25],[4.5,5.5,1.25]]}}}/'
stack "one corner missing, without area and centroid" patch 's/"area":4,"centroid":[^]]*\],//;s/"corners":\[\[[^]]*\],/"corners":[/'
stack "one corner moved in, without area and centroid" patch 's/"area":4,"centroid":[^]]*\],//;s/\[4,4,1\.25\]/[4.1,4.1,1.25]/'
stack "corners twice around without an area" patch 's/"area":4,//;s/"corners":\[\(.*\]\)\]}}}/"corners":[\1,\1]}}}/'
stack "only a side of it without an area" patch 's/"area":4,//;s/"centroid":\[[^]]*\],//;s/"corners":.*/"corners":[[4,4,1.25],[6,4,1.25]]}}}/'
# Without corners, that say where its middle is.
alone='s/,"corners":.*/}}}/'
stack "a centroid without corners" all "$alone"
stack "another centroid without corners" patch "$alone"';s/"centroid":\[5,/"centroid":[5.1,/'
stack "a centroid that is not midway" patch "$alone"';s/"centroid":\[5,5,1\.25/"centroid":[5,5,1.26/'
stack "nothing but another centroid" patch "$alone"';s/"area":4,"centroid":\[5,5/"centroid":[5,5.1/;s/"point":[^]]*\],//'
printf '%s\n' '{"request":{"a":'"$(box_at 5,5,0)"',"b":'"$(box_at 5,5,2.5)"'},"answer":{"distance":0.5,"normal":[0,0,1],"point_a":[5,5,1],"point_b":[5,5,1.5],'"$(grep -o '"feature_a".*"index_b":[0-9]*' "$work/stacked")"',"patch":{"area":4,"corners":[[5,5,1],[6,6,1],[5,6,1]]}}}' | "$SCREE" verify >"$work/out"
equal "a triangle in the larger patch" '"refuted"' "$(field verdict <"$work/out")"
match "volume and field are not checked" 'every claim that is checked holds; not checked: volume, field; the signed distance is in' \
    "$(sed 's/"iterations"/"volume":1,"field":{},&/' "$work/stacked" | "$SCREE" verify)"
match "nor is a patch without numbers of features" 'not checked: point, vertices_a, vertices_b, patch; ' \
    "$(sed 's/"index_.":[0-9]*,//g' "$work/stacked" | "$SCREE" verify)"
match "nor are corners of bodies without features" 'not checked: patch.corners, patch.centroid; ' \
    "$(judge '{"request":{'"$pair"'},"answer":{"distance":1,"normal":[1,0,0],"point_a":[1,0,0],"point_b":[2,0,0],"feature_a":"surface","feature_b":"surface","patch":{"centroid":[1.5,0,0],"corners":[[1.5,0,0],[1.5,0,1]]}}}')"
check "nothing is said where all is checked" sh -c "\"$SCREE\" verify \"$work/stacked\" | grep -qv 'not checked'"
# The point of an edge on a face is in the middle of the edge.
echo '{"a":{"shape":"box","half_extents":[1,1,1]},"b":{"shape":"box","half_extents":[0.4,0.5,0.5],"position":[0,0,1.75],"axis_angle":{"axis":[1,0,0],"degrees":45}},"want":["features","patch"]}' |
    "$SCREE" query --echo >"$work/stacked"
stack "an edge over a face" all ''
stack "a point at its end" point 's/"point":\[[^,]*/"point":[0.4/'
stack "a corner beyond its end" patch 's/\[\[-0\.4/[[-0.5/'
stack "an edge named by one vertex" features 's/"vertices_b":\[0,1\]/"vertices_b":[1,1]/'
stack "an edge that ends early, at both ends" patch 's/\[\[-0\.4,/[[-0.3,/;s/\],\[0\.4,/],[0.3,/'
stack "an edge that ends early, at one end" patch 's/"centroid":\[[^]]*\],//;s/\],\[0\.4,/],[0.3999,/'
stack "the middle of an edge, without corners" patch "$alone"';s/"centroid":\[0,/"centroid":[0.001,/'
# A capsule on a half space.
echo '{"a":'"$plane"',"b":{"shape":"capsule","radius":0.5,"half_length":1,"position":[0,0,0.4],"axis_angle":{"axis":[1,0,0],"degrees":90}},"want":["features","patch"]}' |
    "$SCREE" query --echo >"$work/stacked"
stack "a capsule that lies" all ''
stack "a corner beyond its axis" patch 's/"corners":\[\[\([^,]*\),[^,]*/"corners":[[\1,1.5/'
stack "corners of half its axis" patch 's/\[0,1,/[0,0.5,/;s/\[0,-1,/[0,-0.5,/'
# An edge that goes across the sides of a face, and one that is beside another one, in 2-D too: what each shares, and less.
shares() { # shares NAME REQUEST SCRIPT: right as it is, and refuted once the script has changed it
    echo "$2" | "$SCREE" query --echo >"$work/stacked"
    stack "$1" all ''
    stack "$1: less" patch "$3"
}
shorter='s/\(,"corners":\[\[\)-*[0-9.]*,/\10,/;s/"centroid":\[[^]]*\],//;s/"area":[^,]*,//'
wedge='{"shape":"box","half_extents":[2,0.5,0.5],"position":[0.5,0.2,1.7],"axis_angle":{"axis":[1,0,0],"degrees":45}}'
shares "an edge across a face" '{"a":'"$(box_at 0,0,0)"',"b":'"$wedge"',"want":["features","patch"]}' "$shorter"
shares "an edge along an edge" '{"a":{"shape":"box","half_extents":[1,0.5,0.5],"position":[0.5,0.2,0.25],"axis_angle":{"axis":[1,0,0],"degrees":45}},"b":'"$wedge"',"want":["features","patch"]}' "$shorter"
square='{"shape":"polygon","vertices":[[-1,-1],[1,-1],[1,1],[-1,1]]'
shares "sides of squares" '{"a":'"$square"'},"b":'"$square"',"position":[0.5,2.1]},"want":["features","patch"]}' "$shorter"
match "planes share no patch" '"what":"patch","reason":"what two planes share has neither corners' \
    "$(judge '{"request":{"a":'"$plane"',"b":{"shape":"plane","normal":[0,0,-1],"offset":-1}},"answer":{"distance":1,"normal":[0,0,1],"point_a":[0,0,0],"point_b":[0,0,1],"feature_a":"face","feature_b":"face","patch":{"corners":[[0,0,0.5],[1,0,0.5]]}}}')"
# Far from the origin, in small units, at a slight tilt: right answers are not refuted without corners or area, and are where less is claimed.
awk 'BEGIN { for (i = 0; i < 60; ++i) {
    far = i % 3 == 0 ? 0 : i % 3 == 1 ? 1000 : 1e7
    unit = i % 2 == 0 ? 1 : 0.001
    tilt = i % 4 == 0 ? 0 : 10 ^ -(3 + i % 10)
    turn = i % 5 == 0 ? 0 : i * 7
    printf "{\"a\":{\"shape\":\"box\",\"half_extents\":[%.9g,%.9g,%.9g],\"position\":[%.17g,%.17g,%.17g]},", unit, 0.7 * unit, unit, far, -far, far
    printf "\"b\":{\"shape\":\"box\",\"half_extents\":[%.9g,%.9g,%.9g],\"position\":[%.17g,%.17g,%.17g],", 0.6 * unit, unit, 0.5 * unit, far + 0.3 * unit, -far, far + 1.6 * unit
    printf "\"euler_degrees\":[%.17g,0,%.17g]},\"want\":[\"features\",\"patch\"]}\n", tilt, turn
} }' | "$SCREE" query --echo >"$work/rest"
# many NAME VERDICT SCRIPT: the lines that the script changes, if any, and their verdicts
many() {
    sed "$3" "$work/rest" | grep -vxFf "$work/rest" >"$work/differ"
    "$SCREE" verify "$work/differ" >"$work/out"
    check "$1: most lines changed" test "$(wc -l <"$work/differ")" -gt 30
    equal "$1" 0 "$(grep -vc '"verdict":"'"$2"'"' "$work/out")"
}
many "at rest, without corners" proven "$alone"
many "at rest, without an area" proven 's/"area":[^,]*,//'
many "at rest, one corner less" refuted '/"corners":\[\[[^]]*\],\[[^]]*\],/{s/"area":[^,]*,//;s/"centroid":\[[^]]*\],//;s/"corners":\[\[[^]]*\],/"corners":[/}'
many "at rest, a vertex named twice" refuted 's/"vertices_a":\[\([0-9]*\),[0-9]*/"vertices_a":[\1,\1/'
many "at rest, a middle that is a corner" refuted 's/"centroid":[^]]*\],"corners":\[\(\[[^]]*\]\).*/"centroid":\1}}}/'

# --- malformed: bad NAME REASON LINE
bad() {
    printf '%s\n%s\n' '{"request":{'"$pair"'},"answer":{"distance":1,"normal":[1,0,0]}}' "$3" | "$SCREE" verify >"$work/out" 2>"$work/err"
    equal "$1: exit status" 2 $?
    equal "$1: the line before is judged" '"proven"' "$(head -n 1 "$work/out" | field verdict)"
    match "$1" '^\{("id":"x",)?"verdict":"error","reason":"line 2: '"$2"'"\}$' "$(tail -n 1 "$work/out")"
    equal "$1: silent" "" "$(cat "$work/err")"
}
answer_of() { echo '{"id":"x","request":{'"$pair"'},"answer":{'"$1"'}}'; }
ok='"distance":1,"normal":[1,0,0]'
bad "no JSON" 'not JSON: .*' '{"id":"x","request":'
bad "a number" 'expected an object, got a number' '17'
bad "no request" 'request: missing' '{"id":"x","answer":{'"$ok"'}}'
bad "no answer" 'answer: missing' '{"id":"x","request":{'"$pair"'}}'
bad "request mistyped" 'requst: unknown field; did you mean request\?' '{"id":"x","requst":{'"$pair"'},"answer":{'"$ok"'}}'
bad "request as array" 'request: expected an object, got an array' '{"id":"x","request":[1],"answer":{'"$ok"'}}'
bad "answer as number" 'answer: expected an object, got a number' '{"id":"x","request":{'"$pair"'},"answer":1}'
bad "a wrong request" 'request\.a\.radius: must be positive, got -1' '{"id":"x","request":{"a":{"shape":"sphere","radius":-1},"b":'"$far"'},"answer":{'"$ok"'}}'
bad "a mistyped request" 'request\.a\.diameter: unknown field; did you mean radius.*' '{"id":"x","request":{"a":{"shape":"sphere","diameter":1},"b":'"$far"'},"answer":{'"$ok"'}}'
bad "2-D with 3-D" 'request\.a, b: a 2-D body cannot meet a 3-D body' '{"id":"x","request":{"a":{"shape":"disc","radius":1},"b":'"$far"'},"answer":{'"$ok"'}}'
bad "no distance" 'answer\.distance: missing' "$(answer_of '"normal":[1,0,0]')"
bad "depth" 'answer\.depth: unknown field; did you mean distance \(minus it\)\?' "$(answer_of '"depth":1,"normal":[1,0,0]')"
bad "no normal" 'answer\.normal: missing' "$(answer_of '"distance":1')"
bad "normal of 2" 'answer\.normal: expected 3 numbers, got 2' "$(answer_of '"distance":1,"normal":[1,0]')"
bad "normal of strings" 'answer\.normal\[0\]: expected a number, got a string' "$(answer_of '"distance":1,"normal":["1",0,0]')"
bad "distance NaN" 'answer\.distance: expected a number, got NaN' "$(answer_of '"distance":NaN,"normal":[1,0,0]')"
bad "distance twice" 'answer\.distance: is there twice' "$(answer_of '"distance":1,"distance":1,"normal":[1,0,0]')"
bad "lower mistyped" 'answer\.lowre: unknown field; did you mean lower\?' "$(answer_of "$ok"',"lowre":1')"
bad "one point" 'answer\.point_b: missing, the other point is there' "$(answer_of "$ok"',"point_a":[1,0,0]')"
bad "state unknown" 'answer\.state: expected one of separated, touching, overlapping, got .apart.' "$(answer_of "$ok"',"state":"apart"')"
bad "features unknown" 'answer\.features: expected one of surface, vertex, edge, face, got .corner.' "$(answer_of "$ok"',"features":"corner-face"')"
bad "features of one" 'answer\.features: expected two joined by .*' "$(answer_of "$ok"',"features":"face"')"
bad "an error" 'answer\.status: .error. is no answer, .*' "$(answer_of '"status":"error","error":"a: missing"')"
bad "beyond without a margin" 'answer\.beyond: the request has no margin' "$(answer_of "$ok"',"beyond":true')"
bad "tolerance negative" 'answer\.tolerance: must not be negative, got -1' "$(answer_of "$ok"',"tolerance":-1')"
bad "index negative" 'answer\.index_a: expected a number from 0, got -3' "$(answer_of "$ok"',"feature_a":"face","index_a":-3')"
bad "corners as a number" 'answer\.patch\.corners: expected an array of points of 3 numbers, got a number' "$(answer_of "$ok"',"patch":{"corners":3}')"
bad "one corner" 'answer\.patch\.corners: expected at least 2 points, got 1' "$(answer_of "$ok"',"patch":{"corners":[[1,2,3]]}')"
bad "centroid of two" 'answer\.patch\.centroid: expected an array of 3 numbers' "$(answer_of "$ok"',"patch":{"centroid":[1,2]}')"
bad "vertices as words" 'answer\.vertices_a: expected numbers, got a string' "$(answer_of "$ok"',"vertices_a":["x"]')"
bad "what query could not answer" 'request: missing; the answer is an error: line 1: a: missing' "$(echo '{"id":"x"}' | "$SCREE" query --echo)"
printf '%s\n' '{"request":1}' "$(answer_of '"distance":2,"normal":[1,0,0]')" | "$SCREE" verify >"$work/out"
equal "malformed comes before refuted" 2 $?

# --- usage
for words in "verify --nonsense" "verify one two" "verify $work/none" "verify $work" "query --echo --format csv"; do
    # shellcheck disable=SC2086
    "$SCREE" $words >"$work/out" 2>"$work/err" </dev/null
    equal "$words: exit status" 2 $?
    match "$words: message" '^scree (verify|query): ' "$(cat "$work/err")"
done
"$SCREE" verify --help | sed -n '/^  echo/,/scree verify$/p' | sed "s,| scree verify,| \"$SCREE\" verify," >"$work/example.sh"
equal "the help's example" '"refuted"' "$(bash "$work/example.sh" | field verdict)"
finish
