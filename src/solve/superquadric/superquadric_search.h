// Newton's method on a pair of superquadrics with its bounds: one search, and the combined result of several.
#ifndef SCREE_SOLVE_SUPERQUADRIC_SUPERQUADRIC_SEARCH_H
#define SCREE_SOLVE_SUPERQUADRIC_SUPERQUADRIC_SEARCH_H

#include "pair/answer.h"
#include "pair/superquadric_limits.h"
#include "solve/superquadric/superquadric_newton.h"

/// The signed distance of the cores is in [lower, upper], up to the pair's rounding error.
typedef struct scree_sq_finding {
    double lower, upper;
    scree_vec3 n;          ///< the best normal
    double gap;            ///< the gap along n: `lower`, or less by a small part of the tolerance
    scree_vec3 on_a, on_b; ///< the points where it was found
    double astray2;        ///< squared deviation of on_b - on_a from n
    double noise;          ///< gaps that differ by less count as equal
    double enough;         ///< width that the search accepts
    int steps;
} scree_sq_finding;

scree_sq_finding scree_sq_finding_make(const scree_task *task);

static inline bool scree_sq_is_settled(const scree_sq_finding *f)
{
    return f->upper - f->lower <= f->enough;
}

/// Points count as on their surfaces up to this fraction of the size, on top of the width that the search accepts. Trusted
/// Newton steps stay within it; for bodies of very unequal size, one point takes the whole deviation of both (anchor.h).
#define SCREE_SQ_OFF_SURFACE (2.0 * SCREE_SQ_TRUSTED)

static inline double scree_sq_allowed_off(const scree_sq_pair *p, const scree_sq_finding *f)
{
    return SCREE_SQ_OFF_SURFACE * p->size + f->enough;
}

/// From A to B, not 0.
scree_vec3 scree_sq_toward(const scree_sq_pair *p);

/// From x, up to `most` steps; adds to what is known. True if the bounds met, or the points are stationary.
bool scree_sq_search(const scree_task *task, const scree_sq_pair *p, int most, scree_sq_view *x, scree_sq_finding *f);

/// For a normal found by another search, the support points may be far from facing each other, along flat faces. Takes
/// the surface points of x if they do; and their normal, if it is as good up to the tolerance, or to what is left open
/// anyway.
void scree_sq_take_surface_points(const scree_sq_pair *p, const scree_sq_view *x, scree_sq_finding *f);

#endif
