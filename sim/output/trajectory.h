// The trajectory: all frames of a run in one GSD file of the schema `hoomd`, with chunks of our own for the page.
//
// The schema's box is centred on the origin: positions are relative to the middle of the domain, which is in
// scree/middle. Grains stand in the order of their ids. A chunk that equals that of frame 0 is left out.
#ifndef SCREE_SIM_OUTPUT_TRAJECTORY_H
#define SCREE_SIM_OUTPUT_TRAJECTORY_H

#include "output/facets.h"
#include "output/gsd.h"
#include "output/origin.h"

/// A type of particles: one shape or cluster of the simulation.
typedef struct scree_sim_type {
    int32_t shape;
    double diameter;   ///< of the sphere of equal volume; 2-D: of the disc of equal area
    char *name, *json; ///< the shape as the schema has it
} scree_sim_type;

typedef struct scree_sim_trajectory {
    scree_sim_gsd gsd;
    const scree_sim_origin_copy *origin;
    scree_sim_facet_cache facets;
    int detail; ///< of curved surfaces, as wanted
    scree_sim_type *types;
    size_t type_count, type_capacity;
    int32_t *type_of_shape; ///< -1: none yet
    size_t shape_capacity;
} scree_sim_trajectory;

/// A new file, or with `resume_step` >= 0 the frames up to that step of the one that is there. `origin` must outlive it.
bool scree_sim_trajectory_open(scree_sim_trajectory *t, const char *path, const scree_sim_origin_copy *origin,
                               int detail, int64_t resume_step, scree_error *error);
bool scree_sim_trajectory_add(scree_sim_trajectory *t, const scree_sim_frame *frame, scree_error *error);
bool scree_sim_trajectory_sync(scree_sim_trajectory *t, scree_error *error);
void scree_sim_trajectory_close(scree_sim_trajectory *t);

// Parts: types.c

/// The types of the grains in `order`, new ones added, with their meshes in the frame in the making.
bool scree_sim_types_add(scree_sim_trajectory *t, const scree_sim_frame *frame, const uint32_t *order,
                         scree_error *error);
/// The chunks that name all types.
bool scree_sim_types_write(scree_sim_trajectory *t, scree_error *error);
/// The types of a file, at its last frame.
bool scree_sim_types_read(scree_sim_trajectory *t, scree_error *error);
void scree_sim_types_free(scree_sim_trajectory *t);

/// A chunk, unless that of frame 0 is the same.
bool scree_sim_trajectory_put(scree_sim_trajectory *t, const char *name, scree_sim_gsd_type type, uint64_t rows,
                              uint32_t columns, const void *data, scree_error *error);

#endif
