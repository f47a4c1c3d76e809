# CSV as RFC 4180 has it, and the table for people.
. "$(dirname "$0")/check.inc"

{
    cat examples/pairs.jsonl
    echo '{"id":"comma, and \"quote\"","a":'"$ball"',"b":'"$far"'}'
    echo '{"id":"two\nlines","a":'"$ball"',"b":'"$far"'}'
    echo '{"id":"bad","a":{"shape":"polyhedron","vertices":3},"b":'"$far"'}'
    echo '{"id":12345678901234567890123,"a":'"$ball"',"b":'"$far"'}'
    echo 'nonsense'
} >"$work/lines"
count=$(wc -l <"$work/lines" | tr -d ' ')

# --- CSV
"$SCREE" query --format csv "$work/lines" >"$work/csv"
equal "csv: exit status" 1 $?
"$SCREE" query "$work/lines" >"$work/json"

# Read it byte by byte as the grammar of RFC 4180 says: one record a line of the result, its fields parted by tabs.
# An end of line inside a field becomes "<CRLF>" or "<LF>".
cat >"$work/read.awk" <<'END'
BEGIN { RS = "\001" } # the whole file at once
{
    n = length($0)
    fields = 1
    for (i = 1; i <= n; ++i) {
        c = substr($0, i, 1)
        if (quoted) {
            if (c == "\"" && substr($0, i + 1, 1) == "\"") { record = record "\""; ++i }
            else if (c == "\"") quoted = 0
            else record = record (c == "\n" ? "<LF>" : c)
        } else if (c == "\"") quoted = 1
        else if (c == ",") { record = record "\t"; ++fields }
        else if (c == "\r" && substr($0, i + 1, 1) == "\n") { print fields "\t" record; record = ""; fields = 1; ++i }
        else if (c == "\r" || c == "\n") print "bare line end"
        else record = record c
    }
    if (record != "" || quoted) print "unfinished record"
}
END
awk -f "$work/read.awk" "$work/csv" >"$work/records"
equal "csv: a head and a record each" $((count + 1)) "$(wc -l <"$work/records" | tr -d ' ')"
equal "csv: 27 fields in every record" $((count + 1)) "$(grep -c '^27	' "$work/records")"
equal "csv: head" "id,status,state,distance,lower,upper,normal_x,normal_y,normal_z,point_a_x,point_a_y,point_a_z,point_b_x,point_b_y,point_b_z,point_x,point_y,point_z,features,method,iterations,error,beyond,index_a,index_b,patch_area,volume" \
    "$(head -n 1 "$work/csv" | tr -d '\r')"
column() { cut -f $(($1 + 1)) "$work/records" | sed 1d; }
equal "csv: a quoted id" 'comma, and "quote"' "$(column 1 | grep comma)"
equal "csv: an id of two lines" 'two<LF>lines' "$(column 1 | grep lines)"
equal "csv: a long id" 12345678901234567890123 "$(column 1 | grep 123456)"
equal "csv: errors" "$(field error <"$work/json" | tr -d '"' | cksum)" "$(column 22 | grep . | cksum)"
# Column by column the same numbers as in JSON.
json() { grep '"status":"ok"' "$work/json" | field "$1" | tr -d '"[]'; }
csv() { awk -F '\t' -v k=$(($1 + 1)) 'NR > 1 && $3 == "ok" { print $k }' "$work/records"; }
equal "csv: distance" "$(json distance)" "$(csv 4)"
equal "csv: lower" "$(json lower)" "$(csv 5)"
equal "csv: upper" "$(json upper)" "$(csv 6)"
equal "csv: normal_x" "$(json normal | cut -d , -f 1)" "$(csv 7)"
equal "csv: normal_z, empty in 2-D" "$(json normal | cut -d , -f 3 | sed '/^[^,]*,[^,]*$/s/.*//')" "$(csv 9)"
equal "csv: point_y" "$(json point | cut -d , -f 2)" "$(csv 17)"
equal "csv: iterations" "$(json iterations)" "$(csv 21)"
equal "csv: nothing to answer, head alone" 1 "$("$SCREE" query --format csv </dev/null | wc -l | tr -d ' ')"

# --- table
"$SCREE" query --format table "$work/lines" >"$work/table"
equal "table: exit status" 1 $?
equal "table: head, a line each, blank, summary" $((count + 3)) "$(wc -l <"$work/table" | tr -d ' ')"
match "table: head" '^id +pair +state +distance +width +normal +features$' "$(head -n 1 "$work/table")"
good_lines=$((count - 2))
match "table: summary" "^$good_lines pairs answered: [0-9]+ separated, [0-9]+ touching, [0-9]+ overlapping; 2 errors\$" \
    "$(tail -n 1 "$work/table")"
check "table: the summary adds up" awk -v n=$good_lines 'END { exit !($4 + $6 + $8 == n) }' "$work/table"
check "table: states counted" test "$(grep -c ' separated  ' "$work/table")" -eq \
    "$(tail -n 1 "$work/table" | sed 's/.*answered: \([0-9]*\) sep.*/\1/')"
match "table: a row" '^stacked-boxes +box-box +touching +-?0 .* face-face$' "$(grep '^stacked-boxes' "$work/table")"
match "table: an error" '^bad +error: line 20: a\.vertices: ' "$(grep '^bad ' "$work/table")"
equal "table: no control characters" 0 "$(printf '{"id":"\\u001b[2J\\u009b","a":%s,"b":%s}\n' "$ball" "$far" |
    "$SCREE" query --format table | tr -d '\n' | grep -c '[[:cntrl:]]')"
equal "table: columns stand under each other" 1 "$(sed '/^$/,$d' "$work/table" | grep -v error: |
    grep -v '^1234' | awk '{ print index($0, "separated") + index($0, "touching") + index($0, "overlapping") + index($0, "state ") }' | sort -u | wc -l | tr -d ' ')"
finish
