// The second derivatives of a superquadric's surface. See superquadric_form.h.
//
// Idea    With g the gauge, n = grad g / |grad g| and H = p p^T + q q^T its Hessian, the curvature of the level set of
//         g along a tangent t is t H t / |grad g|. Of p and q only the parts p', q' in the tangent plane count: a 2 by
//         2 matrix with trace |p'|^2 + |q'|^2 and determinant (n . p x q)^2. Its larger eigenvalue is a sum of positive
//         terms, the smaller one the determinant over it. All terms of n . p x q have the same sign: nothing cancels,
//         however flat the surface is.
#include "shape/superquadric_form.h"

// How often n is halved to give 1; -1 if it is not a power of 2, or the square roots would cost more than a power.
static int halvings(double n)
{
    return n == 1.0 ? 0 : n == 2.0 ? 1 : n == 4.0 ? 2 : n == 8.0 ? 3 : -1;
}

// Where q^(n-1) begins to rise faster than q: (n - 1) q^(n-2) = 1. The limit for n towards 2 is 1 / e.
static double knee_of(double n)
{
    return n - 2.0 < 1e-6 ? exp(-1.0) : pow(n - 1.0, -1.0 / (n - 2.0));
}

scree_exponent scree_exponent_make(double n)
{
    const double knee = knee_of(n);
    return (scree_exponent){ .n = n,
                             .inverse = 1.0 / n,
                             .dual_less_1 = 1.0 / (n - 1.0),
                             .whole = n == floor(n) ? (int)n : 0,
                             .root_halvings = halvings(n),
                             .dual_halvings = halvings(n - 1.0),
                             .knee = knee,
                             .knee_slope = pow(knee, n - 1.0) };
}

// A step with its second derivative, the square of (bend_x, bend_y).
typedef struct bent_step {
    double value, slope_x, slope_y, bend_x, bend_y;
} bent_step;

// (n - 1) (xy / value^2)^(n-2) / value, and (x / value)^n = 1 / sum for the larger argument.
static bent_step bent(const scree_exponent *e, double x, double y)
{
    const double most = x > y ? x : y, least = x > y ? y : x;
    if (most == 0.0) return (bent_step){ 0.0, 0.0, 0.0, 0.0, 0.0 };
    const double q = least / most, p = sq_power_less_2(e, q), sum = 1.0 + q * q * p;
    const double r = sq_root(e, sum), slope = r / sum, lesser = q * p * slope, value = most * r;
    const double bend =
        sqrt((e->n - 1.0) * p / value) * (r / sum); // r^2 / sum for the square root, 1 / r for x / value
    return x > y ? (bent_step){ value, slope, lesser, q * bend, -bend }
                 : (bent_step){ value, lesser, slope, bend, -q * bend };
}

static sq_jet nested_jet(const scree_shape *s, double x, double y, double z)
{
    const bent_step flat = bent(&s->form->across, x, y), whole = bent(&s->form->along, flat.value, z);
    const double level = sqrt(whole.slope_x);
    return (sq_jet){ .value = whole.value,
                     .gradient = v3(whole.slope_x * flat.slope_x, whole.slope_x * flat.slope_y, whole.slope_y),
                     .bend = { v3(level * flat.bend_x, level * flat.bend_y, 0.0),
                               v3(whole.bend_x * flat.slope_x, whole.bend_x * flat.slope_y, whole.bend_y) } };
}

// Below this, S in the following has lost digits, or is 0: so near the z axis the two steps are taken one by one.
#define SMALLEST_FLAT 1e-200

