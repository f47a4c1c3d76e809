// Ellipsoids: the public calls. See scree/ellipsoid.h.
//
// Source      girault-2022, Appendices A (quadratic form), B (curvature), C (overlap), D (a line's two points);
//             (1.6), the accuracy that a distance needs.
// Idea        Everything about one ellipsoid happens in its own frame, with the centre subtracted first: the quadratic
//             form in world coordinates loses digits as the square of the distance from the origin.
// Departures  1. Curvature: the larger one is an eigenvalue of the second fundamental form, and the smaller one follows
//                from (B.4). The roots (B.3) lose digits where the two are far apart.
//             2. The line: (D.4) has wrong signs; the quadratic of f is taken directly, and its discriminant as
//                |v|^2 - |p x v|^2, in which the squares of a distant start do not cancel.
#include "scree/ellipsoid.h"

#include "base/fp_environment.h"
#include "math/vec3.h"
#include "papers/classic.h"
#include "papers/jia.h"

// An ellipsoid in its own frame.
typedef struct local {
    scree_mat3 rotation;
    scree_vec3 centre, semi;
} local;

static scree_status open_body(const scree_body *body, local *out)
{
    if (body == NULL || body->shape == NULL) return SCREE_INVALID_ARGUMENT;
    if (!scree_serves_ellipsoids(body->shape, body->shape)) return SCREE_INVALID_ARGUMENT;
    if (!scree_pose_is_valid(body)) return SCREE_INVALID_POSE;
    out->rotation = m3_from_quat(body->orientation);
    out->centre = body->position;
    out->semi = scree_pw_axes(body->shape);
    return SCREE_OK;
}

static scree_vec3 divide(scree_vec3 v, scree_vec3 by)
{
    return v3(v.x / by.x, v.y / by.y, v.z / by.z);
}

scree_status scree_ellipsoid_quadric(const scree_body *ellipsoid, scree_quadric *out)
{
    SCREE_FP_GUARD();
    local e;
    if (out == NULL) return SCREE_INVALID_ARGUMENT;
    scree_status status = open_body(ellipsoid, &e);
    if (status != SCREE_OK) return status;
    // (A.9): rows of U D^-1, whose products are the elements of A.
    scree_vec3 x = divide(e.rotation.row[0], e.semi), y = divide(e.rotation.row[1], e.semi),
               z = divide(e.rotation.row[2], e.semi);
    scree_sym3 a = { v3_norm2(x), v3_norm2(y), v3_norm2(z), v3_dot(x, y), v3_dot(x, z), v3_dot(y, z) };
    scree_vec3 scaled = divide(m3_mul_transposed(&e.rotation, e.centre), e.semi);
    out->a = a;
    out->b = v3_neg(m3_mul(&e.rotation, divide(scaled, e.semi)));
    out->alpha = 0.5 * v3_norm2(scaled) - 0.5;
    return SCREE_OK;
}

// The point in the frame of the ellipsoid, as a multiple of its centre's distance that has the largest coordinate of
// x / semi at 1: only its direction counts. False for the centre itself.
static bool direction_of(const local *e, scree_vec3 point, scree_vec3 *out)
{
    scree_vec3 x = divide(m3_mul_transposed(&e->rotation, v3_sub(point, e->centre)), e->semi);
    double most = v3_max_abs(x);
    if (!(most > 0.0) || !isfinite(most)) return false;
    *out = v3_unit(x);
    return true;
}

scree_status scree_ellipsoid_normal(const scree_body *ellipsoid, scree_vec3 point, scree_vec3 *out)
{
    SCREE_FP_GUARD();
    local e;
    scree_vec3 v;
    if (out == NULL || !v3_is_finite(point)) return SCREE_INVALID_ARGUMENT;
    scree_status status = open_body(ellipsoid, &e);
    if (status != SCREE_OK) return status;
    if (!direction_of(&e, point, &v)) return SCREE_INVALID_ARGUMENT;
    *out = v3_unit(m3_mul(&e.rotation, v3_unit(divide(v, e.semi))));
    return SCREE_OK;
}

scree_status scree_ellipsoid_curvature(const scree_body *ellipsoid, scree_vec3 point, scree_curvature *out)
{
    SCREE_FP_GUARD();
    local e;
    scree_vec3 v;
    if (out == NULL || !v3_is_finite(point)) return SCREE_INVALID_ARGUMENT;
    scree_status status = open_body(ellipsoid, &e);
    if (status != SCREE_OK) return status;
    if (!direction_of(&e, point, &v)) return SCREE_INVALID_ARGUMENT;
    // The surface point is D v. With g = D^-1 v, half the gradient of f is g, and a tangent t bends by |D^-1 t|^2 /
    // |g|.
    scree_vec3 g = divide(v, e.semi), n = v3_unit(g);
    double steep = v3_norm(g);
    scree_vec3 t1 = v3_any_normal_to(n), t2 = v3_cross(n, t1);
    scree_vec3 s1 = divide(t1, e.semi), s2 = divide(t2, e.semi);
    double xx = v3_norm2(s1), yy = v3_norm2(s2), xy = v3_dot(s1, s2);
    double most = 0.5 * (xx + yy) + hypot(0.5 * (xx - yy), xy), angle = 0.5 * atan2(2.0 * xy, xx - yy);
    out->smallest = steep / most;
    out->gaussian = e.semi.x * e.semi.y * e.semi.z * steep * steep;
    out->largest = out->gaussian * (out->gaussian / out->smallest);
    out->along_smallest = m3_mul(&e.rotation, v3_unit(v3_add(v3_scale(t1, cos(angle)), v3_scale(t2, sin(angle)))));
    out->along_largest = m3_mul(&e.rotation, v3_unit(v3_add(v3_scale(t1, -sin(angle)), v3_scale(t2, cos(angle)))));
    if (out->largest < out->smallest) out->largest = out->smallest = out->gaussian; // an umbilic, up to rounding
    return SCREE_OK;
}

