// The overlap test by signs: the quartic behind it on roots that are known, pairs that touch up to a gap that is known,
// down to where only double-double can tell, special pairs, and the method's interval.
#include "papers/jia.h"
#include "ellipsoid_quad.h"
#include "math/quartic_signs.h"
#include "papers/ellipsoid_proof.h"

#include "check.h"

// --- the quartic

static bn rounded_coefficient(long double v)
{
    return bn_make((double)v, DOUBLE_UNIT * fabs((double)v));
}

// (t + p)(t + q)(t^2 + s t + m)
static scree_certainty verdict_of(long double p, long double q, long double s, long double m)
{
    bn a = rounded_coefficient(p + q + s), b = rounded_coefficient(p * q + (p + q) * s + m);
    bn c = rounded_coefficient(p * q * s + (p + q) * m), d = rounded_coefficient(p * q * m);
    return scree_quartic_has_positive_roots(a, b, c, d);
}

static void test_quartic(scree_random *r)
{
    long sure = 0, asked = 0;
    for (long n = check_scaled(200000); n > 0; --n) {
        double spread = n % 4 == 0 ? 3 : 0.5;
        long double p = random_decade(r, -spread, spread), q = random_decade(r, -spread, spread);
        long double u = random_decade(r, -spread, spread), v = random_decade(r, -spread, spread);
        if (n % 3 == 0) v = u * (1 + random_decade(r, -12, -1)); // close to a double root
        scree_certainty positive = verdict_of(p, q, -(u + v), u * v), negative = verdict_of(p, q, u + v, u * v);
        CHECK_MSG(positive != SCREE_NO, "roots %Lg and %Lg are positive", u, v);
        CHECK_MSG(negative != SCREE_YES, "roots %Lg and %Lg are negative", -u, -v);
        // A complex pair u e^(+-i angle).
        double angle = random_between(r, 0, 3.14159265358979);
        if (n % 3 == 0) angle *= random_decade(r, -7, 0);
        scree_certainty complex = verdict_of(p, q, -2 * u * cosl(angle), u * u);
        CHECK_MSG(complex != SCREE_YES, "two roots are complex, at %g", angle);
        if (n % 3 == 0 || spread > 1) continue;
        asked += 3;
        sure += (positive == SCREE_YES) + (negative == SCREE_NO) + (complex == SCREE_NO);
    }
    CHECK_MSG((double)sure > 0.99 * (double)asked, "only %ld of %ld are sure", sure, asked);
    bn wild = bn_make(1e200, 0), one = bn_exact(1);
    CHECK(scree_quartic_has_positive_roots(bn_make(-1e200, 0), wild, one, one) == SCREE_UNSURE); // overflow
}

// --- pairs

static scree_query_options options(void)
{
    scree_query_options o = scree_query_defaults();
    o.method = scree_method_find("jia");
    return o;
}

static bool overlap(const scree_body *a, const scree_body *b)
{
    bool yes = false, swapped = false;
    CHECK(scree_ellipsoids_overlap(a, b, &yes) == SCREE_OK && scree_ellipsoids_overlap(b, a, &swapped) == SCREE_OK);
    CHECK_MSG(yes == swapped, "the order of the bodies matters");
    return yes;
}

static void expect_method(const scree_body *a, const scree_body *b, bool yes)
{
    scree_contact c;
    scree_query_options o = options();
    scree_status status = scree_query(a, b, &o, &c);
    CHECK(status == SCREE_OK || status == SCREE_NO_CONVERGENCE);
    CHECK(c.lower <= c.distance && c.distance <= c.upper && isfinite(c.lower) && isfinite(c.upper));
    CHECK(yes ? c.distance <= 0 : c.distance >= 0);
    double blur = 1e-14 * (scree_pair_size(a->shape, b->shape) + fabs(c.distance));
    CHECK(yes ? c.upper <= blur : c.lower >= -blur);
    CHECK_NEAR(s3_dot(c.normal, c.normal), 1, 1e-15);
    scree_vec3 rest = s3_sub(s3_sub(c.point_b, c.point_a), s3_scale(c.normal, c.distance));
    CHECK(sqrt(s3_dot(rest, rest)) <= blur + 1e-15 * sqrt(s3_dot(c.point_a, c.point_a)));
}

