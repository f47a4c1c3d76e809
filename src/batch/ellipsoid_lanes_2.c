// Pairs of ellipsoids over 2 lanes: portable C. See ellipsoid_kernel.h.
#define SCREE_LANES 2
#include "batch/ellipsoid_kernel.h"

int scree_ellipsoid_lanes_2(const scree_lane_work *work, int32_t *left)
{
    return run(work, left);
}
