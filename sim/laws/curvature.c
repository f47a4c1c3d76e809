// The radius of curvature of a surface where it has a given normal, for the Hertz law.
//
// The support point x(n) of a convex body moves with the normal by dx = P dn, P the 2 by 2 matrix of its radii of
// curvature in the tangent plane. Central differences give it for every shape, from support points alone. The mean
// curvature is half of the trace of P^-1, tr P / (2 det P).
#include "laws/laws.h"

// Of the normal, for the differences: an error of some 1e-8 from their truncation, 1e-12 from rounding.
static const double tilt = 1e-4;
// Below this share of the shape's size, a radius is that of a sharp edge or a corner.
static const double sharp = 1e-9;

// Two unit vectors across n; in 2-D the first lies in the plane.
static void tangents(scree_vec3 n, scree_vec3 t[2])
{
    const scree_vec3 z = v3(0.0, 0.0, 1.0), x = v3(1.0, 0.0, 0.0);
    const scree_vec3 first = v3_cross(fabs(n.z) < 0.8 ? z : x, n);
    t[0] = v3_scale(1.0 / v3_length(first), first);
    t[1] = v3_cross(n, t[0]);
}

double scree_sim_local_radius(const sim_part *part, scree_quat orientation, scree_vec3 outward)
{
    if (part->kind == SIM_CLASS_HALF_SPACE) return INFINITY;
    const int dimension = scree_shape_dimension(part->shape);
    const scree_vec3 n = quat_rotate_back(orientation, outward);
    scree_vec3 t[2];
    double p[2][2] = { { 0.0, 0.0 }, { 0.0, 0.0 } };
    tangents(n, t);
    for (int k = 0; k < dimension - 1; ++k) {
        const scree_vec3 ahead = scree_shape_support(part->shape, v3_add_scaled(n, tilt, t[k]));
        const scree_vec3 behind = scree_shape_support(part->shape, v3_add_scaled(n, -tilt, t[k]));
        const scree_vec3 change = v3_scale(0.5 / tilt, v3_sub(ahead, behind));
        for (int j = 0; j < 2; ++j) p[j][k] = v3_dot(change, t[j]);
    }
    const double cap = part->own_radius;
    const double off = 0.5 * (p[0][1] + p[1][0]);
    const double smallest =
        dimension == 2 ? p[0][0] : 0.5 * (p[0][0] + p[1][1]) - hypot(0.5 * (p[0][0] - p[1][1]), off);
    if (!(smallest > sharp * scree_shape_bounds(part->shape).radius)) return cap;
    const double radius = dimension == 2 ? p[0][0] : 2.0 * (p[0][0] * p[1][1] - off * off) / (p[0][0] + p[1][1]);
    return fmin(radius, cap);
}
