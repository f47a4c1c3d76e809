// The law of a group of contacts, by the widest lanes that the processor has.
#include <fenv.h>

#include "laws/lanes.h"
#include "scree/batch.h"

static void apply(const scree_sim *sim, sim_lanes *lanes)
{
#ifdef SCREE_WIDE_LANES
    const int width = scree_batch_lanes();
    if (width >= 8) {
        scree_sim_apply_lanes_8(sim, lanes);
        return;
    }
    if (width >= 4) {
        scree_sim_apply_lanes_4(sim, lanes);
        return;
    }
#endif
    scree_sim_apply_lanes_2(sim, lanes);
}

// A lane also evaluates the branch that is not selected, which may be 0 / 0: keep that from raising an exception.
void scree_sim_apply(const scree_sim *sim, sim_lanes *lanes)
{
    fenv_t environment;
    feholdexcept(&environment);
    apply(sim, lanes);
    fesetenv(&environment);
}
