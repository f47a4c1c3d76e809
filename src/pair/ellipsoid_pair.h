// Two ellipsoids, or an ellipsoid and a point, seen along one normal: what every search on them evaluates.
//
// Source      The support function of an ellipsoid and its derivatives; for their meaning, Schneider, Convex Bodies:
//             The Brunn-Minkowski Theory, sections 1.7 and 2.5.
// Idea        The normal n determines the support points of both bodies that face each other, p_A and p_B, and with
//             them v = p_B - p_A, which is a point of the surface of M = B - A and has the normal n there. gap = n . v
//             is never above the signed distance; n is stationary where t = v - gap n is 0. The curvature of the gap
//             comes from the radii of curvature: the second derivative along the sphere of normals is -(H_A + H_B + gap
//             I), where H_A and H_B are the 2 x 2 radius matrices in the plane across n.
//             A radius matrix is S / h - S n n^T S / h^3 with h = |D n|, a difference of large terms for long bodies.
//             But e^T H e = |D e x D n|^2 / h^3, and D e x D n = C (e x n) with the cofactors C of D: a sum of squares,
//             with no cancellation at any aspect ratio. Rotated by a right angle in the plane, H is C^2 / h^3; this is
//             also the adjugate of H, which gives the inverse of a 2 x 2 matrix.
//             M contains the ball of radius c_A^2 / h_A + c_B^2 / h_B that touches its surface at v from inside (c: the
//             least semi-axis). For one ellipsoid: with E = S - c^2 I >= 0, its point S n / h is c^2 / h away, along n,
//             from E n / h; and that the ball of this radius about E n / h is inside follows from the Schwarz
//             inequality E - E n n^T E / (n^T E n) >= 0. Hence the signed distance is at most |v + r n| - r, apart as
//             well as overlapping. For a point in an ellipsoid that is sharp at all depths.
// Limits      Each body is scaled to a largest semi-axis of 1. Its least is then at least 1e-6
//             (scree_ellipsoid_create()), and no power of a length taken here overflows or underflows.
#ifndef SCREE_PAIR_ELLIPSOID_PAIR_H
#define SCREE_PAIR_ELLIPSOID_PAIR_H

#include "math/two.h"
#include "pair/pair.h"

/// A vector of each body, in its own frame.
typedef struct scree_two3 {
    scree_two x, y, z;
} scree_two3;

typedef struct scree_ellipsoid_pair {
    scree_two radius;    ///< the largest semi-axis. A point is a ball of radius 0
    scree_two3 q;        ///< squares of the semi-axes over the radius
    scree_two3 k;        ///< products of two of q: the squared cofactors
    scree_two det;       ///< the product of all three
    scree_two inner;     ///< the least of q
    scree_mat3 rotation; ///< rotation of B against A
    scree_sym3 k_b;      ///< B's k in A's frame
    scree_vec3 offset;   ///< B's centre in A's frame
    double size;         ///< see scree_cores
    double noise;        ///< some roundings of the size: no tangential component of v is more accurate
} scree_ellipsoid_pair;

/// All quantities along one normal.
typedef struct scree_ellipsoid_view {
    scree_two3 n;            ///< unit, from A to B
    scree_two inverse;       ///< 1 / support height of the scaled bodies
    scree_vec3 on_a, from_b; ///< A's support point along n; B's along -n is offset - from_b. In A's frame
    scree_vec3 t;            ///< the component of v perpendicular to n. In A's frame
    double gap, tt;          ///< n . v; |t|^2
} scree_ellipsoid_view;

/// The second derivative of the gap along one normal: H_A + H_B, by its trace and determinant, and the parts of its
/// adjugate.
typedef struct scree_ellipsoid_bend {
    scree_vec3 g_a; ///< the diagonal of C^2 / h^3 of A
    double g_b;     ///< that of B is this times k_b
    double trace, det;
} scree_ellipsoid_bend;

static inline scree_vec3 v3_times(scree_vec3 a, scree_vec3 b)
{
    return v3(a.x * b.x, a.y * b.y, a.z * b.z);
}

static inline scree_two two_of(double a, double b)
{
    scree_two r = { a, b };
    return r;
}

static inline scree_two two_sqrt(scree_two a)
{
    return two_of(sqrt(a[0]), sqrt(a[1]));
}

