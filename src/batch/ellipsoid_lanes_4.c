// Pairs of ellipsoids over 4 lanes: AVX2. See ellipsoid_kernel.h.
#define SCREE_LANES 4
#include "batch/ellipsoid_kernel.h"

int scree_ellipsoid_lanes_4(const scree_lane_work *work, int32_t *left)
{
    return run(work, left);
}
