// Pairs with an ellipsoid for tests and benchmarks, made from a seed: with another ellipsoid, or with any other shape.
//
//   scree_scene *scene = scree_ellipsoid_scene_open(class, seed, &error);   // its shapes; scree_scene_close() ends it
//   scree_ellipsoid_scene_pair(scene, k, &pose);                            // pair number k, any order, any thread
//   scree_scene_print(stdout, &pose);                                       // the line of the query protocol
//
// In a scree_solid, an ellipsoid's semi-axes are its `vector`.
#ifndef SCREE_SCENES_ELLIPSOIDS_H
#define SCREE_SCENES_ELLIPSOIDS_H

#include "pairs.h"

#ifdef __cplusplus
extern "C" {
#endif

int scree_ellipsoid_class_count(void);
const char *scree_ellipsoid_class_name(int class_number);
/// Both bodies are ellipsoids; otherwise one of them is.
bool scree_ellipsoid_class_is_pure(int class_number);
/// How large a share of the pairs the class should have, relative to the others of its kind.
int scree_ellipsoid_class_weight(int class_number);

/// NULL where a shape could not be made (the reason in `error`). Its class number is one of the above.
scree_scene *scree_ellipsoid_scene_open(int class_number, uint64_t seed, scree_error *error);
void scree_ellipsoid_scene_pair(const scree_scene *scene, uint64_t number, scree_scene_pose *out);

#ifdef __cplusplus
}
#endif

#endif
