// Two hulls of many faces: what comes before the search over all of them, as it usually finds and proves the answer.
//
//   a guess of the best face of one hull, from the sketches of both: guess_face()
//   two edges that cross without a proof of least depth: the adjacent edges, meet_edges_adjacent()
//   a good normal, and the best one of all, from what is near the contact plane: meet_in_slabs()
#ifndef SCREE_KERNELS_HULL_HULL_LARGE_H
#define SCREE_KERNELS_HULL_HULL_LARGE_H

#include "kernels/hull/hull_deep.h"
#include "lanes/lane_float.h"
#include "shape/cells.h"
#include "shape/sketch.h"

// ---------------------------------------------------------------------------------------- the guess: see scree_sketch
//
// Idea        The ray from the middle of the reference to the incident's support vertex, along some direction, leaves
//             the reference through a face: a table has it, or one adjacent to it. From there on alternate: climb from
//             neighbour to neighbour to the face that the incident's vertices so far are farthest outside of, then
//             descend to the incident's lowest vertex along its normal. Two or three rounds, as a rule.
// Limits      Floats, and a climb that may end early: the result is a guess, and none of its values is trusted.

enum {
    SKETCH_ROUNDS = 8,
    SKETCH_STEPS = 32 // from neighbour to neighbour, at most
};

typedef struct sketch_point {
    float x, y, z;
} sketch_point;

static inline sketch_point sketch_of(scree_vec3 v)
{
    return (sketch_point){ (float)v.x, (float)v.y, (float)v.z };
}

static inline float sketch_dot(sketch_point a, float x, float y, float z)
{
    return a.x * x + a.y * y + a.z * z;
}

/// The incident's sketch in the frame and the units of the reference.
typedef struct sketch_frame {
    const scree_shape *reference, *incident;
    sketch_point rotation[3], shift;
    sketch_point back[3]; ///< its columns, of length 1: they rotate directions back
} sketch_frame;

static inline sketch_frame sketch_frame_of(const hull_frame *f)
{
    const double part = 1.0 / f->reference->core_radius, scale = f->incident->core_radius * part;
    const scree_vec3 *r = f->rotation->row;
    sketch_frame s = { .reference = f->reference,
                       .incident = f->incident,
                       .shift = sketch_of(v3_scale(f->shift, part)) };
    for (int i = 0; i < 3; ++i) s.rotation[i] = sketch_of(v3_scale(r[i], scale));
    s.back[0] = sketch_of(v3(r[0].x, r[1].x, r[2].x));
    s.back[1] = sketch_of(v3(r[0].y, r[1].y, r[2].y));
    s.back[2] = sketch_of(v3(r[0].z, r[1].z, r[2].z));
    return s;
}

/// A vertex of the incident.
static inline sketch_point sketch_vertex(const sketch_frame *f, int i)
{
    const scree_sketch *k = &f->incident->hull->sketch;
    float v[3];
    if (k->vertices == NULL) scree_float_vertex(f->incident, i, v);
    const float x = k->vertices == NULL ? v[0] : k->vertices[i].x, y = k->vertices == NULL ? v[1] : k->vertices[i].y;
    const float z = k->vertices == NULL ? v[2] : k->vertices[i].z;
    return (sketch_point){ sketch_dot(f->rotation[0], x, y, z) + f->shift.x,
                           sketch_dot(f->rotation[1], x, y, z) + f->shift.y,
                           sketch_dot(f->rotation[2], x, y, z) + f->shift.z };
}

/// Up along the edges.
static inline int climb_sketch(const scree_sketch *k, sketch_point d, int v)
{
    const scree_sketch_vertex *at = &k->vertices[v];
    float most = sketch_dot(d, at->x, at->y, at->z);
    for (int step = 0; step < SKETCH_STEPS; ++step) {
        int best = v;
        for (int i = k->vertices[v].fan; i < k->vertices[v].fan_end; ++i) {
            const int other = k->neighbours[i];
            const scree_sketch_vertex *u = &k->vertices[other];
            const float h = sketch_dot(d, u->x, u->y, u->z);
            best = h > most ? other : best; // branch-free: unpredictable
            most = h > most ? h : most;
        }
        if (best == v) break;
        v = best;
    }
    return v;
}

