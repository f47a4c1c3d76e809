// For tests of the ellipsoid methods: two ellipsoids, what is known of their distance, and a method's answer on trial.
//
// The distance comes from Newton's method in long double over the normal n: gap(n) is at most the distance, and the
// vector v between the two points that face each other along n at least as long. Where both agree, the truth is proven.
#ifndef SCREE_TESTS_NARROW_TWO_ELLIPSOIDS_H
#define SCREE_TESTS_NARROW_TWO_ELLIPSOIDS_H

#include "counted.h"
#include "scree/ellipsoid.h"
#include "scree/method.h"
#include "smooth.h"

typedef struct two_ellipsoids {
    form form[2];
    scree_shape *shape[2];
    two_bodies bodies;
    real truth;   // signed; of overlapping ones only a lower bound
    real3 normal; // where it may be found
    double size;
} two_ellipsoids;

// A sphere as one, where the semi-axes are equal and `balls` is set: the library's own kind, and a point with a radius.
static inline void two_make(two_ellipsoids *t, const scree_vec3 axes[2], bool balls)
{
    *t = (two_ellipsoids){ .truth = 0 };
    for (int m = 0; m < 2; ++m) {
        bool ball = balls && axes[m].x == axes[m].y && axes[m].x == axes[m].z;
        t->form[m] = (form){ .kind = FORM_ELLIPSOID, .p = axes[m] };
        t->shape[m] = ball ? scree_sphere_create(axes[m].x, 0.0, NULL) : scree_ellipsoid_create(axes[m], 0.0, NULL);
        CHECK(t->shape[m] != NULL);
    }
    t->bodies.a.form = &t->form[0];
    t->bodies.b.form = &t->form[1];
}

static inline void two_free(two_ellipsoids *t)
{
    for (int m = 0; m < 2; ++m) scree_shape_destroy(t->shape[m]);
}

// ---- the truth -----------------------------------------------------------------------------------------------------

// S v, S being the shape matrix of a body: the semi-axes squared, rotated.
static inline real3 shape_times(scree_vec3 axes, scree_quat q, real3 v)
{
    real3 y = real_rotate(q, v, true);
    y = r3((real)axes.x * axes.x * y.x, (real)axes.y * axes.y * y.y, (real)axes.z * axes.z * y.z);
    return real_rotate(q, y, false);
}

typedef struct facing {
    real gap, length; // n . v and |v|
    real3 t;          // the part of v across n
    real3 sn[2];      // S n of both, and the support heights
    real h[2];
} facing;

static inline facing face_along(const two_ellipsoids *two, real3 n)
{
    const scree_body *body[2] = { &two->bodies.body_a, &two->bodies.body_b };
    facing f;
    scree_vec3 p = body[0]->position, q = body[1]->position;
    real3 v = r3((real)q.x - p.x, (real)q.y - p.y, (real)q.z - p.z);
    for (int m = 0; m < 2; ++m) {
        f.sn[m] = shape_times(two->form[m].p, body[m]->orientation, n);
        f.h[m] = sqrtl(r3_dot(n, f.sn[m]));
        v = r3_add_scaled(v, -1 / f.h[m], f.sn[m]);
    }
    f.gap = r3_dot(n, v);
    f.length = sqrtl(r3_dot(v, v));
    f.t = r3_add_scaled(v, -f.gap, n);
    return f;
}

// -(H_A + H_B + gap) between two directions across n.
static inline real bend(const two_ellipsoids *two, const facing *f, real3 e, real3 g)
{
    const scree_body *body[2] = { &two->bodies.body_a, &two->bodies.body_b };
    real sum = f->gap * r3_dot(e, g);
    for (int m = 0; m < 2; ++m) {
        real3 sg = shape_times(two->form[m].p, body[m]->orientation, g);
        sum += r3_dot(e, sg) / f->h[m] - r3_dot(e, f->sn[m]) * r3_dot(g, f->sn[m]) / (f->h[m] * f->h[m] * f->h[m]);
    }
    return sum;
}

