// The search for the plane between two bodies with the least sum of depths beyond it.
#ifndef SCREE_REGION_FLOATING_PLANE_H
#define SCREE_REGION_FLOATING_PLANE_H

#include "pair/pair.h"
#include "region/cap.h"

/// A pair; all in A's stored frame.
typedef struct scree_floating {
    scree_cores cores;
    const scree_cap_mesh *mesh[2]; ///< of superquadrics
    scree_vec3 origin;             ///< near the contact: offsets and moments are relative to it
} scree_floating;

typedef struct scree_floating_answer {
    double volume; ///< of each cap
    double energy; ///< W
    scree_vec3 normal, point;
    scree_vec3 u, v; ///< with the normal, a right-handed frame
    double area, moments[3];
    int planes;    ///< tried
    bool vanishes; ///< the energy at the first plane is negligible: they are apart, or touch
} scree_floating_answer;

/// Starts from the plane with this unit normal, from A to B, and offset from the origin. False if it did not converge
/// to 1e-3; the answer is the best so far.
bool scree_floating_search(const scree_floating *f, scree_vec3 normal, double offset, scree_floating_answer *out);

/// B is a half space, whose plane this is.
void scree_floating_on_half_space(const scree_floating *f, scree_vec3 normal, double offset,
                                  scree_floating_answer *out);

#endif
