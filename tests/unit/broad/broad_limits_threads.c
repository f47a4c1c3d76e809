// The broad phase at its limits: scratch that is too little, threads beyond counting, boxes of any scale, and what is
// refused.
#include <float.h>
#include <limits.h>
#include <stdlib.h>

#include "check.h"
#include "scree/broad.h"

enum { BOXES = 40, MOST_PAIRS = BOXES * BOXES };

// Boxes in a row along x, each touching the next; every third is tall, and of another level of cells.
static void fill_row(scree_aabb *boxes, double from, double side)
{
    for (int i = 0; i < BOXES; ++i)
        boxes[i] = (scree_aabb){ { from + i * side, 0.0, 0.0 },
                                 { from + (i + 1) * side, i % 3 == 0 ? 5.0 * side : side, side } };
}

static void test_scratch(void)
{
    scree_aabb boxes[BOXES];
    size_t count = 0;
    fill_row(boxes, 0.0, 1.0);
    boxes[BOXES - 1] = (scree_aabb){ { 0, 0, 0 }, { 1000, 1000, 1000 } };
    scree_broad broad = { .boxes = boxes, .box_count = BOXES, .threads = 1 };
    const size_t need = scree_broad_scratch(&broad);
    CHECK(need > 0);
    for (size_t size = 0; size < need; size += 8) {
        broad.scratch = malloc(size + 1);
        broad.scratch_size = size;
        CHECK_MSG(scree_broad_pairs(&broad, NULL, 0, &count) == SCREE_SCRATCH_TOO_SMALL && count == 0, "%zu bytes",
                  size);
        free(broad.scratch);
    }
    broad.scratch = NULL;
    const size_t sizes[] = { 0, 1, need, SIZE_MAX };
    for (int i = 0; i < 4; ++i) {
        broad.scratch_size = sizes[i];
        CHECK(scree_broad_pairs(&broad, NULL, 0, &count) == SCREE_SCRATCH_TOO_SMALL && count == 0);
    }
}

// Counts the pairs; each box of a row meets the next one alone, or the next two where roundings let them.
static void test_row(double from, double side, int threads)
{
    scree_aabb boxes[BOXES];
    scree_pair pairs[MOST_PAIRS];
    size_t count = 0, expected = 0;
    fill_row(boxes, from, side);
    scree_broad broad = { .boxes = boxes, .box_count = BOXES, .threads = threads };
    broad.scratch_size = scree_broad_scratch(&broad);
    broad.scratch = malloc(broad.scratch_size);
    CHECK(scree_broad_pairs(&broad, pairs, MOST_PAIRS, &count) == SCREE_OK);
    for (int a = 0; a < BOXES; ++a)
        for (int b = a + 1; b < BOXES; ++b)
            expected += boxes[a].low.x <= boxes[b].high.x && boxes[b].low.x <= boxes[a].high.x;
    CHECK_MSG(count == expected && count >= BOXES - 1, "%d threads, sides of %g from %g: %zu pairs, %zu expected",
              threads, side, from, count, expected);
    free(broad.scratch);
}

static void test_threads(void)
{
    const int threads[] = { 1, 2, 300, 50000, INT_MAX / 16 + 1, INT_MAX };
    for (int i = 0; i < 6; ++i) test_row(0.0, 1.0, threads[i]);
}

static void test_scales(void)
{
    const double sides[] = { 4e-323, 1e-310, DBL_MIN, 1e-300, 1e-9, 1.0, 1e9, 1e97 };
    for (int i = 0; i < 8; ++i) {
        test_row(0.0, sides[i], 1);
        test_row(7.0 * sides[i], sides[i], 1);
        test_row(-50.0 * sides[i], sides[i], 1);
    }
    // Where the sides are a few units in the last place of where they lie, centres are rounded by as much.
    for (double unit = 1.0; unit <= 9.0; unit += 1.0) {
        test_row(1.0, unit * DBL_EPSILON, 1);
        test_row(-1e12, unit * 1e12 * DBL_EPSILON, 1);
    }
}

static void test_refused(void)
{
    const scree_aabb box = { { 0, 0, 0 }, { 1, 1, 1 } };
    size_t count = 1;
    const scree_broad fine = { .boxes = &box, .box_count = 1 };
    scree_broad broad[4] = { fine, fine, fine, fine };
    broad[0].skin = 1e101;
    broad[1].period.y = 1e101;
    broad[2].box_count = (size_t)INT32_MAX + 1; // not looked at
    broad[3].threads = -1;
    CHECK(scree_broad_scratch(&fine) > 0);
    for (int i = 0; i < 4; ++i) {
        CHECK_MSG(scree_broad_scratch(&broad[i]) == 0, "case %d", i);
        CHECK_MSG(scree_broad_pairs(&broad[i], NULL, 0, &count) == SCREE_INVALID_ARGUMENT && count == 0, "case %d", i);
    }
}

int main(void)
{
    test_scratch();
    test_threads();
    test_scales();
    test_refused();
    return check_done();
}
