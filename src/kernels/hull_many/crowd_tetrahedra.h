// Tetrahedra, many pairs side by side: the least depth by the faces of their difference, in floats, a pair a lane.
//
// Source      The difference of two convex hulls has a face for each face of either, and for each edge of A and edge of
//             B whose arcs on the Gauss map cross (Gregorius, GDC 2013): such that both hulls are on their own side of
//             the plane that the two edges span.
// Idea        The heights of a tetrahedron's two other vertices over that plane are products of the normals beside its
//             edge with the other edge: 24 products for each body say which of the 36 pairs of edges are faces. The
//             depth is then that of the edges, and no vertex is projected. Each depth is known up to what floats and
//             the axis may be off. Edges that floats cannot tell from a face count as one: their depth is at most that
//             of the hulls along this axis, so that they may leave a pair open, and never prove what is false.
// Limits      Faces of edges that are next to parallel leave too much in doubt.
#ifndef SCREE_KERNELS_HULL_MANY_CROWD_TETRAHEDRA_H
#define SCREE_KERNELS_HULL_MANY_CROWD_TETRAHEDRA_H

#include "kernels/hull/hull_tetra.h"
#include "kernels/hull_many/crowd_axes.h"

/// What floats may be off, vertices being in units of their hull's radius: a depth, times the length of the product of
/// two edges that its axis is; and a product of three edges. Some tens of roundings of floats each.
#define TETRA_DOUBT 1e-5f
#define TETRA_LEVEL 2e-5f

/// An edge, and the faces beside it: to the left and to the right, seen from outside, or the other way round if the
/// tetrahedron has its vertices so. A face has the number of the vertex that it lacks.
static const struct tetra_edge {
    int from, to, left, right;
} TETRA_EDGE[TETRA_EDGES] = {
    { 0, 1, 2, 3 }, { 0, 2, 3, 1 }, { 0, 3, 1, 2 }, { 1, 2, 0, 3 }, { 1, 3, 2, 0 }, { 2, 3, 0, 1 },
};

/// One body of each pair, in the frame of A.
typedef struct tetra_body {
    half3 at[TETRA_VERTICES];                     // vertices, in units of the pair's size
    half3 edge[TETRA_EDGES];                      // in units of the hull's radius
    half3 across[TETRA_VERTICES];                 // the faces' normals, as long as the product of two edges
    half_flags inwards;                           // where they look: all of them, or none
    half_lane along[TETRA_VERTICES][TETRA_EDGES]; // their products with the edges of the other
} tetra_body;

static inline void tetra_open(const crowd_pairs *c, int which, tetra_body *t)
{
    half3 v[TETRA_VERTICES];
    for (int i = 0; i < TETRA_VERTICES; ++i) {
        const half3 none = h3(half_of(0.0f), half_of(0.0f), half_of(0.0f));
        v[i] = which == 0 ? crowd_at(c, which, i) : crowd_turn(c, crowd_at(c, which, i));
        t->at[i] = h3_add_scaled(which == 0 ? none : c->shift, c->radius[which], v[i]);
    }
    for (int e = 0; e < TETRA_EDGES; ++e) t->edge[e] = h3_sub(v[TETRA_EDGE[e].to], v[TETRA_EDGE[e].from]);
    const half3 *e = t->edge;
    t->across[0] = h3_cross(e[3], e[4]);
    t->across[1] = h3_cross(e[2], e[1]);
    t->across[2] = h3_cross(e[0], e[2]);
    t->across[3] = h3_cross(e[1], e[0]);
    t->inwards = half_below(half_of(0.0f), h3_dot(t->across[3], e[2]));
}

/// The faces of one body: the depths of the other's vertices below them. B's face A from the other side: `back`.
static inline void try_faces(const tetra_body *t, const tetra_body *other, bool back, least_depths *x)
{
    for (int i = 0; i < TETRA_VERTICES; ++i) {
        const half3 across = t->across[i];
        const half3 n = h3_pick(t->inwards, h3(-across.x, -across.y, -across.z), across);
        half_lane lowest = h3_dot(n, other->at[0]);
        for (int k = 1; k < TETRA_VERTICES; ++k) lowest = half_min(h3_dot(n, other->at[k]), lowest);
        const half_lane part = reciprocal_length(n), depth = h3_dot(n, t->at[(i + 1) % TETRA_VERTICES]) - lowest;
        const half3 way = back ? h3(-n.x, -n.y, -n.z) : n;
        keep_depth(x, (axis_depth){ way, depth * part, half_of(TETRA_DOUBT) * part });
    }
}

/// An edge of each. Returns the pairs where it is a face that says nothing.
static inline half_flags try_edges(const tetra_body *a, const tetra_body *b, int i, int j, least_depths *x)
{
    const struct tetra_edge *p = &TETRA_EDGE[i], *q = &TETRA_EDGE[j];
    const half_lane a_left = a->along[p->left][j], a_right = -a->along[p->right][j];
    const half_lane b_left = b->along[q->left][i], b_right = -b->along[q->right][i];
    const half_lane low = half_min(half_min(a_left, a_right), half_min(b_left, b_right));
    const half_lane high = half_max(half_max(a_left, a_right), half_max(b_left, b_right));
    const half_flags ahead = half_below(half_of(-TETRA_LEVEL), low), back = half_below(high, half_of(TETRA_LEVEL));
    const half3 n = h3_cross(a->edge[i], b->edge[j]), away = h3_sub(a->at[p->from], b->at[q->from]);
    const half_lane square = h3_dot(n, n), part = half_of(1.0f) / half_sqrt(square), d = h3_dot(n, away) * part;
    const half_lane none = half_of(INFINITY), forth = half_pick(ahead, d, none), other = half_pick(back, -d, none);
    const half_flags turned = half_below(other, forth);
    keep_depth(x, (axis_depth){ h3_pick(turned, h3(-n.x, -n.y, -n.z), n), half_pick(turned, other, forth),
                                half_of(TETRA_DOUBT) * part });
    return half_also_below(half_or(ahead, back), square, half_of(AXIS_SINE * AXIS_SINE));
}

static inline half3 h3_unit(half3 a)
{
    const half_lane part = reciprocal_length(a);
    return h3(a.x * part, a.y * part, a.z * part);
}

static inline void tetra_least(const crowd_pairs *c, crowd_depths *out)
{
    tetra_body a, b;
    tetra_open(c, 0, &a);
    tetra_open(c, 1, &b);
    for (int i = 0; i < TETRA_VERTICES; ++i)
        for (int j = 0; j < TETRA_EDGES; ++j) {
            a.along[i][j] = h3_dot(a.across[i], b.edge[j]);
            b.along[i][j] = h3_dot(b.across[i], a.edge[j]);
        }
    const half_lane all = half_of(INFINITY), none = half_of(0.0f);
    const axis_depth begin = { a.across[0], all, none };
    least_depths x = { begin, begin, all };
    half_flags open = half_below(all, none);
    try_faces(&a, &b, false, &x);
    try_faces(&b, &a, true, &x);
    for (int j = 0; j < TETRA_EDGES; ++j)
        for (int i = 0; i < TETRA_EDGES; ++i) open = half_or(open, try_edges(&a, &b, i, j, &x));
    x.first.n = h3_unit(x.first.n);
    x.second.n = h3_unit(x.second.n);
    least_of(&x, open, out);
}

#endif
