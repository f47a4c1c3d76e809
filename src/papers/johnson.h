// Johnson's sub-algorithm: the nearest point of a simplex by the determinants of its subsets.
#ifndef SCREE_PAPERS_JOHNSON_H
#define SCREE_PAPERS_JOHNSON_H

#include "papers/classic_gjk.h"

/// Dot products and determinants, kept from step to step. Points live in four slots; a set of them is a mask of bits.
typedef struct scree_johnson {
    int used;            ///< the slots in use
    int slot[4];         ///< of the points of the last simplex, in its order
    scree_vec3 y[4];     ///< by slot
    double dot[4][4];    ///< y_i . y_j
    double delta[16][4]; ///< delta[X][i]: Delta_i(X), of (2.25) and (2.26)
    int backups;         ///< how often no set passed and the backup procedure chose
} scree_johnson;

/// All zeros to start with. See scree_subalgorithm_fn; `state` is a scree_johnson.
scree_vec3 scree_johnson_nearest(void *state, const scree_vec3 *y, int count, double weight[4]);

#endif
