// Hulls of points: their faces, as loops of points.
#ifndef SCREE_SHAPE_HULL_HULL_H
#define SCREE_SHAPE_HULL_HULL_H

#include <stddef.h>

#include "shape/hull/cloud.h"

/// Faces as loops of points of a cloud, one after the other, counter-clockwise from outside.
typedef struct scree_surface {
    int face_count;
    int *first; // face_count + 1 places in loop
    int *loop;
} scree_surface;

void scree_surface_free(scree_surface *surface);

/// By Qhull. The result is right up to some tens of roundings, and may have coplanar neighbours; it has to be checked.
/// SCREE_OK, SCREE_NO_MEMORY, or SCREE_NO_CONVERGENCE where Qhull gives up; then `out` is empty. A build without Qhull
/// always returns that.
#ifdef SCREE_WITH_QHULL
scree_status scree_hull_qhull(const scree_cloud *cloud, const scree_spread *spread, scree_surface *out);
#else
static inline scree_status scree_hull_qhull(const scree_cloud *cloud, const scree_spread *spread, scree_surface *out)
{
    (void)cloud;
    (void)spread;
    *out = (scree_surface){ 0, NULL, NULL };
    return SCREE_NO_CONVERGENCE;
}
#endif

/// By quickhull in exact arithmetic: triangles, no point outside any of them.
/// SCREE_OK or SCREE_NO_MEMORY.
scree_status scree_hull_exact(const scree_cloud *cloud, const scree_spread *spread, scree_surface *out);

#endif
