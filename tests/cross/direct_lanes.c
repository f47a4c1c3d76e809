// The kernels that answer a pair straight from its bodies, of every width that this machine runs: the same bytes for
// pairs in a batch, for single ones and from scree_query(), whichever body comes first.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "batch/kernels.h"
#include "check.h"
#include "scenes/pairs.h"
#include "scenes/random.h"
#include "shape/shape.h"

enum { SEED = 23, PAIRS = 600, WIDTHS = 3, FEW = 8 }; // FEW: of chance, where few pairs are asked

static const int widths[WIDTHS] = { 2, 4, 8 };

typedef enum family { BALL_BOX, BALL_HULL, POLYGONS, FAMILIES } family;

typedef struct pile {
    scree_body bodies[2 * PAIRS];
    scree_pair pairs[PAIRS];
    scree_cache caches[PAIRS];
    scree_contact expected[PAIRS], results[PAIRS];
    int32_t asked[PAIRS], left[PAIRS];
    bool is_left[PAIRS];
    scree_batch batch;
    int count;
} pile;

static scree_shape *make_shape(scree_random *r, family f, bool first)
{
    scree_vec3 p[24];
    if (f != POLYGONS && first) return scree_sphere(random_between(r, 0.1, 1), 0.0, NULL);
    if (f == BALL_BOX)
        return scree_box((scree_vec3){ random_between(r, 0.1, 1), 0.5, 1 }, random_below(r, 2) * 0.1, NULL);
    const int count = f == BALL_HULL ? 4 + random_below(r, 20) : 3 + random_below(r, 9);
    for (int i = 0; i < count; ++i) {
        const double angle = 6.283185307179586 / count * (i + random_between(r, -0.3, 0.3));
        p[i] = f == BALL_HULL ? random_direction(r) : (scree_vec3){ cos(angle), sin(angle), 0 };
    }
    const double rounding = random_below(r, 2) * 0.1;
    return f == BALL_HULL ? scree_polyhedron(p, (size_t)count, rounding, NULL)
                          : scree_polygon(p, (size_t)count, rounding, NULL);
}

// Apart, in touch, one in the other; some poses are none.
static void open_pile(pile *p, family f, scree_random *r)
{
    p->count = (int)check_scaled(PAIRS);
    for (int i = 0; i < p->count; ++i) {
        scree_shape *s = make_shape(r, f, true), *t = make_shape(r, f, false);
        if (!CHECK(s != NULL && t != NULL)) exit(1);
        scree_body one = scree_body_at(s, random_direction(r)), two = one;
        two.shape = t;
        two.position = v3_add(one.position, v3_scale(random_direction(r), random_between(r, 0, 3)));
        one.orientation = f == POLYGONS ? scree_quat_about_z(random_between(r, 0, 7)) : random_rotation(r);
        two.orientation = f == POLYGONS ? scree_quat_about_z(random_between(r, 0, 7)) : random_rotation(r);
        if (f == POLYGONS) one.position.z = two.position.z = 0.0;
        if (i % 40 == 3) two.position.y = (double)NAN;
        if (i % 40 == 4) one.orientation = (scree_quat){ 0, 0, 0, 0 };
        if (i % 40 == 5) two.orientation = (scree_quat){ 1e150, 0, 0, 2e150 };
        if (i % 40 == 6) two.position.x = 2e60;
        if (i % 40 == 7) one.position = two.position; // in the middle
        p->bodies[2 * i] = i % 2 == 0 ? one : two;
        p->bodies[2 * i + 1] = i % 2 == 0 ? two : one;
        p->pairs[i] = (scree_pair){ 2 * i, 2 * i + 1 };
        p->asked[i] = i;
        memset(&p->expected[i], 0, sizeof p->expected[i]);
        (void)scree_query(&p->bodies[2 * i], &p->bodies[2 * i + 1], NULL, &p->expected[i]);
    }
    p->batch = (scree_batch){ .bodies = p->bodies, .body_count = 2 * (size_t)p->count, .pairs = p->pairs };
    p->batch.pair_count = (size_t)p->count;
    p->batch.caches = p->caches;
}

static void close_pile(pile *p)
{
    for (int i = 0; i < 2 * p->count; ++i) scree_shape_destroy((scree_shape *)p->bodies[i].shape);
}

