// The size of a shape: a number, or a distribution.
#ifndef SCREE_SIM_SCENE_SIZES_H
#define SCREE_SIM_SCENE_SIZES_H

#include "scene/keys.h"

/// A box may have a list of edges instead, which then lie in `edges`.
void scree_scene_read_size(scree_scene_reader *r, const scree_yaml *node, bool box, scree_scene_size *size,
                           scree_vec3 *edges);

#endif
