// Two hulls: the search of scree_hulls(), written once and compiled for each number of lanes.
//
// Idea        Alternates between vertices and faces to find the face with the largest gap, of both hulls: a vertex
//             rules out the faces that it is not far outside of, and the best remaining face takes its support vertex.
//             If that gap is positive, the nearest points are near that face (hull_near.h). Otherwise it bounds the
//             depth, and only edges within twice that depth of the contact plane can be better (hull_deep.h). For hulls
//             of many faces, a float pass selects the faces to test; for very many, the faces nearby come first:
//             usually the features adjacent to the best of them prove it, or else what is near the contact plane does
//             (hull_large.h).
//             Hulls that touch are answered where they share a patch that is level to rounding: its middle is a point of
//             both (hull_level.h).
// Limits      No answer for other touching bodies, and where rounding may decide.
#ifndef SCREE_KERNELS_HULL_HULL_SEARCH_H
#define SCREE_KERNELS_HULL_HULL_SEARCH_H

#include "kernels/hull/hull_deep.h"
#include "kernels/hull/hull_large.h"
#include "kernels/hull/hull_measure.h"
#include "kernels/hull/hull_quick.h"
#include "kernels/hull/hull_tetra.h"
#include "lanes/lane_float.h"
#include "pair/answer.h"
#include "pair/warm.h"

enum {
    FACE_ROUNDS = 32,
    MANY_FACES = 64, // with as many faces, a test of those nearby pays
    EDGE_STEPS = 4   // steps from one pair of edges to a better one, for hulls of many faces
};

/// Within this of touching, in units of the pair's error, only hulls with a level patch have an answer here, and only up to
/// HULL_IN_TOUCH.
#define HULL_TOUCH 16.0
#define HULL_IN_TOUCH 1.0

/// Error bound of heights in float, relative to the lengths that go into them: some ten float roundings, with a margin.
#define COARSE_ROUNDING 0x1p-19

/// Searches the faces of the reference; `incident` is a vertex near them. `known` holds the heights that earlier
/// vertices have ruled out, or is NULL. False where the search does not end.
static inline bool search_faces(const hull_frame *f, int incident, double error, const double *known, best_face *best)
{
    lane least[HULL_FACES / SCREE_LANES], most;
    scree_vec3 p = incident_vertex(f, incident);
    const int count = (f->reference->hull->face_count + SCREE_LANES - 1) / SCREE_LANES;
    for (int i = 0; i < count; ++i) least[i] = known != NULL ? lane_at(known + i * SCREE_LANES) : lane_of(INFINITY);
    for (int round = 0; round < FACE_ROUNDS; ++round) {
        best->overlap = rule_out_faces(f->reference, p, least) < -error || best->overlap;
        const int face = first_highest(least, count, &most);
        const double height = most[0];
        if (!(height > best->gap)) return true;
        ++best->rounds;
        const scree_face *at = &f->reference->hull->faces[face];
        incident = highest_incident(f, v3_neg(at->normal), incident);
        p = incident_vertex(f, incident);
        const double gap = v3_dot(p, at->normal) - at->offset;
        if (gap > best->gap) {
            best->gap = gap;
            best->face = face;
            best->vertex = incident;
            best->of_a = f->a_is_reference;
        }
        if (gap >= height) return true;
    }
    return false;
}

/// Float lower bounds for the faces not ruled out yet: the height of the nearest vertex so far over each face, in units
/// of the hull's radius.
typedef struct coarse_faces {
    float_lane least[HULL_FACES / FLOAT_LANES];
    double slack; ///< error bound of the floats
} coarse_faces;

