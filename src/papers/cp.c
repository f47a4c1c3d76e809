// Cundall's common plane, as published.
//
// Source      Cundall (1988) as described in descantes-2019, section 2, and nezami-2006, section 2.
// Idea        The climb of common_plane.c from one start: the perpendicular bisector of the centroids, or the plane of
//             the last time step, where the caller's cache has its normal.
// Departures  Those of common_plane.c. The two papers describe Cundall's own perturbation in words only; the steps are
//             those of descantes-2019's Algorithm 1.
// Limits      Overlapping bodies have several common planes that are stable against small tilts, and one start finds
//             one of them (descantes-2019, Fig. 2).
#include "papers/cp.h"

#include "papers/common_plane.h"

size_t scree_cp_scratch(const scree_shape *a, const scree_shape *b)
{
    return scree_classic_scratch(a, b);
}

scree_status scree_cp(const scree_body *a, const scree_body *b, const scree_query_options *options, scree_contact *out)
{
    scree_classic pair;
    scree_classic_open(a, b, options, false, &pair);
    scree_climb climb = { .pair = &pair };
    scree_plane best = scree_common_plane(&climb, scree_classic_direction(&pair));
    scree_finding found = scree_common_plane_finding(&climb, &best);
    return scree_classic_close(&pair, &found, out);
}
