// Common planes: what cp, cp-revised, fcp and fcp-revised search for, and the climb that the first two share.
#ifndef SCREE_PAPERS_COMMON_PLANE_H
#define SCREE_PAPERS_COMMON_PLANE_H

#include "papers/classic.h"

/// A plane between the two bodies. Where it lies along its normal, midway between the closest vertices, follows.
typedef struct scree_plane {
    scree_vec3 normal; ///< unit, from A to B
    double gap;        ///< of the bodies along it, signed
    scree_mvertex at;  ///< V1 and V2, the vertices of A and B that are closest to it
} scree_plane;

/// One climb, or several one after the other.
typedef struct scree_climb {
    const scree_classic *pair;
    int tried; ///< normals scored
    bool cut_short;
} scree_climb;

/// The plane that tilting finds from the unit normal `start`.
scree_plane scree_common_plane(scree_climb *climb, scree_vec3 start);

/// The finding for closing: the plane's normal and gap, and how many normals were tried.
scree_finding scree_common_plane_finding(const scree_climb *climb, const scree_plane *plane);

#endif
