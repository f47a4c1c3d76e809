# Ellipsoids through the command: answers known in closed form, masses, bad input, and which methods serve them.
. "$(dirname "$0")/check.inc"

# --- closed forms: name, line, state, distance, tolerance
while IFS='|' read -r name line state distance tolerance; do
    got=$(answer "$line")
    equal "$name: status" '"ok"' "$(echo "$got" | field status)"
    equal "$name: state" "\"$state\"" "$(echo "$got" | field state)"
    near "$name: distance" "$distance" "$(echo "$got" | field distance)" "$tolerance"
    check "$name: interval" awk -v d="$distance" -v t="$tolerance" -v l="$(echo "$got" | field lower)" \
        -v u="$(echo "$got" | field upper)" 'BEGIN { exit !(l != "" && l <= d + t && d <= u + t && u - l < 100 * t) }'
done <<'END'
on an axis|{"a":{"shape":"ellipsoid","semi_axes":[3,1,2]},"b":{"shape":"ellipsoid","semi_axes":[2,1,1],"position":[7,0,0]}}|separated|2|1e-13
touching|{"a":{"shape":"ellipsoid","semi_axes":[3,1,2]},"b":{"shape":"ellipsoid","semi_axes":[2,1,1],"position":[5,0,0]}}|touching|0|1e-13
mirror images|{"a":{"shape":"ellipsoid","semi_axes":[2,1,1],"position":[-2,0,0],"orientation":[0.9238795325112867,0,0,0.3826834323650898]},"b":{"shape":"ellipsoid","semi_axes":[2,1,1],"position":[2,0,0],"orientation":[0.9238795325112867,0,0,-0.3826834323650898]}}|separated|0.83772233983162|1e-13
the same twice|{"a":{"shape":"ellipsoid","semi_axes":[1,2,3],"position":[4,5,6]},"b":{"shape":"ellipsoid","semi_axes":[1,2,3],"position":[4,5,6]}}|overlapping|-2|1e-13
one centre|{"a":{"shape":"ellipsoid","semi_axes":[1,2,3]},"b":{"shape":"ellipsoid","semi_axes":[0.25,4,5]}}|overlapping|-1.25|1e-13
one in the other|{"a":{"shape":"ellipsoid","semi_axes":[1,2,3]},"b":{"shape":"ellipsoid","semi_axes":[0.1,0.1,0.1],"position":[0.5,0,0]}}|overlapping|-0.6|1e-13
equal axes|{"a":{"shape":"ellipsoid","semi_axes":[1,1,1]},"b":{"shape":"ellipsoid","semi_axes":[2,2,2],"position":[0,3,4]}}|separated|2|1e-13
sphere|{"a":{"shape":"ellipsoid","semi_axes":[1,2,3]},"b":{"shape":"sphere","radius":0.5,"position":[0,0,5]}}|separated|1.5|1e-13
sphere at the centre|{"a":{"shape":"ellipsoid","semi_axes":[1,2,3]},"b":{"shape":"sphere","radius":0.5}}|overlapping|-1.5|1e-13
sphere on the focal line|{"a":{"shape":"ellipsoid","semi_axes":[2,1,1]},"b":{"shape":"sphere","radius":0.5,"position":[0.75,0,0]}}|overlapping|-1.4013878188659973|1e-13
plane|{"a":{"shape":"plane","normal":[0,0,2],"offset":-1},"b":{"shape":"ellipsoid","semi_axes":[1,2,3],"position":[7,8,4]}}|separated|1.5|1e-13
plane, tilted|{"a":{"shape":"ellipsoid","semi_axes":[2,1,1]},"b":{"shape":"plane","normal":[1,1,0],"offset":-2}}|overlapping|-0.16692526771109462|1e-13
capsule|{"a":{"shape":"ellipsoid","semi_axes":[2,1,1]},"b":{"shape":"capsule","radius":0.5,"half_length":3,"position":[4,0,0]}}|separated|1.5|1e-13
capsule through it|{"a":{"shape":"ellipsoid","semi_axes":[2,1,9]},"b":{"shape":"capsule","radius":0.5,"half_length":3}}|overlapping|-1.5|1e-13
box, face|{"a":{"shape":"box","half_extents":[1,1,1]},"b":{"shape":"ellipsoid","semi_axes":[1,2,3],"position":[0.5,-0.5,5]}}|separated|1|1e-13
box, edge|{"a":{"shape":"box","half_extents":[1,1,1]},"b":{"shape":"ellipsoid","semi_axes":[1,1,3],"position":[4,5,0]}}|separated|4|1e-13
box, one centre|{"a":{"shape":"box","half_extents":[2,2,2]},"b":{"shape":"ellipsoid","semi_axes":[1,2,3]}}|overlapping|-3|1e-13
tetrahedron|{"a":{"shape":"polyhedron","vertices":[[0,0,0],[1,0,0],[0,1,0],[0,0,1]]},"b":{"shape":"ellipsoid","semi_axes":[1,1,0.5],"position":[0,0,3]}}|separated|1.5|1e-13
rounded|{"a":{"shape":"ellipsoid","semi_axes":[3,1,2],"rounding":0.5},"b":{"shape":"ellipsoid","semi_axes":[2,1,1],"rounding":0.25,"position":[7,0,0]}}|separated|1.25|1e-13
tiny|{"a":{"shape":"ellipsoid","semi_axes":[3e-9,1e-9,2e-9]},"b":{"shape":"ellipsoid","semi_axes":[2e-9,1e-9,1e-9],"position":[7e-9,0,0]}}|separated|2e-9|1e-22
huge|{"a":{"shape":"ellipsoid","semi_axes":[3e9,1e9,2e9]},"b":{"shape":"ellipsoid","semi_axes":[2e9,1e9,1e9],"position":[7e9,0,0]}}|separated|2e9|1e-4
a needle and a plate|{"a":{"shape":"ellipsoid","semi_axes":[1,0.001,0.001]},"b":{"shape":"ellipsoid","semi_axes":[0.001,1,1],"position":[1.002,0,0]}}|separated|0.001|1e-13
END

