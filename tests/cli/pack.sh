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
pack --count 50 --fraction 0.1 --format vtp --glyphs
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
equal "vtp surface: arrays" "$((50 * 80)) $((50 * 80)) $((50 * 42 * 3)) $((50 * 80 * 3)) $((50 * 80))" "$(numbers id) $(numbers radius) $(numbers Points) $(numbers connectivity) $(numbers offsets)"
# Surfaces unless glyphs are asked for: closed (each edge once in each direction), with the volume of the grains.
surface_volume() {
    awk 'BEGIN { n = 0 } /Name="Points"/ { what = "point"; next } /Name="connectivity"/ { what = "triangle"; next } /</ { what = ""; next }
        what == "point" { x[n] = $1; y[n] = $2; z[n++] = $3 }
        what == "triangle" {
            a = $1; b = $2; c = $3
            ++edge[a " " b]; ++edge[b " " c]; ++edge[c " " a]
            volume += x[a] * (y[b] * z[c] - z[b] * y[c]) + y[a] * (z[b] * x[c] - x[b] * z[c]) + z[a] * (x[b] * y[c] - y[b] * x[c])
        }
        END {
            for (e in edge) { split(e, v, " "); if (edge[e] != 1 || edge[v[2] " " v[1]] != 1) { print "open"; exit } }
            printf "%.9g\n", volume / 6
        }' "$1"
}
while IFS='|' read -r least body; do
    "$SCREE" pack --body "$body" --count 20 --fraction 0.02 --size-range 0.8,1.2 -o "$work/grains.vtp" 2>"$work/report"
    equal "$body as vtp: exit status" 0 $?
    "$SCREE" pack --body "$body" --count 20 --fraction 0.02 --size-range 0.8,1.2 -o "$work/grains.csv" 2>"$work/report"
    check "$body: closed surfaces of its volume" awk -v least="$least" -v got="$(surface_volume "$work/grains.vtp")" -F , 'NR > 1 {
        volume += 4 * atan2(0, -1) / 3 * $9 ^ 3 } END { exit !(got >= least * volume && got <= 1.0001 * volume) }' "$work/grains.csv"
done <<'END'
0.96|{"shape":"sphere","radius":1}
0.96|{"shape":"ellipsoid","semi_axes":[1,2,3],"rounding":0.5}
0.94|{"shape":"superquadric","semi_axes":[1,2,1],"exponents":[60,60]}
0.9999|{"shape":"box","half_extents":[1,2,1]}
0.98|{"shape":"box","half_extents":[1,2,1],"rounding":0.2}
0.96|{"shape":"capsule","radius":1,"half_length":3}
0.96|{"shape":"tapered_capsule","radii":[1,0.3],"half_length":2}
0.98|{"shape":"cylinder","radius":1,"half_length":2}
0.98|{"shape":"cone","radius":1,"half_length":2}
0.98|{"shape":"cone","radius":1,"half_length":2,"rounding":0.1}
0.9999|{"shape":"polyhedron","vertices":[[1,0,0],[-1,0,0],[0,1,0],[0,-1,0],[0,0,1.2],[0,0,-1]]}
0.98|{"shape":"polyhedron","vertices":[[1,0,0],[-1,0,0],[0,1,0],[0,-1,0],[0,0,1.2],[0,0,-1]],"rounding":0.1}
END

equal "vtp: thousands of grains have fewer triangles" $((4000 * 80)) "$("$SCREE" pack --shape sphere --count 4000 --fraction 0.1 --format vtp 2>"$work/report" | grep -o 'NumberOfPolys="[0-9]*"' | tr -dc 0-9)"

# --- LAMMPS: a dump, whose numbers are those of the CSV, and data files of three kinds
pack --aspect 3 --count 40 --fraction 0.1 --size-range 0.5,1
cp "$work/out" "$work/grains.csv"
"$SCREE" pack --aspect 3 --count 40 --fraction 0.1 --size-range 0.5,1 -o "$work/grains.dump" 2>"$work/report"
equal "dump: exit status" 0 $?
equal "dump: head" "ITEM: TIMESTEP 0 ITEM: NUMBER OF ATOMS 40 ITEM: BOX BOUNDS pp pp pp" "$(head -n 5 "$work/grains.dump" | tr '\n' ' ' | sed 's/ $//')"
equal "dump: columns" "ITEM: ATOMS id type x y z quatw quati quatj quatk shapex shapey shapez radius" "$(sed -n 9p "$work/grains.dump")"
awk -F , 'NR > 1 { print $1 + 1, $2, $3, $4, $5, $6, $7, $8, 2 * $10, 2 * $11, 2 * $12, $9 }' OFMT=%.12g CONVFMT=%.12g "$work/grains.csv" >"$work/expected"
sed 1,9d "$work/grains.dump" | awk '{ $2 = ""; for (i = 3; i <= NF; ++i) $i = $i + 0; print }' OFMT=%.12g CONVFMT=%.12g >"$work/got"
check "dump: the numbers of the CSV" awk 'NR == FNR { a[NR] = $0; next } { n = split(a[FNR], x, " "); if (n != NF) bad = 1
    for (i = 1; i <= NF; ++i) if ((x[i] - $i) ^ 2 > 1e-20) bad = 1 } END { exit bad }' "$work/expected" "$work/got"
