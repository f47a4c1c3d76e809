// Two usual shapes in any orientation, at a chosen kind of distance: what the methods' rates of success are measured
// on. The classes of scenes/pairs.h are made to be hard; these are made to be usual.
#ifndef SCREE_ORACLE_USUAL_H
#define SCREE_ORACLE_USUAL_H

#include "scenes/pairs.h"

/// Lengths are relative to the two bounding radii together.
typedef enum usual_meeting {
    USUAL_APART,   ///< by 1e-3 to 3
    USUAL_SHALLOW, ///< overlapping by 1e-3 to 5e-2
    USUAL_DEEP     ///< overlapping by 5e-2 and more, up to concentric
} usual_meeting;

/// In 3-D hulls of 4 to 20 vertices, boxes and prisms; in 2-D polygons of 3 to 12 vertices, regular ones among them.
/// NULL on failure. Closed with scree_scene_close(); its class has no number.
scree_scene *scree_usual_open(int dimension, uint64_t seed);

/// Pair `number` of the scene, the same from any thread. B is put on a random line through the middle of A, at the
/// place where the wanted distance is (to about one per cent; by `auto`, so that the truth is still for an oracle to
/// say).
void scree_usual_pair(const scree_scene *scene, usual_meeting how, uint64_t number, scree_scene_pose *out);

#endif
