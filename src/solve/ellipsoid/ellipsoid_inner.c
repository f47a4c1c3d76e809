// One ellipsoid inside the Minkowski difference of two.
//
// Source      The inner ellipsoid of a sum: Kurzhanski, Valyi, Ellipsoidal Calculus for Estimation and Control (1997).
//             That it can be judged by a 2 x 2 matrix, without being built, is worked out below.
// Idea        With A = D_A, B = D_B R^T the support functions are |A n| and |B n|, and the depth of the origin in M is
// Idea        With A = D_A, B = D_B R^T the support functions are |A n| and |B n|, and the depth of the origin in M is
//             the least of |A n| + |B n| - n . d over unit n. For any rotation O, |A n| + |B n| >= |A n + O B n|: the
//             support function of one ellipsoid Q inside M. It touches M along n if O rotates B n into the direction of
//             A n; the freedom left in O is a rotation K in a plane. So the depth f found along n is the least if Q
//             contains the ball of radius f about d, that is if |A m + O B m| >= m . d + f |m| for all m.
//             With x = n . d and h = |A n| + |B n| = x + f, (m . d + f |m|)^2 <= h (m . d)^2 / x + h f |m|^2 for all
//             m, with equality along n. What is to be shown is then that a quadratic form is not negative. It is 0
//             along n, which leaves the plane across n, and there it is, divided by h,
//
//                W = Z^T Z / h - f / (x h) d_t d_t^T - f I,    Z = X + K Y,  X^2 = h_A H_A,  Y^2 = h_B H_B
//
//             with the radius matrices H and the component d_t of d across n. K is the rotation for which the trace of
//             W is largest: the polar factor of Y X.
//             If n is not quite stationary, t appears in addition to W, and mu = 0 in its corner; lowering f to f' adds
//             mu = f - f'^2 / f to the diagonal. It is enough that mu (lambda + mu) >= |t|^2, for the least eigenvalue
//             lambda of W. Each lambda gives some f': the bound holds for any n, and is sharp if lambda >= 0.
// Limits      One ellipsoid can prove it only if W >= 0. The standing exception are coaxial spheroids of different
//             shape, whose least depth is along a cone of normals.
#include "solve/ellipsoid/ellipsoid_inner.h"

#include "math/dd.h"

// Error bounds, in roundings: of a column of X or Y, relative to its image under D (3 for D, 3 for the image's basis
// and 3 for the product, and as much again for the rotation K and the sum Z); of a rotated vector of B, relative to the
// largest axis; of the other terms of W, each.
#define IMAGE_ROUNDINGS 16.0
#define ROTATION_ROUNDINGS 4.0
#define TERM_ROUNDINGS 16.0

// A symmetric 2 x 2 matrix in the basis of the plane across n.
typedef struct sym2 {
    double xx, xy, yy;
} sym2;

typedef struct plane {
    scree_vec3 e, f; // with n, a right-handed orthonormal basis
} plane;

typedef struct proof {
    sym2 w;        // the matrix W, less a bound on its rounding error
    double lambda; // its least eigenvalue
} proof;

// A 2 x 2 matrix, by its columns.
typedef struct mat2 {
    double x[2], y[2];
} mat2;

// X and Y, and a bound on the rounding error of the columns of X + K Y.
typedef struct roots {
    mat2 x, y;
    double error[2];
} roots;

// X of one body: the map D, in its own frame, restricted to the plane across n, with values in the plane across D n. A
// square root of h H in the sense that X^T X = h H.
static mat2 root_of(scree_vec3 axes, scree_vec3 n, scree_vec3 e, scree_vec3 f, double error[2])
{
    const scree_vec3 u = v3_unit(v3_times(axes, n)), g = v3_any_normal_to(u), h = v3_cross(u, g);
    const scree_vec3 to_e = v3_times(axes, e), to_f = v3_times(axes, f);
    error[0] += IMAGE_ROUNDINGS * SCREE_ROUNDING * v3_norm(to_e);
    error[1] += IMAGE_ROUNDINGS * SCREE_ROUNDING * v3_norm(to_f);
    return (mat2){ { v3_dot(g, to_e), v3_dot(h, to_e) }, { v3_dot(g, to_f), v3_dot(h, to_f) } };
}

static roots roots_at(const scree_ellipsoid_pair *p, const scree_ellipsoid_view *v, const plane *s)
{
    const scree_two3 root = { two_sqrt(p->q.x), two_sqrt(p->q.y), two_sqrt(p->q.z) };
    const scree_two3 axes = two3_scale(root, p->radius);
    const scree_vec3 e_b = m3_mul_transposed(&p->rotation, s->e), f_b = m3_mul_transposed(&p->rotation, s->f);
    roots r;
    r.error[0] = r.error[1] = ROTATION_ROUNDINGS * SCREE_ROUNDING * p->radius[1];
    r.x = root_of(two3_a(&axes), two3_a(&v->n), s->e, s->f, r.error);
    r.y = root_of(two3_b(&axes), two3_b(&v->n), e_b, f_b, r.error);
    return r;
}

