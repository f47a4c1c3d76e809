// The steps of a group of contacts, by the widest lanes that the processor has.
#include "laws/lanes.h"
#include "state/widest.h"

void scree_sim_gather(sim_lanes *lanes)
{
    SIM_WIDEST(scree_sim_gather_lanes_, lanes);
}

void scree_sim_apply(const scree_sim *sim, sim_lanes *lanes)
{
    SIM_WIDEST(scree_sim_apply_lanes_, sim, lanes);
}

void scree_sim_scatter(const sim_lanes *lanes, sim_contacts *to)
{
    SIM_WIDEST(scree_sim_scatter_lanes_, lanes, to);
}
