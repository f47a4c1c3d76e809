// The two searches behind scree_oracle_distance().
#ifndef SCREE_ORACLE_PARTS_H
#define SCREE_ORACLE_PARTS_H

#include "oracle/distance.h"

/// A direction with the gap along it, and how far the search may have missed the best one.
typedef struct oracle_axis {
    quad gap, error;
    qvec direction;
    bool found;
} oracle_axis;

/// Two nearest points.
typedef struct oracle_nearest {
    quad distance;
    qvec on_a, on_b;
    bool found;
} oracle_nearest;

/// The largest gap over all normals of facets and all crosses of edges.
oracle_axis scree_oracle_best_axis(oracle_pair *pair, const oracle_placed *a, const oracle_placed *b, quad extent);

/// The smallest distance of vertices, edges and triangles of surfaces. `all`: every candidate that rounding leaves is
/// judged in 113 bits, not the first alone.
oracle_nearest scree_oracle_nearest_features(oracle_pair *pair, const oracle_placed *a, const oracle_placed *b,
                                             quad extent, bool all);

void scree_oracle_candidate(oracle_pair *pair, oracle_candidate c);

#endif
