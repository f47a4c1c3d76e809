// Caches: pairs in motion, warm and cold; and caches written by another method or for another pair, or garbage.
// Whatever a cache holds, the interval is true; and a method that proves its answers finds the same ones.
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "counted.h"
#include "oracle/methods.h"
#include "oracle/solid.h"
#include "pair/warm.h"
#include "scenes/place.h"
#include "scenes/random.h"

enum { SEED = 1407, USUAL_PAIRS = 60, CLASS_PAIRS = 6, STEPS = 12, SCRATCH = 1 << 22 };

// A step of the motion: of the size, and in radians.
static const double STRIDE = 1e-3, ANGLE = 1e-3;

typedef struct tally {
    long asked, warm_exact, cold_exact;
    double warm_steps, cold_steps;
} tally;

// What is known of a method's warm answers: exact for bodies apart, or always; found in fewer steps than cold ones.
static const struct {
    const char *name;
    bool exact_apart, exact_always, saves_steps;
} known[] = {
    { "auto", true, true, false },         { "cp", false, false, true },
    { "cp-revised", false, false, true },  { "fcp", false, false, true },
    { "fcp-revised", false, false, true }, { "slm", true, false, true },
    { "gjk-johnson", true, false, false }, { "gjk-signed-volumes", true, false, false },
    { "gjk-td", true, false, false },      { "gjk-epa", true, true, false },
    { "sat", true, true, false },
};

typedef struct motion {
    scree_scene_pose pose;
    uint64_t number;
    oracle_answer truth;
    void *scratch;
    tally *tallies; // of each method, for usual pairs; else NULL
    bool apart;     // only steps at which the two are apart count
} motion;

// A warm start of any method.
typedef struct start {
    scree_cache cache;
    scree_paper_cache own;
} start;

static scree_contact query(const motion *q, const scree_method *m, start *from, const char *what)
{
    const scree_body *a = &q->pose.body_a, *b = &q->pose.body_b;
    scree_query_options options = scree_query_defaults();
    options.method = m;
    const scree_paper paper = { .cache = from != NULL ? &from->own : NULL };
    options.cache = from != NULL ? &from->cache : NULL;
    options.paper = &paper;
    options.scratch = q->scratch;
    options.scratch_size = SCRATCH;
    scree_contact c = { 0 };
    scree_status status = query_counted(a, b, &options, &c);
    methods_question question = { m, a, b, 1e-12 * scree_pair_size(a->shape, b->shape), &q->truth, NULL, &counted };
    methods_verdict v = scree_methods_judge(&question, status, &c);
    if (!CHECK_MSG(v.fault == NULL, "%s, %s: %s: %.17g, allowed %.17g", what, m->name, v.fault, v.value, v.bound) &&
        check_failures <= 8) {
        int class_number = q->pose.scene->class_number;
        printf("%s, %s: class %s seed %d pair %llu\n  ", what, m->name,
               class_number < 0 ? "(usual)" : scree_scene_class_name(class_number), SEED,
               (unsigned long long)q->number);
        if (from != NULL) {
            const float *axis = from->cache.axis;
            printf("cache: axis %.9g %.9g %.9g, filled %d, linked %d\n  ", (double)axis[0], (double)axis[1],
                   (double)axis[2], from->cache.filled, from->own.linked);
        }
        scree_scene_print(stdout, &q->pose);
    }
    return c;
}

static bool is_near(const motion *q, const scree_contact *c, double tolerance)
{
    double unit = scree_pair_size(q->pose.body_a.shape, q->pose.body_b.shape) + fabs((double)q->truth.distance);
    return fabs(c->distance - (double)q->truth.distance) <= tolerance * unit;
}

