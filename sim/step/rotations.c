// The rotations of a group of grains, by the widest lanes that the processor has.
#include "step/rotations.h"

#include "scree/batch.h"

void scree_sim_rotate(sim_rotations *rotations)
{
#ifdef SCREE_WIDE_LANES
    const int width = scree_batch_lanes();
    if (width >= 8) {
        scree_sim_rotate_lanes_8(rotations);
        return;
    }
    if (width >= 4) {
        scree_sim_rotate_lanes_4(rotations);
        return;
    }
#endif
    scree_sim_rotate_lanes_2(rotations);
}
