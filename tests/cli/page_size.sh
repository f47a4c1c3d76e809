# scree view of large runs in headless Chromium: 20,000 grains of a few shapes, and 5,000 that are all different.
. "$(dirname "$0")/check.inc"
here=$PWD/tests/cli npm=${SCREE_NPM_DIR:-build/npm}
npm=$(realpath "$npm" 2>/dev/null)
cd "$work" || exit 1
cat >many.yaml <<'END'
domain: {min: [0, 0, 0], max: [0.55, 0.55, 0.5]}
materials: {rock: {density: 2500, youngs_modulus: 1e6}}
shapes:
  cube: {type: box, size: 0.01}
  gravel: {type: random_hull, vertices: 12, size: 0.01}
  pebble: {type: random_hull, vertices: 10, size: 0.01, distinct: 3}
insert: [{shapes: [cube, pebble], from: lattice, count: 20000, spacing: 0.019}]
stages: [{until: {time: 0}}]
output: {vtp: false, still: false, page: false}
END
"$SCREE" run --quiet --output few many.yaml
equal "20,000: exit status" 0 $?
"$SCREE" run --quiet --output all --set insert.0.count=5000 --set insert.0.shapes=gravel many.yaml
equal "5,000: exit status" 0 $?
"$SCREE" view few >out 2>err
status=$?
if grep -q 'without the page' err || ! command -v node >/dev/null || ! command -v chromium >/dev/null ||
    [ ! -d "$npm/node_modules/playwright-core" ]; then
    echo "no page, node, chromium or playwright-core: the pages are not tried"
    finish
fi
equal "20,000: page" 0 $status
"$SCREE" view all >out
equal "5,000: page" 0 $?
for page in "few 20000" "all 5000"; do
    set -- $page
    equal "$2 grains in a browser" "" "$(SCREE_NPM_DIR=$npm SCREE_CHROMIUM=$(command -v chromium) node "$here/page_size.mjs" "$1/view.html" "$2" 2>&1)"
done
finish
