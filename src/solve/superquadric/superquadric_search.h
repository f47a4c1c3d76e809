// Newton's method on a pair of superquadrics with its bounds: one search, and what several together found out.
#ifndef SCREE_SOLVE_SUPERQUADRIC_SUPERQUADRIC_SEARCH_H
#define SCREE_SOLVE_SUPERQUADRIC_SUPERQUADRIC_SEARCH_H

#include "pair/answer.h"
#include "pair/superquadric_limits.h"
#include "solve/superquadric/superquadric_newton.h"

/// The signed distance of the cores is in [lower, upper], the pair's rounding error apart.
typedef struct scree_sq_finding {
    double lower, upper;
    scree_vec3 n;          ///< the best normal: the gap along it
    double gap;            ///< is this, `lower` or a small part of the tolerance less
    scree_vec3 on_a, on_b; ///< where it is found
    double astray2;        ///< what these are off each other across n, squared
    double blur;           ///< gaps that differ by less are as good as one another
    double enough;         ///< width with which the search is content
    int steps;
} scree_sq_finding;

scree_sq_finding scree_sq_finding_make(const scree_task *task);

static inline bool scree_sq_is_settled(const scree_sq_finding *f)
{
    return f->upper - f->lower <= f->enough;
}

/// From A to B, not 0.
scree_vec3 scree_sq_toward(const scree_sq_pair *p);

/// From x, up to `most` steps; adds to what is known. Ends where the bounds meet, or at stationary points: true.
bool scree_sq_search(const scree_task *task, const scree_sq_pair *p, int most, scree_sq_view *x, scree_sq_finding *f);

/// Of a normal that another search has found, the support points may be far off each other, along flat faces. Takes the
/// points of x if they are not; and their normal, where it is as good up to the tolerance, or to what is left open
/// anyway.
void scree_sq_take_surface_points(const scree_sq_pair *p, const scree_sq_view *x, scree_sq_finding *f);

#endif
