// Volume and moments of what two convex bodies share.
#ifndef SCREE_SIM_FILL_SHARED_H
#define SCREE_SIM_FILL_SHARED_H

#include "fill/solid.h"

enum { SCREE_FILL_MOMENTS = 10 };

/// Integrals over a body of 1; x, y, z; xx, yy, zz, xy, xz, yz. In 2-D those with z are 0.
typedef struct scree_fill_moments {
    double sum[SCREE_FILL_MOMENTS];
} scree_fill_moments;

/// An ellipsoid: centre + axes u with |u| <= 1. In 2-D an ellipse.
typedef struct scree_fill_frame {
    double centre[3];
    double axes[3][3];
} scree_fill_frame;

/// The volume of a cube of edge 1 in the frame; in 2-D the area of a square.
double scree_fill_frame_scale(const scree_fill_frame *frame, int dimension);

/// An ellipsoid that holds what two bodies share, and with a seventh of its axes (2-D: a fifth) lies in it. False where
/// they share less than 1e-9 of the smaller one, whose volume is `least`.
bool scree_fill_shared_frame(scree_fill_solid *a, scree_fill_solid *b, double least, scree_fill_frame *frame);

/// Adds `sign` times the moments of what a and b share and none of the others holds. `frame` is that of a and b. False if
/// memory runs out.
bool scree_fill_shared_add(scree_fill_solid *a, scree_fill_solid *b, scree_fill_solid *const *others, size_t count,
                           const scree_fill_frame *frame, double sign, scree_fill_moments *moments);

#endif
