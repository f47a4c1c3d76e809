// Proofs that two ellipsoids are apart, or that they have a point in common.
#ifndef SCREE_PAPERS_ELLIPSOID_PROOF_H
#define SCREE_PAPERS_ELLIPSOID_PROOF_H

#include "math/quartic_signs.h"
#include "papers/perram_wertheim.h"

/// How deep two bodies overlap at least, by the balls in them around the contact function's point: true up to c->error.
/// 0 where the point is not in both.
double scree_ellipsoids_common_depth(const scree_cores *c, const scree_pw *pw);

/// Do they overlap? In double, from the contact function's direction and point.
scree_certainty scree_ellipsoids_prove(const scree_cores *c, const scree_pw *pw);

/// The same in double-double, from the bodies as they are given: unsure only within some 1e-25 of the size around
/// touching.
scree_certainty scree_ellipsoids_prove_exactly(const scree_body *a, const scree_body *b, const scree_pw *pw);

#endif
