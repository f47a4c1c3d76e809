// Two hulls that met a moment ago: do the same features still meet?
//
// Idea        A vertex and a face, or two edges, have a normal. If the farthest vertices along it are those of the
//             features, the gap along it is proven; if the foot of the vertex, or the crossing of the edges, is inside,
//             it is the distance of bodies apart; and if it is so far inside that the depth is the least of all
//             (is_least()), that of bodies that overlap.
// Limits      Other features, and any doubt: no answer, and the search begins as if nothing were known.
#ifndef SCREE_BATCH_HULL_WARM_H
#define SCREE_BATCH_HULL_WARM_H

#include "batch/hull_deep.h"

static inline bool has_number(int number, int count)
{
    return number >= 0 && number < count;
}

/// A face of home and a vertex of the guest.
static inline bool meet_face_again(const hull_frame *f, int face, int vertex, double error, hull_meeting *m)
{
    if (!has_number(face, f->home->face_count) || !has_number(vertex, f->guest->vertex_count)) return false;
    const scree_face *at = &f->home->faces[face];
    if (at->count > HULL_CORNERS || highest_guest(f, v3_neg(at->normal), vertex) != vertex) return false;
    const scree_vec3 p = guest_vertex(f, vertex);
    unsigned passed;
    if (v3_dot(at->normal, p) - at->offset < 0.0) return meet_face_deep(f, face, vertex, p, error, &passed, m);
    if (place_over_face(f->home, face, p).passed != 0) return false;
    meet_face(f, face, vertex, p, m);
    note_plainness(f, error, m);
    return true;
}

/// An edge of each; `toward` leads from home to the guest, more or less.
static inline bool meet_edges_again(const hull_frame *f, int home, int guest, scree_vec3 toward, const scree_cores *c,
                                    hull_meeting *m)
{
    if (!has_number(home, f->home->edge_count) || !has_number(guest, f->guest->edge_count)) return false;
    const int *v = f->home->edges[home].vertex, *w = f->guest->edges[guest].vertex;
    const scree_vec3 p = scree_stored_vertex(f->home, v[0]), u = v3_sub(scree_stored_vertex(f->home, v[1]), p);
    const scree_vec3 g = guest_vertex(f, w[0]), e = v3_sub(guest_vertex(f, w[1]), g);
    deep_search q;
    q.f = f;
    q.error = c->error;
    q.n = crossing_normal(u, e, toward);
    q.vertex_home = highest_vertex(f->home, q.n, v[0]);
    q.vertex_guest = highest_guest(f, v3_neg(q.n), w[0]);
    q.gap = v3_dot(q.n, v3_sub(guest_vertex(f, q.vertex_guest), scree_stored_vertex(f->home, q.vertex_home)));
    q.edge_home = home;
    q.edge_guest = guest;
    double inside;
    if (!meet_edges(&q, m, &inside)) return false;
    return q.gap > 0.0 || is_least(f, q.n, q.gap, inside, c->error);
}

/// What the cache says met, seen from the cores' A; the start of the search is the last normal.
static inline bool meet_again(const scree_cores *c, const hull_frame *in_a, const hull_frame *in_b,
                              const scree_cache_hint *hint, scree_vec3 start, bool *of_a, hull_meeting *m)
{
    *of_a = hint->feature_a != SCREE_FEATURE_VERTEX;
    if (hint->feature_a == SCREE_FEATURE_FACE && hint->feature_b == SCREE_FEATURE_VERTEX)
        return meet_face_again(in_a, hint->index_a, hint->index_b, c->error, m);
    if (hint->feature_a == SCREE_FEATURE_VERTEX && hint->feature_b == SCREE_FEATURE_FACE)
        return meet_face_again(in_b, hint->index_b, hint->index_a, c->error, m);
    return hint->feature_a == SCREE_FEATURE_EDGE && hint->feature_b == SCREE_FEATURE_EDGE &&
           meet_edges_again(in_a, hint->index_a, hint->index_b, start, c, m);
}

#endif
