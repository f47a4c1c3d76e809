// Meshes for pictures: triangles with normals, edges slightly bevelled so that faces in contact can be told apart.
#ifndef SCREE_SIM_OUTPUT_SMOOTH_H
#define SCREE_SIM_OUTPUT_SMOOTH_H

#include "scree_sim/output.h"

typedef struct scree_sim_smooth_mesh {
    scree_sim_mesh mesh;
    scree_vec3 *normals; ///< of each point
} scree_sim_smooth_mesh;

/// In the shape's own frame; not for half spaces. `bevel` is a share of the inradius.
bool scree_sim_smooth_make(const scree_shape *shape, int detail, double bevel, scree_sim_smooth_mesh *out);
void scree_sim_smooth_free(scree_sim_smooth_mesh *m);

#endif
