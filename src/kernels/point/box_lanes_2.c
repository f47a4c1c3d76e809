// Balls beside boxes over 2 lanes: portable C. See box_kernel.h.
#define SCREE_LANES 2
#include "kernels/point/box_kernel.h"

int scree_box_lanes_2(const scree_lane_work *work, int32_t *left)
{
    return answer_boxes(work, left);
}