/// As rule_out_faces(). Returns an upper bound on how far p itself is outside of any face.
static inline double rule_out_coarsely(const scree_shape *s, scree_vec3 p, coarse_faces *x)
{
    const double part = 1.0 / s->core_radius;
    const float px = (float)(p.x * part), py = (float)(p.y * part), pz = (float)(p.z * part);
    const double slack = COARSE_ROUNDING * (v3_norm(p) + s->core_radius);
    x->slack = slack > x->slack ? slack : x->slack;
    float_lane most = float_at(s->hull->coarse_x) - INFINITY;
    for (int i = 0, k = 0; k < s->hull->face_count; ++i, k += FLOAT_LANES) {
        const float_lane h = px * float_at(s->hull->coarse_x + k) + py * float_at(s->hull->coarse_y + k) +
                             pz * float_at(s->hull->coarse_z + k) - float_at(s->hull->coarse_offset + k);
        most = float_max(most, h);
        x->least[i] = float_min(h, x->least[i]);
    }
    return (double)float_most(most) * s->core_radius + x->slack;
}

/// The first of the faces with the largest height.
static inline int first_coarse(const scree_shape *s, const coarse_faces *x, double *height)
{
    const int count = (s->hull->face_count + FLOAT_LANES - 1) / FLOAT_LANES;
    float_lane best = x->least[0];
    for (int i = 1; i < count; ++i) best = float_max(best, x->least[i]);
    const float most = float_most(best);
    *height = (double)most * s->core_radius + x->slack;
    for (int i = 0; i < count; ++i) {
        const unsigned bits = float_bits_equal(x->least[i], most);
        if (bits == 0) continue;
        const int face = i * FLOAT_LANES + __builtin_ctz(bits);
        return face < s->hull->face_count ? face : 0;
    }
    return 0;
}

/// search_faces() for hulls of many faces: prefilters them in float.
static inline bool search_coarsely(const hull_frame *f, int incident, double error, best_face *best)
{
    coarse_faces x;
    const scree_shape *s = f->reference;
    bool moved = true;
    x.slack = 0.0;
    for (int i = 0; i * FLOAT_LANES < s->hull->face_count; ++i) x.least[i] = (float_lane){ 0 } + INFINITY;
    for (int round = 0; round < FACE_ROUNDS; ++round) {
        if (moved) {
            const bool inside = rule_out_coarsely(s, incident_vertex(f, incident), &x) < -error;
            best->overlap = inside || best->overlap;
        }
        double height;
        const int face = first_coarse(s, &x, &height), before = incident;
        if (!(height > best->gap)) return true;
        ++best->rounds;
        const scree_face *at = &s->hull->faces[face];
        incident = highest_incident(f, v3_neg(at->normal), incident);
        moved = incident != before;
        const double gap = v3_dot(incident_vertex(f, incident), at->normal) - at->offset;
        // Its exact height is known now, and so are those of its copies in the padding.
        x.least[face / FLOAT_LANES][face % FLOAT_LANES] = -INFINITY;
        for (int k = s->hull->face_count; face == 0 && k % FLOAT_LANES != 0; ++k)
            x.least[k / FLOAT_LANES][k % FLOAT_LANES] = -INFINITY;
        if (!(gap > best->gap)) continue;
        best->gap = gap;
        best->face = face;
        best->vertex = incident;
        best->of_a = f->a_is_reference;
    }
    return false;
}

/// search_faces() over a few faces only, guided by sketches. The result is a guess, but usually the best.
static inline void search_nearby(const hull_frame *f, scree_vec3 start, best_face *best)
{
    const sketch_guess guess = guess_face(f, start, best->gap);
    best->rounds += guess.rounds;
    if (guess.face < 0) return;
    const scree_face *at = &f->reference->hull->faces[guess.face];
    const int vertex = highest_incident(f, v3_neg(at->normal), guess.vertex);
    const double gap = v3_dot(incident_vertex(f, vertex), at->normal) - at->offset;
    if (!(gap > best->gap)) return;
    best->gap = gap;
    best->face = guess.face;
    best->vertex = vertex;
    best->of_a = f->a_is_reference;
}

