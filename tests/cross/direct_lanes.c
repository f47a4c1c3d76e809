// The kernels that answer a pair straight from its bodies, of every width that this machine runs: the same bytes for
// pairs in a batch, for single ones and from scree_query(), whichever body comes first.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "dispatch/kernels.h"
#include "scenes/pairs.h"
#include "scenes/random.h"
#include "shape/shape.h"

enum { SEED = 23, PAIRS = 600, WIDTHS = 4, FEW = 8 }; // FEW: of chance, where few pairs are asked

static const int widths[WIDTHS] = { 1, 2, 4, 8 };

typedef enum family { BALL_BOX, BALL_HULL, POLYGONS, LOOSE_POLYGONS, FAMILIES } family;

static bool is_planar(family f)
{
    return f >= POLYGONS;
}

typedef struct pair_set {
    scree_body bodies[2 * PAIRS];
    scree_pair pairs[PAIRS];
    scree_cache caches[PAIRS];
    scree_contact expected[PAIRS], results[PAIRS];
    int32_t asked[PAIRS], left[PAIRS];
    bool is_left[PAIRS];
    double size[PAIRS]; // of the pair, times some units
    double tolerance;   // negative: the usual one
    scree_batch batch;
    int count;
} pair_set;

static scree_shape *make_shape(scree_random *r, family f, bool first, double size)
{
    scree_vec3 p[24];
    if (!is_planar(f) && first) return scree_sphere_create(random_between(r, 0.1, 1), 0.0, NULL);
    if (f == BALL_BOX)
        return scree_box_create((scree_vec3){ random_between(r, 0.1, 1), 0.5, 1 }, random_below(r, 2) * 0.1, NULL);
    const int count = f == BALL_HULL ? 4 + random_below(r, 20) : 3 + random_below(r, 9);
    for (int i = 0; i < count; ++i) {
        const double angle = 6.283185307179586 / count * (i + random_between(r, -0.3, 0.3));
        p[i] = f == BALL_HULL ? random_direction(r) : (scree_vec3){ size * cos(angle), size * sin(angle), 0 };
    }
    const double rounding = random_below(r, 2) * 0.1 * size;
    return f == BALL_HULL ? scree_polyhedron_create(p, (size_t)count, rounding, NULL)
                          : scree_polygon_create(p, (size_t)count, rounding, NULL);
}

// Apart, in touch, one in the other; some poses are none. Of polygons, some pairs are of one shape, with parallel edges
// or not, and some are tiny or huge.
static void open_set(pair_set *p, family f, scree_random *r)
{
    p->count = (int)check_scaled(PAIRS);
    p->tolerance = f == LOOSE_POLYGONS ? 0.3 : -1.0;
    for (int i = 0; i < p->count; ++i) {
        const double size = p->size[i] = f != POLYGONS || i % 7 > 1 ? 1.0 : i % 7 == 0 ? 1e-9 : 1e9;
        scree_random again = *r;
        scree_shape *s = make_shape(r, f, true, size);
        scree_shape *t = is_planar(f) && i % 5 == 0 ? make_shape(&again, f, true, size) : make_shape(r, f, false, size);
        if (!CHECK(s != NULL && t != NULL)) exit(1);
        scree_body one = scree_body_at(s, v3_scale(random_direction(r), size)), two = one;
        two.shape = t;
        two.position = v3_add(one.position, v3_scale(random_direction(r), size * random_between(r, 0, 3)));
        one.orientation = is_planar(f) ? scree_quat_about_z(random_between(r, 0, 7)) : random_rotation(r);
        two.orientation = is_planar(f) ? scree_quat_about_z(random_between(r, 0, 7)) : random_rotation(r);
        if (is_planar(f)) one.position.z = two.position.z = 0.0;
        const scree_quat q = one.orientation;
        if (is_planar(f) && i % 10 == 0)
            two.orientation = (scree_quat){ -q.z, 0, 0, q.w }; // half a turn: parallel edges
        if (i % 40 == 3) two.position.y = (double)NAN;
        if (i % 40 == 4) one.orientation = (scree_quat){ 0, 0, 0, 0 };
        if (i % 40 == 5) two.orientation = (scree_quat){ 1e150, 0, 0, 2e150 };
        if (i % 40 == 6) two.position.x = 2e60;
        if (i % 40 == 7) one.position = two.position; // in the middle
        p->bodies[2 * i] = i % 2 == 0 ? one : two;
        p->bodies[2 * i + 1] = i % 2 == 0 ? two : one;
        p->pairs[i] = (scree_pair){ .a = 2 * i, .b = 2 * i + 1 };
        memset(&p->expected[i], 0, sizeof p->expected[i]);
        scree_query_options o = scree_query_defaults();
        o.tolerance = p->tolerance;
        (void)scree_query(&p->bodies[2 * i], &p->bodies[2 * i + 1], &o, &p->expected[i]);
    }
    p->batch = (scree_batch){ .bodies = p->bodies, .body_count = 2 * (size_t)p->count, .pairs = p->pairs };
    p->batch.pair_count = (size_t)p->count;
    p->batch.caches = p->caches;
}

