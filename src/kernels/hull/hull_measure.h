// Two hulls: distance, normal and points from the features that a search has found; for pairs in lanes, and for one pair.
//
// Idea        All kernels of two hulls end here: those for single pairs (hull), for many (hull_many) and for cached features
//             (hull_warm). So the bits of an answer depend on the bodies and on the features, but not on how these were
//             found. Everything is in the frame of A. An edge runs from its first vertex to its second (scree_edge_at()).
// Limits      Features that meet in a point. The search has to prove that they are the right ones, and that the points are
//             within them.
#ifndef SCREE_KERNELS_HULL_HULL_MEASURE_H
#define SCREE_KERNELS_HULL_HULL_MEASURE_H

#include "kernels/hull/hull_scan.h"
#include "pair/answer.h"
#include "pair/patch.h"

typedef struct hull_measure {
    lane gap;    // along n, between the vertices of the features
    lane length; // of the line between the points
    lane3 n, on_a, on_b;
} hull_measure;

// A face and a vertex; the face is B's where `of_b` is set. The plane, and the vertex over it, are in the frame of the body
// with the face; n is the normal from A to B, and `vertex` the vertex, in the frame of A.
static inline __attribute__((always_inline)) void measure_face(lane_mask of_b, lane3 plane, lane offset, lane3 over,
                                                               lane3 n, lane3 vertex, hull_measure *y)
{
    const lane gap = l3_dot(plane, over) - offset;
    const lane3 other = l3_add_scaled(vertex, lane_select(of_b, gap, -gap), n);
    y->gap = gap;
    y->length = lane_abs(gap);
    y->n = n;
    y->on_a = l3_select(of_b, vertex, other);
    y->on_b = l3_select(of_b, other, vertex);
}

// Two features, each an edge or a vertex: where they begin, and the vectors to their other ends, which are 0 for vertices.
typedef struct measure_ends {
    lane3 p, u; // A's
    lane3 q, e; // B's
    lane3 away; // from p to q
    lane uu, ee;
} measure_ends;

// p and q are in the frame of A.
static inline __attribute__((always_inline)) measure_ends ends_of(lane3 p, lane3 u, lane3 q, lane3 e)
{
    return (measure_ends){ p, u, q, e, l3_sub(q, p), l3_dot(u, u), l3_dot(e, e) };
}

// Two edges that cross, seen along their common normal.
typedef struct measure_crossing {
    lane s, t;                // where, as fractions of A's edge and of B's
    lane3 across_a, across_b; // perpendicular to the normal and to the edge
    lane part;                // times this, they are the cross products of the normal and the edges
    lane wide;                // the scalar product of A's edge and across_b
    lane area2;               // of the parallelogram of both, squared
} measure_crossing;

// `guess` gives the normal its sign.
static inline __attribute__((always_inline)) void measure_edges(const measure_ends *x, lane3 guess, measure_crossing *c,
                                                                hull_measure *y)
{
    // See scree_edge_normal(). Here it has the length of the edges' cross product.
    const lane3 plain = l3_cross(x->u, x->e);
    const lane3 upright = l3_add_scaled(plain, -l3_dot(plain, x->u) * (1.0 / x->uu), x->u);
    c->across_a = l3_cross(upright, x->u);
    c->across_b = l3_cross(upright, x->e);
    c->area2 = l3_dot(upright, upright);
    c->wide = l3_dot(x->u, c->across_b);
    const lane part = 1.0 / c->wide, sign = lane_signed(lane_of(1.0), l3_dot(upright, guess));
    c->s = l3_dot(x->away, c->across_b) * part;
    c->t = l3_dot(x->away, c->across_a) * part;
    c->part = sign / lane_sqrt(c->area2);
    y->on_a = l3_add_scaled(x->p, c->s, x->u);
    y->on_b = l3_add_scaled(x->q, c->t, x->e);
    y->n = l3_scale(upright, c->part);
}

