// PVD: ParaView's list of the files of a series. Rewritten with each frame, so that it is always complete.
#ifndef SCREE_SIM_OUTPUT_PVD_H
#define SCREE_SIM_OUTPUT_PVD_H

#include "output/bytes.h"
#include "output/origin.h"

typedef struct scree_sim_pvd {
    char *path, *folder, *name;
    scree_sim_bytes head; ///< the lines before the list
    scree_sim_bytes rows; ///< the lines of the frames
    size_t count;
} scree_sim_pvd;

/// `folder`/`name`.pvd, whose frames are `folder`/frames/`name`_000000.vtp and so on. With `resume_step` >= 0, the
/// rows of the existing file up to that step are kept.
bool scree_sim_pvd_open(scree_sim_pvd *pvd, const char *folder, const char *name, const scree_sim_origin_copy *origin,
                        int64_t resume_step, scree_error *error);
/// The path of a frame's file, as a new string.
char *scree_sim_pvd_frame_path(const scree_sim_pvd *pvd, int64_t frame);
bool scree_sim_pvd_add(scree_sim_pvd *pvd, int64_t frame, int64_t step, double time, scree_error *error);
void scree_sim_pvd_close(scree_sim_pvd *pvd);

#endif
