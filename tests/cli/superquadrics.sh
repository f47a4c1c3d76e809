# Superquadrics, cylinders, cones and tapered capsules through the command: answers known in closed form, masses, bad
# input.
. "$(dirname "$0")/check.inc"

# --- closed forms: name, body A, body B, state, distance, tolerance
while IFS='|' read -r pair a b state distance tolerance; do
    for order in ab ba; do
        [ $order = ab ] && line="{\"a\":$a,\"b\":$b}" || line="{\"a\":$b,\"b\":$a}"
        got=$(answer "$line")
        equal "$pair, $order: status" '"ok"' "$(echo "$got" | field status)"
        equal "$pair, $order: state" "\"$state\"" "$(echo "$got" | field state)"
        near "$pair, $order: distance" "$distance" "$(echo "$got" | field distance)" "$tolerance"
        check "$pair, $order: interval" awk -v d="$distance" -v t="$tolerance" -v l="$(echo "$got" | field lower)" \
            -v u="$(echo "$got" | field upper)" \
            'BEGIN { exit !(l != "" && l <= d + t / 10 && d <= u + t / 10 && u - l < 10 * t) }'
    done
done <<'END'
sphere on an axis|{"shape":"superquadric","semi_axes":[3,1,2],"exponents":[4,4]}|{"shape":"sphere","radius":1,"position":[7,0,0]}|separated|3|1e-12
sphere off a face|{"shape":"superquadric","semi_axes":[1,2,3],"exponents":[8,8]}|{"shape":"sphere","radius":0.5,"position":[0,0,-5]}|separated|1.5|1e-12
sphere off a corner|{"shape":"superquadric","semi_axes":[1,1,1],"exponents":[4,4]}|{"shape":"sphere","radius":0.5,"position":[2,2,2]}|separated|1.648027602185262|1e-12
sphere off an edge|{"shape":"superquadric","semi_axes":[1,1,1],"exponents":[4,4]}|{"shape":"sphere","radius":0.5,"position":[2,-2,0]}|separated|1.1392200097434693|1e-12
sphere inside|{"shape":"superquadric","semi_axes":[1,2,3],"exponents":[4,4]}|{"shape":"sphere","radius":0.5}|overlapping|-1.5|1e-12
touching|{"shape":"superquadric","semi_axes":[1,2,3],"exponents":[6,3]}|{"shape":"sphere","radius":0.5,"position":[1.5,0,0]}|touching|0|1e-12
plane under|{"shape":"plane","normal":[0,0,2],"offset":-4}|{"shape":"superquadric","semi_axes":[1,2,3],"exponents":[20,5],"position":[7,8,5]}|separated|4|1e-12
plane, tilted|{"shape":"plane","normal":[1,1,0],"offset":-4}|{"shape":"superquadric","semi_axes":[1,1,1],"exponents":[9,4]}|separated|1.6392200097434693|1e-12
plane, deep|{"shape":"plane","normal":[1,1,1],"offset":0}|{"shape":"superquadric","semi_axes":[1,1,1],"exponents":[4,4]}|overlapping|-1.3160740129524924|1e-12
box beside|{"shape":"box","half_extents":[1,1,1]}|{"shape":"superquadric","semi_axes":[1,1,1],"exponents":[8,8],"position":[3,0,0]}|separated|1|1e-12
box, shifted|{"shape":"box","half_extents":[1,1,1]}|{"shape":"superquadric","semi_axes":[1,2,3],"exponents":[4,6],"position":[0.5,-0.5,5]}|separated|1|1e-12
box, overlapping|{"shape":"box","half_extents":[1,1,1]}|{"shape":"superquadric","semi_axes":[1,1,1],"exponents":[8,8],"position":[1.5,0,0]}|overlapping|-0.5|1e-12
box, one centre|{"shape":"box","half_extents":[2,2,2]}|{"shape":"superquadric","semi_axes":[1,2,3],"exponents":[4,4]}|overlapping|-3|1e-12
capsule|{"shape":"capsule","radius":0.5,"half_length":3,"position":[4,0,0]}|{"shape":"superquadric","semi_axes":[2,1,1],"exponents":[5,5]}|separated|1.5|1e-12
ellipsoid|{"shape":"ellipsoid","semi_axes":[2,1,1],"position":[7,0,0]}|{"shape":"superquadric","semi_axes":[3,1,2],"exponents":[6,4]}|separated|2|1e-12
two, on an axis|{"shape":"superquadric","semi_axes":[3,1,2],"exponents":[4,4]}|{"shape":"superquadric","semi_axes":[2,1,1],"exponents":[3,8],"position":[7,0,0]}|separated|2|1e-12
two, touching|{"shape":"superquadric","semi_axes":[3,1,2],"exponents":[4,4]}|{"shape":"superquadric","semi_axes":[2,1,1],"exponents":[3,8],"position":[5,0,0]}|touching|0|1e-12
two, corner to corner|{"shape":"superquadric","semi_axes":[1,1,1],"exponents":[4,4]}|{"shape":"superquadric","semi_axes":[1,1,1],"exponents":[4,4],"position":[3,3,3]}|separated|2.5640043968016472|1e-12
the same twice|{"shape":"superquadric","semi_axes":[1,2,3],"exponents":[4,4],"position":[4,5,6]}|{"shape":"superquadric","semi_axes":[1,2,3],"exponents":[4,4],"position":[4,5,6]}|overlapping|-2|1e-12
one centre|{"shape":"superquadric","semi_axes":[1,2,3],"exponents":[4,4]}|{"shape":"superquadric","semi_axes":[0.25,4,5],"exponents":[3,3]}|overlapping|-1.25|1e-12
rounded|{"shape":"superquadric","semi_axes":[3,1,2],"exponents":[4,4],"rounding":0.5}|{"shape":"superquadric","semi_axes":[2,1,1],"exponents":[4,4],"rounding":0.25,"position":[7,0,0]}|separated|1.25|1e-12
tiny|{"shape":"superquadric","semi_axes":[3e-9,1e-9,2e-9],"exponents":[4,4]}|{"shape":"superquadric","semi_axes":[2e-9,1e-9,1e-9],"exponents":[8,8],"position":[7e-9,0,0]}|separated|2e-9|1e-21
huge|{"shape":"superquadric","semi_axes":[3e9,1e9,2e9],"exponents":[4,4]}|{"shape":"superquadric","semi_axes":[2e9,1e9,1e9],"exponents":[8,8],"position":[7e9,0,0]}|separated|2e9|1e-3
other names|{"shape":"superquadric","semi_axes":[3,1,2],"blockiness":[4,4]}|{"shape":"sphere","radius":1,"position":[7,0,0]}|separated|3|1e-12
exponents 2|{"shape":"superquadric","semi_axes":[2,1,1],"exponents":[2,2]}|{"shape":"sphere","radius":0.5,"position":[0.75,0,0]}|overlapping|-1.4013878188659973|1e-12
cylinder, sphere beside|{"shape":"cylinder","radius":1,"half_length":2}|{"shape":"sphere","radius":0.5,"position":[3,0,1]}|separated|1.5|1e-12
cylinder, sphere above|{"shape":"cylinder","radius":1,"half_length":2}|{"shape":"sphere","radius":0.5,"position":[0.5,0,4]}|separated|1.5|1e-12
cylinder, sphere off the rim|{"shape":"cylinder","radius":1,"half_length":2}|{"shape":"sphere","radius":0.5,"position":[4,0,6]}|separated|4.5|1e-12
cylinder, sphere inside|{"shape":"cylinder","radius":1,"half_length":2}|{"shape":"sphere","radius":0.5,"position":[0.25,0,0]}|overlapping|-1.25|1e-12
cylinder, plane under|{"shape":"cylinder","radius":1,"half_length":2}|{"shape":"plane","normal":[0,0,1],"offset":-5}|separated|3|1e-12
cylinder, tilted plane|{"shape":"cylinder","radius":1,"half_length":2}|{"shape":"plane","normal":[3,0,4],"offset":-20}|separated|1.8|1e-12
cylinder, box beside|{"shape":"cylinder","radius":1,"half_length":2}|{"shape":"box","half_extents":[1,1,1],"position":[4,0,0]}|separated|2|1e-12
cylinder, box on it|{"shape":"cylinder","radius":1,"half_length":2}|{"shape":"box","half_extents":[3,3,1],"position":[0,0,2.75]}|overlapping|-0.25|1e-12
cylinders, end to end|{"shape":"cylinder","radius":1,"half_length":2}|{"shape":"cylinder","radius":2,"half_length":1,"position":[0,0,4]}|separated|1|1e-12
cylinders, side by side|{"shape":"cylinder","radius":1,"half_length":2}|{"shape":"cylinder","radius":2,"half_length":3,"position":[3,4,0]}|separated|2|1e-12
cylinders, crossed|{"shape":"cylinder","radius":1,"half_length":9}|{"shape":"cylinder","radius":2,"half_length":9,"position":[0,5,0],"orientation":[1,0,1,0]}|separated|2|1e-12
cylinder, the same twice|{"shape":"cylinder","radius":1,"half_length":2}|{"shape":"cylinder","radius":1,"half_length":2}|overlapping|-2|1e-12
cylinder, needle and plate|{"shape":"cylinder","radius":0.001,"half_length":1}|{"shape":"cylinder","radius":1,"half_length":0.001,"position":[0,0,1.002]}|separated|0.001|1e-12
cylinder, rounded|{"shape":"cylinder","radius":1,"half_length":2,"rounding":0.25}|{"shape":"sphere","radius":0.5,"position":[4,0,6]}|separated|4.25|1e-12
cylinder, tiny|{"shape":"cylinder","radius":1e-9,"half_length":2e-9}|{"shape":"sphere","radius":5e-10,"position":[4e-9,0,6e-9]}|separated|4.5e-9|1e-21
cylinder, huge|{"shape":"cylinder","radius":1e9,"half_length":2e9}|{"shape":"sphere","radius":5e8,"position":[4e9,0,6e9]}|separated|4.5e9|1e-3
cone, sphere over the apex|{"shape":"cone","radius":1,"half_length":1}|{"shape":"sphere","radius":0.5,"position":[0,0,3]}|separated|1.5|1e-12
cone, sphere under the base|{"shape":"cone","radius":1,"half_length":1}|{"shape":"sphere","radius":0.5,"position":[0.5,0.5,-3]}|separated|1.5|1e-12
cone, sphere beside|{"shape":"cone","radius":1,"half_length":1}|{"shape":"sphere","radius":0.5,"position":[2.2888543819998317,0,0.8944271909999159]}|separated|1.5|1e-12
cone, sphere off the rim|{"shape":"cone","radius":1,"half_length":1}|{"shape":"sphere","radius":0.5,"position":[4,0,-5]}|separated|4.5|1e-12
cone, plane under|{"shape":"cone","radius":1,"half_length":1}|{"shape":"plane","normal":[0,0,1],"offset":-3}|separated|2|1e-12
cone, plane over|{"shape":"cone","radius":1,"half_length":1}|{"shape":"plane","normal":[0,0,-1],"offset":-0.75}|overlapping|-0.25|1e-12
cone, box under|{"shape":"cone","radius":1,"half_length":1}|{"shape":"box","half_extents":[2,2,1],"position":[0,0,-3]}|separated|1|1e-12
cones, tip to tip|{"shape":"cone","radius":1,"half_length":1}|{"shape":"cone","radius":1,"half_length":1,"position":[0,0,3],"orientation":[0,1,0,0]}|separated|1|1e-12
cone, the same twice|{"shape":"cone","radius":1,"half_length":1}|{"shape":"cone","radius":1,"half_length":1}|overlapping|-1.7888543819998317|1e-12
cone, needle and plate|{"shape":"cone","radius":0.001,"half_length":1}|{"shape":"cone","radius":1,"half_length":0.001,"position":[0,0,1.002]}|separated|0.001|1e-12
cone, rounded|{"shape":"cone","radius":1,"half_length":1,"rounding":0.25}|{"shape":"sphere","radius":0.5,"position":[0,0,3]}|separated|1.25|1e-12
cone, tiny|{"shape":"cone","radius":1e-9,"half_length":1e-9}|{"shape":"sphere","radius":5e-10,"position":[4e-9,0,-5e-9]}|separated|4.5e-9|1e-21
cone, huge|{"shape":"cone","radius":1e9,"half_length":1e9}|{"shape":"sphere","radius":5e8,"position":[4e9,0,-5e9]}|separated|4.5e9|1e-3
tapered capsule, sphere over|{"shape":"tapered_capsule","radii":[1,2],"half_length":3}|{"shape":"sphere","radius":1,"position":[0,0,9]}|separated|3|1e-12
tapered capsule, sphere under|{"shape":"tapered_capsule","radii":[1,2],"half_length":3}|{"shape":"sphere","radius":1,"position":[0,0,-9]}|separated|4|1e-12
tapered capsule, sphere beside|{"shape":"tapered_capsule","radii":[1,2],"half_length":3}|{"shape":"sphere","radius":0.5,"position":[3.451046540141443,0,-0.5833333333333334]}|separated|1.5|1e-12
tapered capsule, plane|{"shape":"tapered_capsule","radii":[1,2],"half_length":3}|{"shape":"plane","normal":[0,0,1],"offset":-6}|separated|2|1e-12
tapered capsule, box|{"shape":"tapered_capsule","radii":[1,2],"half_length":3}|{"shape":"box","half_extents":[4,4,1],"position":[0,0,7]}|separated|1|1e-12
tapered capsule, the same twice|{"shape":"tapered_capsule","radii":[1,2],"half_length":3}|{"shape":"tapered_capsule","radii":[1,2],"half_length":3}|overlapping|-4|1e-12
tapered capsule, rounded|{"shape":"tapered_capsule","radii":[1,2],"half_length":3,"rounding":0.5}|{"shape":"sphere","radius":1,"position":[0,0,9]}|separated|2.5|1e-12
tapered capsule, tiny|{"shape":"tapered_capsule","radii":[1e-9,2e-9],"half_length":3e-9}|{"shape":"sphere","radius":1e-9,"position":[0,0,9e-9]}|separated|3e-9|1e-21
tapered capsule, huge|{"shape":"tapered_capsule","radii":[1e9,2e9],"half_length":3e9}|{"shape":"sphere","radius":1e9,"position":[0,0,9e9]}|separated|3e9|1e-3
tapered capsule, one ball in the other|{"shape":"tapered_capsule","radii":[1,9],"half_length":3}|{"shape":"sphere","radius":1,"position":[20,0,3]}|separated|10|1e-12
tapered capsule, upside down|{"shape":"tapered_capsule","radii":[9,1],"half_length":3,"position":[1,0,0]}|{"shape":"box","half_extents":[1,1,1],"position":[21,0,-3]}|separated|10|1e-12
tapered capsule, one ball in the other, rotated|{"shape":"tapered_capsule","radii":[1,9],"half_length":3,"orientation":[1,0,1,0]}|{"shape":"sphere","radius":1,"position":[20,0,0]}|separated|7|1e-12
tapered capsule, a capsule|{"shape":"tapered_capsule","radii":[2,2],"half_length":3}|{"shape":"sphere","radius":1,"position":[6,0,2]}|separated|3|1e-12
tapered capsule, a ball|{"shape":"tapered_capsule","radii":[2,1],"half_length":0}|{"shape":"sphere","radius":1,"position":[0,3,4]}|separated|2|1e-12
superquadric and cylinder|{"shape":"superquadric","semi_axes":[3,1,2],"exponents":[4,4]}|{"shape":"cylinder","radius":1,"half_length":2,"position":[6,0,0]}|separated|2|1e-12
cylinder and cone|{"shape":"cylinder","radius":1,"half_length":2}|{"shape":"cone","radius":1,"half_length":1,"position":[0.25,0,4]}|separated|1|1e-12
END

