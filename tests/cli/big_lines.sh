# Very long lines and very deep ones.
. "$(dirname "$0")/check.inc"
export ASAN_OPTIONS="${ASAN_OPTIONS:-}:allocator_may_return_null=1:quarantine_size_mb=16"

# repeat COUNT TEXT
repeat() {
    awk -v n="$1" -v t="$2" 'BEGIN { while (n-- > 0) printf "%s", t }'
}

# between NAME: answers "$work/lines", whose first and last line are good ones
between() {
    "$SCREE" query "$work/lines" >"$work/out" 2>"$work/err"
    status=$?
    equal "$1: neighbours answered" 2 "$(grep -c '"id":"good","status":"ok"' "$work/out")"
    equal "$1: three answers" 3 "$(wc -l <"$work/out" | tr -d ' ')"
    equal "$1: silent" "" "$(cat "$work/err")"
    middle=$(sed -n 2p "$work/out")
}

# --- a million levels
for where in '"id":"x","a":' '"id":"x","a":{"shape":"polyhedron","vertices":' '"id":"x","note":'; do
    {
        echo "$good"
        printf '{%s' "$where"
        repeat 1000000 '['
        repeat 1000000 ']'
        printf '}\n'
        echo "$good"
    } >"$work/lines"
    between "nested in $where"
    equal "nested in $where: exit status" 1 "$status"
    match "nested in $where" '^\{"id":"x","status":"error","error":"line 2: not JSON: .*"\}$' "$middle"
done
{
    echo "$good"
    repeat 1000000 '{"a":'
    echo
    echo "$good"
} >"$work/lines"
between "objects without end"
match "objects without end" '^\{"status":"error","error":"line 2: not JSON: .*"\}$' "$middle"

# --- 50 MB, valid: answered
{
    echo "$good"
    printf '{"id":"x",'
    repeat 500000 '                                                                                                        '
    printf '"a":%s,"b":%s}\n' "$ball" "$far"
    echo "$good"
} >"$work/lines"
check "it is that long" test "$(wc -c <"$work/lines")" -gt 50000000
between "50 MB"
equal "50 MB: exit status" 0 "$status"
match "50 MB" '^\{"id":"x","status":"ok"' "$middle"
equal "50 MB from a pipe" "$(cat "$work/out")" "$(cat "$work/lines" | "$SCREE" query)"
equal "50 MB with threads" "$(cat "$work/out")" "$("$SCREE" query --threads 3 "$work/lines")"

# --- 50 MB, cut: an error
head -c 40000000 "$work/lines" >"$work/cut"
"$SCREE" query "$work/cut" >"$work/out"
equal "cut: exit status" 1 $?
match "cut" '^\{"id":"x","status":"error","error":"line 2: not JSON: .*"\}$' "$(sed -n 2p "$work/out")"

# --- a body of many points: a polygon with 100,000 vertices, most of them inside
{
    echo "$good"
    printf '{"id":"x","a":{"shape":"disc","radius":1,"position":[3,0]},"b":{"shape":"polygon","vertices":[[1,1],[-1,1],[-1,-1],[1,-1]'
    awk 'BEGIN { for (i = 0; i < 100000; ++i) printf ",[%.6f,%.6f]", (i * 7919 % 100000) / 1e5 - 0.5, (i * 104729 % 99991) / 1e5 - 0.5 }'
    printf ']}}\n'
    echo "$good"
} >"$work/lines"
between "many points"
equal "many points: distance" 1 "$(echo "$middle" | field distance)"

# --- --max-line
printf '%s\n{"id":"x","note":"%s"}\n%s\n' "$good" "$(repeat 3000 y)" "$good" >"$work/lines"
"$SCREE" query --max-line 1K "$work/lines" >"$work/out"
equal "--max-line: exit status" 1 $?
match "--max-line" '^\{"status":"error","error":"line 2: longer than 1024 bytes.*"\}$' "$(sed -n 2p "$work/out")"
equal "--max-line: neighbours answered" 2 "$(grep -c '"id":"good","status":"ok"' "$work/out")"
{
    echo "$good"
    repeat 3000000 'z'
    printf '\n%s\n' "$good"
    repeat 3000000 'z'
} >"$work/lines"
"$SCREE" query --max-line 1M "$work/lines" >"$work/out"
equal "skipped without being stored" "ok error ok error" "$(field status <"$work/out" | tr -d '"' | tr '\n' ' ' | sed 's/ $//')"
equal "line numbers go on" 2 "$(grep -c -e 'line 2: longer' -e 'line 4: longer' "$work/out")"
cat "$work/lines" | "$SCREE" query --max-line 1M >"$work/piped"
check "the same from a pipe" cmp -s "$work/out" "$work/piped"
finish
