// The normal of two cores to the last digit, once a search has come close.
#ifndef SCREE_SOLVE_SMOOTH_SMOOTH_CLIMB_H
#define SCREE_SOLVE_SMOOTH_SMOOTH_CLIMB_H

#include "pair/answer.h"
#include "solve/smooth/smooth_pieces.h"

enum { SCREE_CLIMB_PIECES = 4, SCREE_CLIMB_STEPS = 24 };

typedef struct scree_climb {
    scree_axis best;       ///< the normal and its gap: a lower bound of the signed distance
    scree_vec3 on_a, on_b; ///< points of the cores: their distance is an upper bound
    double upper;          ///< that distance
    double astray;         ///< |on_b - on_a - gap * normal|
    scree_bend radii;      ///< of M, at the end
    scree_view view;       ///< the frame of the radii
    bool stationary;       ///< the gap is a local maximum, up to rounding
    int steps;
} scree_climb;

/// Climbs in at most `most_steps` steps from a normal and the 1 to 4 support points that a search ended on.
void scree_smooth_climb(const scree_task *task, scree_vec3 n, const scree_simplex *from, int most_steps,
                        scree_climb *out);

#endif
