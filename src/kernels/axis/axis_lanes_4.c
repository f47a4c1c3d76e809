// One axis of each pair, over 4 lanes: AVX2. See axis_kernel.h.
#define SCREE_LANES 4
#include "kernels/axis/axis_kernel.h"

int scree_axis_lanes_4(const scree_lane_work *work, int32_t *left)
{
    return run(work, left);
}
