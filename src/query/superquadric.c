// The public calls on superquadrics. See scree/superquadric.h.
//
// Source      peng-hanley-2019, equation 1.
// Idea        With u = |x|/a, v = |y|/b, w = |z|/c and rho = (u^n2 + v^n2)^(1/n2), F = rho^n1 + w^n1 - 1. The slopes of
//             rho and the ratios u/rho, v/rho are at most 1, so that only the powers of rho and w can leave a double's
//             range; F's second derivatives are
//
//               F_uu = n1 rho^(n1-2) ((n1 - 1) rho_u^2 + (n2 - 1) (u/rho)^(n2-2) (v/rho)^n2)
//               F_uv = n1 rho^(n1-2) (n1 - n2) rho_u rho_v
//
//             in which nothing cancels.
// Limits      On the z axis, with n1 = 2 < n2, F is not twice differentiable; its second derivatives along x and y are
//             given.
#include "scree/superquadric.h"

#include "base/fp_environment.h"
#include "math/vec3.h"
#include "pair/pair.h"
#include "shape/superquadric_form.h"

// A superquadric, and a point in its frame.
typedef struct local {
    scree_form form;   // semi-axes and exponents
    scree_shape shape; // only its `form` is set: the surface functions read nothing else
    scree_mat3 rotation;
    scree_vec3 point;
} local;

static scree_status open_body(const scree_body *body, scree_vec3 point, local *out)
{
    if (body == NULL || body->shape == NULL || !v3_is_finite(point)) return SCREE_INVALID_ARGUMENT;
    const scree_shape *s = body->shape;
    const bool sphere = s->kind == SCREE_SPHERE;
    if ((!sphere && s->kind != SCREE_ELLIPSOID && s->kind != SCREE_SUPERQUADRIC) || s->rounding > 0.0)
        return SCREE_INVALID_ARGUMENT;
    if (!scree_pose_is_valid(body)) return SCREE_INVALID_POSE;
    const scree_exponent two = scree_exponent_make(2.0);
    out->form = (scree_form){ .n1 = sphere ? 2.0 : s->form->n1,
                              .n2 = sphere ? 2.0 : s->form->n2,
                              .semi_axes = sphere ? v3(s->radius, s->radius, s->radius) : s->form->semi_axes,
                              .along = sphere ? two : s->form->along,
                              .across = sphere ? two : s->form->across };
    out->shape = (scree_shape){ .hull = &scree_no_hull, .form = &out->form };
    out->rotation = m3_from_quat(body->orientation);
    out->point = m3_mul_transposed(&out->rotation, v3_sub(point, body->position));
    return v3_is_finite(out->point) ? SCREE_OK : SCREE_INVALID_ARGUMENT;
}

// x^(n - less), less = 0, 1 or 2, for x >= 0 of any size.
static double power(const scree_exponent *e, double x, int less)
{
    return e->whole > 0 ? sq_whole_power(x, e->whole - less) : pow(x, e->n - less);
}

// Not yet divided by the signs and semi-axes.
static void field(const local *q, double *value, scree_vec3 *slope, scree_sym3 *bend)
{
    const scree_vec3 a = q->form.semi_axes;
    const scree_exponent *e1 = &q->form.along, *e2 = &q->form.across;
    const double u = fabs(q->point.x) / a.x, v = fabs(q->point.y) / a.y, w = fabs(q->point.z) / a.z;
    const double n1 = e1->n, n2 = e2->n;
    const sq_step flat = sq_primal_step(e2, u, v);
    const double rho = flat.value, x = rho > 0.0 ? u / rho : 0.0, y = rho > 0.0 ? v / rho : 0.0;
    const double first = n1 * power(e1, rho, 1), second = n1 * power(e1, rho, 2);
    const double bent_x = sq_power_less_2(e2, x) * y * flat.slope_y, bent_y = sq_power_less_2(e2, y) * x * flat.slope_x;
    *value = (power(e1, rho, 0) + power(e1, w, 0)) - 1.0;
    *slope = v3(first * flat.slope_x, first * flat.slope_y, n1 * power(e1, w, 1));
    bend->xx = second * ((n1 - 1.0) * flat.slope_x * flat.slope_x + (n2 - 1.0) * bent_x);
    bend->yy = second * ((n1 - 1.0) * flat.slope_y * flat.slope_y + (n2 - 1.0) * bent_y);
    bend->zz = n1 * (n1 - 1.0) * power(e1, w, 2);
    bend->xy = second * (n1 - n2) * flat.slope_x * flat.slope_y;
    bend->xz = bend->yz = 0.0;
    if (rho == 0.0 && n1 == 2.0) bend->xx = bend->yy = 2.0; // u^2 along u, v^2 along v
}