// Newton's step on the sphere of normals, shortened until the gap grows, or stays the same and what is across falls:
// near the end the gap tells no more.
static inline bool newton_step(const two_ellipsoids *two, real3 *n, facing *f)
{
    real3 axis = fabsl(n->x) < 0.6L ? r3(1, 0, 0) : r3(0, 1, 0);
    real3 e = r3_unit(r3_cross(*n, axis)), g = r3_cross(*n, e);
    real a = bend(two, f, e, e), b = bend(two, f, e, g), c = bend(two, f, g, g), det = a * c - b * b;
    real u = r3_dot(e, f->t), w = r3_dot(g, f->t), x = u, y = w; // uphill, where the bend is of no use
    if (a > 0 && det > 0) {
        x = (c * u - b * w) / det;
        y = (a * w - b * u) / det;
    }
    for (real scale = 1; scale > 1e-9L; scale *= 0.5L) {
        real3 trial = r3_unit(r3_add_scaled(r3_add_scaled(*n, scale * x, e), scale * y, g));
        facing next = face_along(two, trial);
        bool level = next.gap > f->gap - 1e-18L * two->size && r3_dot(next.t, next.t) < 0.9L * r3_dot(f->t, f->t);
        if (!(next.gap > f->gap) && !level) continue;
        *n = trial;
        *f = next;
        return true;
    }
    return false;
}

/// For ellipsoids apart; checks that what it returns is proven to `care` of the size.
static inline real two_distance(const two_ellipsoids *two, real care)
{
    real3 n = two->normal;
    facing f = face_along(two, n);
    for (int i = 0; i < 200 && newton_step(two, &n, &f); ++i) continue;
    CHECK_MSG(f.length - f.gap <= care * two->size, "the oracle is astray by %.3g", (double)(f.length - f.gap));
    return f.gap;
}

// ---- places --------------------------------------------------------------------------------------------------------

static inline void two_place(two_ellipsoids *t, scree_body a, scree_body b)
{
    t->bodies.body_a = a;
    t->bodies.body_b = b;
    t->bodies.body_a.shape = t->shape[0];
    t->bodies.body_b.shape = t->shape[1];
    t->size = scree_pair_size(t->shape[0], t->shape[1]);
}

/// Rotated at random, and `gap` apart along a direction at random (negative: overlapping, and the gap a lower bound).
static inline void two_apart(two_ellipsoids *t, double gap, scree_random *r)
{
    scree_body a = { .orientation = random_rotation(r) }, b = { .orientation = random_rotation(r) };
    real3 n = r3_unit(r3_from(random_direction(r))), at = r3(0, 0, 0);
    const scree_body *body[2] = { &a, &b };
    for (int m = 0; m < 2; ++m) {
        real3 sn = shape_times(t->form[m].p, body[m]->orientation, n);
        at = r3_add_scaled(at, 1 / sqrtl(r3_dot(n, sn)), sn);
    }
    at = r3_add_scaled(at, gap, n);
    b.position = s3((double)at.x, (double)at.y, (double)at.z);
    two_place(t, a, b);
    t->truth = gap;
    t->normal = n;
}

/// The validation case of 3.2: a spheroid of equivalent diameter `scale`, rotated by 45 degrees, and its mirror image, d
/// (in diameters) apart.
static inline void two_mirror(two_ellipsoids *t, double aspect, double d, double scale)
{
    double a = 0.5 * scale * cbrt(aspect * aspect), b = 0.5 * scale / cbrt(aspect);
    const scree_vec3 axes[2] = { s3(a, b, b), s3(a, b, b) };
    two_make(t, axes, false);
    double middle = sqrt(0.5 * (a * a + b * b)) + 0.5 * d * scale, eighth = atan(1.0) / 2;
    scree_body one = { .position = s3(middle, 0, 0), .orientation = quat_about(s3(0, 0, 1), 2 * eighth) };
    scree_body other = { .position = s3(-middle, 0, 0), .orientation = quat_about(s3(0, 0, 1), -2 * eighth) };
    two_place(t, one, other);
    t->truth = two_bodies_gap(&t->bodies, r3(-1, 0, 0)); // d * scale, but for the rounding of the pose
}

// ---- answers -------------------------------------------------------------------------------------------------------

static inline scree_query_options two_options(const char *method, double tolerance)
{
    scree_query_options o = scree_query_defaults();
    o.method = scree_method_find(method);
    o.tolerance = tolerance;
    CHECK(o.method != NULL);
    return o;
}

/// The answer, checked for all that must hold of any answer.
static inline scree_contact two_query(const two_ellipsoids *t, const scree_query_options *o, const char *what)
{
    scree_contact c;
    scree_status status = query_counted(&t->bodies.body_a, &t->bodies.body_b, o, &c);
    CHECK_MSG(status == c.status, "%s", what);
    double tolerance = o->tolerance < 0.0 ? 1e-12 * t->size : o->tolerance;
    check_answer(&t->bodies, &c, t->truth, tolerance, false, what);
    CHECK_MSG(!counted.cut_short || c.status == SCREE_NO_CONVERGENCE, "%s: cut short, and content", what);
    CHECK_MSG(c.feature_a == SCREE_FEATURE_SURFACE && c.feature_b == SCREE_FEATURE_SURFACE, "%s", what);
    return c;
}

