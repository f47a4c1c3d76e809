// Contacts of cylinders and cones, with each other and with polyhedra, from the features that meet.
#ifndef SCREE_SOLVE_REVOLVED_REVOLVED_CONTACT_H
#define SCREE_SOLVE_REVOLVED_REVOLVED_CONTACT_H

#include "pair/answer.h"

/// From a normal to begin with, of any length but 0. False where no axis of the features that were looked at comes with a
/// proof: rims on edges and on rims, deep overlaps. Then `best` is the one with the largest gap; for other shapes that is
/// -INFINITY.
bool scree_revolved_contact(const scree_task *task, scree_vec3 start, scree_axis *best, scree_answer *out);

#endif
