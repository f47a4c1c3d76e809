// Two hulls that a face separates: the nearest points, from that face and the other hull's vertex nearest to its plane.
//
// Idea        Usually the vertex is right over the face, and they are the answer. Otherwise the nearest point of the face is on
//             one of the edges that the vertex is beyond, and the other body's is at the vertex or on an edge that
//             leaves it: a handful of pairs of segments, in lanes. The line between the nearest two is the normal if
//             the support vertices along it confirm that.
// Limits      Where they do not, there is no answer, and the caller falls back to another search.
#ifndef SCREE_KERNELS_HULL_HULL_NEAR_H
#define SCREE_KERNELS_HULL_HULL_NEAR_H

#include <float.h>

#include "kernels/hull/hull_scan.h"
#include "pair/answer.h"
#include "pair/patch.h"

// ---------------------------------------------------------------------------------------------------------- the frame

/// Two hulls, the reference and the incident one, in the frame of the reference.
typedef struct hull_frame {
    const scree_shape *reference, *incident;
    const scree_mat3 *rotation; ///< rotation of the incident: x in the reference's frame = rotation x + shift
    scree_vec3 shift;
    bool a_is_reference;
} hull_frame;

static inline hull_frame frame_of_a(const scree_cores *c)
{
    return (hull_frame){ c->a, c->b, &c->rotation, c->shift, true };
}

/// The frame with B as reference; `back` holds its rotation.
static inline hull_frame frame_of_b(const scree_cores *c, scree_mat3 *back)
{
    const scree_vec3 *r = c->rotation.row;
    back->row[0] = v3(r[0].x, r[1].x, r[2].x);
    back->row[1] = v3(r[0].y, r[1].y, r[2].y);
    back->row[2] = v3(r[0].z, r[1].z, r[2].z);
    return (hull_frame){ c->b, c->a, back, v3_neg(m3_mul(back, c->shift)), false };
}

static inline __attribute__((always_inline)) scree_vec3 incident_vertex(const hull_frame *f, int i)
{
    return v3_add(m3_mul(f->rotation, scree_node_at(f->incident, i)), f->shift);
}

/// The incident's support vertex along d.
static inline int highest_incident(const hull_frame *f, scree_vec3 d, int hint)
{
    return highest_vertex(f->incident, m3_mul_transposed(f->rotation, d), hint);
}

// --------------------------------------------------------------------------------------------------------- what meets

/// Twice the slope up to which region.c includes a feature: below it, features are left to be determined there.
#define HULL_SLOPE (2.0 * SCREE_FEATURE_SLOPE)

/// A crossing this near to the end of an edge, relative to its length, is left to region.c, too.
#define HULL_END 1e-6

enum {
    HULL_CORNERS = 32, // edges of a face have a bit each
    MOST_STEPS = 8     // steps from one pair of edges to a nearer one
};

/// The result in the reference's frame; the normal leads from the reference to the incident.
typedef struct hull_meeting {
    scree_vec3 n, on_reference, on_incident;
    double gap;    ///< along n, proven
    double length; ///< between the points; negative where the hulls overlap
    scree_feature feature_reference, feature_incident;
    int index_reference, index_incident, vertex_reference, vertex_incident;
    bool plain; ///< features and points are final; else region.c determines them: see note_plainness()
} hull_meeting;

/// No edge that leaves the vertex is perpendicular to n, up to HULL_SLOPE (in the shape's own frame).
static inline bool vertex_is_plain(const scree_shape *s, int vertex, scree_vec3 n)
{
    const lane3 d = l3_of(n);
    const int end = fan_end(s, vertex);
    unsigned level = 0;
    for (int k = fan_begin(s, vertex); k < end; k += SCREE_LANES) {
        const lane3 spoke = spokes_at(s, vertex, k);
        const lane h = l3_dot(d, spoke);
        level |= lane_bits((h * h <= lane_of(HULL_SLOPE * HULL_SLOPE) * l3_dot(spoke, spoke)) & lane_first(end - k));
    }
    return level == 0;
}

/// Neither face of the edge is perpendicular to n, up to HULL_SLOPE.
static inline bool edge_is_plain(const scree_shape *s, int edge, scree_vec3 n)
{
    const scree_edge of_face = scree_edge_at(s->hull, edge);
    const int *face = of_face.face;
    const double least = HULL_SLOPE * HULL_SLOPE;
    return v3_norm2(v3_sub(s->hull->faces[face[0]].normal, n)) > least &&
           v3_norm2(v3_sub(s->hull->faces[face[1]].normal, n)) > least;
}

