// Can every shape and wall of a scene be made, and can its grains be where they are to be?
#ifndef SCREE_SIM_FILL_TRY_H
#define SCREE_SIM_FILL_TRY_H

#include "scree_sim/scene.h"

typedef void (*scree_fill_report)(void *user, scree_scene_place place, const char *message);

/// Makes each once at its smallest and once at its largest size, and calls `report` if that fails.
void scree_fill_try_shape(const scree_scene *scene, const scree_scene_shape *shape, scree_fill_report report,
                          void *user);
void scree_fill_try_wall(const scree_scene *scene, const scree_scene_wall *wall, scree_fill_report report, void *user);
/// Walls that rotate to where they are too long for a periodic domain. All walls must be right.
void scree_fill_try_turns(const scree_scene *scene, scree_fill_report report, void *user);
/// Grains that may rotate and are longer than half of a periodic domain; listed ones, unless there are very many, outside the
/// domain or deep in each other or in a wall. All shapes and walls must be right.
void scree_fill_try_inserts(const scree_scene *scene, scree_fill_report report, void *user);
/// Shapes whose smallest grain finds no place in the region of an insertion over time, for walls that stay there.
void scree_fill_try_places(const scree_scene *scene, scree_fill_report report, void *user);

#endif
