// Proves the depth of two overlapping ellipsoids by excluding all normals but those of least depth.
#ifndef SCREE_SOLVE_ELLIPSOID_ELLIPSOID_CELLS_H
#define SCREE_SOLVE_ELLIPSOID_ELLIPSOID_CELLS_H

#include "pair/ellipsoid_pair.h"

typedef enum scree_cells_verdict {
    SCREE_CELLS_PROVEN, ///< no normal has a gap above that of `best` by more than `slack`
    SCREE_CELLS_BETTER, ///< one has; `best` is now where the climb from it ended
    SCREE_CELLS_OPEN    ///< the budget ran out first
} scree_cells_verdict;

/// `best` is stationary. `budget` is the number of cells that may still be visited; it is reduced by those that were.
scree_cells_verdict scree_ellipsoid_cells(const scree_ellipsoid_pair *p, double slack, int *budget,
                                          scree_ellipsoid_view *best);

#endif
