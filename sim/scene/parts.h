// The parts of a scene file, each read by a file of its own, in the order of these lines: later ones refer to the names
// of earlier ones.
#ifndef SCREE_SIM_SCENE_PARTS_H
#define SCREE_SIM_SCENE_PARTS_H

#include "scene/keys.h"

void scree_scene_read_materials(scree_scene_reader *r, const scree_yaml *root);
void scree_scene_read_shapes(scree_scene_reader *r, const scree_yaml *root);
void scree_scene_read_walls(scree_scene_reader *r, const scree_yaml *root);
void scree_scene_read_inserts(scree_scene_reader *r, const scree_yaml *root);
void scree_scene_read_measures(scree_scene_reader *r, const scree_yaml *root);
void scree_scene_read_stages(scree_scene_reader *r, const scree_yaml *root);

/// One of the library's methods, or auto.
void scree_scene_read_method(scree_scene_reader *r, const scree_yaml *node);
/// Does it serve the pairs of shapes that the scene has? After everything else was read.
void scree_scene_check_method(scree_scene_reader *r, const scree_yaml *root);
/// Reports the first axis along which a region reaches out of the domain, by more than rounding.
void scree_scene_check_inside(scree_scene_reader *r, const scree_yaml *node, const scree_scene_region *region);
/// Names that would give two columns of the time series the same head.
void scree_scene_check_names(scree_scene_reader *r);
/// Keys that have no effect in a scene that was read without errors.
void scree_scene_find_effects(const scree_scene *scene, const scree_yaml *root, scree_scene_errors *warnings);

/// A material by name: `material` of a map, or the only one there is. -1 after an error.
int scree_scene_read_material(scree_scene_reader *r, const scree_yaml *map, const char *what);
/// One motion or a list of them.
void scree_scene_read_motions(scree_scene_reader *r, const scree_yaml *node, const scree_scene_motion **motions,
                              size_t *count);
/// A wall that was read, by its name: "box", or "box.x+" for a face. False after an error.
bool scree_scene_find_wall(scree_scene_reader *r, scree_scene_place place, const char *text,
                           scree_scene_wall_part *out);
/// The grains of `file`, a CSV table.
void scree_scene_read_grains(scree_scene_reader *r, const scree_yaml *node, scree_scene_insert *insert);
/// The grains of another run: `file` is its folder, or a checkpoint.
void scree_scene_read_run(scree_scene_reader *r, const scree_yaml *node, bool velocities, scree_scene_insert *insert);

/// Room for `count` items of a list of the scene, zeroed. NULL, with the reason noted, where memory ran out or there
/// are none.
void *scree_scene_list(scree_scene_reader *r, const scree_yaml *node, const char *what, scree_yaml_kind kind,
                       size_t size, int *count);
/// A path as the scene file means it: from its own folder.
const char *scree_scene_path(scree_scene_reader *r, const char *path);

/// An error that the filling reports: of type scree_fill_report, with the errors as `user`.
void scree_scene_report(void *errors, scree_scene_place place, const char *message);

#endif
