// Pairs of bodies for tests and benchmarks: generic and hard, made from a seed.
//
//   scree_scene *scene = scree_scene_open(class, seed);   // its shapes
//   scree_scene_pair(scene, k, &pair);                    // pair number k, any order, any thread
//   scree_scene_print(stdout, &pair);                     // the line of the query protocol that asks for it
#ifndef SCREE_SCENES_PAIRS_H
#define SCREE_SCENES_PAIRS_H

#include <stdint.h>
#include <stdio.h>

#include "scree/body.h"
#include "scree/shape.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A shape and the numbers that it was made from.
typedef struct scree_solid {
    scree_shape *shape;
    scree_shape_kind kind;
    int count;          ///< of points: polyhedron, polygon
    scree_vec3 *points; ///< as given
    scree_vec3 vector;  ///< box: half extents; half space: normal; ellipsoid, superquadric: semi-axes
    double radius, half_length, offset, rounding;
    double top;    ///< tapered capsule: the other radius, at the upper end
    double n1, n2; ///< superquadric: exponents
} scree_solid;

/// Which kind of proof a class is for.
typedef enum scree_scene_group { SCREE_SCENE_POLYHEDRA, SCREE_SCENE_PLANAR, SCREE_SCENE_ROUND } scree_scene_group;

typedef struct scree_scene {
    int class_number;
    uint64_t seed;
    int solid_count;
    scree_solid *solids;
} scree_scene;

typedef struct scree_scene_pose {
    int a, b; ///< numbers of solids
    scree_body body_a, body_b;
    double angle_a, angle_b; ///< in 2-D: what the orientations were made from
    const scree_scene *scene;
} scree_scene_pose;

int scree_scene_class_count(void);
const char *scree_scene_class_name(int class_number);
scree_scene_group scree_scene_class_group(int class_number);
/// How large a share of its group's pairs the class should have, relative to the others.
int scree_scene_class_weight(int class_number);
/// -1 where there is none of that name.
int scree_scene_class_find(const char *name);

/// NULL where a shape could not be made (the reason in `error`).
scree_scene *scree_scene_open(int class_number, uint64_t seed, scree_error *error);
void scree_scene_close(scree_scene *scene);
void scree_scene_pair(const scree_scene *scene, uint64_t number, scree_scene_pose *out);

/// One request of the query protocol, with a line end; with as many digits as it takes to read the same numbers back.
void scree_scene_print(FILE *out, const scree_scene_pose *pose);

#ifdef __cplusplus
}
#endif

#endif