static bool is_valid(const pile *p, int i)
{
    return p->expected[i].status == SCREE_OK || p->expected[i].status == SCREE_NO_CONVERGENCE;
}

static void compare_batch(pile *p, scree_lane_kernel kernel, int *left)
{
    memset(p->results, 0x55, sizeof p->results);
    memset(p->is_left, 0, sizeof p->is_left);
    memset(p->caches, 0, sizeof p->caches);
    scree_lane_work work = { .batch = &p->batch, .tolerance = -1.0, .pairs = p->asked, .count = p->count };
    work.results = p->results;
    const int rest = kernel(&work, p->left);
    for (int i = 0; i < rest; ++i) p->is_left[p->left[i]] = true;
    for (int i = 0; i < p->count; ++i) {
        *left += p->is_left[i] && is_valid(p, i);
        if (p->is_left[i]) continue;
        CHECK_MSG(memcmp(&p->results[i], &p->expected[i], sizeof p->results[i]) == 0, "pair %d of %d differs", i,
                  p->count);
        CHECK(p->caches[i].filled && p->caches[i].axis.x == p->expected[i].normal.x);
    }
}

static void compare_single(pile *p, scree_direct_kernel kernel)
{
    for (int i = 0; i < p->count; ++i) {
        if (!is_valid(p, i)) continue;
        const scree_body *a = &p->bodies[2 * i], *b = &p->bodies[2 * i + 1];
        const double tolerance = 1e-12 * scree_pair_size(a->shape, b->shape);
        memset(&p->results[i], 0x55, sizeof p->results[i]);
        if (!kernel(a, b, tolerance, &p->results[i])) continue;
        CHECK(memcmp(&p->results[i], &p->expected[i], sizeof p->results[i]) == 0);
        if (!kernel(b, a, tolerance, &p->results[i])) CHECK(false);
        const scree_contact *x = &p->results[i], *y = &p->expected[i];
        CHECK(x->distance == y->distance && x->lower == y->lower && x->upper == y->upper &&
              x->normal.x == -y->normal.x);
        CHECK(x->index_a == y->index_b && x->feature_a == y->feature_b && x->point_a.y == y->point_b.y);
    }
}

// A verdict on the cores' distance must not contradict the interval of the answer; and there must be one.
static void compare_farther(pile *p, scree_farther_kernel kernel)
{
    int open = 0;
    for (int i = 0; i < p->count; ++i) {
        if (!is_valid(p, i)) continue;
        const scree_body *a = &p->bodies[2 * i], *b = &p->bodies[2 * i + 1];
        const scree_contact *x = &p->expected[i];
        const double radii = a->shape->radius + b->shape->radius;
        for (int k = 0; k < 4; ++k) {
            const double margin = 0.3 * k;
            const int farther = kernel(a, b, margin);
            CHECK(kernel(b, a, margin) == farther);
            CHECK(farther <= 0 || x->upper + radii > margin);
            CHECK(farther != 0 || x->lower + radii < margin + 1e-14);
            open += farther < 0;
        }
    }
    CHECK_MSG(open <= p->count / 2 + FEW, "%d of %d open", open, 4 * p->count);
}

int main(void)
{
    pile *p = calloc(1, sizeof *p);
    if (p == NULL) return EXIT_FAILURE;
    for (int f = 0; f < FAMILIES; ++f) {
        scree_random r = random_stream(SEED, (uint64_t)f, 0);
        open_pile(p, (family)f, &r);
        for (int w = 0; w < WIDTHS; ++w) {
            const scree_kernels *k = scree_kernels_of(widths[w]);
            if (k == NULL) continue;
            int left = 0;
            compare_batch(p, f == POLYGONS ? k->polygons : k->points, &left);
            if (f == BALL_BOX) compare_batch(p, k->boxes, &left);
            compare_single(p, f == POLYGONS ? k->polygon : k->point);
            compare_farther(p, f == POLYGONS ? k->polygon_farther : k->point_farther);
            printf("family %d, %d lanes: %d of %d left\n", f, widths[w], left, p->count);
            CHECK(left <= p->count / 3); // centres inside boxes are most of them
        }
        close_pile(p);
    }
    free(p);
    return check_done();
}
