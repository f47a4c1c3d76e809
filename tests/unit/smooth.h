// For tests of users' own shapes: support callbacks, and the same shapes as closed-form support functions in long
// double, from which the signed distance is found by a search that shares nothing with the library.
//
// The gap along a unit direction n, min n.b - max n.a, is at most the signed distance, and at the right n it is the
// signed distance, whether the bodies are apart or overlap. So a climb over directions gives lower bounds of the truth,
// and from enough starts the truth itself.
#ifndef SCREE_TESTS_NARROW_SMOOTH_H
#define SCREE_TESTS_NARROW_SMOOTH_H

#include "check.h"
#include "scenes/place.h"
#include "scenes/random.h"
#include "scree/query.h"

typedef enum form_kind {
    FORM_ELLIPSOID, // semi-axes p
    FORM_CYLINDER,  // radius p.x, half height p.z, about z
    FORM_CONE,      // base of radius p.x at -p.z, apex at p.z
    FORM_BOX,       // half extents p
    FORM_DISC,      // flat, radius p.x, in z = 0
    FORM_POINT,
    FORM_SEGMENT, // from -p to p
    FORM_LENS,    // two balls of radius p.x around (0, 0, p.z) and (0, 0, -p.z), their intersection
    FORM_DROP,    // hull of a ball of radius p.x and the point (0, 0, p.z)
    FORM_BLOCK,   // (x/p.x)^4 + (y/p.y)^4 + (z/p.z)^4 <= 1
    FORM_KINDS
} form_kind;

typedef struct form {
    form_kind kind;
    scree_vec3 p;
    scree_vec3 offset; // the whole shape moved in its own frame
} form;

typedef long double real;

typedef struct real3 {
    real x, y, z;
} real3;

static inline real3 r3(real x, real y, real z)
{
    real3 r = { x, y, z };
    return r;
}

static inline real3 r3_from(scree_vec3 v)
{
    return r3(v.x, v.y, v.z);
}

