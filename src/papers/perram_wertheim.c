// The contact function of Perram and Wertheim.
//
// Source      Perram, Wertheim, J. Comput. Phys. 58 (1985) 409-416.
// Idea        F(lambda) = lambda (1 - lambda) d^T S^-1 d = min over x of lambda f_A(x) + (1 - lambda) f_B(x), where
//             f_A = 1 on A's surface: concave, and F' = f_A - f_B at the minimal x. With h_A(w) = |D_A w| the support
//             of A, f_A = (1 - lambda)^2 h_A^2 and f_B = lambda^2 h_B^2, so that at the maximum
//
//               t = lambda / (1 - lambda) = h_A(w) / h_B(w),   w = S^-1 d.
//
//             The root of log(f_A / f_B) is sought over log t, in which it is a straight line for two spheres,
//             whatever their sizes, and falls for all pairs: Newton's steps inside a bracket.
// Departures  S = M^T M with M the two ellipsoids' axes below each other, 6 x 3; S^-1 comes from the QR factors of M,
//             whose condition is the aspect ratio and not its square. Lengths are relative to the larger body, and d is
//             made unit, since lambda depends on its direction only.
// Limits      F is good to some tens of roundings times the pair's size over its width along w.
#include "papers/perram_wertheim.h"

// Newton's steps are quadratic: after one this small in log t, t is right to the last digits.
#define LAST_STEP 1e-7
// Bisecting the widest bracket (aspects of 1e6 on both sides) down to rounding takes 60; Newton's steps some 5.
enum { MAX_STEPS = 80 };

typedef struct pair {
    scree_vec3 a, b;      // semi-axes, the longest of all between 1/2 and 1
    scree_vec3 axes_b[3]; // unit, in A's frame
    scree_vec3 d;         // unit
} pair;

// What S^-1 gives at one t.
typedef struct place {
    double lambda, rest;
    double excess;             // log(f_A / f_B)
    double slope;              // of it, over log t
    scree_vec3 z, w, a_w, b_w; // z = R^-T d, so that d^T S^-1 d = |z|^2
} place;

static scree_vec3 times(scree_vec3 a, scree_vec3 b)
{
    return v3(a.x * b.x, a.y * b.y, a.z * b.z);
}

// Upper triangular; the diagonal is kept as reciprocals.
typedef struct triangle {
    double x, y, z; // 1 / r_11, 1 / r_22, 1 / r_33
    double xy, xz, yz;
} triangle;

// The triangular factor of M, a diagonal above a 3 x 3 block, by Householder's reflections: that of column k takes in
// row k of the diagonal and the block.
static triangle factor(scree_vec3 diagonal, double block[3][3])
{
    const double top[3] = { diagonal.x, diagonal.y, diagonal.z };
    double inverse[3], above[3][3] = { { 0 } };
    for (int k = 0; k < 3; ++k) {
        double p = block[0][k], q = block[1][k], r = block[2][k];
        double length = sqrt(top[k] * top[k] + (p * p + q * q + r * r)), head = top[k] + length;
        inverse[k] = -1.0 / length; // the reflection maps the column to (-length, 0, ...)
        double half = 1.0 / (length * head);
        for (int j = k + 1; j < 3; ++j) {
            double s = (p * block[0][j] + q * block[1][j] + r * block[2][j]) * half;
            above[k][j] = -s * head;
            block[0][j] -= s * p;
            block[1][j] -= s * q;
            block[2][j] -= s * r;
        }
    }
    triangle t = { inverse[0], inverse[1], inverse[2], above[0][1], above[0][2], above[1][2] };
    return t;
}

// R^-T v and R^-1 v.
static scree_vec3 solve_transposed(const triangle *r, scree_vec3 v)
{
    double x = v.x * r->x, y = (v.y - r->xy * x) * r->y;
    return v3(x, y, (v.z - r->xz * x - r->yz * y) * r->z);
}

static scree_vec3 solve(const triangle *r, scree_vec3 v)
{
    double z = v.z * r->z, y = (v.y - r->yz * z) * r->y;
    return v3((v.x - r->xy * y - r->xz * z) * r->x, y, z);
}

