// Joins the triangles of a mesh into convex polygons where they lie in a plane: a grain that slides across the edge
// between two triangles of a flat wall would touch both, and notice it.
#ifndef SCREE_SIM_FILL_FLAT_H
#define SCREE_SIM_FILL_FLAT_H

#include <stdbool.h>
#include <stddef.h>

#include "scree/scree.h"

/// One convex polygon: its corners, and the unit normal of its front. False: stop.
typedef bool (*scree_fill_polygon)(void *user, const scree_vec3 *corners, size_t count, scree_vec3 normal);

/// `corners` has three for each triangle, counter-clockwise from the front. Triangles without an area are left out. Flat
/// regions that are convex become one polygon; others are cut into several. False where memory ran out, or `take` said
/// stop; *out_of_memory tells which.
bool scree_fill_flat(const scree_vec3 *corners, size_t triangles, scree_fill_polygon take, void *user,
                     bool *out_of_memory);

#endif
