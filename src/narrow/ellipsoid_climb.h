// From one normal to the nearest one where the gap is stationary.
#ifndef SCREE_NARROW_ELLIPSOID_CLIMB_H
#define SCREE_NARROW_ELLIPSOID_CLIMB_H

#include "narrow/ellipsoid_pair.h"

typedef enum scree_climb_end {
    SCREE_CLIMB_TOP, ///< until t is 0 to rounding
    SCREE_CLIMB_NEAR ///< or until one more step, scree_ellipsoid_last_step(), makes it so
} scree_climb_end;

/// Newton steps up the gap from the view in x, at most `most` of them, no further than a gap above `enough` (INFINITY:
/// all the way). Returns how many there were.
int scree_ellipsoid_climb(const scree_ellipsoid_pair *p, scree_ellipsoid_view *x, scree_climb_end end, int most,
                          double enough);

/// Where one more step leads, to first order: the normal, A's point, and the gap.
typedef struct scree_ellipsoid_top {
    scree_vec3 n, on_a;
    double gap;
} scree_ellipsoid_top;

/// False where a step is too long to be taken on trust: then the top is x itself, and both bodies' points give way to t.
bool scree_ellipsoid_last_step(const scree_ellipsoid_pair *p, const scree_ellipsoid_view *x, scree_ellipsoid_top *top);

#endif
