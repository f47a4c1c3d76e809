# scree pack: packings that hold what they promise, in every format, and how it takes what it cannot do.
. "$(dirname "$0")/check.inc"

# pack OPTIONS...: the packing in $work/out, the report in $work/report, the exit status
pack() { "$SCREE" pack "$@" >"$work/out" 2>"$work/report"; }
# said NAME: what the report says of it, up to the first comma
said() { sed -n "s/^$1  *\([^,]*\).*/\1/p" "$work/report"; }

# --- alone: something sensible
pack
equal "alone: exit status" 0 $?
equal "alone: grains" "1000 of 1000" "$(said grains)"
near "alone: fraction" 0.25 "$(said fraction)" 1e-14
equal "alone: head" "id,x,y,z,qw,qx,qy,qz,radius,a,b,c" "$(head -n 1 "$work/out")"
equal "alone: lines" 1001 "$(wc -l <"$work/out" | tr -d ' ')"
match "alone: proof" 'no two grains overlap.*periodic images' "$(grep '^proof' "$work/report")"
match "alone: gap" '^smallest gap  in \[[0-9.e-]+, [0-9.e-]+\], grains [0-9]+ and [0-9]+' "$(grep '^smallest' "$work/report")"
side=$(sed -n 's/^box  *\([^ ]*\) .*/\1/p' "$work/report")
check "alone: in the box, unit quaternions, aspect 2" awk -F , -v l="$side" 'NR > 1 {
    q = $5 * $5 + $6 * $6 + $7 * $7 + $8 * $8 - 1
    for (i = 2; i <= 4; ++i) if ($i < 0 || $i > l) bad = 1
    if (q * q > 1e-24 || $9 != 0.5 || ($10 - 2 * $11) ^ 2 > 1e-24 || $11 != $12 || $1 != NR - 2) bad = 1
} END { exit bad }' "$work/out"

# --- the same bytes for the same options, others for another seed
cp "$work/out" "$work/first"
pack
check "again: the same bytes" cmp -s "$work/first" "$work/out"
pack --seed 2
check "another seed: other bytes" sh -c '! cmp -s "$1/first" "$1/out"' sh "$work"
"$SCREE" pack -o "$work/file.csv" 2>"$work/report"
check "a file: the same bytes" cmp -s "$work/first" "$work/file.csv"
equal "a file: none beside" "file.csv" "$(cd "$work" && echo file*)"

