// Newton's method on a pair of superquadrics with its bounds: one search, and what several together found out.
#ifndef SCREE_NARROW_SUPERQUADRIC_SEARCH_H
#define SCREE_NARROW_SUPERQUADRIC_SEARCH_H

#include "narrow/answer.h"
#include "narrow/superquadric_newton.h"

/// The bounds are worth a look once a step leaves the surfaces by no more than this part of the size.
#define SCREE_SQ_WORTH_A_LOOK 1e-11
/// After a step that leaves them by no more than this there may be nothing left to do: points and normals that are off
/// each other by less than this part of the root of the tolerance make no difference to it.
#define SCREE_SQ_NEARLY_THERE 1e-7
#define SCREE_SQ_FINE 0.05
/// Points that a step takes off the surfaces by this part of the size are as good as on them.
#define SCREE_SQ_TRUSTED 2e-12
/// A step of this part of the size is rounding.
#define SCREE_SQ_STANDSTILL 1e-14
/// What the bounds may be apart by, in units of the pair's rounding error, beside that error on both sides.
#define SCREE_SQ_ENOUGH 1.5

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

/// From x, up to `most` steps; adds to what is known. Ends where the bounds meet, or at stationary spots: true.
bool scree_sq_search(const scree_task *task, const scree_sq_pair *p, int most, scree_sq_view *x, scree_sq_finding *f);

/// Of a normal that another search has found, the support points may be far off each other, along flat faces. Takes the
/// spots of x if they are not; and their normal, where it is as good up to the tolerance, or to what is left open
/// anyway.
void scree_sq_take_spots(const scree_sq_pair *p, const scree_sq_view *x, scree_sq_finding *f);

#endif
