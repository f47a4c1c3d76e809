// One axis of each pair, over 2 lanes: portable C. See axis_kernel.h.
#define SCREE_LANES 2
#include "kernels/axis/axis_kernel.h"

int scree_axis_lanes_2(const scree_lane_work *work, int32_t *left)
{
    return run(work, left);
}
