// The steps of Newton's method for two superquadrics, and when it stops: constants that the search and the kernels
// share. The kernel for unequal exponents (kernels/superquadric/superquadric.c) does the operations of the search and
// gives the same bits; that for equal ones (equal.c) works in world axes with an error bound of its own.
#ifndef SCREE_PAIR_SUPERQUADRIC_LIMITS_H
#define SCREE_PAIR_SUPERQUADRIC_LIMITS_H

/// The bounds are evaluated once a step leaves the surfaces by at most this fraction of the size.
#define SCREE_SQ_WORTH_A_LOOK 1e-11
/// After a step that leaves them by at most this, there may be nothing left to do: differences of points and normals
/// below this fraction of the square root of the tolerance do not affect it.
#define SCREE_SQ_NEARLY_THERE 1e-7
#define SCREE_SQ_FINE 0.05
/// Points that a step takes off the surfaces by this fraction of the size count as on them.
#define SCREE_SQ_TRUSTED 2e-12
/// A step of this fraction of the size is rounding.
#define SCREE_SQ_STANDSTILL 1e-14
/// How far apart the bounds may be, in units of the pair's rounding error, in addition to that error on both sides.
#define SCREE_SQ_ENOUGH 1.5

/// A step's normal is rotated by at most this tangent.
#define SCREE_SQ_MOST_ROTATION 1.0
/// A determinant below this fraction of the squared trace counts as 0: flat on flat.
#define SCREE_SQ_SINGULAR 1e-14
/// Normals with a cosine above this are close; those whose sum is no longer than this face away from each other.
#define SCREE_SQ_NORMALS_CLOSE 0.9
#define SCREE_SQ_LEAST_SUM 0.2
/// Limit of the normal's component across z on top of a body.
#define SCREE_SQ_TOP 0.05
/// Normals closer than this may be the same, and where faces are flat their difference would lead anywhere; its effect
/// on the gap is rounding.
#define SCREE_SQ_NOISE 1e-14
/// A ratio that stands for any larger one.
#define SCREE_SQ_LARGE 1e9
/// For the ellipsoids that a search starts from: the least m, relative to 1; and for slopes, the least ratio whose
/// powers are normal numbers.
#define SCREE_SQ_LEAST 1e-3
#define SCREE_SQ_LEAST_RATIO 1e-200

#endif
