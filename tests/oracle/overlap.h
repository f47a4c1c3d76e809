// The volume that two hulls share, by the definition and in 113-bit arithmetic: for some tens of points.
#ifndef SCREE_ORACLE_OVERLAP_H
#define SCREE_ORACLE_OVERLAP_H

#include "oracle/quad.h"
#include "scree/body.h"

/// Points of a hull and the pose that they are in.
typedef struct oracle_solid {
    const scree_vec3 *points;
    int count; ///< at most ORACLE_SOLID_POINTS
    scree_vec3 position;
    scree_quat orientation;
} oracle_solid;

enum { ORACLE_SOLID_POINTS = 40 };

typedef struct oracle_overlap {
    double volume;
    scree_vec3 centroid; ///< where there is a volume
    scree_vec3 area_vector;
    scree_vec3 couple; ///< about the centroid
    double area_a, area_b;
    double thinnest; ///< the least sine of the angle between two planes that are not the same: how bad areas can get
} oracle_overlap;

/// Coincident planes that look the same way, up to `same` (an angle, and a length over the size), count half for each.
/// The points of neither may be coplanar.
void scree_oracle_overlap(const oracle_solid *a, const oracle_solid *b, double same, oracle_overlap *out);

#endif
