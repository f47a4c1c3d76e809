// Contacts of cylinders and cones, with each other and with polyhedra, from the features that meet.
#ifndef SCREE_SOLVE_REVOLVED_REVOLVED_CONTACT_H
#define SCREE_SOLVE_REVOLVED_REVOLVED_CONTACT_H

#include "pair/answer.h"

/// `start` is the first normal, of any length but 0. False if no axis of the features tried has a proof (rims on edges
/// and on rims, deep overlaps): `best` is then the one with the largest gap; for other shapes that is -INFINITY.
bool scree_revolved_contact(const scree_task *task, scree_vec3 start, scree_axis *best, scree_answer *out);

#endif
