# scree validate: a whole case, held to what was published, and not simulated again where it was kept.
. "$(dirname "$0")/check.inc"

# The Brazil nut comes to the top of a shaken bed, a grain like the others does not; what was simulated is not simulated again.
"$SCREE" validate --quick --strict --keep "$work/kept" nut >"$work/text" 2>"$work/err"
equal "nut: it rises" 0 $?
equal "nut: simulations that are kept" 4 "$(wc -l <"$work/kept")"
printf 'a line that was cut sho' >>"$work/kept"
"$SCREE" validate --quick --strict --keep "$work/kept" nut >"$work/again" 2>"$work/err"
equal "nut: again, from what was kept" "$(grep -v '^date' "$work/text")" "$(grep -v '^date' "$work/again")"
equal "nut: nothing was added" 4 "$(grep -c nut "$work/kept")"

finish
