// Points and polyhedra: the entries of point_kernel.h. A scan over faces, edges or vertices here rarely fills more than
// four lanes, so there is no version with 8.
#include "kernels/point/point_kernel.h"

#if SCREE_LANES <= SCREE_MOST_SINGLE_LANES
bool SCREE_AT_WIDTH(scree_point)(const scree_body *a, const scree_body *b, double tolerance, scree_contact *out)
{
    return answer_point(a, b, tolerance, out);
}

int SCREE_AT_WIDTH(scree_point_farther)(const scree_body *a, const scree_body *b, double margin)
{
    return point_is_farther(a, b, margin);
}

int SCREE_AT_WIDTH(scree_points)(const scree_lane_work *work, int32_t *left)
{
    return scree_answer_directly(work, answer_point, left);
}
#endif