match "dump: walls" '^ITEM: BOX BOUNDS ff ff ff$' "$("$SCREE" pack --shape sphere --count 5 --fraction 0.01 --walls -f lammps-dump 2>"$work/report" | sed -n 5p)"
# data STYLE BODY: sections and how many lines they have
section() { awk -v name="$1" '$1 == name { on = 1; next } on && NF == 0 { if (n) exit; next } on { ++n } END { print n + 0 }' "$work/grains.data"; }
data() {
    "$SCREE" pack --body "$2" --count 40 --fraction 0.05 -o "$work/grains.data" 2>"$work/report"
    equal "data, $1: exit status" 0 $?
    match "data, $1: atoms" "^Atoms # $1\$" "$(cat "$work/grains.data")"
    match "data, $1: count" '^40 atoms$' "$(cat "$work/grains.data")"
    equal "data, $1: a line for each atom" 40 "$(section Atoms)"
}
data sphere '{"shape":"sphere","radius":2}'
match "data: diameter, density" '^1 1 4 1 ' "$(sed -n '/^Atoms/,$p' "$work/grains.data" | sed -n 3p)"
data ellipsoid '{"shape":"ellipsoid","semi_axes":[1,2,3]}'
equal "data: ellipsoids" 40 "$(section Ellipsoids)"
check "data: diameters and unit quaternions" awk '$1 == "Ellipsoids" { on = 1 } on && NF == 8 {
    if ($2 != 2 || $3 != 4 || $4 != 6 || ($5 ^ 2 + $6 ^ 2 + $7 ^ 2 + $8 ^ 2 - 1) ^ 2 > 1e-24) bad = 1; ++n } END { exit bad || n != 40 }' "$work/grains.data"
data body '{"shape":"box","half_extents":[1,1,1],"rounding":0.25}'
# Of each body: a line with 3 integers and 6 + 24 + 24 + 24 + 1 numbers, 8 vertices, 12 edges, 6 faces; the inertia of a rounded cube.
equal "data: bodies" "40 of 40" "$(awk '$1 == "Bodies" { on = 1 } on && NF == 3 && $2 == 3 && $3 == 79 { ++n; getline; if ($0 == "8 12 6") ++m } END { print n " of " m }' "$work/grains.data")"
check "data: a cube's inertia does not turn" awk '$1 == "Bodies" { on = 1 } on && NF == 6 { if (($1 - $2) ^ 2 > 1e-20 || ($2 - $3) ^ 2 > 1e-20 || $4 ^ 2 > 1e-20) bad = 1; ++n }
    END { exit bad || n != 40 }' "$work/grains.data"
check "data: the vertices are at their distance" awk '$1 == "Bodies" { on = 1 } on && NF == 3 && $0 ~ /[.]/ && ($1 ^ 2 + $2 ^ 2 + $3 ^ 2 - 3) ^ 2 < 1e-20 { ++n } END { exit n != 320 }' "$work/grains.data"

# --- endings
for name in x.dmp x.txt x.json x.vtk ./a.b/x.xyz; do
    "$SCREE" pack --count 5 -o "$work/$name" 2>"$work/report"
    equal "$name: exit status" 2 $?
    match "$name: the known endings" "^scree pack: --output: unknown ending '\.[a-z]*'; known are \.csv, \.vtp, " "$(cat "$work/report")"
    check "$name: not there" test ! -e "$work/$name"
done
"$SCREE" pack --count 5 --fraction 0.01 --format csv -o "$work/x.txt" 2>"$work/report"
equal "a format that is said decides" 6 "$(wc -l <"$work/x.txt" | tr -d ' ')"
for name in x.lmp x.lammpstrj x; do
    "$SCREE" pack --count 5 --fraction 0.01 -o "$work/$name" 2>"$work/report"
    equal "$name: exit status" 0 $?
done
match "a name without an ending is CSV" '^id,x,y,z,' "$(cat "$work/x")"
match "--format lammps" "got 'lammps'; did you mean lammps-data \(or lammps-dump\)" "$("$SCREE" pack --format lammps 2>&1)"

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
--glyphs|--glyphs
--glyphs|--format vtp --glyphs --surface
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
