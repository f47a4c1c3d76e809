# scree validate: usage, and the case that takes no time, held to what was published.
. "$(dirname "$0")/check.inc"

"$SCREE" validate --help >"$work/out" 2>"$work/err"
equal "--help: exit status" 0 $?
match "--help" '^usage: scree validate' "$(cat "$work/out")"
check "--help fits a terminal of 100 columns" awk 'length($0) > 100 { exit 1 }' "$work/out"
"$SCREE" validate --list >"$work/list"
equal "--list: exit status" 0 $?
for case in impact die packing aspect solids hopper hourglass collapse repose janssen drum triaxial nut; do
    match "--list names $case" "^$case +[a-z]" "$(cat "$work/list")"
done
equal "--list says how long each takes" "" "$(grep -v '(a second)\|(quick .*, full .*)$' "$work/list")"
"$SCREE" reproduce --simulations --list >"$work/list"
equal "the papers' --list says how long each takes" "" "$(grep -v '(quick .*, full .*)$' "$work/list")"
while IFS= read -r words; do
    # shellcheck disable=SC2086
    "$SCREE" validate $words >"$work/out" 2>"$work/err" </dev/null
    equal "validate $words: exit status" 2 $?
    equal "validate $words: standard output" "" "$(cat "$work/out")"
    match "validate $words: message" '^scree validate: ' "$(head -n 1 "$work/err")"
done <<'END'
nonsense
impact nonsense
--pairs 10 impact
--seed x impact
--html
--keep
--repeats 0 impact
--grains 200 impact
--pictures /nonsense/folder/pictures impact
--keep /nonsense/folder/file nut
END
for scene in cli/validate/scenes/*.yaml cli/simulations/scenes/*.yaml; do
    "$SCREE" check "$scene" >"$work/out" 2>"$work/err"
    equal "$scene can be simulated" 0 $?
done

# Figures of Chung and Ooi (2011), Hertz's theory and rigid bodies: bands that do not come from our own output.
"$SCREE" validate --strict --html "$work/page.html" --pictures "$work/pictures" impact >"$work/text" 2>"$work/err"
equal "impact: every figure agrees" 0 $?
match "impact: glass spheres" '^1: two glass spheres +274\.1 +274\.[0-2] +10\.700 +10\.[67]' "$(cat "$work/text")"
equal "impact: verdicts" 31 "$(grep -c ' agrees$' "$work/text")"
match "the page has its own head" 'Simulations compared with what was published' "$(cat "$work/page.html")"

finish
