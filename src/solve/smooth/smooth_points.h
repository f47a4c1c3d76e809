// The points of an answer of the search for smooth solids.
#ifndef SCREE_SOLVE_SMOOTH_SMOOTH_POINTS_H
#define SCREE_SOLVE_SMOOTH_SMOOTH_POINTS_H

#include "pair/answer.h"
#include "pair/patch.h"

/// An interval this narrow counts as closed.
static inline double scree_smooth_narrow(const scree_task *task)
{
    return fmax(0.25 * task->tolerance, 0.5 * task->cores->error);
}

/// on_b - on_a - distance * normal|.
double scree_smooth_astray(const scree_answer *x);

/// Corrects points that are not quite distance * normal apart. A superquadric's point takes the whole correction, along
/// a face that is flat to that extent, and the other core's point stays. If they are off by more than rounding, any
/// core's point may move; if none can, the upper bound is raised.
void scree_smooth_settle(const scree_task *task, scree_answer *x);

/// Do the points of x fit its normal, or define one themselves, better than those of y do?
bool scree_smooth_fits_better(const scree_cores *c, const scree_answer *x, const scree_answer *y);

#endif
