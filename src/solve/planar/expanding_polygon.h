// The expanding polygon, EPA in the plane: penetration depth of any two 2-D cores that have support functions.
#ifndef SCREE_SOLVE_PLANAR_EXPANDING_POLYGON_H
#define SCREE_SOLVE_PLANAR_EXPANDING_POLYGON_H

#include "solve/polytope/epa.h"

/// Bytes of scratch that scree_expanding_polygon() takes for a polygon of up to `most_corners`.
size_t scree_expanding_polygon_scratch(int most_corners);

/// As scree_epa(), from a simplex of 1 to 3 vertices; `nearest` is then an edge. `upper` is infinite if M has no area.
bool scree_expanding_polygon(const scree_task *task, const scree_simplex *start, int most_corners, double tolerance,
                             scree_epa_result *out);

#endif
