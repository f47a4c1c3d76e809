// Two large hulls that overlap, and a good normal: the best normal of all, from what is near the contact plane.
//
// Idea        Let d be the depth along the normal. The deepest points of the two bodies along a better one lie in two
//             slabs (hull_deep.h), with open normals (hull_open.h): so its features are a face with a corner there and
//             a vertex, or two edges. Of a hull of a thousand vertices that leaves a dozen or two. A face is scored
//             only if all of the other's vertices tested so far are farther outside of it than the best so far. That
//             the hulls overlap at all is shown by the ball inside one of them: what is between it and a point of the
//             surface is inside.
// Limits      No answer for too many edges, edges that are nearly parallel, and hulls whose inner ball shows nothing.
#ifndef SCREE_KERNELS_HULL_HULL_SLABS_H
#define SCREE_KERNELS_HULL_HULL_SLABS_H

#include "kernels/hull/hull_deep.h"

/// The best face of all, of either hull, with the vertex before it.
typedef struct best_face {
    double gap;
    int face, vertex, rounds;
    bool of_a;
    bool overlap; ///< some vertex was found to be inside the other hull
    bool tried;   ///< A's best face has no proof of its own: see meet_face_deep()
    unsigned passed;
} best_face;

/// The reference's face has the largest gap of all faces, which is negative: the hulls overlap, or two edges separate
/// them, possibly by more than the slabs reach. So the depth is proven only together with a point that is in both;
/// best->overlap says whether one is known.
static inline bool meet_deep(const hull_frame *f, const best_face *best, const scree_cores *c, hull_meeting *m)
{
    const int face = best->face, vertex = best->vertex;
    if (f->reference->hull->faces[face].count > HULL_CORNERS) return false;
    const scree_vec3 p = incident_vertex(f, vertex);
    unsigned passed = best->passed;
    if (!(best->of_a && best->tried) && meet_face_deep(f, face, vertex, p, c->error, &passed, m)) return true;
    deep_search q;
    begin_deep(f, face, vertex, p, c, &q);
    if (meet_edges_deep(f, face, passed, 0, &q, m)) return true;
    if (!(q.gap > 0.0)) {
        if (!find_open_edges(&q)) return false;
        scan_edges(&q);
    }
    if (q.gap > 0.0) { // apart after all, by two edges
        nearest_segments nearest = { .distance2 = INFINITY };
        try_spokes(f, q.vertex_reference, q.vertex_incident, &nearest);
        return descend(f, &nearest, MOST_STEPS, c->error, m);
    }
    if (q.doubt || may_miss_facets(&q)) return false;
    double inside;
    if (q.edge_reference >= 0) return meet_edges(&q, m, &inside) && (best->overlap || edges_overlap(&q, m));
    meet_face(f, face, vertex, p, m);
    note_plainness(f, c->error, m);
    m->plain = m->plain && passed == 0;
    return best->overlap || vertex_overlaps(f, vertex, p, c->error);
}

/// The incident's vertices in its slab, in the reference's frame.
typedef struct slab_points {
    int count;
    scree_vec3 at[HULL_EDGES];
} slab_points;

static inline void take_points(const hull_frame *f, const edge_rows *incidents, slab_points *out)
{
    const bool listed = !has_few_edges(f->incident);
    out->count = listed ? incidents->vertex_count : f->incident->vertex_count;
    for (int i = 0; i < out->count; ++i) out->at[i] = incident_vertex(f, listed ? incidents->vertices[i] : i);
}

/// Scores a face of the reference with the incident's vertex before it.
static inline void score_face(const hull_frame *f, int face, int hint, best_face *best)
{
    const scree_face *at = &f->reference->hull->faces[face];
    const int vertex = highest_incident(f, v3_neg(at->normal), hint);
    const double gap = v3_dot(incident_vertex(f, vertex), at->normal) - at->offset;
    ++best->rounds;
    if (!(gap > best->gap)) return;
    best->gap = gap;
    best->face = face;
    best->vertex = vertex;
    best->of_a = f->a_is_reference;
}

