# Help, version, options, exit statuses, and the list of methods.
. "$(dirname "$0")/check.inc"

# --- help
for words in --help -h help "help query" "query --help" "query -h" "help verify" "verify --help" "help shape" "shape --help" "help methods" "methods --help" "run --help" "check --help" "init --help" "sweep --help"; do
    # shellcheck disable=SC2086
    "$SCREE" $words >"$work/out" 2>"$work/err"
    equal "$words: exit status" 0 $?
    check "$words: says something" test -s "$work/out"
    equal "$words: on standard output alone" "" "$(cat "$work/err")"
    match "$words" '^usage: scree' "$(cat "$work/out")"
    check "$words: fits a terminal of 100 columns" awk 'length($0) > 100 { exit 1 }' "$work/out"
done
match "--version" '^scree [0-9]+\.[0-9]+\.[0-9]+$' "$("$SCREE" --version)"
for word in query verify shape methods; do match "--help names $word" "^ *$word " "$("$SCREE" --help)"; done
match "query --help gives the exit status" '^exit status: 0 ' "$("$SCREE" query --help)"

# The first example of the help works as it stands.
"$SCREE" query --help | sed -n '/^examples:/,/^    half/p' | sed -n '2,3p' | sed "s,| scree query,| \"$SCREE\" query," >"$work/example.sh"
equal "the help's first example" 0.5 "$(bash "$work/example.sh" | field distance)"
"$SCREE" --help | sed -n "/^  echo/,\$p" | sed "s,| scree query,| \"$SCREE\" query," >"$work/example.sh"
equal "the overview's example" 1 "$(bash "$work/example.sh" | field distance)"

# --- wrong usage: 2, a message on standard error, nothing on standard output
while IFS= read -r words; do
    # shellcheck disable=SC2086
    "$SCREE" $words >"$work/out" 2>"$work/err" </dev/null
    equal "scree $words: exit status" 2 $?
    equal "scree $words: standard output" "" "$(cat "$work/out")"
    match "scree $words: message" '^scree.*: ' "$(head -n 1 "$work/err")"
done <<'END'

nonsense
--nonsense
help nonsense
query --nonsense
query some.file --nonsense
query -x
query --help=x
query --threads
query --threads x
query --threads -1
query --threads 100000
query --format xml
query --method magic
query --tolerance -1
query --tolerance nan
query --tolerance inf
query --tolerance x
query --max-line 0
query --max-line 1T
query one two
shape
shape one two
shape --format xml one
shape --rounding -1 one
shape --nonsense one
methods one
methods --format xml
END
match "the option is named" "'--nonsense'" "$("$SCREE" query --nonsense 2>&1)"
match "the option is named, though it comes last" "'--nonsense'" "$("$SCREE" query some.file --nonsense 2>&1)"
match "the letter is named" "'-x'" "$("$SCREE" query -x 2>&1)"
match "the option without a value is named" "--threads: a value is missing" "$("$SCREE" query some.file --threads 2>&1)"
match "a mistyped option" "'--treads'; did you mean --threads\\?" "$("$SCREE" query --treads 2 2>&1)"
match "an option that takes no value" "--help: takes no value" "$("$SCREE" query --help=x 2>&1)"
match "a mistyped command" "no command 'qurey'; did you mean query\\?" "$("$SCREE" qurey 2>&1)"
match "no command" 'which command\? There are .*query, verify, ' "$("$SCREE" 2>&1)"
match "a command far from all" "no command 'xyzzy'; there are .*query, verify, " "$("$SCREE" xyzzy 2>&1)"
match "the method is named" "'magic'" "$("$SCREE" query --method magic 2>&1)"
equal "--threads=2" '"ok"' "$(echo "$good" | "$SCREE" query --threads=2 | field status)"
equal "-t 2 -f json" '"ok"' "$(echo "$good" | "$SCREE" query -t 2 -f json | field status)"

# --- methods
"$SCREE" methods >"$work/out"
equal "methods: exit status" 0 $?
match "methods: head" '^name +source +answers +pairs$' "$(head -n 1 "$work/out")"
match "methods: auto comes first" '^auto +scree ' "$(sed -n 2p "$work/out")"
"$SCREE" methods --format json >"$work/out"
match "methods in JSON" '^\{"name":"auto","source":"scree","pairs":".*","summary":".*","separated":true,"overlapping":true\}$' \
    "$(head -n 1 "$work/out")"
# Every method of the list can be asked for.
for name in $(field name <"$work/out" | tr -d '"'); do
    echo "$good" | "$SCREE" query --method "$name" >"$work/answer" 2>"$work/err"
    check "--method $name is known" test $? -le 1
done
finish
