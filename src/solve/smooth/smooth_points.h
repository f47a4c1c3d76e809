// The points of an answer of the search for smooth solids.
#ifndef SCREE_SOLVE_SMOOTH_SMOOTH_POINTS_H
#define SCREE_SOLVE_SMOOTH_SMOOTH_POINTS_H

#include "pair/answer.h"
#include "pair/region.h"

/// Intervals as narrow as this are closed.
static inline double scree_smooth_narrow(const scree_task *task)
{
    return fmax(0.25 * task->tolerance, 0.5 * task->cores->error);
}

/// How far the points are from being distance * normal apart.
double scree_smooth_astray(const scree_answer *x);

/// Points that are not quite distance * normal apart: a superquadric takes all of that, along a face that is flat as far as
/// this goes, and the point of the other core stays where it is. Where they are off by more than rounding, so does any core;
/// where none can, the upper end gives way.
void scree_smooth_settle(const scree_task *task, scree_answer *x);

/// Do the points of x fit its normal, or make one of their own, better than those of y do?
bool scree_smooth_fits_better(const scree_cores *c, const scree_answer *x, const scree_answer *y);

#endif
