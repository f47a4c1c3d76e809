// The kernels over lanes, of every width that this machine runs: the same bytes as the query for one pair, cold and
// warm, for every class of ellipsoid pairs; what is not for them is left, and what is usual is not.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "dispatch/kernels.h"
#include "scenes/ellipsoids.h"

enum { SEED = 7, PAIRS = 3000, WIDTHS = 4 };

static const int widths[WIDTHS] = { 1, 2, 4, 8 };

typedef struct pair_set {
    scree_body bodies[2 * PAIRS];
    scree_pair pairs[PAIRS];
    scree_cache caches[PAIRS], warm[PAIRS];
    scree_contact expected[PAIRS], results[PAIRS];
    int32_t asked[PAIRS], left[PAIRS];
    bool is_left[PAIRS], is_single[PAIRS];
    scree_batch batch;
    scree_scene *scene;
    int count;
} pair_set;

static bool same(const scree_contact *a, const scree_contact *b)
{
    return memcmp(a, b, sizeof *a) == 0;
}

// One body of some pairs is moved out of the range of poses, or rotated by no quaternion; some of these pairs are valid.
static void spoil(pair_set *p)
{
    for (int i = 0; i < p->count; i += 50) {
        scree_body *body = &p->bodies[2 * i + i / 50 % 2];
        switch (i / 50 % 5) {
        case 0:
            body->position.y = (double)NAN;
            break;
        case 1:
            body->orientation = (scree_quat){ 0, 0, 0, 0 };
            break;
        case 2:
            body->position.x = 2e60;
            break;
        case 3:
            body->orientation.x = (double)INFINITY;
            break;
        default: // very long, but a rotation all the same
            body->orientation = (scree_quat){ 1e150, -2e150, 3e149, 0 };
        }
    }
}

static void open_set(pair_set *p, int class_number, bool spoiled)
{
    scree_error error;
    p->scene = scree_ellipsoid_scene_open(class_number, SEED, &error);
    CHECK(p->scene != NULL);
    p->count = (int)check_scaled(PAIRS);
    for (int i = 0; i < p->count; ++i) {
        scree_scene_pose pose;
        scree_ellipsoid_scene_pair(p->scene, (uint64_t)i, &pose);
        p->bodies[2 * i] = i % 2 == 0 ? pose.body_a : pose.body_b;
        p->bodies[2 * i + 1] = i % 2 == 0 ? pose.body_b : pose.body_a;
        p->pairs[i] = (scree_pair){ .a = 2 * i, .b = 2 * i + 1 };
        p->asked[i] = i;
    }
    if (spoiled) spoil(p);
    p->batch = (scree_batch){ .bodies = p->bodies, .body_count = 2 * (size_t)p->count, .pairs = p->pairs };
    p->batch.pair_count = (size_t)p->count;
}

static void answer_singly(pair_set *p, bool warm)
{
    for (int i = 0; i < p->count; ++i) {
        scree_query_options o = scree_query_defaults();
        o.cache = &p->caches[i];
        if (!warm) p->caches[i] = (scree_cache){ .filled = 0 };
        p->warm[i] = p->caches[i];
        (void)scree_query(&p->bodies[2 * i], &p->bodies[2 * i + 1], &o, &p->expected[i]);
    }
}

// Each pair by its two bodies as lanes.
static void answer_single(pair_set *p, const scree_kernels *k)
{
    for (int i = 0; i < p->count; ++i) {
        scree_contact x;
        memset(&x, 0x55, sizeof x);
        p->is_single[i] = k->ellipsoid_pair(&p->bodies[2 * i], &p->bodies[2 * i + 1], -1.0, &p->warm[i], &x);
        CHECK(!p->is_single[i] || same(&x, &p->expected[i]));
    }
}

