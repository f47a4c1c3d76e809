// Superquadrics with each other, with ellipsoids and with spheres, by `auto`.
//
// The reference for pairs apart and in shallow contact is how they were made: a normal is drawn, the two points that
// face each other along it follow in long double from the dual exponents, and B is put where they are as far apart as
// wanted. Apart, that is the distance. Others are closed forms.
#include "check.h"
#include "scenes/random.h"
#include "scree/scree.h"
#include "solve/superquadric/superquadric_newton.h"

static const scree_quat upright = { 1, 0, 0, 0 };

static scree_shape *superquadric(scree_vec3 axes, double n1, double n2)
{
    scree_error error;
    scree_shape *s = n1 == 2.0 && n2 == 2.0 ? scree_ellipsoid_create(axes, 0.0, &error)
                                            : scree_superquadric_create(axes, n1, n2, 0.0, &error);
    CHECK_MSG(s != NULL, "%s", s != NULL ? "" : error.message);
    return s;
}

static scree_body body(const scree_shape *s, scree_vec3 position, scree_quat orientation)
{
    return (scree_body){ .shape = s, .position = position, .orientation = orientation };
}

typedef struct real3 {
    long double x, y, z;
} real3;

static long double powered(long double q, double n)
{
    return q > 0.0L ? powl(q, n) : 0.0L;
}

// The support point from the formula: the gradient of the dual norm.
static real3 support(const scree_shape *s, scree_vec3 n)
{
    const scree_vec3 a = s->form->semi_axes;
    const double q1 = s->form->n1 / (s->form->n1 - 1.0), q2 = s->form->n2 / (s->form->n2 - 1.0);
    const long double x = fabsl((long double)a.x * n.x), y = fabsl((long double)a.y * n.y);
    const long double z = fabsl((long double)a.z * n.z);
    const long double flat = powered(powered(x, q2) + powered(y, q2), 1.0 / q2);
    const long double h = powered(powered(flat, q1) + powered(z, q1), 1.0 / q1), rest = powered(flat / h, q1 - 1.0);
    real3 p = { 0.0L, 0.0L, copysignl(a.z * powered(z / h, q1 - 1.0), n.z) };
    if (flat > 0.0L) {
        p.x = copysignl(a.x * powered(x / flat, q2 - 1.0) * rest, n.x);
        p.y = copysignl(a.y * powered(y / flat, q2 - 1.0) * rest, n.y);
    }
    return p;
}

static long double gauge(const scree_shape *s, scree_vec3 p)
{
    const scree_vec3 a = s->form->semi_axes;
    const long double flat =
        powered(powl(fabsl(p.x / (long double)a.x), s->form->n2) + powl(fabsl(p.y / (long double)a.y), s->form->n2),
                s->form->n1 / s->form->n2);
    return powered(flat + powl(fabsl(p.z / (long double)a.z), s->form->n1), 1.0 / s->form->n1);
}

static long unproven; // deep in each other: the depth is right, and the proof took too long

static scree_contact query_deep(const scree_body *a, const scree_body *b, scree_cache *cache)
{
    scree_query_options o = scree_query_defaults(); // no scratch: none is needed
    o.cache = cache;
    scree_contact c;
    scree_status status = scree_query(a, b, &o, &c);
    unproven += status == SCREE_NO_CONVERGENCE;
    CHECK(status == SCREE_OK || status == SCREE_NO_CONVERGENCE);
    return c;
}

static scree_contact query(const scree_body *a, const scree_body *b, scree_cache *cache)
{
    const long before = unproven;
    const scree_contact c = query_deep(a, b, cache);
    CHECK_MSG(unproven == before, "no convergence: %.17g in [%.17g, %.17g]", c.distance, c.lower, c.upper);
    return c;
}

static void check_distance(const scree_contact *c, double exact, double size, const char *what)
{
    const double slack = 1e-14 * size; // what rounding the position has cost
    CHECK_MSG(fabs(c->distance - exact) <= 1e-12 * size, "%s: %.17g, not %.17g", what, c->distance, exact);
    CHECK_MSG(c->lower <= exact + slack && exact - slack <= c->upper, "%s: %.17g is not in [%.17g, %.17g]", what, exact,
              c->lower, c->upper);
}

static double random_exponent(scree_random *r, double most)
{
    const double n = pow(most / 2.0, random_unit(r)) * 2.0;
    return random_unit(r) < 0.5 ? floor(n) : n;
}

