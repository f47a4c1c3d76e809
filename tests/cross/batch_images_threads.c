// Pairs of the broad phase, images included, go into a batch as they are: the answers are bit for bit those of a batch
// over bodies that the caller shifted, cold, warm and up to a margin, for any number of threads. Of active pairs, the
// answers and caches are those of a batch of these alone, and the other caches stay as they are.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "scenes/place.h"
#include "scenes/random.h"
#include "scree/scree.h"

enum { BODIES = 300, SHAPES = 7, CAPACITY = 20000, ROUNDS = 3 };

typedef struct trial {
    scree_shape *shapes[SHAPES];
    scree_body bodies[BODIES], moved[2 * CAPACITY];
    scree_aabb boxes[BODIES];
    scree_pair pairs[CAPACITY], plain[CAPACITY];
    size_t count, with_image;
    scree_cache caches[CAPACITY], expected_caches[CAPACITY];
    scree_contact results[CAPACITY], expected[CAPACITY];
    scree_vec3 period;
    int32_t active[CAPACITY];
    size_t active_count;
} trial;

static void make_shapes(trial *t)
{
    const scree_vec3 corners[5] = {
        { 0, 0, -0.3 }, { 0.6, 0, 0.2 }, { -0.3, 0.5, 0.2 }, { -0.3, -0.5, 0.2 }, { 0, 0, 0.6 }
    };
    t->shapes[0] = scree_sphere_create(0.4, 0.0, NULL);
    t->shapes[1] = scree_box_create((scree_vec3){ 0.3, 0.4, 0.2 }, 0.0, NULL);
    t->shapes[2] = scree_capsule_create(0.2, 0.4, 0.0, NULL);
    t->shapes[3] = scree_ellipsoid_create((scree_vec3){ 0.5, 0.3, 0.2 }, 0.0, NULL);
    t->shapes[4] = scree_polyhedron_create(corners, 5, 0.0, NULL);
    t->shapes[5] = scree_superquadric_create((scree_vec3){ 0.4, 0.3, 0.5 }, 4.0, 4.0, 0.0, NULL);
    t->shapes[6] = scree_cylinder_create(0.3, 0.3, 0.0, NULL);
    for (int i = 0; i < SHAPES; ++i) CHECK(t->shapes[i] != NULL);
}

static void find_pairs(trial *t, scree_vec3 period, uint64_t seed)
{
    scree_random r = random_stream(seed, 0, 0);
    scree_broad broad = { .boxes = t->boxes, .box_count = BODIES, .skin = 0.1, .period = period, .threads = 1 };
    for (int i = 0; i < BODIES; ++i) {
        const double x = random_between(&r, -5.0, 5.0), y = random_between(&r, -5.0, 5.0),
                     z = random_between(&r, -2.0, 2.0);
        t->bodies[i] = scree_body_at(t->shapes[i % SHAPES], s3(x, y, z));
        t->bodies[i].orientation = random_rotation(&r);
        t->boxes[i] = scree_body_aabb(&t->bodies[i], 0.0);
    }
    t->period = period;
    broad.scratch_size = scree_broad_scratch(&broad);
    broad.scratch = malloc(broad.scratch_size);
    CHECK(scree_broad_pairs(&broad, t->pairs, CAPACITY, &t->count) == SCREE_OK);
    free(broad.scratch);
    t->with_image = 0;
    for (size_t i = 0; i < t->count; ++i) {
        const scree_pair *p = &t->pairs[i];
        t->with_image += (size_t)(p->image[0] != 0 || p->image[1] != 0 || p->image[2] != 0);
        t->moved[2 * i] = t->bodies[p->a];
        t->moved[2 * i + 1] = t->bodies[p->b];
        t->moved[2 * i + 1].position = s3_add(
            t->bodies[p->b].position, s3(p->image[0] * period.x, p->image[1] * period.y, p->image[2] * period.z));
        const scree_body image = scree_pair_image(&t->bodies[p->b], p, period);
        CHECK(memcmp(&image, &t->moved[2 * i + 1], sizeof image) == 0);
        t->plain[i] = (scree_pair){ .a = (int32_t)(2 * i), .b = (int32_t)(2 * i + 1) };
    }
}

