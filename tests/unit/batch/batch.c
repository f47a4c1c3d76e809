// Many pairs in one call: each answered as by itself, whatever the threads; bad ones named, the others answered.
#include "scree/batch.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "scenes/place.h"
#include "scenes/random.h"
#include "scree/method.h"

enum { BODIES = 40, PAIRS = 600 };

typedef struct pair_set {
    scree_shape *shape[4];
    scree_body body[BODIES];
    scree_pair pair[PAIRS];
} pair_set;

static void make_set(pair_set *p, scree_random *r)
{
    scree_vec3 points[100];
    for (int i = 0; i < 100; ++i) points[i] = random_direction(r);
    p->shape[0] = scree_box_create(s3(1, 0.5, 0.75), 0, NULL);
    p->shape[1] = scree_sphere_create(0.75, 0, NULL);
    p->shape[2] = scree_capsule_create(0.25, 1, 0, NULL);
    p->shape[3] = scree_polyhedron_create(points, 100, 0.125, NULL);
    for (int i = 0; i < BODIES; ++i) {
        scree_vec3 place = s3(random_between(r, -2, 2), random_between(r, -2, 2), random_between(r, -2, 2));
        p->body[i] = (scree_body){ p->shape[i % 4], place, random_rotation(r) };
    }
    for (int i = 0; i < PAIRS; ++i)
        p->pair[i] = (scree_pair){ .a = random_below(r, BODIES), .b = random_below(r, BODIES) };
}

static scree_batch batch_of(const pair_set *p, int threads)
{
    scree_batch b = {
        .bodies = p->body, .body_count = BODIES, .pairs = p->pair, .pair_count = PAIRS, .threads = threads
    };
    b.scratch_size = scree_batch_scratch(&b);
    b.scratch = malloc(b.scratch_size);
    CHECK(b.scratch != NULL);
    return b;
}

// In how many steps polyhedra are answered depends on how many pairs were asked together; nothing else does.
static bool equal(const scree_contact *a, const scree_contact *b)
{
    return a->distance == b->distance && a->lower == b->lower && a->upper == b->upper &&
           memcmp(&a->normal, &b->normal, sizeof a->normal) == 0 &&
           memcmp(&a->point, &b->point, sizeof a->point) == 0 && a->feature_a == b->feature_a &&
           a->index_b == b->index_b && a->status == b->status;
}

static void check_threads(const pair_set *p)
{
    scree_query_options o = scree_query_defaults();
    size_t size = 1 << 20;
    void *scratch = malloc(size);
    o.scratch = scratch;
    o.scratch_size = size;
    scree_contact *single = calloc(PAIRS, sizeof *single), *many = calloc(PAIRS, sizeof *many);
    for (int i = 0; i < PAIRS; ++i) {
        scree_batch one = { .bodies = p->body, .body_count = BODIES, .pairs = &p->pair[i], .pair_count = 1 };
        one.threads = 1;
        one.scratch = scratch;
        one.scratch_size = size;
        scree_contact x;
        CHECK(scree_query_batch(&one, NULL, &single[i]) == SCREE_OK);
        CHECK(scree_query(&p->body[p->pair[i].a], &p->body[p->pair[i].b], &o, &x) == SCREE_OK);
        CHECK(equal(&x, &single[i]));
    }
    scree_batch negative = batch_of(p, -1), empty = { .bodies = p->body };
    CHECK(scree_query_batch(&negative, NULL, many) == SCREE_INVALID_ARGUMENT);
    CHECK(scree_query_batch(&empty, NULL, NULL) == SCREE_OK);
    free(negative.scratch);
    for (int threads = 0; threads <= 5; ++threads) {
        scree_batch b = batch_of(p, threads);
        memset(many, 0x55, PAIRS * sizeof *many);
        CHECK(scree_query_batch(&b, NULL, many) == SCREE_OK);
        bool same = true;
        for (int i = 0; i < PAIRS; ++i) same = same && equal(&single[i], &many[i]);
        CHECK_MSG(same, "%d threads: not the same answers", threads);
        free(b.scratch);
    }
    // The batch's scratch and caches are its own, whatever the options say.
    scree_batch b = batch_of(p, 2);
    scree_cache unused = { 0 };
    o.cache = &unused;
    o.scratch_size = 1;
    CHECK(scree_query_batch(&b, &o, many) == SCREE_OK && unused.filled == 0 && equal(&single[7], &many[7]));
    b.caches = calloc(PAIRS, sizeof *b.caches);
    CHECK(scree_query_batch(&b, NULL, many) == SCREE_OK);
    bool filled = true, same = true;
    for (int i = 0; i < PAIRS; ++i) filled = filled && b.caches[i].filled == 1;
    CHECK(filled);
    CHECK(scree_query_batch(&b, NULL, many) == SCREE_OK);
    for (int i = 0; i < PAIRS; ++i) same = same && fabs(many[i].distance - single[i].distance) <= 1e-13;
    CHECK(same);
    free(b.caches);
    free(b.scratch);
    free(scratch);
    free(single);
    free(many);
}

