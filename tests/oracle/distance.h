// The signed distance of two convex bodies as their doubles define them, by trying all features, in 113 bits.
#ifndef SCREE_ORACLE_DISTANCE_H
#define SCREE_ORACLE_DISTANCE_H

#include "oracle/hull.h"
#include "scree/body.h"

/// A hull in A's frame, with the frame's origin moved to one of A's points.
typedef struct oracle_placed {
    const oracle_hull *hull;
    bool rotated; ///< from the hull's own frame, by `rotation`
    qrot rotation;
    int count, capacity;
    qvec *points;
    lvec *rough;       ///< the same, rounded
    qvec plane_normal; ///< half space: plane_normal . x <= plane_offset, not unit
    quad plane_offset;
} oracle_placed;

/// A direction or a pair of features that may be the answer.
typedef struct oracle_candidate {
    int kind, i, j, sign;
    long double best; ///< the best that it can be
} oracle_candidate;

typedef struct oracle_pair {
    oracle_placed a, b;
    oracle_placed probe; ///< a point, for questions about one body
    qrot rotation;       ///< of A
    qvec position;       ///< of A
    qvec origin;         ///< in A's own coordinates
    oracle_candidate *candidates;
    int candidate_count, candidate_capacity;
    bool failed; ///< out of memory: answers are worthless
} oracle_pair;

/// The exact signed distance lies in [lower, upper].
typedef struct oracle_answer {
    quad distance, lower, upper;
    qvec normal;    ///< in the pair's frame, from A to B
    bool unbounded; ///< two half spaces that no translation separates
} oracle_answer;

/// Starts empty ({0}); keeps its memory between pairs. Free it with scree_oracle_pair_free().
bool scree_oracle_place(oracle_pair *pair, const oracle_hull *a, const scree_body *pose_a, const oracle_hull *b,
                        const scree_body *pose_b);
void scree_oracle_pair_free(oracle_pair *pair);

oracle_answer scree_oracle_distance(oracle_pair *pair);

/// The gap between the two bodies along a unit direction of the pair's frame (negative: they overlap along it). At
/// most the signed distance, whatever the direction.
quad scree_oracle_gap_along(const oracle_pair *pair, qvec direction);

/// World to the pair's frame.
qvec scree_oracle_point(const oracle_pair *pair, scree_vec3 world);
qvec scree_oracle_direction(const oracle_pair *pair, scree_vec3 world);

/// Signed distance of a point of the pair's frame from the surface of A (which = 0) or B (1); negative inside.
quad scree_oracle_depth(oracle_pair *pair, int which, qvec point);

/// The length that the oracle's own roundings are relative to: the farthest point of either core from the origin.
quad scree_oracle_extent(const oracle_pair *pair);

/// How many points of A (0) or B (1) lie within `band` of the farthest along the direction (for B: against it), and
/// how many within `wide`. Equal counts mean a clear support set, of the dimension returned (0, 1, 2); -1: not clear.
int scree_oracle_support_dimension(const oracle_pair *pair, int which, qvec direction, double band, double wide);

#endif
