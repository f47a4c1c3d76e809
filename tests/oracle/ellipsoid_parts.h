// What the parts of the reference for ellipsoids share: the descent in two precisions.
#ifndef SCREE_ORACLE_ELLIPSOID_PARTS_H
#define SCREE_ORACLE_ELLIPSOID_PARTS_H

#include <stdbool.h>

#include "oracle/ellipsoid.h"

#define REAL long double
#define NAME(x) x##_l
#define ROOT(x) sqrtl(x)
#include "oracle/ellipsoid_descent.h" // NOLINT(readability-duplicate-include)
#undef REAL
#undef NAME
#undef ROOT

#define REAL quad
#define NAME(x) x##_q
#define ROOT(x) q_sqrt(x)
#include "oracle/ellipsoid_descent.h" // NOLINT(readability-duplicate-include)
#undef REAL
#undef NAME
#undef ROOT

/// The two ellipsoids of a pair.
void scree_oracle_ellipsoid_fine(const ellipsoid_pair *pair, smooth_q *out);
void scree_oracle_ellipsoid_rough(const smooth_q *fine, smooth_l *out);

/// The gap of the cores along a unit direction of the pair's frame, from the ellipsoid to the other.
quad scree_oracle_ellipsoid_gap_inside(const ellipsoid_pair *pair, qvec n);

/// The answer that a direction with this gap of the cores is, where the search may have missed `left`.
oracle_answer scree_oracle_ellipsoid_answer(const ellipsoid_pair *pair, const quad n[3], quad gap, quad left);

/// An ellipsoid and a hull: all features of the hull.
oracle_answer scree_oracle_ellipsoid_features(const ellipsoid_pair *pair);

#endif
