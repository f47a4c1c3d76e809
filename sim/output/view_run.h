// A run as the page needs it: read from trajectory.gsd.
#ifndef SCREE_SIM_OUTPUT_VIEW_RUN_H
#define SCREE_SIM_OUTPUT_VIEW_RUN_H

#include "output/gsd.h"

/// One frame, as it lies in the file; all arrays have `count` rows.
typedef struct scree_sim_view_frame {
    size_t count;
    scree_sim_bytes chunks[7];
    const float *positions, *orientations, *velocities;
    const int64_t *ids;
    const uint32_t *types;
    const int32_t *materials, *coordination;
} scree_sim_view_frame;

/// All grains that ever were, by rising id.
typedef struct scree_sim_view_run {
    scree_sim_gsd gsd;
    uint64_t *frames; ///< those that the page shows
    size_t frame_count, skipped;
    int32_t *index; ///< by id: its place among all grains; -1: none
    size_t id_count, grain_count;
    uint32_t *types; ///< by place
    int32_t *materials;
    float low[3], high[3];    ///< of all positions
    float fastest, strongest; ///< speed and force
} scree_sim_view_run;

bool scree_sim_view_run_open(scree_sim_view_run *run, const char *path, scree_error *error);
void scree_sim_view_run_close(scree_sim_view_run *run);

bool scree_sim_view_frame_read(const scree_sim_view_run *run, uint64_t frame, scree_sim_view_frame *out,
                               scree_error *error);
void scree_sim_view_frame_free(scree_sim_view_frame *frame);

/// A chunk of frame `frame` of this type and number of columns, or with none of it an empty one. False on damage.
bool scree_sim_view_chunk(const scree_sim_view_run *run, uint64_t frame, const char *name, scree_sim_gsd_type type,
                          uint32_t columns, bool or_first, scree_sim_bytes *out, scree_error *error);

#endif
