// The proof that a depth of two overlapping superquadrics is the least one.
#ifndef SCREE_SOLVE_SUPERQUADRIC_SUPERQUADRIC_DEPTH_H
#define SCREE_SOLVE_SUPERQUADRIC_SUPERQUADRIC_DEPTH_H

#include "solve/superquadric/superquadric_search.h"

/// The bodies overlap; x is where a search ended, and f what it found. Lowers f->upper as far as it can be proven, and
/// raises f->lower if a normal of less depth is found.
void scree_sq_prove_depth(const scree_task *task, const scree_sq_pair *p, scree_sq_view *x, scree_sq_finding *f);

#endif
