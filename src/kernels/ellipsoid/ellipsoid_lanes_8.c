// Pairs of ellipsoids over 8 lanes: AVX-512. See ellipsoid_kernel.h.
#define SCREE_LANES 8
#include "kernels/ellipsoid/ellipsoid_kernel.h"

int scree_ellipsoid_lanes_8(const scree_lane_work *work, int32_t *left)
{
    return run(work, left);
}
