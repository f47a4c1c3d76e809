#include "narrow/superquadric_polytope.h"

#include "narrow/solids.h"

size_t scree_superquadric_polytope_scratch(const scree_shape *a, const scree_shape *b)
{
    return scree_solids_scratch(a, b);
}

bool scree_superquadric_polytope(const scree_task *task, scree_answer *out)
{
    return scree_solids(task, out);
}
