// Which width of the kernels this machine runs.
#ifndef SCREE_DISPATCH_KERNELS_H
#define SCREE_DISPATCH_KERNELS_H

#include "kernels/kernels.h"

/// The kernels of one width; NULL for one that this machine does not run.
const scree_kernels *scree_kernels_of(int lanes);

/// The widest that this machine runs.
const scree_kernels *scree_kernels_best(void);

#endif