// At t = exp(at).
static place evaluate(const pair *p, double at)
{
    double t = exp(at);
    place e = { .rest = 1.0 / (1.0 + t) };
    e.lambda = t * e.rest;
    double root_a = sqrt(e.rest), root_b = sqrt(e.lambda);
    const scree_vec3 *u = p->axes_b;
    double l0 = root_b * p->b.x, l1 = root_b * p->b.y, l2 = root_b * p->b.z;
    double block[3][3] = { { l0 * u[0].x, l0 * u[0].y, l0 * u[0].z },
                           { l1 * u[1].x, l1 * u[1].y, l1 * u[1].z },
                           { l2 * u[2].x, l2 * u[2].y, l2 * u[2].z } };
    const triangle r = factor(v3_scale(p->a, root_a), block);
    e.z = solve_transposed(&r, p->d);
    e.w = solve(&r, e.z);
    scree_vec3 reach_a = times(p->a, e.w),
               reach_b = times(p->b, v3(v3_dot(u[0], e.w), v3_dot(u[1], e.w), v3_dot(u[2], e.w)));
    e.a_w = times(p->a, reach_a);
    scree_vec3 k = times(p->b, reach_b);
    e.b_w = v3_add_scaled(v3_add_scaled(v3_scale(u[0], k.x), k.y, u[1]), k.z, u[2]);
    double reach_a2 = v3_norm2(reach_a), reach_b2 = v3_norm2(reach_b);
    e.excess = log(reach_a2 / reach_b2) - 2.0 * at;
    // F'' = -2 (S_A w)^T S^-1 S_B w, and f_A' = rest F'', f_B' = -lambda F''.
    double bend = v3_dot(solve_transposed(&r, e.a_w), solve_transposed(&r, e.b_w));
    e.slope = -2.0 * bend * (e.lambda / reach_a2 + e.rest / reach_b2);
    return e;
}

static double shortest(scree_vec3 v)
{
    return fmin(v.x, fmin(v.y, v.z));
}

// The maximum; `steps` counts evaluations.
static place climb(const pair *p, int *steps)
{
    double low = log(shortest(p->a) / v3_max_abs(p->b)), high = log(v3_max_abs(p->a) / shortest(p->b));
    scree_vec3 along_b = v3(v3_dot(p->axes_b[0], p->d), v3_dot(p->axes_b[1], p->d), v3_dot(p->axes_b[2], p->d));
    double at = log(v3_norm(times(p->a, p->d)) / v3_norm(times(p->b, along_b)));
    place e = evaluate(p, at);
    for (*steps = 1; *steps < MAX_STEPS; ++*steps) {
        if (e.excess > 0.0)
            low = at;
        else
            high = at;
        double step = e.slope < 0.0 ? -e.excess / e.slope : INFINITY;
        bool last = fabs(step) <= LAST_STEP;
        double next = at + step;
        if (!last && !(next > low && next < high)) next = 0.5 * (low + high);
        if (next == at) break;
        at = next;
        e = evaluate(p, at);
        if (last) break;
    }
    return e;
}

scree_pw scree_pw_solve(const scree_cores *c)
{
    scree_vec3 a = scree_pw_axes(c->a), b = scree_pw_axes(c->b);
    scree_pw out = { .lambda = 0.5, .rest = 0.5, .slope = -2.0 };
    double reach = v3_max_abs(c->shift);
    if (reach == 0.0) return out;
    int exponent;
    (void)frexp(fmax(v3_max_abs(a), v3_max_abs(b)), &exponent);
    double size = ldexp(1.0, exponent);
    pair p = { .a = v3_scale(a, 1.0 / size), .b = v3_scale(b, 1.0 / size), .d = v3_unit(c->shift) };
    for (int i = 0; i < 3; ++i) p.axes_b[i] = scree_pw_axis_of_b(c, i);
    place e = climb(&p, &out.iterations);
    // Divided, since 1 / reach may overflow.
    double distance = reach * v3_norm(v3(c->shift.x / reach, c->shift.y / reach, c->shift.z / reach));
    double ratio = distance / size;
    out.lambda = e.lambda;
    out.rest = e.rest;
    out.slope = e.slope;
    out.value = e.lambda * e.rest * v3_norm2(e.z) * ratio * ratio;
    out.w = v3_scale(e.w, ratio / size);
    out.a_w = v3_scale(e.a_w, distance);
    out.b_w = v3_scale(e.b_w, distance);
    out.point = v3_scale(out.a_w, e.rest);
    return out;
}