static void query(scree_batch batch, const scree_query_options *options, scree_contact *results)
{
    batch.scratch_size = scree_batch_scratch(&batch);
    batch.scratch = malloc(batch.scratch_size);
    CHECK(scree_query_batch(&batch, options, results) == SCREE_OK);
    free(batch.scratch);
}

static bool same_contacts(const trial *t, size_t count)
{
    return memcmp(t->results, t->expected, count * sizeof *t->results) == 0;
}

static void test_images(trial *t, const scree_query_options *options, bool warm, int threads)
{
    scree_batch plain = { .bodies = t->moved, .body_count = 2 * t->count, .pairs = t->plain, .pair_count = t->count };
    scree_batch batch = { .bodies = t->bodies, .body_count = BODIES, .pairs = t->pairs, .pair_count = t->count };
    batch.period = t->period;
    plain.threads = 1;
    batch.threads = threads;
    memset(t->caches, 0, sizeof t->caches);
    memset(t->expected_caches, 0, sizeof t->expected_caches);
    if (warm) plain.caches = t->expected_caches;
    if (warm) batch.caches = t->caches;
    for (int round = 0; round < (warm ? ROUNDS : 1); ++round) {
        query(plain, options, t->expected);
        query(batch, options, t->results);
        CHECK_MSG(same_contacts(t, t->count), "warm %d, %d threads, round %d", warm, threads, round);
        CHECK(memcmp(t->caches, t->expected_caches, t->count * sizeof *t->caches) == 0);
    }
}

// Some of the pairs, in an order of their own.
static void choose_active(trial *t, uint64_t seed)
{
    scree_random r = random_stream(seed, 1, 0);
    t->active_count = 0;
    for (size_t i = 0; i < t->count; ++i)
        if (random_below(&r, 3) > 0) t->active[t->active_count++] = (int32_t)i;
    for (size_t i = t->active_count; i > 1; --i) {
        const size_t k = (size_t)random_below(&r, (int)i);
        const int32_t other = t->active[k];
        t->active[k] = t->active[i - 1];
        t->active[i - 1] = other;
    }
}

static void test_active(trial *t, const scree_query_options *options, bool warm, int threads)
{
    scree_batch plain = { .bodies = t->moved, .body_count = 2 * t->count, .pairs = t->plain, .threads = 1 };
    scree_batch batch = { .bodies = t->bodies, .body_count = BODIES, .pairs = t->pairs, .pair_count = t->count };
    plain.pair_count = t->active_count;
    batch.period = t->period;
    batch.threads = threads;
    batch.active = t->active;
    batch.active_count = t->active_count;
    memset(t->caches, 0x7f, sizeof t->caches);
    memset(t->expected_caches, 0, sizeof t->expected_caches);
    for (size_t k = 0; k < t->active_count; ++k) {
        const size_t i = (size_t)t->active[k];
        t->caches[i] = t->expected_caches[k];
        t->plain[k] = (scree_pair){ .a = (int32_t)(2 * i), .b = (int32_t)(2 * i + 1) };
    }
    if (warm) plain.caches = t->expected_caches;
    if (warm) batch.caches = t->caches;
    for (int round = 0; round < (warm ? ROUNDS : 1); ++round) {
        query(plain, options, t->expected);
        query(batch, options, t->results);
        CHECK_MSG(same_contacts(t, t->active_count), "active, warm %d, %d threads, round %d", warm, threads, round);
    }
    size_t wrong = 0;
    for (size_t k = 0; k < t->active_count; ++k) {
        scree_cache *cache = &t->caches[t->active[k]];
        wrong += (size_t)(memcmp(cache, &t->expected_caches[k], sizeof *cache) != 0);
        memset(cache, 0x7f, sizeof *cache);
    }
    const unsigned char *bytes = (const unsigned char *)t->caches;
    for (size_t i = 0; i < sizeof t->caches; ++i) wrong += (size_t)(bytes[i] != 0x7f);
    CHECK_MSG(wrong == 0, "%zu caches are wrong or bytes of inactive ones touched", wrong);
}

