// Two polygons over 4 lanes: AVX2. See polygon_kernel.h.
#define SCREE_LANES 4
#include "kernels/polygon/polygon_batch.h"

bool scree_polygon_lanes_4(const scree_body *a, const scree_body *b, double tolerance, scree_contact *out)
{
    return are_narrow(a, b) ? answer_narrow(a, b, tolerance, out) : answer_wide(a, b, tolerance, out);
}

int scree_polygon_farther_lanes_4(const scree_body *a, const scree_body *b, double margin)
{
    return are_narrow(a, b) ? narrow_is_farther(a, b, margin) : wide_is_farther(a, b, margin);
}

static int answer_one_by_one(const scree_lane_work *work, int32_t *left)
{
    return scree_answer_directly(work, answer_wide, left);
}

const scree_lane_kernel scree_polygons_lanes_4[SCREE_FLAT_KINDS] = POLYGON_KERNELS(answer_one_by_one);
