// Two hulls that met a moment ago, pairs over 4 lanes: AVX2. See warm_kernel.h.
#define SCREE_LANES 4
#include "kernels/hull_warm/warm_kernel.h"

int scree_warm_lanes_4(const scree_lane_work *work, int32_t *left)
{
    return run_warm(work, left);
}
