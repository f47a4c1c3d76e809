// Balls beside boxes over 8 lanes: AVX-512. See box_kernel.h.
#define SCREE_LANES 8
#include "kernels/point/box_kernel.h"

int scree_box_lanes_8(const scree_lane_work *work, int32_t *left)
{
    return answer_boxes(work, left);
}
