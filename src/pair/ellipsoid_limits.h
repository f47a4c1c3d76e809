// When the search for two ellipsoids stops: the numbers that the search for one pair and the kernels over lanes share, so
// that both give the same bits.
#ifndef SCREE_PAIR_ELLIPSOID_LIMITS_H
#define SCREE_PAIR_ELLIPSOID_LIMITS_H

/// What the bounds may be apart by, in units of the pair's rounding error, beside that error on both sides.
#define SCREE_ELLIPSOIDS_ENOUGH 2.0

/// A determinant below this, beside the square of the trace before the gap was added, has lost digits that matter.
#define SCREE_CLIMB_SINGULAR 1e-6
/// The longest step, in radians, that is taken without a look at where it leads: its square is below rounding.
#define SCREE_CLIMB_LAST 1e-7
/// A step whose gain is this part of what the slope promised is taken.
#define SCREE_CLIMB_GAIN 1e-4

#endif
