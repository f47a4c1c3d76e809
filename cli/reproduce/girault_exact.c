// Idea   The gap along a unit normal n is g(n) = n.(r_B - r_A) - h_A(n) - h_B(n), with h(n) = sqrt(n.M n) and M the
//        matrix whose eigenvalues are the squared semi-axes. The distance is the largest gap. The gradient of g is
//        p(n), from the support point of A along n to that of B along -n; at the maximum p and n are parallel. On the
//        unit sphere g has the second derivative -(H_A + H_B + g I) in the plane across n, H being that of h: a Newton
//        step is a system of two equations.
// Limits For ellipsoids that are apart. Where long double is double, it judges to a few roundings of double.
#include "girault_exact.h"

#include <math.h>

enum { MOST_STEPS = 12 };

typedef long double real;

typedef struct vec {
    real c[3];
} vec;

typedef struct mat {
    real m[3][3];
} mat;

static real dot(vec a, vec b)
{
    return a.c[0] * b.c[0] + a.c[1] * b.c[1] + a.c[2] * b.c[2];
}

static vec axpy(vec a, real s, vec b) // a + s b
{
    vec r = { { a.c[0] + s * b.c[0], a.c[1] + s * b.c[1], a.c[2] + s * b.c[2] } };
    return r;
}

static vec unit(vec a)
{
    vec zero = { { 0 } };
    return axpy(zero, 1 / sqrtl(dot(a, a)), a);
}

static vec times(const mat *m, vec v)
{
    vec r;
    for (int i = 0; i < 3; ++i) r.c[i] = m->m[i][0] * v.c[0] + m->m[i][1] * v.c[1] + m->m[i][2] * v.c[2];
    return r;
}

static vec across(vec n)
{
    int least = fabsl(n.c[0]) <= fabsl(n.c[1]) ? 0 : 1;
    if (fabsl(n.c[2]) < fabsl(n.c[least])) least = 2;
    vec e = { { 0 } };
    e.c[least] = 1;
    return unit(axpy(e, -n.c[least], n));
}

static vec cross(vec a, vec b)
{
    vec r = { { a.c[1] * b.c[2] - a.c[2] * b.c[1], a.c[2] * b.c[0] - a.c[0] * b.c[2],
                a.c[0] * b.c[1] - a.c[1] * b.c[0] } };
    return r;
}

// U diag(semi-axes squared) U^T, U by (A.6).
static mat matrix_of(const scree_body *body)
{
    const scree_quat o = body->orientation;
    const scree_vec3 s = scree_shape_semi_axes(body->shape);
    real w = o.w, x = o.x, y = o.y, z = o.z, k = 2 / (w * w + x * x + y * y + z * z);
    real u[3][3] = { { 1 - k * (y * y + z * z), k * (x * y - w * z), k * (w * y + x * z) },
                     { k * (x * y + w * z), 1 - k * (x * x + z * z), k * (y * z - w * x) },
                     { k * (x * z - w * y), k * (w * x + y * z), 1 - k * (x * x + y * y) } };
    real squared[3] = { (real)s.x * s.x, (real)s.y * s.y, (real)s.z * s.z };
    mat m = { { { 0 } } };
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j)
            for (int a = 0; a < 3; ++a) m.m[i][j] += u[i][a] * squared[a] * u[j][a];
    return m;
}

// One body's part along n: its extent h, the support point M n / h, and the second derivative of h between tangents.
typedef struct extent {
    const mat *m;
    real h;
    vec point;
} extent;

static extent extent_along(const mat *m, vec n)
{
    vec mn = times(m, n), zero = { { 0 } };
    extent e = { .m = m, .h = sqrtl(dot(n, mn)) };
    e.point = axpy(zero, 1 / e.h, mn);
    return e;
}

static real bend(const extent *e, vec s, vec t)
{
    return (dot(s, times(e->m, t)) - dot(s, e->point) * dot(t, e->point)) / e->h;
}

// The step in the plane across n.
static vec newton(const extent *a, const extent *b, vec n, vec p)
{
    vec s = across(n), t = cross(n, s);
    real gap = dot(n, p), ps = dot(p, s), pt = dot(p, t);
    real ss = bend(a, s, s) + bend(b, s, s) + gap, tt = bend(a, t, t) + bend(b, t, t) + gap;
    real st = bend(a, s, t) + bend(b, s, t), det = ss * tt - st * st;
    return unit(axpy(axpy(n, (tt * ps - st * pt) / det, s), (ss * pt - st * ps) / det, t));
}

void scree_girault_exact(const scree_body *a, const scree_body *b, scree_vec3 normal, long double *lower,
                         long double *upper)
{
    const mat ma = matrix_of(a), mb = matrix_of(b);
    const vec between = { { (real)b->position.x - a->position.x, (real)b->position.y - a->position.y,
                            (real)b->position.z - a->position.z } };
    vec n = { { normal.x, normal.y, normal.z } };
    n = unit(n);
    *lower = -INFINITY;
    *upper = INFINITY;
    for (int i = 0; i < MOST_STEPS; ++i) {
        extent ea = extent_along(&ma, n), eb = extent_along(&mb, n);
        vec p = axpy(axpy(between, -1, ea.point), -1, eb.point);
        real gap = dot(n, p), length = sqrtl(dot(p, p));
        if (!(length - gap < *upper - *lower)) return; // rounding, or no better: what was there stays
        *lower = gap;
        *upper = length;
        n = newton(&ea, &eb, n, p);
    }
}