static inline bool feature_is_plain(const scree_shape *s, scree_feature kind, int index, scree_vec3 n)
{
    if (kind == SCREE_FEATURE_VERTEX) return vertex_is_plain(s, index, n);
    return kind == SCREE_FEATURE_FACE || edge_is_plain(s, index, n);
}

/// Sets `plain`: neither feature is part of a larger one that is perpendicular to n, and the line between the points is
/// along n. (Nearly parallel edges may have an exact distance, but their nearest points are ill-conditioned.)
static inline void note_plainness(const hull_frame *f, double error, hull_meeting *m)
{
    const scree_vec3 inward = v3_neg(m3_mul_transposed(f->rotation, m->n));
    const scree_vec3 astray = v3_add_scaled(v3_sub(m->on_incident, m->on_reference), -m->gap, m->n);
    m->plain = v3_norm2(astray) <= error * error &&
               feature_is_plain(f->reference, m->feature_reference, m->index_reference, m->n) &&
               feature_is_plain(f->incident, m->feature_incident, m->index_incident, inward);
}

/// Where a point is over a face.
typedef struct place_over {
    unsigned passed; ///< bit k is set where it is beyond edge k of the face, which has at most HULL_CORNERS edges
    double inside;   ///< how far it is from the nearest edge; negative: beyond it
} place_over;

static inline place_over place_over_face(const scree_shape *s, int face, scree_vec3 p)
{
    const scree_face *f = &s->hull->faces[face];
    place_over at = { 0, 0.0 };
    lane least = lane_of(INFINITY);
    for (int i = 0; i < f->count; i += SCREE_LANES) {
        const lane inside = inside_of_sides(s, f, f->first + i, p);
        at.passed |= lane_bits_below(inside, lane_of(0.0)) << i;
        least = lane_min(least, lane_select(lane_first(f->count - i), inside, lane_of(INFINITY)));
    }
    at.passed &= UINT32_MAX >> (HULL_CORNERS - f->count);
    at.inside = lane_least(least)[0];
    return at;
}

/// The edges of a face that a point over it is beyond, or nearer to than `distance`; a bit for each.
static inline unsigned sides_within(const scree_shape *s, int face, scree_vec3 p, double distance)
{
    const scree_face *f = &s->hull->faces[face];
    unsigned near = 0;
    for (int i = 0; i < f->count; i += SCREE_LANES)
        near |= lane_bits_below(inside_of_sides(s, f, f->first + i, p), lane_of(distance)) << i;
    return near & UINT32_MAX >> (HULL_CORNERS - f->count);
}

/// A vertex of the incident over a face: in front of it, or behind it.
static inline void meet_face(const hull_frame *f, int face, int vertex, scree_vec3 p, hull_meeting *m)
{
    const scree_face *at = &f->reference->hull->faces[face];
    m->n = at->normal;
    m->gap = m->length = v3_dot(at->normal, p) - at->offset;
    m->on_incident = p;
    m->on_reference = v3_add_scaled(p, -m->gap, at->normal);
    m->feature_reference = SCREE_FEATURE_FACE;
    m->feature_incident = SCREE_FEATURE_VERTEX;
    m->index_reference = face;
    m->index_incident = m->vertex_incident = vertex;
    m->vertex_reference = f->reference->hull->face_vertices[at->first];
}

/// The nearest pair of segments so far: an edge of the reference and an edge that leaves a vertex of the incident.
typedef struct nearest_segments {
    double distance2, s, t; ///< s along the edge of the reference, t away from the vertex
    int from, edge;         ///< of the reference: the vertex where the edge begins, and the edge
    scree_vec3 along;       ///< from there to its end
    int vertex, spoke;      ///< of the incident
} nearest_segments;