static scree_shape *random_shape(scree_random *r, double scale, double aspect, double most)
{
    const scree_vec3 axes = { scale * pow(aspect, random_unit(r)), scale * pow(aspect, random_unit(r)),
                              scale * pow(aspect, random_unit(r)) };
    const double n1 = random_exponent(r, most), n2 = random_unit(r) < 0.3 ? n1 : random_exponent(r, most);
    return superquadric(axes, n1, n2);
}

// Directions of which some are along or across an axis.
static scree_vec3 random_normal(scree_random *r)
{
    scree_vec3 n = random_direction(r);
    if (random_unit(r) < 0.2) n.x = 0.0;
    if (random_unit(r) < 0.2) n.y *= 1e-6;
    if (random_unit(r) < 0.2) n.z *= 1e-3;
    return v3_norm2(n) > 0.0 ? v3_unit(n) : v3(0, 0, 1);
}

static void check_surface(const scree_body *b, scree_vec3 p, double size, const char *what)
{
    const scree_mat3 m = m3_from_quat(b->orientation);
    const scree_vec3 local = m3_mul_transposed(&m, v3_sub(p, b->position));
    const long double off = fabsl(gauge(b->shape, local) - 1.0L) * v3_norm(local);
    CHECK_MSG(off <= 1e-11L * size, "%s is off its surface by %.3Lg of %.3g", what, off, size);
}

// A pair whose points along the normal n of A's frame are `gap` apart, A upright at the origin.
static void check_made(scree_random *r, double aspect, double ratio, double most)
{
    const double scale = random_decade(r, -6, 6);
    scree_shape *s = random_shape(r, scale, aspect, most), *t = random_shape(r, scale / ratio, aspect, most);
    const scree_vec3 n = random_normal(r);
    const scree_quat rotation = random_unit(r) < 0.2 ? upright : random_rotation(r);
    const scree_mat3 m = m3_from_quat(rotation);
    const real3 p = support(s, n), q = support(t, m3_mul_transposed(&m, v3_neg(n)));
    const scree_vec3 from = m3_mul(&m, v3((double)q.x, (double)q.y, (double)q.z));
    const double size = scree_pair_size(s, t),
                 small = scree_least_of(s->form->semi_axes) + scree_least_of(t->form->semi_axes);
    const double kind = random_unit(r);
    const double gap = kind < 0.1 ? 0.0 : kind < 0.8 ? size * random_decade(r, -12, 1) : -1e-4 * small / most;
    const scree_vec3 at = v3_sub(v3_add_scaled(v3((double)p.x, (double)p.y, (double)p.z), gap, n), from);
    const scree_body a = body(s, v3(0, 0, 0), upright), b = body(t, at, rotation);
    const scree_contact c = query(&a, &b, NULL);
    check_distance(&c, gap, size + fabs(gap), "made");
    check_surface(&a, c.point_a, size + fabs(gap), "point_a");
    check_surface(&b, c.point_b, size + fabs(gap), "point_b");
    scree_shape_destroy(s);
    scree_shape_destroy(t);
}

static void check_made_pairs(void)
{
    scree_random r = random_stream(5, 1, 0);
    for (long i = 0; i < check_scaled(20000); ++i) check_made(&r, 3.0, 1.0, 20.0);
    for (long i = 0; i < check_scaled(10000); ++i) check_made(&r, 100.0, 1.0, 10.0);
    for (long i = 0; i < check_scaled(10000); ++i) check_made(&r, 2.0, random_decade(&r, 0, 4), 20.0);
}

