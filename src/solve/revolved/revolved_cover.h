// A proof over all normals, for a body of revolution and any other: what holds along circles of equal depth too.
#ifndef SCREE_SOLVE_REVOLVED_REVOLVED_COVER_H
#define SCREE_SOLVE_REVOLVED_REVOLVED_COVER_H

#include "pair/answer.h"
#include "solve/revolved/revolved_descent.h"

typedef struct scree_cover {
    scree_axis best; ///< the largest gap that was found, or that was known before
    double upper;    ///< the signed distance of the cores is at most this, up to cores->error
    int cells;
} scree_cover;

/// `known` is an axis with its gap: the better it is, the fewer cells. Looks at no more than `most_cells`.
void scree_revolved_cover(const scree_revolved *pair, const scree_axis *known, double width, int most_cells,
                          scree_cover *out);

#endif
