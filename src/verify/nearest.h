// A point of a core's surface next to a given one: what proves that the given one is, or is nearly, on the body.
#ifndef SCREE_VERIFY_NEAREST_H
#define SCREE_VERIFY_NEAREST_H

#include "scree/contact.h"
#include "verify/place.h"

/// `at` is within `error` of a point of the core; nearly, but not always, the nearest one to what was asked for. On an
/// edge of a polytope, or on a segment, its two ends are named.
typedef struct scree_surface_point {
    wide3 at;
    double error;
    bool on_edge;
    int end[2];
} scree_surface_point;

/// `out` is the direction to the other body, unit. The feature is looked at first, if it exists, and if it is no farther
/// than `enough` it is what counts; `precise` is as in scree_placed_top(). False for a user's support function, of which nothing is known but its support
/// points, and for half spaces.
bool scree_placed_nearest(const scree_placed *p, wide3 x, wide3 out, scree_feature feature, int index, double enough,
                          bool precise, scree_surface_point *point);

/// Whether a shape has this vertex, edge or face.
bool scree_placed_has(const scree_placed *p, scree_feature feature, int index);

/// The corners of a feature that exists: how many, and the number of the i-th in its shape.
int scree_feature_corners(const scree_placed *p, scree_feature feature, int index);
int scree_feature_corner(const scree_placed *p, scree_feature feature, int index, int i);

/// How far x is from a feature that exists, to some roundings.
double scree_feature_distance(const scree_placed *p, wide3 x, scree_feature feature, int index);

/// The distance from what scree_placed_nearest() would find, to some roundings, or something larger that is no more than
/// half of `enough`; false where that does not know.
bool scree_placed_distance(const scree_placed *p, wide3 x, wide3 out, scree_feature feature, int index, double enough,
                           double *distance);

/// How far x, in stored coordinates, is from the surface of an ellipsoid or a superquadric along the ray from its centre,
/// to some roundings: no less than its distance. HUGE_VAL for other cores, and at the centre.
double scree_radial_distance(const scree_shape *s, scree_vec3 x);

/// The same by steps along the gradient of the gauge: of a point next to a body thinner than the way, near the distance.
double scree_steepest_distance(const scree_shape *s, scree_vec3 x);

/// The points of smooth cores, in stored coordinates; see nearest_smooth.c.
bool scree_nearest_on_smooth(const scree_shape *s, wide3 x, wide3 out, bool precise, scree_surface_point *point);

#endif
