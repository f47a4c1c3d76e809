// The distance of two ellipsoids in long double: what answers are judged by.
#ifndef SCREE_CLI_GIRAULT_EXACT_H
#define SCREE_CLI_GIRAULT_EXACT_H

#include "scree/body.h"

/// Bounds of the distance of two ellipsoids that are apart, from a normal (from A to B) that is nearly theirs. Both are
/// true for every normal, rounding of long double apart: `lower` is the gap along it, `upper` the distance of the two
/// surface points that face each other across it. The normal is improved by Newton's method until the two meet.
void scree_girault_exact(const scree_body *a, const scree_body *b, scree_vec3 normal, long double *lower,
                         long double *upper);

#endif