# --- no feature is named
block='{"shape":"superquadric","semi_axes":[1,2,3],"exponents":[4,4]}'
got=$(answer "{\"a\":$block,\"b\":$far}")
keys=$(printf '%s' "$got" | grep -o '"[a-z_]*":' | tr -d '":' | tr '\n' ' ')
equal "order of the fields" "status state distance lower upper normal point_a point_b point method iterations " "$keys"

# --- volume and inertia, semi-axes and exponents
got=$("$SCREE" shape --format json "$block")
equal "shape" '"superquadric"' "$(echo "$got" | field shape)"
equal "semi-axes" '[1,2,3]' "$(echo "$got" | field semi_axes)"
equal "exponents" '[4,4]' "$(echo "$got" | field exponents)"
near "volume" 38.89192411071829 "$(echo "$got" | field volume)" 1e-13
equal "centroid" '[0,0,0]' "$(echo "$got" | field centroid)"
match "bounds" '"low":\[-1,-2,-3\],"high":\[1,2,3\]' "$got"
match "text" '^exponents +4 4$' "$("$SCREE" shape "$block")"
while IFS='|' read -r body volume centroid; do
    got=$("$SCREE" shape --format json "$body")
    near "$body: volume" "$volume" "$(echo "$got" | field volume)" "$(awk -v v="$volume" 'BEGIN { print v * 1e-14 }')"
    near "$body: centroid" "$centroid" "$(echo "$got" | field centroid | sed 's/.*,//; s/\]//')" 1e-14
    equal "$body: sound" true "$(echo "$got" | field sound)"