/// Puts the best face of the reference into `best` if it beats the ones before; `start` leads from the reference to the
/// incident. `view` is an earlier view of the reference with what it has ruled out, or NULL. False where the search
/// does not end.
static inline bool search_reference(const hull_frame *f, scree_vec3 start, double error, const face_view *view,
                                    const double *known, best_face *best)
{
    if (view != NULL) {
        ++best->rounds;
        if (view->gap > best->gap) {
            best->gap = view->gap;
            best->face = view->face;
            best->vertex = view->vertex;
            best->of_a = f->a_is_reference;
        }
        return search_faces(f, view->vertex, error, known, best);
    }
    const int incident = highest_incident(f, v3_neg(start), 0);
    return f->reference->hull->coarse_x != NULL ? search_coarsely(f, incident, error, best)
                                                : search_faces(f, incident, error, NULL, best);
}

static inline __attribute__((always_inline)) void name_meeting(const hull_frame *f, const hull_meeting *m,
                                                               scree_hull_answer *out)
{
    out->feature_a = f->a_is_reference ? m->feature_reference : m->feature_incident;
    out->feature_b = f->a_is_reference ? m->feature_incident : m->feature_reference;
    out->index_a = f->a_is_reference ? m->index_reference : m->index_incident;
    out->index_b = f->a_is_reference ? m->index_incident : m->index_reference;
}

static inline __attribute__((always_inline)) void fill(const scree_cores *c, const hull_frame *f, const hull_meeting *m,
                                                       int steps, scree_hull_answer *out)
{
    scree_answer *x = &out->found;
    x->iterations = steps;
    out->plain = m->plain;
    out->needs_patch = false;
    name_meeting(f, m, out);
    const scree_vec3 n = f->a_is_reference ? m->n : v3_neg(m3_mul(&c->rotation, m->n));
    const bool edges = out->feature_a == SCREE_FEATURE_EDGE && out->feature_b == SCREE_FEATURE_EDGE;
    if (!(m->plain || edges) || !measure_found(c, n, m->gap, out)) {
        x->distance = m->gap;
        x->lower = m->gap - c->error;
        x->upper = (m->length > m->gap ? m->length : m->gap) + c->error;
        x->normal = n;
        x->on_a = f->a_is_reference ? m->on_reference : v3_add(m3_mul(&c->rotation, m->on_incident), c->shift);
        x->on_b = f->a_is_reference ? m->on_incident : v3_add(m3_mul(&c->rotation, m->on_reference), c->shift);
    }
    if (m->plain) return;
    x->at.index_a = f->a_is_reference ? m->vertex_reference : m->vertex_incident;
    x->at.index_b = f->a_is_reference ? m->vertex_incident : m->vertex_reference;
    x->at.a = scree_cores_vertex_a(c, x->at.index_a);
    x->at.b = scree_cores_vertex_b(c, x->at.index_b);
    x->at.w = v3_sub(x->at.b, x->at.a);
}

static inline bool meet(const scree_cores *c, const hull_frame *f, const best_face *best, hull_meeting *m)
{
    const double touch = HULL_TOUCH * c->error;
    if (best->gap > touch) return meet_apart(f, best->face, best->vertex, MOST_STEPS, c->error, m);
    return best->gap < -touch && meet_deep(f, best, c, m);
}

/// Hulls that touch, or are so close that the line between them has no direction: their distance is the gap of the best face if
/// they share a patch along its normal, which finish_level() decides.
static inline bool meet_by_patch(const scree_cores *c, const hull_frame *f, const best_face *best,
                                 scree_hull_answer *out)
{
    if (!(best->gap >= -HULL_IN_TOUCH * c->error)) return false;
    const scree_hull *hull = f->reference->hull;
    const scree_face *face = &hull->faces[best->face];
    const hull_meeting m = { .n = face->normal,
                             .gap = best->gap,
                             .length = fabs(best->gap),
                             .vertex_reference = hull->face_vertices[face->first],
                             .vertex_incident = best->vertex };
    fill(c, f, &m, best->rounds, out);
    out->needs_patch = true;
    return true;
}