// One body in the middle of the other, along its axes: the least depth is along the axis where both are least. A ball
// in a superquadric, two of the same axes, and faces that lie on each other.
static void check_closed_forms(void)
{
    scree_random r = random_stream(5, 2, 0);
    const long pairs = check_scaled(300);
    for (long i = 0; i < pairs; ++i) {
        scree_shape *s = random_shape(&r, 1.0, 3.0, 20.0);
        const scree_vec3 axes = s->form->semi_axes;
        const double least = scree_least_of(axes), radius = random_between(&r, 0.1, 2.0);
        scree_shape *ball = scree_sphere_create(radius, 0.0, NULL),
                    *other = superquadric(axes, random_exponent(&r, 20.0), 4.0);
        const scree_quat rotation = random_rotation(&r);
        const scree_body a = body(s, v3(1, 2, 3), rotation), b = body(ball, v3(1, 2, 3), upright);
        scree_body same = body(other, v3(1, 2, 3), rotation);
        scree_contact c = query_deep(&a, &b, NULL);
        check_distance(&c, -(least + radius), scree_pair_size(s, ball), "ball inside");
        c = query_deep(&a, &same, NULL);
        check_distance(&c, -2.0 * least, scree_pair_size(s, other), "same axes");
        // One on the other, along x.
        const scree_mat3 m = m3_from_quat(rotation);
        const double gap = random_unit(&r) < 0.5 ? random_decade(&r, -12, 0) : -1e-3 * random_unit(&r);
        same.position = v3_add(same.position, m3_mul(&m, v3(2.0 * axes.x + gap, 0, 0)));
        c = query(&a, &same, NULL);
        check_distance(&c, gap, 10.0, "stacked");
        scree_shape_destroy(s);
        scree_shape_destroy(ball);
        scree_shape_destroy(other);
    }
    CHECK_MSG(unproven <= 1 + pairs / 50, "%ld of %ld unproven", unproven, 2 * pairs);
}

// What the bounds rest on: a ball inside and an ellipsoid about each body, both touching it at any surface point.
static void check_touching_bodies(void)
{
    scree_random r = random_stream(5, 3, 0);
    for (long i = 0; i < check_scaled(20000); ++i) {
        scree_shape *s = random_shape(&r, 1.0, 5.0, 60.0), *t = random_shape(&r, 1.0, 5.0, 60.0);
        const scree_body a = body(s, v3(0, 0, 0), upright), b = body(t, v3(0, 0, 0), upright);
        const scree_cores cores = scree_cores_make(&a, &b);
        const scree_sq_pair p = scree_sq_pair_make(&cores);
        scree_sq_view x;
        scree_sq_face(&p, random_normal(&r), &x);
        const double radius = p.ball[0] / x.height[0];
        const scree_vec3 d = random_direction(&r), centre = v3_add_scaled(x.on_a, -radius, x.normal_a);
        CHECK(gauge(s, v3_add_scaled(centre, radius, d)) <= 1.0L + 1e-14L);
        const scree_vec3 wide = v3_times(s->form->semi_axes, d), m = two3_a(&x.m);
        const double h = sqrt(wide.x * wide.x / m.x + wide.y * wide.y / m.y + wide.z * wide.z / m.z);
        const real3 top = support(s, d);
        CHECK((double)(top.x * d.x + top.y * d.y + top.z * d.z) <= h * (1.0 + 1e-13));
        scree_shape_destroy(s);
        scree_shape_destroy(t);
    }
}

// A pair that moves by less than a thousandth of its size: two steps, and the same answer.
static void check_warm(void)
{
    scree_random r = random_stream(5, 4, 0);
    long steps = 0, queries = 0;
    for (long i = 0; i < check_scaled(300); ++i) {
        scree_shape *s = random_shape(&r, 1.0, 2.0, 6.0), *t = random_shape(&r, 1.0, 2.0, 6.0);
        scree_cache cache = { 0 };
        const scree_body a = body(s, v3(0, 0, 0), random_rotation(&r));
        scree_body b = body(t, v3_scale(random_direction(&r), scree_pair_size(s, t)), random_rotation(&r));
        for (int k = 0; k < 5; ++k) {
            b.position = v3_add_scaled(b.position, 1e-3, random_direction(&r));
            const scree_contact warm = query(&a, &b, &cache), cold = query(&a, &b, NULL);
            CHECK_NEAR(warm.distance, cold.distance, 2e-12 * scree_pair_size(s, t));
            if (k > 0) steps += warm.iterations;
            queries += k > 0;
        }
        scree_shape_destroy(s);
        scree_shape_destroy(t);
    }
    CHECK_MSG((double)steps <= 2.5 * (double)queries, "%.3g steps warm", (double)steps / (double)queries);
}

static void check_closer_than(void)
{
    scree_random r = random_stream(5, 5, 0);
    for (long i = 0; i < check_scaled(2000); ++i) {
        scree_shape *s = random_shape(&r, 1.0, 3.0, 20.0), *t = random_shape(&r, 1.0, 3.0, 20.0);
        const scree_body a = body(s, v3(0, 0, 0), random_rotation(&r));
        const scree_vec3 at = v3_scale(random_direction(&r), scree_pair_size(s, t) * random_between(&r, 0.5, 1.5));
        const scree_body b = body(t, at, random_rotation(&r));
        const scree_contact c = query(&a, &b, NULL);
        bool nearer = false, farther = true;
        const double step = 1e-11 * scree_pair_size(s, t);
        CHECK(scree_closer_than(&a, &b, c.distance + step, NULL, &nearer) == SCREE_OK && nearer);
        CHECK(scree_closer_than(&a, &b, c.distance - step, NULL, &farther) == SCREE_OK && !farther);
        scree_shape_destroy(s);
        scree_shape_destroy(t);
    }
}

