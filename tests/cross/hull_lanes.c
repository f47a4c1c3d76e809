// The search for two polyhedra, of every width that this machine runs: the same bytes for pairs in a batch and for
// single ones, cold and warm, for every class of pairs; verdicts that fit; and hints that are wrong do no harm.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "dispatch/kernels.h"
#include "pair/warm.h"
#include "scenes/pairs.h"
#include "scenes/random.h"
#include "shape/shape.h"

enum { SEED = 31, PAIRS = 300, WIDTHS = 4, FEW = 4, SCRATCH = 1 << 22 }; // FEW: of chance, where few pairs are asked

static const int widths[WIDTHS] = { 1, 2, 4, 8 };

typedef struct pair_set {
    scree_body bodies[2 * PAIRS];
    scree_pair pairs[PAIRS];
    scree_cache caches[PAIRS];
    scree_contact cold[PAIRS], warm[PAIRS], results[PAIRS];
    int32_t asked[PAIRS], left[PAIRS];
    bool is_left[PAIRS];
    scree_batch batch;
    int count;
    void *scratch;
} pair_set;

static scree_contact query(const pair_set *p, int i, scree_cache *cache)
{
    scree_query_options o = scree_query_defaults();
    scree_contact x = { 0 };
    o.cache = cache;
    o.scratch = p->scratch;
    o.scratch_size = SCRATCH;
    (void)scree_query(&p->bodies[2 * i], &p->bodies[2 * i + 1], &o, &x);
    return x;
}

static void open_set(pair_set *p, const scree_scene *scene)
{
    p->count = (int)check_scaled(PAIRS);
    for (int i = 0; i < p->count; ++i) {
        scree_scene_pose pose;
        scree_scene_pair(scene, (uint64_t)i, &pose);
        p->bodies[2 * i] = i % 2 == 0 ? pose.body_a : pose.body_b;
        p->bodies[2 * i + 1] = i % 2 == 0 ? pose.body_b : pose.body_a;
        p->pairs[i] = (scree_pair){ .a = 2 * i, .b = 2 * i + 1 };
        p->asked[i] = i;
        scree_cache cache = { 0 };
        p->cold[i] = query(p, i, &cache);
        p->warm[i] = query(p, i, &cache);
    }
    p->batch = (scree_batch){ .bodies = p->bodies, .body_count = 2 * (size_t)p->count, .pairs = p->pairs };
    p->batch.pair_count = (size_t)p->count;
    p->batch.caches = p->caches;
}

// But for two boxes, which have a kernel of their own where they overlap (box_pairs.c).
static bool is_hull_pair(const pair_set *p, int i)
{
    const scree_shape *a = p->bodies[2 * i].shape, *b = p->bodies[2 * i + 1].shape;
    return scree_is_hull_pair(a, b) && !(a->is_box && b->is_box);
}

static bool same(const scree_contact *a, const scree_contact *b)
{
    return memcmp(a, b, sizeof *a) == 0;
}

static long patches; // pairs that meet in more than a point and that the kernel has answered

// As the batch does it: first those that can be answered from what met last. Returns how many pairs are left.
static int run_kernels(pair_set *p, const scree_kernels *k, const int32_t *hulls, int count)
{
    scree_lane_work work = { .batch = &p->batch, .tolerance = -1.0, .pairs = hulls, .count = count };
    work.results = p->results;
    work.count = k->warm_hulls(&work, p->left);
    work.pairs = p->left;
    return k->hulls(&work, p->left);
}

// Cold, then once more from the caches that it has filled. Returns how many pairs were answered the first time.
static int compare_batch(pair_set *p, const scree_kernels *k)
{
    int32_t hulls[PAIRS];
    int count = 0, answered = 0;
    for (int i = 0; i < p->count; ++i)
        if (is_hull_pair(p, i)) hulls[count++] = i;
    memset(p->caches, 0, sizeof p->caches);
    for (int round = 0; round < 2; ++round) {
        memset(p->results, 0x55, sizeof p->results);
        memset(p->is_left, 0, sizeof p->is_left);
        const int rest = run_kernels(p, k, hulls, count);
        for (int i = 0; i < rest; ++i) p->is_left[p->left[i]] = true;
        for (int j = 0; j < count; ++j) {
            const int i = hulls[j];
            const scree_contact *expected = round == 0 ? &p->cold[i] : &p->warm[i];
            if (p->is_left[i]) continue;
            CHECK_MSG(same(&p->results[i], expected), "width %d, pair %d, round %d: %.17g for %.17g", k->lanes, i,
                      round, p->results[i].distance, expected->distance);
            CHECK(p->caches[i].filled && p->caches[i].axis[0] == (float)expected->normal.x);
            answered += round == 0;
            patches += expected->patch_area > 0.0;
        }
    }
    return answered;
}

