// Two polyhedra in motion, answered from what met at the last step: for every class of pairs, overlapping and apart,
// the interval holds the exact distance; the same bytes at every width, in a batch and alone; and a cache of another
// pair does no harm.
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "dispatch/kernels.h"
#include "oracle/distance.h"
#include "oracle/solid.h"
#include "oracle/verified.h"
#include "scenes/grains.h"
#include "scenes/pairs.h"
#include "scenes/place.h"
#include "scenes/random.h"
#include "shape/shape.h"

enum { SEED = 77, PAIRS = 3, STEPS = 5, WIDTHS = 4, SCRATCH = 1 << 22 };

static const int widths[WIDTHS] = { 1, 2, 4, 8 };

typedef struct motion {
    scree_scene_pose pose;
    oracle_answer truth;
    void *scratch;
} motion;

static long asked, answered, deep; // steps in all; those that the kernel has answered; overlapping ones among these

static scree_query_options options_of(const motion *q, scree_cache *cache)
{
    scree_query_options o = scree_query_defaults();
    o.scratch = q->scratch;
    o.scratch_size = SCRATCH;
    o.cache = cache;
    return o;
}

static void judge(const motion *q, const scree_contact *x, const char *what)
{
    const double size = scree_pair_size(q->pose.body_a.shape, q->pose.body_b.shape);
    const bool holds = (quad)x->lower <= q->truth.upper && (quad)x->upper >= q->truth.lower;
    CHECK_MSG(holds && fabs(x->distance - (double)q->truth.distance) <= 1e-13 * size,
              "%s, %s: %.17g in [%.17g, %.17g], really %.17g", scree_scene_class_name(q->pose.scene->class_number),
              what, x->distance, x->lower, x->upper, (double)q->truth.distance);
}

static void verify(const motion *q, const scree_contact *x, const char *what)
{
    if (CHECK(scree_verified_holds(what, &q->pose.body_a, &q->pose.body_b, NULL, x)) || check_failures > 6) return;
    printf("%s: class %s seed %d\n  ", what, scree_scene_class_name(q->pose.scene->class_number), SEED);
    scree_scene_print(stdout, &q->pose);
}

// The kernel of one width by itself, a pair and its copies; false where it has no answer.
static bool run_kernel(const motion *q, const scree_kernels *k, const scree_cache *cache, scree_contact *out)
{
    enum { COPIES = 3 };
    const scree_body bodies[2] = { q->pose.body_a, q->pose.body_b };
    scree_pair pairs[COPIES];
    scree_cache caches[COPIES];
    scree_contact results[COPIES];
    int32_t numbers[COPIES];
    for (int i = 0; i < COPIES; ++i) {
        pairs[i] = (scree_pair){ .a = 0, .b = 1 };
        caches[i] = *cache;
        numbers[i] = i;
    }
    memset(results, 0x55, sizeof results);
    const scree_batch batch = { .bodies = bodies, .body_count = 2, .pairs = pairs, .caches = caches };
    scree_lane_work work = { .batch = &batch, .tolerance = -1.0, .pairs = numbers, .count = COPIES };
    work.results = results;
    const int left = k->warm_hulls(&work, numbers);
    CHECK(left == 0 || left == COPIES);
    if (left != 0) {
        CHECK(memcmp(&caches[0], cache, sizeof *cache) == 0); // as it was
        return false;
    }
    for (int i = 1; i < COPIES; ++i) CHECK(memcmp(&results[i], &results[0], sizeof results[0]) == 0);
    *out = results[0];
    return true;
}

// Whether the features that the cache names, or their neighbours, have an answer.
static bool try_kernels(const motion *q, const scree_cache *cache, scree_contact *out)
{
    int count = 0, widest = 0;
    for (int w = 0; w < WIDTHS; ++w) {
        const scree_kernels *k = scree_kernels_of(widths[w]);
        scree_contact x;
        if (k == NULL) continue;
        ++widest;
        if (!run_kernel(q, k, cache, &x)) continue;
        if (count++ > 0) CHECK(memcmp(&x, out, sizeof x) == 0);
        *out = x;
    }
    CHECK(count == 0 || count == widest);
    return count > 0;
}