static inline scree_two3 two3_of(scree_vec3 a, scree_vec3 b)
{
    scree_two3 r = { { a.x, b.x }, { a.y, b.y }, { a.z, b.z } };
    return r;
}

static inline scree_vec3 two3_a(const scree_two3 *v)
{
    return v3(v->x[0], v->y[0], v->z[0]);
}

static inline scree_vec3 two3_b(const scree_two3 *v)
{
    return v3(v->x[1], v->y[1], v->z[1]);
}

static inline scree_two3 two3_times(scree_two3 a, scree_two3 b)
{
    scree_two3 r = { a.x * b.x, a.y * b.y, a.z * b.z };
    return r;
}

static inline scree_two3 two3_scale(scree_two3 a, scree_two s)
{
    scree_two3 r = { a.x * s, a.y * s, a.z * s };
    return r;
}

static inline scree_two two3_dot(scree_two3 a, scree_two3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline scree_vec3 sym3_mul(const scree_sym3 *s, scree_vec3 v)
{
    return v3(s->xx * v.x + s->xy * v.y + s->xz * v.z, s->xy * v.x + s->yy * v.y + s->yz * v.z,
              s->xz * v.x + s->yz * v.y + s->zz * v.z);
}

/// The semi-axes over the largest of them, which goes to `radius`.
static inline scree_vec3 scree_scaled_axes(const scree_shape *s, double *radius)
{
    if (s->core != SCREE_CORE_ELLIPSOID) {
        *radius = 0.0;
        return v3(1, 1, 1);
    }
    *radius = s->core_radius;
    return v3_scale(s->form->semi_axes, 1.0 / s->core_radius);
}

static inline double scree_least_of(scree_vec3 v)
{
    const double least = v.x < v.y ? v.x : v.y;
    return least < v.z ? least : v.z;
}

static inline void scree_ellipsoid_pair_make(const scree_cores *c, scree_ellipsoid_pair *p)
{
    double radius_a, radius_b;
    const scree_two3 u = two3_of(scree_scaled_axes(c->a, &radius_a), scree_scaled_axes(c->b, &radius_b));
    const scree_two3 q = two3_times(u, u);
    p->radius = two_of(radius_a, radius_b);
    p->q = q;
    p->k = (scree_two3){ q.y * q.z, q.z * q.x, q.x * q.y };
    p->det = q.x * p->k.x;
    p->inner = two_of(scree_least_of(two3_a(&q)), scree_least_of(two3_b(&q)));
    p->rotation = c->rotation;
    const scree_vec3 *r = c->rotation.row, k = two3_b(&p->k);
    const scree_vec3 kx = v3_times(k, r[0]), ky = v3_times(k, r[1]);
    p->k_b = (scree_sym3){ .xx = v3_dot(kx, r[0]), .yy = v3_dot(ky, r[1]), .zz = v3_dot(v3_times(k, r[2]), r[2]) };
    p->k_b.xy = v3_dot(kx, r[1]);
    p->k_b.xz = v3_dot(kx, r[2]);
    p->k_b.yz = v3_dot(ky, r[2]);
    p->offset = c->shift;
    if (c->b->core == SCREE_CORE_POINT) p->offset = scree_cores_vertex_b(c, 0);
    if (c->a->core == SCREE_CORE_POINT) p->offset = v3_sub(p->offset, scree_cores_vertex_a(c, 0));
    p->size = c->size;
    p->noise = 8.0 * SCREE_ROUNDING * c->size;
}

/// Where a climb should start: the normal of the point of an ellipsoid around A - B that is nearest to B's centre. The
/// ellipsoid is the one that touches A - B along the line of centres, (h_A + h_B)(S_A / h_A + S_B / h_B) with the
/// supports h and the matrices S of squared semi-axes. The nearest point to d at a distance g has the normal
/// (S + g h)^-1 d; g is the gap along the line, which is too small, and 0 where they seem to overlap. Of any length,
/// and perhaps NaN where the sizes' cubes overflow.
static inline scree_vec3 scree_ellipsoid_facing(const scree_ellipsoid_pair *p)
{
    const scree_vec3 d = p->offset, *r = p->rotation.row;
    const scree_two3 both = two3_of(d, m3_mul_transposed(&p->rotation, d)), w = two3_times(p->q, both);
    const double length = v3_norm(d);
    const scree_two h = two_sqrt(two3_dot(w, both)), s = p->radius * length / h, reach = p->radius * h / length;
    const double gap = length - (reach[0] + reach[1]), far = gap > 0.0 ? gap : 0.0;
    const scree_two3 e = two3_scale(p->q, s);
    const scree_vec3 a = two3_a(&e), b = two3_b(&e), bx = v3_times(b, r[0]), by = v3_times(b, r[1]);
    const double xx = v3_dot(bx, r[0]) + (a.x + far), yy = v3_dot(by, r[1]) + (a.y + far);
    const double zz = v3_dot(v3_times(b, r[2]), r[2]) + (a.z + far);
    const double xy = v3_dot(bx, r[1]), xz = v3_dot(bx, r[2]), yz = v3_dot(by, r[2]);
    const double cxy = xz * yz - xy * zz, cxz = xy * yz - xz * yy, cyz = xy * xz - xx * yz;
    return v3((yy * zz - yz * yz) * d.x + cxy * d.y + cxz * d.z, cxy * d.x + (xx * zz - xz * xz) * d.y + cyz * d.z,
              cxz * d.x + cyz * d.y + (xx * yy - xy * xy) * d.z);
}

/// Evaluates along m, of any length. The roots and quotients are independent of each other.
static inline void scree_ellipsoid_look(const scree_ellipsoid_pair *p, scree_vec3 m, scree_ellipsoid_view *x)
{
    const scree_two3 both = two3_of(m, m3_mul_transposed(&p->rotation, m)), w = two3_times(p->q, both);
    const double length = v3_norm(m), scale = 1.0 / length;
    const scree_two inverse = 1.0 / two_sqrt(two3_dot(w, both));
    x->n = two3_scale(both, two_of(scale, scale));
    x->inverse = inverse * length;
    const scree_two3 on = two3_scale(w, p->radius * inverse);
    x->on_a = two3_a(&on);
    x->from_b = m3_mul(&p->rotation, two3_b(&on));
    const scree_vec3 n = two3_a(&x->n), v = v3_sub(p->offset, v3_add(x->on_a, x->from_b));
    x->gap = v3_dot(n, v);
    x->t = v3_add_scaled(v, -x->gap, n);
    x->tt = v3_norm2(x->t);
}

static inline scree_ellipsoid_bend scree_ellipsoid_bend_at(const scree_ellipsoid_pair *p, const scree_ellipsoid_view *x)
{
    const scree_two r = p->radius * x->inverse * x->inverse, factor = r * x->inverse, dets = r * r * p->det;
    const scree_two3 g = two3_scale(p->k, factor), nn = two3_times(x->n, x->n);
    // Only the part across n is left of each trace: the squares of e x n for the axes e.
    const scree_two traces = g.x * (nn.y + nn.z) + g.y * (nn.z + nn.x) + g.z * (nn.x + nn.y);
    scree_ellipsoid_bend b = { .g_a = two3_a(&g), .g_b = factor[1], .trace = traces[0] + traces[1] };
    // det(H_A + H_B) is both determinants and a mixed term: the product, entry by entry, of B's k with N^T C_A^2 N,
    // where N y = n x y.
    const scree_vec3 n = two3_a(&x->n), s = two3_a(&nn), e = b.g_a;
    const scree_sym3 *k = &p->k_b;
    double both = k->xx * (e.y * s.z + e.z * s.y) + k->yy * (e.z * s.x + e.x * s.z) + k->zz * (e.x * s.y + e.y * s.x);
    both -= 2.0 * (k->xy * e.z * n.x * n.y + k->xz * e.y * n.x * n.z + k->yz * e.x * n.y * n.z);
    b.det = dets[0] + dets[1] + (both > 0.0 ? both * b.g_b : 0.0);
    return b;
}

/// The radius of a ball in M that touches its surface at v.
static inline double scree_ellipsoid_ball(const scree_ellipsoid_pair *p, const scree_ellipsoid_view *x)
{
    const scree_two r = p->radius * p->inner * x->inverse;
    return r[0] + r[1];
}

/// How far above the gap the signed distance can be, by that ball, without rounding.
static inline double scree_ellipsoid_doubt(const scree_ellipsoid_pair *p, const scree_ellipsoid_view *x)
{
    const double depth = x->gap + scree_ellipsoid_ball(p, x); // of the ball's centre, along n
    const double reach = sqrt(depth * depth + x->tt);
    return depth > 0.0 ? x->tt / (depth + reach) : reach - depth;
}

#endif