// Gaps from 1e-15 of the size up; where the rounding of B's place could matter, the contact function in quadruple
// precision is the judge.
static void test_near_tangency(scree_random *r)
{
    for (long n = check_scaled(20000); n > 0; --n) {
        double scale = random_decade(r, -9, 9);
        scree_vec3 p = s3_scale(random_semi_axes(r, 1000), scale), q = s3_scale(random_semi_axes(r, 1000), scale);
        if (n % 4 == 0) q = s3_scale(q, random_decade(r, -6, 6));
        scree_shape *shape_a = scree_ellipsoid_create(p, 0, NULL), *shape_b = scree_ellipsoid_create(q, 0, NULL);
        scree_body a = { .shape = shape_a }, b = { .shape = shape_b };
        double size = scree_pair_size(shape_a, shape_b);
        random_touching_pair(r, p, q, size * random_sign(r) * random_decade(r, -20, -1), &a, &b);
        const quad_pair pair = quad_pair_make(p, &a, q, &b);
        quad margin = quad_contact_function(&pair).value - 1;
        if (q_abs(margin) > (quad)1e-22) {
            bool yes = overlap(&a, &b);
            CHECK_MSG(yes == (margin < 0), "%ld: F - 1 = %.3g, and the answer is %d", n, (double)margin, yes);
        }
        if (n % 4 == 0) expect_method(&a, &b, margin <= 0);
        scree_shape_destroy(shape_a);
        scree_shape_destroy(shape_b);
    }
}

typedef struct special {
    scree_vec3 p, q, at;
    bool yes;
} special;

static void test_special(scree_random *r)
{
    static const special cases[] = {
        { { 1, 2, 3 }, { 1, 2, 3 }, { 0, 0, 0 }, true },              // the same
        { { 1, 2, 3 }, { 0.5, 0.2, 0.1 }, { 0, 0, 0 }, true },        // concentric and inside
        { { 1, 2, 3 }, { 0.5, 0.2, 0.1 }, { 0.1, 0.1, -2 }, true },   // inside
        { { 1, 1, 1000 }, { 1000, 1, 1 }, { 0, 1.999999, 0 }, true }, // crossed needles
        { { 1, 1, 1000 }, { 1000, 1, 1 }, { 0, 2.000001, 0 }, false },
        { { 1, 1000, 1000 }, { 1000, 1000, 1 }, { 3, 0, 3 }, true },    // crossed plates
        { { 1, 1000, 1000 }, { 1, 1000, 1000 }, { 2.1, 0, 0 }, false }, // stacked plates
        { { 1, 1000, 1000 }, { 1, 1000, 1000 }, { 1.9, 0, 0 }, true },
        { { 1, 2, 3 }, { 3, 2, 1 }, { 4, 0, 0 }, true }, // touch: 1 + 3
        { { 1, 2, 3 }, { 3, 2, 1 }, { 0x1.0000000000001p2, 0, 0 }, false },
        { { 1, 2, 3 }, { 3, 2, 1 }, { 0x1.fffffffffffffp1, 0, 0 }, true },
        { { 1, 2, 3 }, { 3, 2, 1 }, { 1e50, 0, 0 }, false },
        { { 1, 1, 1 }, { 1e-30, 1e-30, 1e-30 }, { 0.5, 0, 0 }, true },
        { { 1e-30, 1e-30, 2e-30 }, { 1e30, 3e30, 1e30 }, { 2e30, 0, 0 }, false },
        { { 1, 1, 1e6 }, { 1e6, 1, 1 }, { 0, 1.99, 10 }, true },
        { { 1, 1, 1e6 }, { 1e6, 1, 1 }, { 0, 2.01, 10 }, false },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        scree_shape *p = scree_ellipsoid_create(cases[i].p, 0, NULL), *q = scree_ellipsoid_create(cases[i].q, 0, NULL);
        scree_body a = scree_body_at(p, s3(0, 0, 0)), b = scree_body_at(q, cases[i].at);
        CHECK_MSG(overlap(&a, &b) == cases[i].yes, "special case %zu", i);
        expect_method(&a, &b, cases[i].yes);
        scree_quat rotation = random_rotation(r);
        scree_body c = { p, s3(3, 4, 5), rotation },
                   d = { q, s3_add(s3(3, 4, 5), quat_rotate(rotation, cases[i].at)), rotation };
        bool to_the_last_bit = i >= 8 && i <= 10; // only as given
        if (!to_the_last_bit && cases[i].at.x < 1e10)
            CHECK_MSG(overlap(&c, &d) == cases[i].yes, "special case %zu, rotated", i);
        scree_shape_destroy(p);
        scree_shape_destroy(q);
    }
}

