# scree reproduce: paper and measurement side by side, the page, exit statuses, and what is left when it is stopped.
. "$(dirname "$0")/check.inc"

# --- help and usage
"$SCREE" reproduce --help >"$work/out" 2>"$work/err"
equal "--help: exit status" 0 $?
match "--help" '^usage: scree reproduce' "$(cat "$work/out")"
check "--help fits a terminal of 100 columns" awk 'length($0) > 100 { exit 1 }' "$work/out"
"$SCREE" reproduce --list >"$work/list"
equal "--list: exit status" 0 $?
for paper in descantes-2019 nezami-2006 feng-tan-2020 girault-2022 peng-hanley-2019; do
    match "--list names $paper" "^$paper +[A-Za-z]" "$(cat "$work/list")"
    match "--help names $paper" "$paper" "$(cat "$work/out")"
done
while IFS= read -r words; do
    # shellcheck disable=SC2086
    "$SCREE" reproduce $words >"$work/out" 2>"$work/err" </dev/null
    equal "reproduce $words: exit status" 2 $?
    equal "reproduce $words: standard output" "" "$(cat "$work/out")"
    match "reproduce $words: message" '^scree reproduce: ' "$(head -n 1 "$work/err")"
done <<'END'

nonsense
descantes-2019 nonsense
--nonsense all
--seed
--seed x all
--pairs 0 all
--threads -1 all
--html
END
match "an unknown paper is named, and those that there are" \
    "'nonsense'.* descantes-2019, nezami-2006, feng-tan-2020, girault-2022, peng-hanley-2019, all" "$("$SCREE" reproduce nonsense 2>&1)"

# --- one paper
# All figures agree but Fig. 9 and, usually, that fcp-revised takes 5.7 times as long as gjk-td, which is a time.
"$SCREE" reproduce --strict --quick --pairs 150 --html "$work/page.html" --export "$work/lines.jsonl" descantes-2019 >"$work/text" 2>"$work/err"
status=$?
differing=$(grep -c ' differs *$' "$work/text")
equal "--strict: the exit status says whether a figure differs" $((differing > 0)) $status
equal "no noise" "" "$(cat "$work/err")"
match "the paper's figures are counted" \
    "^descantes-2019: of the paper's 62 figures $((62 - differing)) agree, $differing differ; 18 are beyond the paper\$" \
    "$(cat "$work/text")"
match "targets are counted apart" "^descantes-2019: of scree's own 27 targets 27 are met, 0 missed\$" \
    "$(tail -n 1 "$work/text")"
# Fig. 9 hangs on vertices that are not printed.
check "what else differs is a time" test "$(sed '/^Table 2: /,/^Figs\. 2/d' "$work/text" | grep -c ' differs *$')" -eq 1
match "Fig. 9 has a verdict" '^Fig\. 8a +4 +4 +2 +differs$' "$(cat "$work/text")"
match "the mean time of fcp-revised has a verdict" '^fcp-revised +5\.7 +[0-9.]+ +(agrees|differs)$' "$(cat "$work/text")"
match "the machine is named" '^processor +[^ ]' "$(cat "$work/text")"
match "the seed is named" '^seed +1$' "$(cat "$work/text")"
match "the command is named" '^command +scree reproduce --strict --quick' "$(cat "$work/text")"
# Two lines of Table 1 in print, and the same digits from us.
match "Table 1, paper" '^Fig\. 10b +paper +-0\.168309951548722 +0\.950616325200044 +-0\.260768791217108 +-0\.572082006256242' \
    "$(cat "$work/text")"
for method in gjk-td fcp-revised sat gjk-epa auto; do
    match "Table 1, $method" \
        "^ +$method +-0\\.168309951548722 +0\\.950616325200044 +-0\\.260768791217108 +-0\\.57208200625624[0-9] +(agrees|target met)" \
        "$(cat "$work/text")"
done
match "Table 2 has paper, measurement and verdict" '^situation .*paper +measured .*verdict$' "$(cat "$work/text")"
match "random pairs: as many as asked" '^150 pairs of hulls' "$(cat "$work/text")"
match "random pairs: auto finds every minimum" '^auto +100\.000 %' "$(cat "$work/text")"
match "random pairs: so does sat" '^sat +100\.000 %' "$(cat "$work/text")"