/// Where a face of the reference separates the hulls, the nearest points are usually adjacent to it; where it proves the
/// least depth, no other face need be tested. For large hulls, edges near it may prove that as well, which is faster
/// than testing all faces of the incident.
static inline bool meet_at_once(const scree_cores *c, const hull_frame *f, best_face *best, hull_meeting *m)
{
    const double touch = HULL_TOUCH * c->error;
    if (best->gap > touch) return meet_apart(f, best->face, best->vertex, 0, c->error, m);
    if (best->gap > -touch || f->reference->hull->faces[best->face].count > HULL_CORNERS) return false;
    const scree_vec3 p = incident_vertex(f, best->vertex);
    if (meet_face_deep(f, best->face, best->vertex, p, c->error, &best->passed, m)) return true;
    best->tried = true;
    if (is_small_enough(f->incident)) return false;
    deep_search q;
    begin_deep(f, best->face, best->vertex, p, c, &q);
    return meet_edges_deep(f, best->face, best->passed, 0, &q, m);
}

/// Hulls of many faces: the features near the best face along the line between the hulls usually have a proof of their
/// own.
__attribute__((noinline)) static bool meet_nearby(const scree_cores *c, const hull_frame *in_a, const hull_frame *in_b,
                                                  scree_vec3 start, best_face *best, hull_meeting *m)
{
    const double touch = HULL_TOUCH * c->error;
    unsigned passed = 0;
    scree_vec3 p = v3(0, 0, 0);
    for (int side = 0; side < 2; ++side) {
        const hull_frame *f = side == 0 ? in_a : in_b;
        search_nearby(f, side == 0 ? start : v3_neg(m3_mul_transposed(&c->rotation, start)), best);
        if (best->of_a != f->a_is_reference) break;
        if (f->reference->hull->faces[best->face].count > HULL_CORNERS) return false;
        p = incident_vertex(f, best->vertex);
        if (best->gap > touch
                ? meet_apart(f, best->face, best->vertex, side == 0 ? 0 : MOST_STEPS, c->error, m)
                : best->gap < -touch && meet_face_deep(f, best->face, best->vertex, p, c->error, &passed, m))
            return true;
    }
    const hull_frame *f = best->of_a ? in_a : in_b;
    if (best->gap > touch) return best->of_a && meet_apart(f, best->face, best->vertex, MOST_STEPS, c->error, m);
    if (!(best->gap < -touch && best->gap > -(double)INFINITY)) return false; // there may be no face at all
    deep_search q;
    begin_deep(f, best->face, best->vertex, p, c, &q);
    // Right over the face, but not proven: features beyond the near sides may be less deep.
    if (passed == 0) passed = sides_within(f->reference, best->face, p, -best->gap);
    return meet_edges_deep(f, best->face, passed, EDGE_STEPS, &q, m) || meet_edges_adjacent(f, EDGE_STEPS, &q, m) ||
           meet_in_slabs(&q, best->of_a ? in_b : in_a, best, m);
}

static inline bool has_many_faces(const scree_shape *a, const scree_shape *b)
{
    return (a->hull->face_count > MANY_FACES || b->hull->face_count > MANY_FACES) && a->hull->sketch.side > 0 &&
           b->hull->sketch.side > 0;
}

/// Small hulls that a face separates, but whose nearest features are not adjacent to it: descends from edge to edge.
static inline bool meet_viewed(const scree_cores *c, const hull_frame *in_a, const hull_frame *in_b,
                               const face_views *v, double touch, scree_hull_answer *out)
{
    const bool a_is_reference = v->of_a.gap >= v->of_b.gap;
    const hull_frame *f = a_is_reference ? in_a : in_b;
    const face_view *best = a_is_reference ? &v->of_a : &v->of_b;
    hull_meeting m;
    if (!(best->gap > touch) || !meet_apart(f, best->face, best->vertex, MOST_STEPS, c->error, &m)) return false;
    if (!(m.gap > touch)) return false;
    fill(c, f, &m, 2, out);
    return true;
}