// R H R^T, R the rotation
static scree_sym3 rotated(const scree_mat3 *rotation, scree_sym3 h)
{
    scree_vec3 row[3];
    for (int i = 0; i < 3; ++i) {
        const scree_vec3 t = rotation->row[i];
        row[i] = v3(h.xx * t.x + h.xy * t.y + h.xz * t.z, h.xy * t.x + h.yy * t.y + h.yz * t.z,
                    h.xz * t.x + h.yz * t.y + h.zz * t.z);
    }
    return (scree_sym3){ v3_dot(rotation->row[0], row[0]), v3_dot(rotation->row[1], row[1]),
                         v3_dot(rotation->row[2], row[2]), v3_dot(rotation->row[0], row[1]),
                         v3_dot(rotation->row[0], row[2]), v3_dot(rotation->row[1], row[2]) };
}

scree_status scree_superquadric_value(const scree_body *superquadric, scree_vec3 point, scree_field_value *out)
{
    SCREE_FP_GUARD();
    local q;
    double value;
    scree_vec3 slope;
    scree_sym3 bend;
    if (out == NULL) return SCREE_INVALID_ARGUMENT;
    const scree_status status = open_body(superquadric, point, &q);
    if (status != SCREE_OK) return status;
    field(&q, &value, &slope, &bend);
    const scree_vec3 a = q.form.semi_axes;
    const double x = copysign(1.0 / a.x, q.point.x), y = copysign(1.0 / a.y, q.point.y), z = 1.0 / a.z;
    slope = v3(slope.x * x, slope.y * y, copysign(slope.z * z, q.point.z));
    bend = (scree_sym3){ bend.xx * x * x, bend.yy * y * y, bend.zz * z * z, bend.xy * x * y, 0.0, 0.0 };
    const scree_field_value world = { value, m3_mul(&q.rotation, slope), rotated(&q.rotation, bend) };
    const double sum = world.hessian.xx + world.hessian.yy + world.hessian.zz;
    if (!isfinite(value) || !v3_is_finite(world.gradient) || !isfinite(sum)) return SCREE_INVALID_ARGUMENT;
    *out = world;
    return SCREE_OK;
}

scree_status scree_superquadric_normal(const scree_body *superquadric, scree_vec3 point, scree_vec3 *out)
{
    SCREE_FP_GUARD();
    local q;
    if (out == NULL) return SCREE_INVALID_ARGUMENT;
    const scree_status status = open_body(superquadric, point, &q);
    if (status != SCREE_OK) return status;
    const scree_vec3 n = sq_normal(&q.shape, q.point);
    if (v3_max_abs(n) == 0.0) return SCREE_INVALID_ARGUMENT;
    *out = v3_unit(m3_mul(&q.rotation, n));
    return SCREE_OK;
}

scree_status scree_superquadric_curvature(const scree_body *superquadric, scree_vec3 point, scree_curvature *out)
{
    SCREE_FP_GUARD();
    local q;
    double curvature[2];
    scree_vec3 direction[2];
    if (out == NULL) return SCREE_INVALID_ARGUMENT;
    const scree_status status = open_body(superquadric, point, &q);
    if (status != SCREE_OK) return status;
    const double gauge = sq_gauge(&q.shape, q.point);
    if (!(gauge > 0.0)) return SCREE_INVALID_ARGUMENT;
    scree_sq_curvature(&q.shape, v3_scale(q.point, 1.0 / gauge), curvature, direction);
    out->smallest = 1.0 / curvature[0];
    out->largest = 1.0 / curvature[1];
    out->gaussian = 1.0 / (sqrt(curvature[0]) * sqrt(curvature[1]));
    out->along_smallest = m3_mul(&q.rotation, direction[0]);
    out->along_largest = m3_mul(&q.rotation, direction[1]);
    return SCREE_OK;
}
