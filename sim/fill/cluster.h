// Volume, centroid and inertia of a cluster of convex parts that may overlap.
#ifndef SCREE_SIM_FILL_CLUSTER_H
#define SCREE_SIM_FILL_CLUSTER_H

#include "scree_sim/scene.h"

/// Of the union of the parts, at scale 1: that of the shape, if it is known. Where no two parts overlap, the exact sum; what
/// two parts share is integrated until its error, by estimate, is 2e-5 of itself.
bool scree_fill_cluster_mass(const scree_scene *scene, const scree_scene_shape *shape, scree_mass *mass,
                             scree_error *error);
/// The same for all lengths times `scale`.
scree_mass scree_fill_scaled_mass(const scree_mass *mass, double scale, int dimension);

#endif
