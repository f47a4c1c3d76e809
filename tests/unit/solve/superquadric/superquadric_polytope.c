// A superquadric with a box, a polyhedron or a capsule: closed forms, and bounds in long double.
#include "pair/warm.h"
#include "scree/body.h"
#include "scree/query.h"
#include "scree/shape.h"
#include "smooth.h"
#include "unit/check.h"

// Errors and widths of intervals, in units of the pair's size.
#define ERROR 1e-12
#define WIDTH 1e-12

static const scree_quat upright = { 1, 0, 0, 0 };

static scree_body place(const scree_shape *shape, scree_vec3 position, scree_quat orientation)
{
    scree_body b = { .shape = shape, .position = position, .orientation = orientation };
    return b;
}

static bool same(scree_vec3 a, scree_vec3 b)
{
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

static scree_query_options lent(void)
{
    static unsigned char scratch[1 << 20];
    scree_query_options o = scree_query_defaults();
    o.scratch = scratch;
    o.scratch_size = sizeof scratch;
    return o;
}

// The answer, asked both ways round: the same numbers, the normal reversed.
static scree_contact query(const scree_body *a, const scree_body *b)
{
    scree_query_options o = lent();
    scree_contact x, y;
    CHECK(scree_query(a, b, &o, &x) == SCREE_OK);
    CHECK(scree_query(b, a, &o, &y) == SCREE_OK);
    CHECK(x.distance == y.distance && x.lower == y.lower && x.upper == y.upper);
    CHECK(same(x.point_a, y.point_b) && same(x.point_b, y.point_a) && x.index_a == y.index_b);
    return x;
}

// ---- long double ---------------------------------------------------------------------------------------------------

// (x^n + y^n)^(1/n) without overflow.
static real power_sum(real x, real y, real n)
{
    const real most = fmaxl(x, y), least = fminl(x, y);
    return most == 0 ? 0 : most * powl(1 + powl(least / most, n), 1 / n);
}

static real gauge(scree_vec3 a, real n1, real n2, real3 p)
{
    return power_sum(power_sum(fabsl(p.x) / a.x, fabsl(p.y) / a.y, n2), fabsl(p.z) / a.z, n1);
}

// How far the superquadric reaches along m: the gauge of the dual exponents.
static real reach(scree_vec3 a, real n1, real n2, real3 m)
{
    return power_sum(power_sum(fabsl(m.x) * a.x, fabsl(m.y) * a.y, n2 / (n2 - 1)), fabsl(m.z) * a.z, n1 / (n1 - 1));
}

static real3 support(scree_vec3 a, real n1, real n2, real3 m)
{
    const real x = fabsl(m.x) * a.x, y = fabsl(m.y) * a.y, z = fabsl(m.z) * a.z;
    const real flat = power_sum(x, y, n2 / (n2 - 1)), h = power_sum(flat, z, n1 / (n1 - 1));
    const real s = powl(flat / h, 1 / (n1 - 1));
    const real u = flat > 0 ? s * powl(x / flat, 1 / (n2 - 1)) : 0, v = flat > 0 ? s * powl(y / flat, 1 / (n2 - 1)) : 0;
    return r3(copysignl(a.x * u, m.x), copysignl(a.y * v, m.y), copysignl(a.z * powl(z / h, 1 / (n1 - 1)), m.z));
}

// ---- closed forms --------------------------------------------------------------------------------------------------

static void check_value(const scree_contact *x, double distance, double size, const char *what)
{
    CHECK_MSG(fabs(x->distance - distance) <= ERROR * size, "%s: %.17g, not %.17g", what, x->distance, distance);
    CHECK_MSG(x->lower <= distance + 1e-16 * size && x->upper >= distance - 1e-16 * size, "%s: %.17g in %.17g .. %.17g",
              what, distance, x->lower, x->upper);
    CHECK_MSG(x->upper - x->lower <= WIDTH * size, "%s: width %g", what, x->upper - x->lower);
}

typedef struct blocky {
    scree_vec3 axes;
    double n1, n2;
} blocky;

// A pair in closed form, as it stands and rotated, and in other units. `normal` leads from the superquadric, or is 0.
static void check_pair(const blocky *q, scree_vec3 at, scree_shape *(*make)(double unit), double distance,
                       scree_vec3 normal, const char *what)
{
    scree_random r = random_stream(5, 1, 0);
    for (int i = 0; i < 6; ++i) {
        const double unit = i % 3 == 0 ? 1.0 : i % 3 == 1 ? 1e-9 : 1e9;
        scree_shape *s = scree_superquadric_create(s3_scale(q->axes, unit), q->n1, q->n2, 0, NULL), *p = make(unit);
        scree_quat rotation = i < 3 ? upright : random_rotation(&r);
        scree_body a = place(s, s3_scale(quat_rotate(rotation, at), unit), rotation),
                   b = place(p, s3(0, 0, 0), rotation);
        double size = scree_pair_size(s, p) + sqrt(s3_dot(at, at)) * unit;
        scree_contact x = query(&a, &b);
        check_value(&x, distance * unit, size, what);
        scree_vec3 off = s3_sub(x.normal, quat_rotate(rotation, normal));
        if (s3_dot(normal, normal) > 0.0) CHECK_MSG(s3_dot(off, off) < 1e-16, "%s: normal", what);
        CHECK(x.feature_a == SCREE_FEATURE_SURFACE && x.index_a == -1);
        scree_shape_destroy(s);
        scree_shape_destroy(p);
    }
}

static scree_shape *unit_box(double unit)
{
    return scree_box_create(s3(unit, unit, unit), 0, NULL);
}

static scree_shape *tall_box(double unit)
{
    return scree_box_create(s3(5 * unit, 4 * unit, 3 * unit), 0, NULL);
}

static scree_shape *short_capsule(double unit)
{
    return scree_capsule_create(0.25 * unit, unit, 0, NULL);
}

static const double gaps[] = { 1, 1e-6, 1e-12, 0, -1e-12, -1e-6, -1e-3 };
enum { GAPS = sizeof gaps / sizeof gaps[0] };

// On a face, an edge and a corner of a box, at a surface point whose normal is inside the feature's.
static void test_features_of_a_box(void)
{
    const blocky shapes[] = { { s3(0.3, 0.2, 0.1), 2.5, 2.5 }, { s3(0.5, 0.4, 0.6), 4, 8 },
                              { s3(1, 1, 1), 8, 3 },           { s3(0.7, 0.9, 0.8), 20, 20 },
                              { s3(3, 2, 0.3), 6.5, 2 },       { s3(0.5, 0.5, 0.5), 100, 2 } };
    const scree_vec3 normals[] = { s3(0, 0, -1), s3(0, -0.6, -0.8), s3(-0.48, -0.64, -0.6) };
    const scree_vec3 points[] = { s3(0.1, -0.2, 1), s3(0.3, 1, 1), s3(1, 1, 1) };
    for (int i = 0; i < 6; ++i)
        for (int k = 0; k < 3; ++k)
            for (int g = 0; g < GAPS; ++g) {
                const blocky *q = &shapes[i];
                if (gaps[g] < -1e-5 && q->n1 > 50) continue; // an edge as sharp as that has other ways out
                scree_vec3 m = normals[k];
                real3 x = support(q->axes, q->n1, q->n2, r3_from(m));
                scree_vec3 at = s3_sub(points[k], s3_scale(m, gaps[g]));
                at = s3_sub(at, s3((double)x.x, (double)x.y, (double)x.z));
                check_pair(q, at, unit_box, gaps[g], m, k == 0 ? "face" : k == 1 ? "edge" : "corner");
            }
}

static void test_feature_names(void)
{
    scree_shape *s = scree_superquadric_create(s3(0.3, 0.2, 0.1), 5, 3, 0, NULL), *p = unit_box(1);
    const scree_vec3 at[] = { s3(0.1, 0.2, 1.3), s3(0.1, 1.5, 1.5), s3(1.5, 1.5, 1.5), s3(0, 0, 0.95) };
    const scree_feature kind[] = { SCREE_FEATURE_FACE, SCREE_FEATURE_EDGE, SCREE_FEATURE_VERTEX, SCREE_FEATURE_FACE };
    for (int i = 0; i < 4; ++i) {
        scree_body a = place(s, at[i], upright), b = place(p, s3(0, 0, 0), upright);
        scree_contact x = query(&a, &b);
        CHECK(x.feature_a == SCREE_FEATURE_SURFACE && x.index_a == -1);
        CHECK(x.feature_b == kind[i] && x.index_b >= 0);
    }
    scree_shape_destroy(s);
    scree_shape_destroy(p);
}

// With one centre and the same axes, the depth is the least sum of two semi-axes: what each reaches along m is at least
// what its ellipsoid does.
static void test_nested(void)
{
    const scree_vec3 none = s3(0, 0, 0);
    const blocky inside = { s3(3, 2, 1), 4, 7 }, around = { s3(30, 20, 10), 20, 20 },
                 dust = { s3(1e-3, 1e-3, 1e-3), 3, 3 };
    check_pair(&inside, none, tall_box, -4, none, "inside a box");
    check_pair(&around, none, tall_box, -13, none, "around a box");
    check_pair(&inside, s3(0, 0, 1e-3), tall_box, -3.999, s3(0, 0, -1), "inside, off centre");
    check_pair(&dust, none, unit_box, -1.001, none, "a grain of dust");
}

static void test_capsules(void)
{
    const scree_vec3 none = s3(0, 0, 0);
    const blocky tall = { s3(1, 2, 3), 5, 4 }, flat = { s3(1, 2, 0.5), 3, 8 }, plate = { s3(20, 10, 0.1), 6, 6 };
    check_pair(&tall, s3(2, 0, 0), short_capsule, 0.75, s3(-1, 0, 0), "beside");
    check_pair(&tall, s3(1.25, 0, 0.5), short_capsule, 0, s3(-1, 0, 0), "touching its side");
    check_pair(&flat, s3(0, 0, 3), short_capsule, 1.25, s3(0, 0, -1), "end on");
    check_pair(&flat, s3(0, 0, 1.75 + 1e-12), short_capsule, 1e-12, s3(0, 0, -1), "end on, nearly touching");
    check_pair(&plate, none, short_capsule, -1.35, none, "through a plate");
    check_pair(&plate, s3(0, 0, 0.3), short_capsule, -1.05, s3(0, 0, -1), "through a plate, off its middle");
}

// ---- bounds --------------------------------------------------------------------------------------------------------

typedef struct sample {
    blocky q;
    scree_body s, p;
    scree_vec3 v[64]; // P's vertices, in its frame
    int count;
    double radius, size;
} sample;

enum { FAMILIES = 4 };

static sample make_sample(scree_random *r, int family)
{
    static const double exponents[] = { 2, 2.5, 3, 4, 5, 8, 12, 20 };
    sample s = { .count = family == 0 ? 8 : family == 1 ? 2 : family == 2 ? 4 : 40 };
    const double unit = random_below(r, 4) ? 1.0 : random_decade(r, -9, 9);
    s.q.axes = s3_scale(s3(random_decade(r, -1, 1), random_decade(r, -1, 1), random_decade(r, -1, 1)), unit);
    s.q.n1 = exponents[random_below(r, 8)];
    s.q.n2 = s.q.n1 > 2 && random_below(r, 2) ? s.q.n1 : exponents[1 + random_below(r, 7)];
    const scree_vec3 e = s3_scale(s3(random_decade(r, -1, 1), random_decade(r, -1, 1), random_decade(r, -1, 1)), unit);
    s.radius = family == 1 ? 0.01 * unit : 0.0;
    for (int i = 0; i < s.count; ++i) {
        const scree_vec3 d = random_direction(r);
        s.v[i] = s3(e.x * d.x, e.y * d.y, e.z * d.z);
        if (family == 0) s.v[i] = s3(i & 1 ? e.x : -e.x, i & 2 ? e.y : -e.y, i & 4 ? e.z : -e.z);
        if (family == 1) s.v[i] = s3(0, 0, i ? e.z : -e.z);
    }
    scree_shape *p = family == 1 ? scree_capsule_create(s.radius, e.z, 0, NULL)
                                 : scree_polyhedron_create(s.v, (size_t)s.count, 0, NULL);
    scree_shape *q = scree_superquadric_create(s.q.axes, s.q.n1, s.q.n2, 0, NULL);
    s.size = scree_pair_size(q, p);
    s.s = place(q, random_below(r, 3) ? s3(0, 0, 0) : s3_scale(random_direction(r), s.size), random_rotation(r));
    s.p = place(p, s.s.position, random_rotation(r));
    return s;
}

static void destroy(sample *s)
{
    scree_shape_destroy((scree_shape *)s->s.shape);
    scree_shape_destroy((scree_shape *)s->p.shape);
}

static void put(scree_random *r, sample *s)
{
    const int mode = random_below(r, 6);
    double far = mode == 0 ? random_decade(r, -6, -1) : mode == 1 ? random_between(r, 0, 1.2) : 1.1;
    s->p.position = s3_add(s->s.position, s3_scale(random_direction(r), far * s->size));
    if (mode < 2) return;
    const double side = mode == 2 ? 0.0 : mode == 3 ? -1.0 : 1.0, gap = side * random_decade(r, -14, -2) * s->size;
    for (int i = 0; i < 2; ++i) {
        scree_contact x = query(&s->s, &s->p);
        s->p.position = s3_add(s->p.position, s3_scale(x.normal, gap - x.distance));
    }
}

// The gap along a world direction n, from the superquadric to P: at most the signed distance, whatever n is.
static real gap_along(const sample *s, real3 n)
{
    real least = INFINITY;
    for (int i = 0; i < s->count; ++i) {
        const real3 v = real_rotate(s->p.orientation, r3_from(s->v[i]), false);
        least = fminl(least, r3_dot(n, v));
    }
    const real3 shift = r3((real)s->p.position.x - s->s.position.x, (real)s->p.position.y - s->s.position.y,
                           (real)s->p.position.z - s->s.position.z);
    const real3 m = real_rotate(s->s.orientation, n, true);
    return r3_dot(n, shift) + least - reach(s->q.axes, s->q.n1, s->q.n2, m) - s->radius;
}

// No direction has a larger gap than the upper bound; along the normal, it is the distance; and the superquadric's
// point is on its surface.
static void check_bounds(const sample *s, scree_random *r, const scree_contact *x, long i)
{
    CHECK_MSG(x->upper - x->lower <= WIDTH * s->size, "%ld: width %g", i, (x->upper - x->lower) / s->size);
    const real tiny = 1e-17L * s->size, along = gap_along(s, r3_unit(r3_from(x->normal)));
    CHECK_MSG(fabsl(along - x->distance) <= ERROR * s->size, "%ld: %.17g, along the normal %.17Lg", i, x->distance,
              along);
    CHECK_MSG(along <= x->upper + tiny && along >= x->lower - tiny, "%ld: interval", i);
    for (int k = 0; k < 60; ++k) {
        scree_vec3 d = random_direction(r);
        if (k % 2) d = s3_add(x->normal, s3_scale(d, random_decade(r, -6, 0)));
        CHECK_MSG(gap_along(s, r3_unit(r3_from(d))) <= x->upper + tiny, "%ld: a larger gap", i);
    }
    const scree_vec3 p = x->point_a, o = s->s.position;
    const real3 at = real_rotate(s->s.orientation, r3((real)p.x - o.x, (real)p.y - o.y, (real)p.z - o.z), true);
    const scree_vec3 a = s->q.axes;
    const real off = fabsl(gauge(a, s->q.n1, s->q.n2, at) - 1) * fmax(a.x, fmax(a.y, a.z));
    CHECK_MSG(off <= 1e-10L * s->size, "%ld: off the surface by %Lg", i, off / s->size);
}

static void test_bounds(void)
{
    for (long i = 0, count = check_scaled(6000); i < count; ++i) {
        scree_random r = random_stream(5, 10, (uint64_t)i);
        sample s = make_sample(&r, (int)(i % FAMILIES));
        put(&r, &s);
        scree_contact x = query(&s.s, &s.p), y;
        check_bounds(&s, &r, &x, i);
        scree_query_options o = lent();
        scree_cache cache = { .filled = 1 };
        scree_cache_set_axis(&cache, s3_add(x.normal, s3_scale(random_direction(&r), random_decade(&r, -16, 0))));
        o.cache = &cache;
        CHECK(scree_query(&s.s, &s.p, &o, &y) == SCREE_OK);
        CHECK_MSG(fabs(x.distance - y.distance) <= ERROR * s.size, "%ld: warm %.17g, cold %.17g", i, y.distance,
                  x.distance);
        o = lent();
        o.detail = SCREE_DETAIL_SEARCH; // what is left out is no matter of these bounds
        CHECK(scree_query(&s.s, &s.p, &o, &y) == x.status);
        check_bounds(&s, &r, &y, i);
        destroy(&s);
    }
}

// A trace with true bounds; too little scratch; a bound on steps.
typedef struct trace_log {
    int steps;
    bool true_bounds;
    double lower, upper; // of the answer
} trace_log;

static void on_step(void *user, const scree_trace_step *step)
{
    trace_log *log = user;
    ++log->steps;
    if (!(step->lower <= log->upper && step->upper >= log->lower)) log->true_bounds = false;
}

static void test_options(void)
{
    for (long i = 0, count = check_scaled(300); i < count; ++i) {
        scree_random r = random_stream(5, 3, (uint64_t)i);
        sample s = make_sample(&r, (int)(i % FAMILIES));
        put(&r, &s);
        scree_contact x = query(&s.s, &s.p), y;
        trace_log log = { .true_bounds = true, .lower = x.lower, .upper = x.upper };
        scree_query_options o = lent();
        o.trace = on_step;
        o.trace_user = &log;
        o.max_iterations = 1 + random_below(&r, 3);
        (void)scree_query(&s.s, &s.p, &o, &y);
        CHECK(y.lower <= x.upper && y.upper >= x.lower && log.true_bounds);
        unsigned char small[8];
        o.scratch = small;
        o.scratch_size = sizeof small;
        CHECK(scree_query(&s.s, &s.p, &o, &y) == SCREE_SCRATCH_TOO_SMALL);
        destroy(&s);
    }
}

// Moved by a thousandth of the size: few steps from the last normal.
static void test_warm_steps(void)
{
    enum { MOVES = 20 };
    long warm = 0, cold = 0, asked = 0;
    for (long i = 0; i < check_scaled(200) + 20; ++i) {
        scree_random r = random_stream(5, 4, (uint64_t)i);
        sample s = make_sample(&r, (int)(i % FAMILIES));
        s.p.position = s3_add(s.s.position, s3_scale(random_direction(&r), 1.2 * s.size));
        scree_query_options o = lent();
        scree_cache cache = { .filled = 0 };
        o.cache = &cache;
        for (int k = 0; k < MOVES; ++k) {
            const scree_contact x = query(&s.s, &s.p);
            scree_contact y;
            CHECK(scree_query(&s.s, &s.p, &o, &y) == SCREE_OK);
            CHECK_NEAR(x.distance, y.distance, ERROR * s.size);
            cold += k > 0 ? x.iterations : 0;
            warm += k > 0 ? y.iterations : 0;
            asked += k > 0;
            s.p.position = s3_add(s.p.position, s3_scale(random_direction(&r), 1e-3 * s.size));
        }
        destroy(&s);
    }
    CHECK_MSG((double)warm <= 3.5 * (double)asked && warm < cold, "%ld steps warm, %ld cold, for %ld pairs", warm, cold,
              asked);
}

// On a half space the gap is closed form; a blocky face that lies flush on it touches with its middle.
static void test_half_space(void)
{
    for (long i = 0, count = check_scaled(2000); i < count; ++i) {
        scree_random r = random_stream(5, 5, (uint64_t)i);
        sample s = make_sample(&r, 0);
        const scree_vec3 n = random_direction(&r);
        const double offset = random_between(&r, -1, 1) * s.size;
        scree_shape *plane = scree_half_space_create(n, offset, 0, NULL);
        scree_body b = place(plane, s3(0, 0, 0), upright);
        scree_contact x = query(&s.s, &b);
        const real3 m = r3_unit(r3_from(n)), c = r3_from(s.s.position);
        const real truth = r3_dot(m, c) - offset / sqrtl(r3_dot(r3_from(n), r3_from(n))) -
                           reach(s.q.axes, s.q.n1, s.q.n2, real_rotate(s.s.orientation, m, true));
        const double size = s.size + fabs(offset);
        CHECK_MSG(fabsl(x.distance - truth) <= 1e-14 * size, "%ld: %.17g, not %.17Lg", i, x.distance, truth);
        CHECK(x.lower <= truth && truth <= x.upper && x.upper - x.lower <= 1e-13 * size);
        scree_shape_destroy(plane);
        destroy(&s);
    }
    scree_shape *q = scree_superquadric_create(s3(1, 2, 3), 20, 8, 0, NULL),
                *floor = scree_half_space_create(s3(0, 0, 1), 0, 0, NULL);
    scree_body a = place(q, s3(5, 6, 3), upright), b = place(floor, s3(0, 0, 0), upright);
    const scree_contact x = query(&a, &b);
    CHECK(x.distance == 0.0 && same(x.point_a, s3(5, 6, 0)) && same(x.point_b, s3(5, 6, 0)));
    scree_shape_destroy(q);
    scree_shape_destroy(floor);
}

int main(void)
{
    test_half_space();
    test_features_of_a_box();
    test_feature_names();
    test_nested();
    test_capsules();
    test_bounds();
    test_options();
    test_warm_steps();
    return check_done();
}