// Second derivatives of the step of three arguments: with them over g and S = u^n + v^n = 1 - w^n, the squares of
// ((n - 1) (uv)^(n-2) / (g S))^(1/2) (v, -u, 0) and of ((n - 1) w^(n-2) / (g S))^(1/2) (w u^(n-1), w v^(n-1), -S),
// which are those of the two steps with their rho put in.
static sq_jet equal_jet(const scree_shape *s, double x, double y, double z)
{
    const scree_exponent *e = &s->form->along;
    const double most = fmax(x, fmax(y, z)), u = x / most, v = y / most, w = z / most;
    const double pu = sq_power_less_2(e, u), pv = sq_power_less_2(e, v), pw = sq_power_less_2(e, w);
    const double flat = u * u * pu + v * v * pv, sum = flat + w * w * pw, r = sq_root(e, sum), slope = r / sum;
    if (!(flat > SMALLEST_FLAT)) return nested_jet(s, x, y, z);
    // What is relative to g, in terms of what is relative to the largest: factors r^k, and r^n = sum.
    const double each = sqrt((e->n - 1.0) / (most * r * flat)), bend = each * sqrt(pu * pv) * r / sqrt(sum);
    const double tilt = each * sqrt(pw) * slope;
    return (sq_jet){ .value = most * r,
                     .gradient = v3(u * pu * slope, v * pv * slope, w * pw * slope),
                     .bend = { v3(bend * v, -bend * u, 0.0), v3(tilt * w * u * pu, tilt * w * v * pv, -tilt * flat) } };
}

// On the z axis: flat, unless n1 = 2. Nearer to it than this, a division by the distance overflows.
#define ON_AXIS 1e-290

static sq_jet axis_jet(const scree_exponent *along, double z)
{
    const double bend = along->n == 2.0 ? 1.0 / sqrt(z) : 0.0;
    return (sq_jet){ .value = z, .gradient = v3(0, 0, 1), .bend = { v3(bend, 0, 0), v3(0, bend, 0) } };
}

sq_jet scree_sq_jet(const scree_shape *s, scree_vec3 p)
{
    const scree_vec3 a = s->form->semi_axes;
    const double x = fabs(p.x) / a.x, y = fabs(p.y) / a.y, z = fabs(p.z) / a.z;
    sq_jet jet = fmax(x, y) <= ON_AXIS * z    ? axis_jet(&s->form->along, z)
                 : s->form->n1 == s->form->n2 ? equal_jet(s, x, y, z)
                                              : nested_jet(s, x, y, z);
    const scree_vec3 per = v3(copysign(1.0 / a.x, p.x), copysign(1.0 / a.y, p.y), copysign(1.0 / a.z, p.z));
    scree_vec3 *const all[3] = { &jet.gradient, &jet.bend[0], &jet.bend[1] };
    for (int i = 0; i < 3; ++i) *all[i] = v3(all[i]->x * per.x, all[i]->y * per.y, all[i]->z * per.z);
    return jet;
}

void scree_sq_curvature(const scree_shape *s, scree_vec3 p, double curvature[2], scree_vec3 direction[2])
{
    const sq_jet jet = scree_sq_jet(s, p);
    const double length = v3_norm(jet.gradient);
    const scree_vec3 n = v3_scale(jet.gradient, 1.0 / length);
    const scree_vec3 e = v3_any_normal_to(n), f = v3_cross(n, e);
    const double px = v3_dot(e, jet.bend[0]), py = v3_dot(f, jet.bend[0]);
    const double qx = v3_dot(e, jet.bend[1]), qy = v3_dot(f, jet.bend[1]);
    const double across = px * py + qx * qy, more = (px * px + qx * qx) - (py * py + qy * qy);
    const double sum = px * px + qx * qx + py * py + qy * qy, root = hypot(more, 2.0 * across);
    const double largest = 0.5 * (sum + root), det = v3_dot(n, v3_cross(jet.bend[0], jet.bend[1]));
    // (cos, sin) of twice the angle from e is (more, 2 across) / root.
    const double angle = root > 0.0 ? 0.5 * atan2(2.0 * across, more) : 0.0;
    curvature[0] = largest / length;
    curvature[1] = largest > 0.0 ? det / largest * det / length : 0.0;
    direction[0] = v3_add_scaled(v3_scale(e, cos(angle)), sin(angle), f);
    direction[1] = v3_cross(n, direction[0]);
}