static void close_set(pair_set *p)
{
    for (int i = 0; i < 2 * p->count; ++i) scree_shape_destroy((scree_shape *)p->bodies[i].shape);
}

static bool is_valid(const pair_set *p, int i)
{
    return p->expected[i].status == SCREE_OK || p->expected[i].status == SCREE_NO_CONVERGENCE;
}

// Runs a kernel on the pairs in p->asked.
static void query_kernel(pair_set *p, scree_lane_kernel kernel, int count)
{
    scree_lane_work work = { .batch = &p->batch, .tolerance = p->tolerance, .pairs = p->asked, .count = count };
    work.results = p->results;
    const int rest = kernel(&work, p->left);
    for (int i = 0; i < rest; ++i) p->is_left[p->left[i]] = true;
}

// Polygons have a kernel for each kind of rows; others have one.
static void query_kernels(pair_set *p, const scree_lane_kernel *kernels, bool by_rows)
{
    memset(p->results, 0x55, sizeof p->results);
    memset(p->is_left, 0, sizeof p->is_left);
    memset(p->caches, 0, sizeof p->caches);
    for (int rows = 0; rows < (by_rows ? SCREE_FLAT_KINDS : 1); ++rows) {
        int count = 0;
        for (int i = 0; i < p->count; ++i) {
            const scree_shape *s = p->bodies[2 * i].shape, *t = p->bodies[2 * i + 1].shape;
            if (!by_rows || (int)scree_polygon_rows(s, t) == rows) p->asked[count++] = i;
        }
        query_kernel(p, kernels[rows], count);
    }
}

static void compare_batch(pair_set *p, const scree_lane_kernel *kernels, bool by_rows, int *left)
{
    query_kernels(p, kernels, by_rows);
    for (int i = 0; i < p->count; ++i) {
        *left += p->is_left[i] && is_valid(p, i);
        if (p->is_left[i]) continue;
        CHECK_MSG(memcmp(&p->results[i], &p->expected[i], sizeof p->results[i]) == 0, "pair %d of %d differs", i,
                  p->count);
        CHECK(p->caches[i].filled && p->caches[i].axis[0] == (float)p->expected[i].normal.x);
    }
}

static void compare_single(pair_set *p, scree_direct_fn *kernel)
{
    for (int i = 0; i < p->count; ++i) {
        if (!is_valid(p, i)) continue;
        const scree_body *a = &p->bodies[2 * i], *b = &p->bodies[2 * i + 1];
        const double usual = 1e-12 * scree_pair_size(a->shape, b->shape);
        const double tolerance = p->tolerance < 0.0 ? usual : p->tolerance;
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
static void compare_farther(pair_set *p, scree_farther_fn *kernel)
{
    int open = 0;
    for (int i = 0; i < p->count; ++i) {
        if (!is_valid(p, i)) continue;
        const scree_body *a = &p->bodies[2 * i], *b = &p->bodies[2 * i + 1];
        const scree_contact *x = &p->expected[i];
        const double radii = a->shape->radius + b->shape->radius;
        for (int k = 0; k < 4; ++k) {
            const double margin = 0.3 * k * p->size[i];
            const int farther = kernel(a, b, margin);
            CHECK(kernel(b, a, margin) == farther);
            CHECK(farther <= 0 || x->upper + radii > margin);
            CHECK(farther != 0 || x->lower + radii < margin + 1e-14 * p->size[i]);
            open += farther < 0;
        }
    }
    CHECK_MSG(open <= p->count / 2 + FEW, "%d of %d open", open, 4 * p->count);
}

int main(void)
{
    pair_set *p = calloc(1, sizeof *p);
    if (p == NULL) return EXIT_FAILURE;
    for (family f = 0; f < FAMILIES; ++f) {
        scree_random r = random_stream(SEED, (uint64_t)f, 0);
        open_set(p, f, &r);
        for (int w = 0; w < WIDTHS; ++w) {
            const scree_kernels *k = scree_kernels_of(widths[w]);
            if (k == NULL) continue;
            int left = 0;
            compare_batch(p, is_planar(f) ? k->polygons : &k->points, is_planar(f), &left);
            if (f == BALL_BOX) compare_batch(p, &k->boxes, false, &left);
            compare_single(p, is_planar(f) ? k->polygon : k->point);
            compare_farther(p, is_planar(f) ? k->polygon_farther : k->point_farther);
            printf("family %d, %d lanes: %d of %d left\n", f, widths[w], left, p->count);
            CHECK(left <= p->count / 3); // centres inside boxes are most of them
        }
        close_set(p);
    }
    free(p);
    return check_done();
}
