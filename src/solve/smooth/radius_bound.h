// Lower bounds on the radii of curvature of an ellipsoid or a superquadric over a cone of normals, by direction.
//
// Source      Our own; the second derivatives of the two steps of a support function (docs/superquadrics.md).
// Idea        Along a great circle with the pole k, which is constant along it, the radius of curvature at the normal n
//             is a quadratic form of k. With X, Y, Z the normal's components times the semi-axes a, b, c, m = n / (n -
//             1) the dual exponents, sigma what X and Y make together, and the slopes sigma_X and sigma_Y:
//               R = (m1 - 1) / h^3 (sigma Z / h^2)^(m1 - 2) c^2 (e . k)^2
//                 + (m2 - 1) (sigma / h)^(m1 - 1) / sigma^3 (X Y / sigma^2)^(m2 - 2) a^2 b^2 k_z^2
//             with e = (-sigma_Y b, sigma_X a, 0) up to signs. Of an ellipsoid, R = |(bc k_x, ca k_y, ab k_z)|^2 / h^3.
//             The factors are bounded over the cone by the quotients X : Y and sigma : Z, and by n being unit: for
//             bodies of revolution and for balls nothing is lost. The ends e of a convex curve bound (e . k)^2.
//             A superquadric with exponents near 2 is also compared with the ellipsoid of its axes, normal by normal:
//             with mu = 2 - m2, the slopes sigma_X and sigma_Y differ from the ellipsoid's by at most 0.41 mu, h and
//             sigma by factors that the quotients bound, and what else there is makes R larger.
//             A frustum is the hull of two discs, a tear that of two balls: its support function is no less than that of
//             either. A disc's radius of curvature is that of a flat spheroid, radius * k_z^2 / sin^3 of the angle
//             between n and the axis.
#ifndef SCREE_SOLVE_SMOOTH_RADIUS_BOUND_H
#define SCREE_SOLVE_SMOOTH_RADIUS_BOUND_H

#include "math/vec3.h"
#include "shape/shape.h"

/// R(k) >= along min((e[0] . k)^2, (e[1] . k)^2) + the sum of (rest[i] . k)^2 - less; the first term is 0 where e[0] . k
/// and e[1] . k differ in sign.
typedef struct scree_radius_bound {
    double along, less;
    scree_vec3 e[2], rest[3];
    int rests;
} scree_radius_bound;

/// Over all normals between three, no two of them more than a right angle apart, in the shape's own frame. Other shapes
/// than ellipsoids and superquadrics: R >= 0. The vectors are given in the frame that `rotation` maps to; NULL: the shape's
/// own. `as_ellipsoid`: by comparison with the ellipsoid, for shapes that scree_is_nearly_ellipsoid().
void scree_radius_bound_make(const scree_shape *s, const scree_vec3 n[3], const scree_mat3 *rotation, bool as_ellipsoid,
                             scree_radius_bound *out);

/// The same for the inscribed ellipsoid: that with the semi-axes of an ellipsoid or a superquadric.
void scree_radius_bound_make_inscribed(const scree_shape *s, const scree_vec3 n[3], const scree_mat3 *rotation,
                                       scree_radius_bound *out);

/// The same for one end of a frustum or a tear, the lower (0) or the upper one (1): a disc or a ball.
void scree_radius_bound_make_end(const scree_shape *s, const scree_vec3 n[3], const scree_mat3 *rotation, int end,
                                 scree_radius_bound *out);

/// By how much a radius of curvature of a superquadric that scree_is_nearly_ellipsoid() may be less than that of the
/// ellipsoid with the same semi-axes.
double scree_radius_deficit(const scree_shape *s);

/// The least radius of curvature of the section across one of its axes (0, 1, 2: x, y, z) of an ellipsoid or a
/// superquadric, over the normals of the section whose directions are between these three, in the shape's own frame
/// with the axes permuted (scree_rolled()). For x and y both exponents must be equal. `inscribed`: that of the
/// inscribed ellipsoid.
double scree_section_radius(const scree_shape *s, int axis, bool inscribed, const scree_vec3 n[3]);

/// The components permuted cyclically so that that of the axis comes last; and back.
static inline scree_vec3 scree_rolled(scree_vec3 v, int axis)
{
    return axis == 2 ? v : axis == 0 ? v3(v.y, v.z, v.x) : v3(v.z, v.x, v.y);
}

static inline scree_vec3 scree_unrolled(scree_vec3 v, int axis)
{
    return axis == 2 ? v : axis == 0 ? v3(v.z, v.x, v.y) : v3(v.y, v.z, v.x);
}

/// A superquadric with exponents close to 2.
bool scree_is_nearly_ellipsoid(const scree_shape *s);

/// The least sum of both bounds over all poles between those two, which are at right angles to n.
double scree_least_radius(const scree_radius_bound bound[2], scree_vec3 n, scree_vec3 first, scree_vec3 last);

/// The sum of both bounds for one pole.
double scree_radius_along(const scree_radius_bound bound[2], scree_vec3 pole);

#endif
