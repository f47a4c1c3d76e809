// Plain GJK with signed volumes. The loop and the answers are in classic_gjk.c, the sub-algorithm in signed_volumes.c.
//
// Source      Montanari, Petrinic, Barbieri (2017), as described and mended in descantes-2019 (section 2).
// Limits      Overlapping bodies: wrong unless the nearest face of the last simplex is a face of M. See classic_gjk.c.
#include "papers/gjk_signed_volumes.h"

#include "papers/signed_volumes.h"

size_t scree_gjk_signed_volumes_scratch(const scree_shape *a, const scree_shape *b)
{
    return scree_classic_scratch(a, b);
}

scree_status scree_gjk_signed_volumes(const scree_body *a, const scree_body *b, const scree_query_options *options,
                                      scree_contact *out)
{
    scree_subalgorithm signed_volumes = { scree_signed_volumes_nearest, NULL };
    return scree_plain_gjk(a, b, options, signed_volumes, out);
}
