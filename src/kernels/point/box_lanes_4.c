// Balls beside boxes over 4 lanes: AVX2. See box_kernel.h.
#define SCREE_LANES 4
#include "kernels/point/box_kernel.h"

int scree_box_lanes_4(const scree_lane_work *work, int32_t *left)
{
    return answer_boxes(work, left);
}
