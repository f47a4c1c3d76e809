// Two hulls, pairs in lanes: distance, normal and points from the features that a search has found.
//
// Idea        All kernels of two hulls end here: those for single pairs (hull), for many (hull_many) and for cached features
//             (hull_warm). So the bits of an answer depend on the bodies and on the features, but not on how these were
//             found. Everything is in the frame of A. An edge runs from its first vertex to its second (scree_edge_at()).
// Limits      Features that meet in a point. The search has to prove that they are the right ones, and that the points are
//             within them.
#ifndef SCREE_KERNELS_HULL_MEASURE_H
#define SCREE_KERNELS_HULL_MEASURE_H

#include "lanes/lane.h"

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

#endif
