// An ellipsoid with a box, a polyhedron or a capsule: closed forms, and long double over all features.
#include "pair/warm.h"
#include "scree/body.h"
#include "wide_ellipsoid.h"

// Errors and widths of intervals, in units of the pair's size.
#define ERROR 1e-13
#define WIDTH 1e-13

static const scree_quat upright = { 1, 0, 0, 0 };

static scree_body place(const scree_shape *shape, scree_vec3 position, scree_quat orientation)
{
    scree_body b = { .shape = shape, .position = position, .orientation = orientation };
    return b;
}

static scree_quat random_orientation(scree_random *r)
{
    scree_vec3 axis = random_direction(r);
    return quat_about(axis, random_between(r, 0, 6.283185307179586));
}

static bool same(scree_vec3 a, scree_vec3 b)
{
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

// The answer, asked both ways round: the same numbers, the normal reversed.
static scree_contact query(const scree_body *a, const scree_body *b)
{
    static unsigned char scratch[1 << 18];
    scree_query_options o = scree_query_defaults();
    o.scratch = scratch;
    o.scratch_size = sizeof scratch;
    scree_contact x, y;
    CHECK(scree_query(a, b, &o, &x) == SCREE_OK);
    CHECK(scree_query(b, a, &o, &y) == SCREE_OK);
    CHECK(x.distance == y.distance && x.lower == y.lower && x.upper == y.upper);
    CHECK(same(x.point_a, y.point_b) && same(x.point_b, y.point_a) && x.index_a == y.index_b);
    return x;
}

static void check_value(const scree_contact *x, double distance, double size, const char *what)
{
    CHECK_MSG(fabs(x->distance - distance) <= ERROR * size, "%s: %.17g, not %.17g", what, x->distance, distance);
    CHECK_MSG(x->lower <= distance + 1e-16 * size && x->upper >= distance - 1e-16 * size, "%s: %.17g in %.17g .. %.17g",
              what, distance, x->lower, x->upper);
    CHECK_MSG(x->upper - x->lower <= WIDTH * size, "%s: width %g", what, x->upper - x->lower);
}

// A pair in closed form, as it stands and rotated, moved and in other units.
static void check_pair(scree_vec3 axes, scree_vec3 at, scree_shape *(*make)(double unit), double distance,
                       scree_vec3 normal, const char *what)
{
    scree_random r = random_stream(4, 1, 0);
    for (int i = 0; i < 9; ++i) {
        const double unit = i % 3 == 0 ? 1.0 : i % 3 == 1 ? 1e-9 : 1e9;
        scree_shape *e = scree_ellipsoid_create(s3_scale(axes, unit), 0, NULL), *p = make(unit);
        scree_quat rotation = i < 3 ? upright : random_orientation(&r);
        scree_body a = place(e, s3_scale(quat_rotate(rotation, at), unit), rotation),
                   b = place(p, s3(0, 0, 0), rotation);
        double size = scree_pair_size(e, p) + sqrt(s3_dot(at, at)) * unit;
        scree_contact x = query(&a, &b);
        check_value(&x, distance * unit, size, what);
        scree_vec3 off = s3_sub(x.normal, quat_rotate(rotation, normal));
        if (s3_dot(normal, normal) > 0.0) CHECK_MSG(s3_dot(off, off) < 1e-16, "%s: normal", what);
        CHECK(x.feature_a == SCREE_FEATURE_SURFACE && x.index_a == -1);
        scree_shape_destroy(e);
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

static scree_shape *plate(double unit)
{
    return scree_box_create(s3(5 * unit, 4 * unit, 0.005 * unit), 0, NULL);
}

static scree_shape *short_capsule(double unit)
{
    return scree_capsule_create(0.25 * unit, unit, 0, NULL);
}

static const double gaps[] = { 1, 1e-6, 1e-12, 0, -1e-12, -1e-6, -1e-2 };
enum { GAPS = sizeof gaps / sizeof gaps[0] };

// On a face, an edge and a corner of a box, at a surface point whose normal is inside the feature's.
static void test_features_of_a_box(void)
{
    const scree_vec3 shapes[] = { s3(0.3, 0.2, 0.1), s3(1, 1, 1), s3(30, 20, 0.03), s3(0.05, 0.05, 10) };
    const scree_vec3 normals[] = { s3(0, 0, -1), s3(0, -0.6, -0.8), s3(-0.48, -0.64, -0.6) };
    const scree_vec3 points[] = { s3(0.1, -0.2, 1), s3(0.3, 1, 1), s3(1, 1, 1) };
    for (int i = 0; i < 4; ++i)
        for (int k = 0; k < 3; ++k)
            for (int g = 0; g < GAPS; ++g) {
                scree_vec3 a = shapes[i], m = normals[k];
                scree_vec3 u = s3_unit(s3(a.x * m.x, a.y * m.y, a.z * m.z)), x = s3(a.x * u.x, a.y * u.y, a.z * u.z);
                // The way out along the normal is the shortest as long as it is short.
                if (gaps[g] < -1e-5 && i > 1) continue;
                scree_vec3 at = s3_sub(points[k], s3_add(x, s3_scale(m, gaps[g])));
                check_pair(a, at, unit_box, gaps[g], m, k == 0 ? "face" : k == 1 ? "edge" : "corner");
            }
}

static void test_feature_names(void)
{
    scree_shape *e = scree_ellipsoid_create(s3(0.3, 0.2, 0.1), 0, NULL), *p = unit_box(1);
    const scree_vec3 at[] = { s3(0.1, 0.2, 1.3), s3(0.1, 1.5, 1.5), s3(1.5, 1.5, 1.5), s3(0, 0, 0.95) };
    const scree_feature kind[] = { SCREE_FEATURE_FACE, SCREE_FEATURE_EDGE, SCREE_FEATURE_VERTEX, SCREE_FEATURE_FACE };
    for (int i = 0; i < 4; ++i) {
        scree_body a = place(e, at[i], upright), b = place(p, s3(0, 0, 0), upright);
        scree_contact x = query(&a, &b);
        CHECK(x.feature_a == SCREE_FEATURE_SURFACE && x.index_a == -1);
        CHECK(x.feature_b == kind[i] && x.index_b >= 0);
    }
    scree_shape_destroy(e);
    scree_shape_destroy(p);
}

static void test_nested(void)
{
    const scree_vec3 none = s3(0, 0, 0), up = s3(0, 0, 1);
    // Along the axis that is the shortest of both, the depth is the least that either could have.
    check_pair(s3(3, 2, 1), none, tall_box, -4, none, "inside a box");
    check_pair(s3(30, 20, 10), none, tall_box, -13, none, "around a box");
    check_pair(s3(3, 2, 1), s3(0, 0, 1e-3), tall_box, -3.999, s3(0, 0, -1), "inside, off centre");
    check_pair(s3(3, 2, 0.001), s3(0.2, 0.1, -0.003), plate, -0.003, up, "two plates");
    check_pair(s3(3, 2, 0.001), s3(0.2, 0.1, 0), plate, -0.006, none, "two plates, one inside");
    check_pair(s3(0.001, 0.001, 0.001), none, unit_box, -1.001, none, "a grain of dust");
    check_pair(s3(1000, 1000, 900), none, unit_box, -901, none, "a box of dust");
    check_pair(s3(1, 1, 1), s3(0.3, 0.2, 0.1), unit_box, -1.7, s3(-1, 0, 0), "a ball");
}

static void test_capsules(void)
{
    const scree_vec3 none = s3(0, 0, 0);
    check_pair(s3(1, 2, 3), s3(2, 0, 0), short_capsule, 0.75, s3(-1, 0, 0), "beside");
    check_pair(s3(1, 2, 3), s3(1.25, 0, 0.5), short_capsule, 0, s3(-1, 0, 0), "touching its side");
    check_pair(s3(1, 2, 0.5), s3(0, 0, 3), short_capsule, 1.25, s3(0, 0, -1), "end on");
    check_pair(s3(1, 2, 0.5), s3(0, 0, 1.75 + 1e-12), short_capsule, 1e-12, s3(0, 0, -1), "end on, nearly touching");
    check_pair(s3(20, 10, 0.1), none, short_capsule, -1.35, none, "through a plate");
    check_pair(s3(20, 10, 0.1), s3(0, 0, 0.3), short_capsule, -1.05, s3(0, 0, -1), "through a plate, off its middle");
    check_pair(s3(0.1, 0.2, 50), none, short_capsule, -0.35, none, "along a needle");
    check_pair(s3(3, 3, 3), s3(0, 0, 0.5), short_capsule, -3.25, none, "inside a ball");
}

// A ball made as an ellipsoid answers as the sphere does.
static void test_balls(void)
{
    const long count = check_scaled(2000);
    for (long i = 0; i < count; ++i) {
        scree_random r = random_stream(4, 2, (uint64_t)i);
        double radius = random_decade(&r, -2, 2);
        scree_shape *e = scree_ellipsoid_create(s3(radius, radius, radius), 0, NULL),
                    *s = scree_sphere_create(radius, 0, NULL);
        scree_shape *p = i % 2 ? tall_box(1) : short_capsule(1);
        scree_body a =
            place(e, s3_scale(random_direction(&r), random_between(&r, 0, radius + 6)), random_orientation(&r));
        scree_body b = place(p, s3(0, 0, 0), random_orientation(&r)), c = a;
        c.shape = s;
        scree_contact x = query(&a, &b), y = query(&c, &b);
        double size = scree_pair_size(e, p);
        CHECK_MSG(fabs(x.distance - y.distance) <= ERROR * size, "ball %ld: %.17g, not %.17g", i, x.distance,
                  y.distance);
        scree_shape_destroy(e);
        scree_shape_destroy(s);
        scree_shape_destroy(p);
    }
}

// ---- long double ---------------------------------------------------------------------------------------------------

enum family { BOXES, CAPSULES, TETRAHEDRA, HULLS, LARGE_HULLS, FAMILIES };

typedef struct sample {
    scree_body e, p;
    double half_length, radius; // of a capsule
    double rounding;            // of the ellipsoid
    double size;
} sample;

static scree_shape *random_hull(scree_random *r, int count, double unit)
{
    scree_vec3 v[60], stretch = s3(random_decade(r, -1.5, 1), random_decade(r, -1.5, 1), random_decade(r, -1.5, 1));
    for (int k = 0; k < count; ++k) {
        scree_vec3 d = random_direction(r);
        v[k] = s3_scale(s3(d.x * stretch.x, d.y * stretch.y, d.z * stretch.z), unit);
    }
    return scree_polyhedron_create(v, (size_t)count, 0, NULL);
}

static sample make_sample(scree_random *r, enum family family)
{
    sample s = { .half_length = random_decade(r, -1.5, 1), .radius = 0.0 };
    const double unit = random_below(r, 4) ? 1.0 : random_decade(r, -9, 9);
    scree_vec3 axes = s3(random_decade(r, -1.5, 1.5), random_decade(r, -1.5, 1.5), random_decade(r, -1.5, 1.5));
    if (random_below(r, 4) == 0) axes.y = axes.z;
    if (random_below(r, 12) == 0) axes.x = axes.y;
    s.rounding = random_below(r, 4) ? 0.0 : 0.1 * unit;
    s.half_length *= unit;
    scree_shape *e = scree_ellipsoid_create(s3_scale(axes, unit), s.rounding, NULL), *p = NULL;
    if (family == BOXES) {
        double x = random_decade(r, -1.5, 1), y = random_decade(r, -1.5, 1), z = random_decade(r, -1.5, 1);
        p = scree_box_create(s3(x * unit, y * unit, z * unit), 0, NULL);
    } else if (family == CAPSULES) {
        s.radius = 0.01 * unit;
        p = scree_capsule_create(s.radius, s.half_length, 0, NULL);
    } else {
        // now and then a grain of dust, or a mountain
        p = random_hull(r, family == TETRAHEDRA ? 4 : family == HULLS ? 12 : 60, random_below(r, 8) ? unit : 1.0);
    }
    s.size = scree_pair_size(e, p);
    s.e = place(e, random_below(r, 3) ? s3(0, 0, 0) : s3_scale(random_direction(r), 3 * s.size), random_orientation(r));
    s.p = place(p, s.e.position, random_orientation(r));
    return s;
}

// Deep inside each other, anywhere, or next to touching: moved along the normal found to a gap between 1e-14 and 1e-3
// of the size, on either side, or none.
static void put(scree_random *r, sample *s)
{
    const int mode = random_below(r, 6);
    const scree_vec3 d = random_direction(r);
    double far = mode == 0 ? random_decade(r, -6, -1) : mode == 1 ? random_between(r, 0, 1.2) : 1.1;
    s->p.position = s3_add(s->e.position, s3_scale(d, far * s->size));
    if (mode < 2) return;
    const double side = mode == 2 ? 0.0 : mode == 3 ? -1.0 : 1.0, gap = side * random_decade(r, -14, -3) * s->size;
    for (int i = 0; i < 3; ++i) {
        scree_contact x = query(&s->e, &s->p);
        s->p.position = s3_add(s->p.position, s3_scale(x.normal, gap - x.distance));
    }
}

// The points are on the surfaces, each to the rounding of the size, and the normal joins them.
static void check_points(const sample *s, const wide_pair *w, const scree_contact *x, const char *what, long i)
{
    const scree_vec3 n = x->normal;
    scree_vec3 rest = s3_sub(s3_sub(x->point_b, x->point_a), s3_scale(n, x->distance));
    // A world coordinate has its own rounding, wherever the bodies are.
    const double slack = ERROR * s->size + 4e-16 * sqrt(s3_dot(x->point_a, x->point_a));
    CHECK_MSG(sqrt(s3_dot(rest, rest)) <= slack, "%s %ld: points astray", what, i);
    scree_body core = s->p;
    core.position = s3_sub(x->point_a, s3_scale(n, s->rounding));
    real3 on_e = wide_place(&s->e, &core, s3(0, 0, 0)), m = real_rotate(s->e.orientation, r3_from(n), true);
    core.position = s3_add(x->point_b, s3_scale(n, s->radius));
    real3 on_p = wide_place(&s->e, &core, s3(0, 0, 0));
    real ratio = r3_norm(r3(on_e.x / w->axes.x, on_e.y / w->axes.y, on_e.z / w->axes.z));
    CHECK_MSG(fabsl(ratio - 1) * wide_reach(w, m) <= slack, "%s %ld: off the ellipsoid by %Lg", what, i,
              (ratio - 1) * wide_reach(w, m));
    // P's point is in P: no direction among all normals of its features tells it apart; and least along the normal.
    wide_pair point = *w;
    point.axes = r3(0, 0, 0);
    for (int k = 0; k < point.count; ++k) point.p[k] = r3_sub(point.p[k], on_p);
    CHECK_MSG(fabsl(wide_gap(&point, m)) <= slack, "%s %ld: off P by %Lg", what, i, wide_gap(&point, m));
    point.gap = -INFINITY;
    wide_faces(&point);
    if (point.count > 2) CHECK_MSG(point.gap <= slack, "%s %ld: outside P by %Lg", what, i, point.gap);
}

static scree_contact query_warm(const scree_body *a, const scree_body *b, scree_cache *cache)
{
    scree_contact x;
    scree_query_options o = scree_query_defaults();
    o.cache = cache;
    CHECK(scree_query(a, b, &o, &x) == SCREE_OK);
    return x;
}

// Against the truth; `what` says who answers.
static void check_truth(const sample *s, const wide_pair *w, real truth, const scree_contact *x, const char *what,
                        long i)
{
    CHECK_MSG(fabsl(x->distance - truth) <= ERROR * s->size, "%s %ld: %.17g, not %.17Lg (size %g)", what, i,
              x->distance, truth, s->size);
    const real tiny = 1e-18L * s->size;
    CHECK_MSG(x->lower <= truth + tiny && truth - tiny <= x->upper, "%s %ld: %.17Lg not in %.17g .. %.17g", what, i,
              truth, x->lower, x->upper);
    CHECK_MSG(x->upper - x->lower <= WIDTH * s->size, "%s %ld: width %g", what, i, (x->upper - x->lower) / s->size);
    check_points(s, w, x, what, i);
}

static void check_sample(const sample *s, scree_random *r, const char *what, long i)
{
    static wide_pair w;
    scree_contact x = query(&s->e, &s->p);
    const real radii = (real)s->rounding + s->radius;
    wide_make(&w, &s->e, &s->p, s->half_length);
    real truth = wide_distance(&w) - radii;
    // No direction has a larger gap than what is claimed, whatever the features.
    for (int k = 0; k < 50; ++k) truth = fmaxl(truth, wide_gap(&w, r3_unit(r3_from(random_direction(r)))) - radii);
    truth = fmaxl(truth, wide_gap(&w, r3_unit(real_rotate(s->e.orientation, r3_from(x.normal), true))) - radii);
    check_truth(s, &w, truth, &x, what, i);
    // From a normal that is nearly right.
    scree_cache cache = { .filled = 1 };
    scree_cache_set_axis(&cache, s3_add(x.normal, s3_scale(random_direction(r), random_decade(r, -16, 0))));
    x = query_warm(&s->e, &s->p, &cache);
    check_truth(s, &w, truth, &x, "warm", i);
}

static void test_features(void)
{
    static const char *const name[FAMILIES] = { "box", "capsule", "tetrahedron", "hull", "large hull" };
    static const long full[FAMILIES] = { 1500, 3000, 1500, 400, 60 };
    for (int family = 0; family < FAMILIES; ++family) {
        const long count = check_scaled(full[family]);
        for (long i = 0; i < count; ++i) {
            scree_random r = random_stream(4, 10 + (uint64_t)family, (uint64_t)i);
            sample s = make_sample(&r, (enum family)family);
            put(&r, &s);
            check_sample(&s, &r, name[family], i);
            scree_shape_destroy((scree_shape *)s.e.shape);
            scree_shape_destroy((scree_shape *)s.p.shape);
        }
    }
}

// Few steps, a bound on scratch, a trace: as for every pair.
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
    for (long i = 0, count = check_scaled(500); i < count; ++i) {
        scree_random r = random_stream(4, 3, (uint64_t)i);
        sample s = make_sample(&r, (enum family)(i % 4));
        put(&r, &s);
        scree_contact x = query(&s.e, &s.p), y;
        trace_log log = { .true_bounds = true, .lower = x.lower, .upper = x.upper };
        scree_cache cache = { .filled = true };
        scree_cache_set_axis(&cache, random_direction(&r));
        scree_query_options o = scree_query_defaults();
        o.trace = on_step;
        o.trace_user = &log;
        o.max_iterations = 1 + random_below(&r, 3);
        o.cache = &cache;
        if (i % 2) o.tolerance = 0.0; // rounding is all that is allowed
        CHECK(scree_query(&s.e, &s.p, &o, &y) == SCREE_OK);
        CHECK(y.lower <= x.upper && y.upper >= x.lower && log.steps > 0 && log.true_bounds);
        CHECK_NEAR(x.distance, y.distance, ERROR * s.size);
        unsigned char small[8];
        o.scratch = small;
        o.scratch_size = sizeof small;
        CHECK(scree_query(&s.e, &s.p, &o, &y) == SCREE_SCRATCH_TOO_SMALL);
        scree_shape_destroy((scree_shape *)s.e.shape);
        scree_shape_destroy((scree_shape *)s.p.shape);
    }
}

// Apart, and moved by a thousandth of the size: of a capsule the feature is mostly the same, and the first one looked
// at. A polyhedron's is found from its best face, warm or cold, and is the first one looked at in most cases.
static void test_warm_steps(void)
{
    enum { MOVES = 20 };
    long warm = 0, cold = 0, asked = 0;
    for (long i = 0; i < check_scaled(200) + 20; ++i) {
        scree_random r = random_stream(4, 4, (uint64_t)i);
        sample s = make_sample(&r, (enum family)(i % FAMILIES));
        s.p.position = s3_add(s.e.position, s3_scale(random_direction(&r), 1.2 * s.size));
        scree_cache cache = { .filled = 0 };
        for (int k = 0; k < MOVES; ++k) {
            const scree_contact x = query(&s.e, &s.p), y = query_warm(&s.e, &s.p, &cache);
            CHECK_NEAR(x.distance, y.distance, ERROR * s.size);
            cold += k > 0 ? x.iterations : 0;
            warm += k > 0 ? y.iterations : 0;
            asked += k > 0;
            s.p.position = s3_add(s.p.position, s3_scale(random_direction(&r), 1e-3 * s.size));
            s.p.orientation.x += 1e-3 * random_between(&r, -1, 1);
        }
        scree_shape_destroy((scree_shape *)s.e.shape);
        scree_shape_destroy((scree_shape *)s.p.shape);
    }
    CHECK_MSG((double)warm <= 1.5 * (double)asked && warm < cold, "%ld steps warm, %ld cold, for %ld pairs", warm, cold,
              asked);
}

int main(void)
{
    test_features_of_a_box();
    test_feature_names();
    test_nested();
    test_capsules();
    test_balls();
    test_features();
    test_options();
    test_warm_steps();
    return check_done();
}
