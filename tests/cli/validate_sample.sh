# scree validate and scree reproduce --simulations: cases of some seconds, held to what was published. The bands are those of the
# verdicts, which come from the published figures, their errors and the count of throws, not from our own output.
. "$(dirname "$0")/check.inc"

# Spheres 0.64 within 0.01, ellipsoids 0.735 within 0.02; the six shares of dice within 0.05 and two errors of the count.
"$SCREE" validate --quick --strict --repeats 1 packing >"$work/text" 2>"$work/err"
equal "packing: both fractions agree" 0 $?
equal "packing: verdicts" 2 "$(grep -c ' agrees$' "$work/text")"
"$SCREE" validate --quick --strict --repeats 60 die >"$work/text" 2>"$work/err"
equal "die: all shares agree" 0 $?
equal "die: verdicts" 6 "$(grep -c ' agrees$' "$work/text")"

finish
