// GJK as the papers have it: one loop, and a sub-algorithm of one's choice for the nearest point of a simplex.
//
//   scree_classic_gjk()   the loop: a simplex of M nearest to the origin, or one that holds it
//   scree_plain_gjk()     the whole method without more: apart, the distance; overlapping, the last simplex's boundary
//
// Unlike solve/polytope/gjk.c, which serves `auto`, nothing here guards against what rounding does to the sub-algorithm but for
// ending the search: how well it fares is what one wants to see.
#ifndef SCREE_PAPERS_CLASSIC_GJK_H
#define SCREE_PAPERS_CLASSIC_GJK_H

#include "pair/simplex.h"
#include "papers/classic.h"

/// Of the hull of y[0] to y[count - 1]: the point v nearest to the origin, as weights of the smallest set of points
/// that holds it. The weights are positive in that set, 0 outside, and add to 1.
///
/// y[count - 1] is new; the others are those that had a weight in the last call with the same state, in the same order.
/// No coordinate is larger than 1. A call with one point starts anew.
typedef scree_vec3 (*scree_subalgorithm_fn)(void *state, const scree_vec3 *y, int count, double weight[4]);

typedef struct scree_subalgorithm {
    scree_subalgorithm_fn nearest;
    void *state; ///< what it keeps from one step to the next; NULL where it keeps nothing
} scree_subalgorithm;

typedef struct scree_classic_gjk_options {
    scree_subalgorithm subalgorithm;
    scree_vec3 start; ///< the first direction, unit, from A to B
    double tolerance; ///< stop when |v| - lower <= tolerance
    int max_updates;
} scree_classic_gjk_options;

typedef struct scree_classic_gjk_result {
    scree_simplex simplex; ///< the last one; its weights give v
    bool holds_origin;     ///< it holds the origin; on its boundary, up to rounding, counts. A tetrahedron (2-D: a
                           ///< triangle) then has all its vertices, some perhaps with weight 0
    double length;         ///< |v|, as the sub-algorithm has it
    scree_simplex nearest; ///< the one whose weights gave the shortest v; the last, but for thin simplices
    double upper;          ///< its length by those weights: at least the distance
    double lower;          ///< the largest gap found along any direction: at most the signed distance
    scree_vec3 axis;       ///< unit: the last direction whose gap is `lower`, to rounding
    scree_mvertex at;      ///< where that gap is found
    int updates;           ///< support points added to the simplex
    int iterations;        ///< support points asked for
    bool cut_short;        ///< max_updates was met
} scree_classic_gjk_result;

void scree_classic_gjk(const scree_task *task, const scree_classic_gjk_options *o, scree_classic_gjk_result *r);

/// The stopping tolerance that suits a pair: rounding for sharp polytopes, which come to an end of their own, otherwise
/// the query's, eps_d of (2.17), less some roundings, so that the interval is no wider; half of it at least.
double scree_classic_gjk_tolerance(const scree_task *task);

/// The query's bound on steps, or else the loop's own.
int scree_classic_gjk_bound(const scree_query_options *options);

/// The answer of separated bodies, |v|: distance, normal, points and counts go into the finding.
void scree_classic_gjk_gap(const scree_classic_gjk_result *r, scree_finding *found);

/// The face of a tetrahedron, or edge of a triangle, nearest to the origin, with the weights of its nearest point.
/// Returns the number of the vertex opposite to it.
int scree_simplex_nearest_face(const scree_simplex *s, scree_simplex *out);

/// The answer of plain GJK.
scree_status scree_plain_gjk(const scree_body *a, const scree_body *b, const scree_query_options *options,
                             scree_subalgorithm subalgorithm, scree_contact *out);

#endif
