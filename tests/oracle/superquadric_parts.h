// What the parts of the reference for smooth shapes share: the supports in two precisions, and the search near one
// direction.
#ifndef SCREE_ORACLE_SUPERQUADRIC_PARTS_H
#define SCREE_ORACLE_SUPERQUADRIC_PARTS_H

#include <math.h>
#include <stdbool.h>

#include "oracle/superquadric.h"

#define REAL long double
#define NAME(x) x##_l
#define ROOT(x) sqrtl(x)
// Of numbers up to 2: what the logarithm loses, a small result makes good.
#define POWER(x, y) expl((y)*logl(x))
#define SIZE(x) fabsl(x)
#define POINTS points
#define ROTATION rotation
#define SHIFT shift
#define UNIT LONG_UNIT
#include "oracle/superquadric_support.h" // NOLINT(readability-duplicate-include)
#undef REAL
#undef NAME
#undef ROOT
#undef POWER
#undef SIZE
#undef POINTS
#undef ROTATION
#undef SHIFT
#undef UNIT

#define REAL double
#define NAME(x) x##_d
#define ROOT(x) sqrt(x)
#define POWER(x, y) pow(x, y)
#define SIZE(x) fabs(x)
#define POINTS rough
#define ROTATION rough_rotation
#define SHIFT rough_shift
#define UNIT DOUBLE_UNIT
#include "oracle/superquadric_support.h" // NOLINT(readability-duplicate-include)
#undef REAL
#undef NAME
#undef ROOT
#undef POWER
#undef SIZE
#undef POINTS
#undef ROTATION
#undef SHIFT
#undef UNIT

/// Where a search ended: a unit direction, how far B must go along it to be clear, and how much less it could be near
/// that direction. Apart (value < 0) `left` bounds it everywhere.
typedef struct round_end {
    long double n[3], value, left;
    long double slope; ///< what rounding, or the size of the last triangle, leaves of F's slope
    int looks;
} round_end;

round_end scree_oracle_round_search(const round_pair *pair, const long double start[3]);

/// From end->n, which it replaces where it finds a lower value or knows it better. Where F falls on beyond what it
/// looks at, it returns true, `left` is infinite, and `on` points there.
bool scree_oracle_round_expand(const round_pair *pair, round_end *end, long double on[3]);

/// Every azimuth about the axis of a body of revolution, where there is one; replaces `best` where it is lower.
void scree_oracle_round_ring(const round_pair *pair, round_end *best);

#endif