// Spheres, as they are made or as ellipsoids, rotated or not: exact, so that the method's status is ok.
static void test_spheres(scree_random *r)
{
    for (long n = check_scaled(3000); n > 0; --n) {
        double p = random_decade(r, -3, 3), q = random_decade(r, -3, 3);
        double gap = (p + q) * random_sign(r) * random_decade(r, -13, -0.5);
        scree_shape *ball = n % 2 ? scree_sphere_create(p, 0, NULL) : scree_ellipsoid_create(s3(p, p, p), 0, NULL);
        scree_shape *other = n % 3 ? scree_sphere_create(q, 0, NULL) : scree_ellipsoid_create(s3(q, q, q), 0, NULL);
        scree_body a = { ball, s3(0, 0, 0), random_rotation(r) }, b = { other, s3(0, 0, 0), random_rotation(r) };
        b.position = s3_scale(random_direction(r), p + q + gap);
        CHECK(overlap(&a, &b) == (gap < 0));
        expect_method(&a, &b, gap < 0);
        scree_contact c;
        scree_query_options o = options();
        scree_status status = scree_query(&a, &b, &o, &c);
        CHECK_MSG(status == SCREE_OK, "spheres %g %g, gap %g in [%.17g, %.17g]", p, q, gap, c.lower, c.upper);
        CHECK_NEAR(c.distance, gap, 4e-15 * (p + q));
        scree_shape_destroy(ball);
        scree_shape_destroy(other);
    }
}

// The interval holds what closed forms say: aligned bodies, one above the other along an axis, and concentric ones.
static void test_intervals(void)
{
    scree_shape *p = scree_ellipsoid_create(s3(1, 2, 3), 0, NULL),
                *q = scree_ellipsoid_create(s3(0.5, 1, 0.25), 0, NULL);
    scree_query_options o = options();
    scree_contact c;
    scree_body a = scree_body_at(p, s3(1, 1, 1)), b = scree_body_at(q, s3(3.5, 1, 1));
    CHECK(scree_query(&a, &b, &o, &c) == SCREE_OK && c.state == SCREE_SEPARATED);
    CHECK_NEAR(c.distance, 1.0, 1e-14);
    b.position = s3(2.5 - 0x1p-20, 1, 1);
    CHECK(scree_query(&a, &b, &o, &c) == SCREE_NO_CONVERGENCE && c.state == SCREE_OVERLAPPING);
    CHECK(c.lower <= -0x1p-20 && c.upper >= -0x1p-20 && c.upper < 0);
    b = scree_body_at(p, s3(1, 1, 1)); // the same body twice: deep by its shortest width
    CHECK(scree_query(&a, &b, &o, &c) == SCREE_OK && c.state == SCREE_OVERLAPPING);
    CHECK_NEAR(c.distance, -2, 1e-14);
    scree_shape *soft = scree_ellipsoid_create(s3(1, 2, 3), 0.1, NULL), *box = scree_box_create(s3(1, 1, 1), 0, NULL);
    b = scree_body_at(soft, s3(0, 0, 0));
    CHECK(scree_query(&a, &b, &o, &c) == SCREE_UNSUPPORTED_PAIR);
    b = scree_body_at(box, s3(0, 0, 0));
    CHECK(scree_query(&a, &b, &o, &c) == SCREE_UNSUPPORTED_PAIR);
    scree_shape_destroy(p);
    scree_shape_destroy(q);
    scree_shape_destroy(soft);
    scree_shape_destroy(box);
}

int main(void)
{
    scree_random r = random_stream(4, 4, 1);
    test_quartic(&r);
    test_near_tangency(&r);
    test_special(&r);
    test_spheres(&r);
    test_intervals();
    return check_done();
}
