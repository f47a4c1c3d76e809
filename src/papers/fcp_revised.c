// Nezami's fast common plane, revised: signed gaps.
//
// Source      descantes-2019, Algorithm 2.
// Idea        The search of candidate_planes.c with the bodies where they are. If they overlap, the closest vertices
//             are those most deeply buried in the plane, and the largest gap is the least overlap.
// Departures  1. Line 8 writes the direction of V1V2 over the normal, so that the printed loop could end with it after
//                a set of candidates of which none is better than the last plane. Here it is a candidate like others.
//             2. The loop ends when the closest vertices stay the same. As printed, it ends when the normal does; but
//                then the same vertices name the same candidates once more, and nothing comes of that.
//             3. With a cache, the search starts from the last normal instead of the centroids' bisector.
//             4. "PM" in line 13 is MP.
//             Those of candidate_planes.c besides.
// Limits      Where bodies overlap, nothing says that the candidates of the closest vertices hold a better plane if
//             there is one: the search climbs, and may end at a false summit. Planes with the centroids on the wrong
//             sides are no common planes and are never found, though deep overlaps have their minimum there at times.
#include "papers/fcp_revised.h"

#include "papers/candidate_planes.h"

size_t scree_fcp_revised_scratch(const scree_shape *a, const scree_shape *b)
{
    return scree_classic_scratch(a, b);
}

scree_status scree_fcp_revised(const scree_body *a, const scree_body *b, const scree_query_options *options,
                               scree_contact *out)
{
    scree_classic pair;
    scree_classic_open(a, b, options, false, &pair);
    scree_candidates search = scree_candidates_start(&pair, scree_classic_direction(&pair));
    scree_candidates_search(&search);
    scree_finding found = scree_candidates_finding(&search);
    return scree_classic_close(&pair, &found, out);
}
