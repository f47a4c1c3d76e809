// Tetrahedra, a pair in each lane: the least depth over the faces of their difference, in float.
//
// Source      The difference of two convex hulls has a face for each face of either, and for each edge of A and edge of
//             B whose arcs on the Gauss map cross (Gregorius, GDC 2013): such that both hulls are on their own side of
//             the plane that the two edges span.
// Idea        The heights of a tetrahedron's two other vertices over that plane are products of the normals adjacent to
//             its edge with the other edge: 24 products for each body decide which of the 36 pairs of edges are faces.
//             The depth is then that of the edges, and no vertex is projected. Each depth has an error bound from
//             floats and from the axis. Pairs of edges that floats cannot rule out as a face count as one: their depth
//             is at most that of the hulls along this axis, so that they may leave a pair undecided, but never prove
//             anything false.
// Limits      Faces of nearly parallel edges leave too wide an error.
#ifndef SCREE_KERNELS_HULL_MANY_MANY_TETRAHEDRA_H
#define SCREE_KERNELS_HULL_MANY_MANY_TETRAHEDRA_H

#include "kernels/hull/hull_tetra.h"
#include "kernels/hull_many/many_axes.h"

/// Float error bounds, with vertices in units of their hull's radius: of a depth, times the length of the cross product
/// that is its axis; and of a product of three edges. Some tens of float roundings each.
#define TETRA_DOUBT 1e-5f
#define TETRA_LEVEL 2e-5f

/// An edge and its adjacent faces: to the left and to the right, seen from outside, or the other way round for a
/// tetrahedron of the other orientation. A face has the index of the opposite vertex.
static const struct tetra_edge {
    int from, to, left, right;
} TETRA_EDGE[TETRA_EDGES] = {
    { 0, 1, 2, 3 }, { 0, 2, 3, 1 }, { 0, 3, 1, 2 }, { 1, 2, 0, 3 }, { 1, 3, 2, 0 }, { 2, 3, 0, 1 },
};

/// One body of each pair, in the frame of A.
typedef struct tetra_body {
    float_lane3 at[TETRA_VERTICES];                // vertices, in units of the pair's size
    float_lane3 edge[TETRA_EDGES];                 // in units of the hull's radius
    float_lane3 across[TETRA_VERTICES];            // the faces' normals, as cross products of two edges
    float_flags inwards;                           // the normals point inwards: all of them, or none
    float_lane along[TETRA_VERTICES][TETRA_EDGES]; // their products with the other's edges
} tetra_body;

static inline void tetra_open(const many_pairs *c, int which, tetra_body *t)
{
    float_lane3 v[TETRA_VERTICES];
    for (int i = 0; i < TETRA_VERTICES; ++i) {
        const float_lane3 none = f3(float_of(0.0f), float_of(0.0f), float_of(0.0f));
        v[i] = which == 0 ? many_at(c, which, i) : many_rotate(c, many_at(c, which, i));
        t->at[i] = f3_add_scaled(which == 0 ? none : c->shift, c->radius[which], v[i]);
    }
    for (int e = 0; e < TETRA_EDGES; ++e) t->edge[e] = f3_sub(v[TETRA_EDGE[e].to], v[TETRA_EDGE[e].from]);
    const float_lane3 *e = t->edge;
    t->across[0] = f3_cross(e[3], e[4]);
    t->across[1] = f3_cross(e[2], e[1]);
    t->across[2] = f3_cross(e[0], e[2]);
    t->across[3] = f3_cross(e[1], e[0]);
    t->inwards = float_below(float_of(0.0f), f3_dot(t->across[3], e[2]));
}

/// The faces of one body: the depths of the other's vertices below them. `back`: B's faces, whose axis from A to B is
/// negated.
static inline void try_faces(const tetra_body *t, const tetra_body *other, bool back, least_depths *x)
{
    for (int i = 0; i < TETRA_VERTICES; ++i) {
        const float_lane3 across = t->across[i];
        const float_lane3 n = f3_pick(t->inwards, f3(-across.x, -across.y, -across.z), across);
        float_lane lowest = f3_dot(n, other->at[0]);
        for (int k = 1; k < TETRA_VERTICES; ++k) lowest = float_min(f3_dot(n, other->at[k]), lowest);
        const float_lane part = reciprocal_length(n), depth = f3_dot(n, t->at[(i + 1) % TETRA_VERTICES]) - lowest;
        const float_lane3 way = back ? f3(-n.x, -n.y, -n.z) : n;
        keep_depth(x, (axis_depth){ way, depth * part, float_of(TETRA_DOUBT) * part });
    }
}

/// An edge of each. Returns the pairs where it may be a face with too wide an error.
static inline float_flags try_edges(const tetra_body *a, const tetra_body *b, int i, int j, least_depths *x)
{
    const struct tetra_edge *p = &TETRA_EDGE[i], *q = &TETRA_EDGE[j];
    const float_lane a_left = a->along[p->left][j], a_right = -a->along[p->right][j];
    const float_lane b_left = b->along[q->left][i], b_right = -b->along[q->right][i];
    const float_lane low = float_min(float_min(a_left, a_right), float_min(b_left, b_right));
    const float_lane high = float_max(float_max(a_left, a_right), float_max(b_left, b_right));
    const float_flags ahead = float_below(float_of(-TETRA_LEVEL), low), back = float_below(high, float_of(TETRA_LEVEL));
    const float_lane3 n = f3_cross(a->edge[i], b->edge[j]), away = f3_sub(a->at[p->from], b->at[q->from]);
    const float_lane square = f3_dot(n, n), part = float_of(1.0f) / float_sqrt(square), d = f3_dot(n, away) * part;
    const float_lane none = float_of(INFINITY), forth = float_pick(ahead, d, none), other = float_pick(back, -d, none);
    const float_flags flipped = float_below(other, forth);
    keep_depth(x, (axis_depth){ f3_pick(flipped, f3(-n.x, -n.y, -n.z), n), float_pick(flipped, other, forth),
                                float_of(TETRA_DOUBT) * part });
    return float_also_below(float_or(ahead, back), square, float_of(AXIS_SINE * AXIS_SINE));
}

static inline float_lane3 f3_unit(float_lane3 a)
{
    const float_lane part = reciprocal_length(a);
    return f3(a.x * part, a.y * part, a.z * part);
}

static inline void tetra_least(const many_pairs *c, many_depths *out)
{
    tetra_body a, b;
    tetra_open(c, 0, &a);
    tetra_open(c, 1, &b);
    for (int i = 0; i < TETRA_VERTICES; ++i)
        for (int j = 0; j < TETRA_EDGES; ++j) {
            a.along[i][j] = f3_dot(a.across[i], b.edge[j]);
            b.along[i][j] = f3_dot(b.across[i], a.edge[j]);
        }
    const float_lane all = float_of(INFINITY), none = float_of(0.0f);
    const axis_depth begin = { a.across[0], all, none };
    least_depths x = { begin, begin, all };
    float_flags open = float_below(all, none);
    try_faces(&a, &b, false, &x);
    try_faces(&b, &a, true, &x);
    for (int j = 0; j < TETRA_EDGES; ++j)
        for (int i = 0; i < TETRA_EDGES; ++i) open = float_or(open, try_edges(&a, &b, i, j, &x));
    x.first.n = f3_unit(x.first.n);
    x.second.n = f3_unit(x.second.n);
    least_of(&x, open, out);
}

#endif
