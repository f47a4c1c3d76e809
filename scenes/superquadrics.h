// Pairs with a superquadric, cylinder, cone or tapered capsule for tests and benchmarks, made from a seed: with each
// other, or with any other shape.
//
//   scree_scene *scene = scree_superquadric_scene_open(class, seed, &error); // its shapes; scree_scene_close() ends it
//   scree_superquadric_scene_pair(scene, k, &pose);                          // pair number k, any order, any thread
//   scree_scene_print(stdout, &pose);                                        // the line of the query protocol
#ifndef SCREE_SCENES_SUPERQUADRICS_H
#define SCREE_SCENES_SUPERQUADRICS_H

#include "pairs.h"

#ifdef __cplusplus
extern "C" {
#endif

/// What the classes are about.
typedef enum scree_superquadric_group {
    SCREE_SUPERQUADRICS,      ///< a superquadric with another, an ellipsoid or a sphere
    SCREE_SUPERQUADRIC_MIXED, ///< a superquadric with a half space, capsule, box or polyhedron
    SCREE_REVOLVED            ///< a cylinder, cone or tapered capsule with anything
} scree_superquadric_group;

int scree_superquadric_class_count(void);
const char *scree_superquadric_class_name(int class_number);
scree_superquadric_group scree_superquadric_class_group(int class_number);
/// How large a share of its group's pairs the class should have, relative to the others.
int scree_superquadric_class_weight(int class_number);

/// NULL where a shape could not be made (the reason in `error`). Its class number is one of the above.
scree_scene *scree_superquadric_scene_open(int class_number, uint64_t seed, scree_error *error);
void scree_superquadric_scene_pair(const scree_scene *scene, uint64_t number, scree_scene_pose *out);

#ifdef __cplusplus
}
#endif

#endif
