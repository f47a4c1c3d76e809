// The candidates of the fast common plane, shared by fcp and fcp-revised.
#ifndef SCREE_PAPERS_CANDIDATE_PLANES_H
#define SCREE_PAPERS_CANDIDATE_PLANES_H

#include "papers/common_plane.h"

typedef struct scree_candidates {
    const scree_classic *pair;
    scree_vec3 moved; ///< displacement of B during the search (fcp); else 0
    scree_plane best; ///< its gap is that of the moved bodies
    int scored;       ///< candidate planes
    int loops;        ///< sets of candidates
    int most_loops;
    bool cut_short;
} scree_candidates;

/// The first plane, by its normal; nothing is moved yet.
scree_candidates scree_candidates_start(const scree_classic *pair, scree_vec3 normal);

/// Continues from `best` until the closest vertices stay the same.
void scree_candidates_search(scree_candidates *s);

/// The finding for closing: the gap is that of the bodies at their positions.
scree_finding scree_candidates_finding(const scree_candidates *s);

#endif
