// Two polyhedra, the quick way: a search that uses faces, edges and vertices directly and ends with a proof, or says
// that it has none.
#ifndef SCREE_PAIR_HULLS_H
#define SCREE_PAIR_HULLS_H

#include "pair/answer.h"

typedef struct scree_hull_answer {
    scree_answer found;
    bool plain; ///< the features below are beyond doubt, and they meet in one point: nothing is left to be settled, and
                ///< `found.at` is not filled in
    scree_feature feature_a, feature_b;
    int index_a, index_b;
} scree_hull_answer;

static inline bool scree_is_hull_pair(const scree_shape *a, const scree_shape *b)
{
    return a->core == SCREE_CORE_POLYHEDRON && b->core == SCREE_CORE_POLYHEDRON;
}

/// Processors that do 512 bits in two halves gain nothing for so few vertices.
static inline bool scree_are_small_hulls(const scree_shape *a, const scree_shape *b)
{
    return a->vertex_count <= 8 && b->vertex_count <= 8;
}

/// Two hulls of so many vertices together take as much scratch as any other such two: that of their polytope.
enum { SCREE_SMALL_HULLS = 60, SCREE_SMALL_HULLS_SCRATCH = 17280 };

/// Both cores are polyhedra. `start` is a guess of the normal, of any length but 0. False where the search did not come
/// to a proof: nearly parallel edges, bodies in touch, deep overlaps of large hulls. `out` is then of no use.
bool scree_hulls(const scree_cores *c, scree_vec3 start, scree_hull_answer *out);

/// The contact of a pair; false, and `out` is of no use, where there is no proof, or where the features that meet take
/// more than SCREE_HULL_PATCH bytes to be looked at. The cache may be NULL.
bool scree_hull_pair(const scree_body *a, const scree_body *b, double tolerance, const scree_cache *cache,
                     scree_contact *out);

/// The last step for answers that are not plain: patch and contact point. `swapped`: the cores' A is the caller's B.
bool scree_hull_finish(const scree_cores *c, const scree_answer *found, double tolerance, bool swapped,
                       scree_contact *out);

enum { SCREE_HULL_PATCH = 16 * 1024 };

/// Whether the cores are farther apart than `margin`: 1 proven yes, 0 proven no, -1 open.
int scree_hull_pair_farther_than(const scree_body *a, const scree_body *b, double margin);

#endif