static void query(const motion *q, scree_cache *cache, const char *what)
{
    scree_contact x, y;
    const bool known = cache->filled && try_kernels(q, cache, &x);
    const scree_query_options o = options_of(q, cache);
    if (!CHECK(scree_query(&q->pose.body_a, &q->pose.body_b, &o, &y) == SCREE_OK)) return;
    judge(q, &y, what);
    verify(q, &y, what);
    if (known && !is_verified_as(&x, &y)) verify(q, &x, "by the kernel");
    // Two boxes are queried anew each time.
    const bool boxes = q->pose.body_a.shape->is_box && q->pose.body_b.shape->is_box;
    if (known && !boxes) CHECK(memcmp(&x, &y, sizeof x) == 0);
    answered += known;
    deep += known && y.distance < 0.0;
}

static void follow(motion *q, oracle_hull **hulls, oracle_pair *placed, scree_cache *other, scree_random *r)
{
    const scree_body *a = &q->pose.body_a;
    scree_body *b = &q->pose.body_b;
    const scree_query_options o = options_of(q, NULL);
    const double size = scree_pair_size(a->shape, b->shape);
    const double gap = size * random_decade(r, -4, -1) * (random_below(r, 4) == 0 ? 1.0 : -1.0);
    if (!scree_grains_settle(a, b, gap, &o)) return;
    const double stride = random_decade(r, -4, -2);
    const scree_grain_motion step_of = scree_grains_motion(stride * size, stride, r);
    scree_cache cache = { 0 };
    for (int step = 0; step < STEPS; ++step) {
        if (!CHECK(scree_oracle_place(placed, hulls[q->pose.a], a, hulls[q->pose.b], b))) return;
        q->truth = scree_oracle_distance(placed);
        if (step == 0) {
            const long before = answered, before_deep = deep;
            query(q, other, "another's cache");
            answered = before;
            deep = before_deep;
        }
        asked += step > 0;
        query(q, &cache, "warm");
        b->orientation = quat_times(step_of.rotation, b->orientation);
        b->position = s3_add(b->position, step_of.way);
        if (!scree_grains_settle(a, b, gap, &o)) return;
    }
    *other = cache;
}

static void check_class(int class_number, void *scratch)
{
    scree_scene *scene = scree_scene_open(class_number, SEED, NULL);
    oracle_hull **hulls = scene != NULL ? scree_oracle_solids(scene) : NULL;
    if (!CHECK(hulls != NULL)) return;
    oracle_pair placed = { 0 };
    scree_cache other = { 0 };
    scree_random r = random_stream(SEED, 2, (uint64_t)class_number);
    for (long n = 0, count = check_scaled(PAIRS); n < count; ++n) {
        motion q = { .scratch = scratch };
        scree_scene_pair(scene, (uint64_t)n, &q.pose);
        if (scree_is_hull_pair(q.pose.body_a.shape, q.pose.body_b.shape)) follow(&q, hulls, &placed, &other, &r);
    }
    scree_oracle_pair_free(&placed);
    scree_oracle_solids_free(scene, hulls);
    scree_scene_close(scene);
}

// Many pairs of unlike hulls, most of which meet other features at each step, in one batch: what a pair is answered
// must not depend on what the lanes beside it, or before it, have held.
enum { KINDS = 6, MANY = 123, MANYS = 12, MOVES = 12 };

typedef struct many {
    scree_shape *shapes[KINDS];
    scree_body bodies[2 * MANY];
    scree_pair pairs[MANY];
    scree_cache caches[MANY];
    scree_contact results[MANY];
    double gap[MANY];
    scree_grain_motion motion[MANY];
    scree_query_options options;
} many;

static scree_shape *random_hull(scree_random *r)
{
    scree_vec3 points[40];
    const int count = 8 + random_below(r, 32);
    const double size = random_decade(r, -1, 1);
    for (int i = 0; i < count; ++i) {
        points[i] = s3_scale(random_direction(r), size);
        points[i].y *= random_between(r, 0.3, 1.0);
    }
    return scree_polyhedron_create(points, (size_t)count, size * random_between(r, 0.0, 0.2), NULL);
}

static bool many_open(many *c, void *scratch, scree_random *r)
{
    c->options = scree_query_defaults();
    c->options.scratch = scratch;
    c->options.scratch_size = SCRATCH;
    for (int i = 0; i < KINDS; ++i)
        if (!CHECK((c->shapes[i] = random_hull(r)) != NULL)) return false;
    for (int i = 0; i < MANY; ++i) {
        const scree_shape *a = c->shapes[random_below(r, KINDS)], *b = c->shapes[random_below(r, KINDS)];
        const double radius_a = scree_shape_bounds(a).radius, radius_b = scree_shape_bounds(b).radius;
        const double size = radius_a < radius_b ? radius_a : radius_b;
        c->gap[i] = -size * random_between(r, 0.02, 0.3);
        c->motion[i] = scree_grains_motion(0.02 * size, 0.1, r);
        c->pairs[i] = (scree_pair){ .a = 2 * i, .b = 2 * i + 1 };
        if (!CHECK(scree_grains_place(a, b, c->gap[i], r, &c->bodies[2 * i], &c->bodies[2 * i + 1]))) return false;
    }
    return true;
}

