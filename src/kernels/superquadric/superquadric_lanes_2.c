// Pairs of superquadrics over 2 lanes: portable C. See superquadric_kernel.h.
#define SCREE_LANES 2
#include "kernels/superquadric/superquadric_kernel.h"

int scree_superquadric_lanes_2(const scree_lane_work *work, int32_t *left)
{
    return run(work, left);
}
