# scree run: what is left, and what is said, when a run stops because something went wrong.
. "$(dirname "$0")/check.inc"
sound=$PWD/examples/laws/stiffening.h
cd "$work" || exit 1

# Eight cubes above a floor; the last one arrives a little faster.
cat >cubes.yaml <<'END'
domain: {min: [0, 0, 0], max: [0.2, 0.2, 0.2]}
materials: {rock: {density: 2500, youngs_modulus: 1e7, friction: 0.3}}
shapes: {cube: {type: box, size: 0.01}}
walls: {floor: {type: plane, normal: [0, 0, 1], offset: 0}}
insert:
  - grains:
      - {shape: cube, position: [0.02, 0.1, 0.006]}
      - {shape: cube, position: [0.04, 0.1, 0.006]}
      - {shape: cube, position: [0.06, 0.1, 0.006]}
      - {shape: cube, position: [0.08, 0.1, 0.006]}
      - {shape: cube, position: [0.10, 0.1, 0.006]}
      - {shape: cube, position: [0.12, 0.1, 0.006]}
      - {shape: cube, position: [0.14, 0.1, 0.006]}
      - {shape: cube, position: [0.16, 0.1, 0.020]}
stages: [{until: {time: 0.1}}]
output: {every: 0.01, vtp: false, still: false}
END
# A law that breaks: pressed at more than 0.3 m/s, its force is NaN.
cat >breaks.h <<'END'
#include <math.h>
#include "scree_sim/law.h"
scree_contact_force scree_user_law(const scree_contact_region *region, const scree_contact_motion *motions,
                                   const scree_contact_constants *constants, double dt, scree_contact_history *history)
{
    const double v = fabs(motions[0].velocity.z - motions[1].velocity.z);
    const double f = v > 0.3 ? NAN : constants->stiffness * region->depth;
    (void)dt, (void)history;
    return (scree_contact_force){ .force = { f * region->normal.x, f * region->normal.y, f * region->normal.z } };
}
END

# --- NaN: the last good checkpoints stay, and the run can be resumed from them
"$SCREE" run --output nan --set output.checkpoint=0.0001 --law breaks.h cubes.yaml >out 2>err
equal "NaN: exit status" 1 $?
match "NaN: grain, contact and time" \
    '^scree run: stopped at 0\.0[0-9]+ s, step [0-9]+: grain 7 at \([^)]*\) has a place or velocity that is NaN or infinite, touching wall floor; ' "$(cat err)"
match "NaN: what is left" "the checkpoint of 0\.0[0-9]+ s, before that, is kept, but the same steps lead here again" "$(cat err)"
check "NaN: no word of --keep-going" sh -c '! grep -q keep-going err'
check "NaN: page" test -s nan/view.html
# What is named stops just before it: fewer than 20 steps, with a checkpoint to look at.
stops_before() { # FOLDER
    time=$("$SCREE" info "$1" | sed -n '/^checkpoint.h5/,/^checkpoint.prev/s/^ *time: \([0-9.e-]*\) s$/\1/p')
    step=$("$SCREE" info "$1" | sed -n '/^checkpoint.h5/,/^checkpoint.prev/s/^ *step: //p')
    broke=$(sed -n 's/^scree run: stopped.* step \([0-9]*\): .*/\1/p' err)
    check "NaN: $1: stopped $((broke - step)) steps before, at $time s" test "$step" -lt "$broke" -a $((broke - step)) -le 20
}
until=$(sed -n 's/.*with --until \([0-9.e-]*\) only to just before it);.*/\1/p' err)
cp -r nan before
"$SCREE" run --quiet --resume before --law breaks.h --until "$until" 2>again
equal "NaN: --until: exit status" 0 $?
stops_before before
for n in 1 2 3; do
    "$SCREE" run --quiet --resume nan --keep-going --law breaks.h 2>again
    equal "NaN: resumed, exit status" 1 $?
    equal "NaN: resumed, the same grain and moment" "$(sed -n 's/^scree run: \(.*\);.*;.*/\1/p' err)" \
        "$(sed -n 's/^scree run: \(.*\);.*;.*/\1/p' again)"
done
for file in checkpoint.h5 checkpoint.previous.h5; do
    rm -rf one && mkdir one && cp "nan/$file" one/checkpoint.h5
    "$SCREE" run --quiet --resume one --law "$sound" 2>again
    equal "NaN: $file is good: exit status" 0 $?
done

