// For the tests of common planes: pairs with answers in closed form, random pairs with the oracle's, and what every
// answer must be.
#ifndef SCREE_TESTS_NARROW_PLANES_H
#define SCREE_TESTS_NARROW_PLANES_H

#include "counted.h"
#include "judged.h"
#include "math/vec3.h"
#include "scree/method.h"

static inline scree_contact query_with(const char *method, const scree_body *a, const scree_body *b,
                                       scree_query_options options)
{
    options.method = scree_method_find(method);
    scree_contact x;
    CHECK(options.method != NULL);
    scree_status status = query_counted(a, b, &options, &x);
    CHECK_MSG(status == SCREE_OK || status == SCREE_NO_CONVERGENCE, "%s: status %d", method, (int)status);
    return x;
}

static inline scree_contact query(const char *method, const scree_body *a, const scree_body *b)
{
    return query_with(method, a, b, scree_query_defaults());
}

/// The interval holds the exact distance, and the distance given is a gap: never above the exact one.
static inline void check_true(const scree_contact *x, double exact, double slack, const char *what)
{
    CHECK_MSG(x->lower <= exact + slack && x->upper >= exact - slack, "%s: %.17g is not in [%.17g, %.17g]", what, exact,
              x->lower, x->upper);
    CHECK_MSG(x->distance <= exact + slack, "%s: %.17g is above %.17g", what, x->distance, exact);
    CHECK_NEAR(v3_norm(x->normal), 1.0, 1e-15);
}

/// Two bodies that meet across a known normal, at distance 0 along it from the place that is given.
typedef struct known_pair {
    const char *what;
    scree_shape *shape;
    scree_body a, b;
    scree_vec3 normal;
} known_pair;

enum { KNOWN_PAIRS = 4, KNOWN_FLAT_PAIRS = 2 };

/// Unit cubes: face on face, vertex on face, edge across edge at right angles and at 30 degrees.
static inline void known_open(known_pair out[KNOWN_PAIRS])
{
    const double pi = 3.14159265358979323846, diagonal = sqrt(0.75), half = sqrt(0.5);
    const scree_quat level = { 1, 0, 0, 0 };
    const scree_quat corner = quat_from_to(s3_unit(s3(1, 1, 1)), s3(-1, 0, 0));
    const scree_quat edge_a = quat_about(s3(0, 1, 0), pi / 4), edge_b = quat_about(s3(1, 0, 0), pi / 4);
    const scree_quat rotated = quat_times(quat_about(s3(0, 0, 1), pi / 3), edge_b);
    out[0] = (known_pair){ .what = "face on face", .a.orientation = level, .b = { NULL, { 1, 0.125, -0.25 }, level } };
    out[1] = (known_pair){ .what = "vertex on face", .a.orientation = level };
    out[1].b = (scree_body){ NULL, { 0.5 + diagonal, 0.125, -0.0625 }, corner };
    out[2] = (known_pair){ .what = "edges at 90 degrees", .a.orientation = edge_a };
    out[2].b = (scree_body){ NULL, { 0.0625, -0.125, 2.0 * half }, edge_b };
    out[3] = (known_pair){ .what = "edges at 30 degrees", .a.orientation = edge_a };
    out[3].b = (scree_body){ NULL, { 0.0625, -0.125, 2.0 * half }, rotated };
    for (int i = 0; i < KNOWN_PAIRS; ++i) {
        out[i].shape = scree_box_create(s3(0.5, 0.5, 0.5), 0.0, NULL);
        out[i].normal = i < 2 ? s3(1, 0, 0) : s3(0, 0, 1);
    }
}

/// Unit squares: side on side, corner on side.
static inline void known_flat_open(known_pair out[KNOWN_FLAT_PAIRS])
{
    const double pi = 3.14159265358979323846;
    const scree_vec3 square[4] = { { -0.5, -0.5, 0 }, { 0.5, -0.5, 0 }, { 0.5, 0.5, 0 }, { -0.5, 0.5, 0 } };
    const scree_quat level = { 1, 0, 0, 0 }, eighth = { cos(pi / 8), 0, 0, sin(pi / 8) };
    out[0] = (known_pair){ .what = "side on side", .a.orientation = level, .b = { NULL, { 1, 0.25, 0 }, level } };
    out[1] = (known_pair){ .what = "corner on side", .a.orientation = level };
    out[1].b = (scree_body){ NULL, { 0.5 + sqrt(0.5), 0.125, 0 }, eighth };
    for (int i = 0; i < KNOWN_FLAT_PAIRS; ++i) {
        out[i].shape = scree_polygon_create(square, 4, 0.0, NULL);
        out[i].normal = s3(1, 0, 0);
    }
}

/// At this signed distance along the known normal.
static inline known_pair known_at(const known_pair *pair, double distance)
{
    known_pair p = *pair;
    p.a.shape = p.b.shape = p.shape;
    p.b.position = s3_add(p.b.position, s3_scale(p.normal, distance));
    return p;
}

static inline void known_close(known_pair *pairs, int count)
{
    for (int i = 0; i < count; ++i) scree_shape_destroy(pairs[i].shape);
}

