// The steps of a group of contacts, by the widest lanes that the processor has.
#include "laws/lanes.h"
#include "scree/batch.h"

#ifdef SCREE_WIDE_LANES
#define WIDEST(name, ...)                                                                                              \
    const int width = scree_batch_lanes();                                                                             \
    (width >= 8 ? name##8 : width >= 4 ? name##4 : name##2)(__VA_ARGS__)
#else
#define WIDEST(name, ...) name##2(__VA_ARGS__)
#endif

void scree_sim_gather(sim_lanes *lanes)
{
    WIDEST(scree_sim_gather_lanes_, lanes);
}

void scree_sim_apply(const scree_sim *sim, sim_lanes *lanes)
{
    WIDEST(scree_sim_apply_lanes_, sim, lanes);
}

void scree_sim_scatter(const sim_lanes *lanes, sim_contacts *to)
{
    WIDEST(scree_sim_scatter_lanes_, lanes, to);
}
