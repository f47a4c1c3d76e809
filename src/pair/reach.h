// The corners of a polytope within a slab at the contact plane, and the edges and faces that contain them.
#ifndef SCREE_PAIR_REACH_H
#define SCREE_PAIR_REACH_H

#include "shape/shape.h"

enum { SCREE_REACH_CORNERS = 32, SCREE_REACH_FEATURES = 192 };

typedef struct scree_reach {
    int corners, edges, faces;
    bool more; ///< there are more corners than asked for
    int corner[SCREE_REACH_CORNERS], edge[SCREE_REACH_FEATURES], face[SCREE_REACH_FEATURES];
} scree_reach;

/// The corners at most `slab` below the highest one along the direction `out`; at most `most` of them: if there are more,
/// those whose edges are nearest to the point `near`. Both are in the shape's own frame.
scree_reach scree_reach_along(const scree_shape *s, scree_vec3 out, double slab, int most, scree_vec3 near);

bool scree_is_among(int number, const int *list, int count);

/// The distance of a point from a segment.
double scree_segment_off(scree_vec3 p, scree_vec3 q, scree_vec3 x);

#endif
