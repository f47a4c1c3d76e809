// One order of faces for one surface, however it was found.
#ifndef SCREE_SHAPE_HULL_ORDER_H
#define SCREE_SHAPE_HULL_ORDER_H

#include <stdbool.h>

#include "shape/hull/hull.h"

/// Start every loop at its lowest point and sort the faces by their first two points. A directed edge belongs to one
/// face, so the order is strict: two surfaces with the same faces become equal, and so does all that is computed
/// from them, to the last bit. False without memory.
bool scree_surface_order(scree_surface *surface);

#endif