/// Every known pair, apart and overlapping, both ways round: the answer to `error`.
static inline void check_known(const char *method, const known_pair *pairs, int count, double error)
{
    const double distances[] = { 0.5, 0.125, 1e-3, -1e-3, -0.0625 };
    for (int i = 0; i < count; ++i) {
        for (int k = 0; k < 10; ++k) {
            double d = distances[k / 2], side = k % 2 == 0 ? 1.0 : -1.0;
            known_pair p = known_at(&pairs[i], d);
            scree_contact x = k % 2 == 0 ? query(method, &p.a, &p.b) : query(method, &p.b, &p.a);
            CHECK_MSG(fabs(x.distance - d) <= error, "%s, %s at %g: %.17g", method, p.what, d, x.distance);
            // The gap falls with the square of the tilt, or faster: a distance that is off by e says little about the
            // normal of bodies apart, but these meet in faces or edges, which a tilt of t lifts by about t.
            CHECK_MSG(v3_dot(x.normal, p.normal) * side >= 1.0 - error, "%s, %s at %g: normal %g %g %g", method, p.what,
                      d, x.normal.x, x.normal.y, x.normal.z);
            check_true(&x, d, 1e-14, p.what);
            CHECK(x.iterations > 0 && !counted.cut_short);
        }
    }
}

/// A random polygon and its oracle.
static inline judged_shape judged_random_polygon(scree_random *r, int most)
{
    scree_vec3 p[JUDGED_POINTS];
    int count = 3 + random_below(r, most - 2);
    for (int i = 0; i < count; ++i) p[i] = s3(random_between(r, -1, 1), random_between(r, -1, 1), 0);
    judged_shape s = { scree_polygon_create(p, (size_t)count, 0.0, NULL), scree_oracle_hull(p, count, 2, 0.0) };
    return s;
}

static inline scree_body random_flat_pose(scree_random *r, double far)
{
    double half_angle = random_between(r, 0.0, 3.141592653589793), way = random_between(r, 0.0, 6.283185307179586);
    double length = far * random_unit(r);
    scree_body body = { NULL, s3(length * cos(way), length * sin(way), 0), { cos(half_angle), 0, 0, sin(half_angle) } };
    return body;
}

/// The pair's size times 2^exponent: every length is a power of two larger, and so must be every length found.
static inline scree_contact query_scaled(const char *method, const scree_vec3 *points_a, int count_a,
                                         const scree_vec3 *points_b, int count_b, scree_body a, scree_body b,
                                         int exponent)
{
    scree_vec3 p[2][JUDGED_POINTS];
    const double scale = ldexp(1.0, exponent);
    for (int i = 0; i < count_a; ++i) p[0][i] = s3_scale(points_a[i], scale);
    for (int i = 0; i < count_b; ++i) p[1][i] = s3_scale(points_b[i], scale);
    scree_shape *shape_a = scree_polyhedron_create(p[0], (size_t)count_a, 0.0, NULL);
    scree_shape *shape_b = scree_polyhedron_create(p[1], (size_t)count_b, 0.0, NULL);
    scree_contact x = { .status = SCREE_INVALID_ARGUMENT };
    if (CHECK(shape_a != NULL && shape_b != NULL)) {
        a.shape = shape_a;
        b.shape = shape_b;
        a.position = s3_scale(a.position, scale);
        b.position = s3_scale(b.position, scale);
        x = query(method, &a, &b);
    }
    scree_shape_destroy(shape_a);
    scree_shape_destroy(shape_b);
    return x;
}

/// No length is compared with a constant: the search takes the same steps at every scale.
static inline void check_scales(const char *method, scree_random *r)
{
    scree_vec3 p[JUDGED_POINTS], q[JUDGED_POINTS];
    const int count = 10;
    for (int i = 0; i < count; ++i) {
        p[i] = random_direction(r);
        q[i] = random_direction(r);
    }
    scree_body a = random_pose(r, 0.5), b = random_pose(r, 2.0);
    scree_contact one = query_scaled(method, p, count, q, count, a, b, 0);
    const int exponents[] = { -100, -30, 30, 100 };
    for (int i = 0; i < 4; ++i) {
        scree_contact x = query_scaled(method, p, count, q, count, a, b, exponents[i]);
        CHECK_MSG(x.distance == ldexp(one.distance, exponents[i]) && x.iterations == one.iterations,
                  "%s at 2^%d: %.17g after %d, not %.17g after %d", method, exponents[i],
                  ldexp(x.distance, -exponents[i]), x.iterations, one.distance, one.iterations);
    }
}

/// Lower bounds of the trace against the exact distance.
typedef struct trace_watch {
    double exact, slack;
    int steps;
    double last;
} trace_watch;

static inline void watch_step(void *user, const scree_trace_step *step)
{
    trace_watch *w = user;
    ++w->steps;
    CHECK_MSG(step->lower <= w->exact + w->slack && step->upper >= w->exact - w->slack, "step %d: [%.17g, %.17g]",
              step->iteration, step->lower, step->upper);
    CHECK(step->iteration > w->last && step->simplex_size == 1);
    w->last = step->iteration;
}

/// A body at one place with itself, and a small one in the middle of a large one: any axis may be level.
static inline void check_coincident(const char *method, scree_shape *small, scree_shape *large)
{
    const scree_body s = { small, { 0, 0, 0 }, { 1, 0, 0, 0 } }, l = { large, { 0, 0, 0 }, { 1, 0, 0, 0 } };
    const scree_body *pairs[3][2] = { { &s, &s }, { &s, &l }, { &l, &s } };
    for (int i = 0; i < 3; ++i) {
        scree_contact exact = query("auto", pairs[i][0], pairs[i][1]), x = query(method, pairs[i][0], pairs[i][1]);
        check_true(&x, exact.distance, 1e-9, "coincident");
        CHECK(x.distance < 0.0 && isfinite(x.distance));
    }
}

#endif
