// Plain GJK with Johnson's sub-algorithm. The loop and the answers are in classic_gjk.c, the sub-algorithm in
// johnson.c.
//
// Source      Gilbert, Johnson, Keerthi (1988), van den Bergen (1999), as described in descantes-2019 (sections 2, 3.1)
//             and girault-2022 (2.2).
// Limits      Overlapping bodies: wrong unless the nearest face of the last simplex is a face of M. See classic_gjk.c.
#include "papers/gjk_johnson.h"

#include "papers/johnson.h"

size_t scree_gjk_johnson_scratch(const scree_shape *a, const scree_shape *b)
{
    return scree_classic_scratch(a, b);
}

scree_status scree_gjk_johnson(const scree_body *a, const scree_body *b, const scree_query_options *options,
                               scree_contact *out)
{
    scree_johnson state = { .used = 0 };
    scree_subalgorithm johnson = { scree_johnson_nearest, &state };
    return scree_plain_gjk(a, b, options, johnson, out);
}
