# Every scene of examples/scenes runs, shortened: fewer grains, nearer to the ground and faster, with files, stopped and
# resumed, until grains have touched each other and walls. The first stage of several ends after half of it, so that the
# changes that the second one makes are run too.
. "$(dirname "$0")/check.inc"

# Several of them have more than 256 grains or pairs, which two threads share.

# shorten SCENE: runs the rest of its arguments with the changes that bring grains together within 0.03 s.
shorten() {
    scene=$1
    shift
    down='insert.0.velocity=[0, 0, -2]'
    case $scene in
    heap) "$@" --set "$down" --set insert.0.count=120 --set insert.0.rate=8000 --set 'insert.0.region.from=[0, 0, 0.04]' \
        --set 'insert.0.region.to=[0, 0, 0.2]' ;;
    hopper) "$@" --set "$down" --set insert.0.count=130 --set 'insert.0.region.from=[0, 0, 0.02]' \
        --set 'insert.0.region.to=[0, 0, 0.2]' ;;
    silo) "$@" --set "$down" --set insert.0.count=130 --set 'insert.0.region.max=[0.09, 0.02, 0.16]' ;;
    drum) "$@" --set "$down" --set insert.0.count=130 --set tools.drum.motion.start=0.01 ;;
    bucket) "$@" --set "$down" --set insert.0.count=130 --set 'insert.0.region.max=[0.08, 0.08, 0.14]' ;;
    collapse) "$@" --set "$down" --set insert.0.count=130 --set 'insert.0.region.max=[0.14, 0.14, 0.16]' ;;
    shear) "$@" --set "$down" --set insert.0.count=130 --set 'insert.0.region.max=[0.12, 0.06, 0.05]' --set tools.upper.offset=-0.052 ;;
    biaxial) "$@" --set 'insert.0.velocity=[-1, -1]' ;;
    triaxial) "$@" --set 'insert.0.velocity=[-1, -0.5, -1]' ;;
    vibrated) "$@" --set "$down" --set insert.0.count=130 --set 'insert.0.region.max=[0.1, 0.1, 0.15]' --set tools.floor.motion.start=0.01 ;;
    mixed) "$@" --set "$down" --set insert.0.count=60 --set 'insert.0.region.max=[0.26, 0.26, 0.1]' ;;
    clusters) "$@" --set "$down" --set insert.0.count=15 --set 'insert.0.region.max=[0.21, 0.21, 0.1]' ;;
    pour) "$@" --set "$down" --set insert.0.count=280 --set 'insert.0.region.min=[0, 0, 0.02]' --set 'insert.0.region.max=[0.7, 0.7, 0.2]' ;;
    *) "$@" ;;
    esac
}

# last COLUMN: of the time series of $scene, in the last line
last() {
    awk -F , -v name="$1" '/^#/ { next } c == 0 { for (i = 1; i <= NF; ++i) if ($i == name) c = i; next } { at = $c } END { print at }' \
        "$work/$scene/series.csv"
}

for file in examples/scenes/*.yaml; do
    scene=$(basename "$file" .yaml)
    stages=$(grep -c 'until:' "$file")
    stage=1
    set --
    if [ "$stages" -gt 1 ]; then
        stage=2
        set -- --set 'stages.0.until={time: 0.015}' --set stages.0.at_least=0
    fi
    shorten "$scene" "$SCREE" run --quiet --threads 1 --until 0.02 --output "$work/$scene" --set output.every=0.01 \
        --set output.vtp=false --set output.page=false --set output.still=false "$@" "$file" >"$work/out" 2>"$work/err"
    equal "$scene: exit status" 0 $?
    "$SCREE" run --quiet --threads 2 --resume "$work/$scene" --until 0.03 >"$work/out" 2>"$work/err"
    equal "$scene: resumed" 0 $?
    check "$scene: grains" test "$(last inserted)" -gt 0
    equal "$scene: stage" "$stage" "$(last stage)"
    check "$scene: contacts" test "$(last contacts)" -gt 0
done
finish
