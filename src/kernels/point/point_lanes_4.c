// Points and polyhedra over 4 lanes: AVX2. See point_kernel.h.
#define SCREE_LANES 4
#include "kernels/point/point_kernel.h"

bool scree_point_lanes_4(const scree_body *a, const scree_body *b, double tolerance, scree_contact *out)
{
    return answer_point(a, b, tolerance, out);
}

int scree_point_farther_lanes_4(const scree_body *a, const scree_body *b, double margin)
{
    return point_is_farther(a, b, margin);
}

int scree_points_lanes_4(const scree_lane_work *work, int32_t *left)
{
    return scree_answer_directly(work, answer_point, left);
}
