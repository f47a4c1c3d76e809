// Pairs of ellipsoids over 2 lanes: portable C. See ellipsoid_kernel.h.
#define SCREE_LANES 2
#include "kernels/ellipsoid/ellipsoid_kernel.h"

#include "kernels/ellipsoid/ellipsoid_alone.h"

int scree_ellipsoid_lanes_2(const scree_lane_work *work, int32_t *left)
{
    return run(work, left);
}

bool scree_ellipsoid_pair_lanes_2(const scree_body *a, const scree_body *b, double tolerance, const scree_cache *cache,
                                  scree_contact *out)
{
    return answer_alone(a, b, tolerance, cache, out);
}
