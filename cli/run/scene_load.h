// Scene files for the commands of the simulator.
#ifndef SCREE_CLI_RUN_SCENE_LOAD_H
#define SCREE_CLI_RUN_SCENE_LOAD_H

#include "command.h"
#include "scree_sim/scene.h"

enum { MOST_OVERRIDES = 256 };

/// What --set gave.
typedef struct scene_overrides {
    const char *list[MOST_OVERRIDES];
    size_t count;
} scene_overrides;

/// False where there are too many.
bool scree_cli_scene_override(scene_overrides *overrides, const char *assignment);

/// The scene, or NULL after all of its errors were written on standard error.
scree_scene *scree_cli_scene_load(const command *self, const char *path, const scene_overrides *overrides);
/// Write them.
void scree_cli_scene_complain(const scree_scene_errors *errors);
/// Write an error that was found later: with the name of the file, unless it begins with a place in it.
void scree_cli_scene_late_error(const char *file, const scree_error *error);
/// Write what has no effect in the scene, on standard error.
void scree_cli_scene_warn(const scree_scene *scene);

#endif
