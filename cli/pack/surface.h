// The surface of a shape as triangles, to look at.
#ifndef SCREE_CLI_PACK_SURFACE_H
#define SCREE_CLI_PACK_SURFACE_H

#include <stdbool.h>
#include <stddef.h>

#include "scree/shape.h"

enum { SURFACE_MOST_DETAIL = 5 };

typedef struct surface {
    scree_vec3 *points; ///< in the shape's own frame
    size_t point_count;
    int *corners; ///< three a triangle, counter-clockwise from outside
    size_t triangle_count;
} surface;

/// Polyhedra and boxes without rounding: their own faces, cut into triangles. Cylinders and cones without rounding:
/// rings of 6 * 2^detail points. All others: an icosahedron, each triangle cut in four `detail` times, its points moved
/// to the surface: 10 * 4^detail + 2 of them. False where memory ran out.
bool scree_pack_surface_make(const scree_shape *shape, int detail, surface *out);
void scree_pack_surface_free(surface *s);

#endif