// A vertex and an edge, or two vertices; s and t are fractions of the edges.
static inline __attribute__((always_inline)) void measure_line(const measure_ends *x, lane_mask edge_a,
                                                               lane_mask edge_b, lane *s, lane *t, hull_measure *y)
{
    const lane none = lane_of(0.0);
    const lane3 along = l3_select(edge_a, x->u, x->e);
    const lane part = 1.0 / lane_select(edge_a, x->uu, x->ee), at = l3_dot(x->away, along) * part;
    *s = lane_select(edge_a, at, none);
    *t = lane_select(edge_b, -at, none);
    y->on_a = l3_add_scaled(x->p, *s, x->u);
    y->on_b = l3_add_scaled(x->q, *t, x->e);
    // The component of the line along the edge is rounding: see normal_across().
    const lane3 d = l3_sub(y->on_b, y->on_a);
    const lane slip = lane_select(edge_a | edge_b, -l3_dot(d, along) * part, none);
    const lane3 straight = l3_add_scaled(d, slip, along);
    y->n = l3_scale(straight, 1.0 / lane_sqrt(l3_dot(straight, straight)));
}

// After either: the distances; and the line from A's point to B's.
static inline __attribute__((always_inline)) void measure_gap(const measure_ends *x, lane3 *line, hull_measure *y)
{
    const lane none = lane_of(0.0);
    *line = l3_sub(y->on_b, y->on_a);
    y->length = lane_sqrt(l3_dot(*line, *line));
    // The normal is perpendicular to the edges only up to rounding: the farther ends count.
    y->gap = l3_dot(y->n, x->away) + lane_min(l3_dot(y->n, x->e), none) - lane_max(l3_dot(y->n, x->u), none);
}

// ----------------------------------------------------------------------------------------------------------- one pair

static inline scree_vec3 first_lane(lane3 v)
{
    return v3(v.x[0], v.y[0], v.z[0]);
}

/// The answer for one pair, which is in all lanes.
static inline __attribute__((always_inline)) void measured(const scree_cores *c, const hull_measure *y, scree_answer *x)
{
    const double gap = y->gap[0], length = y->length[0];
    x->distance = gap;
    x->lower = gap - c->error;
    x->upper = (gap > 0.0 && length > gap ? length : gap) + c->error;
    x->normal = first_lane(y->n);
    x->on_a = first_lane(y->on_a);
    x->on_b = first_lane(y->on_b);
}

/// B's vertex in the frame of A.
static inline scree_vec3 vertex_of_b(const scree_cores *c, int i)
{
    return v3_add(m3_mul(&c->rotation, scree_node_at(c->b, i)), c->shift);
}

static inline void measure_found_face(const scree_cores *c, scree_hull_answer *h)
{
    hull_measure y;
    if (h->feature_a == SCREE_FEATURE_FACE) {
        const scree_face *face = &c->a->hull->faces[h->index_a];
        const lane3 p = l3_of(vertex_of_b(c, h->index_b)), n = l3_of(face->normal);
        measure_face(lane_whole(0), n, lane_of(face->offset), p, n, p, &y);
    } else {
        const scree_face *face = &c->b->hull->faces[h->index_b];
        const scree_vec3 a = scree_node_at(c->a, h->index_a),
                         over = m3_mul_transposed(&c->rotation, v3_sub(a, c->shift));
        const scree_vec3 n = v3_neg(m3_mul(&c->rotation, face->normal));
        measure_face(lane_whole(-1), l3_of(face->normal), lane_of(face->offset), l3_of(over), l3_of(n), l3_of(a), &y);
    }
    measured(c, &y, &h->found);
}

/// The ends of edges, or vertices.
static inline measure_ends ends_found(const scree_cores *c, const scree_hull_answer *h, bool edge_a, bool edge_b)
{
    scree_edge a = { .vertex = { h->index_a, h->index_a } }, b = { .vertex = { h->index_b, h->index_b } };
    if (edge_a) a = scree_edge_at(c->a->hull, h->index_a);
    if (edge_b) b = scree_edge_at(c->b->hull, h->index_b);
    const scree_vec3 p = scree_node_at(c->a, a.vertex[0]), u = v3_sub(scree_node_at(c->a, a.vertex[1]), p);
    const scree_vec3 along = v3_sub(scree_node_at(c->b, b.vertex[1]), scree_node_at(c->b, b.vertex[0]));
    return ends_of(l3_of(p), l3_of(u), l3_of(vertex_of_b(c, b.vertex[0])), l3_of(m3_mul(&c->rotation, along)));
}

