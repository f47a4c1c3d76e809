// Two hulls that met a moment ago, pairs over 2 lanes: portable C. See warm_kernel.h.
#define SCREE_LANES 2
#include "kernels/hull_warm/warm_kernel.h"

int scree_warm_lanes_2(const scree_lane_work *work, int32_t *left)
{
    return run_warm(work, left);
}