/// A vertex of the incident that is nearly the lowest along n; `hint` is one that may be near it, or -1.
static inline int lowest_in_sketch(const sketch_frame *f, sketch_point n, int hint)
{
    const scree_shape *s = f->incident;
    const sketch_point d = { -sketch_dot(f->back[0], n.x, n.y, n.z), -sketch_dot(f->back[1], n.x, n.y, n.z),
                             -sketch_dot(f->back[2], n.x, n.y, n.z) };
    if (s->hull->many != NULL) return scree_farthest_of_few(s, d.x, d.y, d.z);
    if (s->hull->sketch.vertices != NULL)
        return climb_sketch(&s->hull->sketch, d, hint >= 0 ? hint : scree_support_start(s, v3(d.x, d.y, d.z)));
    float_lane height[SKETCH_GROUPS];
    const int count = scan_sketch(s, d.x, d.y, d.z, height);
    return first_place(places_not_below(height, count, highest_of(height, count)));
}

/// How far the nearest of some points is outside of a face.
static inline float sketch_height(scree_sketch_face face, const sketch_point *p, int count)
{
    float least = sketch_dot(p[0], face.x, face.y, face.z);
    for (int i = 1; i < count; ++i) {
        const float h = sketch_dot(p[i], face.x, face.y, face.z);
        least = h < least ? h : least;
    }
    return least - face.offset;
}

/// Climbs to the adjacent face that they are farthest outside of, as long as there is one.
static inline int climb_sketch_faces(const scree_shape *s, int face, const sketch_point *p, int count, float *height)
{
    float most = sketch_height(scree_sketch_face_at(s, face), p, count);
    for (int step = 0; step < SKETCH_STEPS; ++step) {
        const int from = face;
        int best = face;
        for (int i = 0; i < SCREE_SKETCH_ADJACENT; ++i) {
            const int adjacent = scree_sketch_adjacent(s, from, i);
            const float h = sketch_height(scree_sketch_face_at(s, adjacent), p, count);
            best = h > most ? adjacent : best;
            most = h > most ? h : most;
        }
        if (best == face) break;
        face = best;
    }
    *height = most;
    return face;
}

/// A guess of the best face of the reference, counting only faces with a gap above `known`, and of the incident's
/// vertex before it.
typedef struct sketch_guess {
    int face, vertex; ///< -1: none
    int rounds;
} sketch_guess;

static inline sketch_guess guess_face(const hull_frame *frame, scree_vec3 start, double known)
{
    const sketch_frame f = sketch_frame_of(frame);
    const scree_sketch *k = &f.reference->hull->sketch;
    sketch_guess guess = { -1, -1, 0 };
    float most = (float)(known / f.reference->core_radius);
    sketch_point p[SKETCH_ROUNDS + 1];
    int vertex = lowest_in_sketch(&f, sketch_of(v3_scale(start, 1.0 / v3_max_abs(start))), -1);
    p[0] = sketch_vertex(&f, vertex);
    int face = scree_sketch_over(k, scree_cell_of(v3((double)p[0].x, (double)p[0].y, (double)p[0].z), k->side));
    for (int round = 0; round < SKETCH_ROUNDS; ++round) {
        float height;
        face = climb_sketch_faces(f.reference, face, p, round + 1, &height);
        if (!(height > most)) break;
        ++guess.rounds;
        const scree_sketch_face at = scree_sketch_face_at(f.reference, face);
        __builtin_prefetch(&f.reference->hull->faces[face]);
        vertex = lowest_in_sketch(&f, (sketch_point){ at.x, at.y, at.z }, vertex);
        __builtin_prefetch(&f.incident->hull->nodes[vertex]);
        p[round + 1] = sketch_vertex(&f, vertex);
        const float gap = sketch_height(at, &p[round + 1], 1);
        if (gap > most) {
            most = gap;
            guess.face = face;
            guess.vertex = vertex;
        }
        if (gap >= height) break;
    }
    return guess;
}

// ------------------------------------------------------------------------------------------------- the adjacent edges
//
// Idea        The edges span a parallelogram, a face of M, the difference of the hulls. Where the crossing is near one
//             of its sides, the face of M beyond that side may be less deep: it belongs to edges that leave the nearer
//             ends. These are few, and close to what is in the cache, whereas the edges of two slabs (below) are
//             many. Repeats as long as the depth decreases.
// Limits      What is found without a proof stays in the search state, for the next stage to continue from.

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

// --------------------------------------------------------------------------------------------- near the contact plane
//
// Idea        Let d be the depth along the normal. The deepest points of the two bodies along a better one lie in two
//             slabs (hull_deep.h), with open normals (hull_edges.h): so its features are a face with a corner there and
//             a vertex, or two edges. Of a hull of a thousand vertices that leaves a dozen or two. A face is scored
//             only if all of the other's vertices tested so far are farther outside of it than the best so far. That
//             the hulls overlap at all is shown by the ball inside one of them: what is between it and a point of the
//             surface is inside.
// Limits      No answer for too many edges, edges that are nearly parallel, and hulls whose inner ball shows nothing.

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