/// How much farther along d another vertex is than those of a feature, an edge or a vertex; d is in the frame of the hull.
static inline double beyond_feature(const scree_shape *s, scree_vec3 d, scree_feature kind, int index)
{
    scree_edge own = { .vertex = { index, index } };
    if (kind == SCREE_FEATURE_EDGE) own = scree_edge_at(s->hull, index);
    const int top = highest_vertex(s, d, own.vertex[0]);
    if (top == own.vertex[0] || top == own.vertex[1]) return 0.0;
    const double first = v3_dot(d, scree_node_at(s, own.vertex[0])),
                 second = v3_dot(d, scree_node_at(s, own.vertex[1]));
    const double more = v3_dot(d, scree_node_at(s, top)) - (first > second ? first : second);
    return more > 0.0 ? more : 0.0;
}

/// Other vertices may be farther along the normal than those of the features, by rounding: lowers the lower end by that
/// much. False if it is more than the error.
static inline bool count_others(const scree_cores *c, const scree_hull_answer *h, scree_answer *x)
{
    double more = 0.0;
    if (h->feature_a != SCREE_FEATURE_FACE) more += beyond_feature(c->a, x->normal, h->feature_a, h->index_a);
    if (h->feature_b != SCREE_FEATURE_FACE) {
        const scree_vec3 back = v3_neg(m3_mul_transposed(&c->rotation, x->normal));
        more += beyond_feature(c->b, back, h->feature_b, h->index_b);
    }
    x->lower -= more;
    return more <= c->error;
}

/// Whether the points are on the edges; s and t are 0 for vertices.
static inline __attribute__((always_inline)) bool are_on_edges(lane s, lane t)
{
    return (s[0] >= 0.0) & (s[0] <= 1.0) & (t[0] >= 0.0) & (t[0] <= 1.0);
}

/// Edges and vertices. False where the points are not on them.
static inline bool measure_found_edges(const scree_cores *c, scree_vec3 n, scree_hull_answer *h)
{
    const bool edge_a = h->feature_a == SCREE_FEATURE_EDGE, edge_b = h->feature_b == SCREE_FEATURE_EDGE;
    const measure_ends ends = ends_found(c, h, edge_a, edge_b);
    const lane3 guess = l3_of(n);
    hull_measure y;
    lane s, t;
    if (edge_a && edge_b) {
        measure_crossing crossing;
        measure_edges(&ends, guess, &crossing, &y);
        s = crossing.s;
        t = crossing.t;
    } else {
        measure_line(&ends, lane_whole(-(int64_t)edge_a), lane_whole(-(int64_t)edge_b), &s, &t, &y);
    }
    if (!are_on_edges(s, t)) return false;
    lane3 line;
    measure_gap(&ends, &line, &y);
    const lane3 astray = l3_add_scaled(line, -y.gap, y.n);
    if (!(l3_dot(astray, astray)[0] <= c->error * c->error)) return false;
    measured(c, &y, &h->found);
    return true;
}

/// Distance, interval, normal and points of features that meet in a point; n is the unit normal from A to B that the search
/// has proven, with the gap along it. False where the features do not confirm that: then h->found is undefined.
static inline bool measure_found(const scree_cores *c, scree_vec3 n, double gap, scree_hull_answer *h)
{
    if (h->feature_a == SCREE_FEATURE_FACE || h->feature_b == SCREE_FEATURE_FACE)
        measure_found_face(c, h);
    else if (!measure_found_edges(c, n, h))
        return false;
    const double off = h->found.distance - gap;
    return off <= c->error && off >= -c->error && count_others(c, h, &h->found);
}

#endif
