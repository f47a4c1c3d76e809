// The kernels for superquadrics over lanes, of every width that this machine runs: the same bytes as the query for one
// pair, for every class of pairs that they take; what is usual is not left.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "dispatch/kernels.h"
#include "pair/superquadric_pair.h"
#include "scenes/superquadrics.h"

enum { SEED = 11, PAIRS = 1500, WIDTHS = 4, FEW = 4 }; // FEW: of chance, where few pairs are asked

static const int widths[WIDTHS] = { 1, 2, 4, 8 };

typedef struct pair_set {
    scree_body bodies[2 * PAIRS];
    scree_pair pairs[PAIRS];
    scree_cache caches[PAIRS], before[PAIRS];
    scree_contact expected[PAIRS], results[PAIRS];
    int32_t asked[PAIRS], left[PAIRS];
    bool is_left[PAIRS];
    scree_batch batch;
    int count;
} pair_set;

static bool has_equal_exponents(const scree_shape *s)
{
    return s->family == SCREE_FAMILY_ELLIPSOID || s->family == SCREE_FAMILY_EQUAL ||
           s->family == SCREE_FAMILY_FRACTIONAL;
}

static bool is_equal_pair(const scree_shape *a, const scree_shape *b)
{
    return has_equal_exponents(a) && has_equal_exponents(b);
}

static bool is_low(const scree_shape *s)
{
    return has_equal_exponents(s) || s->family == SCREE_FAMILY_UNEQUAL;
}

static bool is_taken(const scree_shape *a, const scree_shape *b)
{
    const bool ellipsoids = a->family == SCREE_FAMILY_ELLIPSOID && b->family == SCREE_FAMILY_ELLIPSOID;
    return is_low(a) && is_low(b) && !ellipsoids;
}

static void add(pair_set *p, scree_body a, scree_body b)
{
    const int i = p->count++;
    p->bodies[2 * i] = i % 2 == 0 ? a : b;
    p->bodies[2 * i + 1] = i % 2 == 0 ? b : a;
    p->pairs[i] = (scree_pair){ .a = 2 * i, .b = 2 * i + 1 };
    p->caches[i] = (scree_cache){ .filled = 0 };
    p->asked[i] = i;
}

static void answer_singly(pair_set *p)
{
    p->batch = (scree_batch){ .bodies = p->bodies, .body_count = 2 * (size_t)p->count, .pairs = p->pairs };
    p->batch.pair_count = (size_t)p->count;
    memcpy(p->before, p->caches, sizeof p->before);
    for (int i = 0; i < p->count; ++i) {
        scree_query_options o = scree_query_defaults();
        o.cache = &p->caches[i];
        (void)scree_query(&p->bodies[2 * i], &p->bodies[2 * i + 1], &o, &p->expected[i]);
    }
}

static bool same(const scree_contact *a, const scree_contact *b)
{
    return memcmp(a, b, sizeof *a) == 0;
}

// The pairs of equal exponents, or the others, by their kernel; those that are left go to the end of p->left.
static int answer_kind(pair_set *p, scree_lane_kernel kernel, bool even, int left)
{
    int32_t asked[PAIRS];
    scree_lane_work work = { .batch = &p->batch, .tolerance = -1.0, .pairs = asked, .results = p->results };
    for (int i = 0; i < p->count; ++i)
        if (is_equal_pair(p->bodies[2 * i].shape, p->bodies[2 * i + 1].shape) == even) asked[work.count++] = i;
    return left + kernel(&work, p->left + left);
}

// One pair by its two bodies as lanes: the same, and the same are left.
static void compare_single(pair_set *p, const scree_kernels *k, int i)
{
    const scree_body *a = &p->bodies[2 * i], *b = &p->bodies[2 * i + 1];
    if (!is_equal_pair(a->shape, b->shape)) return;
    scree_contact x;
    memset(&x, 0x55, sizeof x);
    const bool answered = k->equal_pair(a, b, -1.0, &p->before[i], &x);
    CHECK(answered == !p->is_left[i] && (!answered || same(&x, &p->expected[i])));
}

// How many are left.
static int compare(pair_set *p, const scree_kernels *k)
{
    scree_cache caches[PAIRS];
    memset(p->results, 0x55, sizeof p->results);
    memset(p->is_left, 0, sizeof p->is_left);
    memcpy(caches, p->before, sizeof caches);
    p->batch.caches = caches;
    const int left = answer_kind(p, k->superquadrics, false, answer_kind(p, k->equals, true, 0));
    for (int i = 0; i < left; ++i) p->is_left[p->left[i]] = true;
    for (int i = 0; i < p->count; ++i) {
        compare_single(p, k, i);
        if (p->is_left[i]) continue;
        CHECK(same(&p->results[i], &p->expected[i]));
        CHECK(memcmp(&caches[i].axis, &p->caches[i].axis, sizeof caches[i].axis) == 0 && caches[i].filled == 1);
    }
    return left;
}