// Towards the box: no farther from its answer than the corners are from the box's.
static void check_towards_box(void)
{
    scree_random r = random_stream(5, 6, 0);
    for (long i = 0; i < check_scaled(300); ++i) {
        const scree_vec3 half = { random_between(&r, 0.5, 1), random_between(&r, 0.5, 1), random_between(&r, 0.5, 1) };
        scree_shape *s = superquadric(half, 100.0, 100.0), *box = scree_box_create(half, 0.0, NULL);
        scree_body a = body(s, v3(0, 0, 0), random_rotation(&r));
        scree_body b = body(s, v3_scale(random_direction(&r), random_between(&r, 1, 3)), random_rotation(&r));
        const scree_contact round = query(&a, &b, NULL);
        a.shape = b.shape = box;
        const scree_contact flat = query(&a, &b, NULL);
        const double corners = (1.0 - pow(3.0, -0.01)) * 2.0 * v3_norm(half);
        CHECK(round.distance >= flat.distance - 1e-12 && round.distance <= flat.distance + corners);
        scree_shape_destroy(s);
        scree_shape_destroy(box);
    }
}

// What a point of the world is off the surface of a body, relative to the body.
static double off_surface(const scree_body *b, scree_vec3 point)
{
    const scree_quat q = b->orientation;
    const scree_body back = body(b->shape, v3(0, 0, 0), (scree_quat){ q.w, -q.x, -q.y, -q.z });
    return (double)fabsl(gauge(b->shape, scree_body_point(&back, v3_sub(point, b->position))) - 1.0L);
}

// Flat faces that leave the points open: the same body twice, rotated by a rounding, and stacked blocks. The distances
// are those of the reference in tests/oracle.
static void check_points_between_faces(void)
{
    scree_shape *s = superquadric(v3(1.1493277053126305, 0.73657460529243879, 0.64694518314717564), 9.7027834227230905,
                                  12.184188145247376);
    const scree_vec3 at = { 1.1154562980661622, -0.97248607034382639, 2.342667816364624 };
    const scree_quat q = { 0.16746437103949319, -0.42832760574712747, -0.83439551958720337, -0.30376843726773395 };
    const scree_quat r = { 0.16746437103949652, -0.42832760574711354, -0.83439551958720881, -0.30376843726773711 };
    scree_shape *t = superquadric(v3(0.35970278284513824, 0.35970278284513824, 0.35970278284513824), 57.062015754991755,
                                  77.026155359504997);
    scree_shape *u = superquadric(v3(2.5349270038103708, 0.59913193908284867, 2.7269530630920089), 2.0, 60.0);
    const scree_quat both = { 0.085536536024631959, 0.21044192390860458, 0.97269267994404318, 0.047609327340630524 };
    const scree_body a[2] = { body(s, at, q), body(t, v3(0, 0, 0), both) };
    const scree_body b[2] = { body(s, at, r),
                              body(u, v3(0.48070549596665407, -0.039438101898575301, -3.0578743316408712), both) };
    const double exact[2] = { -1.2938903662943517, -1.8621231997755296e-08 };
    for (int i = 0; i < 2; ++i) {
        scree_query_options options = scree_query_defaults();
        if (i == 1) options.tolerance = 0.0;
        scree_contact c;
        CHECK(scree_query(&a[i], &b[i], &options, &c) == SCREE_OK);
        CHECK(c.lower <= exact[i] && exact[i] <= c.upper);
        CHECK(off_surface(&a[i], c.point_a) <= 1e-11 && off_surface(&b[i], c.point_b) <= 1e-11);
    }
    scree_shape_destroy(s);
    scree_shape_destroy(t);
    scree_shape_destroy(u);
}

int main(void)
{
    check_made_pairs();
    check_closed_forms();
    check_touching_bodies();
    check_warm();
    check_closer_than();
    check_towards_box();
    check_points_between_faces();
    return check_done();
}
