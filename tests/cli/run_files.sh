# scree info and scree view: help, refusals, and what they say of files that are no files of a run.
. "$(dirname "$0")/check.inc"

if ! "$SCREE" help info >/dev/null 2>&1; then
    echo "built without the simulator's files"
    exit 0
fi
for words in "help info" "info --help" "help view" "view -h"; do
    # shellcheck disable=SC2086
    out=$("$SCREE" $words)
    equal "$words: exit status" 0 $?
    match "$words" '^usage: scree (info|view)' "$out"
    check "$words: fits a terminal of 100 columns" awk 'length($0) > 100 { exit 1 }' <<<"$out"
done

mkdir "$work/empty"
echo nonsense >"$work/other.txt"
for kind in csv vtp pvd gsd h5 pov html; do echo nonsense >"$work/wrong.$kind"; done
while IFS= read -r words; do
    # shellcheck disable=SC2086
    (cd "$work" && "$SCREE" $words >out 2>err)
    equal "scree $words: exit status" 2 $?
    equal "scree $words: standard output" "" "$(cat "$work/out")"
    match "scree $words: message" '^scree (info|view): ' "$(head -n 1 "$work/err")"
done <<'END'
info
info nowhere
info empty
info other.txt
info wrong.csv
info wrong.vtp
info wrong.pvd
info wrong.gsd
info wrong.h5
info wrong.pov
info wrong.html
info --digest
info --digest empty
info --digest wrong.h5
info --nonsense
view
view nowhere
view empty
view empty empty
view --output
END
finish
