#include "narrow/superquadrics.h"

#include "narrow/solids.h"

size_t scree_superquadrics_scratch(const scree_shape *a, const scree_shape *b)
{
    return scree_solids_scratch(a, b);
}

bool scree_superquadrics(const scree_task *task, scree_answer *out)
{
    return scree_solids(task, out);
}
