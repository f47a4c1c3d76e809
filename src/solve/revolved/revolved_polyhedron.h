// A proof over all normals, for a body of revolution and a polyhedron.
#ifndef SCREE_SOLVE_REVOLVED_REVOLVED_POLYHEDRON_H
#define SCREE_SOLVE_REVOLVED_REVOLVED_POLYHEDRON_H

#include "solve/revolved/revolved_cover.h"

/// As scree_revolved_cover(), by the vertices and edges of the polyhedron. False for other pairs, and if `most_cells`
/// arcs are not enough; `out` is then undefined.
bool scree_revolved_polyhedron(const scree_cores *c, const scree_axis *known, double width, int most_cells,
                               scree_cover *out);

#endif