/// Where the rest of a search goes: search_thoroughly() at this width, or at a wider one.
typedef bool (*hull_rest)(const scree_cores *c, scree_vec3 start, const face_views *v, scree_hull_answer *out);

/// Not inlined, to keep the fast path short.
static __attribute__((noinline)) bool search_thoroughly(const scree_cores *c, scree_vec3 start, const face_views *v,
                                                        scree_hull_answer *out)
{
    const double touch = HULL_TOUCH * c->error;
    scree_mat3 back;
    const hull_frame in_a = frame_of_a(c), in_b = frame_of_b(c, &back);
    hull_meeting m;
    best_face best = { .gap = -INFINITY };
    if (has_many_faces(c->a, c->b)) {
        if (meet_nearby(c, &in_a, &in_b, start, &best, &m) && fabs(m.gap) > touch) {
            fill(c, best.of_a ? &in_a : &in_b, &m, best.rounds, out);
            return true;
        }
        best = (best_face){ .gap = -INFINITY };
    }
    if (v != NULL && meet_viewed(c, &in_a, &in_b, v, touch, out)) return true;
    if (c->a->hull->padded_face_count > HULL_FACES || c->b->hull->padded_face_count > HULL_FACES) return false;
    const face_view *of_a = v != NULL ? &v->of_a : NULL, *of_b = v != NULL ? &v->of_b : NULL;
    if (!search_reference(&in_a, start, c->error, of_a, v != NULL ? v->least_a : NULL, &best)) return false;
    if (meet_at_once(c, &in_a, &best, &m)) {
        fill(c, &in_a, &m, best.rounds, out);
        return fabs(m.gap) > touch;
    }
    const scree_vec3 back_start = v3_neg(m3_mul_transposed(&c->rotation, start));
    if (!search_reference(&in_b, back_start, c->error, of_b, v != NULL ? v->least_b : NULL, &best)) return false;
    const hull_frame *f = best.of_a ? &in_a : &in_b;
    if (!meet(c, f, &best, &m)) return meet_by_patch(c, f, &best, out);
    if (!(fabs(m.gap) > touch)) return false;
    fill(c, f, &m, best.rounds, out);
    return true;
}

/// Tiny hulls whose best faces do not separate them, or not clearly. Not inlined, as above.
static __attribute__((noinline)) bool search_tiny(const scree_cores *c, const face_views *v, scree_hull_answer *out)
{
    const double touch = HULL_TOUCH * c->error;
    scree_mat3 back;
    const hull_frame in_a = frame_of_a(c), in_b = frame_of_b(c, &back);
    hull_meeting m;
    if (are_tetrahedra(c) && v->of_a.gap < -touch && v->of_b.gap < -touch) {
        const bool of_a = v->of_a.gap >= v->of_b.gap;
        const face_view *at = of_a ? &v->of_a : &v->of_b;
        const hull_frame *f = of_a ? &in_a : &in_b;
        if (meet_tetrahedra(f, at->face, at->vertex, c, &m)) {
            fill(c, f, &m, 2, out);
            return fabs(m.gap) > touch;
        }
    }
    best_face best = { .gap = v->of_a.gap, .face = v->of_a.face, .vertex = v->of_a.vertex, .rounds = 1, .of_a = true };
    if (meet_at_once(c, &in_a, &best, &m)) {
        fill(c, &in_a, &m, best.rounds, out);
        return fabs(m.gap) > touch;
    }
    ++best.rounds;
    if (v->of_b.gap > v->of_a.gap)
        best = (best_face){ .gap = v->of_b.gap, .face = v->of_b.face, .vertex = v->of_b.vertex, .rounds = 2 };
    const hull_frame *f = best.of_a ? &in_a : &in_b;
    if (!meet(c, f, &best, &m)) return meet_by_patch(c, f, &best, out);
    if (!(fabs(m.gap) > touch)) return false;
    fill(c, f, &m, best.rounds, out);
    return true;
}