static int compare(pair_set *p, const scree_kernels *k)
{
    memset(p->results, 0x55, sizeof p->results);
    memset(p->is_left, 0, sizeof p->is_left);
    answer_single(p, k);
    p->batch.caches = p->warm;
    scree_lane_work work = { .batch = &p->batch, .tolerance = -1.0, .pairs = p->asked, .count = p->count };
    work.results = p->results;
    const int left = k->ellipsoids(&work, p->left);
    for (int i = 0; i < left; ++i) p->is_left[p->left[i]] = true;
    for (int i = 0; i < p->count; ++i) {
        CHECK(p->is_single[i] == !p->is_left[i]);
        if (p->is_left[i]) continue;
        CHECK(same(&p->results[i], &p->expected[i]));
        CHECK(memcmp(&p->warm[i].axis, &p->caches[i].axis, sizeof p->warm[i].axis) == 0 && p->warm[i].filled == 1);
    }
    return left;
}

// How many of all pairs the kernels have left to single queries, in a row for each width.
static void test_class(pair_set *p, int class_number, bool spoiled, int left[WIDTHS], int *asked)
{
    open_set(p, class_number, spoiled);
    for (int warm = 0; warm < 2; ++warm) {
        scree_cache before[PAIRS];
        memcpy(before, p->caches, sizeof before);
        for (int w = 0; w < WIDTHS; ++w) {
            const scree_kernels *k = scree_kernels_of(widths[w]);
            if (k == NULL) continue;
            memcpy(p->caches, before, sizeof before);
            answer_singly(p, warm != 0);
            left[w] += compare(p, k);
        }
        *asked += p->count;
    }
    scree_scene_close(p->scene);
}

// Spheroids of aspect ratio 2 that are a little apart, as in a packing: next to none may be left.
static void test_usual(pair_set *p)
{
    scree_error error;
    scree_shape *shape = scree_ellipsoid_create((scree_vec3){ 1.0, 0.5, 0.5 }, 0.0, &error);
    CHECK(shape != NULL);
    p->count = (int)check_scaled(PAIRS);
    for (int i = 0; i < p->count; ++i) {
        const double angle = 0.37 * i, tilt = 0.11 * i;
        p->bodies[2 * i] = (scree_body){ .shape = shape, .orientation = { 1.0, sin(angle), cos(tilt), 0.3 } };
        p->bodies[2 * i + 1] = (scree_body){ .shape = shape, .orientation = { cos(tilt), 0.2, sin(angle), 1.0 } };
        p->bodies[2 * i + 1].position = (scree_vec3){ 2.1 * cos(angle) * cos(tilt), 2.1 * sin(angle), 2.1 * sin(tilt) };
        p->pairs[i] = (scree_pair){ .a = 2 * i, .b = 2 * i + 1 };
        p->asked[i] = i;
    }
    p->batch = (scree_batch){ .bodies = p->bodies, .body_count = 2 * (size_t)p->count, .pairs = p->pairs };
    p->batch.pair_count = (size_t)p->count;
    for (int w = 0; w < WIDTHS; ++w) {
        const scree_kernels *k = scree_kernels_of(widths[w]);
        if (k == NULL) continue;
        answer_singly(p, false);
        CHECK(100 * compare(p, k) <= p->count);
    }
    scree_shape_destroy(shape);
}

int main(void)
{
    pair_set *p = calloc(1, sizeof *p);
    CHECK(p != NULL);
    CHECK(scree_kernels_of(2) != NULL && scree_kernels_of(3) == NULL && scree_kernels_best() != NULL);
    int left[WIDTHS] = { 0 }, asked = 0;
    for (int i = 0; i < scree_ellipsoid_class_count(); ++i)
        if (scree_ellipsoid_class_is_pure(i)) test_class(p, i, i % 2 == 1, left, &asked);
    for (int w = 0; w < WIDTHS; ++w)
        if (scree_kernels_of(widths[w]) != NULL) printf("%d lanes: %d of %d left\n", widths[w], left[w], asked);
    test_usual(p);
    free(p);
    return check_done();
}
