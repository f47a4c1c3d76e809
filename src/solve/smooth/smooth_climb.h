// The normal of two cores to the last digit, once a search has come near.
#ifndef SCREE_SOLVE_SMOOTH_SMOOTH_CLIMB_H
#define SCREE_SOLVE_SMOOTH_SMOOTH_CLIMB_H

#include "pair/answer.h"
#include "solve/smooth/smooth_pieces.h"

enum { SCREE_CLIMB_PIECES = 4, SCREE_CLIMB_STEPS = 24 };

typedef struct scree_climb {
    scree_axis best;       ///< the normal and its gap: a lower bound of the signed distance
    scree_vec3 on_a, on_b; ///< points of the cores: their distance is an upper bound
    double upper;          ///< that
    double astray;         ///< how far they are from being gap * normal apart
    scree_bend radii;      ///< of M, at the end
    scree_view view;       ///< what they refer to
    bool stationary;       ///< the gap is as large as it gets near here, up to rounding
    int steps;
} scree_climb;

/// Climbs, in at most so many steps, from a normal and the support points, 1 to 4 of them, that a search ended on.
void scree_smooth_climb(const scree_task *task, scree_vec3 n, const scree_simplex *from, int most_steps,
                        scree_climb *out);

#endif