/// Tests an edge of the reference with all edges that leave the incident's vertex, which is at p.
static inline void try_edge(const hull_frame *f, int from, int edge, scree_vec3 along, int vertex, scree_vec3 p,
                            nearest_segments *best)
{
    const scree_shape *incident = f->incident;
    const scree_vec3 apart = v3_sub(p, scree_node_at(f->reference, from));
    const lane3 u = l3_of(along), w = l3_of(apart);
    const double length2 = v3_norm2(along);
    const lane uu = lane_of(length2), part = lane_of(1.0 / length2), uw = lane_of(v3_dot(along, apart));
    const lane none = lane_of(0.0), whole = lane_of(1.0);
    const lane3 rotation[3] = { l3_of(f->rotation->row[0]), l3_of(f->rotation->row[1]), l3_of(f->rotation->row[2]) };
    const int end = fan_end(incident, vertex);
    for (int k = fan_begin(incident, vertex); k < end; k += SCREE_LANES) {
        const lane3 spoke = spokes_at(incident, vertex, k);
        const lane3 e = l3(l3_dot(rotation[0], spoke), l3_dot(rotation[1], spoke), l3_dot(rotation[2], spoke));
        const lane ee = l3_dot(e, e), eu = l3_dot(e, u), ew = l3_dot(e, w), square = ee * uu - eu * eu;
        // Where the two are parallel the quotient is NaN, and lane_max() takes 0.
        lane t = lane_min(lane_max((eu * uw - ew * uu) / square, none), whole);
        const lane s = lane_min(lane_max((uw + t * eu) * part, none), whole);
        t = lane_min(lane_max((s * eu - ew) / ee, none), whole);
        const lane3 d = l3_sub(l3_add_scaled(w, t, e), l3_scale(u, s));
        const lane d2 = lane_select(lane_first(end - k), l3_dot(d, d), lane_of(INFINITY));
        const lane least = lane_least(d2);
        if (!(least[0] < best->distance2)) continue;
        const int i = __builtin_ctz(lane_bits_equal(d2, least));
        *best = (nearest_segments){ least[0], s[i], t[i], from, edge, along, vertex, k + i };
    }
}

/// Tests the edges of a face that p is beyond with the edges that leave the incident's vertex, which is at p.
static inline void try_sides(const hull_frame *f, int face, unsigned passed, int vertex, scree_vec3 p,
                             nearest_segments *best)
{
    const scree_shape *s = f->reference;
    for (; passed != 0; passed &= passed - 1) {
        const int k = s->hull->faces[face].first + __builtin_ctz(passed);
        const scree_vec3 along = side_at(s, &s->hull->faces[face], k);
        try_edge(f, s->hull->face_vertices[k], scree_face_edge(s->hull, k), along, vertex, p, best);
    }
}

/// Tests the edges that leave a vertex of the reference with those that leave one of the incident.
static inline void try_spokes(const hull_frame *f, int from, int vertex, nearest_segments *best)
{
    const scree_shape *s = f->reference;
    const scree_vec3 p = incident_vertex(f, vertex);
    for (int k = fan_begin(s, from); k < fan_end(s, from); ++k)
        try_edge(f, from, scree_vertex_edge(s->hull, k), spoke_at(s, from, k), vertex, p, best);
}

/// scree_edge_normal(), or the plain cross product where that is as good: for edges within 60 degrees of a right angle
/// whose products of lengths neither overflow nor underflow.
static inline scree_vec3 broad_normal(scree_vec3 u, scree_vec3 e)
{
    const scree_vec3 n = v3_cross(u, e);
    const double area2 = v3_norm2(n), least = 0.25 * (v3_norm2(u) * v3_norm2(e));
    return area2 > least && area2 < DBL_MAX && least > DBL_MIN ? v3_scale(n, 1.0 / sqrt(area2))
                                                               : scree_edge_normal(u, e);
}

/// The common normal of an edge of the reference and an edge of the incident that cross: its direction is exact even
/// near touching. `away` gives its sign.
static inline scree_vec3 crossing_normal(scree_vec3 u, scree_vec3 e, scree_vec3 away)
{
    const scree_vec3 n = broad_normal(u, e);
    return v3_dot(n, away) < 0.0 ? v3_neg(n) : n;
}

/// Removes the component along the edge, which is rounding: the nearest point of an edge is perpendicular to it.
static inline scree_vec3 normal_across(scree_vec3 u, scree_vec3 away)
{
    return v3_unit(v3_add_scaled(away, -v3_dot(away, u) / v3_norm2(u), u));
}

