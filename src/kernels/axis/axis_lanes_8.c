// One axis of each pair, over 8 lanes: AVX-512. See axis_kernel.h.
#define SCREE_LANES 8
#include "kernels/axis/axis_kernel.h"

int scree_axis_lanes_8(const scree_lane_work *work, int32_t *left)
{
    return run(work, left);
}
