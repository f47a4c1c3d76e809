# The papers' methods through the command: every row answers, its counts are there, and a pair that it does not serve
# gets the names of those that do.
. "$(dirname "$0")/check.inc"

cubes='"a":{"shape":"box","half_extents":[1,1,1]},"b":{"shape":"box","half_extents":[1,1,1],"position":[0.1,0.2,1.75],"orientation":[1,0.1,0.2,0.3]}'
apart='"a":{"shape":"box","half_extents":[1,1,1]},"b":{"shape":"box","half_extents":[1,1,1],"position":[0.1,0.2,3.5],"orientation":[1,0.1,0.2,0.3]}'
plane='"a":{"shape":"polygon","vertices":[[0,0],[2,0],[2,1],[0,1]]},"b":{"shape":"polygon","vertices":[[0,0],[1,0],[0,1]],"position":[1.75,0.5],"angle":0.3}'
balls='"a":{"shape":"sphere","radius":1},"b":{"shape":"capsule","radius":0.5,"half_length":1,"position":[2,1,0]}'

eggs='"a":{"shape":"sphere","radius":1},"b":{"shape":"ellipsoid","semi_axes":[1,0.5,2],"position":[2.5,1,0]}'
block='"a":{"shape":"superquadric","semi_axes":[1,0.5,2],"exponents":[4,6]}'
sq_newton="$block,\"b\":{\"shape\":\"superquadric\",\"semi_axes\":[1,1,1],\"exponents\":[3,3],\"position\":[1.5,0.9,0.4]}"
sq_plane="$block,\"b\":{\"shape\":\"plane\",\"normal\":[1,0.2,0.1],\"offset\":-1}"
sq_segment="$block,\"b\":{\"shape\":\"capsule\",\"radius\":0.1,\"half_length\":2,\"position\":[1.05,0.1,0.4]}"
ph_sq="$block,\"b\":{\"shape\":\"box\",\"half_extents\":[1,2,3],\"position\":[1.99,0.1,0]}"

ask() {
    answer "{\"method\":\"$1\",$2}"
}

# --- every row of the table answers what it says it serves
count=0
for method in $("$SCREE" methods --format json | sed 's/{"name":"\([^"]*\)".*/\1/'); do
    count=$((count + 1))
    case $method in moving-balls | newton-coulomb | exterior-penalty | jain | jia)
        match "$method: spheres" '"status":"(ok|no_convergence)"' "$(ask "$method" "$eggs")"
        equal "$method: names itself" "\"$method\"" "$(ask "$method" "$eggs" | field method)"
        continue
        ;;
    esac
    case $method in sq-newton | sq-plane | sq-segment | ph-sq)
        eval "pair=\$$(echo "$method" | tr - _)"
        match "$method: superquadric" '"status":"(ok|no_convergence)"' "$(ask "$method" "$pair")"
        equal "$method: names itself" "\"$method\"" "$(ask "$method" "$pair" | field method)"
        near "$method: near the truth" "$(ask auto "$pair" | field distance)" "$(ask "$method" "$pair" | field distance)" 0.02
        continue
        ;;
    esac
    for pair in "$cubes" "$apart"; do
        got=$(ask "$method" "$pair")
        match "$method: status" '"status":"(ok|no_convergence)"' "$got"
        equal "$method: names itself" "\"$method\"" "$(echo "$got" | field method)"
        truth=$(ask auto "$pair" | field distance)
        check "$method: interval holds auto's distance" awk -v d="$truth" -v l="$(echo "$got" | field lower)" \
            -v u="$(echo "$got" | field upper)" 'BEGIN { exit !(l != "" && u != "" && l <= d + 1e-14 && d <= u + 1e-14) }'
    done
    near "$method: apart" "$truth" "$(ask "$method" "$apart" | field distance)" 1e-6
done
equal "number of methods" 20 "$count"

# --- counts, in the papers' units
match "gjk-epa counts" '"counts":\{"gjk_updates":[1-9][0-9]*,"epa_iterations":[1-9][0-9]*\}' "$(ask gjk-epa "$cubes")"
match "gjk-td counts" '"counts":\{"gjk_updates":[1-9]' "$(ask gjk-td "$cubes")"
match "gjk-johnson counts" '"counts":\{"gjk_updates":[1-9][0-9]*\}' "$(ask gjk-johnson "$apart")"
match "cp counts" '"counts":\{"perturbations":[1-9][0-9]*\}' "$(ask cp "$cubes")"
match "fcp counts" '"counts":\{"candidates":[1-9][0-9]*\}' "$(ask fcp "$cubes")"
match "slm counts" '"counts":\{"link_iterations":[1-9][0-9]*\}' "$(ask slm "$apart")"
match "ph-sq counts" '"counts":\{"ph_case":2\}' "$(ask ph-sq "$ph_sq")"
check "auto has no counts" test -z "$(ask auto "$cubes" | grep counts)"

# --- 2-D
for method in cp fcp slm gjk-johnson gjk-signed-volumes gjk-epa sat; do
    match "$method: polygons" '"status":"(ok|no_convergence)"' "$(ask "$method" "$plane")"
done

# --- pairs that are not served: the error names the methods that do
match "cp on round shapes" \
    "\"error\":\"line 1: method: 'cp' does not serve sphere with capsule; these do: auto, gjk-johnson, gjk-signed-volumes, gjk-epa, sq-segment\"" \
    "$(ask cp "$balls")"
match "cp-revised on polygons" "'cp-revised' does not serve polygon with polygon; these do: auto, cp, fcp, slm, " \
    "$(ask cp-revised "$plane")"
ground='"a":{"shape":"sphere","radius":1},"b":{"shape":"plane","normal":[0,0,1],"offset":0}'
match "gjk-epa on a half space" "'gjk-epa' does not serve sphere with plane; these do: auto, sq-plane\"" "$(ask gjk-epa "$ground")"
printf '{"method":"cp",%s}\n' "$balls" | "$SCREE" query >"$work/out"
equal "exit status" 1 $?
match "unknown method" "unknown method 'epa'; did you mean gjk-epa\\?\"" "$(ask epa "$cubes")"

# --- named by the option instead
got=$(printf '{%s}\n' "$cubes" | "$SCREE" query --method sat)
equal "option --method" '"sat"' "$(echo "$got" | field method)"
finish