// Counts come beside the results, the papers' caches beside the pairs, whatever the number of threads: as one by one.
static void check_counts(const pair_set *p)
{
    enum { STEPS = 2 };
    scree_query_options o = scree_query_defaults();
    o.method = scree_method_find("gjk-epa");
    scree_counts *counts = malloc(PAIRS * sizeof *counts);
    scree_paper_cache *caches = calloc(PAIRS, sizeof *caches), *own = calloc(PAIRS, sizeof *own);
    scree_contact *many = calloc(PAIRS, sizeof *many);
    int32_t active[PAIRS];
    for (int i = 0; i < PAIRS; ++i) active[i] = PAIRS - 1 - i;
    scree_batch b = batch_of(p, 3);
    b.counts = counts;
    b.paper_caches = caches;
    b.active = active;
    b.active_count = PAIRS / 2;
    for (int step = 0; step < STEPS; ++step) {
        memset(counts, 0x55, PAIRS * sizeof *counts);
        (void)scree_query_batch(&b, &o, many);
        for (int k = 0; k < PAIRS / 2; ++k) {
            const int i = active[k];
            scree_counts expected;
            const scree_paper paper = { .counts = &expected, .cache = &own[i] };
            scree_query_options single = o;
            single.paper = &paper;
            single.scratch = b.scratch;
            single.scratch_size = b.scratch_size;
            scree_contact c;
            (void)scree_query(&p->body[p->pair[i].a], &p->body[p->pair[i].b], &single, &c);
            CHECK(equal(&c, &many[k]) && memcmp(&counts[k], &expected, sizeof expected) == 0);
            CHECK(memcmp(&caches[i].normal, &own[i].normal, sizeof own[i].normal) == 0 && caches[i].filled);
        }
    }
    for (int i = 0; i < PAIRS / 2; ++i) CHECK(!caches[i].filled); // not active
    // Those of `auto` are 0.
    (void)scree_query_batch(&b, NULL, many);
    const scree_counts none = { 0 };
    for (int k = 0; k < PAIRS / 2; ++k) CHECK(memcmp(&counts[k], &none, sizeof none) == 0);
    free(b.scratch);
    free(counts);
    free(caches);
    free(own);
    free(many);
}

// Indices out of range, bodies without a shape, poses that are none: their pairs say so, the rest is answered.
static void check_bad_pairs(const pair_set *p)
{
    pair_set bad = *p;
    static const scree_pair wrong[4] = {
        { .a = -1, .b = 0 }, { .a = 0, .b = -1 }, { .a = BODIES, .b = 0 }, { .a = 0, .b = INT32_MAX }
    };
    for (int i = 0; i < 4; ++i) bad.pair[10 * i + 5] = wrong[i];
    bad.body[3].shape = NULL;
    bad.body[4].position.x = NAN;
    scree_contact *result = calloc(PAIRS, sizeof *result);
    for (int threads = 1; threads <= 3; ++threads) {
        scree_batch b = batch_of(&bad, threads);
        scree_status status = scree_query_batch(&b, NULL, result), first = SCREE_OK;
        for (int i = 0; i < PAIRS; ++i) {
            scree_pair q = bad.pair[i];
            bool in_range = q.a >= 0 && q.b >= 0 && q.a < BODIES && q.b < BODIES;
            scree_status expected = !in_range || q.a == 3 || q.b == 3 ? SCREE_INVALID_ARGUMENT
                                    : q.a == 4 || q.b == 4            ? SCREE_INVALID_POSE
                                                                      : SCREE_OK;
            CHECK_MSG(result[i].status == expected, "pair %d: %s", i, scree_status_name(result[i].status));
            if (expected != SCREE_OK) CHECK(result[i].distance == 0.0 && result[i].normal.x == 0.0);
            if (first == SCREE_OK) first = expected;
        }
        CHECK(status == first && status != SCREE_OK);
        free(b.scratch);
    }
    free(result);
}

