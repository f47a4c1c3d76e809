// Small hulls, pairs over 2 lanes: portable C. See crowd_kernel.h.
#define SCREE_LANES 2
#include "kernels/hull_many/crowd_kernel.h"

int scree_crowd_lanes_2(const scree_lane_work *work, scree_cache *guesses, int32_t *left)
{
    return run_crowd(work, guesses, left);
}
