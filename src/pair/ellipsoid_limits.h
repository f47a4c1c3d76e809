// When the search for two ellipsoids stops: constants that the search and the kernels share, so that both give the same
// bits.
#ifndef SCREE_PAIR_ELLIPSOID_LIMITS_H
#define SCREE_PAIR_ELLIPSOID_LIMITS_H

/// How far apart the bounds may be, in units of the pair's rounding error, in addition to that error on both sides.
#define SCREE_ELLIPSOIDS_ENOUGH 2.0

/// A determinant below this, relative to the square of the trace before the gap was added, has lost significant digits.
#define SCREE_CLIMB_SINGULAR 1e-6
/// The longest step, in radians, that is taken without evaluation: its square is below rounding.
#define SCREE_CLIMB_LAST 1e-7
/// A step is accepted if it gains this fraction of what the slope promised.
#define SCREE_CLIMB_GAIN 1e-4

#endif
