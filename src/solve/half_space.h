// Anything on a half space: closed form.
#ifndef SCREE_SOLVE_HALF_SPACE_H
#define SCREE_SOLVE_HALF_SPACE_H

#include "pair/answer.h"

/// B is a half space. SCREE_UNBOUNDED_OVERLAP for two half spaces that are not opposite.
scree_status scree_half_space_contact(const scree_body *a, const scree_body *b, scree_task *task, scree_contact *out);

#endif
