#include "shape/size.h"

#include "base/arithmetic.h"
#include "scree/query.h"

double scree_pair_size(const scree_shape *a, const scree_shape *b)
{
    return a != NULL && b != NULL ? scree_size_of_pair(a, b) : 0.0;
}
