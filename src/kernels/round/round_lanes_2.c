// Round bodies and polyhedra over 2 lanes: portable C. See round_kernel.h.
#define SCREE_LANES 2
#include "kernels/round/round_verdict.h"

bool scree_round_lanes_2(const scree_body *a, const scree_body *b, double tolerance, scree_contact *out)
{
    return answer_round(a, b, tolerance, out);
}

int scree_round_farther_lanes_2(const scree_body *a, const scree_body *b, double margin)
{
    return round_verdict_on(a, b, margin);
}

int scree_rounds_lanes_2(const scree_lane_work *work, int32_t *left)
{
    return answer_rounds(work, left);
}
