// The exact overlap test of Jia et al.
//
// Source      Jia, Choi, Mourrain, Wang (2011) after Wang, Wang, Kim (2001), as in girault-2022, Appendix C,
//             Algorithm 7.
// Idea        With A the unit ball, two ellipsoids are apart if and only if P(t) = det(t I + A1^-1 A2) has two distinct
//             positive roots, and the signs of a few expressions in its coefficients say so: no root is computed.
// Departures  1. The coefficients are written out as sums of squares. With W = D_A R D_B^-1 (R rotates B's axes into
//                A's), k the rows of W and e = D_B^-1 R^T d,
//
//                  P = t^4 + (1 + |W|^2 - |e|^2) t^3 + (|W|^2 + j - sum |k x e|^2) t^2
//                      + (j + det^2 (1 - |D_A^-1 d|^2)) t + det^2,   det = det W,  j = det^2 |W^-1|^2,
//
//                so that nothing cancels but what must. t is measured in units that make the last coefficient about 1.
//             2. Every number carries a bound of its error, that of rotations and centres included. Where a sign is in
//                doubt, the answer comes from a proof instead: a separating direction or a common point, found by the
//                contact function (ellipsoid_proof.c), in double, and where that is not enough in double-double.
//             3. Bodies whose bounding spheres are apart never get there.
//             4. The test says yes or no. As a method it also answers with an interval: the gap along the contact
//                function's direction, and the distance of the surface points there or the balls around the common
//                point. Overlapping bodies are also tried along their own axes.
// Limits      No distance: the interval is narrow for spheres and for touching bodies only.
#include "papers/jia.h"

#include "papers/classic.h"
#include "papers/ellipsoid_proof.h"

// Errors of the pair-local frame, in roundings: see pair.c.
#define ROTATION_ERROR (40.0 * SCREE_ROUNDING)
#define SHIFT_ERROR (24.0 * SCREE_ROUNDING)
// Ratios of semi-axes of the two beyond which the polynomial is not tried: its coefficients would leave doubles' range.
#define MOST_UNEQUAL 1e12

static double component(scree_vec3 v, int i)
{
    return i == 0 ? v.x : i == 1 ? v.y : v.z;
}

static bool is_comparable(scree_vec3 a, scree_vec3 b)
{
    double most_a = v3_max_abs(a), most_b = v3_max_abs(b);
    double least_a = fmin(a.x, fmin(a.y, a.z)), least_b = fmin(b.x, fmin(b.y, b.z));
    return most_a < MOST_UNEQUAL * least_b && most_b < MOST_UNEQUAL * least_a;
}

static bn quotient(double p, double q)
{
    double v = p / q;
    return bn_make(v, SCREE_ROUNDING * v);
}

// |p x q|^2
static bn cross_square(const bn p[3], const bn q[3])
{
    bn sum = bn_exact(0.0);
    for (int i = 0; i < 3; ++i) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        sum = bn_add(sum, bn_square(bn_sub(bn_mul(p[j], q[k]), bn_mul(p[k], q[j]))));
    }
    return sum;
}

// The coefficients of P, t in units of 2^shift.
typedef struct polynomial {
    bn a, b, c, d;
} polynomial;

static polynomial scaled(polynomial p)
{
    int exponent;
    (void)frexp(p.d.value, &exponent);
    double s = ldexp(1.0, -(exponent / 4));
    p.a = bn_scale(p.a, s);
    p.b = bn_scale(p.b, s * s);
    p.c = bn_scale(p.c, s * s * s);
    p.d = bn_scale(p.d, s * s * s * s);
    return p;
}

static polynomial polynomial_of(const scree_cores *c, scree_vec3 a, scree_vec3 b)
{
    bn one = bn_exact(1.0), w2 = bn_exact(0.0), inverse2 = w2, in_a2 = w2, in_b2 = w2, across = w2, det = one;
    bn row[3][3], d[3], e[3] = { w2, w2, w2 };
    const scree_vec3 axis_b[3] = { scree_pw_axis_of_b(c, 0), scree_pw_axis_of_b(c, 1), scree_pw_axis_of_b(c, 2) };
    double rotation_error = c->b->core == SCREE_CORE_POINT ? 0.0 : ROTATION_ERROR;
    double off = SHIFT_ERROR * v3_norm(c->shift);
    for (int i = 0; i < 3; ++i) {
        d[i] = bn_make(component(c->shift, i), off);
        in_a2 = bn_add(in_a2, bn_square(bn_mul(d[i], quotient(1.0, component(a, i)))));
        det = bn_mul(det, quotient(component(a, i), component(b, i)));
        for (int j = 0; j < 3; ++j) {
            bn rotation = bn_make(component(axis_b[j], i), rotation_error);
            row[i][j] = bn_mul(rotation, quotient(component(a, i), component(b, j)));
            w2 = bn_add(w2, bn_square(row[i][j]));
            inverse2 = bn_add(inverse2, bn_square(bn_mul(rotation, quotient(component(b, j), component(a, i)))));
            e[j] = bn_add(e[j], bn_mul(rotation, d[i]));
        }
    }
    for (int j = 0; j < 3; ++j) {
        e[j] = bn_mul(e[j], quotient(1.0, component(b, j)));
        in_b2 = bn_add(in_b2, bn_square(e[j]));
    }
    for (int i = 0; i < 3; ++i) across = bn_add(across, cross_square(row[i], e));
    bn det2 = bn_square(det), j = bn_mul(det2, inverse2);
    polynomial p;
    p.a = bn_add(w2, bn_sub(one, in_b2));
    p.b = bn_sub(bn_add(w2, j), across);
    p.c = bn_add(j, bn_mul(det2, bn_sub(one, in_a2)));
    p.d = det2;
    return scaled(p);
}

