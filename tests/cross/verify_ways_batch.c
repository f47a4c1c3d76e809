// The same query in every way (single, batch, warm, with a margin): every answer goes to scree_verify().
//
// Over all classes of scenes: one by one, swapped, with a margin, warm after a small step, and in batches, cold and warm,
// with a margin and without. The answers may differ in their last digits; all of them must hold.
#include <string.h>

#include "check.h"
#include "oracle/verified.h"
#include "scenes/ellipsoids.h"
#include "scenes/pairs.h"
#include "scenes/random.h"
#include "scenes/superquadrics.h"
#include "scree/batch.h"

enum { PAIRS_MOST = 1000 };

typedef struct family {
    int (*count)(void);
    const char *(*name)(int class_number);
    scree_scene *(*open)(int class_number, uint64_t seed, scree_error *error);
    void (*pair)(const scree_scene *scene, uint64_t number, scree_scene_pose *out);
} family;

static const family families[] = {
    { scree_scene_class_count, scree_scene_class_name, scree_scene_open, scree_scene_pair },
    { scree_ellipsoid_class_count, scree_ellipsoid_class_name, scree_ellipsoid_scene_open, scree_ellipsoid_scene_pair },
    { scree_superquadric_class_count, scree_superquadric_class_name, scree_superquadric_scene_open,
      scree_superquadric_scene_pair },
};

typedef struct pairs {
    int count;
    scree_body bodies[2 * PAIRS_MOST];
    scree_pair numbers[PAIRS_MOST];
    scree_cache caches[PAIRS_MOST];
    scree_contact results[PAIRS_MOST];
} pairs;

static pairs set;
static long seen[3], astray;

static void verify(const char *class_name, const char *way, int i, const scree_body *a, const scree_body *b,
                   const scree_query_options *options, const scree_contact *x)
{
    char what[128];
    snprintf(what, sizeof what, "class %s, pair %d, %s", class_name, i, way);
    const scree_verification v = scree_verified(a, b, options, x);
    ++seen[v.verdict];
    astray += v.verdict == SCREE_UNDECIDED && v.claim == SCREE_CLAIM_POINTS;
    CHECK_MSG(v.verdict != SCREE_REFUTED, "%s: %s: %s: claimed %.17g, found %.17g, allowed %.3g", what,
              scree_claim_name(v.claim), v.reason, v.claimed, v.found, v.allowed);
}

static void query_one(const char *class_name, int i, void *scratch, size_t scratch_size)
{
    const scree_body *a = &set.bodies[2 * i], *b = &set.bodies[2 * i + 1];
    scree_query_options o = scree_query_defaults();
    o.scratch = scratch;
    o.scratch_size = scratch_size;
    scree_contact x;
    scree_query(b, a, &o, &x);
    verify(class_name, "swapped", i, b, a, &o, &x);
    o.cache = &set.caches[i];
    scree_query(a, b, &o, &x);
    verify(class_name, "alone", i, a, b, &o, &x);
    o.within = true;
    o.margin = 0.01 * scree_pair_size(a->shape, b->shape);
    scree_query(a, b, &o, &x);
    verify(class_name, "warm, with a margin", i, a, b, &o, &x);
}

static void query_batch(const char *class_name, const char *way, scree_cache *caches, bool within)
{
    scree_query_options o = scree_query_defaults();
    o.within = within;
    o.margin = within ? 1e-3 * scree_pair_size(set.bodies[0].shape, set.bodies[1].shape) : 0.0;
    scree_batch batch = { .bodies = set.bodies,
                          .body_count = 2 * (size_t)set.count,
                          .pairs = set.numbers,
                          .pair_count = (size_t)set.count,
                          .caches = caches,
                          .threads = 2 };
    batch.scratch_size = scree_batch_scratch(&batch);
    batch.scratch = malloc(batch.scratch_size + 1);
    if (!CHECK(batch.scratch != NULL)) return;
    scree_query_batch(&batch, &o, set.results);
    free(batch.scratch);
    for (int i = 0; i < set.count; ++i)
        verify(class_name, way, i, &set.bodies[2 * i], &set.bodies[2 * i + 1], &o, &set.results[i]);
}

// One step of a simulation; half spaces and 2-D bodies stay where they are.
static void move(scree_body *body, double size, scree_random *r)
{
    if (scree_shape_dimension(body->shape) == 2 || scree_shape_kind_of(body->shape) == SCREE_HALF_SPACE) return;
    const double step = size * random_decade(r, -9.0, -3.0);
    const scree_vec3 d = random_direction(r), e = random_direction(r);
    body->position.x += step * d.x;
    body->position.y += step * d.y;
    body->position.z += step * d.z;
    const double angle = random_decade(r, -9.0, -3.0) * (fabs(body->orientation.w) + fabs(body->orientation.x));
    body->orientation.x += angle * e.x;
    body->orientation.y += angle * e.y;
    body->orientation.z += angle * e.z;
}

static size_t take_pairs(const family *f, const scree_scene *scene, int count)
{
    size_t most = 64;
    set.count = count;
    memset(set.caches, 0, sizeof set.caches);
    for (int i = 0; i < count; ++i) {
        scree_scene_pose pose;
        f->pair(scene, (uint64_t)i, &pose);
        set.bodies[2 * i] = pose.body_a;
        set.bodies[2 * i + 1] = pose.body_b;
        set.numbers[i] = (scree_pair){ .a = 2 * i, .b = 2 * i + 1 };
        const size_t bytes = scree_query_scratch(pose.body_a.shape, pose.body_b.shape);
        if (bytes > most) most = bytes;
    }
    return most;
}

static void try_class(const family *f, int class_number, int count)
{
    scree_error error;
    scree_scene *scene = f->open(class_number, 4711, &error);
    const char *name = f->name(class_number);
    if (!CHECK_MSG(scene != NULL, "class %s: %s", name, error.message)) return;
    const size_t scratch_size = take_pairs(f, scene, count);
    void *scratch = malloc(scratch_size);
    if (CHECK(scratch != NULL))
        for (int i = 0; i < count; ++i) query_one(name, i, scratch, scratch_size);
    free(scratch);
    query_batch(name, "batch, cold", NULL, false);
    query_batch(name, "batch, with a margin", NULL, true);
    query_batch(name, "batch, warm", set.caches, false);
    scree_random r = random_stream(4711, 1, (uint64_t)class_number);
    for (int i = 0; i < count; ++i)
        move(&set.bodies[2 * i + 1], scree_pair_size(set.bodies[2 * i].shape, set.bodies[2 * i + 1].shape), &r);
    query_batch(name, "batch, warm, a step later", set.caches, false);
    query_batch(name, "batch, warm, a step later, with a margin", set.caches, true);
    scree_scene_close(scene);
}

int main(void)
{
    long count = check_scaled(20) + 4;
    if (count > PAIRS_MOST) count = PAIRS_MOST;
    const int step = check_scaled(20) < 20 ? 5 : 1; // making the shapes of all classes takes longest
    for (size_t k = 0; k < sizeof families / sizeof families[0]; ++k)
        for (int c = 0; c < families[k].count(); c += step) try_class(&families[k], c, (int)count);
    const long all = seen[SCREE_PROVEN] + seen[SCREE_UNDECIDED] + seen[SCREE_REFUTED];
    printf("%ld proven, %ld undecided, %ld refuted; %ld with points off a smooth surface\n", seen[SCREE_PROVEN],
           seen[SCREE_UNDECIDED], seen[SCREE_REFUTED], astray);
    CHECK_MSG(astray <= all / 10000 + 1, "%ld of %ld answers have points off a smooth surface", astray, all);
    return check_done();
}
