// Polygons over 8 lanes: AVX-512. See polygon_batch.h and polygon_kernel.h; a single pair of few corners has nothing
// for so many.
#define SCREE_LANES 8
#include "kernels/polygon/polygon_batch.h"

bool scree_polygon_lanes_8(const scree_body *a, const scree_body *b, double tolerance, scree_contact *out)
{
    return are_narrow(a, b) ? scree_polygon_lanes_4(a, b, tolerance, out) : answer_wide(a, b, tolerance, out);
}

int scree_polygon_farther_lanes_8(const scree_body *a, const scree_body *b, double margin)
{
    return are_narrow(a, b) ? scree_polygon_farther_lanes_4(a, b, margin) : wide_is_farther(a, b, margin);
}

static int answer_one_by_one(const scree_lane_work *work, int32_t *left)
{
    return scree_answer_directly(work, answer_wide, left);
}

const scree_lane_kernel scree_polygons_lanes_8[SCREE_FLAT_KINDS] = POLYGON_KERNELS(answer_one_by_one);
