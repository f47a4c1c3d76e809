// Special cases of the shortest link.
//
// Source      nezami-2006, 3.5.2 (3-D) and 3.6 (2-D: only Case 1).
// Idea        Between two edges, two faces, or an edge and a face, moving one end at a time takes many steps or never
//             ends. A plane cuts a segment out of each, and the shortest link of two segments is known (Appendix A).
// Departures  1. Case 2, parallel faces: the plane is not unique; it is the one that the link lies in. A link across
//                both faces is the shortest already, and stays.
//             2. Case 2: the plane goes through P and need not hold Q after the bodies have moved, nor meet the
//                other face. The same in Case 3. Without two segments the case does not apply.
//             3. Case 3, the edge at right angles to the face: again no unique plane; the case does not apply, since
//                one step of the ordinary kind brings the link to an end of the edge.
//             4. What is longer, or the same link, up to rounding, is not taken.
#include "papers/link.h"

#include "papers/segment_link.h"

// Two faces, or an edge and a normal, are parallel below this sine: their normals hold no more.
#define PARALLEL (8.0 * SCREE_ROUNDING)

// A segment of a particle, in A's frame, and the features that its ends and its inside lie on.
typedef struct chord {
    bool of_a;
    scree_vec3 end[2];
    scree_feature end_kind, kind;
    int end_index[2], index;
} chord;

scree_vec3 scree_link_from_b(const scree_link *link, scree_vec3 q)
{
    return v3_add(m3_mul(&link->cores->rotation, q), link->shift);
}

scree_vec3 scree_link_to_b(const scree_link *link, scree_vec3 x)
{
    return m3_mul_transposed(&link->cores->rotation, v3_sub(x, link->shift));
}

static bool end_differs(const scree_surface_point *x, const scree_surface_point *y, double rounding)
{
    return x->kind != y->kind || x->index != y->index || v3_norm2(v3_sub(x->at, y->at)) > rounding * rounding;
}

bool scree_link_differs(const scree_link *x, const scree_link *y)
{
    double rounding = x->cores->error;
    return end_differs(&x->p, &y->p, rounding) || end_differs(&x->q, &y->q, rounding);
}

static chord edge_chord(const scree_link *link, bool of_a, int edge)
{
    const scree_shape *s = of_a ? link->cores->a : link->cores->b;
    chord x = { .of_a = of_a, .end_kind = SCREE_FEATURE_VERTEX, .kind = SCREE_FEATURE_EDGE, .index = edge };
    for (int i = 0; i < 2; ++i) {
        x.end_index[i] = scree_edge_at(s->hull, edge).vertex[i];
        x.end[i] = scree_stored_vertex(s, x.end_index[i]);
        if (!of_a) x.end[i] = scree_link_from_b(link, x.end[i]);
    }
    return x;
}

// The part inside a face of a line in the face's plane, from x0 along d, both in A's frame. False if it misses.
static bool face_chord(const scree_link *link, bool of_a, int face, scree_vec3 x0, scree_vec3 d, chord *out)
{
    const scree_shape *s = of_a ? link->cores->a : link->cores->b;
    const scree_face *f = &s->hull->faces[face];
    const scree_vec3 from = of_a ? x0 : scree_link_to_b(link, x0);
    const scree_vec3 along = of_a ? d : m3_mul_transposed(&link->cores->rotation, d);
    double range[2] = { -INFINITY, INFINITY };
    *out = (chord){ .of_a = of_a, .end_kind = SCREE_FEATURE_EDGE, .kind = SCREE_FEATURE_FACE, .index = face };
    scree_vec3 v = scree_stored_vertex(s, s->hull->face_vertices[f->first]);
    for (int i = 1; i <= f->count; ++i) {
        scree_vec3 next = scree_stored_vertex(s, s->hull->face_vertices[f->first + i % f->count]);
        scree_vec3 inward = v3_cross(f->normal, v3_sub(next, v));
        double depth = v3_dot(inward, v3_sub(from, v)), slope = v3_dot(inward, along), t = -depth / slope;
        int side = slope > 0.0 ? 0 : 1;
        v = next;
        if (slope == 0.0 && depth >= 0.0) continue;
        if (slope == 0.0) return false;
        if (side == 0 ? t <= range[0] : t >= range[1]) continue;
        range[side] = t;
        out->end_index[side] = scree_face_edge(s->hull, f->first + i - 1);
    }
    if (!(range[0] < range[1])) return false;
    for (int i = 0; i < 2; ++i) out->end[i] = v3_add_scaled(x0, range[i], d);
    return true;
}

