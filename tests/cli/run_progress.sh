# scree run on a terminal: the progress line is no wider than the terminal, so that it is written over.
. "$(dirname "$0")/check.inc"
cd "$work" || exit 1
if ! command -v script >/dev/null; then
    echo "script (of bsdutils), which provides a terminal, is not there"
    check "nothing to check" true
    finish
fi
cat >ball.yaml <<'END'
domain: {min: [0, 0, 0], max: [1, 1, 1]}
materials: {rock: {density: 2500, youngs_modulus: 1e6}}
shapes: {ball: {type: sphere, radius: 0.1}}
walls: {floor: {type: plane, normal: [0, 0, 1], offset: 0}}
insert: [{grains: [{shape: ball, position: [0.5, 0.5, 0.5]}]}]
stages: [{name: fall, until: {time: 1e5}}]
output: {vtp: false, gsd: false, still: false, page: false, checkpoint: 0}
END
# watch NAME WIDTH COMMAND: the lines that were shown and written over, some of them
watch() {
    script -qec "$3 timeout -s INT 1.8 '$SCREE' run --force --output ball ball.yaml" typed </dev/null >/dev/null 2>&1
    tr '\r' '\n' <typed | sed -n 's/\x1b\[K.*//; /^fall: /p' | grep -v '^fall: .*particle-steps/s$' >shown # the last one stays
    check "$1: shown" test -s shown
    check "$1: none is too wide" awk -v width="$2" 'length($0) >= width { print; exit 1 }' shown
}
watch "COLUMNS" 40 "export COLUMNS=40;"
check "COLUMNS: fields are left out" grep -q '^fall: [0-9.]* s, .*left$' shown
watch "size of the terminal" 30 "stty cols 30; export COLUMNS=200;"
watch "narrow" 10 "stty cols 10;"
finish
