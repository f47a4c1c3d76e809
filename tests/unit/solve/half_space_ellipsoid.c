// An ellipsoid on a half space: the closed form, in long double.
//
// With the plane N . x = offset and R the ellipsoid's rotation, the gap is (N . c - offset) / |N| less the reach of the
// ellipsoid along the normal, the root of the sum of (a_k (R^T n)_k)^2.
#include "smooth.h"

// Errors and widths of intervals, in units of the ellipsoid's radius and its distance from the plane.
#define ERROR 1e-14
#define WIDTH 4e-14

typedef struct resting {
    scree_vec3 axes;
    double rounding;
    scree_vec3 normal; // of any length
    double offset;
    scree_body e, plane;
} resting;

static scree_quat random_orientation(scree_random *r)
{
    scree_vec3 axis = random_direction(r);
    return quat_about(axis, random_between(r, 0, 6.283185307179586));
}

static void make_shapes(resting *p)
{
    p->e.shape = scree_ellipsoid_create(p->axes, p->rounding, NULL);
    p->plane.shape = scree_half_space_create(p->normal, p->offset, 0, NULL);
}

static void drop_shapes(resting *p)
{
    scree_shape_destroy((scree_shape *)p->e.shape);
    scree_shape_destroy((scree_shape *)p->plane.shape);
}

// The unit normal of the plane in the world, and in the ellipsoid's frame.
static real3 world_normal(const resting *p)
{
    return real_rotate(p->plane.orientation, r3_unit(r3_from(p->normal)), false);
}

static real reach(const resting *p)
{
    real3 n = real_rotate(p->e.orientation, world_normal(p), true);
    return sqrtl(r3_dot(r3(p->axes.x * n.x, p->axes.y * n.y, p->axes.z * n.z),
                        r3(p->axes.x * n.x, p->axes.y * n.y, p->axes.z * n.z)));
}

static real closed_form(const resting *p)
{
    real3 n = r3_from(p->normal), up = world_normal(p);
    scree_vec3 c = p->e.position, o = p->plane.position;
    real height = r3_dot(up, r3((real)c.x - o.x, (real)c.y - o.y, (real)c.z - o.z));
    return height - p->offset / sqrtl(r3_dot(n, n)) - reach(p) - p->rounding;
}

static void check_resting(const resting *p, const char *what, long i)
{
    scree_contact x = { 0 }, y = { 0 };
    const real truth = closed_form(p);
    const double radius = fmax(p->axes.x, fmax(p->axes.y, p->axes.z)) + p->rounding,
                 size = radius + fabs((double)truth);
    CHECK(scree_query(&p->e, &p->plane, NULL, &x) == SCREE_OK && scree_query(&p->plane, &p->e, NULL, &y) == SCREE_OK);
    CHECK(x.distance == y.distance && x.lower == y.lower && x.upper == y.upper && x.index_a == y.index_b);
    CHECK_MSG(fabsl(x.distance - truth) <= ERROR * size, "%s %ld: %.17g, not %.17Lg", what, i, x.distance, truth);
    CHECK_MSG(x.lower <= truth && truth <= x.upper && x.upper - x.lower <= WIDTH * size, "%s %ld: %Lg .. %Lg of %g",
              what, i, x.lower - truth, x.upper - truth, size);
    CHECK(x.feature_a == SCREE_FEATURE_SURFACE && x.feature_b == SCREE_FEATURE_FACE && x.index_a == -1);
    real3 up = world_normal(p), n = r3_from(x.normal);
    CHECK(sqrtl(r3_dot(r3_add_scaled(n, 1, up), r3_add_scaled(n, 1, up))) < 1e-14L);
    // E's point, without its rounding, is on its surface.
    const scree_vec3 c = p->e.position, q = x.point_a;
    real3 on = r3_add_scaled(r3((real)q.x - c.x, (real)q.y - c.y, (real)q.z - c.z), -p->rounding, n);
    on = real_rotate(p->e.orientation, on, true);
    on = r3(on.x / p->axes.x, on.y / p->axes.y, on.z / p->axes.z);
    const double slack = ERROR * size + 4e-16 * sqrt(s3_dot(q, q));
    CHECK_MSG(fabsl(sqrtl(r3_dot(on, on)) - 1) * reach(p) <= slack, "%s %ld: off the surface", what, i);
    scree_vec3 rest = s3_sub(s3_sub(x.point_b, x.point_a), s3_scale(x.normal, x.distance));
    CHECK(sqrt(s3_dot(rest, rest)) <= slack);
}

// Standing on its axes: the gap is a plain difference.
static void test_axes(void)
{
    const double gap[] = { 1, 1e-6, 1e-12, 0, -1e-12, -1e-6, -1, -100 };
    for (int i = 0; i < 8; ++i)
        for (int axis = 0; axis < 3; ++axis) {
            const double a[3] = { 2, 0.5, 0.004 };
            resting p = { .axes = s3(2, 0.5, 0.004), .normal = s3(axis == 0, axis == 1, axis == 2) };
            p.e.orientation.w = p.plane.orientation.w = 1;
            p.e.position = s3_scale(p.normal, a[axis] + gap[i]);
            make_shapes(&p);
            scree_contact x;
            CHECK(scree_query(&p.e, &p.plane, NULL, &x) == SCREE_OK);
            CHECK_NEAR(x.distance, gap[i], 1e-15 * (2 + fabs(gap[i])));
            check_resting(&p, "axis", i);
            drop_shapes(&p);
        }
}

static void test_random(void)
{
    for (long i = 0, count = check_scaled(20000); i < count; ++i) {
        scree_random r = random_stream(4, 20, (uint64_t)i);
        const double unit = random_below(&r, 2) ? 1.0 : random_decade(&r, -9, 9);
        resting p = { .axes = s3(random_decade(&r, -1.5, 1.5), random_decade(&r, -1.5, 1.5),
                                 random_decade(&r, -1.5, 1.5)) };
        p.axes = s3_scale(p.axes, unit);
        p.rounding = random_below(&r, 3) ? 0.0 : 0.3 * unit;
        p.normal = s3_scale(random_direction(&r), random_decade(&r, -2, 2));
        p.offset = random_between(&r, -1, 1) * unit;
        p.e.orientation = random_orientation(&r);
        p.plane.orientation = random_orientation(&r);
        p.plane.position = s3_scale(random_direction(&r), unit);
        p.e.position = s3_scale(random_direction(&r), 2 * unit);
        // Half of them next to touching.
        if (random_below(&r, 2)) {
            const double side = random_below(&r, 3) - 1.0, wanted = side * random_decade(&r, -14, -2) * unit;
            real3 up = world_normal(&p);
            const double way = wanted - (double)closed_form(&p);
            p.e.position = s3_add(p.e.position, s3_scale(s3((double)up.x, (double)up.y, (double)up.z), way));
        }
        make_shapes(&p);
        check_resting(&p, "random", i);
        drop_shapes(&p);
    }
}

int main(void)
{
    test_axes();
    test_random();
    return check_done();
}
