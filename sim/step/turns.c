// The rotations of a group of grains, by the widest lanes that the processor has.
#include "step/turns.h"

#include "scree/batch.h"

void scree_sim_turn(sim_turns *turns)
{
#ifdef SCREE_WIDE_LANES
    const int width = scree_batch_lanes();
    if (width >= 8) {
        scree_sim_turn_lanes_8(turns);
        return;
    }
    if (width >= 4) {
        scree_sim_turn_lanes_4(turns);
        return;
    }
#endif
    scree_sim_turn_lanes_2(turns);
}
