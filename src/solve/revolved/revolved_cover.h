// A proof over all normals for a body of revolution and any other body; it also works if a circle of normals is equally
// deep.
#ifndef SCREE_SOLVE_REVOLVED_REVOLVED_COVER_H
#define SCREE_SOLVE_REVOLVED_REVOLVED_COVER_H

#include "pair/answer.h"
#include "solve/revolved/revolved_descent.h"

typedef struct scree_cover {
    scree_axis best; ///< the largest gap found, or `known`
    double upper;    ///< the signed distance of the cores is at most this, up to cores->error
    int cells;
} scree_cover;

/// `known` is an axis with its gap: the better it is, the fewer cells are needed. Visits at most `most_cells`.
void scree_revolved_cover(const scree_revolved *pair, const scree_axis *known, double width, int most_cells,
                          scree_cover *out);

#endif
