// Proofs that two ellipsoids are apart, or that they have a point in common.
//
// Idea        A direction w proves them apart if d . w > h_A(w) + h_B(w), and a point x proves them to overlap if it
//             satisfies both inequalities. At the maximum of the contact function F, w and x of perram_wertheim.c do
//             one or the other, since there f_A(x) = f_B(x) = F and d . w = sqrt(F) (h_A(w) + h_B(w)); but neither
//             proof cares where they come from.
// Departures  In double-double everything is in the world's directions: quaternions are turned into axes with all their
//             digits, and the centres are subtracted exactly. From the lambda that was found in double, a few
//             simplified Newton steps go on to twice the digits, which matters for the point: its error counts in full,
//             and that of w only as a square.
// Limits      The semi-axes of each body within 1e6 of each other.
#include "papers/ellipsoid_proof.h"

#include "pair/exact_shift.h"

// Bound on the relative error of the double-double expressions below: each has some tens of operations of 2^-104.
#define PRECISE 0x1p-96
enum { MAX_STEPS = 6 };

static double shortest(scree_vec3 v)
{
    return fmin(v.x, fmin(v.y, v.z));
}

static double level(scree_vec3 axes, scree_vec3 x)
{
    return v3_norm(v3(x.x / axes.x, x.y / axes.y, x.z / axes.z));
}

double scree_ellipsoids_common_depth(const scree_cores *c, const scree_pw *pw)
{
    scree_vec3 a = scree_pw_axes(c->a), b = scree_pw_axes(c->b), x = pw->point;
    // B's own point, since x - d has no digits of a B that is far smaller than A.
    scree_vec3 y = v3_scale(pw->b_w, -pw->lambda),
               in_b = c->b->core == SCREE_CORE_POINT ? y : m3_mul_transposed(&c->rotation, y);
    double depth_a = 1.0 - level(a, x), depth_b = 1.0 - level(b, in_b);
    if (!(depth_a >= 0.0 && depth_b >= 0.0)) return 0.0;
    double apart = v3_norm(v3_sub(v3_add(y, c->shift), x));
    return fmax(0.0, depth_a * shortest(a) + depth_b * shortest(b) - apart);
}

scree_certainty scree_ellipsoids_prove(const scree_cores *c, const scree_pw *pw)
{
    scree_vec3 n = v3_unit(pw->w);
    if (v3_norm2(n) > 0.0 && scree_cores_gap(c, n, NULL) > c->error) return SCREE_NO;
    scree_vec3 a = scree_pw_axes(c->a), b = scree_pw_axes(c->b), x = pw->point;
    double in_a = level(a, x), in_b = level(b, scree_pw_in_b(c, x));
    // x is what it is in A's frame, and off by less than the error in B's.
    bool both = in_a < 1.0 - 16.0 * SCREE_ROUNDING && in_b + c->error / shortest(b) < 1.0 - 16.0 * SCREE_ROUNDING;
    return both ? SCREE_YES : SCREE_UNSURE;
}

typedef struct exact_body {
    dd3 axis[3]; // unit
    double semi[3], longest, least;
} exact_body;

static exact_body exact_body_of(const scree_body *body, double scale)
{
    scree_vec3 semi = v3_scale(scree_pw_axes(body->shape), scale);
    exact_body e = { .semi = { semi.x, semi.y, semi.z }, .longest = v3_max_abs(semi), .least = shortest(semi) };
    const scree_vec3 unit[3] = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } };
    for (int i = 0; i < 3; ++i) e.axis[i] = scree_exact_rotated(body->orientation, unit[i]);
    return e;
}

// Adds weight times the shape matrix: s holds xx, xy, xz, yy, yz, zz.
static void add_matrix(dd s[6], const exact_body *e, dd weight)
{
    for (int i = 0; i < 3; ++i) {
        const dd3 u = e->axis[i];
        dd k = dd_mul(weight, dd_two_prod(e->semi[i], e->semi[i]));
        dd kx = dd_mul(k, u.x), ky = dd_mul(k, u.y), kz = dd_mul(k, u.z);
        s[0] = dd_add(s[0], dd_mul(kx, u.x));
        s[1] = dd_add(s[1], dd_mul(kx, u.y));
        s[2] = dd_add(s[2], dd_mul(kx, u.z));
        s[3] = dd_add(s[3], dd_mul(ky, u.y));
        s[4] = dd_add(s[4], dd_mul(ky, u.z));
        s[5] = dd_add(s[5], dd_mul(kz, u.z));
    }
}

