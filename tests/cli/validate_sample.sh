# scree validate and scree reproduce --simulations: cases of some seconds, held to what was published. The bands are those of the
# verdicts. Those of the dice come from the counts of throws, published and ours. The widths of the others are chosen, none from our own
# output: the sources print no error.
. "$(dirname "$0")/check.inc"

# Published and chosen: spheres 0.64 within 0.01, ellipsoids 0.735 within 0.02; the six shares of dice within three errors of the counts, the
# published ones and ours.
"$SCREE" validate --quick --strict --repeats 1 packing >"$work/text" 2>"$work/err"
equal "packing: both fractions agree" 0 $?
equal "packing: verdicts" 2 "$(grep -c ' agrees$' "$work/text")"
"$SCREE" validate --quick --strict --repeats 60 die >"$work/text" 2>"$work/err"
equal "die: all shares agree" 0 $?
equal "die: verdicts" 6 "$(grep -c ' agrees$' "$work/text")"

# Tables I and II of feng-tan-2020 in small packings: nearly all means of GJK(1) within 1 of the print, with a sphere within 1.5.
"$SCREE" reproduce --simulations --quick --repeats 1 feng-tan-2020-tables >"$work/text" 2>"$work/err"
equal "feng-tan-2020: exit status" 0 $?
rows=$(grep -E '^(P5|P16|F16)-.* (agrees|differs)$' "$work/text")
check "feng-tan-2020: most groups have contacts" test "$(echo "$rows" | wc -l)" -ge 25
check "feng-tan-2020: GJK(1) differs twice at most" test "$(echo "$rows" | grep -c ' differs$')" -le 2
# Elastic collisions by the laws that are exact: the error falls below 1e-5.
"$SCREE" reproduce --simulations --quick --repeats 6 feng-tan-2020-energy >"$work/text" 2>"$work/err"
equal "feng-tan-2020: volume and pressure field conserve energy" 2 "$(grep -c 'target met$' "$work/text")"

finish