/// Whether two edges are parallel up to SCREE_FEATURE_SLOPE, or nearly so: then they share a segment, which region.c finds.
static inline bool are_parallel(scree_vec3 u, scree_vec3 e)
{
    return !(v3_norm2(v3_cross(u, e)) > HULL_SLOPE * HULL_SLOPE * (v3_norm2(u) * v3_norm2(e)));
}

/// The meeting of the nearest two segments; false where the support vertices, which `m` then holds all the same, do not
/// confirm it.
static inline bool meet_segments(const hull_frame *f, const nearest_segments *x, double error, hull_meeting *m)
{
    const scree_shape *reference = f->reference, *incident = f->incident;
    const int k = x->spoke;
    const scree_vec3 e = m3_mul(f->rotation, spoke_at(incident, x->vertex, k));
    m->on_reference = v3_add_scaled(scree_node_at(reference, x->from), x->s, x->along);
    m->on_incident = v3_add_scaled(incident_vertex(f, x->vertex), x->t, e);
    const scree_vec3 away = v3_sub(m->on_incident, m->on_reference);
    const bool inner_reference = x->s > 0.0 && x->s<1.0, inner_incident = x->t> 0.0 && x->t < 1.0;
    const scree_edge of_ends = scree_edge_at(reference->hull, x->edge);
    const int *ends = of_ends.vertex;
    const int to = ends[0] == x->from ? ends[1] : ends[0];
    m->feature_reference = inner_reference ? SCREE_FEATURE_EDGE : SCREE_FEATURE_VERTEX;
    m->feature_incident = inner_incident ? SCREE_FEATURE_EDGE : SCREE_FEATURE_VERTEX;
    m->vertex_reference = x->s < 1.0 ? x->from : to;
    m->vertex_incident = x->t < 1.0 ? x->vertex : scree_neighbour(incident->hull, k);
    m->index_reference = inner_reference ? x->edge : m->vertex_reference;
    m->index_incident = inner_incident ? scree_vertex_edge(incident->hull, k) : m->vertex_incident;
    if (inner_reference && inner_incident)
        m->n = crossing_normal(x->along, e, away);
    else
        m->n = inner_reference  ? normal_across(x->along, away)
               : inner_incident ? normal_across(e, away)
                                : v3_unit(away);
    m->length = v3_norm(away);
    m->vertex_reference = highest_vertex(reference, m->n, m->vertex_reference);
    m->vertex_incident = highest_incident(f, v3_neg(m->n), m->vertex_incident);
    m->gap =
        v3_dot(m->n, v3_sub(incident_vertex(f, m->vertex_incident), scree_node_at(reference, m->vertex_reference)));
    if (!(m->length - m->gap <= error)) return false;
    const double near = HULL_END, far = 1.0 - HULL_END;
    const bool clear = !(inner_reference && inner_incident) ||
                       (x->s > near && x->s < far && x->t > near && x->t < far && !are_parallel(x->along, e));
    note_plainness(f, error, m);
    m->plain = m->plain && clear;
    return true;
}

/// Descends from the nearest two segments so far to the nearest of all, in at most `steps` steps.
static inline bool descend(const hull_frame *f, nearest_segments *best, int steps, double error, hull_meeting *m)
{
    for (; best->distance2 < INFINITY; --steps) {
        if (meet_segments(f, best, error, m)) return true;
        if (steps == 0) return false;
        // The support vertices that refute it have nearer edges.
        const double before = best->distance2;
        try_spokes(f, m->vertex_reference, m->vertex_incident, best);
        if (!(best->distance2 < before)) return false;
    }
    return false;
}

/// The reference's face has the largest gap of its faces, which is positive, to the incident's vertex.
static inline bool meet_apart(const hull_frame *f, int face, int vertex, int steps, double error, hull_meeting *m)
{
    const scree_vec3 p = incident_vertex(f, vertex);
    if (f->reference->hull->faces[face].count > HULL_CORNERS) return false;
    const place_over at = place_over_face(f->reference, face, p);
    const unsigned passed = at.passed;
    if (passed == 0) {
        // Beyond the tip of a sliver, the signs at its nearly parallel sides are not reliable.
        if (!(at.inside > error)) return false;
        meet_face(f, face, vertex, p, m);
        note_plainness(f, error, m);
        return true;
    }
    nearest_segments best = { .distance2 = INFINITY };
    try_sides(f, face, passed, vertex, p, &best);
    return descend(f, &best, steps, error, m);
}

#endif