static scree_certainty by_signs(const scree_cores *c)
{
    scree_vec3 a = scree_pw_axes(c->a), b = scree_pw_axes(c->b);
    if (v3_norm(c->shift) > v3_max_abs(a) + v3_max_abs(b) + c->error) return SCREE_NO;
    if (!is_comparable(a, b)) return SCREE_UNSURE;
    polynomial p = polynomial_of(c, a, b);
    scree_certainty apart = scree_quartic_has_positive_roots(p.a, p.b, p.c, p.d);
    return apart == SCREE_UNSURE ? SCREE_UNSURE : apart == SCREE_YES ? SCREE_NO : SCREE_YES;
}

// Where no proof is found even in double-double the two touch, which counts as yes.
static bool by_proof(const scree_cores *c, const scree_body *a, const scree_body *b, const scree_pw *pw)
{
    scree_certainty verdict = scree_ellipsoids_prove(c, pw);
    if (verdict == SCREE_UNSURE) verdict = scree_ellipsoids_prove_exactly(a, b, pw);
    return verdict != SCREE_NO;
}

bool scree_jia_overlap(const scree_cores *c, const scree_body *a, const scree_body *b)
{
    scree_certainty verdict = by_signs(c);
    if (verdict != SCREE_UNSURE) return verdict == SCREE_YES;
    scree_pw pw = scree_pw_solve(c);
    return by_proof(c, a, b, &pw);
}

static void try_direction(const scree_cores *c, scree_vec3 n, double *gap, scree_finding *found)
{
    double along = scree_cores_gap(c, n, NULL);
    if (!(along > *gap)) return;
    found->normal = n;
    *gap = along;
}

// The least deep of a few directions: the contact function's, and the axes of both bodies, on the side that B is on.
static double choose_direction(const scree_cores *c, const scree_pw *pw, bool overlap, scree_finding *found)
{
    double gap = -INFINITY;
    scree_vec3 n = v3_unit(pw->w);
    if (v3_norm2(n) > 0.0) try_direction(c, n, &gap, found);
    for (int i = 0; i < 3 && overlap; ++i) {
        scree_vec3 of_a = v3(i == 0, i == 1, i == 2), of_b = v3_unit(scree_pw_axis_of_b(c, i));
        try_direction(c, v3_dot(of_a, c->shift) < 0.0 ? v3_neg(of_a) : of_a, &gap, found);
        try_direction(c, v3_dot(of_b, c->shift) < 0.0 ? v3_neg(of_b) : of_b, &gap, found);
    }
    return gap;
}

scree_status scree_jia(const scree_body *a, const scree_body *b, const scree_query_options *options, scree_contact *out)
{
    scree_classic p;
    scree_classic_open(a, b, options, true, &p);
    const scree_cores *c = &p.cores;
    scree_pw pw = scree_pw_solve(c);
    scree_certainty verdict = by_signs(c);
    bool overlap = verdict == SCREE_UNSURE ? by_proof(c, a, b, &pw) : verdict == SCREE_YES;
    scree_finding found = { .iterations = pw.iterations };
    double gap = choose_direction(c, &pw, overlap, &found);
    found.distance = overlap ? fmin(gap, 0.0) : fmax(gap, 0.0);
    if (overlap) {
        found.has_upper = true;
        found.upper = -scree_ellipsoids_common_depth(c, &pw);
    }
    (void)scree_cores_gap(c, found.normal, &found.at);
    found.has_points = true;
    found.on_a = found.at.a;
    found.on_b = found.at.b;
    scree_classic_trace(&p, "jia", 1, found.normal, &found.at);
    return scree_classic_close(&p, &found, out);
}
