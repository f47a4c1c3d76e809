// Where Newton's method on two superquadrics starts.
//
// Source      Our own; scree_ellipsoid_facing() does the same with two ellipsoids.
// Idea        An ellipsoid around each body, sum m_i u_i^2 <= 1 with axes scaled to 1, that touches it near the line of
//             centres: m_i goes like u_i^(n-2) there (superquadric_pair.h). For two ellipsoids the normal at their
//             nearest points is nearly (S_A / h_A + S_B / h_B + gap)^-1 d, with the line of centres d, the matrices S
//             of squared semi-axes and the support values h along d. Both surface points are chosen with that normal.
//             All of this is approximate, with hardly a power or a root; a start needs no more. It saves 0.9 Newton
//             steps at exponents of 3 and 4, and 0.5 at 8.
// Limits      Very blocky bodies start near the line of centres.
#include "solve/superquadric/superquadric_newton.h"

static inline scree_two two_abs(scree_two a)
{
    return two_of(fabs(a[0]), fabs(a[1]));
}

// m of the smaller argument over that of the larger one, and its inverse: like q^b with b = 2 - 4 / n and their ratio
// q.
typedef struct fall {
    scree_two m, inverse;
} fall;

static inline fall fall_of(scree_two inverse, scree_two least, scree_two most)
{
    const scree_two b = 2.0 - 4.0 * inverse, none = two_of(0.0, 0.0);
    const scree_two_mask slow = b < two_of(1.0, 1.0);
    const scree_two c0 = two_pick(slow, 1.0 - b, none), c2 = two_pick(slow, none, b - 1.0), c1 = 1.0 - c0 - c2;
    const scree_two square = most * most, m = (c0 + SCREE_SQ_LEAST) * square + least * (c1 * most + c2 * least);
    return (fall){ m / square, square / m };
}

// The squared semi-axes of both ellipsoids. d is the line of centres in each body's frame.
static inline scree_two3 ellipsoids(const scree_sq_pair *p, const scree_two3 *d)
{
    const scree_two x = two_abs(d->x * p->inverse.x), y = two_abs(d->y * p->inverse.y),
                    z = two_abs(d->z * p->inverse.z);
    const scree_two_mask y_first = y > x;
    const scree_two most2 = two_pick(y_first, y, x), least2 = two_pick(y_first, x, y);
    const scree_two_mask z_first = z > most2;
    const fall across = fall_of(p->inverse2, least2, most2);
    const fall along = fall_of(p->inverse1, two_pick(z_first, most2, z), two_pick(z_first, z, most2));
    // Factors that keep the body inside the ellipsoid.
    const scree_two k1 = 1.0 + (1.0 - 2.0 * p->inverse1) * along.m, k2 = 1.0 + (1.0 - 2.0 * p->inverse2) * across.m;
    const scree_two wide = k1 * along.inverse, rho = k2 * two_pick(z_first, wide, k1), wide2 = rho * across.inverse;
    const scree_two3 aa = two3_times(p->axes, p->axes);
    return (scree_two3){ aa.x * two_pick(y_first, wide2, rho), aa.y * two_pick(y_first, rho, wide2),
                         aa.z * two_pick(z_first, k1, wide) };
}

// Of any length.
static inline scree_vec3 facing(const scree_sq_pair *p, scree_vec3 d)
{
    const scree_vec3 *r = p->rotation.row;
    const scree_two3 both = two3_of(d, m3_mul_transposed(&p->rotation, d));
    scree_two3 e = ellipsoids(p, &both);
    const scree_two h = two_sqrt(two3_dot(two3_times(e, both), both)); // times the length
    const double length = v3_norm(d), gap = length - (h[0] + (p->point ? 0.0 : h[1])) / length;
    const double far = gap > 0.0 ? gap : 0.0;
    e = two3_scale(e, length / h);
    const scree_vec3 a = two3_a(&e), b = p->point ? v3(0, 0, 0) : two3_b(&e);
    const scree_vec3 bx = v3_times(b, r[0]), by = v3_times(b, r[1]);
    const double xx = v3_dot(bx, r[0]) + (a.x + far), yy = v3_dot(by, r[1]) + (a.y + far);
    const double zz = v3_dot(v3_times(b, r[2]), r[2]) + (a.z + far);
    const double xy = v3_dot(bx, r[1]), xz = v3_dot(bx, r[2]), yz = v3_dot(by, r[2]);
    const double cxy = xz * yz - xy * zz, cxz = xy * yz - xz * yy, cyz = xy * xz - xx * yz;
    return v3((yy * zz - yz * yz) * d.x + cxy * d.y + cxz * d.z, cxy * d.x + (xx * zz - xz * xz) * d.y + cyz * d.z,
              cxz * d.x + cyz * d.y + (xx * yy - xy * xy) * d.z);
}

static inline scree_sq_ratio rough_ratio(const scree_exponent *e, double small, double big, bool second)
{
    const double s = big > 0.0 ? small / big : 0.0;
    if (e->whole <= 3 || !(s > SCREE_SQ_LEAST_RATIO)) return scree_sq_ratio_facing(e, s, second);
    return scree_sq_ratio_nearly_facing(e, s, sq_rough_power(s, e->dual_less_1), second);
}

// Approximates scree_sq_surface_point_facing().
static inline void rough_surface_point(const scree_sq_pair *p, int i, scree_vec3 d, scree_sq_surface_point *out)
{
    const scree_exponent *e1 = &p->shape[i]->form->along, *e2 = &p->shape[i]->form->across;
    const scree_vec3 t = v3_times(d, two3_lane(&p->axes, i));
    const double x = fabs(t.x), y = fabs(t.y), z = fabs(t.z), most = y > x ? y : x;
    out->sign = v3(copysign(1.0, d.x), copysign(1.0, d.y), copysign(1.0, d.z));
    out->across = rough_ratio(e2, y > x ? x : y, most, y > x);
    // (1 + w)^(1 - 1/n) by its first terms.
    const double q = out->across.q, w = q * q * out->across.p;
    const double sigma = most * (1.0 + (1.0 - e2->inverse) * w * (1.0 - 0.5 * e2->inverse * w));
    out->along = rough_ratio(e1, z > sigma ? sigma : z, z > sigma ? z : sigma, z > sigma);
}

void scree_sq_start(const scree_sq_pair *p, scree_vec3 d, scree_sq_view *x)
{
    const scree_vec3 n = facing(p, d);
    const double length2 = v3_norm2(n);
    if (p->blocky || !(length2 > 1e-200 && length2 < 1e200))
        scree_sq_start_along(p, d, x);
    else
        scree_sq_start_facing(p, n, x);
}

void scree_sq_start_facing(const scree_sq_pair *p, scree_vec3 n, scree_sq_view *x)
{
    if (p->blocky) {
        scree_sq_face(p, n, x);
        return;
    }
    scree_sq_surface_point a, b;
    rough_surface_point(p, 0, n, &a);
    if (p->point)
        b = a;
    else
        rough_surface_point(p, 1, m3_mul_transposed(&p->rotation, v3_neg(n)), &b);
    scree_sq_put_both(x, &a, &b);
    scree_sq_see(p, x);
}
