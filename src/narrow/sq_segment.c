#include "narrow/sq_segment.h"

#include "narrow/auto.h"

bool scree_sq_segment_serves(const scree_shape *a, const scree_shape *b)
{
    (void)a;
    (void)b;
    return false;
}

scree_status scree_sq_segment(const scree_body *a, const scree_body *b, const scree_query_options *options,
                              scree_contact *out)
{
    return scree_auto(a, b, options, out);
}
