// Radii of curvature over cones of normals: what they promise of support heights, in 64 bits.
#include "solve/smooth/radius_bound.h"

#include <math.h>

#include "check.h"
#include "scenes/place.h"
#include "scenes/random.h"
#include "scenes/symmetric.h"
#include "scree/shape.h"

// The norm of two arguments with a dual exponent, and its slopes.
static long double step(long double m, long double x, long double y, long double *along_x, long double *along_y)
{
    const long double most = fmaxl(x, y), p = x / most, q = y / most;
    const long double value = powl(powl(p, m) + powl(q, m), 1 / m);
    *along_x = powl(p / value, m - 1);
    *along_y = powl(q / value, m - 1);
    return most * value;
}

// The support height along n, and the support point.
static long double height(const scree_solid *s, scree_vec3 n, long double point[3])
{
    const long double m1 = s->n1 / ((long double)s->n1 - 1), m2 = s->n2 / ((long double)s->n2 - 1);
    const long double x = s->vector.x * fabsl(n.x), y = s->vector.y * fabsl(n.y), z = s->vector.z * fabsl(n.z);
    long double sx = 0, sy = 0, up = 0, out = 0;
    const long double flat = x > 0 || y > 0 ? step(m2, x, y, &sx, &sy) : 0, h = step(m1, flat, z, &out, &up);
    point[0] = copysignl(s->vector.x * out * sx, n.x);
    point[1] = copysignl(s->vector.y * out * sy, n.y);
    point[2] = copysignl(s->vector.z * up, n.z);
    return h;
}

static scree_vec3 some_normal(scree_random *r)
{
    scree_vec3 n = random_direction(r);
    // Planes and axes of symmetry, and next to them.
    if (random_below(r, 3) == 0) n.z *= random_below(r, 2) ? 0.0 : random_decade(r, -12, 0);
    if (random_below(r, 3) == 0) n.y *= random_below(r, 2) ? 0.0 : random_decade(r, -12, 0);
    if (random_below(r, 6) == 0) n.x *= random_decade(r, -12, 0);
    return s3_unit(n);
}

// From the first normal, by steps of unequal lengths.
static void some_cone(scree_random *r, scree_vec3 n[3])
{
    n[0] = some_normal(r);
    for (int i = 1; i < 3; ++i) {
        const scree_vec3 across = random_vector(r, 1.0, random_below(r, 2) ? -9 : -2, 0);
        n[i] = s3_unit(s3_add(n[0], across));
        if (random_below(r, 3) == 0) n[i] = s3_unit(s3(n[i].x, n[i].y, n[0].z));
        if (random_below(r, 4) == 0) n[i] = some_normal(r);
    }
}

// h(n) - p . n >= r (1 - n . n0), with what r leaves open in rounding.
static void check_cone(const scree_solid *s, const scree_vec3 n[3], bool as_ellipsoid, scree_random *r)
{
    scree_radius_bound b[2];
    scree_radius_bound_make(s->shape, n, NULL, as_ellipsoid, &b[0]);
    b[1] = (scree_radius_bound){ .along = 0.0 };
    const scree_vec3 first = s3_cross(n[0], n[1]), last = s3_cross(n[0], n[2]);
    if (s3_dot(n[0], n[1]) < 0.0 || s3_dot(n[0], n[2]) < 0.0 || s3_dot(n[1], n[2]) < 0.0) return;
    if (s3_dot(first, first) < 1e-24 || s3_dot(last, last) < 1e-24) return;
    const double radius = scree_least_radius(b, n[0], s3_unit(first), s3_unit(last));
    CHECK(radius >= 0.0);
    long double p[3], q[3];
    (void)height(s, n[0], p);
    for (int k = 0; k < 12; ++k) {
        const double u = random_unit(r), v = random_unit(r) * (1.0 - u);
        const scree_vec3 m = s3_unit(s3_add(s3_scale(n[0], 1.0 - u - v), s3_add(s3_scale(n[1], u), s3_scale(n[2], v))));
        const long double h = height(s, m, q);
        const long double dx = (long double)m.x - n[0].x, dy = (long double)m.y - n[0].y,
                          dz = (long double)m.z - n[0].z;
        const long double rises = h - (p[0] * m.x + p[1] * m.y + p[2] * m.z);
        const long double asked = radius * (dx * dx + dy * dy + dz * dz) / 2;
        // Points of long doubles, on faces that are flat, are off by some 1e-18; normals are unit to 1e-16.
        const long double rounding = 1e-16L * asked + 1e-17L * h;
        CHECK_MSG(rises >= asked - rounding, "axes %.17g %.17g %.17g, exponents %.17g %.17g: %.6Lg for %.6Lg",
                  s->vector.x, s->vector.y, s->vector.z, s->n1, s->n2, rises, asked);
    }
}

