// The scene of a run that is resumed.
#ifndef SCREE_SIM_SCENE_AGAIN_H
#define SCREE_SIM_SCENE_AGAIN_H

#include "scree_sim/scene.h"

/// As scree_scene_parse(), but the files of walls and of listed grains are not read: the checkpoint holds what was made
/// of them, and they may have changed or gone since.
scree_scene *scree_scene_parse_again(const void *bytes, size_t size, const char *name, const char *const *overrides,
                                     size_t override_count, scree_scene_errors *errors);

#endif
