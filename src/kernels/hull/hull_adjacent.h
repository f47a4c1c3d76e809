// Two large hulls that overlap, and two edges that cross without a proof of least depth: the adjacent edges.
//
// Idea        The edges span a parallelogram, a face of M, the difference of the hulls. Where the crossing is near one
//             of its sides, the face of M beyond that side may be less deep: it belongs to edges that leave the nearer
//             ends. These are few, and close to what is in the cache, whereas the edges of two slabs (hull_slabs.h) are
//             many. Repeats as long as the depth decreases.
// Limits      What is found without a proof stays in the search state, for the next stage to continue from.
#ifndef SCREE_KERNELS_HULL_HULL_ADJACENT_H
#define SCREE_KERNELS_HULL_HULL_ADJACENT_H

#include "kernels/hull/hull_deep.h"

/// The end of an edge that is nearer to a point of it.
static inline int nearer_end(const scree_shape *s, int edge, scree_vec3 p)
{
    const scree_edge of_v = scree_edge_at(s->hull, edge);
    const int *v = of_v.vertex;
    const scree_vec3 a = scree_node_at(s, v[0]), b = scree_node_at(s, v[1]);
    return v[v3_norm2(v3_sub(p, b)) < v3_norm2(v3_sub(p, a))];
}

/// The edges around the nearer ends of the best two edges, which cross in `m`. False where there are too many.
static inline bool find_edges_adjacent(deep_search *q, const hull_meeting *m)
{
    const hull_frame *f = q->f;
    const scree_vec3 p = m3_mul_transposed(f->rotation, v3_sub(m->on_incident, f->shift));
    if (!take_fan(f->incident, nearer_end(f->incident, q->edge_incident, p), &q->incidents)) return false;
    if (!take_fan(f->reference, nearer_end(f->reference, q->edge_reference, m->on_reference), &q->references))
        return false;
    q->reach = INFINITY;
    move_to_incident(f, &q->references);
    return true;
}

/// From the edges in the search state, if any, to better ones, in at most `steps` steps: whether these have the least
/// depth of all.
static inline bool meet_edges_adjacent(const hull_frame *f, int steps, deep_search *q, hull_meeting *m)
{
    double inside;
    if (q->doubt || !(q->gap < 0.0) || q->edge_reference < 0 || !meet_edges(q, m, &inside)) return false;
    for (; steps > 0 && find_edges_adjacent(q, m); --steps) {
        const double before = q->gap;
        scan_edges(q);
        if (q->doubt || !(q->gap < 0.0 && q->gap > before) || !meet_edges(q, m, &inside)) return false;
        if (is_least(f, m->n, m->gap, inside, q->error) || is_least_nearby(f, m, q->error)) return true;
    }
    return false;
}

#endif
