// Pairs of evenly round bodies over 8 lanes: AVX-512. See even_kernel.h.
#define SCREE_LANES 8
#include "kernels/superquadric/even_kernel.h"

int scree_even_lanes_8(const scree_lane_work *work, int32_t *left)
{
    return even_run(work, left);
}
