// Nezami's fast common plane, as published.
//
// Source      Nezami et al. (2004) as described in descantes-2019, section 2, and nezami-2006, section 2.
// Idea        From the perpendicular bisector of the centroids, or the plane of the last time step, where the caller's
//             cache has its normal, search the candidates of the closest vertices (candidate_planes.c). That needs
//             bodies that are apart: if they are not, along this first plane, they are moved away from it until a small
//             gap is left, searched there, and moved back. The gap along the plane found is then that of the bodies
//             where they are.
// Departures  1. "Small" is SMALL_GAP of the smaller body.
//             2. Only the relative motion matters, so only B is moved.
//             Those of candidate_planes.c besides.
// Limits      The plane found is the common plane of the bodies as they were moved. Where they are it may be another
//             (descantes-2019, Fig. 4), the more so the deeper they overlap. Bodies that are apart but not along the
//             first plane are moved too, and may get less than their distance, or even an overlap, until the next time
//             step starts from the plane found.
#include "papers/fcp.h"

#include "papers/candidate_planes.h"

// The gap that is left between bodies that were moved apart, of the radius of the smaller one: the papers ask for a
// "positive and small" one. It has to be far above rounding, for the candidates are built from it, and far below the
// size, for the common plane there to be that of bodies in touch.
#define SMALL_GAP 1e-3

size_t scree_fcp_scratch(const scree_shape *a, const scree_shape *b)
{
    return scree_classic_scratch(a, b);
}

scree_status scree_fcp(const scree_body *a, const scree_body *b, const scree_query_options *options, scree_contact *out)
{
    scree_classic pair;
    scree_classic_open(a, b, options, false, &pair);
    scree_candidates search = scree_candidates_start(&pair, scree_classic_direction(&pair));
    if (search.best.gap <= 0.0) {
        double apart = SMALL_GAP * fmin(pair.cores.a->core_radius, pair.cores.b->core_radius);
        search.moved = v3_scale(search.best.normal, apart - search.best.gap);
        search.best.gap = apart;
    }
    scree_candidates_search(&search);
    scree_finding found = scree_candidates_finding(&search);
    return scree_classic_close(&pair, &found, out);
}
