// Two hulls that met a moment ago, pairs over 8 lanes: AVX-512. See warm_kernel.h.
#define SCREE_LANES 8
#include "kernels/hull_warm/warm_kernel.h"

int scree_warm_lanes_8(const scree_lane_work *work, int32_t *left)
{
    return run_warm(work, left);
}
