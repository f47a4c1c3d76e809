// An ellipsoid against one feature of a polytope: a vertex, the line of an edge, the plane of a face.
//
// All in the ellipsoid's own frame: its centre is the origin, its axes are the coordinate axes. A solution is a point x
// of the surface whose normal m passes through the feature: feature = x + gap m, with gap < 0 if the feature is inside.
#ifndef SCREE_SOLVE_ELLIPSOID_ELLIPSOID_FEATURES_H
#define SCREE_SOLVE_ELLIPSOID_ELLIPSOID_FEATURES_H

#include "math/vec3.h"

typedef struct scree_closest {
    scree_vec3 m; ///< unit, outward
    double gap;   ///< m . p - h(m), where h is the ellipsoid's support function
    scree_vec3 x; ///< on the surface, up to rounding
} scree_closest;

/// The support function of the ellipsoid along m (of length 1), and the support point.
double scree_ellipsoid_reach(scree_vec3 axes, scree_vec3 m);
scree_vec3 scree_ellipsoid_top(scree_vec3 axes, scree_vec3 m);

/// Is p strictly inside, as evaluated in double?
bool scree_ellipsoid_holds(scree_vec3 axes, scree_vec3 p);

/// The local maxima of the gap between the ellipsoid and the point p over all unit m: one or two, the largest first. A
/// point on a plane or an axis of symmetry may have two equal ones. The second is searched for only if the first is
/// above `floor`.
int scree_closest_to_point(scree_vec3 axes, scree_vec3 p, double floor, scree_closest closest[2]);

/// The ellipsoid projected along a line: an ellipse with these semi-axes along two unit vectors at right angles to the
/// line.
typedef struct scree_shadow {
    scree_vec3 along, u, v; ///< unit; u goes with the longer semi-axis
    double longer, shorter;
} scree_shadow;

/// `along` is unit.
scree_shadow scree_ellipsoid_shadow(scree_vec3 axes, scree_vec3 along);

/// Does the line through p along s->along enter the ellipsoid?
bool scree_shadow_holds(const scree_shadow *s, scree_vec3 p);

/// As scree_closest_to_point(), over the unit m at right angles to the line through p along s->along.
int scree_closest_to_line(scree_vec3 axes, const scree_shadow *s, scree_vec3 p, double floor, scree_closest closest[2]);

#endif
