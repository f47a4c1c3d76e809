// Two balls, in closed form and inline: for loops over spheres that do not need everything that scree_query() returns.
// The values are the same, to the last bit if the compiler does not contract products and sums (-ffp-contract=off).
#ifndef SCREE_BALL_H
#define SCREE_BALL_H

#include <math.h>
#include <stdbool.h>

#include "scree/vec.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The contact of two balls: the members of the same names of scree_contact.
typedef struct scree_ball_contact {
    double distance, lower, upper;
    scree_vec3 normal, point_a, point_b, point;
} scree_ball_contact;

/// The square of the distance of two balls' centres.
static inline double scree_balls_square(scree_vec3 a, scree_vec3 b)
{
    const double x = b.x - a.x, y = b.y - a.y, z = b.z - a.z;
    return x * x + y * y + z * z;
}

/// Are two centres neither too close (less than 1e-60) for a normal nor too far apart? `square` is that of their distance.
static inline bool scree_balls_have_normal(double square)
{
    return square > 3.8725919148493183e-121 && square < 2.5822498780869086e+120; // 2^-400, 2^400
}

/// Of the ball with centre `a` and radius `radius_a` and that with centre `b`, which have a normal
/// (scree_balls_have_normal()). Without a branch, so that loops over pairs vectorise.
/// Swapping the balls changes the sign of the normal and of no other bit.
static inline scree_ball_contact scree_contact_of_balls(scree_vec3 a, double radius_a, scree_vec3 b, double radius_b)
{
    scree_ball_contact out;
    const double x = b.x - a.x, y = b.y - a.y, z = b.z - a.z;
    const double length = sqrt(scree_balls_square(a, b)), radii = radius_a + radius_b, distance = length - radii;
    // Eight roundings of the lengths that the distance is computed from: 4 for that of the centres, 2 for the radii and
    // their sum, 1 for the difference.
    const double error = 8.881784197001252e-16 * (length + radii);
    out.distance = distance;
    out.lower = distance - error;
    out.upper = distance + error;
    // + 0.0 turns -0 into +0.
    out.normal.x = x / length + 0.0;
    out.normal.y = y / length + 0.0;
    out.normal.z = z / length + 0.0;
    out.point_a.x = a.x + radius_a * out.normal.x;
    out.point_a.y = a.y + radius_a * out.normal.y;
    out.point_a.z = a.z + radius_a * out.normal.z;
    out.point_b.x = b.x - radius_b * out.normal.x;
    out.point_b.y = b.y - radius_b * out.normal.y;
    out.point_b.z = b.z - radius_b * out.normal.z;
    out.point.x = (out.point_a.x + out.point_b.x) * 0.5;
    out.point.y = (out.point_a.y + out.point_b.y) * 0.5;
    out.point.z = (out.point_a.z + out.point_b.z) * 0.5;
    return out;
}

/// The same for any two balls. False, and nothing is written, if they have no normal: use scree_query() then.
static inline bool scree_two_balls(scree_vec3 a, double radius_a, scree_vec3 b, double radius_b,
                                   scree_ball_contact *out)
{
    if (!scree_balls_have_normal(scree_balls_square(a, b))) return false;
    *out = scree_contact_of_balls(a, radius_a, b, radius_b);
    return true;
}

#ifdef __cplusplus
}
#endif

#endif