# --- spheres: all pairs and all images, by awk
pack --shape sphere --count 150 --fraction 0.3 --radius 2
equal "spheres: exit status" 0 $?
side=$(sed -n 's/^box  *\([^ ]*\) .*/\1/p' "$work/report")
gap=$(awk -F , -v l="$side" 'NR > 1 { x[++n] = $2; y[n] = $3; z[n] = $4 }
    function near(d) { d = d < 0 ? -d : d; return d > l / 2 ? l - d : d }
    END {
        best = 1e9
        for (i = 1; i <= n; ++i) for (j = 1; j < i; ++j) {
            d = sqrt(near(x[i] - x[j]) ^ 2 + near(y[i] - y[j]) ^ 2 + near(z[i] - z[j]) ^ 2)
            if (d < best) best = d
        }
        printf "%.15g", best - 4
    }' "$work/out")
lower=$(sed -n 's/.*in \[\([^,]*\), .*/\1/p' "$work/report")
near "spheres: the smallest gap" "$gap" "$lower" 1e-11
check "spheres: no overlap" awk -v g="$gap" 'BEGIN { exit !(g > 0) }'

# --- count, fraction and box: two give the third, to one grain
pack --box 10 --fraction 0.2
equal "box and fraction: exit status" 0 $?
check "box and fraction: to one grain" awk -v f="$(said fraction)" -v n="$(said grains)" \
    'BEGIN { split(n, a, " "); exit !(f >= 0.2 - 1e-12 && f * (a[1] - 1) / a[1] < 0.2) }'
equal "box and fraction: box" "10 10 10" "$(said box)"
pack --box 10,12,14.5 --count 100
equal "box and count: box" "10 12 14.5" "$(said box)"
near "box and count: fraction" "$(awk 'BEGIN { printf "%.15g", 100 * 3.14159265358979 / 6 / 1740 }')" "$(said fraction)" 1e-12

# --- lines: scree query finds every gap, and the smallest is the one in the report
pack --aspect 3 --count 300 --fraction 0.2 --format lines --margin 0.1
equal "lines: exit status" 0 $?
lower=$(sed -n 's/.*in \[\([^,]*\), .*/\1/p' "$work/report")
upper=$(sed -n 's/.*in \[[^,]*, \([^]]*\)\].*/\1/p' "$work/report")
"$SCREE" query --format csv <"$work/out" >"$work/answers"
equal "lines: all answered" 0 $?
check "lines: some" awk 'END { exit !(NR > 300) }' "$work/answers"
check "lines: all apart, the smallest as proven" awk -F , -v lo="$lower" -v hi="$upper" 'NR == 1 { next }
    $2 != "ok" || $3 != "separated" || $5 <= 0 { bad = 1 } best == "" || $4 < best { best = $4 }
    END { exit !(bad != 1 && best >= lo - 1e-12 && best <= hi + 1e-12) }' "$work/answers"
pack --shape sphere --count 60 --walls --format lines --margin 100
equal "lines with walls: all pairs, all walls" $((60 * 59 / 2 + 6 * 60)) "$(wc -l <"$work/out" | tr -d ' ')"
"$SCREE" query <"$work/out" | field state | sort -u >"$work/states"
equal "lines with walls: all apart" '"separated"' "$(cat "$work/states")"

# --- jsonl: a head, and bodies that scree shape takes
rock=examples/meshes/rock.obj
pack --body "$rock" --count 60 --fraction 0.15 --size-range 0.5,1 --format jsonl
equal "jsonl: exit status" 0 $?
equal "jsonl: lines" 61 "$(wc -l <"$work/out" | tr -d ' ')"
equal "jsonl: head" "true 60 true" "$(head -n 1 "$work/out" | field periodic) $(head -n 1 "$work/out" | field count) $(head -n 1 "$work/out" | field complete)"
sed -n 2p "$work/out" >"$work/body.json"
"$SCREE" shape "$work/body.json" >"$work/shape" 2>&1
equal "jsonl: a body" 0 $?
pack --body "$rock" --count 60 --fraction 0.15 --size-range 0.5,1 --format csv
equal "bodies in csv" "id,x,y,z,qw,qx,qy,qz,radius,scale" "$(head -n 1 "$work/out")"
check "bodies in csv: sizes" awk -F , 'NR > 1 && ($9 < 0.5 || $9 > 1) { exit 1 }' "$work/out"
for body in '{"shape":"box","half_extents":[1,2,3],"position":[5,5,5]}' '{"shape":"capsule","radius":1,"half_length":2}' \
    '{"shape":"sphere","radius":2}' '{"shape":"ellipsoid","semi_axes":[1,2,3]}' \
    '{"shape":"ellipsoid","semi_axes":[1,2,3],"rounding":0.5}' \
    '{"shape":"superquadric","semi_axes":[1,2,1.5],"exponents":[4,6]}' \
    '{"shape":"superquadric","semi_axes":[1,2,1.5],"exponents":[2,2]}' \
    '{"shape":"superquadric","semi_axes":[1,2,1.5],"exponents":[20,3],"rounding":0.1}' \
    '{"shape":"cylinder","radius":1,"half_length":1.5}' '{"shape":"cone","radius":1.5,"half_length":1,"rounding":0.25}' \
    '{"shape":"tapered_capsule","radii":[1,0.5],"half_length":1}'; do
    for walls in "" --walls; do
        # shellcheck disable=SC2086
        pack --body "$body" --count 60 --fraction 0.1 --size-range 0.8,1.2 --format lines $walls
        equal "$body $walls: exit status" 0 $?
        equal "$body $walls: apart" '"separated"' "$("$SCREE" query <"$work/out" | field state | sort -u)"
    done
done

# --- shapes by name: the volume is that of the ball of the same radius
while IFS='|' read -r words head; do
    # shellcheck disable=SC2086
    pack --count 60 --fraction 0.1 $words
    equal "$words: exit status" 0 $?
    near "$words: fraction" 0.1 "$(said fraction)" 1e-13
    equal "$words: head" "id,x,y,z,qw,qx,qy,qz,radius,$head" "$(head -n 1 "$work/out")"
done <<'END'
--shape cylinder --aspect 1.5|scale
--shape cone --aspect 0.8|scale
--shape superquadric --semi-axes 1,2,1 --exponents 3,5 --radius 2|a,b,c,n1,n2
--semi-axes 1,2,1 --exponents 3,5 --size-range 1,2|a,b,c,n1,n2
END
pack --body '{"shape":"ellipsoid","semi_axes":[1,2,1],"rounding":0.25}' --count 60 --fraction 0.1 --radius 3
equal "rounded ellipsoids: head" "id,x,y,z,qw,qx,qy,qz,radius,a,b,c,rounding" "$(head -n 1 "$work/out")"
check "rounded ellipsoids: all lengths are scaled" awk -F , 'NR > 1 {
    if ($9 != 3 || ($11 / $10 - 2) ^ 2 > 1e-24 || ($13 / $10 - 0.25) ^ 2 > 1e-24) bad = 1 } END { exit bad }' "$work/out"
