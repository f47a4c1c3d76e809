// The origin of a run, as files keep it.
#ifndef SCREE_SIM_OUTPUT_ORIGIN_H
#define SCREE_SIM_OUTPUT_ORIGIN_H

#include "scree_sim/output.h"

/// A copy with memory of its own, in which no string is NULL; and what is derived from it.
typedef struct scree_sim_origin_copy {
    scree_sim_origin origin;
    char scene_hash[SCREE_SIM_HASH_SIZE];
    char *memory;
} scree_sim_origin_copy;

bool scree_sim_origin_take(const scree_sim_origin *origin, scree_sim_origin_copy *copy, scree_error *error);
void scree_sim_origin_free(scree_sim_origin_copy *copy);

/// The name of a material, or its number where it has none.
typedef struct scree_sim_material_name {
    char text[64];
} scree_sim_material_name;
scree_sim_material_name scree_sim_material_name_of(const scree_sim_origin *origin, int material);

#endif
