// The signed-volumes sub-algorithm: the nearest point of a simplex by the signs of volumes, areas and lengths.
#ifndef SCREE_PAPERS_SIGNED_VOLUMES_H
#define SCREE_PAPERS_SIGNED_VOLUMES_H

#include "papers/classic_gjk.h"

/// See scree_subalgorithm_fn; keeps no state.
scree_vec3 scree_signed_volumes_nearest(void *state, const scree_vec3 *y, int count, double weight[4]);

#endif
