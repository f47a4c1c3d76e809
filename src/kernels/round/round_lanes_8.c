// Round bodies and polyhedra over 8 lanes: AVX-512. See round_kernel.h.
#define SCREE_LANES 8
#include "kernels/round/round_kernel.h"

int scree_rounds_lanes_8(const scree_lane_work *work, int32_t *left)
{
    return answer_rounds(work, left);
}