# --- no feature is named, and the fields are those of round shapes
ball2='{"shape":"ellipsoid","semi_axes":[1,2,3]}'
got=$(answer "{\"a\":$ball2,\"b\":$far}")
keys=$(printf '%s' "$got" | grep -o '"[a-z_]*":' | tr -d '":' | tr '\n' ' ')
equal "order of the fields" "status state distance lower upper normal point_a point_b point method iterations " "$keys"
equal "normal" '[1,0,0]' "$(echo "$got" | field normal)"
equal "point_a" '[1,0,0]' "$(echo "$got" | field point_a)"
equal "point_b" '[2,0,0]' "$(echo "$got" | field point_b)"

# --- volume and inertia
got=$("$SCREE" shape --format json "$ball2")
equal "shape" '"ellipsoid"' "$(echo "$got" | field shape)"
near "volume" 25.132741228718345 "$(echo "$got" | field volume)" 1e-13
equal "centroid" '[0,0,0]' "$(echo "$got" | field centroid)"
match "inertia" '"principal_moments":\[25\.13274122871834[0-9]*,50\.2654824574366[0-9]*,65\.345127194667[0-9]*\]' "$got"
match "bounds" '"low":\[-1[.0-9]*,-2[.0-9]*,-3[.0-9]*\],"high":\[1[.0-9]*,2[.0-9]*,3[.0-9]*\]' "$got"
# A ball of radius 1 that is swept by one of 0.5 is a ball of radius 1.5.
got=$("$SCREE" shape --format json '{"shape":"ellipsoid","semi_axes":[1,1,1],"rounding":0.5}')
near "volume, rounded" 14.137166941154069 "$(echo "$got" | field volume)" 1e-12
match "inertia, rounded" '"principal_moments":\[12\.72345024703[0-9]*,12\.72345024703[0-9]*,12\.72345024703[0-9]*\]' "$got"

# --- bad input: the field is named
while IFS='|' read -r name body message; do
    got=$(answer "{\"id\":7,\"a\":$body,\"b\":$far}")
    equal "$name: status" '"error"' "$(echo "$got" | field status)"
    match "$name: message" "$message" "$(echo "$got" | field error)"
    equal "$name: id" 7 "$(echo "$got" | field id)"