done <<'END'
{"shape":"cylinder","radius":2,"half_length":3}|75.39822368615503|0
{"shape":"cone","radius":2,"half_length":3}|25.132741228718345|-1.5
{"shape":"tapered_capsule","radii":[1,5],"half_length":2}|523.5987755982989|2
{"shape":"tapered_capsule","radii":[1,1],"half_length":3}|23.03834612632515|0
END

# --- bad input: the field is named
while IFS='|' read -r name body message; do
    got=$(answer "{\"id\":7,\"a\":$body,\"b\":$far}")
    equal "$name: status" '"error"' "$(echo "$got" | field status)"
    match "$name: message" "$message" "$(echo "$got" | field error)"
    equal "$name: id" 7 "$(echo "$got" | field id)"
done <<'END'
below 2|{"shape":"superquadric","semi_axes":[1,1,1],"exponents":[1.5,4]}|a\.exponents\.n1: must be between 2 and 100, got 1\.5
above 100|{"shape":"superquadric","semi_axes":[1,1,1],"exponents":[4,101]}|a\.exponents\.n2: must be between 2 and 100, got 101
exponent 0|{"shape":"superquadric","semi_axes":[1,1,1],"exponents":[4,0]}|a\.exponents\.n2: must be between 2 and 100, got 0
exponent below 0|{"shape":"superquadric","semi_axes":[1,1,1],"blockiness":[-4,4]}|a\.exponents\.n1: must be between 2 and 100, got -4
exponent NaN|{"shape":"superquadric","semi_axes":[1,1,1],"exponents":[NaN,4]}|a\.exponents\[0\]: expected a number
exponent infinite|{"shape":"superquadric","semi_axes":[1,1,1],"exponents":[4,1e999]}|a\.exponents\[1\]: expected a number
one exponent|{"shape":"superquadric","semi_axes":[1,1,1],"exponents":[4]}|a\.exponents: expected 2 numbers, got 1
three exponents|{"shape":"superquadric","semi_axes":[1,1,1],"blockiness":[4,4,4]}|a\.blockiness: expected 2 numbers, got 3
a number|{"shape":"superquadric","semi_axes":[1,1,1],"blockiness":4}|a\.blockiness: expected an array of 2 numbers
no exponents|{"shape":"superquadric","semi_axes":[1,1,1]}|a\.exponents: missing, a superquadric needs it
both names|{"shape":"superquadric","semi_axes":[1,1,1],"exponents":[4,4],"blockiness":[4,4]}|a\.blockiness: another name of exponents, which are there too
no axes|{"shape":"superquadric","exponents":[4,4]}|a\.semi_axes: missing
zero|{"shape":"superquadric","semi_axes":[1,0,1],"exponents":[4,4]}|a\.semi_axes\.y: must be positive, got 0
negative|{"shape":"superquadric","semi_axes":[1,1,-2],"exponents":[4,4]}|a\.semi_axes\.z: must be positive, got -2
NaN|{"shape":"superquadric","semi_axes":[NaN,1,1],"exponents":[4,4]}|a\.semi_axes\[0\]: expected a number
too small|{"shape":"superquadric","semi_axes":[1e-61,1e-61,1e-61],"exponents":[4,4]}|a\.semi_axes\.x: must be between
wildly unequal|{"shape":"superquadric","semi_axes":[1e-9,1,1],"exponents":[4,4]}|a\.semi_axes: the longest is 1e\+09 times the shortest
rounding below 0|{"shape":"superquadric","semi_axes":[1,1,1],"exponents":[4,4],"rounding":-1}|a\.rounding: must not be negative
blockiness of an ellipsoid|{"shape":"ellipsoid","semi_axes":[1,1,1],"blockiness":[4,4]}|a\.blockiness: not a field of an ellipsoid
exponents of a box|{"shape":"box","half_extents":[1,1,1],"exponents":[4,4]}|a\.exponents: not a field of a box
cylinder, radius 0|{"shape":"cylinder","radius":0,"half_length":1}|a\.radius: must be positive, got 0
cylinder, no height|{"shape":"cylinder","radius":1,"half_length":0}|a\.half_length: must be positive, got 0
cylinder, half a shape|{"shape":"cylinder","radius":1}|a\.half_length: missing, a cylinder needs it
cone, radius below 0|{"shape":"cone","radius":-1,"half_length":1}|a\.radius: must be positive, got -1
cone, height below 0|{"shape":"cone","radius":1,"half_length":-1}|a\.half_length: must be positive, got -1
cone, radii|{"shape":"cone","radii":[1,2],"half_length":1}|a\.(radii: not a field of a cone|radius: missing)
tapered capsule, one radius|{"shape":"tapered_capsule","radii":[1],"half_length":1}|a\.radii: expected 2 numbers, got 1
tapered capsule, radius 0|{"shape":"tapered_capsule","radii":[0,1],"half_length":1}|a\.radii\.bottom: must be positive, got 0
tapered capsule, radius below 0|{"shape":"tapered_capsule","radii":[1,-1],"half_length":1}|a\.radii\.top: must be positive, got -1
tapered capsule, height below 0|{"shape":"tapered_capsule","radii":[1,1],"half_length":-1}|a\.half_length: must not be negative
with a disc|{"shape":"disc","radius":1}|2-D|dimension
END
finish
