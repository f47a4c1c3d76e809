// The method `auto`: the best that we can build, for every pair of shapes.
#ifndef SCREE_DISPATCH_AUTO_H
#define SCREE_DISPATCH_AUTO_H

#include "dispatch/direct.h"
#include "scree/query.h"

bool scree_auto_serves(const scree_shape *a, const scree_shape *b);
scree_status scree_auto(const scree_body *a, const scree_body *b, const scree_query_options *options,
                        scree_contact *out);

/// The rest of scree_auto(), for pairs that have no such way, or have tried it.
scree_status scree_auto_search(const scree_body *a, const scree_body *b, const scree_query_options *options,
                               scree_contact *out);

size_t scree_auto_scratch(const scree_shape *a, const scree_shape *b);

/// Pairs that have a way without scratch, straight from the bodies: a ball, an ellipsoid or a superquadric and a
/// polyhedron, two of these, two polygons, and two polyhedra.
static inline bool scree_auto_is_direct(const scree_shape *a, const scree_shape *b)
{
    return scree_is_point_polyhedron(a, b) || scree_is_polygon_pair(a, b) || scree_is_hull_pair(a, b) ||
           scree_is_round_polyhedron(a, b) || scree_is_smooth_pair(a, b);
}

/// What a pair of polygons takes: their patch.
static inline size_t scree_planar_scratch(const scree_shape *a, const scree_shape *b)
{
    return 3072 + 256 * ((size_t)a->vertex_count + (size_t)b->vertex_count);
}

/// scree_auto_scratch() of such a pair: what the search takes that it falls back on, and a little more, so that it is
/// quick to say. The ball's has a polytope of EPA in it (scree_solids_scratch()), that of polygons only their patch.
static inline size_t scree_auto_direct_scratch(const scree_shape *a, const scree_shape *b)
{
    if (scree_is_round_polyhedron(a, b) || scree_is_hull_pair(a, b) || scree_is_smooth_pair(a, b))
        return scree_auto_scratch(a, b);
    const size_t least = a->dimension == 3 ? 17920 : 0, patch = scree_planar_scratch(a, b);
    return patch > least ? patch : least;
}

/// That way, for a pair that has it. False, and `out` is of no use, where there is a doubt. scree_auto() begins with
/// it.
bool scree_auto_direct(const scree_body *a, const scree_body *b, double tolerance, const scree_query_options *options,
                       scree_contact *out);

/// scree_auto_farther_than() for such a pair, with a margin of either sign.
int scree_auto_direct_farther_than(const scree_body *a, const scree_body *b, double margin);

/// Is the signed distance above `margin`? 1: proven yes, 0: proven no, -1: open.
int scree_auto_farther_than(const scree_body *a, const scree_body *b, double margin,
                            const scree_query_options *options);

#endif
