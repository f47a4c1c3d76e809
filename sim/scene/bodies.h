// The shapes of a scene that meet each other, one of each kind: for checks of what depends on pairs of shapes.
#ifndef SCREE_SIM_SCENE_BODIES_H
#define SCREE_SIM_SCENE_BODIES_H

#include "scree_sim/scene.h"

typedef struct scree_scene_body {
    const scree_shape *shape;
    const char *name; ///< of a shape, a wall, or the file of another run
    int material;
    bool is_wall;
    bool is_sheet; ///< of a wall without thickness
    bool is_owned; ///< the shape was made for the list
} scree_scene_body;

typedef struct scree_scene_bodies {
    scree_scene_body *list;
    size_t count, capacity;
    bool has_pairs; ///< of grains: there may be more than one
    bool failed;    ///< memory ran out, or something could not be made: the list is not whole
} scree_scene_bodies;

/// Of a scene that was read without errors; scree_scene_bodies_free() afterwards.
scree_scene_bodies scree_scene_bodies_make(const scree_scene *scene);
void scree_scene_bodies_free(scree_scene_bodies *bodies);

/// Do two of them meet in a simulation? Walls do not meet walls.
bool scree_scene_bodies_meet(const scree_scene_bodies *bodies, size_t i, size_t j);

#endif