// Cold, and warm with a little rotation.
static void test_set(pair_set *p, int left[WIDTHS], int *asked)
{
    for (int warm = 0; warm < 2; ++warm) {
        answer_singly(p);
        for (int w = 0; w < WIDTHS; ++w) {
            const scree_kernels *k = scree_kernels_of(widths[w]);
            if (k != NULL) left[w] += compare(p, k);
        }
        *asked += p->count;
        for (int i = 0; i < p->count; ++i) p->bodies[2 * i].orientation.x += 0.001;
    }
}

static void test_classes(pair_set *p)
{
    int left[WIDTHS] = { 0 }, asked = 0;
    for (int c = 0; c < scree_superquadric_class_count(); ++c) {
        if (scree_superquadric_class_group(c) != SCREE_SUPERQUADRICS) continue;
        scree_error error;
        scree_scene *scene = scree_superquadric_scene_open(c, SEED, &error);
        CHECK(scene != NULL);
        p->count = 0;
        for (int i = 0; i < (int)check_scaled(PAIRS); ++i) {
            scree_scene_pose pose;
            scree_superquadric_scene_pair(scene, (uint64_t)i, &pose);
            if (is_taken(pose.body_a.shape, pose.body_b.shape)) add(p, pose.body_a, pose.body_b);
        }
        if (p->count > 0) test_set(p, left, &asked);
        scree_scene_close(scene);
    }
    CHECK(asked > 0);
    for (int w = 0; w < WIDTHS; ++w)
        if (scree_kernels_of(widths[w]) != NULL) printf("%d lanes: %d of %d left\n", widths[w], left[w], asked);
}

// Exponents as the benchmark has them, a little apart, as in a packing, cold and warm: few may be left. Some poses are
// none.
static void test_usual(pair_set *p, double n1, double n2, double other)
{
    scree_error error;
    scree_shape *a = scree_superquadric_create((scree_vec3){ 1.0, 0.8, 0.6 }, n1, n2, 0.0, &error);
    scree_shape *b = scree_superquadric_create((scree_vec3){ 0.7, 0.9, 0.6 }, other, other, 0.05, &error);
    CHECK(a != NULL && b != NULL);
    p->count = 0;
    for (int i = 0; i < (int)check_scaled(PAIRS); ++i) {
        const double angle = 0.37 * i, tilt = 0.11 * i;
        scree_body first = { .shape = a, .orientation = { 1.0, sin(angle), cos(tilt), 0.3 } };
        scree_body second = { .shape = b, .orientation = { cos(tilt), 0.2, sin(angle), 1.0 } };
        second.position = (scree_vec3){ 2.1 * cos(angle) * cos(tilt), 2.1 * sin(angle), 2.1 * sin(tilt) };
        if (i % 97 == 5) second.position.y = (double)NAN;
        if (i % 97 == 7) first.orientation = (scree_quat){ 0, 0, 0, 0 };
        add(p, first, second);
    }
    for (int warm = 0; warm < 2; ++warm) {
        answer_singly(p);
        for (int w = 0; w < WIDTHS; ++w) {
            const scree_kernels *k = scree_kernels_of(widths[w]);
            if (k == NULL) continue;
            const int left = compare(p, k);
            printf("%g, %g with %g over %d lanes, %s: %d of %d left\n", n1, n2, other, widths[w],
                   warm == 0 ? "cold" : "warm", left, p->count);
            CHECK(8 * left <= p->count + 8 * FEW);
        }
        for (int i = 0; i < p->count; ++i) p->bodies[2 * i].orientation.x += 0.001;
    }
    scree_shape_destroy(a);
    scree_shape_destroy(b);
}

int main(void)
{
    pair_set *p = calloc(1, sizeof *p);
    CHECK(p != NULL);
    test_classes(p);
    test_usual(p, 3.0, 3.0, 3.0);
    test_usual(p, 4.0, 4.0, 4.0);
    test_usual(p, 8.0, 8.0, 8.0);
    test_usual(p, 4.0, 6.0, 5.0);
    test_usual(p, 4.0, 4.0, 2.0);
    test_usual(p, 7.3, 7.3, 7.3);
    test_usual(p, 4.0, 4.0, 7.3);
    test_usual(p, 2.7, 2.7, 2.0);
    test_usual(p, 2.7, 4.0, 4.0);
    test_usual(p, 8.0, 2.5, 7.3);
    free(p);
    return check_done();
}
