// The width that this machine runs. The compiler's own detection is asked each time: it has looked once, at start.
#include "batch/kernels.h"

static const scree_kernels kernels[] = {
#ifdef SCREE_WIDE_LANES
    { .lanes = 8, .ellipsoids = scree_ellipsoid_lanes_8 },
    { .lanes = 4, .ellipsoids = scree_ellipsoid_lanes_4 },
#endif
    { .lanes = 2, .ellipsoids = scree_ellipsoid_lanes_2 },
};

enum { KERNELS = sizeof kernels / sizeof *kernels };

static bool runs_here(int lanes)
{
#ifdef SCREE_WIDE_LANES
    if (lanes == 8) return __builtin_cpu_supports("avx512f");
    if (lanes == 4) return __builtin_cpu_supports("avx2");
#endif
    return lanes == 2;
}

const scree_kernels *scree_kernels_of(int lanes)
{
    for (int i = 0; i < KERNELS; ++i)
        if (kernels[i].lanes == lanes && runs_here(lanes)) return &kernels[i];
    return NULL;
}

const scree_kernels *scree_kernels_best(void)
{
    for (int i = 0; i < KERNELS - 1; ++i)
        if (runs_here(kernels[i].lanes)) return &kernels[i];
    return &kernels[KERNELS - 1];
}
