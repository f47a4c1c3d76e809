// The volume that two convex polyhedra share, for any pair.
#ifndef SCREE_SOLVE_OVERLAP_VOLUME_H
#define SCREE_SOLVE_OVERLAP_VOLUME_H

#include "scree/volume.h"

/// scree_overlap_volume(), in the library's floating-point environment, without the kernels.
scree_status scree_overlap_volume_by_cuts(const scree_body *a, const scree_body *b, void *scratch, size_t scratch_size,
                                          scree_overlap_volume_result *out);

#endif
