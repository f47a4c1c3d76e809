// The kernels over lanes: which pairs they take, and which width this machine runs.
#ifndef SCREE_BATCH_KERNELS_H
#define SCREE_BATCH_KERNELS_H

#include "scree/batch.h"

/// Some pairs of a batch, all of the kind that a kernel takes.
typedef struct scree_lane_work {
    const scree_batch *batch;
    double tolerance; ///< absolute; negative: the default
    size_t first;     ///< the pairs are numbered from here
    const int32_t *pairs;
    int count;
    scree_contact *results; ///< of the whole batch
} scree_lane_work;

/// Answers what goes the usual way, bit for bit as scree_query() does, and puts the numbers of the other pairs into
/// `left`, which may be the array that they came in. Returns how many are left. Indices, shapes and caches are valid;
/// poses need not be.
typedef int (*scree_lane_kernel)(const scree_lane_work *work, int32_t *left);

int scree_ellipsoid_lanes_2(const scree_lane_work *work, int32_t *left);
int scree_ellipsoid_lanes_4(const scree_lane_work *work, int32_t *left);
int scree_ellipsoid_lanes_8(const scree_lane_work *work, int32_t *left);

/// The kernels of one width; NULL for one that this machine does not run.
typedef struct scree_kernels {
    int lanes;
    scree_lane_kernel ellipsoids;
} scree_kernels;

const scree_kernels *scree_kernels_of(int lanes);

/// The widest that this machine runs.
const scree_kernels *scree_kernels_best(void);

#endif