// A disc of this radius across z, and its rim: h(n) - p . n >= r (1 - n . n0) of the end alone.
static void check_end(const scree_shape *shape, double rim, const scree_vec3 n[3], scree_random *r)
{
    scree_radius_bound b[2] = { { .along = 0.0 }, { .along = 0.0 } };
    scree_radius_bound_make_end(shape, n, NULL, 1, &b[0]);
    const scree_vec3 first = s3_cross(n[0], n[1]), last = s3_cross(n[0], n[2]);
    if (s3_dot(n[0], n[1]) < 0.0 || s3_dot(n[0], n[2]) < 0.0 || s3_dot(n[1], n[2]) < 0.0) return;
    if (s3_dot(first, first) < 1e-24 || s3_dot(last, last) < 1e-24) return;
    const double radius = scree_least_radius(b, n[0], s3_unit(first), s3_unit(last));
    const long double out = hypotl(n[0].x, n[0].y);
    for (int k = 0; k < 12; ++k) {
        const double u = random_unit(r), v = random_unit(r) * (1.0 - u);
        const scree_vec3 m = s3_unit(s3_add(s3_scale(n[0], 1.0 - u - v), s3_add(s3_scale(n[1], u), s3_scale(n[2], v))));
        const long double along = out > 0 ? (m.x * (long double)n[0].x + m.y * (long double)n[0].y) / out : 0;
        const long double rises = rim * (hypotl(m.x, m.y) - along), d = s3_dot(s3_sub(m, n[0]), s3_sub(m, n[0]));
        CHECK_MSG(rises >= radius * d / 2 * (1 - 1e-15L) - 1e-17L * rim, "rim %.17g: %.6Lg for %.6Lg", rim, rises,
                  radius * d / 2);
    }
}

// The section across an axis of a superquadric: as check_cone(), in its plane.
static void check_section(const scree_solid *s, int axis, scree_random *r)
{
    const double from = random_between(r, 0.0, 6.3), wide = random_decade(r, -9, -0.3);
    scree_vec3 n[3], m;
    for (int i = 0; i < 3; ++i) n[i] = s3(cos(from + i * wide), sin(from + i * wide), 0);
    const double radius = scree_section_radius(s->shape, axis, false, n);
    long double p[3], q[3];
    (void)height(s, scree_unrolled(n[1], axis), p);
    const scree_vec3 at = scree_rolled(s3((double)p[0], (double)p[1], (double)p[2]), axis);
    for (int k = 0; k < 12; ++k) {
        const double to = from + 2.0 * wide * random_unit(r);
        m = s3(cos(to), sin(to), 0);
        const long double h = height(s, scree_unrolled(m, axis), q), rises = h - s3_dot(at, m);
        const scree_vec3 d = s3_sub(m, n[1]);
        CHECK_MSG(rises >= 0.5 * radius * s3_dot(d, d) - 1e-15L * h, "axis %d, exponent %.17g: %.6Lg for radius %.6g",
                  axis, s->n2, rises, radius);
    }
}