/// An answer "distance = 0" of overlapping ellipsoids.
static inline void two_check_overlap(const two_ellipsoids *t, const scree_query_options *o, const char *what)
{
    scree_contact c = two_query(t, o, what);
    CHECK_MSG(c.distance == 0.0 && !counted.cut_short, "%s: %.17g", what, c.distance);
    CHECK_MSG(c.upper <= 1e-13 * t->size && c.lower < 0.0, "%s: [%.3g, %.3g]", what, c.lower, c.upper);
}

static inline void count_step(void *user, const scree_trace_step *step)
{
    int *count = user;
    CHECK(step->iteration == *count && step->lower <= step->upper);
    ++*count;
}

/// Overlapping ellipsoids, apart by rounding, concentric ones, spheres, few steps, the trace: for every method.
static inline void two_check_ends(const char *method)
{
    scree_random r = random_stream(41, 0, 0);
    for (long i = 0, n = check_scaled(300); i < n; ++i) {
        two_ellipsoids t;
        double scale = i % 10 == 0 ? random_decade(&r, -50, 50) : random_decade(&r, -9, 9);
        scree_vec3 axes[2];
        for (int m = 0; m < 2; ++m)
            axes[m] = s3_scale(s3(random_decade(&r, -1, 0), random_decade(&r, -1, 0), random_decade(&r, -1, 0)), scale);
        if (i % 5 == 0) axes[0] = s3(scale, scale, scale);
        two_make(&t, axes, true);
        scree_query_options o = two_options(method, -1.0);
        o.max_iterations = 2000;
        two_apart(&t, -random_decade(&r, -3, 0) * fmin(axes[0].x, axes[1].x), &r);
        bool sure = two_bodies_gap(&t.bodies, r3_unit(r3_from(t.bodies.body_b.position))) < 0; // deep enough, or not
        t.truth = two_bodies_distance(&t.bodies, 50, false, &r);
        if (sure && t.truth < -1e-6 * t.size) two_check_overlap(&t, &o, method);
        t.bodies.body_b.position = t.bodies.body_a.position;
        t.truth = two_bodies_distance(&t.bodies, 50, false, &r);
        two_check_overlap(&t, &o, method);

        o.max_iterations = 1;
        two_apart(&t, random_decade(&r, -15, 1) * scale, &r);
        t.truth = fmaxl(t.truth, two_distance(&t, 1e-8L));
        scree_contact few = two_query(&t, &o, method);
        CHECK(few.iterations <= 2);
        two_free(&t);
    }
    two_ellipsoids t;
    const scree_vec3 axes[2] = { s3(1, 1, 1), s3(0.5, 0.5, 0.5) };
    two_make(&t, axes, true);
    two_place(&t, scree_body_at(NULL, s3(1, 2, 3)), scree_body_at(NULL, s3(3, 1, 5)));
    t.truth = 1.5L;
    scree_query_options o = two_options(method, -1.0);
    scree_contact c = two_query(&t, &o, method);
    CHECK(c.status == SCREE_OK && c.iterations == 0);
    CHECK_NEAR(c.distance, 1.5, 1e-15);
    two_free(&t);

    int count = 0;
    two_mirror(&t, 1.5, 1.0, 1.0);
    o.trace = count_step;
    o.trace_user = &count;
    o.tolerance = 1e-3;
    c = two_query(&t, &o, method);
    CHECK_MSG(count == c.iterations + 1, "%s: %d steps reported, %d taken", method, count, c.iterations);
    two_free(&t);
}

/// On x each ellipsoid, with principal axes along the frame's: the distance is that of the ends.
static inline void two_check_aligned(const char *method)
{
    static const double scales[] = { 1, 1e-3, 1e3, 1e-9, 1e9, 1e-50, 1e50 };
    for (int i = 0; i < 7; ++i) {
        double s = scales[i];
        const scree_vec3 axes[2] = { s3(s, 2 * s, 0.5 * s), s3(0.5 * s, s, 3 * s) };
        two_ellipsoids t;
        two_make(&t, axes, false);
        two_place(&t, scree_body_at(NULL, s3(0, 0, 0)), scree_body_at(NULL, s3(-2.5 * s, 0, 0)));
        t.truth = s;
        scree_query_options o = two_options(method, -1.0);
        scree_contact c = two_query(&t, &o, method);
        CHECK_MSG(c.status == SCREE_OK, "%s, scale %g", method, s);
        CHECK_NEAR(c.distance, s, 1e-12 * s);
        CHECK_NEAR(c.normal.x, -1.0, 1e-12);
        two_free(&t);
    }
}

#endif
