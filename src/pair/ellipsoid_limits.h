// When a climb for two ellipsoids stops: constants that the search (solve/ellipsoid) and the kernel (kernels/ellipsoid)
// share. Their answers agree to rounding, not to the last bit: the kernel works in world axes and counts its own
// roundings (SMOOTH_ROUNDINGS_RADIUS, _SHIFT), the search works in A's frame with scree_cores.error. Only the kernel for
// one pair and that for a batch do the same operations.
#ifndef SCREE_PAIR_ELLIPSOID_LIMITS_H
#define SCREE_PAIR_ELLIPSOID_LIMITS_H

/// How far apart the bounds may be, in units of the pair's rounding error, in addition to that error on both sides.
#define SCREE_ELLIPSOIDS_ENOUGH 2.0

/// det(H_A + H_B + gap I), across the normal, has lost significant digits below this times the squared trace of
/// H_A + H_B. See ellipsoid_climb.c.
#define SCREE_CLIMB_SINGULAR 1e-6
/// The longest step, in radians, that is taken without evaluation: its square is below rounding.
#define SCREE_CLIMB_LAST 1e-7
/// Only of the search: a step is accepted if it gains this fraction of what the slope promised.
#define SCREE_CLIMB_GAIN 1e-4

#endif