static void compare_single(pair_set *p, const scree_kernels *k, int i)
{
    const scree_body *a = &p->bodies[2 * i], *b = &p->bodies[2 * i + 1];
    const double tolerance = 1e-12 * scree_pair_size(a->shape, b->shape);
    scree_contact x, y;
    if (!k->hull_pair(a, b, tolerance, NULL, &x)) return;
    CHECK(same(&x, &p->cold[i]));
    if (!CHECK(k->hull_pair(b, a, tolerance, NULL, &y))) return;
    const bool twins = a->shape == b->shape && memcmp(&a->position, &b->position, sizeof a->position) == 0;
    CHECK(y.distance == x.distance && y.lower == x.lower && y.upper == x.upper);
    if (!twins) CHECK(y.normal.x == -x.normal.x && y.index_a == x.index_b && y.point_a.z == x.point_b.z);
}

static void compare_verdicts(pair_set *p, const scree_kernels *k, int i)
{
    const scree_body *a = &p->bodies[2 * i], *b = &p->bodies[2 * i + 1];
    const scree_contact *x = &p->cold[i];
    const double radii = a->shape->radius + b->shape->radius, size = scree_pair_size(a->shape, b->shape);
    const double margins[] = { 0.0, 0.1 * size, fabs(x->distance + radii), 0.999999 * fabs(x->distance + radii) };
    for (size_t m = 0; m < sizeof margins / sizeof *margins; ++m) {
        const int farther = k->hull_farther(a, b, margins[m]);
        CHECK(k->hull_farther(b, a, margins[m]) == farther);
        CHECK(farther <= 0 || x->upper + radii >= margins[m]);
        CHECK(farther != 0 || x->lower + radii <= margins[m] + 1e-13 * size);
    }
}

// A cache filled with garbage: the same distance, to rounding.
static void try_wrong_hints(const pair_set *p, int i, scree_random *r)
{
    const scree_body *a = &p->bodies[2 * i], *b = &p->bodies[2 * i + 1];
    for (int n = 0; n < 4; ++n) {
        scree_cache cache = { .filled = true };
        scree_cache_set_axis(&cache, random_direction(r));
        cache.feature_a = (uint8_t)random_below(r, 5);
        cache.feature_b = (uint8_t)random_below(r, 5);
        cache.index_a = random_below(r, a->shape->hull->edge_count + 4) - 2;
        cache.index_b = random_below(r, b->shape->hull->edge_count + 4) - 2;
        const scree_contact x = query(p, i, &cache);
        CHECK_MSG(x.lower <= p->cold[i].upper && x.upper >= p->cold[i].lower && x.status == p->cold[i].status,
                  "pair %d: [%.17g, %.17g] for [%.17g, %.17g]", i, x.lower, x.upper, p->cold[i].lower,
                  p->cold[i].upper);
    }
}

static void check_class(pair_set *p, int class_number)
{
    scree_error error;
    scree_scene *scene = scree_scene_open(class_number, SEED, &error);
    if (!CHECK(scene != NULL)) return;
    open_set(p, scene);
    scree_random r = random_stream(SEED, 1, (uint64_t)class_number);
    for (int w = 0; w < WIDTHS; ++w) {
        const scree_kernels *k = scree_kernels_of(widths[w]);
        if (k == NULL) continue;
        const int answered = compare_batch(p, k);
        // Of pairs with nothing special about them, few are left.
        if (strcmp(scree_scene_class_name(class_number), "hulls") == 0)
            CHECK_MSG(answered >= 9 * p->count / 10 - FEW, "%d of %d answered", answered, p->count);
        for (int i = 0; i < p->count; ++i) {
            if (!is_hull_pair(p, i)) continue;
            compare_single(p, k, i);
            compare_verdicts(p, k, i);
        }
    }
    for (int i = 0; i < p->count; ++i)
        if (is_hull_pair(p, i)) try_wrong_hints(p, i, &r);
    scree_scene_close(scene);
}

int main(void)
{
    pair_set *p = calloc(1, sizeof *p);
    if (p == NULL) return EXIT_FAILURE;
    p->scratch = malloc(SCRATCH);
    for (int c = 0; CHECK(p->scratch != NULL) && c < scree_scene_class_count(); ++c)
        if (scree_scene_class_group(c) == SCREE_SCENE_POLYHEDRA) check_class(p, c);
    CHECK(patches > 0);
    free(p->scratch);
    free(p);
    return check_done();
}
