// The batch: the same bytes from one thread, from many, and from batches of one pair each, cold and warm; and what
// single queries say, to the last digits.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "oracle/verified.h"
#include "scenes/pairs.h"
#include "scenes/random.h"
#include "scree/batch.h"

enum { SEED = 99, BODIES = 400, PAIRS = 6000, ROUNDS = 3 };

static const char *const names[] = { "hull-features", "lattice-turned", "plate-features", "size-ratio",   "spheres",
                                     "capsule-solid", "plane-solid",    "rounded-any",    "disc-polygon", "polygons" };

enum { CLASSES = (int)(sizeof names / sizeof names[0]) };

// But for the number of steps: few polyhedra are answered by another kernel than many.
static bool same_contact(const scree_contact *a, const scree_contact *b)
{
    return memcmp(&a->distance, &b->distance, sizeof a->distance) == 0 && a->lower == b->lower &&
           a->upper == b->upper && memcmp(&a->normal, &b->normal, 4 * sizeof a->normal) == 0 &&
           a->patch_area == b->patch_area && a->feature_a == b->feature_a && a->feature_b == b->feature_b &&
           a->index_a == b->index_a && a->index_b == b->index_b && a->state == b->state && a->status == b->status;
}

static bool same_cache(const scree_cache *a, const scree_cache *b)
{
    return memcmp(&a->axis, &b->axis, sizeof a->axis) == 0 && a->filled == b->filled;
}

// Bodies of all classes side by side; pairs mostly within a class, some across, some with bad numbers.
static void fill(scree_scene **scenes, scree_body *bodies, scree_pair *pairs, scree_random *r)
{
    for (int i = 0; i < BODIES; i += 2) {
        scree_scene_pose pose;
        scree_scene_pair(scenes[i / 2 % CLASSES], (uint64_t)i, &pose);
        bodies[i] = pose.body_a;
        bodies[i + 1] = pose.body_b;
    }
    for (int i = 0; i < PAIRS; ++i) {
        int a = random_below(r, BODIES);
        pairs[i] = (scree_pair){ .a = a, .b = random_below(r, 3) ? a ^ 1 : random_below(r, BODIES) };
        if (i % 1000 == 7) pairs[i].b = BODIES + i;
        if (i % 1000 == 8) pairs[i].a = -1;
    }
}

// Of a pair with bad numbers there is no answer to check.
static void verify(const scree_batch *batch, int pair, const scree_contact *x, const char *way)
{
    const scree_pair *p = &batch->pairs[pair];
    if (p->a < 0 || p->b < 0 || p->a >= BODIES || p->b >= BODIES) return;
    char what[64];
    snprintf(what, sizeof what, "seed %d, pair %d: bodies %d, %d, %s", SEED, pair, p->a, p->b, way);
    CHECK(scree_verified_holds(what, &batch->bodies[p->a], &batch->bodies[p->b], NULL, x));
}

static scree_contact query_single(const scree_batch *batch, const scree_pair *p, scree_cache *cache, void *scratch,
                                  size_t size)
{
    scree_contact c = { 0 };
    if (p->a < 0 || p->b < 0 || p->a >= BODIES || p->b >= BODIES) {
        c.status = SCREE_INVALID_ARGUMENT;
        return c;
    }
    scree_query_options options = scree_query_defaults();
    options.cache = cache;
    options.scratch = scratch;
    options.scratch_size = size;
    c.status = scree_query(&batch->bodies[p->a], &batch->bodies[p->b], &options, &c);
    return c;
}

static scree_contact query_batch_of_one(const scree_batch *batch, const scree_pair *p, scree_cache *cache,
                                        void *scratch, size_t size)
{
    scree_contact c = { 0 };
    scree_batch one = *batch;
    one.pairs = p;
    one.pair_count = 1;
    one.caches = cache;
    one.threads = 1;
    one.scratch = scratch;
    one.scratch_size = size;
    (void)scree_query_batch(&one, NULL, &c);
    return c;
}

// Two answers to one question: each is in the other's interval, and the states are the same.
static bool agree(const scree_contact *a, const scree_contact *b)
{
    if (a->status != SCREE_OK || b->status != SCREE_OK) return a->status == b->status;
    return a->lower <= b->upper && b->lower <= a->upper && a->state == b->state &&
           fabs(a->distance - b->distance) <= (a->upper - a->lower) + (b->upper - b->lower);
}

