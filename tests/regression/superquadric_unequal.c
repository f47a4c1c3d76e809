// A superquadric and a body many times as large, or as small: intervals that were not true, and points that were off
// the smaller body's surface. The cause of the first: a ball of radius 0 about a point was taken for part of a capsule's
// segment, wherever the point was.
#include <string.h>

#include "check.h"
#include "pair/warm.h"
#include "scenes/place.h"
#include "scenes/random.h"
#include "scree/query.h"
#include "scree/verify.h"

static scree_body at(scree_shape *shape, double x, double y, double z, scree_quat q)
{
    return (scree_body){ shape, { x, y, z }, q };
}

// `exact` in 64 bits, by the reference of tests/oracle; rounded here by less than a thousandth of the interval's width.
static void check_interval(const char *name, const scree_body *a, const scree_body *b, double exact)
{
    for (int i = -1; i < 27; ++i) {
        scree_cache cache;
        memset(&cache, 0, sizeof cache);
        scree_query_options o = scree_query_defaults();
        if (i >= 0 && i != 13) {
            scree_cache_set_axis(&cache, s3(i % 3 - 1, i / 3 % 3 - 1, i / 9 - 1));
            cache.filled = true;
        }
        o.cache = &cache;
        scree_contact c;
        CHECK_MSG(scree_query(a, b, &o, &c) == SCREE_OK, "%s, start %d", name, i);
        CHECK_MSG(c.lower <= exact && exact <= c.upper, "%s, start %d: [%.17g, %.17g]", name, i, c.lower, c.upper);
    }
}

static void capsules(void)
{
    scree_shape *a =
        scree_superquadric_create(s3(0.50667699330262794, 0.59233553323305588, 1.2452099783029833), 100, 2, 0, 0);
    scree_shape *b = scree_capsule_create(100000014429698.72, 171606171961513.12, 0, 0);
    const scree_body a0 = at(a, 0, 0, 0, (scree_quat){ 0.38268342688316065, 0, 0.92387953478197615, 0 });
    const scree_body b0 =
        at(b, -80095816990820.812, -6.6689245918349731e-08, 1.2204497999018289e-06, (scree_quat){ 1, 0, 0, 0 });
    check_interval("capsule of 1e14", &a0, &b0, -19904197438879.1376);
    scree_shape *c = scree_superquadric_create(s3(0.64128115829911381, 0.011525524080768967, 0.678330955630989), 3, 100,
                                               0.0014996614123070134, 0);
    scree_shape *d = scree_capsule_create(100000004826.56912, 1e11, 0, 0);
    const scree_body c0 = at(c, 0, 0, 0, (scree_quat){ 0.92387953251004729, 0, 0.38268343236808211, 0 });
    const scree_body d0 = at(d, 38541181763.278366, 0, 38541181762.779045, (scree_quat){ 1, 0, 0, 1 });
    check_interval("capsule of 1e11", &c0, &d0, -61458823064.0330);
    scree_shape_destroy(a);
    scree_shape_destroy(b);
    scree_shape_destroy(c);
    scree_shape_destroy(d);
}

// The gauge, in the body's own frame, in 64 bits.
static long double gauge(scree_vec3 axes, double n1, double n2, scree_vec3 p)
{
    const long double x = fabsl((long double)p.x / axes.x), y = fabsl((long double)p.y / axes.y);
    const long double z = fabsl((long double)p.z / axes.z), rho = powl(powl(x, n2) + powl(y, n2), 1 / (long double)n2);
    return powl(powl(rho, n1) + powl(z, n1), 1 / (long double)n1);
}