static scree_surface_point point_of(const scree_link *link, const chord *x, double t)
{
    int end = t <= 0.0 ? 0 : t >= 1.0 ? 1 : -1;
    const scree_shape *s = x->of_a ? link->cores->a : link->cores->b;
    if (end >= 0 && x->end_kind == SCREE_FEATURE_VERTEX) return scree_surface_vertex(s, x->end_index[end]);
    scree_surface_point p = { end < 0 ? x->kind : x->end_kind, end < 0 ? x->index : x->end_index[end],
                              v3_lerp(x->end[0], x->end[1], t) };
    if (!x->of_a) p.at = scree_link_to_b(link, p.at);
    return p;
}

// The shortest link between a chord of A and one of B.
static bool between(scree_link *link, const chord *of_a, const chord *of_b)
{
    double s, t;
    scree_segment_link(of_a->end, of_b->end, link->cores->error, &s, &t);
    scree_link next = *link;
    next.p = point_of(link, of_a, s);
    next.q = point_of(link, of_b, t);
    next.on_b = scree_link_from_b(link, next.q.at);
    double was = v3_norm(scree_link_vector(link)), is = v3_norm(scree_link_vector(&next));
    if (is > was + link->cores->error || !scree_link_differs(&next, link)) return false;
    *link = next;
    return true;
}

static scree_vec3 face_normal(const scree_link *link, bool of_a)
{
    const scree_cores *c = link->cores;
    return of_a ? c->a->hull->faces[link->p.index].normal
                : m3_mul(&c->rotation, c->b->hull->faces[link->q.index].normal);
}

// Case 1.
static bool two_edges(scree_link *link)
{
    chord a = edge_chord(link, true, link->p.index), b = edge_chord(link, false, link->q.index);
    return between(link, &a, &b);
}

// Case 2.
static bool two_faces(scree_link *link)
{
    const scree_vec3 na = face_normal(link, true), nb = face_normal(link, false), w = scree_link_vector(link);
    scree_vec3 m = v3_cross(na, nb); // across the plane
    if (v3_norm(m) <= PARALLEL) {
        scree_vec3 level = v3_add_scaled(w, -v3_dot(w, na), na);
        if (v3_norm(level) <= link->cores->error) return false;
        m = v3_cross(na, level);
    }
    m = v3_unit(m);
    const scree_vec3 level_m = v3_add_scaled(m, -v3_dot(m, nb), nb); // of nearly parallel faces, m leans a little
    const scree_vec3 in_plane = v3_add_scaled(link->on_b, -v3_dot(w, m), level_m);
    chord a, b;
    if (!face_chord(link, true, link->p.index, link->p.at, v3_cross(m, na), &a)) return false;
    if (!face_chord(link, false, link->q.index, in_plane, v3_cross(m, nb), &b)) return false;
    return between(link, &a, &b);
}

// Case 3. The shadow on the face of a point of the edge, and of the edge's direction, give the line in the face.
static bool edge_and_face(scree_link *link, bool edge_of_a)
{
    chord edge = edge_chord(link, edge_of_a, edge_of_a ? link->p.index : link->q.index), face;
    const scree_vec3 n = face_normal(link, !edge_of_a), u = v3_unit(v3_sub(edge.end[1], edge.end[0]));
    const scree_vec3 level = v3_add_scaled(u, -v3_dot(u, n), n), w = scree_link_vector(link);
    if (v3_norm(level) <= PARALLEL) return false;
    scree_vec3 end = edge_of_a ? link->p.at : link->on_b;
    scree_vec3 shadow = v3_add_scaled(end, (edge_of_a ? 1.0 : -1.0) * v3_dot(w, n), n);
    if (!face_chord(link, !edge_of_a, edge_of_a ? link->q.index : link->p.index, shadow, v3_unit(level), &face))
        return false;
    return edge_of_a ? between(link, &edge, &face) : between(link, &face, &edge);
}

bool scree_link_shorten(scree_link *link)
{
    scree_feature p = link->p.kind, q = link->q.kind;
    if (p == SCREE_FEATURE_VERTEX || q == SCREE_FEATURE_VERTEX) return false;
    if (p == SCREE_FEATURE_EDGE && q == SCREE_FEATURE_EDGE) return two_edges(link);
    if (p == SCREE_FEATURE_FACE && q == SCREE_FEATURE_FACE) return two_faces(link);
    return edge_and_face(link, p == SCREE_FEATURE_EDGE);
}
