// Where B's stored origin lies in A's stored frame, with twice the digits of a double.
#ifndef SCREE_NARROW_EXACT_SHIFT_H
#define SCREE_NARROW_EXACT_SHIFT_H

#include "math/dd.h"
#include "scree/body.h"

dd3 scree_exact_shift(const scree_body *a, const scree_body *b);

#endif
