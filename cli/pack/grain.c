// Idea    1. Balls about the centroids: apart where the outer ones are, overlapping where the inner ones do.
//         2. A ball of radius r overlaps an ellipsoid wherever its centre is in the ellipsoid of semi-axes a + r, which
//            the ellipsoid swept by the ball holds: |(a_i n_i) + r n| <= |(a_i n_i)| + r for every unit n.
//         3. Perram and Wertheim's function, stopped as soon as it decides. With S the matrices of squared semi-axes, d
//            between the centres, 0 < t < 1 and w = (t S_b + (1 - t) S_a)^-1 d, the point at (1 - t) S_a w from a's
//            centre has the values f_a = (1 - t)^2 w^T S_a w and f_b = t^2 w^T S_b w, each below 1 inside of its
//            ellipsoid. So if both are below 1, they overlap. F = t f_a + (1 - t) f_b is the least that this mean of the two
//            takes anywhere, so F > 1 means apart, and the gap is (sqrt(F) - 1) (h_a + h_b) at least, with h the half
//            widths along a normal. At the best t, f_a = f_b.
// Limits  Rounding grows with the fourth power of the aspect ratio; above `widest_aspect` the forms are not used.
#include "grain.h"

#include <float.h>
#include <math.h>

// The adjugate of the sum is good to about DBL_EPSILON times its fourth power, 1e-8 and less.
static const double widest_aspect = 100.0;
// A verdict by a form needs this much, relative to 1.
static const double form_slack = 1e-6;
// Radii are made this much larger or smaller, relatively, for the rounding of places and radii.
static const double radius_slack = 1e-12;

enum { FORM_STEPS = 5, PROFILE_STEPS = 256 };

static double norm(scree_vec3 v)
{
    return sqrt(v.x * v.x + v.y * v.y + v.z * v.z);
}

