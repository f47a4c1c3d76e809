// Cundall's common plane, revised: three starts.
//
// Source      descantes-2019, Algorithm 1.
// Idea        The climb of common_plane.c from the perpendicular bisector of the centroids, n12, and from two planes at
//             right angles to it and to each other, p12 and q12. The best of the three planes is the answer.
// Departures  1. The printed gap_max is not set back between the starts, so that a later climb would not move before it
//                is better than what was found already. The text has it right ("among the calculated CP candidates, the
//                one which minimizes the overlap"): three climbs of their own, and the best is kept.
//             2. p12 and q12 are any two directions that complete the frame: the paper does not say which.
//             3. With a cache, the last normal takes the place of n12, as in time stepping.
//             Those of common_plane.c besides.
// Limits      Three starts make a false summit rarer, not impossible; -n12, -p12 and -q12 are not among them. A bound
//             that the caller sets is for the three together.
#include "papers/cp_revised.h"

#include "papers/common_plane.h"

size_t scree_cp_revised_scratch(const scree_shape *a, const scree_shape *b)
{
    return scree_classic_scratch(a, b);
}

scree_status scree_cp_revised(const scree_body *a, const scree_body *b, const scree_query_options *options,
                              scree_contact *out)
{
    enum { STARTS = 3 };
    scree_classic pair;
    scree_classic_open(a, b, options, false, &pair);
    scree_vec3 n12 = scree_classic_direction(&pair), p12 = v3_any_normal_to(n12);
    const scree_vec3 start[STARTS] = { n12, p12, v3_cross(n12, p12) };
    scree_climb climb = { .pair = &pair };
    scree_plane best = scree_common_plane(&climb, start[0]);
    for (int i = 1; i < STARTS; ++i) {
        scree_plane plane = scree_common_plane(&climb, start[i]);
        if (plane.gap > best.gap) best = plane;
    }
    scree_finding found = scree_common_plane_finding(&climb, &best);
    return scree_classic_close(&pair, &found, out);
}
