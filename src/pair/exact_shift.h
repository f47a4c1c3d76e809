// Positions of stored origins in double-double: for shapes that were given far from their own origin.
#ifndef SCREE_PAIR_EXACT_SHIFT_H
#define SCREE_PAIR_EXACT_SHIFT_H

#include "math/dd.h"
#include "scree/body.h"

/// Error bound of a height over a plane from here, relative to the sum of the magnitudes of all coordinates and offsets
/// in it: a rotation loses 135 * 2^-106, the product with the normal 25 more.
#define SCREE_EXACT_ROUNDING 0x1p-98

/// A vector rotated by q, of any length but 0.
dd3 scree_exact_rotated(scree_quat q, scree_vec3 v);

/// A body's stored origin in the world.
dd3 scree_exact_place(const scree_body *body);

/// B's stored origin in A's stored frame.
dd3 scree_exact_shift(const scree_body *a, const scree_body *b);

#endif
