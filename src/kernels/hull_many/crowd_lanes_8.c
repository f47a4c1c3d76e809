// Small hulls, pairs over 8 lanes: AVX-512. See crowd_kernel.h.
#define SCREE_LANES 8
#include "kernels/hull_many/crowd_kernel.h"

int scree_crowd_lanes_8(const scree_lane_work *work, scree_cache *guesses, int32_t *left)
{
    return run_crowd(work, guesses, left);
}
