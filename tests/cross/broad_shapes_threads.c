// The broad phase on boxes that do not suit cells: lost ones, huge ones, rods, plates, heaps far apart. The pairs are held
// against all, from one thread and from several; the work is counted, and does not grow as the square of their number.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "broad/search.h"
#include "check.h"
#include "scenes/random.h"

enum { FEW = 4000, MANY = 30000, MOST_PAIRS = 1000000, SEED = 12 };

typedef enum kind { LOST, FLOOR, FLOORS, SOME_LOST, MANY_LOST, HEAPS, DECADES, PARALLEL, RODS, PLATES } kind;

typedef struct recipe {
    const char *what;
    kind kind;
    double tests; // a box, at most; where cells cannot do, what n log(n)^2 is for MANY of them
} recipe;

static const recipe recipes[] = {
    { "one lost", LOST, 40.0 },
    { "a floor", FLOOR, 40.0 },
    { "floors and a lost one", FLOORS, 60.0 },
    { "1 of 100 lost", SOME_LOST, 40.0 },
    { "1 of 10 lost", MANY_LOST, 4000.0 },
    { "two heaps", HEAPS, 4000.0 },
    { "ratio 1e8", DECADES, 400.0 },
    { "parallel rods", PARALLEL, 60.0 },
    { "rods along all axes", RODS, 4000.0 },
    { "plates across all axes", PLATES, 4000.0 },
};

static scree_aabb box_at(scree_vec3 low, double x, double y, double z)
{
    return (scree_aabb){ low, { low.x + x, low.y + y, low.z + z } };
}

static scree_aabb long_box(scree_random *random, kind k, size_t count)
{
    const double length = 30.0, volume = k == PLATES ? length * length : length;
    const double domain = cbrt((double)count * volume / 0.6);
    const scree_vec3 low = random_in_cube(random, 0.0, domain);
    const int axis = k == PARALLEL ? 2 : random_below(random, 3);
    const double along = k == PLATES ? 1.0 : length, across = k == PLATES ? length : 1.0;
    return box_at(low, axis == 0 ? along : across, axis == 1 ? along : across, axis == 2 ? along : across);
}

static scree_aabb make_box(scree_random *random, kind k, size_t i, size_t count)
{
    if (k == PARALLEL || k == RODS || k == PLATES) return long_box(random, k, count);
    const double domain = cbrt((double)count / 0.6), far = 1e9;
    scree_vec3 low = random_in_cube(random, 0.0, domain);
    double side = 1.0;
    const bool lost = ((k == LOST || k == FLOORS) && i == count / 2) ||
                      (k == SOME_LOST && random_below(random, 100) == 0) ||
                      (k == MANY_LOST && random_below(random, 10) == 0);
    if (lost) low = random_in_cube(random, -far, far);
    if (k == FLOOR && i == count / 3) return box_at((scree_vec3){ -1e6, -1e6, -1e6 }, 2e6, 2e6, 1e6 + 0.5);
    if (k == FLOORS && i % (count / 8) == 1) return box_at((scree_vec3){ -1e8, -1e7, low.z }, 2e8, 1e8, 0.01);
    if (k == HEAPS && random_below(random, 2) == 0) low.x += far;
    if (k == DECADES) {
        low = random_in_cube(random, 0.0, far);
        side = random_decade(random, 0.0, 8.0);
    }
    return box_at(low, side, side, side);
}

static scree_aabb *make_boxes(const recipe *r, size_t count, uint64_t number)
{
    scree_random random = random_stream(SEED, (uint64_t)r->kind, number);
    scree_aabb *boxes = malloc(count * sizeof *boxes);
    CHECK(boxes != NULL);
    for (size_t i = 0; i < count; ++i) boxes[i] = make_box(&random, r->kind, i, count);
    return boxes;
}

static bool meet(const scree_aabb *a, const scree_aabb *b)
{
    return a->low.x <= b->high.x && b->low.x <= a->high.x && a->low.y <= b->high.y && b->low.y <= a->high.y &&
           a->low.z <= b->high.z && b->low.z <= a->high.z;
}

static void try_all(const scree_aabb *boxes, size_t count, scree_pair *pairs, size_t *found)
{
    *found = 0;
    for (size_t a = 0; a < count; ++a)
        for (size_t b = a + 1; b < count && *found < MOST_PAIRS; ++b)
            if (meet(&boxes[a], &boxes[b])) pairs[(*found)++] = (scree_pair){ .a = (int32_t)a, .b = (int32_t)b };
}

static void test_pairs(const recipe *r, scree_pair *pairs[3])
{
    const size_t count = (size_t)check_scaled(FEW) + 16;
    scree_aabb *boxes = make_boxes(r, count, 0);
    scree_broad broad = { .boxes = boxes, .box_count = count };
    size_t found[3];
    broad.scratch_size = scree_broad_scratch(&broad);
    broad.scratch = malloc(broad.scratch_size);
    for (broad.threads = 1; broad.threads <= 3; broad.threads += 2) {
        const int k = broad.threads / 2;
        CHECK_MSG(scree_broad_pairs(&broad, pairs[k], MOST_PAIRS, &found[k]) == SCREE_OK, "%s", r->what);
    }
    CHECK_MSG(found[0] == found[1] && memcmp(pairs[0], pairs[1], found[0] * sizeof *pairs[0]) == 0,
              "%s: threads make a difference", r->what);
    try_all(boxes, count, pairs[2], &found[2]);
    CHECK_MSG(found[0] == found[2], "%s: %zu pairs, %zu expected", r->what, found[0], found[2]);
    CHECK_MSG(memcmp(pairs[0], pairs[2], found[2] * sizeof *pairs[0]) == 0, "%s: other pairs", r->what);
    free(broad.scratch);
    free(boxes);
}

static void test_work(const recipe *r)
{
    const size_t count = (size_t)check_scaled(MANY) + 16;
    scree_aabb *boxes = make_boxes(r, count, 1);
    scree_broad broad = { .boxes = boxes, .box_count = count };
    scree_broad_effort effort[2] = { { .tests = 0 }, { .tests = 0 } };
    size_t found[2];
    broad.scratch_size = scree_broad_scratch(&broad);
    broad.scratch = malloc(broad.scratch_size);
    for (broad.threads = 1; broad.threads <= 2; ++broad.threads)
        (void)scree_broad_search(&broad, NULL, 0, &found[broad.threads - 1], &effort[broad.threads - 1]);
    CHECK_MSG(found[0] == found[1] && effort[0].by_spans == effort[1].by_spans, "%s: other work of two threads",
              r->what);
    const double tests = (double)effort[0].tests / (double)count;
    CHECK_MSG(tests <= r->tests, "%s: %.0f tests a box", r->what, tests);
    // Cells part no such rods: that is what the spans are for.
    if (r->kind == RODS && count > MANY / 2) CHECK(effort[0].by_spans);
    free(broad.scratch);
    free(boxes);
}

int main(void)
{
    scree_pair *pairs[3];
    for (int i = 0; i < 3; ++i) pairs[i] = malloc(MOST_PAIRS * sizeof *pairs[i]);
    CHECK(pairs[0] != NULL && pairs[1] != NULL && pairs[2] != NULL);
    for (size_t i = 0; i < sizeof recipes / sizeof *recipes; ++i) {
        test_pairs(&recipes[i], pairs);
        test_work(&recipes[i]);
    }
    for (int i = 0; i < 3; ++i) free(pairs[i]);
    return check_done();
}
