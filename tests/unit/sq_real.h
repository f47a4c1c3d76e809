// For tests of the superquadric methods: the inside-outside function, its gradient and the support function in long
// double, from the printed formulas, and the signed distance by a search over directions.
//
// The gap along any direction is at most the signed distance, and at the right one it is the signed distance: a climb
// gives a proven lower bound, and, from several starts, the truth.
#ifndef SCREE_TESTS_NARROW_SQ_REAL_H
#define SCREE_TESTS_NARROW_SQ_REAL_H

#include "counted.h"
#include "scree/method.h"
#include "scree/scree.h"
#include "smooth.h"

typedef struct block {
    scree_vec3 axes;
    double n1, n2;
    scree_body body;
} block;

// A sphere where the semi-axes are equal and the exponents 2.
static inline block block_make(scree_vec3 axes, double n1, double n2)
{
    block b = { .axes = axes, .n1 = n1, .n2 = n2 };
    const bool round = n1 == 2.0 && n2 == 2.0, ball = round && axes.x == axes.y && axes.x == axes.z;
    scree_shape *shape = ball    ? scree_sphere_create(axes.x, 0, NULL)
                         : round ? scree_ellipsoid_create(axes, 0, NULL)
                                 : scree_superquadric_create(axes, n1, n2, 0, NULL);
    CHECK(shape != NULL);
    b.body = scree_body_at(shape, s3(0, 0, 0));
    return b;
}

static inline void block_free(block *b)
{
    scree_shape_destroy((scree_shape *)(uintptr_t)b->body.shape);
}

static inline real3 block_local(const block *b, real3 x)
{
    return real_rotate(b->body.orientation, r3_add_scaled(x, -1.0L, r3_from(b->body.position)), true);
}

// F of (1).
static inline real block_value(const block *b, real3 x)
{
    const real3 y = block_local(b, x);
    const real flat = powl(fabsl(y.x / b->axes.x), b->n2) + powl(fabsl(y.y / b->axes.y), b->n2);
    return powl(flat, b->n1 / (real)b->n2) + powl(fabsl(y.z / b->axes.z), b->n1) - 1.0L;
}

// Its gradient, by differences: the formula is the library's.
static inline real3 block_gradient(const block *b, real3 x, real size)
{
    const real h = 1e-6L * size;
    return r3((block_value(b, r3(x.x + h, x.y, x.z)) - block_value(b, r3(x.x - h, x.y, x.z))) / (2 * h),
              (block_value(b, r3(x.x, x.y + h, x.z)) - block_value(b, r3(x.x, x.y - h, x.z))) / (2 * h),
              (block_value(b, r3(x.x, x.y, x.z + h)) - block_value(b, r3(x.x, x.y, x.z - h))) / (2 * h));
}

// The support function about the body's centre: the norm with the dual exponents.
static inline real block_height(const block *b, real3 n)
{
    const real3 d = real_rotate(b->body.orientation, n, true);
    const real p1 = b->n1 / (b->n1 - 1.0L), p2 = b->n2 / (b->n2 - 1.0L);
    const real flat = powl(fabsl(d.x * b->axes.x), p2) + powl(fabsl(d.y * b->axes.y), p2);
    return powl(powl(flat, p1 / p2) + powl(fabsl(d.z * b->axes.z), p1), 1.0L / p1);
}

static inline real blocks_gap(const block *a, const block *b, real3 n)
{
    const real3 apart = r3_add_scaled(r3_from(b->body.position), -1.0L, r3_from(a->body.position));
    return r3_dot(n, apart) - block_height(a, n) - block_height(b, r3(-n.x, -n.y, -n.z));
}

// A pattern search from n: trials ever closer by.
static inline real blocks_climb(const block *a, const block *b, real3 n, scree_random *r)
{
    real best = blocks_gap(a, b, n);
    for (real step = 0.5L; step > 1e-8L; step *= 0.8L) {
        for (int i = 0; i < 3; ++i) {
            const real3 m = r3_unit(r3_add_scaled(n, step, r3_from(random_direction(r))));
            const real gap = blocks_gap(a, b, m);
            if (!(gap > best)) continue;
            best = gap;
            n = m;
        }
    }
    return best;
}

// One that sits near touching: along a direction, at a gap of the support planes across the line of centres.
static inline void blocks_place(block *a, block *b, double gap, scree_random *r)
{
    a->body.orientation = random_rotation(r);
    b->body.orientation = random_rotation(r);
    const scree_vec3 d = random_direction(r);
    const real3 n = r3_from(d);
    const double apart = (double)(block_height(a, n) + block_height(b, r3(-n.x, -n.y, -n.z))) + gap;
    a->body.position = s3_scale(random_direction(r), 3.0 * apart);
    b->body.position = s3_add(a->body.position, s3_scale(d, apart));
}

static inline scree_contact block_query(const char *method, const scree_body *a, const scree_body *b,
                                        const scree_query_options *options)
{
    static unsigned char scratch[1 << 22];
    scree_query_options o = options != NULL ? *options : scree_query_defaults();
    o.method = scree_method_find(method);
    o.scratch = scratch;
    o.scratch_size = sizeof scratch;
    scree_contact c;
    const scree_status status = query_counted(a, b, &o, &c);
    const double size = scree_pair_size(a->shape, b->shape) + fabs(c.distance);
    CHECK_MSG(status == c.status && (status == SCREE_OK || status == SCREE_NO_CONVERGENCE), "%s: %s", method,
              scree_status_name(status));
    CHECK(isfinite(c.distance) && isfinite(c.lower) && isfinite(c.upper));
    CHECK(c.lower <= c.distance && c.distance <= c.upper);
    CHECK_NEAR(s3_dot(c.normal, c.normal), 1.0, 1e-14);
    const scree_vec3 miss = s3_sub(s3_sub(c.point_b, c.point_a), s3_scale(c.normal, c.distance));
    const double coordinates = fabs(c.point_a.x) + fabs(c.point_a.y) + fabs(c.point_a.z);
    CHECK_MSG(sqrt(s3_dot(miss, miss)) <= 1e-14 * (size + coordinates), "%s: points %g astray", method,
              sqrt(s3_dot(miss, miss)));
    return c;
}

#endif