/// Continues where search_quickly() gave up.
static inline bool search_on(const scree_cores *c, scree_vec3 start, face_views *v, hull_rest rest,
                             scree_hull_answer *out)
{
    if (!are_small(c)) return search_thoroughly(c, start, NULL, out);
    if (is_tiny(c->a) && is_tiny(c->b)) return search_tiny(c, v, out);
    fill_views(c, v);
    return rest(c, start, v, out);
}

static inline bool search_hulls(const scree_cores *c, scree_vec3 start, scree_hull_answer *out)
{
    face_views v;
    if (are_small(c) && search_quickly(c, start, HULL_TOUCH * c->error, &v, out)) return true;
    return search_on(c, start, &v, search_thoroughly, out);
}

/// A face that may still have the least depth: the other hull's vertex behind it, and the edges of the face that this is beyond.
typedef struct last_face {
    hull_frame frame;
    scree_mat3 back; ///< its rotation, if B is the reference
    int face, vertex;
    scree_vec3 p;
    double gap;
    unsigned passed;
} last_face;

/// Whether the cached face has the proof that its depth is the least. `x` is filled in if it has not, unless its gap becomes 0:
/// the hulls hardly overlap, or there is no such face.
static inline bool meet_known_face(const scree_cores *c, bool of_a, int face, last_face *x, hull_meeting *m)
{
    x->frame = of_a ? frame_of_a(c) : frame_of_b(c, &x->back);
    x->gap = 0.0;
    const scree_hull *hull = x->frame.reference->hull;
    if (face < 0 || face >= hull->face_count || hull->faces[face].count > HULL_CORNERS) return false;
    const scree_face *at = &hull->faces[face];
    x->face = face;
    x->vertex = highest_incident(&x->frame, v3_neg(at->normal), 0);
    x->p = incident_vertex(&x->frame, x->vertex);
    const double gap = v3_dot(x->p, at->normal) - at->offset;
    if (!(gap < -HULL_TOUCH * c->error)) return false;
    x->gap = gap;
    return meet_face_deep(&x->frame, face, x->vertex, x->p, c->error, &x->passed, m);
}

/// A face that met an edge or a face of the other hull a moment ago (scree_cache_has_patch()): where its depth, or that of the face
/// that it met, still has the proof that it is the least, no search is needed. Nothing that the cache says is believed. Features
/// that met in a point have a kernel of their own (hull_warm).
static inline bool meet_last_face(const scree_cores *c, const scree_cache *cache, bool swapped, scree_hull_answer *out)
{
    const bool is_face[2] = { (swapped ? cache->feature_b : cache->feature_a) == SCREE_FEATURE_FACE,
                              (swapped ? cache->feature_a : cache->feature_b) == SCREE_FEATURE_FACE };
    const int index[2] = { swapped ? cache->index_b : cache->index_a, swapped ? cache->index_a : cache->index_b };
    last_face x[2];
    hull_meeting m;
    int best = -1;
    for (int k = 0; k < 2; ++k) {
        if (!is_face[k]) continue;
        if (meet_known_face(c, k == 0, index[k], &x[k], &m)) {
            fill(c, &x[k].frame, &m, 1, out);
            return fabs(m.gap) > HULL_TOUCH * c->error;
        }
        if (!(x[k].gap < 0.0)) return false;
        if (best < 0 || x[k].gap > x[best].gap) best = k;
    }
    // The vertex of an edge that reaches out over the face: the edge and the side that it crosses.
    const last_face *y = &x[best];
    deep_search q;
    begin_deep(&y->frame, y->face, y->vertex, y->p, c, &q);
    if (!meet_edges_deep(&y->frame, y->face, y->passed, EDGE_STEPS, &q, &m)) return false;
    fill(c, &y->frame, &m, 1, out);
    return fabs(m.gap) > HULL_TOUCH * c->error;
}

#endif