static inline real r3_dot(real3 a, real3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline real3 r3_add_scaled(real3 a, real s, real3 b)
{
    return r3(a.x + s * b.x, a.y + s * b.y, a.z + s * b.z);
}

static inline real3 r3_unit(real3 a)
{
    real n = sqrtl(r3_dot(a, a));
    return r3(a.x / n, a.y / n, a.z / n);
}

static inline real3 r3_cross(real3 a, real3 b)
{
    return r3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

static inline double sign_of(double x)
{
    return x < 0.0 ? -1.0 : 1.0;
}

// ---- the callbacks -------------------------------------------------------------------------------------------------

static inline scree_vec3 ellipsoid_point(scree_vec3 p, scree_vec3 d)
{
    scree_vec3 s = s3_unit(s3(p.x * d.x, p.y * d.y, p.z * d.z));
    return s3(p.x * s.x, p.y * s.y, p.z * s.z);
}

static inline scree_vec3 around_z(double radius, scree_vec3 d, double z)
{
    scree_vec3 s = s3_unit(s3(d.x, d.y, 0.0));
    return s3(radius * s.x, radius * s.y, z);
}

static inline scree_vec3 lens_point(scree_vec3 p, scree_vec3 d)
{
    scree_vec3 u = s3_unit(d);
    double side = sign_of(d.z), z = p.x * fabs(u.z) - p.z;
    if (z < 0.0) return around_z(sqrt((p.x - p.z) * (p.x + p.z)), d, 0.0);
    return s3(p.x * u.x, p.x * u.y, side * z);
}

static inline scree_vec3 block_point(scree_vec3 p, scree_vec3 d)
{
    scree_vec3 s = s3_unit(s3(p.x * d.x, p.y * d.y, p.z * d.z));
    scree_vec3 c = s3(cbrt(s.x), cbrt(s.y), cbrt(s.z));
    double n = sqrt(sqrt(c.x * s.x + c.y * s.y + c.z * s.z));
    return s3(p.x * c.x / n, p.y * c.y / n, p.z * c.z / n);
}

static inline scree_vec3 form_support(const void *user, scree_vec3 d)
{
    const form *f = user;
    scree_vec3 p = f->p, r = s3(0, 0, 0);
    switch (f->kind) {
    case FORM_ELLIPSOID:
        r = ellipsoid_point(p, d);
        break;
    case FORM_CYLINDER:
        r = around_z(p.x, d, p.z * sign_of(d.z));
        break;
    case FORM_CONE:
        r = 2.0 * p.z * d.z > p.x * hypot(d.x, d.y) ? s3(0, 0, p.z) : around_z(p.x, d, -p.z);
        break;
    case FORM_BOX:
        r = s3(p.x * sign_of(d.x), p.y * sign_of(d.y), p.z * sign_of(d.z));
        break;
    case FORM_DISC:
        r = around_z(p.x, d, 0.0);
        break;
    case FORM_SEGMENT:
        r = s3_scale(p, sign_of(s3_dot(p, d)));
        break;
    case FORM_LENS:
        r = lens_point(p, d);
        break;
    case FORM_DROP: {
        scree_vec3 u = s3_unit(d);
        r = p.z * u.z > p.x ? s3(0, 0, p.z) : s3_scale(u, p.x);
        break;
    }
    case FORM_BLOCK:
        r = block_point(p, d);
        break;
    default:
        break;
    }
    return s3_add(r, f->offset);
}

static inline double form_radius(const form *f)
{
    scree_vec3 p = f->p;
    switch (f->kind) {
    case FORM_ELLIPSOID:
        return fmax(p.x, fmax(p.y, p.z));
    case FORM_CYLINDER:
    case FORM_CONE:
        return hypot(p.x, p.z) * (1 + 1e-15);
    case FORM_DISC:
    case FORM_LENS:
        return p.x;
    case FORM_POINT:
        return 1e-3;
    case FORM_DROP:
        return fmax(p.x, p.z);
    case FORM_BLOCK:
        return fmax(p.x, fmax(p.y, p.z)) * 1.75;
    default:
        return sqrt(s3_dot(p, p)) * (1 + 1e-15);
    }
}

static inline scree_shape *form_shape(const form *f, double rounding)
{
    scree_support_def def = { .support = form_support, .user = f, .dimension = 3 };
    def.centre = f->offset;
    def.radius = form_radius(f);
    return scree_support_shape_create(&def, rounding, NULL);
}

// ---- the same in long double ---------------------------------------------------------------------------------------

static inline real form_height(const form *f, real3 n)
{
    real x = f->p.x, y = f->p.y, z = f->p.z, flat = hypotl(n.x, n.y), whole = sqrtl(r3_dot(n, n)), h = 0;
    switch (f->kind) {
    case FORM_ELLIPSOID:
        h = sqrtl(x * x * n.x * n.x + y * y * n.y * n.y + z * z * n.z * n.z);
        break;
    case FORM_CYLINDER:
        h = x * flat + z * fabsl(n.z);
        break;
    case FORM_CONE:
        h = fmaxl(z * n.z, x * flat - z * n.z);
        break;
    case FORM_BOX:
        h = x * fabsl(n.x) + y * fabsl(n.y) + z * fabsl(n.z);
        break;
    case FORM_DISC:
        h = x * flat;
        break;
    case FORM_SEGMENT:
        h = fabsl(x * n.x + y * n.y + z * n.z);
        break;
    case FORM_LENS:
        h = x * fabsl(n.z) >= z * whole ? x * whole - z * fabsl(n.z) : sqrtl((x - z) * (x + z)) * flat;
        break;
    case FORM_DROP:
        h = fmaxl(x * whole, z * n.z);
        break;
    case FORM_BLOCK: { // the dual norm of exponent 4 is that of 4/3
        real u = cbrtl(fabsl(x * n.x)), v = cbrtl(fabsl(y * n.y)), w = cbrtl(fabsl(z * n.z));
        h = powl(u * u * u * u + v * v * v * v + w * w * w * w, 0.75L);
        break;
    }
    default:
        break;
    }
    return h + r3_dot(n, r3_from(f->offset));
}

/// v rotated by q; with `back`, against it.
static inline real3 real_rotate(scree_quat q, real3 v, bool back)
{
    real3 u = back ? r3(-(real)q.x, -(real)q.y, -(real)q.z) : r3(q.x, q.y, q.z);
    real w = q.w, s = 2 / (w * w + r3_dot(u, u));
    real3 t = r3_cross(u, v);
    return r3_add_scaled(r3_add_scaled(v, s * w, t), s, r3_cross(u, t));
}

/// A form, or the vertices of a shape, swept by a ball: a sphere is a FORM_POINT, a capsule a FORM_SEGMENT.
typedef struct solid {
    const form *form;         // or NULL, and then
    const scree_shape *shape; // polyhedron, box or polygon
    double radius;
} solid;

static inline real solid_height(const solid *s, real3 n)
{
    if (s->form != NULL) return form_height(s->form, n) + s->radius;
    real best = -INFINITY;
    for (int i = 0, count = scree_shape_vertex_count(s->shape); i < count; ++i)
        best = fmaxl(best, r3_dot(n, r3_from(scree_shape_vertex(s->shape, i))));
    return best + s->radius;
}

typedef struct two_bodies {
    solid a, b;
    scree_body body_a, body_b;
} two_bodies;

/// The gap along a unit direction of the world: never above the signed distance.
static inline real two_bodies_gap(const two_bodies *d, real3 n)
{
    real3 minus = r3(-n.x, -n.y, -n.z);
    scree_vec3 p = d->body_a.position, q = d->body_b.position;
    real shift = n.x * ((real)q.x - p.x) + n.y * ((real)q.y - p.y) + n.z * ((real)q.z - p.z);
    return shift - solid_height(&d->b, real_rotate(d->body_b.orientation, minus, true)) -
           solid_height(&d->a, real_rotate(d->body_a.orientation, n, true));
}

static inline real3 random_real(scree_random *r, bool flat)
{
    if (!flat) return r3_from(random_direction(r));
    double angle = random_between(r, 0, 6.283185307179586);
    return r3(cos(angle), sin(angle), 0);
}

/// Climb from a direction by random steps of falling length.
static inline real two_bodies_climb(const two_bodies *d, real3 n, bool flat, scree_random *r)
{
    real best = two_bodies_gap(d, n);
    real step = 0.2L;
    for (int round = 0; round < 200 && step > 1e-12L; ++round) {
        bool found = false;
        for (int k = 0; k < 10 && !found; ++k) {
            real3 t = r3_unit(r3_add_scaled(n, step, random_real(r, flat)));
            real gap = two_bodies_gap(d, t);
            if (gap <= best) continue;
            best = gap;
            n = t;
            found = true;
        }
        step *= found ? 1.5L : 0.6L;
    }
    return best;
}

enum { MOST_STARTS = 8 };

/// The signed distance, as far as climbs from the best of many directions tell.
static inline real two_bodies_distance(const two_bodies *d, int samples, bool flat, scree_random *r)
{
    real3 start[MOST_STARTS];
    real score[MOST_STARTS];
    int count = 0;
    for (int i = 0; i < samples; ++i) {
        real3 n = random_real(r, flat);
        real gap = two_bodies_gap(d, n);
        int at = count;
        while (at > 0 && score[at - 1] < gap) --at;
        if (at == MOST_STARTS) continue;
        if (count < MOST_STARTS) ++count;
        for (int k = count - 1; k > at; --k) {
            score[k] = score[k - 1];
            start[k] = start[k - 1];
        }
        score[at] = gap;
        start[at] = n;
    }
    real best = -INFINITY;
    for (int i = 0; i < count; ++i) best = fmaxl(best, two_bodies_climb(d, start[i], flat, r));
    return best;
}

/// The same from one more direction: a hint, such as the normal of an answer that is on trial.
static inline real two_bodies_distance_near(const two_bodies *d, scree_vec3 hint, int samples, bool flat,
                                            scree_random *r)
{
    return fmaxl(two_bodies_climb(d, r3_unit(r3_from(hint)), flat, r), two_bodies_distance(d, samples, flat, r));
}

/// How far a point of the world is from the surface of a body whose outward normal there is about n.
static inline real off_surface(const solid *s, const scree_body *body, scree_vec3 point, real3 n, bool flat,
                               scree_random *r)
{
    static const form dot = { .kind = FORM_POINT };
    two_bodies d = { *s, { .form = &dot }, *body, scree_body_at(NULL, point) };
    return fmaxl(two_bodies_climb(&d, n, flat, r), fabsl(two_bodies_gap(&d, n)));
}

static inline double length_of(scree_vec3 v)
{
    return sqrt(s3_dot(v, v));
}

/// How far the answer for two bodies may be from what the search finds: roundings of the callbacks, which return points
/// far from their origin if the form is there, and of what they are handed. The library cannot see those.
static inline double blur_of(const two_bodies *d)
{
    double far = length_of(s3_sub(d->body_b.position, d->body_a.position));
    if (d->a.form != NULL) far += length_of(d->a.form->offset);
    if (d->b.form != NULL) far += length_of(d->b.form->offset);
    return 16 * 0x1p-53 * (scree_pair_size(d->body_a.shape, d->body_b.shape) + far);
}

/// The interval holds the truth, and the answer.
static inline void check_interval(const two_bodies *d, const scree_contact *c, real truth, const char *what)
{
    double blur = blur_of(d);
    truth = fmaxl(truth, two_bodies_gap(d, r3_unit(r3_from(c->normal)))); // which any direction bounds from below
    CHECK_MSG(c->status == SCREE_OK || c->status == SCREE_NO_CONVERGENCE, "%s: status %d", what, c->status);
    CHECK_MSG(c->lower <= c->distance && c->distance <= c->upper, "%s: %.17g not in [%.17g, %.17g]", what, c->distance,
              c->lower, c->upper);
    CHECK_MSG(c->lower <= (double)truth + blur, "%s: lower %.17g above %.17g by %.3g", what, c->lower, (double)truth,
              (double)(c->lower - truth));
    CHECK_MSG(c->upper >= (double)truth - blur, "%s: upper %.17g below %.17g by %.3g", what, c->upper, (double)truth,
              (double)(truth - c->upper));
}

/// Everything that must hold of any answer, converged or not; `truth` is at most the signed distance, and the best
/// known, `tolerance` that of the query.
static inline void check_answer(const two_bodies *d, const scree_contact *c, real truth, double tolerance, bool flat,
                                const char *what)
{
    scree_random r = random_stream(99, 0, 0);
    double blur = blur_of(d), size = scree_pair_size(d->body_a.shape, d->body_b.shape);
    check_interval(d, c, truth, what);
    real3 n = r3_from(c->normal), back = r3(-n.x, -n.y, -n.z);
    CHECK_MSG(fabsl(r3_dot(n, n) - 1) <= 1e-15L, "%s: normal of length %.17g", what, (double)sqrtl(r3_dot(n, n)));
    scree_vec3 e = s3_sub(s3_sub(c->point_b, c->point_a), s3_scale(c->normal, c->distance)), p = c->point_a;
    CHECK_MSG(length_of(e) <= 8 * 0x1p-53 * (length_of(p) + size + fabs(c->distance)), "%s: points astray by %.3g",
              what, length_of(e));
    if (c->status != SCREE_OK) return;
    double width = c->upper - c->lower;
    CHECK_MSG(width <= fmax(tolerance, 40 * blur), "%s: ok, and %.3g of the size wide", what, width / size);
    real gap = two_bodies_gap(d, r3_unit(n)); // the normal proves the distance
    CHECK_MSG(fabsl(gap - c->distance) <= fmax(tolerance, 4 * blur), "%s: the normal proves %.17g, not %.17g", what,
              (double)gap, c->distance);
    // Along a smooth surface the distance is flat: its points are known to the root of what it is known to.
    double loose = 8 * sqrt(size * fmax(tolerance, 4 * blur));
    real off_a = off_surface(&d->a, &d->body_a, c->point_a, n, flat, &r);
    real off_b = off_surface(&d->b, &d->body_b, c->point_b, back, flat, &r);
    CHECK_MSG(off_a <= loose && off_b <= loose, "%s: points %.3g and %.3g of the size off the surfaces", what,
              (double)off_a / size, (double)off_b / size);
    scree_state state = fabs(c->distance) <= tolerance ? SCREE_TOUCHING
                        : c->distance > 0.0            ? SCREE_SEPARATED
                                                       : SCREE_OVERLAPPING;
    CHECK_MSG(c->state == state, "%s: state %d at %.3g", what, c->state, c->distance);
}

#endif
