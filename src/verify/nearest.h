// A point of a core's surface close to a given one: proves that the given one is on the body, or nearly.
#ifndef SCREE_VERIFY_NEAREST_H
#define SCREE_VERIFY_NEAREST_H

#include "scree/contact.h"
#include "verify/place.h"

/// `at` is within `error` of a point of the core; mostly, but not always, the nearest one to the given point. On an
/// edge of a polytope, or on a segment, its two ends are named.
typedef struct scree_surface_point {
    wide3 at;
    double error;
    bool on_edge;
    int end[2];
} scree_surface_point;

/// `out` is the direction to the other body, unit. The feature is tried first, if it exists, and accepted if it is no
/// farther than `enough`; `precise` is as in scree_placed_top(). False for a user's support function, of which only
/// support points are known, and for half spaces.
bool scree_placed_nearest(const scree_placed *p, wide3 x, wide3 out, scree_feature feature, int index, double enough,
                          bool precise, scree_surface_point *point);

/// Whether a shape has this vertex, edge or face.
bool scree_placed_has(const scree_placed *p, scree_feature feature, int index);

/// The corners of a feature that exists: their number, and the index of the i-th in its shape.
int scree_feature_corners(const scree_placed *p, scree_feature feature, int index);
int scree_feature_corner(const scree_placed *p, scree_feature feature, int index, int i);

/// The distance of x from a feature that exists, to some roundings.
double scree_feature_distance(const scree_placed *p, wide3 x, scree_feature feature, int index);

/// The distance from what scree_placed_nearest() would find, to some roundings, or something larger that is no more
/// than half of `enough`; false if that fails.
bool scree_placed_distance(const scree_placed *p, wide3 x, wide3 out, scree_feature feature, int index, double enough,
                           double *distance);

/// The distance of x, in stored coordinates, from the surface of an ellipsoid or a superquadric along the ray from its
/// centre, to some roundings: at least its distance. HUGE_VAL for other cores, and at the centre.
double scree_radial_distance(const scree_shape *s, scree_vec3 x);

/// The same by steps along the gradient of the gauge: close to the distance for a point close to a thin body.
double scree_steepest_distance(const scree_shape *s, scree_vec3 x);

/// x is near the surface of an ellipsoid or a superquadric, x + radius m the centre of a ball, m unit, all in stored coordinates: by how much
/// more than the radius that centre is from the core, at most. HUGE_VAL if that fails.
double scree_skin_excess(const scree_shape *s, wide3 x, wide3 m, double radius);

/// scree_skin_excess() for a point of the pair's frame and the direction to the other body.
double scree_placed_skin_excess(const scree_placed *p, wide3 x, wide3 out);

/// The points of smooth cores, in stored coordinates; see nearest_smooth.c.
bool scree_nearest_on_smooth(const scree_shape *s, wide3 x, wide3 out, bool precise, scree_surface_point *point);

#endif