static void check_refusals(const pair_set *p)
{
    scree_contact *result = calloc(PAIRS, sizeof *result);
    scree_batch b = batch_of(p, 2), none = { .threads = 1 };
    CHECK(scree_query_batch(NULL, NULL, result) == SCREE_INVALID_ARGUMENT);
    CHECK(scree_query_batch(&b, NULL, NULL) == SCREE_INVALID_ARGUMENT);
    void *scratch = b.scratch;
    b.scratch = NULL;
    CHECK(scree_query_batch(&b, NULL, result) == SCREE_SCRATCH_TOO_SMALL);
    for (int i = 0; i < PAIRS; ++i) CHECK(result[i].status == SCREE_SCRATCH_TOO_SMALL);
    b.scratch = scratch;
    // Counts without arrays.
    scree_batch bare = b;
    bare.bodies = NULL;
    CHECK(scree_query_batch(&bare, NULL, result) == SCREE_INVALID_ARGUMENT && scree_batch_scratch(&bare) == 0);
    bare = b;
    bare.pairs = NULL;
    CHECK(scree_query_batch(&bare, NULL, result) == SCREE_INVALID_ARGUMENT && scree_batch_scratch(&bare) == 0);
    CHECK(scree_batch_scratch(NULL) == 0);
    // With less, the pairs that need more say so; with next to none, all of them are refused at once.
    const size_t enough = b.scratch_size;
    for (size_t less = 0; less <= 1024; less += 512) {
        b.scratch_size = less;
        CHECK(scree_query_batch(&b, NULL, result) == SCREE_SCRATCH_TOO_SMALL);
    }
    b.scratch_size = enough;
    CHECK(scree_query_batch(&b, NULL, result) == SCREE_OK);
    // More threads need more of it; an empty batch needs hardly any, and is answered.
    scree_batch more = b;
    more.threads = 7;
    CHECK(scree_batch_scratch(&more) > scree_batch_scratch(&b));
    // More than any machine has are as many as are allowed.
    more.threads = INT32_MAX;
    const size_t most = scree_batch_scratch(&more);
    more.threads = 1024;
    CHECK(scree_batch_scratch(&more) == most);
    none.scratch = scratch;
    none.scratch_size = b.scratch_size;
    CHECK(scree_batch_scratch(&none) <= 1024 && scree_query_batch(&none, NULL, NULL) == SCREE_OK);
    scree_query_options o = scree_query_defaults();
    o.tolerance = NAN;
    CHECK(scree_query_batch(&b, &o, result) == SCREE_INVALID_ARGUMENT);
    free(scratch);
    free(result);
}

static void no_trace(void *user, const scree_trace_step *step)
{
    (void)user;
    (void)step;
    CHECK(false);
}

// A batch of one pair answers as a batch of the same pair twice does, caches, margins, images and refusals included.
static void check_one_pair(const pair_set *p)
{
    for (int i = 0; i < 64; ++i) {
        scree_cache caches[2], once[1], unused = { .filled = false };
        const scree_pair pair = { .a = i % 8,
                                  .b = i == 63 ? BODIES : 8 + i / 8,
                                  .image = { (int16_t)(i % 3 == 0), 0, 0 } };
        const scree_pair pairs[2] = { pair, pair };
        scree_contact two[2], one;
        scree_batch b = { .bodies = p->body, .body_count = BODIES, .pairs = pairs, .pair_count = 2, .threads = i % 3 };
        if (i % 2 == 0) b.period = s3(7, 0, 0);
        b.scratch_size = scree_batch_scratch(&b);
        unsigned char *scratch = b.scratch = aligned_alloc(64, (b.scratch_size + 63) / 64 * 64);
        scree_query_options o = scree_query_defaults();
        o.trace = no_trace;
        o.cache = &unused;
        o.within = i % 5 == 0;
        o.margin = 0.25;
        memset(caches, 0, sizeof caches);
        for (int step = 0; step < 2; ++step) { // cold, then warm
            once[0] = caches[0];
            b.caches = caches;
            b.pair_count = 2;
            const scree_status status = scree_query_batch(&b, &o, two);
            b.caches = once;
            b.pair_count = 1;
            CHECK(scree_query_batch(&b, &o, &one) == status && equal(&one, &two[0]) && one.beyond == two[0].beyond);
            CHECK(memcmp(&once[0], &caches[0], sizeof once[0]) == 0 && !unused.filled);
        }
        b.scratch = scratch + 1;
        b.scratch_size = 1;
        CHECK(scree_query_batch(&b, &o, &one) == SCREE_SCRATCH_TOO_SMALL && one.status == SCREE_SCRATCH_TOO_SMALL);
        b.scratch = NULL;
        CHECK(scree_query_batch(&b, &o, &one) == SCREE_SCRATCH_TOO_SMALL && one.status == SCREE_SCRATCH_TOO_SMALL);
        free(scratch);
        b.threads = -1;
        CHECK(scree_query_batch(&b, &o, &one) == SCREE_INVALID_ARGUMENT);
    }
}

