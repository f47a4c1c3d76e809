// Two boxes over lanes, a pair in each: which of the fifteen axes has the largest gap.
//
// Source      Gottschalk, Lin, Manocha, "OBBTree: a hierarchical structure for rapid interference detection" (1996): the
//             faces of the difference of two boxes have the normals of the faces of both and of their nine pairs of edges.
// Idea        With the rotation R of B and its position t in A's frame, all gaps are sums of products of R, t and half
//             lengths. Those of edges are compared times the sine s of their angle, without a division.
// A pair of edges whose normal is at an angle v to that of a face of A spans a face of the difference of the boxes that
// is L s wide, L the length of an edge. If the least depth d is there, the adjacent face towards A's is d cos v + x sin
// v deep, with x up to L s: at most L s v deeper. s v is the smaller component of the edges' cross product along A's
// axes. Where that is almost 0, as in every stack, the pair is left out: at most three such faces are adjacent, and the
// next one has an axis that is not left out.
// Limits      The depth of boxes that overlap; of others, the gap is a bound only.
#ifndef SCREE_KERNELS_BOX_PAIR_BOX_AXES_H
#define SCREE_KERNELS_BOX_PAIR_BOX_AXES_H

#include "kernels/pair_lanes.h"

/// Pairs of edges are left out up to this smaller component of their cross product along A's axes.
#define BOX_LEVEL 0x1p-48

/// Error of the sums for a pair of edges, in roundings of the pair's size: R is orthogonal to less than 40, and is
/// multiplied by lengths of both bodies and by the shift.
#define BOX_ROUNDINGS 128.0

/// How far the distance may be above the gap, in the same unit, where edges are left out (three times the 32 roundings
/// of BOX_LEVEL and the 40 of R), or where another axis is as good.
#define BOX_ROOM 512.0

typedef struct lane_boxes {
    lane3 half[2];
} lane_boxes;

/// Index of an axis: 0, 1, 2 for A's faces, 3, 4, 5 for B's, 6 + 3 i + j for edges i and j.
typedef struct box_axes {
    lane gap;        ///< the largest; for edges only good enough to compare
    lane which;      ///< its axis
    lane room;       ///< how far the distance may be above the gap, apart from rounding
    lane_mask clear; ///< rounding cannot decide
} box_axes;

static inline lane3 l3_abs(lane3 a)
{
    return l3(lane_abs(a.x), lane_abs(a.y), lane_abs(a.z));
}

static inline lane box_pick(const lane3 *v, int i)
{
    return i == 0 ? v->x : i == 1 ? v->y : v->z;
}

static inline void box_try(lane gap, int number, box_axes *x)
{
    const lane_mask better = gap > x->gap;
    x->gap = lane_select(better, gap, x->gap);
    x->which = lane_select(better, lane_of((double)number), x->which);
}

/// Gaps of two edges, times their sines.
typedef struct box_edges {
    lane product[9], sine[9];
    lane_mask level[9]; ///< left out
} box_edges;

static inline void box_edge_gaps(const lane_frame *f, const lane_boxes *b, box_edges *e)
{
    const lane3 *r = f->rotation.row;
    const lane3 q[3] = { l3_abs(r[0]), l3_abs(r[1]), l3_abs(r[2]) };
    for (int i = 0; i < 3; ++i) {
        const int i1 = (i + 1) % 3, i2 = (i + 2) % 3;
        const lane t1 = box_pick(&f->shift, i1), t2 = box_pick(&f->shift, i2);
        const lane a1 = box_pick(&b->half[0], i1), a2 = box_pick(&b->half[0], i2);
        for (int j = 0; j < 3; ++j) {
            const int j1 = (j + 1) % 3, j2 = (j + 2) % 3;
            const lane r1 = box_pick(&r[i1], j), r2 = box_pick(&r[i2], j);
            const lane of_a = a1 * box_pick(&q[i2], j) + a2 * box_pick(&q[i1], j);
            const lane of_b =
                box_pick(&b->half[1], j1) * box_pick(&q[i], j2) + box_pick(&b->half[1], j2) * box_pick(&q[i], j1);
            e->product[3 * i + j] = lane_abs(t2 * r1 - t1 * r2) - of_a - of_b;
            e->sine[3 * i + j] = lane_sqrt(r1 * r1 + r2 * r2);
            e->level[3 * i + j] = lane_min(lane_abs(r1), lane_abs(r2)) <= BOX_LEVEL;
        }
    }
}

static inline void box_try_faces(const lane_frame *f, const lane_boxes *b, box_axes *x)
{
    const lane3 *r = f->rotation.row;
    const lane3 t = l3_abs(f->shift), u = l3_abs(lm3_mul_transposed(&f->rotation, f->shift));
    const lane_mat3 q = { { l3_abs(r[0]), l3_abs(r[1]), l3_abs(r[2]) } };
    const lane3 of_b = lm3_mul(&q, b->half[1]), of_a = lm3_mul_transposed(&q, b->half[0]);
    x->gap = t.x - b->half[0].x - of_b.x;
    x->which = lane_of(0.0);
    box_try(t.y - b->half[0].y - of_b.y, 1, x);
    box_try(t.z - b->half[0].z - of_b.z, 2, x);
    box_try(u.x - b->half[1].x - of_a.x, 3, x);
    box_try(u.y - b->half[1].y - of_a.y, 4, x);
    box_try(u.z - b->half[1].z - of_a.z, 5, x);
}

/// The best axis; on a tie, a face before edges.
static inline void box_best_axis(const lane_frame *f, const lane_boxes *b, box_axes *x)
{
    box_edges e;
    box_try_faces(f, b, x);
    box_edge_gaps(f, b, &e);
    lane_mask rival = { 0 }, doubt = { 0 };
    for (int k = 0; k < 9; ++k) {
        const lane_mask better = (e.product[k] > x->gap * e.sine[k]) & ~e.level[k];
        rival |= e.level[k];
        x->gap = lane_select(better, e.product[k] / e.sine[k], x->gap);
        x->which = lane_select(better, lane_of(6.0 + k), x->which);
    }
    const lane slack = BOX_ROUNDINGS * SCREE_ROUNDING * f->size, room = BOX_ROOM * SCREE_ROUNDING * f->size;
    for (int k = 0; k < 9; ++k) {
        const lane most = e.product[k] + slack;
        const lane_mask other = ~e.level[k] & (x->which != lane_of(6.0 + k));
        rival |= other & (most > x->gap * e.sine[k]);
        doubt |= other & (most > (x->gap + room) * e.sine[k]);
    }
    x->room = lane_select(rival, room, lane_of(0.0));
    x->clear = ~doubt;
}

#endif