// A superquadric with exponents next to 2 beside the ellipsoid inside it: the difference of both support heights, g(d),
// is at least w . d - deficit (1 - d . d0), w the difference of both points along d0.
static void check_deficit(double off, scree_random *r)
{
    scree_solid s = { .kind = SCREE_SUPERQUADRIC, .vector = scree_symmetric_axes(r) }, e = s;
    s.n1 = random_below(r, 3) ? 2.0 + off * random_unit(r) : 2.0;
    s.n2 = random_below(r, 3) ? 2.0 + off * random_unit(r) : s.n1;
    e.n1 = e.n2 = 2.0;
    s.shape = scree_superquadric_create(s.vector, s.n1, s.n2, 0, NULL);
    if (!scree_is_nearly_ellipsoid(s.shape)) {
        scree_shape_destroy(s.shape);
        return;
    }
    const double deficit = scree_radius_deficit(s.shape);
    const scree_vec3 from = some_normal(r);
    long double p[3], q[3], any[3];
    (void)height(&s, from, p);
    (void)height(&e, from, q);
    for (int k = 0; k < 12; ++k) {
        const scree_vec3 to =
            k % 2 ? some_normal(r) : s3_unit(s3_add(from, random_vector(r, 1.0, random_below(r, 2) ? -6 : -2, 0)));
        const long double h = height(&s, to, any), g = h - height(&e, to, any);
        const scree_vec3 d = s3_sub(to, from);
        const long double line = (p[0] - q[0]) * to.x + (p[1] - q[1]) * to.y + (p[2] - q[2]) * to.z;
        CHECK_MSG(g >= line - 0.5 * deficit * s3_dot(d, d) - 1e-17L * h,
                  "axes %.17g %.17g %.17g, exponents 2 + %.3g, 2 + %.3g: %.6Lg, deficit %.3g", s.vector.x, s.vector.y,
                  s.vector.z, s.n1 - 2.0, s.n2 - 2.0, g - line, deficit);
    }
    scree_shape_destroy(s.shape);
}

static void test_ends_and_sections(void)
{
    scree_random r = random_stream(17, 5, 0);
    for (long k = 0, count = check_scaled(5000); k < count; ++k) {
        const double rim = random_decade(&r, -3, 0);
        scree_shape *cylinder = scree_cylinder_create(rim, 1, 0, NULL);
        scree_vec3 n[3];
        some_cone(&r, n);
        check_end(cylinder, rim, n, &r);
        check_deficit(random_decade(&r, -12, -1.3), &r);
        scree_shape_destroy(cylinder);
        scree_solid s = { .kind = SCREE_SUPERQUADRIC, .vector = scree_symmetric_axes(&r) };
        s.n2 = scree_symmetric_exponent(&r);
        const bool equal = random_below(&r, 2);
        s.n1 = equal ? s.n2 : scree_symmetric_exponent(&r);
        s.shape = scree_superquadric_create(s.vector, s.n1, s.n2, 0, NULL);
        check_section(&s, equal ? random_below(&r, 3) : 2, &r);
        scree_shape_destroy(s.shape);
    }
}

// A body of revolution along its equator, and a ball anywhere: nothing is lost.
static void test_exact(void)
{
    scree_shape *revolved = scree_superquadric_create(s3(0.5, 0.5, 0.8), 4, 2, 0, NULL);
    scree_shape *ball = scree_ellipsoid_create(s3(0.75, 0.75, 0.75), 0, NULL);
    const scree_vec3 n[3] = { s3(1, 0, 0), s3(0.8, 0.6, 0), s3_unit(s3(0.9, 0.3, 1e-12)) };
    const scree_vec3 pole = s3(0, 0, 1), other = s3_unit(s3_cross(n[0], n[2]));
    scree_radius_bound b[2];
    scree_radius_bound_make(revolved, n, NULL, false, &b[0]);
    scree_radius_bound_make(ball, n, NULL, false, &b[1]);
    CHECK_NEAR(scree_radius_along(b, pole), 1.25, 1e-12);
    CHECK_NEAR(scree_least_radius(b, n[0], pole, other), 1.25, 1e-12);
    scree_shape_destroy(revolved);
    scree_shape_destroy(ball);
}

int main(void)
{
    test_exact();
    test_ends_and_sections();
    scree_random r = random_stream(17, 4, 0);
    for (long k = 0, count = check_scaled(20000); k < count; ++k) {
        scree_solid s = { .kind = SCREE_SUPERQUADRIC, .vector = scree_symmetric_axes(&r) };
        s.n1 = scree_symmetric_exponent(&r);
        s.n2 = random_below(&r, 3) ? scree_symmetric_exponent(&r) : 2.0;
        s.shape = scree_superquadric_create(s.vector, s.n1, s.n2, 0, NULL);
        if (!CHECK(s.shape != NULL)) break;
        for (int i = 0; i < 8; ++i) {
            scree_vec3 n[3];
            some_cone(&r, n);
            check_cone(&s, n, scree_is_nearly_ellipsoid(s.shape) && i % 2 == 0, &r);
        }
        scree_shape_destroy(s.shape);
    }
    return check_done();
}