static void compare(const motion *q, int number, start *from)
{
    const scree_method *m = scree_method_at(number);
    start empty = { .own.filled = false };
    scree_contact cold = query(q, m, NULL, "cold"), first = query(q, m, &empty, "empty");
    // An empty cache is no cache.
    CHECK_MSG(cold.distance == first.distance && cold.iterations == first.iterations,
              "%s: an empty cache: %.17g for %.17g", m->name, first.distance, cold.distance);
    scree_contact warm = query(q, m, from, "warm");
    if (cold.status == SCREE_OK && warm.status == SCREE_OK) {
        double allowed = (cold.upper - cold.lower) + (warm.upper - warm.lower);
        CHECK_MSG(fabs(warm.distance - cold.distance) <= allowed, "%s: warm %.17g, cold %.17g", m->name, warm.distance,
                  cold.distance);
    }
    CHECK_MSG(from->cache.filled && from->own.filled && from->own.linked == m->links, "%s: the cache is not filled",
              m->name);
    if (q->tallies == NULL || (q->apart && q->truth.distance <= 0)) return;
    tally *t = &q->tallies[number];
    ++t->asked;
    t->warm_exact += is_near(q, &warm, METHODS_EXACT);
    t->cold_exact += is_near(q, &cold, METHODS_EXACT);
    t->warm_steps += warm.iterations;
    t->cold_steps += cold.iterations;
}

static scree_vec3 garbage(scree_random *r, bool planar, double decades)
{
    scree_vec3 v = s3_scale(random_direction(r), random_decade(r, -decades, decades));
    switch (random_below(r, 4)) {
    case 0:
        v = s3(0, 0, 0);
        break;
    case 1:
        v = random_direction(r);
        break;
    default:
        break;
    }
    if (planar) v.z = 0.0;
    return v;
}

static start garbage_start(scree_random *r, bool planar)
{
    start from = { .cache.filled = random_below(r, 3) > 0, .own.linked = random_below(r, 3) > 0 };
    from.own.filled = random_below(r, 3) > 0;
    from.own.normal = garbage(r, planar, 150);
    scree_cache_set_axis(&from.cache, garbage(r, planar, 37));
    from.own.link_a = garbage(r, planar, 150);
    from.own.link_b = garbage(r, planar, 150);
    return from;
}

static void move(scree_scene_pose *pose, scree_vec3 way, scree_vec3 axis)
{
    double size = scree_pair_size(pose->body_a.shape, pose->body_b.shape);
    pose->body_b.position = s3_add(pose->body_b.position, s3_scale(way, STRIDE * size));
    if (scree_shape_dimension(pose->body_a.shape) == 2) {
        pose->angle_b += ANGLE;
        pose->body_b.orientation = scree_quat_about_z(pose->angle_b);
    } else {
        pose->body_b.orientation = quat_times(quat_about(axis, ANGLE), pose->body_b.orientation);
    }
}

// One pair on its way: a cache of each method's own; one that they share, as it comes from the last pair; and garbage.
static void follow(motion *q, oracle_hull **hulls, oracle_pair *placed, start *shared, scree_random *r)
{
    start own[METHODS_MAX];
    memset(own, 0, sizeof own);
    const scree_shape *a = q->pose.body_a.shape, *b = q->pose.body_b.shape;
    bool planar = scree_shape_dimension(a) == 2;
    scree_vec3 way = random_direction(r), axis = random_direction(r);
    if (planar) way = s3_unit(s3(way.x, way.y, 0));
    for (int step = 0; step < STEPS; ++step) {
        const scree_body *body_a = &q->pose.body_a, *body_b = &q->pose.body_b;
        if (!CHECK(scree_oracle_place(placed, hulls[q->pose.a], body_a, hulls[q->pose.b], body_b))) return;
        q->truth = scree_oracle_distance(placed);
        for (int i = 0; i < scree_method_count() && i < METHODS_MAX; ++i) {
            const scree_method *m = scree_method_at(i);
            if (!scree_methods_queries(m, a, b)) continue;
            if (step == 0)
                query(q, m, &own[i], "first");
            else
                compare(q, i, &own[i]);
            query(q, m, shared, "another's cache");
            start any = garbage_start(r, planar);
            query(q, m, &any, "garbage");
        }
        move(&q->pose, way, axis);
    }
}

static void check_scene(const scree_scene *scene, int meeting, long pairs, void *scratch, tally *tallies)
{
    oracle_hull **hulls = scene != NULL ? scree_oracle_solids(scene) : NULL;
    if (!CHECK(hulls != NULL)) return;
    oracle_pair placed = { 0 };
    start shared = { .own.filled = false };
    scree_random r = random_stream(SEED, (uint64_t)scene->class_number, (uint64_t)meeting);
    for (long n = 0; n < pairs; ++n) {
        motion q = { .number = (uint64_t)n, .scratch = scratch, .tallies = tallies, .apart = meeting == USUAL_APART };
        if (meeting < 0)
            scree_scene_pair(scene, (uint64_t)n, &q.pose);
        else
            scree_usual_pair(scene, (usual_meeting)meeting, (uint64_t)n, &q.pose);
        follow(&q, hulls, &placed, &shared, &r);
    }
    scree_oracle_pair_free(&placed);
    scree_oracle_solids_free(scene, hulls);
}

