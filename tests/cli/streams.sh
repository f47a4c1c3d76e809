# Streaming: answers come at once, memory does not grow, and files, pipes and signals may fail in every way.
. "$(dirname "$0")/check.inc"
export ASAN_OPTIONS="${ASAN_OPTIONS:-}:quarantine_size_mb=1"

# --- one line, one answer, before the next line is written
mkfifo "$work/in" "$work/answers"
"$SCREE" query --threads 2 <"$work/in" >"$work/answers" &
pid=$!
exec 3>"$work/in" 4<"$work/answers"
for i in 1 2 3; do
    echo "{\"id\":$i,\"a\":$ball,\"b\":$far}" >&3
    got=""
    read -r -t 20 got <&4
    equal "answer $i comes at once" $i "$(echo "$got" | field id)"
done
printf '{"id":4,"a":%s,' "$ball" >&3 # half a line is no line yet
got=""
read -r -t 1 got <&4
equal "half a line is not answered" "" "$got"
printf '"b":%s}\n' "$far" >&3
read -r -t 20 got <&4
equal "its other half makes it one" 4 "$(echo "$got" | field id)"
exec 3>&-
wait $pid
equal "interactive: exit status" 0 $?
exec 4<&-

# --- memory: the peak after 60,000 lines is that after 2,000
peak() { awk '/^VmHWM/ { print $2 }' "/proc/$1/status"; }
answered() { [ "$(wc -l <"$work/out")" -ge "$1" ]; }
lines() {
    awk -v n="$1" 'BEGIN { for (i = 0; i < n; ++i) printf "{\"id\":%d,\"a\":{\"shape\":\"box\",\"half_extents\":[1,1,%.9f]},\"b\":{\"shape\":\"sphere\",\"radius\":%.9f,\"position\":[3,0,0]}}\n", i, 1 + i / 1e5, 1 + i / 1e6 }'
}
if [ -r /proc/self/status ]; then
    "$SCREE" query <"$work/in" >"$work/out" &
    pid=$!
    exec 3>"$work/in"
    lines 2000 >&3
    wait_for 60 answered 2000
    before=$(peak $pid)
    lines 58000 >&3
    wait_for 120 answered 60000
    after=$(peak $pid)
    exec 3>&-
    wait $pid
    equal "long stream: exit status" 0 $?
    check "memory does not grow ($before to $after kB)" test "$((after - before))" -lt 4096
fi

# --- the reader of the output goes away
lines 20000 >"$work/many"
{
    "$SCREE" query "$work/many" 2>"$work/err"
    echo $? >"$work/status"
} | head -n 1 >"$work/out"
equal "closed pipe: what was read is right" 0 "$(field id <"$work/out")"
equal "closed pipe: exit status" 141 "$(cat "$work/status")"
equal "closed pipe: silent" "" "$(cat "$work/err")"

# --- a disk that is full
if [ -c /dev/full ]; then
    echo "$good" | "$SCREE" query >/dev/full 2>"$work/err"
    equal "full disk: exit status" 2 $?
    match "full disk: said so" '^scree query: standard output: .*space' "$(cat "$work/err")"
    echo "$good" | "$SCREE" query --output /dev/full 2>"$work/err"
    equal "full disk by name: exit status" 2 $?
fi
(
    ulimit -f 1
    lines 3000 | "$SCREE" query --output "$work/limited" 2>"$work/err"
)
equal "a limit on the size of files: exit status" 2 $?
match "a limit on the size of files: said so" "^scree query: $work/limited: File too large" "$(cat "$work/err")"
echo "$good" | "$SCREE" query >&- 2>"$work/err"
equal "no standard output: exit status" 2 $?

# --- files
"$SCREE" query "$work/none" 2>"$work/err"
equal "no such file: exit status" 2 $?
match "no such file" "^scree query: $work/none: .*such file" "$(cat "$work/err")"
"$SCREE" query "$work" 2>"$work/err"
equal "a directory: exit status" 2 $?
match "a directory" '[dD]irectory' "$(cat "$work/err")"
"$SCREE" query <"$work" 2>"$work/err"
equal "a directory as standard input: exit status" 2 $?
if [ "$(id -u)" -ne 0 ]; then
    : >"$work/secret"
    chmod 000 "$work/secret"
    "$SCREE" query "$work/secret" 2>"$work/err"
    equal "unreadable: exit status" 2 $?
fi
echo "$good" >"$work/pair"
"$SCREE" query --output "$work/result" "$work/pair"
equal "--output: exit status" 0 $?
equal "--output" '"good"' "$(field id <"$work/result")"
"$SCREE" query --output "$work/pair" "$work/pair" 2>"$work/err"
equal "--output onto the input: exit status" 2 $?
equal "--output onto the input: nothing lost" "$good" "$(cat "$work/pair")"
echo "$good" | "$SCREE" query --output "$work/none/result" 2>"$work/err"
equal "--output in no folder: exit status" 2 $?
"$SCREE" query --output "$work/result" "$work/pair"
equal "--output writes over what was there" 1 "$(wc -l <"$work/result" | tr -d ' ')"

# --- signals: what has come whole is answered, then it ends
for expected in INT:130 TERM:143; do
    signal=${expected%:*}
    : >"$work/out"
    mkfifo "$work/in.$signal"
    {
        exec 5>"$work/in.$signal"
        echo "$good" >&5
        wait_for 20 answered 1
        kill -s $signal "$(cat "$work/pid")"
        wait_for 20 test -e "$work/done.$signal"
    } &
    # In the foreground, since a shell starts background commands with SIGINT ignored.
    sh -c 'echo $$ >"$1/pid"; exec "$2" query "$1/in.$3" >"$1/out"' sh "$work" "$SCREE" $signal
    status=$?
    : >"$work/done.$signal"
    wait
    equal "SIG$signal: exit status" "${expected#*:}" "$status"
    equal "SIG$signal: answered" '"ok"' "$(field status <"$work/out")"
done
finish
