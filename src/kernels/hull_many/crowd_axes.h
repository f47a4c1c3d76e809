// Tiny hulls, many pairs side by side: the least depth by all axes that can have it, in floats, a pair in each lane.
//
// Source      Separating axes: the depth is least along the normal of a face of either hull, or along the common normal
//             of an edge of each.
// Idea        Few faces and edges, or such that are parallel to few lines (tetrahedra, boxes, prisms): all vertices are
//             projected on all axes. Each depth is known up to what floats and the axis may be off; if the least, at
//             its most, is below all others at their least, it is proven to be along the axis that has it.
// Limits      Edges that are next to parallel leave too much in doubt.
#ifndef SCREE_KERNELS_HULL_MANY_CROWD_AXES_H
#define SCREE_KERNELS_HULL_MANY_CROWD_AXES_H

#include "kernels/hull_many/crowd_gjk.h"

/// What a depth in floats may be off, in units of the pair's size over the sine of the edges' angle: some tens of
/// roundings of floats.
#define AXIS_DOUBT 4e-6f

/// The sine below which the axis of two edges says nothing.
#define AXIS_SINE 1e-2f

/// Directions of edges and normals of faces, as scree_shape.crowd_axes has them, NaN where there is none. In floats, a
/// pair in each lane; three rows each.
typedef struct crowd_axes {
    float rows[2][SCREE_CROWD_AXES][HALF_LANES] __attribute__((aligned(64)));
    int edges[2], faces[2]; // the most that any of the hulls has
} crowd_axes;

static inline half3 crowd_axis(const crowd_axes *x, int which, int i)
{
    const half_lane_in_memory *at = (const half_lane_in_memory *)(const void *)x->rows[which][3 * i];
    return h3(at[0], at[1], at[2]);
}

/// How far the vertices of a hull reach along d, and against it, in units of its radius.
static inline void crowd_reach(const crowd_pairs *c, int which, half3 d, half_lane *most, half_lane *least)
{
    *most = *least = h3_dot(crowd_at(c, which, 0), d);
    for (int i = 1; i < c->most[which]; ++i) {
        const half_lane h = h3_dot(crowd_at(c, which, i), d);
        *most = half_max(h, *most);
        *least = half_min(h, *least);
    }
}

/// An axis, from A to B, and the depth along it, give or take the doubt.
typedef struct axis_depth {
    half3 n;
    half_lane depth, doubt;
} axis_depth;

/// The least two so far, and what all others are at least.
typedef struct least_depths {
    axis_depth first, second;
    half_lane others;
} least_depths;

static inline axis_depth depth_pick(half_flags f, axis_depth a, axis_depth b)
{
    return (axis_depth){ h3_pick(f, a.n, b.n), half_pick(f, a.depth, b.depth), half_pick(f, a.doubt, b.doubt) };
}

/// One more depth.
static inline void keep_depth(least_depths *x, axis_depth this)
{
    const half_flags least = half_below(this.depth, x->first.depth), less = half_below(this.depth, x->second.depth);
    const half_lane out = half_pick(less, x->second.depth - x->second.doubt, this.depth - this.doubt);
    x->others = half_min(out, x->others);
    x->second = depth_pick(least, x->first, depth_pick(less, this, x->second));
    x->first = depth_pick(least, this, x->first);
}

/// Both ways along a unit vector, in the frames of A and of B.
static inline void try_axis(const crowd_pairs *c, half3 n, half3 in_b, half_lane doubt, least_depths *x)
{
    half_lane a_most, a_least, b_most, b_least;
    crowd_reach(c, 0, n, &a_most, &a_least);
    crowd_reach(c, 1, in_b, &b_most, &b_least);
    const half_lane shift = h3_dot(n, c->shift);
    const half_lane ahead = a_most * c->radius[0] - (shift + b_least * c->radius[1]);
    const half_lane back = (shift + b_most * c->radius[1]) - a_least * c->radius[0];
    const half_flags turned = half_below(back, ahead);
    x->others = half_min(half_pick(turned, ahead, back) - doubt, x->others);
    const axis_depth this = { h3_pick(turned, h3(-n.x, -n.y, -n.z), n), half_pick(turned, back, ahead), doubt };
    keep_depth(x, this);
}

/// What all axes say.
typedef struct crowd_depths {
    half3 way[2];       ///< the two along which the depth is the least, the better one first, from A to B
    half_flags alone;   ///< the second is not as good as the first, whatever floats are off
    half_lane limit;    ///< all others are as deep as this at least; where the first is alone, the second too
    half_flags certain; ///< one of the two has the least depth; if the first is alone, that
} crowd_depths;

/// What follows from all depths; `open`: where they say nothing.
static inline void least_of(const least_depths *x, half_flags open, crowd_depths *out)
{
    const half_lane most = x->first.depth + x->first.doubt, next = x->second.depth - x->second.doubt;
    out->way[0] = x->first.n;
    out->way[1] = x->second.n;
    out->alone = half_below(most, next);
    out->limit = half_pick(out->alone, half_min(next, x->others), x->others);
    out->certain = half_less(half_below(most, x->others), open);
}

static inline void crowd_least(const crowd_pairs *c, const crowd_axes *axes, crowd_depths *out)
{
    const half_lane doubt = half_of(AXIS_DOUBT), all = half_of(INFINITY), none = half_of(0.0f);
    const axis_depth begin = { h3(doubt, doubt, doubt), all, none };
    least_depths x = { begin, begin, all };
    half_flags open = half_below(doubt, none);
    for (int i = 0; i < axes->faces[0]; ++i) {
        const half3 n = crowd_axis(axes, 0, SCREE_CROWD_EDGES + i);
        try_axis(c, n, crowd_turn_back(c, n), doubt, &x);
    }
    for (int i = 0; i < axes->faces[1]; ++i) {
        const half3 n = crowd_axis(axes, 1, SCREE_CROWD_EDGES + i);
        try_axis(c, crowd_turn(c, n), n, doubt, &x);
    }
    for (int j = 0; j < axes->edges[1]; ++j) {
        const half3 e = crowd_turn(c, crowd_axis(axes, 1, j));
        for (int i = 0; i < axes->edges[0]; ++i) {
            const half3 n = h3_cross(crowd_axis(axes, 0, i), e);
            const half_lane square = h3_dot(n, n), part = half_of(1.0f) / half_sqrt(square);
            const half3 unit = h3(n.x * part, n.y * part, n.z * part);
            open = half_or(open, half_below(square, half_of(AXIS_SINE * AXIS_SINE)));
            try_axis(c, unit, crowd_turn_back(c, unit), doubt * part, &x);
        }
    }
    least_of(&x, open, out);
}

#endif