static void check_tally(const tally *t, const char *name, bool apart)
{
    for (size_t i = 0; i < sizeof known / sizeof known[0]; ++i) {
        if (strcmp(known[i].name, name) != 0) continue;
        if (known[i].exact_always || (apart && known[i].exact_apart)) {
            CHECK_MSG(t->warm_exact == t->asked && t->cold_exact == t->asked, "%s: of %ld, %ld exact warm, %ld cold",
                      name, t->asked, t->warm_exact, t->cold_exact);
        }
        return;
    }
    CHECK_MSG(false, "%s: what is known of it?", name);
}

// The papers' reason for a warm start, over all usual pairs together. A handful of them says nothing about it.
static void check_savings(const tally *sum)
{
    for (size_t i = 0; i < sizeof known / sizeof known[0]; ++i) {
        for (int k = 0; k < scree_method_count() && k < METHODS_MAX; ++k) {
            const tally *t = &sum[k];
            if (!known[i].saves_steps || t->asked < 1000 || strcmp(scree_method_at(k)->name, known[i].name) != 0)
                continue;
            CHECK_MSG(t->warm_steps < t->cold_steps, "%s: %g steps warm, %g cold", known[i].name, t->warm_steps,
                      t->cold_steps);
        }
    }
}

// Usual pairs in motion.
static void check_usual(int dimension, int how, void *scratch, tally sum[METHODS_MAX])
{
    static const char *const names[] = { "apart", "shallow overlap", "deep overlap" };
    tally tallies[METHODS_MAX] = { { 0 } };
    scree_scene *usual = scree_usual_open(dimension, SEED);
    check_scene(usual, how, check_scaled(USUAL_PAIRS), scratch, tallies);
    scree_scene_close(usual);
    printf("%d-D, %s: exact %% warm and cold, steps warm and cold\n", dimension, names[how]);
    for (int i = 0; i < scree_method_count() && i < METHODS_MAX; ++i) {
        const tally *t = &tallies[i];
        if (t->asked == 0) continue;
        const char *name = scree_method_at(i)->name;
        double n = (double)t->asked;
        printf("  %-20s %7.2f %7.2f %8.2f %8.2f\n", name, 100.0 * (double)t->warm_exact / n,
               100.0 * (double)t->cold_exact / n, t->warm_steps / n, t->cold_steps / n);
        check_tally(t, name, how == USUAL_APART);
        sum[i].asked += t->asked;
        sum[i].warm_steps += t->warm_steps;
        sum[i].cold_steps += t->cold_steps;
    }
}

int main(void)
{
    static const char *const classes[] = { "face-face",     "lattice",      "lattice-tilted",    "concentric",
                                           "coincident",    "plates",       "needle-features",   "size-ratio",
                                           "tiny",          "huge",         "far-vertices",      "polygon-edges",
                                           "squares",       "slivers",      "polygon-ratio",     "discs-any",
                                           "sphere-solid",  "capsules-any", "capsules-parallel", "rounded-any",
                                           "rounded-faces", "round-ratio" };
    void *scratch = malloc(SCRATCH);
    CHECK(scratch != NULL);
    tally sum[METHODS_MAX] = { { 0 } };
    for (int dimension = 2; dimension <= 3; ++dimension) {
        for (int how = USUAL_APART; how <= USUAL_DEEP; ++how) check_usual(dimension, how, scratch, sum);
    }
    check_savings(sum);
    for (size_t i = 0; i < sizeof classes / sizeof classes[0]; ++i) {
        scree_scene *scene = scree_scene_open(scree_scene_class_find(classes[i]), SEED, NULL);
        check_scene(scene, -1, check_scaled(CLASS_PAIRS), scratch, NULL);
        scree_scene_close(scene);
    }
    free(scratch);
    return check_done();
}
