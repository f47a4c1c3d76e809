# scree reproduce --simulations: small forms of nezami-2006 and descantes-2019, held to what is printed. Ratios of times are taken in
# one run, in turns, and held to their order alone, which is 13 and 38 to 1 here.
. "$(dirname "$0")/check.inc"

column() { # of the first line that begins so
    awk -v first="$2" -v column="$3" '$1 == first { print $column; exit }' "$1"
}

above() { awk -v a="$1" -v b="$2" 'BEGIN { exit !(a > b) }'; }

# Of the bands, 95 % is the print's, which has no error; 90 to 99.9 is chosen, for one seed of the smallest box.
# Shortest link over fast common plane over common plane; around 95 % of the links in two iterations or fewer, and "rarely" more
# than 3 in the mean.
"$SCREE" reproduce --simulations --quick --repeats 1 --threads 1 --keep "$work/kept" nezami-2006-box >"$work/text" 2>"$work/err"
equal "nezami-2006: exit status" 0 $?
match "nezami-2006: SLM > FCP > 1" '^ +500 .* agrees$' "$(sed -n '/^R: the time/,/^What is printed/p' "$work/text")"
match "nezami-2006: links" '^links of two iterations or fewer, % +500 +95 +9[0-9]\.[0-9] ' "$(cat "$work/text")"
match "nezami-2006: mean of the links" '^iterations of SLM, mean +500 .* agrees$' "$(cat "$work/text")"
equal "nezami-2006: every printed figure has a verdict" 5 \
    "$(sed -n '/^What is printed/,/^What a pair costs/p' "$work/text" | grep -cE ' (agrees|differs)$')"
for method in CP FCP SLM; do
    match "nezami-2006: iterations of $method" "^ +500 +$method +[0-9.]+ +[0-9]+ +[0-9]+" "$(cat "$work/text")"
done
equal "nezami-2006: one simulation is kept" 1 "$(wc -l <"$work/kept")"
"$SCREE" reproduce --simulations --quick --repeats 1 --threads 1 --keep "$work/kept" nezami-2006-box >"$work/again" 2>"$work/err"
equal "nezami-2006: again, from what was kept" "$(grep -v '^date' "$work/text")" "$(grep -v '^date' "$work/again")"

# Each method moves the grains, and by the paper's ones detection takes more of the time than by `auto`. (That it takes more in flow is
# a difference of some percent in times: too little for a machine that does other work.)
"$SCREE" reproduce --simulations --quick --repeats 1 --threads 1 descantes-2019 >"$work/text" 2>"$work/err"
equal "descantes-2019: exit status" 0 $?
for method in auto gjk-td fcp-revised; do
    check "descantes-2019, $method: a share" above "$(column "$work/text" $method 5)" 0
done
check "descantes-2019: gjk-td over auto" above "$(column "$work/text" gjk-td 5)" "$(column "$work/text" auto 5)"
check "descantes-2019: fcp-revised over auto" above "$(column "$work/text" fcp-revised 5)" "$(column "$work/text" auto 5)"

finish
