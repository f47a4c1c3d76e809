// The motion of many grains, by the widest lanes that the processor has.
#include "step/motion_lanes.h"

#include "state/widest.h"

void scree_sim_drift_run(sim_drifts *drifts)
{
    SIM_WIDEST(scree_sim_drift_lanes_, drifts);
}

void scree_sim_rotate(sim_rotations *rotations, double dt)
{
    SIM_WIDEST(scree_sim_rotate_lanes_, rotations, dt);
}

void scree_sim_sum_loads(const scree_sim *sim, size_t first, sim_kicks *kicks)
{
    SIM_WIDEST(scree_sim_sum_lanes_, sim, first, kicks);
}

void scree_sim_kick_run(sim_kicks *kicks)
{
    SIM_WIDEST(scree_sim_kick_lanes_, kicks);
}

void scree_sim_watch_run(sim_kicks *kicks)
{
    SIM_WIDEST(scree_sim_watch_lanes_, kicks);
}