// s w = d for a positive definite matrix, by L D L^T.
static dd3 solve(const dd s[6], dd3 d)
{
    dd l10 = dd_div(s[1], s[0]), l20 = dd_div(s[2], s[0]);
    dd d1 = dd_sub(s[3], dd_mul(l10, s[1]));
    dd m21 = dd_sub(s[4], dd_mul(l10, s[2])), l21 = dd_div(m21, d1);
    dd d2 = dd_sub(dd_sub(s[5], dd_mul(l20, s[2])), dd_mul(l21, m21));
    dd y = dd_sub(d.y, dd_mul(l10, d.x));
    dd z = dd_sub(dd_sub(d.z, dd_mul(l20, d.x)), dd_mul(l21, y));
    dd3 w;
    w.z = dd_div(z, d2);
    w.y = dd_sub(dd_div(y, d1), dd_mul(l21, w.z));
    w.x = dd_sub(dd_sub(dd_div(d.x, s[0]), dd_mul(l10, w.y)), dd_mul(l20, w.z));
    return w;
}

static dd3 product(const dd s[6], dd3 w)
{
    dd3 r = { dd_add(dd_add(dd_mul(s[0], w.x), dd_mul(s[1], w.y)), dd_mul(s[2], w.z)),
              dd_add(dd_add(dd_mul(s[1], w.x), dd_mul(s[3], w.y)), dd_mul(s[4], w.z)),
              dd_add(dd_add(dd_mul(s[2], w.x), dd_mul(s[4], w.y)), dd_mul(s[5], w.z)) };
    return r;
}

// h(w)
static dd reach(const exact_body *e, dd3 w)
{
    dd sum = dd_make(0.0, 0.0);
    for (int i = 0; i < 3; ++i) {
        dd along = dd_mul_double(dd3_dot(e->axis[i], w), e->semi[i]);
        sum = dd_add(sum, dd_mul(along, along));
    }
    return dd_sqrt(sum);
}

// One lambda = t / (1 + t): a proof, or else log(f_A / f_B), to first order, to go on with.
static scree_certainty prove_at(const exact_body *a, const exact_body *b, dd3 d, dd t, double *excess)
{
    dd one = dd_make(1.0, 0.0), rest = dd_div(one, dd_add(one, t)), lambda = dd_mul(t, rest);
    dd s[6] = { { 0.0, 0.0 } };
    add_matrix(s, a, rest);
    add_matrix(s, b, lambda);
    dd3 w = solve(s, d), back = product(s, w);
    dd reach_a = reach(a, w), reach_b = reach(b, w);
    double length = v3_norm(dd3_value(w)), far = v3_norm(dd3_value(d));
    dd apart = dd_sub(dd3_dot(d, w), dd_add(reach_a, reach_b));
    if (dd_value(apart) > PRECISE * length * (far + a->longest + b->longest)) return SCREE_NO;
    // x = rest S_A w is in A if rest h_A(w) <= 1, and x - d = -(lambda S_B w + astray), where astray = d - S w is what
    // the solution is wrong by. The body with the longer least axis is the one to bear it: x may as well be the other.
    dd level_a = dd_mul(rest, reach_a), level_b = dd_mul(lambda, reach_b);
    dd3 off = dd3_add(d, (dd3){ dd_neg(back.x), dd_neg(back.y), dd_neg(back.z) });
    double weight_a = dd_value(rest) * a->longest, weight_b = dd_value(lambda) * b->longest;
    double astray = v3_norm(dd3_value(off)) + PRECISE * length * (weight_a * a->longest + weight_b * b->longest);
    double doubt_a = PRECISE * (1.0 + weight_a * length), doubt_b = PRECISE * (1.0 + weight_b * length);
    if (a->least > b->least)
        doubt_a += astray / a->least;
    else
        doubt_b += astray / b->least;
    if (dd_value(dd_sub(level_a, one)) < -doubt_a && dd_value(dd_sub(level_b, one)) < -doubt_b) return SCREE_YES;
    *excess = 2.0 * dd_value(dd_div(dd_sub(level_a, level_b), level_b));
    return SCREE_UNSURE;
}

scree_certainty scree_ellipsoids_prove_exactly(const scree_body *a, const scree_body *b, const scree_pw *pw)
{
    int exponent;
    dd3 d = dd3_diff(b->position, a->position);
    double size = fmax(v3_max_abs(scree_pw_axes(a->shape)), v3_max_abs(scree_pw_axes(b->shape)));
    (void)frexp(fmax(size, v3_max_abs(dd3_value(d))), &exponent);
    exact_body ea = exact_body_of(a, ldexp(1.0, -exponent)), eb = exact_body_of(b, ldexp(1.0, -exponent));
    d = dd3_scale2(d, -exponent);
    dd t = dd_make(pw->lambda / pw->rest, 0.0);
    for (int i = 0; i < MAX_STEPS; ++i) {
        double excess = 0.0;
        scree_certainty verdict = prove_at(&ea, &eb, d, t, &excess);
        double step = -excess / pw->slope;
        if (verdict != SCREE_UNSURE || !(fabs(step) < 0.5) || fabs(step) < PRECISE) return verdict;
        t = dd_add(t, dd_mul_double(t, step));
    }
    return SCREE_UNSURE;
}
