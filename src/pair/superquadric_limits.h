// The steps of Newton's method for two superquadrics, and when it stops: the numbers that the search for one pair and
// the kernels over lanes share, so that both give the same bits.
#ifndef SCREE_PAIR_SUPERQUADRIC_LIMITS_H
#define SCREE_PAIR_SUPERQUADRIC_LIMITS_H

/// The bounds are worth a look once a step leaves the surfaces by no more than this part of the size.
#define SCREE_SQ_WORTH_A_LOOK 1e-11
/// After a step that leaves them by no more than this there may be nothing left to do: points and normals that are off
/// each other by less than this part of the root of the tolerance make no difference to it.
#define SCREE_SQ_NEARLY_THERE 1e-7
#define SCREE_SQ_FINE 0.05
/// Points that a step takes off the surfaces by this part of the size are as good as on them.
#define SCREE_SQ_TRUSTED 2e-12
/// A step of this part of the size is rounding.
#define SCREE_SQ_STANDSTILL 1e-14
/// What the bounds may be apart by, in units of the pair's rounding error, beside that error on both sides.
#define SCREE_SQ_ENOUGH 1.5

/// A step's normal is turned by at most this tangent.
#define SCREE_SQ_MOST_TURN 1.0
/// A determinant below this part of the trace's square is as good as none: flat on flat.
#define SCREE_SQ_SINGULAR 1e-14
/// Normals with a cosine above this are close; those whose sum is no longer than this face away from each other.
#define SCREE_SQ_NORMALS_CLOSE 0.9
#define SCREE_SQ_LEAST_SUM 0.2
/// What the normal has across z on top of a body, up to here.
#define SCREE_SQ_TOP 0.05
/// Normals that are no farther apart than this may be the same, and where faces are flat their difference would lead
/// anywhere; what it makes of the gap is rounding.
#define SCREE_SQ_NOISE 1e-14
/// A ratio that stands for any larger one.
#define SCREE_SQ_LARGE 1e9
/// Of the ellipsoids that a search starts from: the least m, of 1; and of slopes, the least ratio whose powers are
/// normal numbers.
#define SCREE_SQ_LEAST 1e-3
#define SCREE_SQ_LEAST_RATIO 1e-200

#endif
