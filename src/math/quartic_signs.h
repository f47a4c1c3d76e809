// Where the roots of a quartic are, from the signs of a few expressions in its coefficients.
#ifndef SCREE_MATH_QUARTIC_SIGNS_H
#define SCREE_MATH_QUARTIC_SIGNS_H

#include "math/bounded.h"

typedef enum scree_certainty { SCREE_UNSURE, SCREE_NO, SCREE_YES } scree_certainty;

/// Does t^4 + a t^3 + b t^2 + c t + d have two distinct positive roots? It must have two negative ones, and d > 0.
/// Unsure where rounding could flip a sign that matters.
scree_certainty scree_quartic_has_positive_roots(bn a, bn b, bn c, bn d);

#endif
