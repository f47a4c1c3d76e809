// A scene of this folder's scenes/ as a trial: read, run to its end without files, and looked at.
#ifndef SCREE_CLI_SCENE_TRIAL_H
#define SCREE_CLI_SCENE_TRIAL_H

#include "resources.h"
#include "scree_sim/run.h"
#include "trials.h"

extern const resource scree_resource_column_yaml, scree_resource_drum_yaml, scree_resource_hopper_yaml,
    scree_resource_janssen_yaml, scree_resource_nut_yaml, scree_resource_packing_yaml, scree_resource_solids_yaml,
    scree_resource_triaxial_yaml; // cli/validate/scenes
extern const resource scree_resource_feng_tan_box_yaml, scree_resource_nezami_box_yaml,
    scree_resource_nezami_bucket_yaml; // cli/simulations/scenes

enum { SCENE_CHANGES = 20, SCENE_CHANGE_SIZE = 320 };

/// For the words of a case: how the time step comes about where the scene has none.
#define AUTO_STEP "time step automatic (a tenth of the shortest sqrt(m / k); by the pressure field a fifth)"

/// Values of the scene that this trial changes, as `--set` would.
typedef struct scene_changes {
    int count;
    char list[SCENE_CHANGES][SCENE_CHANGE_SIZE];
} scene_changes;

void scree_trial_change(scene_changes *changes, const char *format, ...) __attribute__((format(printf, 2, 3)));

/// Called every few steps; false ends the run.
typedef bool (*scene_watch)(void *user, const scree_run *run);

typedef struct scene_trial {
    scree_scene *scene;
    scree_run *run;
} scene_trial;

/// The hash of the scene's text and of the changes: for keys (keys.h).
uint64_t scree_scene_set_up(const resource *yaml, const scene_changes *changes);

/// To the scene's end, or until `watch` (may be NULL) says stop. False with t->why; false with t->kept too, if the
/// trial's values were kept by an earlier command. To be closed in any case.
bool scree_scene_trial_run(scene_trial *s, const resource *yaml, scene_changes *changes, scene_watch watch, void *user,
                           trial *t);
void scree_scene_trial_close(scene_trial *s);

/// From where it is best.
extern const scree_vec3 scree_still_any;

/// A still of the grains as they are, `name`.png in the folder for pictures, by POV-Ray; nothing where none is wanted. The
/// camera looks along `direction`. What goes wrong is reported, and does not fail the trial.
void scree_trial_still(const trial *t, const scree_run *run, const char *name, scree_vec3 direction);

#endif
