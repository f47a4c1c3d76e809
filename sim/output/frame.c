#include <stdlib.h>

#include "output/bytes.h"
#include "scree_sim/output.h"

bool scree_sim_frame_take(const scree_sim *sim, bool contacts, scree_sim_frame *frame, scree_error *error)
{
    if (frame == NULL) return scree_output_fail(error, SCREE_INVALID_ARGUMENT, "frame: is NULL");
    *frame = (scree_sim_frame){ 0 };
    if (sim == NULL) return scree_output_fail(error, SCREE_INVALID_ARGUMENT, "sim: is NULL");
    frame->time = scree_sim_time(sim);
    frame->step = scree_sim_steps(sim);
    frame->grains = scree_sim_grains(sim);
    frame->totals = scree_sim_measure(sim);
    frame->wall_count = (size_t)scree_sim_wall_count(sim);
    frame->contact_count = contacts ? scree_sim_contacts(sim, NULL, 0) : 0;
    frame->walls = malloc((frame->wall_count + 1) * sizeof *frame->walls);
    frame->contacts = malloc((frame->contact_count + 1) * sizeof *frame->contacts);
    if (frame->walls == NULL || frame->contacts == NULL) {
        scree_sim_frame_release(frame);
        return scree_output_no_memory(error);
    }
    for (size_t i = 0; i < frame->wall_count; ++i) frame->walls[i] = scree_sim_wall_at(sim, (int)i);
    scree_sim_contacts(sim, frame->contacts, frame->contact_count);
    return true;
}

void scree_sim_frame_release(scree_sim_frame *frame)
{
    if (frame == NULL) return;
    free(frame->walls);
    free(frame->contacts);
    *frame = (scree_sim_frame){ 0 };
}
