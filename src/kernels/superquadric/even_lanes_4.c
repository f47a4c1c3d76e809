// Pairs of evenly round bodies over 4 lanes: AVX2. See even_kernel.h.
#define SCREE_LANES 4
#include "kernels/superquadric/even_kernel.h"

#include "kernels/superquadric/even_alone.h"

int scree_even_lanes_4(const scree_lane_work *work, int32_t *left)
{
    return even_run(work, left);
}

bool scree_even_pair_lanes_4(const scree_body *a, const scree_body *b, double tolerance, const scree_cache *cache,
                             scree_contact *out)
{
    return even_answer_alone(a, b, tolerance, cache, out);
}
