// Two round bodies: are they apart along the line between their centres, or near it?
#ifndef SCREE_PAIR_LINE_H
#define SCREE_PAIR_LINE_H

#include "pair/pair.h"
#include "scree/body.h"

/// Of such a pair (scree_is_round_pair()), with valid poses: true where the cores are proven to be farther apart than `margin`, of either sign.
bool scree_line_separates(const scree_body *a, const scree_body *b, double margin);

#endif
