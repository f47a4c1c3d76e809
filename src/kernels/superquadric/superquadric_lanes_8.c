// Pairs of superquadrics over 8 lanes: AVX-512. See superquadric_kernel.h.
#define SCREE_LANES 8
#include "kernels/superquadric/superquadric_kernel.h"

int scree_superquadric_lanes_8(const scree_lane_work *work, int32_t *left)
{
    return run(work, left);
}