static void apply(const mat2 *m, double e0, double e1, double out[2])
{
    out[0] = m->x[0] * e0 + m->y[0] * e1;
    out[1] = m->x[1] * e0 + m->y[1] * e1;
}

static double dot2(const double a[2], const double b[2])
{
    return a[0] * b[0] + a[1] * b[1];
}

static double cross2(const double a[2], const double b[2])
{
    return a[0] * b[1] - a[1] * b[0];
}

// The least eigenvalue of [xx, xy; xy, yy]. If the other one is much larger, only the determinant has it accurately.
static double least_eigenvalue(double xx, double xy, double yy)
{
    const double half = 0.5 * (xx + yy), root = sqrt(0.25 * (xx - yy) * (xx - yy) + xy * xy);
    return half > 0.0 ? (xx * yy - xy * xy) / (half + root) : half - root;
}

// What is to be proven, in a basis of the plane: the components of the offset and of v across n; x and h as above.
typedef struct claim {
    roots r;
    double d[2], t[2], x, h, f, pull; // f = h - x; pull = f / (x h)
} claim;

typedef struct rotation2 {
    double c, s; // cosine and sine
} rotation2;

static rotation2 rotation2_of(double c, double s)
{
    const double length = sqrt(c * c + s * s);
    if (!(length > 0.0)) return (rotation2){ 1.0, 0.0 };
    return (rotation2){ c / length, s / length };
}

// K for the largest trace of W, which is that of X^T K Y.
static rotation2 polar_rotation(const roots *r)
{
    const mat2 *a = &r->x, *b = &r->y;
    return rotation2_of(dot2(b->x, a->x) + dot2(b->y, a->y), cross2(b->x, a->x) + cross2(b->y, a->y));
}

static proof prove(const claim *q, rotation2 k)
{
    const mat2 *a = &q->r.x, *b = &q->r.y;
    const double *d = q->d, *t = q->t, h = q->h, pull = q->pull;
    const double z0[2] = { a->x[0] + k.c * b->x[0] - k.s * b->x[1], a->x[1] + k.s * b->x[0] + k.c * b->x[1] };
    const double z1[2] = { a->y[0] + k.c * b->y[0] - k.s * b->y[1], a->y[1] + k.s * b->y[0] + k.c * b->y[1] };
    proof r;
    r.w.xx = dot2(z0, z0) / h - pull * d[0] * d[0] - q->f - (2.0 * d[0] - t[0]) * t[0] / h;
    r.w.yy = dot2(z1, z1) / h - pull * d[1] * d[1] - q->f - (2.0 * d[1] - t[1]) * t[1] / h;
    r.w.xy = dot2(z0, z1) / h - pull * d[0] * d[1] - (d[0] * t[1] + d[1] * t[0] - t[0] * t[1]) / h;
    // Subtract the rounding error bounds: of each column of Z, and of the other terms.
    const double unit = TERM_ROUNDINGS * SCREE_ROUNDING, error0 = q->r.error[0], error1 = q->r.error[1];
    const double length0 = sqrt(dot2(z0, z0)) + error0, length1 = sqrt(dot2(z1, z1)) + error1;
    const double both = (error1 * length0 + error0 * length1) / h, even = (length0 + error0) / (length1 + error1);
    r.w.xx -= 2.0 * error0 * length0 / h + both * even + unit * (2.0 * pull * d[0] * d[0] + q->f);
    r.w.yy -= 2.0 * error1 * length1 / h + both / even + unit * (2.0 * pull * d[1] * d[1] + q->f);
    r.lambda = least_eigenvalue(r.w.xx, r.w.xy, r.w.yy);
    return r;
}

// One direction e of the plane: X e and Y e, and by how much e^T W e is above 0 for the best K.
typedef struct ray {
    double x[2], y[2], excess;
} ray;

static ray ray_along(const claim *q, double e0, double e1)
{
    ray r;
    apply(&q->r.x, e0, e1, r.x);
    apply(&q->r.y, e0, e1, r.y);
    const double sum = sqrt(dot2(r.x, r.x)) + sqrt(dot2(r.y, r.y)), d = q->d[0] * e0 + q->d[1] * e1;
    r.excess = sum * sum / q->h - q->pull * d * d - q->f * (e0 * e0 + e1 * e1);
    return r;
}

// The rotation that is best along a ray.
static rotation2 rotation_for(const ray *r)
{
    return rotation2_of(dot2(r->y, r->x), cross2(r->y, r->x));
}

// Directions e parametrised by an angle in the metric of X^T X + Y^T Y, in which long bodies look round: the inverse of
// its Cholesky factor times (cos, sin).
typedef struct fan {
    double l, m, o;
} fan;