# --- NaN before the first checkpoint, in a folder that holds another run: that one's checkpoint is not taken for its own
"$SCREE" run --quiet --output early cubes.yaml
"$SCREE" run --quiet --force --output early --law breaks.h cubes.yaml 2>err
equal "NaN, no checkpoint: exit status" 1 $?
match "NaN, no checkpoint: said" 'there is no checkpoint of a moment before that' "$(cat err)"
"$SCREE" run --quiet --resume early 2>again
equal "NaN, no checkpoint: nothing to resume" 2 $?
match "NaN, no checkpoint: nothing to resume, message" 'there is no checkpoint' "$(cat again)"

until=$(sed -n 's/.*the same command with --force --until \([0-9.e-]*\) leaves one.*/\1/p' err)
"$SCREE" run --quiet --force --until "$until" --output early --law breaks.h cubes.yaml 2>again
equal "NaN, no checkpoint: --until, exit status" 0 $?
stops_before early
"$SCREE" run --quiet --resume early --law breaks.h 2>again
equal "NaN, no checkpoint: from just before it" 1 $?

# --- the ways on that are named do lead on, word by word
way_on() { sed -n "s/^scree run: stopped.*'scree \(run --resume .*\)' goes on.*/\1/p" err; }
fall='stages.0.until.time=0.4'
"$SCREE" run --quiet --output escape --set 'gravity=[9, 0, -9]' --set $fall --set materials.rock.friction=0 cubes.yaml 2>err
equal "escape: exit status" 1 $?
equal "escape: the way on" "run --resume escape --keep-going" "$(way_on)"
# shellcheck disable=SC2046
"$SCREE" $(way_on) --quiet 2>err
equal "escape: the way on leads to the end" 0 $?
"$SCREE" run --quiet --output deep --set materials.rock.youngs_modulus=1e4 --set overlap_limit=0.01 cubes.yaml 2>err
equal "overlap: exit status" 1 $?
match "overlap: message" 'overlaps too deeply, with wall floor: ' "$(cat err)"
# shellcheck disable=SC2046
"$SCREE" $(way_on) --quiet 2>err
equal "overlap: the way on leads to the end" 0 $?
"$SCREE" run --quiet --output own --law "$sound" --set 'gravity=[9, 0, -9]' --set $fall cubes.yaml 2>err
equal "own law: the way on" "run --resume own --law $sound --keep-going" "$(way_on)"
# shellcheck disable=SC2046
"$SCREE" $(way_on) --quiet 2>err
equal "own law: the way on leads to the end" 0 $?
"$SCREE" run --output until --law "$sound" --until 0.01 cubes.yaml 2>err
equal "until: the way on" "run --resume until --law $sound" "$(way_on)"
# A folder whose name has a blank and a quote, and a value with blanks: what is named, and what is recorded, can be pasted.
"$SCREE" run --until 0.01 --output "it's mine" --set 'gravity=[0, 0, -9]' cubes.yaml 2>err
equal "a blank in the name: the way on" "run --resume 'it'\\''s mine'" "$(way_on)"
eval "\"\$SCREE\" $(way_on) --quiet" 2>err
equal "a blank in the name: the way on leads to the end" 0 $?
equal "a blank in the name: the command" "scree run --until 0.01 --output 'it'\\''s mine' --set 'gravity=[0, 0, -9]' cubes.yaml" \
    "$("$SCREE" info "it's mine/checkpoint.h5" | sed -n 's/^command: //p')"
# A fixed grain longer than half a periodic domain: there is no list of neighbours, and no way on.
"$SCREE" run --quiet --output long --set 'domain.periodic=[x]' \
    --set 'insert.0.grains.0={shape: cube, size: 0.15, position: [0.1, 0.1, 0.1], mode: fixed}' cubes.yaml 2>err
equal "no list: exit status" 1 $?
match "no list: message" 'list of neighbours could not be made .*: grain 0 is 0\.15 m long along x, where the domain is periodic and 0\.2 m long.*; no step is possible from here$' "$(cat err)"
# Nor for a wall: with the skin, a piece that is just half a period is too long.
"$SCREE" run --quiet --output half --set 'domain.periodic=[x]' \
    --set 'walls.sill={type: plate, size: [0.099, 0.01, 0.01], position: [0.1, 0.1, 0.1]}' cubes.yaml 2>err
match "no list, a wall: message" 'could not be made .*: a piece of wall sill is 0\.099 m long along x, where' "$(cat err)"
# Nor where a grain is so fast that its place means nothing after one step: it is named.
"$SCREE" run --quiet --output fast --set 'domain.periodic=[x]' --set 'insert.0.grains.7={shape: cube, position: [0.16, 0.1, 0.02],
    velocity: [1e20, 0, 0]}' cubes.yaml 2>err
equal "too fast: exit status" 1 $?
match "too fast: message" 'could not be made .*: grain 7 moves by [0-9.]+e\+15 m in one step; no step' "$(cat err)"
finish
