// Two hulls, scanned over 2 lanes: portable C. See hull_kernel.h and hull_batch.h.
#define SCREE_LANES 2
#include "kernels/hull/hull_batch.h"

bool scree_hull_lanes_2(const scree_cores *c, scree_vec3 start, scree_hull_answer *out)
{
    return search_hulls(c, start, out);
}

bool scree_hull_pair_lanes_2(const scree_body *a, const scree_body *b, double tolerance, const scree_cache *cache,
                             scree_contact *out)
{
    return answer_pair(a, b, tolerance, cache, search_thoroughly, out);
}

int scree_hulls_lanes_2(const scree_lane_work *work, int32_t *left)
{
    return run_hulls(work, left);
}