done <<'END'
zero|{"shape":"ellipsoid","semi_axes":[1,0,1]}|a\.semi_axes\.y: must be positive, got 0
negative|{"shape":"ellipsoid","semi_axes":[1,1,-2]}|a\.semi_axes\.z: must be positive, got -2
NaN|{"shape":"ellipsoid","semi_axes":[NaN,1,1]}|a\.semi_axes\[0\]: expected a number
infinite|{"shape":"ellipsoid","semi_axes":[1,1e999,1]}|a\.semi_axes\[1\]: expected a number
too small|{"shape":"ellipsoid","semi_axes":[1e-61,1e-61,1e-61]}|a\.semi_axes\.x: must be between
too large|{"shape":"ellipsoid","semi_axes":[1e61,1e61,1e61]}|a\.semi_axes\.x: must be between
wildly unequal|{"shape":"ellipsoid","semi_axes":[1e-9,1,1]}|a\.semi_axes: the longest is 1e\+09 times the shortest
wildly unequal, upwards|{"shape":"ellipsoid","semi_axes":[1,1,1e60]}|a\.semi_axes: the longest is 1e\+60 times the shortest
two axes|{"shape":"ellipsoid","semi_axes":[1,2]}|a\.semi_axes: expected 3 numbers, got 2
four axes|{"shape":"ellipsoid","semi_axes":[1,2,3,4]}|a\.semi_axes: expected 3 numbers, got 4
one number|{"shape":"ellipsoid","semi_axes":1}|a\.semi_axes: expected an array of 3 numbers
no axes|{"shape":"ellipsoid"}|a\.semi_axes: missing
a radius|{"shape":"ellipsoid","semi_axes":[1,2,3],"radius":1}|a\.radius: not a field of an? ellipsoid
rounding below 0|{"shape":"ellipsoid","semi_axes":[1,2,3],"rounding":-1}|a\.rounding: must not be negative
no orientation|{"shape":"ellipsoid","semi_axes":[1,2,3],"orientation":[0,0,0,0]}|a\.orientation: has length 0
with a disc|{"shape":"disc","radius":1}|2-D|dimension
END
"$SCREE" shape '{"shape":"ellipsoid","semi_axes":[1,2,0]}' >"$work/out" 2>"$work/err"
equal "shape: exit status" 1 $?
match "shape: message" 'semi_axes\.z: must be positive, got 0' "$(cat "$work/err")"

# --- axes as unequal as they may be
for thin in 0.001 1e-6; do
    got=$(answer "{\"a\":{\"shape\":\"ellipsoid\",\"semi_axes\":[1,1,$thin]},\"b\":$far}")
    equal "thickness $thin" '"ok"' "$(echo "$got" | field status)"
    near "thickness $thin: distance" 1 "$(echo "$got" | field distance)" 1e-13
done

# --- the papers' methods serve two ellipsoids, and say so where they do not
pair='"a":{"shape":"ellipsoid","semi_axes":[1,2,3]},"b":{"shape":"ellipsoid","semi_axes":[2,1,1],"position":[4,1,0],"orientation":[1,0.2,0.3,0.1]}'
truth=$(answer "{$pair}" | field distance)
for method in moving-balls gjk-johnson gjk-signed-volumes gjk-epa newton-coulomb exterior-penalty jain jia; do
    got=$(answer "{\"method\":\"$method\",$pair}")
    match "$method: status" '"status":"(ok|no_convergence)"' "$got"
    equal "$method: names itself" "\"$method\"" "$(echo "$got" | field method)"
    check "$method: interval holds auto's distance" awk -v d="$truth" -v l="$(echo "$got" | field lower)" \
        -v u="$(echo "$got" | field upper)" 'BEGIN { exit !(l != "" && u != "" && l <= d + 1e-14 && d <= u + 1e-14) }'
done
for method in moving-balls newton-coulomb exterior-penalty jain jia; do
    match "$method: a box" "'$method' does not serve ellipsoid with box; these do: auto, " \
        "$(answer "{\"method\":\"$method\",\"a\":$ball2,\"b\":{\"shape\":\"box\",\"half_extents\":[1,1,1]}}")"
    match "$method: rounded" "'$method' does not serve ellipsoid with sphere" \
        "$(answer "{\"method\":\"$method\",\"a\":{\"shape\":\"ellipsoid\",\"semi_axes\":[1,2,3],\"rounding\":0.1},\"b\":$far}")"
done

# --- parameters: the defaults make no difference, other values do: method, defaults, other values
while IFS='|' read -r method usual other; do
    plain=$(answer "{\"method\":\"$method\",$pair}")
    equal "$method: no parameters" "$plain" "$(answer "{\"method\":\"$method\",\"parameters\":{},$pair}")"
    equal "$method: $usual" "$plain" "$(answer "{\"method\":\"$method\",\"parameters\":{$usual},$pair}")"
    got=$(answer "{\"method\":\"$method\",$pair,\"parameters\":{$other}}")
    match "$method: $other" '"status":"(ok|no_convergence)"' "$got"
    check "$method: $other: takes other steps" [ "$(echo "$plain" | field iterations)" != "$(echo "$got" | field iterations)" ]
    check "$method: $other: interval" awk -v d="$truth" -v l="$(echo "$got" | field lower)" \
        -v u="$(echo "$got" | field upper)" 'BEGIN { exit !(l != "" && u != "" && l <= d + 1e-14 && d <= u + 1e-14) }'