echo '{"shape":"box","half_extents":[1,1,1]}' | "$SCREE" pack --body - --count 50 --fraction 0.1 >"$work/out" 2>"$work/report"
equal "--body -: exit status" 0 $?

# --- VTP: well-formed, as many numbers as it says
pack --count 50 --fraction 0.1 --format vtp
equal "vtp: exit status" 0 $?
if command -v xmllint >/dev/null; then check "vtp: well-formed" xmllint --noout "$work/out"; fi
equal "vtp: points" 'NumberOfPoints="50"' "$(grep -o 'NumberOfPoints="[0-9]*"' "$work/out")"
# numbers NAME: how many stand in that array
numbers() { sed -n "/Name=\"$1\"/,/<\/DataArray>/p" "$work/out" | grep -v '<' | wc -w | tr -d ' '; }
equal "vtp: arrays" "50 50 200 150 450 150 50 50 3" "$(numbers id) $(numbers radius) $(numbers quaternion) $(numbers semi_axes) $(numbers tensor) $(numbers Points) $(numbers connectivity) $(numbers offsets) $(numbers box)"
"$SCREE" pack --count 50 --fraction 0.1 --surface=1 -o "$work/surface.vtp" 2>"$work/report"
equal "vtp surface: exit status" 0 $?
cp "$work/surface.vtp" "$work/out"
if command -v xmllint >/dev/null; then check "vtp surface: well-formed" xmllint --noout "$work/out"; fi
equal "vtp surface: arrays" "$((50 * 80)) $((50 * 42 * 3)) $((50 * 80 * 3)) $((50 * 80))" "$(numbers id) $(numbers Points) $(numbers connectivity) $(numbers offsets)"

# --- what cannot be reached: 1, and what was reached is written
pack --shape sphere --fraction 0.6 --count 200 --attempts 2000 --format jsonl
equal "unreachable: exit status" 1 $?
match "unreachable: message" '^scree pack: gave up at [0-9]+ of 200 grains, fraction 0\.3' "$(tail -n 1 "$work/report")"
equal "unreachable: written" "$(($(head -n 1 "$work/out" | field count) + 1))" "$(wc -l <"$work/out" | tr -d ' ')"
equal "unreachable: it says so" false "$(head -n 1 "$work/out" | field complete)"
match "unreachable: proven" 'no two grains overlap' "$(cat "$work/report")"

# --- wrong usage, and files: 2, the option is named
while IFS='|' read -r option words; do
    # shellcheck disable=SC2086
    "$SCREE" pack $words >"$work/out" 2>"$work/report" </dev/null
    equal "pack $words: exit status" 2 $?
    match "pack $words: message" "^scree pack: .*$option" "$(head -n 1 "$work/report")"
    equal "pack $words: standard output" "" "$(cat "$work/out")"
