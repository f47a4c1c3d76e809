// Two superquadrics, or a superquadric and a point, at one point of each surface: what every search on them evaluates.
//
// Source      shape/superquadric_form.h for the two steps that a superquadric is made of. The choice of coordinates and
//             the two touching bodies below are our own.
// Idea        In each of its two steps a surface point is given by the ratio q <= 1 of the two arguments, and the
//             normal by the ratio s of the two slopes; s = q^(n-1). A surface point holds q and q^(n-2) of both steps,
//             from which point, normal and curvature follow with one root for each step. A step moves q or s, whichever
//             is less curved there (superquadric_newton.c). With u = x / a and the slopes w of the gauge at a surface
//             point, m = w / u are the coefficients of an ellipsoid, sum m_i u_i^2 <= 1, that holds the whole body and
//             touches it there: in the squares of the u_i the body is convex as long as both exponents are at least 2,
//             and this is its tangent plane. Hence h(n)^2 <= sum (a_i n_i)^2 / m_i for every n, with equality at the
//             normal itself: a bound of the support height to second order, without a power. From inside, the ball of
//             radius r = c^2 / ((N - 1) h) touches it, with the least semi-axis c, the larger exponent N and the
//             support height h at that normal: docs/certificate.md. Two such balls bound the signed distance from
//             above, apart as well as overlapping. Both bodies are computed together in two lanes (math/two.h).
//             Branch-free: which argument of a step is larger is unpredictable, so it is a mask.
#ifndef SCREE_PAIR_SUPERQUADRIC_PAIR_H
#define SCREE_PAIR_SUPERQUADRIC_PAIR_H

#include "pair/ellipsoid_pair.h"
#include "shape/superquadric_form.h"

/// A power q^(n-2) is accurate to n roundings, and so is the height of the ellipsoid around a body in the worst case;
/// up to this exponent that is within the slack of the shape.
#define SCREE_SQ_MOST_ROUNDED SCREE_MOST_KERNEL_EXPONENT

/// One step at one surface point: the ratio of the lesser argument to the larger one, and its power n - 2.
typedef struct scree_sq_ratio {
    double q, p;
    bool second; ///< y, or z, is the larger argument
} scree_sq_ratio;

typedef struct scree_sq_surface_point {
    scree_sq_ratio across, along;
    scree_vec3 sign; ///< 1 or -1
} scree_sq_surface_point;

typedef struct scree_sq_pair {
    const scree_shape *shape[2];
    bool point;                   ///< B is a point; its lane is then unused
    bool blocky;                  ///< powers are so high that their rounding matters
    scree_two3 axes, inverse;     ///< semi-axes
    scree_two inverse1, inverse2; ///< 1 / n1, 1 / n2
    bool halved1, halved2;        ///< both bodies' roots of order n1, or n2, are square roots
    scree_two bend1, bend2;       ///< n1 - 1, n2 - 1
    scree_two ball;               ///< c^2 / (N - 1)
    scree_mat3 rotation;          ///< rotation of B against A
    scree_vec3 offset;            ///< B's centre, or the point, in A's frame
    double size;                  ///< see scree_cores
    double least;                 ///< the least semi-axis of both
} scree_sq_pair;

/// Both bodies, each at a point of its surface. Each in its own frame, u and w with axes scaled to 1, except the last
/// four.
typedef struct scree_sq_view {
    scree_two q1, p1, q2, p2; ///< the ratios along and across
    scree_two_mask y_first, z_first;
    scree_two3 sign;
    scree_two3 u;             ///< the point, without signs
    scree_two3 m;             ///< slopes of the gauge over u
    scree_two rho;            ///< of u, what x and y make together
    scree_two x, y;           ///< u over rho, without signs
    scree_two x_step, y_step; ///< slopes of rho, without signs
    scree_two height;         ///< support height along the normal, from the body's centre
    scree_two3 own;           ///< the outward unit normal
    scree_two c0, c1;         ///< the curvature along t is c0 (d0 . t)^2 + c1 (d1 . t)^2
    scree_two d0x, d0y;       ///< d0 has no z
    scree_two3 d1;
    scree_vec3 on_a, on_b;         ///< the points, in A's frame
    scree_vec3 normal_a, normal_b; ///< unit, from A to B, in A's frame: A's outward and B's inward one
} scree_sq_view;

scree_sq_pair scree_sq_pair_make(const scree_cores *c);

/// The surface point on the ray along x (not 0), and the one whose normal is along d (not 0), in the frame of body i.
scree_sq_surface_point scree_sq_surface_point_along(const scree_sq_pair *p, int i, scree_vec3 x);
scree_sq_surface_point scree_sq_surface_point_facing(const scree_sq_pair *p, int i, scree_vec3 d);

/// A first guess of the point nearest to something far along d: between these two.
scree_sq_surface_point scree_sq_surface_point_toward(const scree_sq_pair *p, int i, scree_vec3 d);

/// Derives all other members from the surface points in x.
void scree_sq_see(const scree_sq_pair *p, scree_sq_view *x);

/// The ratio q with its power.
static inline scree_sq_ratio scree_sq_ratio_of(const scree_exponent *e, double q, bool second)
{
    return (scree_sq_ratio){ .q = q, .p = sq_power_less_2(e, q), .second = second };
}

/// The ratio with the slopes' ratio s <= 1.
static inline scree_sq_ratio scree_sq_ratio_facing(const scree_exponent *e, double s, bool second)
{
    const double q = sq_dual_power(e, s);
    return (scree_sq_ratio){ .q = q, .p = q > 0.0 ? s / q : e->n == 2.0 ? 1.0 : 0.0, .second = second };
}

/// The same, approximately, for whole exponents: one Halley step from q for q^(n-1) = s, which saves a power. Its own
/// power makes it a surface point all the same, and near convergence the step is exact.
static inline scree_sq_ratio scree_sq_ratio_nearly_facing(const scree_exponent *e, double s, double q, bool second)
{
    const double k = e->n - 1.0, there = sq_whole_power(q, e->whole - 1);
    q *= ((k - 1.0) * there + (k + 1.0) * s) / ((k + 1.0) * there + (k - 1.0) * s);
    return scree_sq_ratio_of(e, q < 1.0 ? q : 1.0, second);
}

/// Both surface points into x. (Lanes written one by one would stall the load of both: no store forwarding.)
static inline void scree_sq_put_both(scree_sq_view *x, const scree_sq_surface_point *a, const scree_sq_surface_point *b)
{
    x->q1 = two_of(a->along.q, b->along.q);
    x->p1 = two_of(a->along.p, b->along.p);
    x->q2 = two_of(a->across.q, b->across.q);
    x->p2 = two_of(a->across.p, b->across.p);
    x->z_first = (scree_two_mask){ -(long long)a->along.second, -(long long)b->along.second };
    x->y_first = (scree_two_mask){ -(long long)a->across.second, -(long long)b->across.second };
    x->sign = two3_of(a->sign, b->sign);
}

static inline scree_two two_pick(scree_two_mask m, scree_two a, scree_two b)
{
    return (scree_two)(((scree_two_mask)a & m) | ((scree_two_mask)b & ~m));
}

static inline scree_vec3 two3_lane(const scree_two3 *v, int i)
{
    return v3(v->x[i], v->y[i], v->z[i]);
}

#endif