# --- the page
page=$work/page.html
check "the page is there" test -s "$page"
match "it is HTML" '^<!doctype html>' "$(head -n 1 "$page")"
match "it is whole" '^</html>$' "$(tail -n 1 "$page")"
# Nothing in it comes from elsewhere: every link leads into the page or to a DOI, and nothing is loaded.
check "no outside links" test "$(grep -oE '(src|href)="[^"]*"' "$page" | grep -cvE '^href="(#|https://doi\.org/)')" -eq 0
check "a link to the paper" grep -q 'href="https://doi.org/10.1016/j.compgeo.2019.103134"' "$page"
equal "a drawing of each situation" 9 "$(grep -c '<svg role="img"' "$page")"
equal "with its coordinates" 9 "$(grep -c '<details><summary>coordinates' "$page")"
check "nothing is loaded" test "$(grep -cE '<(link|img|iframe)|@import|url\(|fetch\(|XMLHttpRequest' "$page")" -eq 0
check "a policy says so" grep -q "Content-Security-Policy.*default-src 'none'" "$page"
match "verdicts" '<span>agrees</span>' "$(cat "$page")"
check "as many verdicts as in the text" test "$(grep -o '<span>agrees</span>' "$page" | wc -l)" -eq "$(grep -c ' agrees *$' "$work/text")"
check "a table for each in the text" test "$(grep -c '<table>' "$page")" -eq "$(grep -c '^---[- ]*  -' "$work/text")"
charts=$(grep -c '<canvas ' "$page")
check "charts" test "$charts" -ge 4
# The data of the charts is JSON: a list, an object a line, as many as there are canvases.
sed -n '/<script type="application\/json" id="charts">/,/<\/script>/p' "$page" >"$work/json"
equal "a chart for each canvas" "$charts" "$(grep -c '^{"kind":"[a-z]*","title":"' "$work/json")"
check "no numbers that JSON does not have" test "$(grep -ciE '[:,[](-?nan|-?inf)' "$work/json")" -eq 0
# The parser of the protocol reads each, and finds nothing wrong but that it is no request.
equal "brackets and quotes are in order" "$charts" \
    "$(sed -n '/^{"kind"/p' "$work/json" | sed 's/\]<\/script>$//; s/,$//' | "$SCREE" query | grep -c '"error":"line [0-9]*: kind: unknown field')"
check "only what was asked for is left" test "$(find "$work" -name 'page*' | wc -l)" -eq 1

# --- the situations, exported: the same answers to the last printed digit
equal "a line for each situation" 9 "$(wc -l <"$work/lines.jsonl")"
"$SCREE" query "$work/lines.jsonl" >"$work/answers"
equal "every line is answered" 9 "$(grep -c '"status":"ok"' "$work/answers")"
while read -r figure overlap; do
    near "descantes-2019 Fig. $figure, exported" "$overlap" \
        "$(grep "\"id\":\"descantes-2019 Fig. $figure\"" "$work/answers" | field distance)" 1e-13
done <<'END'
2 -0.25
4 -4.026012719933860
5f -0.223606797749979
7 -1.1180339887499
8a -1.1180339887499
10a -0.100000024
10b -0.572082006256242
10c -0.554700196225229
10d -0.485071250072666
END

# --- ellipsoids, with as few queries as there may be: times are another every time, what is counted is not
"$SCREE" reproduce --quick --pairs 30 --threads 1 --html "$work/page.html" girault-2022 >"$work/text" 2>"$work/err"
equal "girault-2022: exit status" 0 $?
equal "girault-2022: no noise" "" "$(cat "$work/err")"
for method in moving-balls gjk-johnson newton-coulomb; do
    for figure in scale 'aspect ratio' accuracy; do
        match "girault-2022: the mirror case, $method, $figure" "^$method +Fig\\. [0-9]+: $figure .* agrees$" \
            "$(cat "$work/text")"
    done
done
match "girault-2022: where moving balls and GJK come to their end" '^moving-balls +[0-9]+ +0 +0 +agrees$' "$(cat "$work/text")"
match "girault-2022: Table 3 in print" '^1/6 +0\.1 \([^)]+\) +0\.01 \([^)]+\) +0\.001 \(' "$(cat "$work/text")"
match "girault-2022: Table 5 in print" '^1/10 +22 % .* 2 ' "$(cat "$work/text")"
match "girault-2022: the reported pair" '^auto +- +converges +[0-9]+ +0\.00247205834[0-9]+ ' "$(cat "$work/text")"
match "girault-2022: auto over all queries" '^auto +[0-9.]+e-1[5-9] +1e-13 +target met$' "$(cat "$work/text")"
check "girault-2022: plots" test "$(grep -c '<canvas ' "$work/page.html")" -ge 20
"$SCREE" reproduce --quick --pairs 30 --threads 3 girault-2022 >"$work/again" 2>"$work/err"
for part in 4.2 Appendix; do
    # The closing line counts verdicts on times too.
    sed -n "/^$part, \\|^$part F/,/^4.3, \\|^girault/p" "$work/text" | grep -v '^girault' >"$work/one"
    sed -n "/^$part, \\|^$part F/,/^4.3, \\|^girault/p" "$work/again" | grep -v '^girault' >"$work/many"
    check "girault-2022: something was counted in $part" test -s "$work/one"
    check "girault-2022: three threads count the same in $part" cmp -s "$work/one" "$work/many"
done