done <<END
argument|one
nonsense|--nonsense
--shape|--shape cube
--aspect|--aspect 0
--aspect|--aspect -1
--aspect|--aspect nan
--aspect|--aspect 1e9
--aspect|--shape sphere --aspect 2
--semi-axes|--semi-axes 1,2
--semi-axes|--semi-axes 1,2,0
--semi-axes|--semi-axes 1,inf,2
--semi-axes|--shape ellipsoid
--semi-axes|--shape spheroid --semi-axes 1,1,2
--aspect|--shape superquadric --aspect 2
--semi-axes|--shape superquadric --exponents 3,3
--semi-axes|--exponents 3,3
--semi-axes|--shape cylinder --semi-axes 1,1,2
--exponents|--shape superquadric --semi-axes 1,1,2
--exponents|--shape ellipsoid --semi-axes 1,1,2 --exponents 3,3
--exponents|--shape superquadric --semi-axes 1,1,2 --exponents 3
--exponents|--shape superquadric --semi-axes 1,1,2 --exponents 1,3
--exponents|--shape superquadric --semi-axes 1,1,2 --exponents 3,nan
--exponents|--shape superquadric --semi-axes 1,1,2 --exponents 3,1000
--body|--body {"shape":"sphere","radius":1} --exponents 3,3
--body|--body {}
--body|--body {"shape":"sphere","radius":-1}
--body|--body {"shape":"plane","normal":[0,0,1],"offset":0}
--body|--body {"shape":"disc","radius":1}
--body|--body {"shape":"sphere","radius":1}{
--body|--body $work/none.stl
none.json|--body $work/none.json
--body|--body {"shape":"sphere","radius":1} --aspect 2
--hull|--hull
--hull|--hull --body {"shape":"sphere","radius":1}
--radius|--radius 0
--radius|--radius 1e300
--radius|--radius 1 --size-range 1,2
--size-range|--size-range 2,1
--size-range|--size-range 1
--fraction|--fraction 0
--fraction|--fraction 1
--fraction|--fraction 25%
--fraction|--fraction 0.1 --count 10 --box 10
--count|--count 0
--count|--count 1e3
--count|--count 99999999999
--count|--count 5 --aspect 6
--box|--box 0
--box|--box 1,2
--box|--box 1,2,3,4
--box|--box 1.5
--box|--box 1e6
--seed|--seed -1
--attempts|--attempts 0
--format|--format ply
--surface|--surface
--surface|--format vtp --surface=9
--margin|--margin 1
--margin|--format lines --margin -1
--margin|--format lines --margin 50
--output|--output $work/none/x.csv
missing|--output
END
if [ -w /dev/full ]; then
    "$SCREE" pack >/dev/full 2>"$work/report"
    equal "a full disk: exit status" 2 $?
    match "a full disk" 'standard output: .*No space left' "$(cat "$work/report")"
fi
{ (sleep 0.2; "$SCREE" pack; echo $? >"$work/status") | true; } 2>"$work/report"
equal "nobody reads: exit status" 141 "$(cat "$work/status")"

# --- signals: what was reached is there, whole
for expected in INT:130 TERM:143; do
    signal=${expected%:*}
    {
        wait_for 20 test -s "$work/pid.$signal"
        sleep 0.5
        kill -s $signal "$(cat "$work/pid.$signal")"
    } &
    # In the foreground, since a shell starts background commands with SIGINT ignored. More attempts than time.
    sh -c 'echo $$ >"$1/pid.$3"; exec "$2" pack --shape sphere --fraction 0.5 --count 500 --attempts 1000000000 --output "$1/stopped.$3.jsonl" 2>"$1/report"' \
        sh "$work" "$SCREE" $signal
    status=$?
    wait
    equal "SIG$signal: exit status" "${expected#*:}" "$status"
    match "SIG$signal: message" 'stopped at [0-9]+ of 500 grains' "$(cat "$work/report")"
    equal "SIG$signal: the file is whole" "$(($(head -n 1 "$work/stopped.$signal.jsonl" | field count) + 1))" \
        "$(wc -l <"$work/stopped.$signal.jsonl" | tr -d ' ')"
    match "SIG$signal: proven" 'no two grains overlap' "$(cat "$work/report")"
done

# --- help
"$SCREE" pack --help >"$work/out" 2>"$work/err"
equal "--help: exit status" 0 $?
match "--help" '^usage: scree pack' "$(cat "$work/out")"
check "--help fits a terminal of 100 columns" awk 'length($0) > 100 { exit 1 }' "$work/out"
finish