// R_G is the product of the semi-axes times |D^-1 v|^2 at the surface point D v, least at the ends of the longest axis.
static double least_gaussian_radius(scree_vec3 semi)
{
    double most = v3_max_abs(semi), least = fmin(semi.x, fmin(semi.y, semi.z));
    double middle = fmax(fmin(semi.x, semi.y), fmin(fmax(semi.x, semi.y), semi.z));
    return least * (middle / most);
}

scree_status scree_ellipsoids_accuracy(const scree_body *a, const scree_body *b, double threshold, double *out)
{
    SCREE_FP_GUARD();
    local e[2];
    if (out == NULL || !isfinite(threshold) || !(threshold > 0.0)) return SCREE_INVALID_ARGUMENT;
    scree_status status = open_body(a, &e[0]);
    if (status == SCREE_OK) status = open_body(b, &e[1]);
    if (status != SCREE_OK) return status;
    *out = 0.01 * threshold * fmin(least_gaussian_radius(e[0].semi), least_gaussian_radius(e[1].semi));
    return SCREE_OK;
}

scree_status scree_ellipsoid_ray(const scree_body *ellipsoid, scree_vec3 from, scree_vec3 to, bool *meets,
                                 double *first, double *last)
{
    SCREE_FP_GUARD();
    local e;
    if (meets == NULL || first == NULL || last == NULL) return SCREE_INVALID_ARGUMENT;
    *meets = false;
    *first = *last = 0.0;
    scree_status status = open_body(ellipsoid, &e);
    if (status != SCREE_OK) return status;
    scree_vec3 way = v3_sub(to, from);
    if (!v3_is_finite(from) || !v3_is_finite(way) || v3_max_abs(way) == 0.0) return SCREE_INVALID_ARGUMENT;
    // |p + t v|^2 = 1
    scree_vec3 p = divide(m3_mul_transposed(&e.rotation, v3_sub(from, e.centre)), e.semi);
    scree_vec3 v = divide(m3_mul_transposed(&e.rotation, way), e.semi);
    double length = v3_norm(v);
    scree_vec3 u = v3_unit(v), across = v3_cross(p, u);
    double along = v3_dot(p, u), half = 1.0 - v3_norm2(across);
    if (!isfinite(length) || !(length > 0.0) || !isfinite(along)) return SCREE_INVALID_ARGUMENT;
    if (!(half >= 0.0)) return SCREE_OK;
    // The larger of the two in magnitude first; the other one from their product, |p|^2 - 1.
    double root = sqrt(half), far = along > 0.0 ? -(along + root) : root - along, norm = v3_norm(p);
    double near = far != 0.0 ? (norm - 1.0) * (norm + 1.0) / far : 0.0;
    *meets = true;
    *first = fmin(near, far) / length;
    *last = fmax(near, far) / length;
    return SCREE_OK;
}

static scree_status open_pair(const scree_body *a, const scree_body *b, scree_cores *out)
{
    if (a == NULL || b == NULL || a->shape == NULL || b->shape == NULL) return SCREE_INVALID_ARGUMENT;
    if (!scree_serves_ellipsoids(a->shape, b->shape)) return SCREE_UNSUPPORTED_PAIR;
    if (!scree_pose_is_valid(a) || !scree_pose_is_valid(b)) return SCREE_INVALID_POSE;
    *out = scree_cores_make(a, b);
    scree_cores_swell(out); // spheres are points to the cores
    return SCREE_OK;
}

scree_status scree_ellipsoids_overlap(const scree_body *a, const scree_body *b, bool *out)
{
    SCREE_FP_GUARD();
    scree_cores c;
    if (out == NULL) return SCREE_INVALID_ARGUMENT;
    *out = false;
    scree_status status = open_pair(a, b, &c);
    if (status == SCREE_OK) *out = scree_jia_overlap(&c, a, b);
    return status;
}

scree_status scree_perram_wertheim(const scree_body *a, const scree_body *b, scree_contact_function *out)
{
    SCREE_FP_GUARD();
    scree_cores c;
    if (out == NULL) return SCREE_INVALID_ARGUMENT;
    *out = (scree_contact_function){ .value = 0.0 };
    scree_status status = open_pair(a, b, &c);
    if (status != SCREE_OK) return status;
    const scree_pw pw = scree_pw_solve(&c);
    // At the maximum lambda does not move in the first order: only S^-1 is differentiated. A rotation by the vector o
    // changes S_B w by o x S_B w - S_B (o x w), and so F by 2 lambda^2 (1 - lambda) o . (w x S_B w).
    double both = 2.0 * pw.lambda * pw.rest;
    out->value = pw.value;
    out->lambda = pw.lambda;
    out->gradient = scree_cores_world_direction(&c, v3_scale(pw.w, both));
    out->rotation_gradient_a = scree_cores_world_direction(&c, v3_scale(v3_cross(pw.w, pw.a_w), both * pw.rest));
    out->rotation_gradient_b = scree_cores_world_direction(&c, v3_scale(v3_cross(pw.w, pw.b_w), both * pw.lambda));
    out->point = scree_cores_world_point(&c, pw.point);
    return SCREE_OK;
}