/// The faces on one side, `which`, of the edges in the reference's slab, in their order. `known` is the gap to beat, as
/// it was before: what is scored must not depend on the group size. `but` is a face that has been scored.
static inline void scan_slab_faces(const hull_frame *f, const edge_rows *rows, int which, const slab_points *points,
                                   double known, int but, int hint, best_face *best)
{
    for (int group = 0; group < rows->groups; ++group) {
        const lane3 n = row_of(rows, group, which == 0 ? LINE_FIRST : LINE_SECOND);
        lane least = lane_of(INFINITY);
        for (int i = 0; i < points->count; ++i) least = lane_min(least, l3_dot(n, l3_of(points->at[i])));
        const lane gap = least - l3_dot(n, row_of(rows, group, LINE_START));
        for (unsigned bits = rows->used[group] & lane_bits_below(lane_of(known), gap); bits != 0; bits &= bits - 1) {
            const int edge = rows->list[group * SCREE_LANES + __builtin_ctz(bits)];
            const int face = scree_edge_at(f->reference->hull, edge).face[which];
            if (face != but) score_face(f, face, hint, best);
            but = face;
        }
    }
}

/// All faces in the slabs of a search, of both hulls. The best so far, which is the reference's, is not scored again.
static inline void search_slab_faces(const deep_search *q, const hull_frame *other, best_face *best)
{
    const double known = best->gap - q->error; // the sums here are rounded in another order than in a score
    const int before = best->face;
    slab_points points;
    take_points(q->f, &q->incidents, &points);
    for (int which = 0; which < 2; ++which)
        scan_slab_faces(q->f, &q->references, which, &points, known, before, q->vertex_incident, best);
    take_points(other, &q->references, &points);
    for (int which = 0; which < 2; ++which)
        scan_slab_faces(other, &q->incidents, which, &points, known, -1, q->vertex_reference, best);
}

/// Whether a point of a hull's surface, moved `depth` along -n, is certainly inside: on the way from it to the ball
/// around the origin.
static inline bool enters_ball(const scree_shape *s, scree_vec3 p, scree_vec3 n, double depth, double error)
{
    const double along = v3_dot(n, p), across = v3_norm(v3_add_scaled(p, -along, n));
    return along > depth && (s->hull->inner_radius - across) * depth > 4.0 * error * along;
}

/// Whether the two points of a meeting, each on its own hull, are in both. For nearly parallel edges, the points need
/// not lie along the normal.
static inline bool meeting_overlaps(const hull_frame *f, const hull_meeting *m, double error)
{
    const scree_vec3 astray = v3_add_scaled(v3_sub(m->on_incident, m->on_reference), -m->gap, m->n);
    if (!(v3_norm2(astray) <= error * error)) return false;
    const scree_vec3 p = m3_mul_transposed(f->rotation, v3_sub(m->on_incident, f->shift));
    const scree_vec3 inward = v3_neg(m3_mul_transposed(f->rotation, m->n));
    return enters_ball(f->reference, m->on_reference, m->n, -m->gap, error) ||
           enters_ball(f->incident, p, inward, -m->gap, error);
}

/// A face, with the other's vertex behind it: `f` is the frame of the hull that has it.
static inline bool meet_slab_face(const hull_frame *f, const best_face *best, double error, hull_meeting *m)
{
    if (f->reference->hull->faces[best->face].count > HULL_CORNERS) return false;
    const scree_vec3 p = incident_vertex(f, best->vertex);
    const place_over at = place_over_face(f->reference, best->face, p);
    meet_face(f, best->face, best->vertex, p, m);
    if (at.passed != 0 || !(at.inside > error) || !meeting_overlaps(f, m, error)) return false;
    note_plainness(f, error, m);
    return true;
}

/// From a search that knows a normal to the best of all. `best` is the best face so far, of the search's reference and
/// no better than that normal; `other` is the frame with the incident as reference. On return `best` says whose frame
/// the meeting is in.
__attribute__((noinline)) static bool meet_in_slabs(deep_search *q, const hull_frame *other, best_face *best,
                                                    hull_meeting *m)
{
    const hull_frame *f = q->f;
    if (!take_open_edges(q)) return false;
    best->gap = q->gap;
    search_slab_faces(q, other, best);
    if (best->gap > q->gap) {
        q->gap = best->gap;
        q->edge_reference = -1;
    }
    move_to_incident(f, &q->references);
    scan_edges(q);
    if (q->doubt || !(q->gap < 0.0) || may_miss_facets(q)) return false;
    double inside;
    if (q->edge_reference < 0) return meet_slab_face(best->of_a == f->a_is_reference ? f : other, best, q->error, m);
    best->of_a = f->a_is_reference;
    return meet_edges(q, m, &inside) && meeting_overlaps(f, m, q->error);
}

#endif