static double dot(scree_vec3 a, scree_vec3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static double least_of(scree_vec3 v)
{
    return fmin(v.x, fmin(v.y, v.z));
}

static double most_of(scree_vec3 v)
{
    return fmax(v.x, fmax(v.y, v.z));
}

/// Balls about the centroid of a polyhedron or box.
static void measure_polyhedron(grain_mould *m)
{
    const scree_shape *s = m->shape;
    double outer = 0.0, inner = HUGE_VAL;
    for (int i = 0; i < scree_shape_vertex_count(s); ++i) {
        scree_vec3 v = scree_shape_vertex(s, i);
        v = (scree_vec3){ v.x - m->centroid.x, v.y - m->centroid.y, v.z - m->centroid.z };
        outer = fmax(outer, norm(v));
    }
    for (int i = 0; i < scree_shape_face_count(s); ++i) {
        scree_vec3 v = scree_shape_vertex(s, scree_shape_face_vertices(s, i)[0]);
        v = (scree_vec3){ v.x - m->centroid.x, v.y - m->centroid.y, v.z - m->centroid.z };
        inner = fmin(inner, dot(v, scree_shape_face_normal(s, i)));
    }
    m->outer = outer + scree_shape_rounding(s);
    m->inner = fmax(inner, 0.0) + scree_shape_rounding(s);
}

/// Balls about the centroid of a body of revolution about z, by its heights h(n) above the centroid along directions n
/// that are 2 t apart. The farthest point p has h(n) >= |p| cos t for the nearest n, and where the height is least,
/// h(n) is at most h cos t + |p| sin t.
static void measure_profile(grain_mould *m)
{
    const double t = 0.5 * acos(-1.0) / PROFILE_STEPS;
    double least = HUGE_VAL, most = 0.0;
    for (int i = 0; i <= PROFILE_STEPS; ++i) {
        const scree_vec3 n = { sin(2.0 * t * i), 0.0, cos(2.0 * t * i) }, p = scree_shape_support(m->shape, n);
        const double height = p.x * n.x + (p.z - m->centroid.z) * n.z;
        least = fmin(least, height);
        most = fmax(most, height);
    }
    m->outer = most / cos(t);
    m->inner = fmax((least - m->outer * sin(t)) / cos(t), 0.0);
}

/// With exponents of 2 and more it contains the ellipsoid of the same semi-axes.
static void measure_superquadric(grain_mould *m, const scree_bounds *bounds)
{
    double n1, n2;
    scree_shape_exponents(m->shape, &n1, &n2);
    m->semi_axes = scree_shape_semi_axes(m->shape);
    m->quadratic = n1 == 2.0 && n2 == 2.0 && scree_shape_rounding(m->shape) == 0.0 &&
                   most_of(m->semi_axes) <= widest_aspect * least_of(m->semi_axes);
    m->inner = least_of(m->semi_axes) + scree_shape_rounding(m->shape);
    m->outer = bounds->radius; // about the centre of symmetry
}

grain_mould scree_pack_grain_mould(const scree_shape *shape)
{
    const scree_bounds bounds = scree_shape_bounds(shape);
    grain_mould m = { .shape = shape, .centroid = scree_shape_mass(shape).centroid };
    scree_vec3 half = { bounds.high.x, bounds.high.y, bounds.high.z };
    switch (scree_shape_kind_of(shape)) {
    case SCREE_BOX:
    case SCREE_POLYHEDRON:
        measure_polyhedron(&m);
        break;
    case SCREE_ELLIPSOID:
    case SCREE_SUPERQUADRIC:
        measure_superquadric(&m, &bounds);
        break;
    case SCREE_CYLINDER:
    case SCREE_CONE:
    case SCREE_TAPERED_CAPSULE:
        measure_profile(&m);
        break;
    default: // spheres and capsules: the least half width is a ball's radius, the largest reaches farthest
        m.inner = least_of(half);
        m.outer = most_of(half);
        m.quadratic = scree_shape_kind_of(shape) == SCREE_SPHERE;
        m.semi_axes = half;
    }
    // A margin for rounding, including that of rotating a centroid far from the shape's own origin.
    double far = 16.0 * DBL_EPSILON * norm(m.centroid);
    m.outer = m.outer * (1.0 + radius_slack) + far;
    m.inner = fmax(m.inner * (1.0 - radius_slack) - far, 0.0);
    return m;
}

scree_body scree_pack_grain_body(const grain_mould *mould, scree_vec3 place, scree_quat orientation)
{
    scree_body body = { mould->shape, { 0.0, 0.0, 0.0 }, orientation };
    scree_vec3 arm = scree_body_point(&body, mould->centroid);
    body.position = (scree_vec3){ place.x - arm.x, place.y - arm.y, place.z - arm.z };
    return body;
}

/// R diag(e) R^T.
static scree_sym3 rotated(scree_quat q, scree_vec3 e)
{
    double s = 2.0 / (q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
    const double r[3][3] = {
        { 1.0 - s * (q.y * q.y + q.z * q.z), s * (q.x * q.y - q.w * q.z), s * (q.x * q.z + q.w * q.y) },
        { s * (q.x * q.y + q.w * q.z), 1.0 - s * (q.x * q.x + q.z * q.z), s * (q.y * q.z - q.w * q.x) },
        { s * (q.x * q.z - q.w * q.y), s * (q.y * q.z + q.w * q.x), 1.0 - s * (q.x * q.x + q.y * q.y) },
    };
    return (scree_sym3){
        .xx = e.x * r[0][0] * r[0][0] + e.y * r[0][1] * r[0][1] + e.z * r[0][2] * r[0][2],
        .yy = e.x * r[1][0] * r[1][0] + e.y * r[1][1] * r[1][1] + e.z * r[1][2] * r[1][2],
        .zz = e.x * r[2][0] * r[2][0] + e.y * r[2][1] * r[2][1] + e.z * r[2][2] * r[2][2],
        .xy = e.x * r[0][0] * r[1][0] + e.y * r[0][1] * r[1][1] + e.z * r[0][2] * r[1][2],
        .xz = e.x * r[0][0] * r[2][0] + e.y * r[0][1] * r[2][1] + e.z * r[0][2] * r[2][2],
        .yz = e.x * r[1][0] * r[2][0] + e.y * r[1][1] * r[2][1] + e.z * r[1][2] * r[2][2],
    };
}

/// Of the ellipsoid of semi-axes a + r, made a little smaller so that rounding cannot take it out of the swept one.
static double core_value(double a, double r)
{
    double reach = (a + r) * (1.0 - form_slack);
    return 1.0 / (reach * reach);
}

grain scree_pack_grain_try(const grain_mould *mould, scree_quat orientation, scree_vec3 place)
{
    grain g = { .place = place, .outer = mould->outer, .inner = mould->inner };
    const scree_vec3 a = mould->semi_axes;
    if (mould->quadratic) g.spread = rotated(orientation, (scree_vec3){ a.x * a.x, a.y * a.y, a.z * a.z });
    return g;
}

grain scree_pack_grain_make(const grain_mould *mould, scree_quat orientation, scree_vec3 place, double least_inner)
{
    grain g = scree_pack_grain_try(mould, orientation, place);
    const scree_vec3 a = mould->semi_axes;
    if (mould->quadratic)
        g.core = rotated(orientation, (scree_vec3){ core_value(a.x, least_inner), core_value(a.y, least_inner),
                                                    core_value(a.z, least_inner) });
    return g;
}

/// m^-1 d, by m's adjugate.
static scree_vec3 solve(const scree_sym3 *m, scree_vec3 d)
{
    double xx = m->yy * m->zz - m->yz * m->yz, yy = m->xx * m->zz - m->xz * m->xz, zz = m->xx * m->yy - m->xy * m->xy;
    double xy = m->xz * m->yz - m->xy * m->zz, xz = m->xy * m->yz - m->xz * m->yy, yz = m->xy * m->xz - m->yz * m->xx;
    double scale = 1.0 / (m->xx * xx + m->xy * xy + m->xz * xz);
    return (scree_vec3){ scale * (xx * d.x + xy * d.y + xz * d.z), scale * (xy * d.x + yy * d.y + yz * d.z),
                         scale * (xz * d.x + yz * d.y + zz * d.z) };
}

static double form(const scree_sym3 *m, scree_vec3 v)
{
    return v.x * (m->xx * v.x + 2.0 * (m->xy * v.y + m->xz * v.z)) + v.y * (m->yy * v.y + 2.0 * m->yz * v.z) +
           v.z * v.z * m->zz;
}

grain_verdict scree_pack_grains_compare(const grain *a, const grain *b, scree_vec3 d, double margin)
{
    const scree_sym3 *p = &a->spread, *q = &b->spread;
    double t = 0.5, low = 0.0, high = 1.0;
    for (int i = 0; i < FORM_STEPS; ++i) {
        const double u = 1.0 - t;
        const scree_sym3 mean = { u * p->xx + t * q->xx, u * p->yy + t * q->yy, u * p->zz + t * q->zz,
                                  u * p->xy + t * q->xy, u * p->xz + t * q->xz, u * p->yz + t * q->yz };
        const scree_vec3 w = solve(&mean, d);
        const double fa = u * u * form(p, w), fb = t * t * form(q, w), f = t * fa + u * fb;
        if (f > 1.0 + form_slack && (sqrt(f) - 1.0 - form_slack) * (a->inner + b->inner) > margin) return GRAINS_APART;
        if (fa < 1.0 - form_slack && fb < 1.0 - form_slack) return GRAINS_OVERLAP;
        // f_a falls and f_b grows with t, their roots about linearly from and to 0 at the ends.
        if (fa > fb)
            low = t;
        else
            high = t;
        const double ra = sqrt(fa), rb = sqrt(fb), slope = ra / u + rb / t;
        t += (ra - rb) / slope;
        if (!(t > low && t < high)) t = 0.5 * (low + high);
    }
    return GRAINS_CLOSE;
}

grain_verdict scree_pack_grains_screen(const grain *a, const grain *b, bool quadratic, scree_vec3 d, double margin)
{
    double distance2 = d.x * d.x + d.y * d.y + d.z * d.z, balls = a->outer + b->outer + margin;
    if (distance2 > balls * balls) return GRAINS_APART;
    bool overlap =
        scree_pack_grain_reaches(a, quadratic, d, b->inner) || scree_pack_grain_reaches(b, quadratic, d, a->inner);
    return overlap ? GRAINS_OVERLAP : GRAINS_CLOSE;
}

scree_sym3 scree_pack_grain_swept(const grain *g, double s)
{
    const scree_sym3 *p = &g->spread;
    // Approximately the k for which the swept ellipsoid is smallest; see shadows.c.
    double k = sqrt((p->xx + p->yy + p->zz) / 3.0) / s, u = 1.0 + 1.0 / k, v = (1.0 + k) * s * s;
    const scree_sym3 m = { u * p->xx + v, u * p->yy + v, u * p->zz + v, u * p->xy, u * p->xz, u * p->yz };
    const scree_vec3 x = solve(&m, (scree_vec3){ 1.0, 0.0, 0.0 }), y = solve(&m, (scree_vec3){ 0.0, 1.0, 0.0 }),
                     z = solve(&m, (scree_vec3){ 0.0, 0.0, 1.0 });
    return (scree_sym3){ x.x, y.y, z.z, x.y, x.z, y.z };
}
