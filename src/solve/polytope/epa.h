// The expanding polytope algorithm: penetration depth of any two cores that have support functions.
#ifndef SCREE_SOLVE_POLYTOPE_EPA_H
#define SCREE_SOLVE_POLYTOPE_EPA_H

#include "pair/answer.h"

typedef struct scree_epa_result {
    scree_axis best;       ///< the axis with the largest gap: minus the least depth
    double upper;          ///< the signed distance of the cores is at most this
    scree_simplex nearest; ///< the face whose normal is the best axis, with the weights of its nearest point
    int iterations;
    bool guided;    ///< the best axis is the guide's
    bool closed;    ///< upper - best.gap came within the tolerance
    bool cut_short; ///< it did not, and the bound on steps or vertices was met
} scree_epa_result;

/// A callback that knows more about normals than the polytope does. Once the nearest face is within `width` of the
/// surface of M, `look` may put a better axis into result->best and set `guided`; returning true ends the search. It is
/// called again when the polytope has found a better axis.
typedef struct scree_epa_guide {
    double width;
    bool (*look)(void *user, scree_epa_result *result);
    void *user;
} scree_epa_guide;

/// Bytes of scratch that scree_epa() takes for a polytope of up to `most_vertices`.
size_t scree_epa_scratch(int most_vertices);

/// Starts from any simplex of M, of 1 to 4 vertices, that contains the origin up to rounding. False if the scratch is
/// too small.
bool scree_epa(const scree_task *task, const scree_simplex *start, int most_vertices, double tolerance,
               scree_epa_result *out);

/// The same with a guide: it also ends when the nearest face is within half the tolerance of the guide's axis.
bool scree_epa_guided(const scree_task *task, const scree_simplex *start, int most_vertices, double tolerance,
                      const scree_epa_guide *guide, scree_epa_result *out);

#endif
