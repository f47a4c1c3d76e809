// A partition of directions into cells, for lookup tables: each side of a cube has side^2 cells.
#ifndef SCREE_SHAPE_CELLS_H
#define SCREE_SHAPE_CELLS_H

#include "math/vec3.h"

/// The cell of a direction of any length but 0: the side of the cube that it points to, and where it meets that side.
/// For 0 or NaN, some cell.
static inline int scree_cell_of(scree_vec3 d, int side)
{
    const double x = fabs(d.x), y = fabs(d.y), z = fabs(d.z);
    const int axis = x >= y && x >= z ? 0 : y >= z ? 1 : 2;
    const double main = axis == 0 ? d.x : axis == 1 ? d.y : d.z;
    const double u = axis == 0 ? d.y : d.x, v = axis == 2 ? d.y : d.z;
    const double half = 0.5 * side, scale = half / fabs(main);
    const double i = half + u * scale, j = half + v * scale;
    const int column = i >= 0.0 && i < side ? (int)i : side - 1, row = j >= 0.0 && j < side ? (int)j : side - 1;
    return ((2 * axis + (main < 0.0)) * side + row) * side + column;
}

static inline scree_vec3 scree_cell_middle(int cell, int side)
{
    const double u = 2.0 * (cell % side + 0.5) / side - 1.0, v = 2.0 * (cell / side % side + 0.5) / side - 1.0;
    const int face = cell / (side * side);
    const double main = face % 2 == 0 ? 1.0 : -1.0;
    return face / 2 == 0 ? v3(main, u, v) : face / 2 == 1 ? v3(u, main, v) : v3(u, v, main);
}

#endif