static void points(void)
{
    const scree_vec3 axes = s3(1.6119613869034533e-07, 1.2468358656634204e-07, 3.0649898374974477e-07);
    scree_shape *a = scree_superquadric_create(axes, 2, 78.398111731582929, 0, 0);
    scree_shape *b = scree_superquadric_create(s3(1.3261092713472347, 1.2702928891584251, 1.0349922812476919), 2, 2,
                                               0.48062582985147134, 0);
    const scree_quat q = { 0.70710678118654757, 0.70710678118654746, 0, 0 };
    const scree_body small = at(a, 0, 0, 0, q);
    const scree_body large =
        at(b, 4.8533097672810409e-08, 0.14337759798732197, 7.8029401957669094e-09, (scree_quat){ 1, 1, 0, 0 });
    scree_contact c;
    CHECK(scree_query(&small, &large, NULL, &c) == SCREE_OK);
    const scree_vec3 own = quat_rotate((scree_quat){ q.w, -q.x, -q.y, -q.z }, c.point_a);
    CHECK_NEAR((double)(gauge(axes, 2, 78.398111731582929, own) - 1), 0.0, 1e-14);
    // One ball of the tapered capsule holds the other: its surface is a sphere of radius 2.
    scree_shape *d = scree_tapered_capsule_create(2, 1, 0.4545823951491369, 0, 0);
    scree_shape *e =
        scree_superquadric_create(s3(67607268.505755752, 121281090.47582835, 79572737.274310693), 4, 4, 0, 0);
    const scree_body drop = at(d, 0, 0, 0, (scree_quat){ 6.123233995736766e-17, 1, 0, 0 });
    const scree_body grain = at(e, -75896289.436458945, -5513115.1275634887, 23684418.507814199,
                                (scree_quat){ 6.123233995736766e-17, 1.0000000000321578, 0, 0 });
    CHECK(scree_query(&drop, &grain, NULL, &c) == SCREE_OK);
    const scree_vec3 from = s3_sub(c.point_a, s3(0, 0, 0.4545823951491369));
    CHECK_NEAR(sqrt(s3_dot(from, from)), 2.0, 1e-14);
    scree_shape_destroy(a);
    scree_shape_destroy(b);
    scree_shape_destroy(d);
    scree_shape_destroy(e);
}

static scree_shape *random_round(scree_random *r, double size)
{
    const scree_vec3 axes = s3(size * random_decade(r, -2, 0), size * random_decade(r, -2, 0), size);
    if (random_below(r, 2) == 0) return scree_ellipsoid_create(axes, 0, NULL);
    return scree_superquadric_create(axes, random_decade(r, log10(2), 1.7), random_decade(r, log10(2), 1.7), 0, NULL);
}

// A grain smaller than the rounding of its place, 1e4 to 1e6 sizes of the other one away, now and then in its planes of
// symmetry: a step of Newton's method was below that rounding, and the points were off, or there was no convergence.
static void far_apart(void)
{
    scree_random r = random_stream(17, 3, 0);
    long asked = 0, open = 0;
    for (long i = 0, count = check_scaled(20000); i < count; ++i) {
        const scree_vec3 axes = s3(1, random_decade(&r, -2, 0), random_decade(&r, -2, 0));
        const double n1 = random_decade(&r, log10(2), 1.7), n2 = random_decade(&r, log10(2), 1.7);
        scree_shape *large = scree_superquadric_create(axes, n1, n2, 0, NULL);
        scree_shape *small = random_round(&r, random_decade(&r, -15, -9));
        scree_vec3 way = random_direction(&r);
        if (random_below(&r, 2) == 0) way.y = 0.0;
        const scree_body a = at(large, 0, 0, 0, (scree_quat){ 1, 0, 0, 0 });
        const scree_vec3 to = s3_scale(way, random_decade(&r, 4, 6));
        const scree_body b = at(small, to.x, to.y, to.z, random_rotation(&r));
        scree_contact c;
        scree_verification v;
        open += scree_query(&a, &b, NULL, &c) != SCREE_OK;
        CHECK(scree_verify(&a, &b, &c, NULL, &v) == SCREE_OK);
        CHECK_MSG(v.verdict != SCREE_REFUTED, "pair %ld: %s: %.3g, allowed %.3g", i, v.reason, v.claimed, v.allowed);
        ++asked;
        scree_shape_destroy(large);
        scree_shape_destroy(small);
    }
    // It was one in 50; two of 20,000 are left, at the edges of large exponents.
    CHECK_MSG(open * 5000 <= asked + 5000, "%ld of %ld without convergence", open, asked);
}

int main(void)
{
    far_apart();
    capsules();
    points();
    return check_done();
}
