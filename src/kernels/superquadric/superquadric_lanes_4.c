// Pairs of superquadrics over 4 lanes: AVX2. See superquadric_kernel.h.
#define SCREE_LANES 4
#include "kernels/superquadric/superquadric_kernel.h"

int scree_superquadric_lanes_4(const scree_lane_work *work, int32_t *left)
{
    return run(work, left);
}