done <<'END'
moving-balls|"adaptive_angle":false|"adaptive_angle":true
newton-coulomb|"initial_coulomb":false,"coulomb_most":0.01,"coulomb_near":1,"coulomb_shrink":0.5|"coulomb_most":0.1
newton-coulomb|"coulomb_force":0,"coulomb_drag":2,"coulomb_step":0.1|"coulomb_near":0.01
newton-coulomb|"initial_coulomb":false|"coulomb_shrink":0.25
newton-coulomb|"initial_coulomb":false|"initial_coulomb":true
newton-coulomb|"initial_coulomb":false|"initial_coulomb":true,"coulomb_force":3,"coulomb_drag":4,"coulomb_step":0.05
exterior-penalty|"penalty":0,"penalty_stop":0|"penalty":2000
exterior-penalty|"penalty":0|"penalty_stop":0.01
jain|"jain_factor":1.0|"jain_factor":0.25
jain|"jain_factor":1.0|"jain_shrink":0.5
END
# The factor of the paper makes Jain's method converge here.
equal "jain: status" '"ok"' "$(answer "{\"method\":\"jain\",\"tolerance\":1e-6,\"parameters\":{\"jain_factor\":0.005},$pair}" | field status)"

# --- parameters: bad ones are named
while IFS='|' read -r name method parameters message; do
    got=$(answer "{\"id\":7,\"method\":\"$method\",\"parameters\":$parameters,$pair}")
    equal "$name: status" '"error"' "$(echo "$got" | field status)"
    match "$name: message" "$message" "$(echo "$got" | field error)"
    equal "$name: id" 7 "$(echo "$got" | field id)"
done <<'END'
no object|jain|[1]|parameters: expected an object, got an array
null|jain|null|parameters: expected an object, got null
unknown|jain|{"jain":1}|parameters\.jain: unknown field
a start of a name|jain|{"jain_fac":1}|parameters\.jain_fac: unknown field
twice|jain|{"jain_factor":1,"jain_factor":1}|parameters\.jain_factor: is there twice
a flag for a number|jain|{"jain_factor":true}|parameters\.jain_factor: expected a number, got true or false
a string for a number|exterior-penalty|{"penalty":"1"}|parameters\.penalty: expected a number, got a string
a number for a flag|moving-balls|{"adaptive_angle":1}|parameters\.adaptive_angle: expected true or false, got a number
zero|jain|{"jain_factor":0}|parameters\.jain_factor: must be positive, got 0
negative|newton-coulomb|{"coulomb_most":-0.1}|parameters\.coulomb_most: must be positive, got -0\.1
negative length|exterior-penalty|{"penalty_stop":-1}|parameters\.penalty_stop: must not be negative, got -1
portion|newton-coulomb|{"coulomb_shrink":1}|parameters\.coulomb_shrink: must be above 0 and below 1, got 1
NaN|jain|{"jain_factor":NaN}|parameters\.jain_factor: expected a number, got NaN
infinite|jain|{"jain_factor":1e999}|parameters\.jain_factor: expected a number, got 1e999
another method's|jain|{"penalty":1}|parameters\.penalty: 'jain' does not read it, only 'exterior-penalty' does
auto|auto|{"jain_factor":1}|parameters: 'auto' has none; these have: moving-balls, newton-coulomb, exterior-penalty, jain
a method without|jia|{}|parameters: 'jia' has none
END
match "parameters: without a method" "parameters: 'auto' has none" "$(answer "{\"parameters\":{},$pair}")"
equal "parameters: the method of the command line" '"ok"' \
    "$(printf '{"parameters":{"adaptive_angle":true},%s}\n' "$pair" | "$SCREE" query --method moving-balls | field status)"
equal "parameters: not kept for the next line" "$(answer "{\"method\":\"jain\",$pair}")" \
    "$(printf '{"method":"jain","parameters":{"jain_factor":0.25},%s}\n{"method":"jain",%s}\n' "$pair" "$pair" |
        "$SCREE" query | tail -n 1)"
finish