static fan fan_of(const roots *r)
{
    const double xx = dot2(r->x.x, r->x.x) + dot2(r->y.x, r->y.x), yy = dot2(r->x.y, r->x.y) + dot2(r->y.y, r->y.y);
    const double l = sqrt(xx), m = (dot2(r->x.x, r->x.y) + dot2(r->y.x, r->y.y)) / l, rest = yy - m * m;
    return (fan){ l, m, sqrt(rest > SCREE_ROUNDING * yy ? rest : SCREE_ROUNDING * yy) };
}

static ray ray_at(const claim *q, const fan *f, double angle)
{
    const double w = sin(angle) / f->o;
    return ray_along(q, (cos(angle) - f->m * w) / f->l, w);
}

// K for the direction that is hardest to prove. Along e no K does better than the one that rotates Y e into the
// direction of X e; the e with the least margin is an eigenvector of W.
static rotation2 hardest_rotation(const claim *q)
{
    enum { RAYS = 16, HALVINGS = 10 };
    const fan f = fan_of(&q->r);
    double step = acos(-1.0) / RAYS, at = 0.0;
    ray hardest = ray_at(q, &f, at);
    for (int i = 1; i < RAYS + 2 * HALVINGS; ++i) {
        const bool fine = i >= RAYS;
        if (fine && i % 2 == 0) step *= 0.5;
        const double angle = !fine ? i * step : i % 2 == 0 ? at + step : at - step;
        const ray r = ray_at(q, &f, angle);
        if (!(r.excess < hardest.excess)) continue;
        hardest = r;
        at = angle;
    }
    return rotation_for(&hardest);
}

// The doubt about the depth f that lambda and t leave.
static double doubt_of(double lambda, double tt, double f)
{
    const double t = sqrt(tt), mu = lambda > t ? tt / lambda : t - fmin(lambda, 0.0);
    if (!isfinite(lambda) || !(mu < f)) return INFINITY;
    return mu / (1.0 + sqrt(1.0 - mu / f));
}

// The basis in which W is diagonal, so that a large rounding error along one axis does not spoil the other.
static plane rotated_to(const plane *s, const sym2 *w)
{
    const double angle = 0.5 * atan2(2.0 * w->xy, w->xx - w->yy), c = cos(angle), n = sin(angle);
    plane r = { v3_add_scaled(v3_scale(s->e, c), n, s->f), v3_add_scaled(v3_scale(s->f, c), -n, s->e) };
    return r;
}

// n . d with small relative error, although it may be small relative to d.
static double exact_dot(scree_vec3 a, scree_vec3 b)
{
    const dd x = dd_two_prod(a.x, b.x), y = dd_two_prod(a.y, b.y), z = dd_two_prod(a.z, b.z);
    return dd_value(dd_add(dd_add(x, y), z));
}

static claim claim_in(const scree_ellipsoid_pair *p, const scree_ellipsoid_view *v, const plane *s, bool concentric)
{
    claim q = { .r = roots_at(p, v, s), .t = { v3_dot(v->t, s->e), v3_dot(v->t, s->f) } };
    q.d[0] = v3_dot(p->offset, s->e);
    q.d[1] = v3_dot(p->offset, s->f);
    const double along = exact_dot(two3_a(&v->n), p->offset);
    q.h = along - v->gap;
    q.x = concentric ? 0.0 : along;
    q.f = concentric ? q.h : -v->gap;
    q.pull = concentric ? 0.0 : q.f / (q.x * q.h);
    for (int i = 0; concentric && i < 2; ++i) {
        q.t[i] -= q.d[i];
        q.d[i] = 0.0;
    }
    return q;
}

double scree_ellipsoid_inner_doubt(const scree_ellipsoid_pair *p, const scree_ellipsoid_view *x, double enough)
{
    const scree_vec3 n = two3_a(&x->n);
    plane s = { .e = v3_any_normal_to(n) };
    s.f = v3_cross(n, s.e);
    if (!(x->gap < 0.0)) return INFINITY;
    // Centres that coincide to rounding: take M about its own centre, and count the offset as an error.
    const double offset = v3_norm(p->offset);
    const bool concentric = offset <= p->noise;
    if (!concentric && !(exact_dot(n, p->offset) > 0.0)) return INFINITY;
    double doubt = INFINITY;
    for (int pass = 0; pass < 3 && doubt > enough; ++pass) {
        const claim q = claim_in(p, x, &s, concentric);
        const proof k = prove(&q, pass == 0 ? polar_rotation(&q.r) : hardest_rotation(&q));
        double here = doubt_of(k.lambda, q.t[0] * q.t[0] + q.t[1] * q.t[1], q.f);
        if (concentric) here += 2.0 * offset;
        if (here < doubt) doubt = here;
        if (pass > 0) s = rotated_to(&s, &k.w);
    }
    return doubt;
}
