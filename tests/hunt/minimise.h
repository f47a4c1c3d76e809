// Makes a finding small: the fewest points, the shortest numbers that still show it.
#ifndef SCREE_HUNT_MINIMISE_H
#define SCREE_HUNT_MINIMISE_H

#include "hunt/judge.h"

/// A pair with solids of its own.
typedef struct hunt_pair {
    scree_scene scene;
    scree_solid solids[2];
    scree_scene_pose pose;
} hunt_pair;

/// Copies the pair, then takes away what it can as long as the judge still finds the same kind of fault. `finding` is
/// then about the smaller pair. False where there is no memory or the fault does not show again.
bool scree_hunt_minimise(hunt_judge *judge, const scree_scene_pose *pose, hunt_finding *finding, hunt_pair *out);
void scree_hunt_pair_free(hunt_pair *pair);

#endif
