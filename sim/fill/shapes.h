// The shapes of a scene, made.
#ifndef SCREE_SIM_FILL_SHAPES_H
#define SCREE_SIM_FILL_SHAPES_H

#include "fill/random.h"
#include "scree_sim/scene.h"

/// A shape of the scene, not a cluster. `size` 0: with lengths of its own. Random hulls draw their vertices.
scree_shape *scree_fill_shape(const scree_scene_shape *shape, double size, scree_fill_random *random,
                              scree_error *error);

/// The same in two steps, for a polyhedron or polygon of given vertices, of which there are many sizes: they share what
/// does not depend on the size.
scree_shape *scree_fill_unit(const scree_scene_shape *shape, scree_error *error);
scree_shape *scree_fill_sized(const scree_shape *unit, double size, scree_error *error);

/// A part of a cluster, all its lengths times `scale`.
scree_shape *scree_fill_part(const scree_scene *scene, const scree_scene_part *part, double scale, scree_error *error);

/// The diameter of the sphere (2-D: disc) of this volume.
double scree_fill_diameter(double volume, int dimension);

#endif
