// Two polygons over 4 lanes: AVX2. See polygon_kernel.h.
#define SCREE_LANES 4
#include "batch/polygon_kernel.h"

bool scree_polygon_lanes_4(const scree_body *a, const scree_body *b, double tolerance, scree_contact *out)
{
    return answer_polygon(a, b, tolerance, out);
}

int scree_polygon_farther_lanes_4(const scree_body *a, const scree_body *b, double margin)
{
    return polygon_is_farther(a, b, margin);
}

int scree_polygons_lanes_4(const scree_lane_work *work, int32_t *left)
{
    return scree_answer_directly(work, answer_polygon, left);
}
