// The ways in which a class of pairs puts its two bodies together.
#ifndef SCREE_SCENES_POSES_H
#define SCREE_SCENES_POSES_H

#include "pairs.h"
#include "random.h"

typedef enum scree_pose_kind {
    POSE_RANDOM,          // any orientation, from concentric to half a size apart
    POSE_FEATURES,        // a feature of each face to face, at a gap of any magnitude and sign
    POSE_FACES,           // two faces, exact or tilted by 1e-16 to 1e-3
    POSE_EDGE_FACE,       // an edge in a face's plane, or tilted out of it
    POSE_PARALLEL_EDGES,  // two edges, parallel or nearly so
    POSE_LATTICE,         // positions on a half-integer lattice, quarter turns
    POSE_LATTICE_ROTATED, // the same, all of it rotated by one rotation
    POSE_LATTICE_TILTED,  // the same, B tilted by 1e-20 to 1e-3
    POSE_CENTRED,         // one centre, equal, quarter-turned or any orientation
    POSE_SAME,            // the same shape at the same place, or off it by next to nothing
    POSE_TILTED,          // the same shape at the same place, tilted by 1e-16 to 1e-2, or shifted as well
    POSE_TIPS,            // a vertex or a ball before a face of A, beyond a corner of it by any magnitude
    POSE_RIM,  // an edge of B at the end of a short side of one of A's faces, level with that face up to next to
               // nothing, overlapping by about the length of the side
    POSE_FAR,  // features, both 1e6 sizes from the origin
    POSE_APART // 10 to 1e6 sizes apart
} scree_pose_kind;

/// Fills the bodies and angles; the solids are chosen already.
void scree_scene_pose_pair(scree_scene_pose *pose, scree_pose_kind kind, scree_random *random);

#endif