// Polygons, most of as many corners, and some others among them: by lanes, or not, or no pair at all.
static void check_polygons(int corners, int others, double rounding, bool bad)
{
    enum { COUNT = 150 };
    scree_random r = random_stream(12, 1, (uint64_t)corners);
    scree_shape *shape[2];
    for (int k = 0; k < 2; ++k) {
        scree_vec3 p[8];
        const int count = k == 0 ? corners : others;
        for (int i = 0; i < count; ++i) p[i] = s3(cos(6.28 * i / count), (1 + 0.1 * k) * sin(6.28 * i / count), 0);
        shape[k] = scree_polygon_create(p, (size_t)count, k == 0 ? 0 : rounding, NULL);
        if (!CHECK(shape[k] != NULL)) return;
    }
    scree_body bodies[2 * COUNT];
    scree_pair pairs[COUNT];
    scree_contact many[COUNT];
    for (int i = 0; i < COUNT; ++i) {
        const scree_vec3 place = s3(random_between(&r, 1, 3), random_between(&r, -1, 1), 0);
        bodies[2 * i] = (scree_body){ shape[0], s3(0, 0, 0), scree_quat_about_z(random_between(&r, 0, 7)) };
        bodies[2 * i + 1] = (scree_body){ shape[i % 9 == 8], place, scree_quat_about_z(random_between(&r, 0, 7)) };
        pairs[i] = (scree_pair){ .a = 2 * i, .b = 2 * i + 1 };
    }
    if (bad) pairs[COUNT - 2].b = -1;
    scree_batch batch = { .bodies = bodies, .body_count = 2 * COUNT, .pairs = pairs, .pair_count = COUNT };
    batch.scratch_size = scree_batch_scratch(&batch);
    batch.scratch = malloc(batch.scratch_size);
    CHECK(scree_query_batch(&batch, NULL, many) == (bad ? SCREE_INVALID_ARGUMENT : SCREE_OK));
    for (int i = 0; i < COUNT; ++i) {
        if (bad && i == COUNT - 2) {
            CHECK(many[i].status == SCREE_INVALID_ARGUMENT);
            continue;
        }
        scree_contact one;
        CHECK(scree_query(&bodies[2 * i], &bodies[2 * i + 1], NULL, &one) == SCREE_OK);
        CHECK_MSG(memcmp(&one, &many[i], sizeof one) == 0, "%d and %d corners, pair %d", corners, others, i);
    }
    free(batch.scratch);
    for (int k = 0; k < 2; ++k) scree_shape_destroy(shape[k]);
}

static void check_mixed_polygons(void)
{
    for (int corners = 3; corners <= 8; ++corners)
        for (int others = 3; others <= 8; ++others)
            check_polygons(corners, others, others % 2 * 0.125, corners == others);
}

int main(void)
{
    scree_random r = random_stream(9, 0, 0);
    pair_set p;
    make_set(&p, &r);
    for (long i = 0, count = check_scaled(5); i < count; ++i) check_threads(&p);
    check_counts(&p);
    check_bad_pairs(&p);
    check_mixed_polygons();
    check_refusals(&p);
    check_one_pair(&p);
    for (int i = 0; i < 4; ++i) scree_shape_destroy(p.shape[i]);
    return check_done();
}
