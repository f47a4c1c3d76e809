# The same bytes for any number of threads, from a file and from a pipe.
. "$(dirname "$0")/check.inc"

# Pairs of hulls whose vertices come in eight orders, half of them rotated, so that every pattern is met and every last
# digit matters; every 50th line is bad. Then all examples.
awk '
function number() { seed = (seed * 16807) % 2147483647; return seed / 2147483647 - 0.5 }
function vertices(x, y, z, order, angle, tilt,    text, i, k, a, b, c, u, v) {
    for (i = 0; i < 8; ++i) {
        k = (i + order) % 8
        a = k % 2 ? x : -x; b = int(k / 2) % 2 ? y : -y; c = k > 3 ? z : -z
        u = cos(angle) * a - sin(angle) * b; v = sin(angle) * a + cos(angle) * b
        text = text (i ? "," : "") sprintf("[%.17g,%.17g,%.17g]", u, cos(tilt) * v - sin(tilt) * c, sin(tilt) * v + cos(tilt) * c)
    }
    return text
}
BEGIN {
    seed = 7
    for (n = 0; n < 4000; ++n) {
        if (n % 50 == 49) { print "{\"id\":" n ",\"a\":NaN}"; continue }
        text = "{\"id\":" n
        for (body = 0; body < 2; ++body) {
            rotated = n % 2
            text = text ",\"" substr("ab", body + 1, 1) "\":{\"shape\":\"polyhedron\",\"vertices\":[" \
                vertices(0.5 + (n % 3) / 7, 0.5, 0.4, (int(n / 20) + body) % 8, rotated * number(), rotated * number()) "]" \
                ",\"position\":[" sprintf("%.17g,%.17g,%.17g", number(), number(), number()) "]"
            # every fourth pair is not rotated: ties between faces, where any order could show
            if (n % 4) text = text ",\"orientation\":[" sprintf("%.17g,%.17g,%.17g,%.17g", number(), number(), number(), number()) "]"
            text = text "}"
        }
        print text "}"
    }
}' >"$work/lines"
cat examples/pairs.jsonl >>"$work/lines"

for format in json csv table; do
    "$SCREE" query --format $format "$work/lines" >"$work/one"
    equal "$format: exit status" 1 $?
    for n in 2 4 7; do
        "$SCREE" query --format $format --threads $n "$work/lines" >"$work/many"
        equal "$format, $n threads: exit status" 1 $?
        check "$format, $n threads: same bytes" cmp -s "$work/one" "$work/many"
    done
done
"$SCREE" query "$work/lines" >"$work/one"
check "every line answered" test "$(wc -l <"$work/one")" -eq "$(wc -l <"$work/lines")"
equal "in order" "$(seq 0 3999 | cksum)" "$(field id <"$work/one" | head -n 4000 | cksum)"
cat "$work/lines" | "$SCREE" query --threads 0 >"$work/many"
check "from a pipe, as many threads as processors" cmp -s "$work/one" "$work/many"

# Each line alone, so that nothing was learnt from the lines before: no cache may show in an answer.
awk 'NR % 40 == 3' "$work/lines" | while IFS= read -r line; do printf '%s\n' "$line" | "$SCREE" query; done >"$work/alone"
awk 'NR % 40 == 3' "$work/one" >"$work/together"
check "line by line" cmp -s "$work/alone" "$work/together"
finish
