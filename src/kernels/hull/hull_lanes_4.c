// Two hulls, scanned over 4 lanes: AVX2. See hull_kernel.h and hull_batch.h.
#define SCREE_LANES 4
#include "kernels/hull/hull_batch.h"

bool scree_hull_lanes_4(const scree_cores *c, scree_vec3 start, scree_hull_answer *out)
{
    return search_hulls(c, start, out);
}

static __attribute__((noinline)) bool answer(const scree_body *a, const scree_body *b, double tolerance,
                                             const scree_cache *cache, hull_rest rest, scree_contact *out)
{
    return answer_pair(a, b, tolerance, cache, rest, out);
}

bool scree_hull_pair_lanes_4(const scree_body *a, const scree_body *b, double tolerance, const scree_cache *cache,
                             scree_contact *out)
{
    return answer(a, b, tolerance, cache, search_thoroughly, out);
}

bool scree_hull_pair_lanes_4_8(const scree_body *a, const scree_body *b, double tolerance, const scree_cache *cache,
                               scree_contact *out)
{
    return answer(a, b, tolerance, cache, scree_hull_rest_lanes_8, out);
}

int scree_hulls_lanes_4(const scree_lane_work *work, int32_t *left)
{
    return run_hulls(work, left);
}