# --- superquadrics and polyhedra, with few pairs: what is printed, and what does not depend on chance or time
"$SCREE" reproduce --quick --pairs 400 --threads 1 --html "$work/page.html" peng-hanley-2019 >"$work/text" 2>"$work/err"
equal "peng-hanley-2019: exit status" 0 $?
equal "peng-hanley-2019: no noise" "" "$(cat "$work/err")"
match "peng-hanley-2019: Table 1 in print" '^count: paper +745619 +217499 +36882 +1000000 ' "$(cat "$work/text")"
match "peng-hanley-2019: the volumes" '^volume, m3: exact +160\.961654 +47\.038346 +8 +216 +agrees$' "$(cat "$work/text")"
match "peng-hanley-2019: shares within chance" '^measured - exact, in sd .* agrees$' "$(cat "$work/text")"
for case in 3 4; do
    match "peng-hanley-2019: no sphere around a cube ends in case $case" "^ +$case +.* 0 +\\+0\\.00 +agrees$" \
        "$(cat "$work/text")"
done
for method in ph-sq auto; do
    match "peng-hanley-2019: $method is right of every sphere around a cube" "^$method +400 +0 .* (agrees|target met)$" \
        "$(cat "$work/text")"
done
check "peng-hanley-2019: all contact points that are known are found" \
    test "$(sed -n '/^Contact points$/,/^4, Fig. 12/p' "$work/text" | grep -cE ' (agrees|target met)$')" -eq 26
match "peng-hanley-2019: Case 4 and a cube" '^Case 4 cannot occur +cube +0 spheres +agrees$' "$(cat "$work/text")"
for title in 'ph-sq by shapes' 'ph-sq by case' 'sq-newton by exponent, aspect and size ratio' \
    'Two superquadrics: time of a query, in ns'; do
    match "peng-hanley-2019: $title" "^$title$" "$(cat "$work/text")"
done
check "peng-hanley-2019: every pair was placed" test "$(grep -c '^Of 400 pairs 0 could not be' "$work/text")" -eq 2
check "peng-hanley-2019: plots" test "$(grep -c '<canvas ' "$work/page.html")" -ge 10
check "peng-hanley-2019: no cell without a number" test "$(grep -cwE '(nan|inf)' "$work/text")" -eq 0
"$SCREE" reproduce --quick --pairs 400 --threads 3 peng-hanley-2019 >"$work/again" 2>"$work/err"
for part in 'Table 1: ' 'Beyond the paper: '; do
    sed -n "/^$part/,/^3.2, \\|^Beside/p" "$work/text" >"$work/one"
    sed -n "/^$part/,/^3.2, \\|^Beside/p" "$work/again" >"$work/many"
    check "peng-hanley-2019: something was counted in $part" test -s "$work/one"
    check "peng-hanley-2019: three threads count the same in $part" cmp -s "$work/one" "$work/many"
done

# --- files that cannot be written: said before the work begins
for path in "$work/none/page.html" "$work"; do
    "$SCREE" reproduce --quick --html "$path" all >"$work/out" 2>"$work/err"
    equal "--html $path: exit status" 2 $?
    equal "--html $path: nothing was measured" "" "$(cat "$work/out")"
    match "--html $path: the file is named" "^scree reproduce: $path: " "$(cat "$work/err")"
done
if [ -c /dev/full ]; then
    "$SCREE" reproduce --quick --pairs 10 --html /dev/full descantes-2019 >"$work/out" 2>"$work/err"
    equal "--html /dev/full: exit status" 2 $?
    check "--html /dev/full is still there" test -c /dev/full
    "$SCREE" reproduce --quick --pairs 10 descantes-2019 >/dev/full 2>"$work/err"
    equal "standard output full: exit status" 2 $?
fi
"$SCREE" reproduce --quick --pairs 10 --html /dev/null descantes-2019 >"$work/out"
equal "--html /dev/null: exit status" 0 $?
check "--html /dev/null is still there" test -c /dev/null
ln -s page.html "$work/link"
echo old >"$work/page.html"
"$SCREE" reproduce --quick --pairs 10 --html "$work/link" descantes-2019 >"$work/out"
check "--html onto a link: the link stays" test -L "$work/link"
match "--html onto a link: its file is written" '^<!doctype html>' "$(head -n 1 "$work/page.html")"

# --- stopped by a signal: nothing is left, and what was there stays
echo old >"$work/stopped.html"
: >"$work/out"
{
    wait_for 60 grep -q 'random pairs' "$work/out" &&
        kill -s INT "$(cat "$work/pid")"
} &
# In the foreground, since a shell starts background commands with SIGINT ignored.
sh -c 'echo $$ >"$1/pid"; exec "$2" reproduce --quick --pairs 1000000 --html "$1/stopped.html" descantes-2019 >"$1/out" 2>"$1/err"' \
    sh "$work" "$SCREE"
equal "Ctrl-C: exit status" 130 $?
wait
equal "Ctrl-C: the old page is as it was" old "$(cat "$work/stopped.html")"
check "Ctrl-C: nothing beside it" test "$(find "$work" -name 'stopped*' | wc -l)" -eq 1

# --- a reader that goes away
"$SCREE" reproduce --quick --pairs 1000000 descantes-2019 2>"$work/err" | head -n 1 >/dev/null
equal "closed output: no noise" "" "$(cat "$work/err")"
finish
