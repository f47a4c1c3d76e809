// The quick way for an ellipsoid or a superquadric with a polyhedron: the same bytes for every number of lanes and for
// either order of the bodies; the same answer, features included, as the search that knows nothing of it; and next to
// none is left to that search where bodies are apart or in shallow contact.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "batch/kernels.h"
#include "check.h"
#include "scenes/ellipsoids.h"
#include "scenes/grains.h"
#include "scenes/random.h"
#include "scenes/superquadrics.h"

enum { SEED = 13, PAIRS = 400, HULLS = 40 };

typedef struct tally {
    int asked, answered;
} tally;

static double tolerance_of(const scree_body *a, const scree_body *b)
{
    return 1e-12 * scree_pair_size(a->shape, b->shape);
}

static bool same_bytes(const void *a, const void *b, size_t size)
{
    return memcmp(a, b, size) == 0;
}

static void check_swapped(const scree_contact *x, const scree_contact *y)
{
    const scree_vec3 n = { 0.0 - y->normal.x, 0.0 - y->normal.y, 0.0 - y->normal.z };
    CHECK(x->distance == y->distance && x->lower == y->lower && x->upper == y->upper);
    CHECK(same_bytes(&x->normal, &n, sizeof n));
    CHECK(same_bytes(&x->point_a, &y->point_b, sizeof n) && same_bytes(&x->point_b, &y->point_a, sizeof n));
    CHECK(x->feature_a == y->feature_b && x->feature_b == y->feature_a);
    CHECK(x->index_a == y->index_b && x->index_b == y->index_a);
}

// With a bound on its steps, `auto` goes its other way.
static void check_other_way(const scree_body *a, const scree_body *b, const scree_contact *x)
{
    scree_query_options o = scree_query_defaults();
    o.max_iterations = 1000;
    scree_contact y;
    const scree_status status = scree_query(a, b, &o, &y);
    const double allowed = 2.0 * tolerance_of(a, b) + (x->upper - x->lower) + (y.upper - y.lower);
    CHECK(x->lower <= y.upper && y.lower <= x->upper);
    if (status != SCREE_OK) return;
    CHECK(fabs(x->distance - y.distance) <= allowed);
    CHECK(x->lower <= x->distance && x->distance <= x->upper);
    // Of two normals that are as good, up to rounding, each has its own feature.
    const scree_vec3 n = x->normal, m = y.normal;
    if (fabs(n.x - m.x) + fabs(n.y - m.y) + fabs(n.z - m.z) > 1e-7) return;
    CHECK(x->feature_a == y.feature_a && x->feature_b == y.feature_b);
    CHECK(x->index_a == y.index_a && x->index_b == y.index_b);
}

static void check_farther(const scree_kernels *k, const scree_body *a, const scree_body *b, const scree_contact *x)
{
    const double radii = a->shape->radius + b->shape->radius, core = x->distance + radii;
    const double far = 1e-6 * scree_pair_size(a->shape, b->shape);
    if (core - far > 0.0) CHECK(k->round_farther(a, b, core - far) != 0);
    if (core + far > 0.0) CHECK(k->round_farther(a, b, core + far) != 1);
}

static void ask(const scree_body *a, const scree_body *b, tally *t)
{
    const scree_kernels *narrow = scree_kernels_of(2), *wide = scree_kernels_of(4);
    scree_contact x, y;
    memset(&x, 0, sizeof x);
    memset(&y, 0, sizeof y);
    ++t->asked;
    const bool done = narrow->round(a, b, tolerance_of(a, b), &x);
    if (wide != NULL) {
        CHECK(wide->round(a, b, tolerance_of(a, b), &y) == done);
        CHECK(same_bytes(&x, &y, sizeof x));
    }
    CHECK(narrow->round(b, a, tolerance_of(a, b), &y) == done);
    if (!done) return;
    ++t->answered;
    check_swapped(&x, &y);
    check_other_way(a, b, &x);
    check_farther(narrow, a, b, &x);
}

static void ask_scene(const scree_scene_pose *pose, tally *t)
{
    if (scree_is_round_polyhedron(pose->body_a.shape, pose->body_b.shape)) ask(&pose->body_a, &pose->body_b, t);
}

static void test_scenes(tally *t)
{
    const int count = (int)check_scaled(PAIRS);
    scree_scene_pose pose;
    scree_error error;
    for (int c = 0; c < scree_ellipsoid_class_count(); ++c) {
        if (scree_ellipsoid_class_is_pure(c)) continue;
        scree_scene *scene = scree_ellipsoid_scene_open(c, SEED, &error);
        if (!CHECK(scene != NULL)) return;
        for (int i = 0; i < count; ++i) {
            scree_ellipsoid_scene_pair(scene, (uint64_t)i, &pose);
            ask_scene(&pose, t);
        }
        scree_scene_close(scene);
    }
    for (int c = 0; c < scree_superquadric_class_count(); ++c) {
        if (scree_superquadric_class_group(c) != SCREE_SUPERQUADRIC_MIXED) continue;
        scree_scene *scene = scree_superquadric_scene_open(c, SEED, &error);
        if (!CHECK(scene != NULL)) return;
        for (int i = 0; i < count; ++i) {
            scree_superquadric_scene_pair(scene, (uint64_t)i, &pose);
            ask_scene(&pose, t);
        }
        scree_scene_close(scene);
    }
}

// Random hulls and grains at a distance of a tenth of their size, and a hundredth in each other.
static void test_usual(const scree_shape *grain, tally *t)
{
    scree_random r = { SEED };
    const int hulls = (int)check_scaled(HULLS);
    for (int i = 0; i < hulls; ++i) {
        scree_vec3 points[24];
        for (int k = 0; k < 24; ++k) points[k] = random_direction(&r);
        scree_shape *hull = scree_polyhedron(points, 24, i % 2 == 0 ? 0.0 : 0.1, NULL);
        if (!CHECK(hull != NULL)) return;
        for (int k = 0; k < 20; ++k) {
            scree_body a = { .shape = hull, .orientation = random_rotation(&r) };
            scree_body b = { .shape = grain, .orientation = random_rotation(&r) };
            const scree_vec3 way = random_direction(&r);
            const double size = scree_pair_size(hull, grain);
            b.position = (scree_vec3){ size * way.x, size * way.y, size * way.z };
            if (scree_grains_settle(&a, &b, (k % 2 == 0 ? 0.1 : -0.01) * size, NULL)) ask(&a, &b, t);
        }
        scree_shape_destroy(hull);
    }
}

int main(void)
{
    tally scenes = { 0, 0 }, usual = { 0, 0 };
    test_scenes(&scenes);
    scree_shape *grains[] = { scree_ellipsoid((scree_vec3){ 1.0, 0.4, 0.5 }, 0.0, NULL),
                              scree_superquadric((scree_vec3){ 1.0, 0.8, 0.6 }, 4.0, 4.0, 0.0, NULL),
                              scree_superquadric((scree_vec3){ 0.6, 0.8, 0.6 }, 3.0, 3.0, 0.05, NULL) };
    for (size_t i = 0; i < sizeof grains / sizeof *grains; ++i) {
        if (CHECK(grains[i] != NULL)) test_usual(grains[i], &usual);
        scree_shape_destroy(grains[i]);
    }
    printf("scenes: %d of %d answered; usual: %d of %d\n", scenes.answered, scenes.asked, usual.answered, usual.asked);
    CHECK(scenes.answered > 0 && 100 * usual.answered >= 95 * usual.asked);
    return check_done();
}
