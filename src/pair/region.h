// Where two cores meet along a normal: their features, the patch, and the mutually nearest points.
#ifndef SCREE_PAIR_REGION_H
#define SCREE_PAIR_REGION_H

#include "pair/patch.h"

typedef struct scree_region {
    const scree_cores *c;
    scree_vec3 n;
    scree_feature_set a, b;
    scree_meeting patch; ///< count below 2: the features meet in a point
} scree_region;

scree_region scree_region_make(const scree_cores *c, scree_vec3 n, const scree_mvertex *at, scree_arena *scratch);

/// The intersection of two features, neither of them a point; count 0 if one is.
scree_meeting scree_region_meet(const scree_cores *c, scree_vec3 n, const scree_feature_set *a,
                                const scree_feature_set *b, scree_arena *scratch);

/// The same for features as a contact names them, which the shapes have.
scree_region scree_region_named(const scree_cores *c, scree_vec3 n, scree_feature kind_a, int index_a,
                                scree_feature kind_b, int index_b, scree_arena *scratch);

static inline bool scree_region_has_patch(const scree_region *r)
{
    return r->patch.count >= 2;
}

/// There is a patch (or a corner that is all they share), and the features' projections on it agree to rounding: any of
/// its points may be the witness point.
bool scree_region_is_level(const scree_region *r);

/// For vertices and edges: their distance, and the two points where it is attained. Infinite for faces.
double scree_region_nearest(const scree_region *r, scree_vec3 *on_a, scree_vec3 *on_b);

/// The points of the two features that are nearest to each other along the normal, each in the plane or on the line of its
/// feature. False where the features do not determine them: faces or edges that miss each other.
bool scree_region_points(const scree_region *r, scree_vec3 *on_a, scree_vec3 *on_b);

/// The same, each point moved onto its feature, which the patch may exceed by SCREE_LEVEL errors: their distance is never below
/// that of the cores (by more than c->error).
bool scree_region_held_points(const scree_region *r, scree_vec3 *on_a, scree_vec3 *on_b);

/// Where the features share less than their kind promises (two faces only an edge or a corner, to rounding), replaces
/// them by the smaller ones; `point` is between the witness points. True if there are any: the patch stays that of the
/// larger ones.
bool scree_region_narrow(scree_region *r, scree_vec3 point);

/// The middle of the patch, midway between the two features.
scree_vec3 scree_region_middle(const scree_region *r);

/// The deviation of two points from on_b - on_a = distance * n.
double scree_astray(scree_vec3 on_a, scree_vec3 on_b, double distance, scree_vec3 n);

/// Lengths that differ only by rounding, in units of the pair's error.
#define SCREE_LEVEL 2.0

#endif