// What is not the same as an answer that was checked, `cold` or `expected`, goes to scree_verify() too.
static void run_rounds(scree_batch *batch, const scree_contact *cold, const scree_contact *expected,
                       const scree_cache *expected_caches, bool warm)
{
    static const int threads[] = { 1, 2, 3, 8, 0 };
    scree_contact *results = calloc(PAIRS, sizeof *results);
    scree_cache *caches = calloc(PAIRS, sizeof *caches);
    for (int t = 0; t < 5 && results != NULL && caches != NULL; ++t) {
        batch->threads = threads[t];
        batch->caches = warm ? caches : NULL;
        memset(caches, 0, PAIRS * sizeof *caches);
        batch->scratch_size = scree_batch_scratch(batch);
        batch->scratch = malloc(batch->scratch_size + 1);
        for (int round = 0; round < ROUNDS; ++round) {
            scree_status status = scree_query_batch(batch, NULL, results);
            CHECK(status != SCREE_OK); // the bad numbers
            for (int i = 0; i < PAIRS; ++i)
                if (!is_verified_as(&results[i], &expected[i]) && !is_verified_as(&results[i], &cold[i]))
                    verify(batch, i, &results[i], "together");
        }
        long wrong = 0, wrong_caches = 0;
        for (int i = 0; i < PAIRS; ++i) {
            wrong += !same_contact(&results[i], &expected[i]);
            wrong_caches += warm && !same_cache(&caches[i], &expected_caches[i]);
        }
        CHECK_MSG(wrong == 0 && wrong_caches == 0, "%d threads, %s: %ld answers and %ld caches differ", threads[t],
                  warm ? "warm" : "cold", wrong, wrong_caches);
        free(batch->scratch);
    }
    free(results);
    free(caches);
}

int main(void)
{
    static scree_body bodies[BODIES];
    static scree_pair pairs[PAIRS];
    static scree_contact cold[PAIRS], warm[PAIRS];
    static scree_cache caches[PAIRS];
    scree_scene *scenes[CLASSES];
    scree_random r = random_stream(SEED, 1, 1);
    for (int i = 0; i < CLASSES; ++i) {
        scenes[i] = scree_scene_open(scree_scene_class_find(names[i]), SEED, NULL);
        if (!CHECK(scenes[i] != NULL)) return check_done();
    }
    fill(scenes, bodies, pairs, &r);
    scree_batch batch = { .bodies = bodies, .body_count = BODIES, .pairs = pairs, .pair_count = PAIRS };
    size_t size = 1 << 22;
    void *scratch = malloc(size);
    long ok = 0, mixed = 0, astray = 0;
    for (int i = 0; i < PAIRS; ++i) {
        cold[i] = query_batch_of_one(&batch, &pairs[i], NULL, scratch, size);
        verify(&batch, i, &cold[i], "cold");
        for (int round = 0; round < ROUNDS; ++round) {
            const scree_contact last = round > 0 ? warm[i] : cold[i];
            warm[i] = query_batch_of_one(&batch, &pairs[i], &caches[i], scratch, size);
            if (!is_verified_as(&warm[i], &last)) verify(&batch, i, &warm[i], "warm");
        }
        const scree_contact single = query_single(&batch, &pairs[i], NULL, scratch, size);
        if (!is_verified_as(&single, &cold[i])) verify(&batch, i, &single, "single");
        astray += !agree(&single, &cold[i]) || !agree(&single, &warm[i]);
        ok += cold[i].status == SCREE_OK;
        mixed += cold[i].status == SCREE_MIXED_DIMENSIONS;
    }
    CHECK_MSG(ok > PAIRS / 2 && mixed > 0, "%ld ok, %ld mixed", ok, mixed);
    CHECK_MSG(astray == 0, "%ld answers are not those of single queries", astray);
    run_rounds(&batch, cold, cold, caches, false);
    run_rounds(&batch, cold, warm, caches, true);
    batch.pair_count = 0;
    batch.scratch = scratch;
    batch.scratch_size = size;
    batch.caches = NULL;
    CHECK(scree_query_batch(&batch, NULL, NULL) == SCREE_OK);
    free(scratch);
    for (int i = 0; i < CLASSES; ++i) scree_scene_close(scenes[i]);
    return check_done();
}
