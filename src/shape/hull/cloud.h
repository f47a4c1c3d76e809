// The input points of a hull: checked, recentred, scaled by a power of two, without repetitions.
#ifndef SCREE_SHAPE_HULL_CLOUD_H
#define SCREE_SHAPE_HULL_CLOUD_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arithmetic.h"
#include "scree/status.h"
#include "scree/vec.h"

// Points closer to a plane than this, relative to the size, count as lying in it: 32 roundings. Vertices of a body that
// was rotated in double precision are off their planes by some 10 roundings, so that its faces stay whole; a dihedral
// angle of 1e-9, or a plate of 1e-12 of its length, is far above.
#define SCREE_FLATNESS 0x1p-48

typedef struct scree_cloud {
    scree_vec3 centre; // stored = given - centre, exactly
    double size;       // half the diagonal of the box around the given points
    int exponent;      // size = m 2^exponent, 1/2 <= m < 1
    int given_count;
    int count;          // distinct points
    scree_vec3 *points; // stored / 2^exponent, in order of first appearance; multiples of 2^-300
    int *given;         // which of the given points each one is
} scree_cloud;

// Four points far apart, and the frame in which they span a fat body.
typedef struct scree_spread {
    int corner[4];
    scree_vec3 axis[3]; // nearly orthogonal, right-handed
    double extent[3];   // longest first: along the longest chord, across it, and off the plane of the two
} scree_spread;

/// The error message names the first bad coordinate. `dimension` 2 requires z = 0. Free with scree_cloud_free(), also
/// after a failure.
scree_status scree_cloud_make(const scree_vec3 *given, size_t count, int dimension, scree_cloud *out,
                              scree_error *error);
void scree_cloud_free(scree_cloud *cloud);

/// Only the checks and the frame: everything in `out` but the points, without allocating.
scree_status scree_cloud_measure(const scree_vec3 *given, size_t count, int dimension, scree_cloud *out,
                                 scree_error *error);

/// SCREE_DEGENERATE_SHAPE where the points are flat (SCREE_FLATNESS); `dimension` 2 ignores the last axis.
scree_status scree_cloud_spread(const scree_cloud *cloud, int dimension, scree_spread *out, scree_error *error);

#endif