static void test_active_limits(trial *t)
{
    int32_t active[3] = { 5, -1, (int32_t)t->count };
    scree_batch batch = { .bodies = t->bodies, .body_count = BODIES, .pairs = t->pairs, .pair_count = t->count };
    batch.period = t->period;
    batch.threads = 1;
    batch.caches = t->caches;
    batch.scratch_size = scree_batch_scratch(&batch);
    batch.scratch = malloc(batch.scratch_size);
    batch.active_count = 1;
    CHECK(scree_query_batch(&batch, NULL, t->results) == SCREE_INVALID_ARGUMENT);
    batch.active = active;
    CHECK(scree_query_batch(&batch, NULL, NULL) == SCREE_INVALID_ARGUMENT);
    memset(t->caches, 0, sizeof t->caches);
    batch.active_count = 3;
    CHECK(scree_query_batch(&batch, NULL, t->results) == SCREE_INVALID_ARGUMENT);
    CHECK(t->results[0].status == SCREE_OK && t->results[1].status == SCREE_INVALID_ARGUMENT);
    CHECK(t->results[2].status == SCREE_INVALID_ARGUMENT);
    batch.active_count = 0;
    CHECK(scree_query_batch(&batch, NULL, NULL) == SCREE_OK);
    free(batch.scratch);
}

static void test_limits(trial *t)
{
    scree_batch batch = { .bodies = t->bodies, .body_count = BODIES, .pairs = t->pairs, .pair_count = t->count };
    char scratch[64];
    batch.scratch = scratch;
    batch.scratch_size = sizeof scratch;
    batch.period = s3(0, -1.0, 0);
    CHECK(scree_query_batch(&batch, NULL, t->results) == SCREE_INVALID_ARGUMENT);
    batch.period = s3(0, 0, (double)INFINITY);
    CHECK(scree_query_batch(&batch, NULL, t->results) == SCREE_INVALID_ARGUMENT);
    CHECK(scree_pair_image(NULL, t->pairs, t->period).shape == NULL);
    CHECK(scree_pair_image(t->bodies, NULL, t->period).shape == NULL);
}

// Bad numbers among pairs that have images: each is refused by itself.
static void test_bad_numbers(trial *t)
{
    const scree_pair kept = t->pairs[3], next = t->pairs[4];
    scree_batch batch = { .bodies = t->bodies, .body_count = BODIES, .pairs = t->pairs, .pair_count = t->count };
    batch.period = t->period;
    batch.threads = 2;
    batch.scratch_size = scree_batch_scratch(&batch);
    batch.scratch = malloc(batch.scratch_size);
    t->pairs[3].b = BODIES;
    t->pairs[4].a = -1;
    CHECK(scree_query_batch(&batch, NULL, t->results) == SCREE_INVALID_ARGUMENT);
    CHECK(t->results[3].status == SCREE_INVALID_ARGUMENT && t->results[4].status == SCREE_INVALID_ARGUMENT);
    CHECK(t->results[2].status == SCREE_OK && t->results[5].status == SCREE_OK);
    t->pairs[3] = kept;
    t->pairs[4] = next;
    free(batch.scratch);
}

int main(void)
{
    trial *t = calloc(1, sizeof *t);
    CHECK(t != NULL);
    make_shapes(t);
    scree_query_options margin = scree_query_defaults();
    margin.within = true;
    margin.margin = 0.05;
    for (int k = 0; k < 3; ++k) {
        find_pairs(t, k == 0 ? s3(0, 0, 0) : k == 1 ? s3(10, 10, 0) : s3(7.3, 0, 4), (uint64_t)k);
        CHECK(t->count > BODIES && (t->with_image > 20) == (k > 0));
        for (int threads = 1; threads <= 3; threads += 2) {
            test_images(t, NULL, false, threads);
            test_images(t, NULL, true, threads);
            test_images(t, &margin, false, threads);
            test_images(t, &margin, true, threads);
        }
        choose_active(t, (uint64_t)k);
        for (int threads = 1; threads <= 3; threads += 2) {
            test_active(t, NULL, false, threads);
            test_active(t, NULL, true, threads);
            test_active(t, &margin, true, threads);
        }
    }
    test_bad_numbers(t);
    test_limits(t);
    test_active_limits(t);
    for (int i = 0; i < SHAPES; ++i) scree_shape_destroy(t->shapes[i]);
    free(t);
    return check_done();
}