// One pair, in a batch of its own.
static scree_contact many_single(const scree_batch *batch, int pair, scree_cache *cache)
{
    scree_batch one = *batch;
    scree_contact x = { 0 };
    one.pairs += pair;
    one.pair_count = 1;
    one.caches = cache;
    CHECK(scree_query_batch(&one, NULL, &x) == SCREE_OK);
    return x;
}

static void many_verify(const many *c, int pair, const scree_contact *x, const char *way)
{
    char what[64];
    snprintf(what, sizeof what, "pair %d of many, %s", pair, way);
    CHECK(scree_verified_holds(what, &c->bodies[2 * pair], &c->bodies[2 * pair + 1], NULL, x));
}

static long many_asked, many_changed; // answers of batches; those with other bits than the pair has alone

// One step: the batch, beside batches of one with the same caches, and single queries, cold.
static void many_query(many *c)
{
    scree_cache before[MANY];
    memcpy(before, c->caches, sizeof before);
    scree_batch batch = { .bodies = c->bodies, .body_count = 2 * MANY, .pairs = c->pairs, .pair_count = MANY };
    batch.caches = c->caches;
    batch.threads = 1;
    batch.scratch = c->options.scratch;
    batch.scratch_size = c->options.scratch_size;
    if (!CHECK(scree_query_batch(&batch, &c->options, c->results) == SCREE_OK)) return;
    for (int i = 0; i < MANY; ++i) {
        const scree_contact *x = &c->results[i];
        scree_contact warm = many_single(&batch, i, &before[i]);
        warm.iterations = x->iterations; // of another kernel
        scree_contact cold;
        scree_query(&c->bodies[2 * i], &c->bodies[2 * i + 1], &c->options, &cold);
        // Whichever kernel answers, the bits are the same; where one of them leaves a pair to the search, the last may not be.
        ++many_asked;
        many_changed += memcmp(x, &warm, sizeof warm) != 0;
        CHECK_MSG(x->lower <= warm.upper && x->upper >= warm.lower,
                  "pair %d: [%.17g, %.17g] in a batch, [%.17g, %.17g] alone", i, x->lower, x->upper, warm.lower,
                  warm.upper);
        many_verify(c, i, x, "in a batch");
        if (!is_verified_as(&cold, x)) many_verify(c, i, &cold, "alone, cold");
        CHECK_MSG(x->lower <= cold.upper && x->upper >= cold.lower, "pair %d: [%.17g, %.17g] warm, [%.17g, %.17g] cold",
                  i, x->lower, x->upper, cold.lower, cold.upper);
    }
}

static void check_many(uint64_t number, void *scratch)
{
    scree_random r = random_stream(SEED, 3, number);
    many *c = calloc(1, sizeof *c);
    if (CHECK(c != NULL) && many_open(c, scratch, &r))
        for (int step = 0; step < MOVES; ++step) {
            many_query(c);
            for (int i = 0; i < MANY; ++i)
                CHECK(scree_grains_move(&c->bodies[2 * i], &c->bodies[2 * i + 1], &c->motion[i], c->gap[i]));
        }
    for (int i = 0; c != NULL && i < KINDS; ++i) scree_shape_destroy(c->shapes[i]);
    free(c);
}

int main(void)
{
    void *scratch = malloc(SCRATCH);
    for (long n = 0, count = check_scaled(MANYS); scratch != NULL && n < count; ++n) check_many((uint64_t)n, scratch);
    for (int c = 0; CHECK(scratch != NULL) && c < scree_scene_class_count(); ++c)
        if (scree_scene_class_group(c) == SCREE_SCENE_POLYHEDRA) check_class(c, scratch);
    printf("of %ld steps, %ld were answered from the last one, %ld of them overlapping\n", asked, answered, deep);
    CHECK(check_scale() < 0.5 || (2 * answered > asked && 2 * deep > answered));
    printf("of %ld answers of large batches, %ld have other bits than the pair has alone\n", many_asked, many_changed);
    CHECK(many_changed * 5000 <= many_asked);
    free(scratch);
    return check_done();
}
