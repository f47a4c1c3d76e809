// An empty simulation with the materials and walls of a scene.
#ifndef SCREE_SIM_RUN_BUILD_H
#define SCREE_SIM_RUN_BUILD_H

#include "scree_sim/run.h"

enum { SCREE_RUN_FACES = 6 };

/// Which walls of the simulation a wall of the scene became: one, or for a box one for each face, called "box.x-".
typedef struct scree_run_walls {
    int (*walls)[SCREE_RUN_FACES]; ///< by wall of the scene and face; -1: none. Walls that are not boxes are at face 0
} scree_run_walls;

/// With the time step `dt`. NULL on failure. `walls` may be NULL; else free() its list.
scree_sim *scree_run_build(const scree_scene *scene, double dt, int threads, const scree_run_options *options,
                           scree_run_walls *walls, scree_error *error);
/// The same list for a restored simulation: walls are numbered in a fixed order.
bool scree_run_number_walls(const scree_scene *scene, scree_run_walls *walls, scree_error *error);

#endif
