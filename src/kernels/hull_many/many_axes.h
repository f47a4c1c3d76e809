// Tiny hulls, a pair in each lane: the least depth over all candidate axes, in float.
//
// Source      Separating axes: the depth is least along the normal of a face of either hull, or along the common normal
//             of an edge of each.
// Idea        For hulls with few faces and edges, or with edges and normals along few lines (tetrahedra, boxes,
//             prisms): projects all vertices on all axes. Each depth has an error bound from floats and from the axis;
//             if the upper bound of the least is below the lower bounds of all others, its axis is proven.
// Limits      Nearly parallel edges leave too wide an error.
#ifndef SCREE_KERNELS_HULL_MANY_MANY_AXES_H
#define SCREE_KERNELS_HULL_MANY_MANY_AXES_H

#include "kernels/hull_many/many_gjk.h"

/// Error bound of a depth in float, in units of the pair's size over the sine of the edges' angle: some tens of float
/// roundings.
#define AXIS_DOUBT 4e-6f

/// The sine below which the axis of two edges is too uncertain and is skipped.
#define AXIS_SINE 1e-2f

/// Edge directions and face normals, as in scree_hull.many_axes, NaN in the padding. In float, a pair in each lane;
/// three rows each.
typedef struct many_axes {
    float rows[2][SCREE_MANY_AXES][FLOAT_LANES] __attribute__((aligned(64)));
    int edges[2], faces[2]; // the most that any of the hulls has
} many_axes;

static inline float_lane3 many_axis(const many_axes *x, int which, int i)
{
    return f3_at(&x->rows[which][3 * i]);
}

/// Support heights of a hull's vertices along d and -d, in units of its radius.
static inline void many_reach(const many_pairs *c, int which, float_lane3 d, float_lane *most, float_lane *least)
{
    *most = *least = f3_dot(many_at(c, which, 0), d);
    for (int i = 1; i < c->most[which]; ++i) {
        const float_lane h = f3_dot(many_at(c, which, i), d);
        *most = float_max(h, *most);
        *least = float_min(h, *least);
    }
}

/// An axis, from A to B, and the depth along it with its error bound.
typedef struct axis_depth {
    float_lane3 n;
    float_lane depth, doubt;
} axis_depth;

/// The least two depths so far, and a lower bound of all others.
typedef struct least_depths {
    axis_depth first, second;
    float_lane others;
} least_depths;

static inline axis_depth depth_pick(float_flags f, axis_depth a, axis_depth b)
{
    return (axis_depth){ f3_pick(f, a.n, b.n), float_pick(f, a.depth, b.depth), float_pick(f, a.doubt, b.doubt) };
}

/// Enters one more depth.
static inline void keep_depth(least_depths *x, axis_depth this)
{
    const float_flags least = float_below(this.depth, x->first.depth), less = float_below(this.depth, x->second.depth);
    const float_lane out = float_pick(less, x->second.depth - x->second.doubt, this.depth - this.doubt);
    x->others = float_min(out, x->others);
    x->second = depth_pick(least, x->first, depth_pick(less, this, x->second));
    x->first = depth_pick(least, this, x->first);
}

/// Tries both signs of a unit vector, given in the frames of A and of B.
static inline void try_axis(const many_pairs *c, float_lane3 n, float_lane3 in_b, float_lane doubt, least_depths *x)
{
    float_lane a_most, a_least, b_most, b_least;
    many_reach(c, 0, n, &a_most, &a_least);
    many_reach(c, 1, in_b, &b_most, &b_least);
    const float_lane shift = f3_dot(n, c->shift);
    const float_lane ahead = a_most * c->radius[0] - (shift + b_least * c->radius[1]);
    const float_lane back = (shift + b_most * c->radius[1]) - a_least * c->radius[0];
    const float_flags flipped = float_below(back, ahead);
    x->others = float_min(float_pick(flipped, ahead, back) - doubt, x->others);
    const axis_depth this = { f3_pick(flipped, f3(-n.x, -n.y, -n.z), n), float_pick(flipped, back, ahead), doubt };
    keep_depth(x, this);
}

/// The result over all axes.
typedef struct many_depths {
    float_lane3 way[2];  ///< the two with the least depth, the better one first, from A to B
    float_flags single;  ///< the second is worse than the first even with the float errors
    float_lane limit;    ///< lower bound of the depth along all others; where `single`, the second included
    float_flags certain; ///< one of the two has the least depth; where `single`, the first
} many_depths;

/// Sums up all depths; `open`: lanes where they decide nothing.
static inline void least_of(const least_depths *x, float_flags open, many_depths *out)
{
    const float_lane most = x->first.depth + x->first.doubt, next = x->second.depth - x->second.doubt;
    out->way[0] = x->first.n;
    out->way[1] = x->second.n;
    out->single = float_below(most, next);
    out->limit = float_pick(out->single, float_min(next, x->others), x->others);
    out->certain = float_less(float_below(most, x->others), open);
}

static inline void many_least(const many_pairs *c, const many_axes *axes, many_depths *out)
{
    const float_lane doubt = float_of(AXIS_DOUBT), all = float_of(INFINITY), none = float_of(0.0f);
    const axis_depth begin = { f3(doubt, doubt, doubt), all, none };
    least_depths x = { begin, begin, all };
    float_flags open = float_below(doubt, none);
    for (int i = 0; i < axes->faces[0]; ++i) {
        const float_lane3 n = many_axis(axes, 0, SCREE_MANY_EDGES + i);
        try_axis(c, n, many_rotate_back(c, n), doubt, &x);
    }
    for (int i = 0; i < axes->faces[1]; ++i) {
        const float_lane3 n = many_axis(axes, 1, SCREE_MANY_EDGES + i);
        try_axis(c, many_rotate(c, n), n, doubt, &x);
    }
    for (int j = 0; j < axes->edges[1]; ++j) {
        const float_lane3 e = many_rotate(c, many_axis(axes, 1, j));
        for (int i = 0; i < axes->edges[0]; ++i) {
            const float_lane3 n = f3_cross(many_axis(axes, 0, i), e);
            const float_lane square = f3_dot(n, n), part = float_of(1.0f) / float_sqrt(square);
            const float_lane3 unit = f3(n.x * part, n.y * part, n.z * part);
            open = float_or(open, float_below(square, float_of(AXIS_SINE * AXIS_SINE)));
            try_axis(c, unit, many_rotate_back(c, unit), doubt * part, &x);
        }
    }
    least_of(&x, open, out);
}

#endif
