// Two boxes that overlap, many pairs over lanes: depth, normal, features and points from all fifteen axes.
//
// Source      Gottschalk, Lin, Manocha, "OBBTree: a hierarchical structure for rapid interference detection" (1996): the
//             faces of the difference of two boxes have the normals of the faces of both and of their nine pairs of edges.
// Idea        With the rotation R of B and its position t in A's frame, all gaps are sums of products of R, t and half
//             lengths. Those of edges are compared times the sine s of their angle, without a division. The axis with the
//             largest gap is the normal: no search, no warm start. The frame of the pair puts its body, the reference, first,
//             and the axis itself first in that, so that all lanes do the same: a face of the reference with a vertex of the
//             other box, and an edge of A with one of B. Where features are parallel up to SCREE_FEATURE_SLOPE, the patch is
//             made one pair at a time (box_flat.h).
//             A pair of edges whose normal is at an angle v to that of a face of A spans a face of the difference of the boxes
//             that is L s wide, L the length of an edge. If the least depth d is there, the adjacent face towards A's is
//             d cos v + x sin v deep, with x up to L s: at most L s v deeper. s v is the smaller component of the edges' cross
//             product along A's axes. Where that is almost 0, as in every stack, the pair is left out: at most three such faces
//             are adjacent, and the next one has an axis that is not left out.
//             Boxes that touch are answered where they share a patch: where its two sides are nearest, a point of it is on both
//             boxes, so that the distance there bounds that of the boxes from above. So do the gaps: if no axis has one above
//             g > 0, the boxes are at most sqrt(3) g apart, for the normals of the faces that meet at a corner of their
//             difference are all in one octant of A's.
// Limits      Boxes about their own origin. Apart (the gap is then only a bound), or touching in less than a patch: no answer, and
//             the kernels for hulls take over.
#include "kernels/box_pair/box_flat.h"
#include "kernels/hull/hull_near.h"
#include "kernels/pair_lanes.h"
#include "pair/fetch.h"

// ----------------------------------------------------------------------------------------------------------- the axis

/// Pairs of edges are left out up to this smaller component of their cross product along A's axes.
#define BOX_LEVEL 0x1p-48

/// Error of the sums for a pair of edges, in roundings of the pair's size: R is orthogonal to less than 40, and is
/// multiplied by lengths of both bodies and by the shift.
#define BOX_ROUNDINGS 128.0

/// The same where R counts as exact, times the sine: heights of B's edges over an axis are then minors of R, and keep their digits
/// where the sine is small. A body with these edges is off from B by what is in the pair's error, and the normals of its faces
/// from the columns of R by 80 roundings, which BOX_ROOM has.
#define BOX_SURE 16.0

/// How far the distance may be above the gap, in the same unit, where edges are left out (three times the 32 roundings
/// of BOX_LEVEL and the 40 of R), or where another axis is as good.
#define BOX_ROOM 512.0

/// Features that lean by more than this meet in a point: SCREE_FEATURE_SLOPE, with a margin for rounding.
#define BOX_SLOPE ((1.0 + 1e-8) * SCREE_FEATURE_SLOPE)

typedef struct lane_boxes {
    lane3 half[2];
} lane_boxes;

/// Index of an axis: 0, 1, 2 for A's faces, 3, 4, 5 for B's, 6 + 3 i + j for edges i and j.
typedef struct box_axes {
    lane gap;   ///< the largest; for edges only good enough to compare
    lane which; ///< its axis
    lane room;  ///< how far the distance may be above the gap, apart from rounding
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

/// Where rounding decides between axes, as with edges that are parallel up to a few times BOX_LEVEL, in every stack. A pair of
/// edges is then compared with sums that are right to some roundings of the size times its sine, and only wins by more.
__attribute__((noinline)) static void box_settle_axis(const lane_frame *f, const lane_boxes *b, lane_mask doubt,
                                                      box_axes *x)
{
    const lane3 *r = f->rotation.row;
    const lane slack = BOX_SURE * SCREE_ROUNDING * f->size;
    box_axes y;
    box_try_faces(f, b, &y);
    for (int k = 0; k < 9; ++k) {
        const int i = k / 3, j = k % 3, i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
        const lane r1 = box_pick(&r[i1], j), r2 = box_pick(&r[i2], j), sine = lane_sqrt(r1 * r1 + r2 * r2);
        const lane of_a = box_pick(&b->half[0], i1) * lane_abs(r2) + box_pick(&b->half[0], i2) * lane_abs(r1);
        const lane of_b = box_pick(&b->half[1], j1) * lane_abs(r1 * box_pick(&r[i2], j1) - r2 * box_pick(&r[i1], j1)) +
                          box_pick(&b->half[1], j2) * lane_abs(r1 * box_pick(&r[i2], j2) - r2 * box_pick(&r[i1], j2));
        const lane over = lane_abs(box_pick(&f->shift, i2) * r1 - box_pick(&f->shift, i1) * r2) - of_a - of_b;
        const lane_mask level = lane_min(lane_abs(r1), lane_abs(r2)) <= BOX_LEVEL;
        const lane_mask better = (over > (y.gap + slack) * sine) & ~level;
        y.gap = lane_select(better, over / sine, y.gap);
        y.which = lane_select(better, lane_of(6.0 + k), y.which);
    }
    x->gap = lane_select(doubt, y.gap, x->gap);
    x->which = lane_select(doubt, y.which, x->which);
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
        doubt |= (x->which == lane_of(6.0 + k)) & (e.sine[k] <= BOX_SLOPE);
    }
    x->room = lane_select(rival, room, lane_of(0.0));
    if (lane_bits(doubt) != 0) box_settle_axis(f, b, doubt, x);
}

// ----------------------------------------------------------------------------------------------- the pairs of a group

/// Within this of touching, in units of the pair's error, only boxes that share a patch have an answer here, and only up to
/// BOX_IN_TOUCH.
#define BOX_TOUCH 16.0
#define BOX_IN_TOUCH 1.0

/// How far boxes are apart at most where no axis has a gap above 1.
#define BOX_CORNER 1.7321

// The pairs of a group, one in each lane.
typedef struct box_group {
    int count;
    unsigned swapped; // B comes first
    int32_t pair[SCREE_LANES];
    const scree_body *body[2][SCREE_LANES];
    const double *shape[2][SCREE_LANES]; // as arrays of doubles
    gathered g;
    lane_boxes boxes;
} box_group;

static inline bool is_plain_box(const scree_shape *s)
{
    return s->is_box && s->centred && s->hull->box->low.x == -s->hull->box->high.x &&
           s->hull->box->low.y == -s->hull->box->high.y && s->hull->box->low.z == -s->hull->box->high.z;
}

// Puts one pair into the next lane. False if it is not one of two boxes.
static inline bool take_boxes(const scree_lane_work *work, int32_t pair, box_group *w)
{
    const scree_batch *batch = work->batch;
    const size_t number = work->first + (size_t)pair;
    const scree_body *a = &batch->bodies[batch->pairs[number].a], *b = &batch->bodies[batch->pairs[number].b];
    if (!is_plain_box(a->shape) || !is_plain_box(b->shape)) return false;
    const bool swapped = !scree_pair_in_order(a, b);
    const int i = w->count++;
    w->body[0][i] = swapped ? b : a;
    w->body[1][i] = swapped ? a : b;
    w->swapped |= (swapped ? 1u : 0u) << i;
    w->pair[i] = pair;
    scree_fetch_result(&work->results[number]);
    return true;
}

static inline void gather_boxes(box_group *w)
{
    for (int i = w->count; i < SCREE_LANES; ++i)
        for (int k = 0; k < 2; ++k) w->body[k][i] = w->body[k][0];
    for (int k = 0; k < 2; ++k) {
        double(*rows)[SCREE_LANES] = w->g.body[k];
        const double *corner[SCREE_LANES];
        lane high[4];
        for (int i = 0; i < SCREE_LANES; ++i) {
            w->g.shape[k][i] = w->body[k][i]->shape;
            corner[i] = &w->g.shape[k][i]->hull->box->high.x;
            w->shape[k][i] = (const double *)(const void *)w->g.shape[k][i];
        }
        gather_poses(w->body[k], rows);
        lane_put_row(rows[CORE_RADIUS], lane_column(w->shape[k], NUMBER_OF(core_radius)));
        lane_put_row(rows[RADIUS], lane_column(w->shape[k], NUMBER_OF(radius)));
        lane_put_row(rows[SLACK], lane_column(w->shape[k], NUMBER_OF(slack)));
        lane_put_row(rows[BOUND], lane_column(w->shape[k], NUMBER_OF(bounds.radius)));
        lane_columns_of_four(corner, 0, high);
        w->boxes.half[k] = l3(high[0], high[1], high[2]);
    }
}

// --------------------------------------------------------------------------------------------------- the pair's frame

// The reference's frame with the normal's axis first; the columns are the other body's axes, for two edges with the
// edge first.
typedef struct box_frame {
    lane_mask of_b, of_edges; // B is the reference; two edges meet
    lane_mask first[2][2];    // of the reference and the other one: the axis is the second, the third
    lane3 row[3];
    lane3 shift, half[2];
    lane3 weight[2]; // 1, 3 and 9 for the axes, see shape/box.c
} box_frame;

static inline lane3 come_first(const lane_mask at[2], lane3 v)
{
    return l3(lane_select(at[1], v.z, lane_select(at[0], v.y, v.x)),
              lane_select(at[1], v.x, lane_select(at[0], v.z, v.y)),
              lane_select(at[1], v.y, lane_select(at[0], v.x, v.z)));
}

static inline lane3 go_back(const lane_mask at[2], lane3 v)
{
    return l3(lane_select(at[1], v.y, lane_select(at[0], v.z, v.x)),
              lane_select(at[1], v.z, lane_select(at[0], v.x, v.y)),
              lane_select(at[1], v.x, lane_select(at[0], v.y, v.z)));
}

static inline void rotate_to_axis(const lane_frame *f, const lane_boxes *b, lane which, box_frame *x)
{
    x->of_edges = which > lane_of(5.0);
    x->of_b = (which > lane_of(2.0)) & ~x->of_edges;
    lane_mask edge[2] = { { 0 }, { 0 } }, axis[2];
    for (int k = 0; k < 2; ++k) {
        axis[k] = (which == lane_of(1.0 + k)) | (which == lane_of(4.0 + k));
        for (int j = 0; j < 3; ++j) {
            axis[k] |= which == lane_of(6.0 + 3.0 * (1 + k) + j);
            edge[k] |= which == lane_of(6.0 + 3.0 * j + 1 + k);
        }
    }
    const lane_mat3 back = lm3_transposed(&f->rotation);
    const lane3 to_a = lm3_mul(&back, f->shift), weight = l3(lane_of(1.0), lane_of(3.0), lane_of(9.0));
    lane3 rows[3];
    for (int k = 0; k < 3; ++k) rows[k] = come_first(edge, l3_select(x->of_b, back.row[k], f->rotation.row[k]));
    const lane3 x0 = come_first(axis, l3(rows[0].x, rows[1].x, rows[2].x));
    const lane3 y0 = come_first(axis, l3(rows[0].y, rows[1].y, rows[2].y));
    const lane3 z0 = come_first(axis, l3(rows[0].z, rows[1].z, rows[2].z));
    x->row[0] = l3(x0.x, y0.x, z0.x);
    x->row[1] = l3(x0.y, y0.y, z0.y);
    x->row[2] = l3(x0.z, y0.z, z0.z);
    x->shift = come_first(axis, l3_select(x->of_b, l3(-to_a.x, -to_a.y, -to_a.z), f->shift));
    x->half[0] = come_first(axis, l3_select(x->of_b, b->half[1], b->half[0]));
    x->half[1] = come_first(edge, l3_select(x->of_b, b->half[0], b->half[1]));
    x->weight[0] = come_first(axis, weight);
    x->weight[1] = come_first(edge, weight);
    for (int k = 0; k < 2; ++k) {
        x->first[0][k] = axis[k];
        x->first[1][k] = edge[k];
    }
}

// -------------------------------------------------------------------------------------------------- what meets there

// In the frame of the reference.
typedef struct box_contact {
    lane3 n, on[2]; // points of the reference and the other
    lane gap;
    lane cell[2];
    lane_mask plain; // the features are certain, and meet in one point
    lane_mask level; // one of them is part of a larger feature that is parallel to the other's
} box_contact;

static inline lane sign_of(lane x)
{
    return lane_select(x < lane_of(0.0), lane_of(-1.0), lane_of(1.0));
}

// A face of the reference with the incident vertex behind it.
static inline void meet_box_face(const lane_frame *f, const box_frame *x, box_contact *c)
{
    const lane side = sign_of(x->shift.x), none = lane_of(0.0);
    const lane3 up = l3_scale(x->row[0], side), q = l3_abs(up), b = x->half[1];
    const lane3 sides = l3(-sign_of(up.x), -sign_of(up.y), -sign_of(up.z)), arm = l3_times(sides, b);
    const lane3 p = l3(x->shift.x + l3_dot(x->row[0], arm), x->shift.y + l3_dot(x->row[1], arm),
                       x->shift.z + l3_dot(x->row[2], arm));
    const lane inside = lane_min(x->half[0].y - lane_abs(p.y), x->half[0].z - lane_abs(p.z));
    const lane least = lane_min(q.x, lane_min(q.y, q.z));
    c->n = l3(side, none, none);
    c->gap = lane_abs(x->shift.x) - x->half[0].x - l3_dot(q, b);
    c->on[1] = p;
    c->on[0] = l3(p.x - c->gap * side, p.y, p.z);
    c->cell[0] = 13.0 + side * x->weight[0].x;
    c->cell[1] = 13.0 + l3_dot(sides, x->weight[1]);
    c->plain = (least > lane_of(BOX_SLOPE)) & (inside > f->error);
    c->level = least <= lane_of(SCREE_FEATURE_SLOPE);
}

// The first edge of each.
static inline void meet_box_edges(const lane_frame *f, const box_frame *x, box_contact *c)
{
    const lane none = lane_of(0.0);
    const lane3 along = l3(x->row[0].x, x->row[1].x, x->row[2].x);
    const lane3 one = l3(x->row[0].y, x->row[1].y, x->row[2].y), two = l3(x->row[0].z, x->row[1].z, x->row[2].z);
    const lane sine = lane_sqrt(along.y * along.y + along.z * along.z);
    const lane toward = sign_of(along.y * x->shift.z - along.z * x->shift.y);
    const lane3 n = l3(none, -toward * along.z / sine, toward * along.y / sine);
    const lane up[3] = { l3_dot(n, along), l3_dot(n, one), l3_dot(n, two) };
    const lane side_y = sign_of(n.y), side_z = sign_of(n.z), side_one = -sign_of(up[1]), side_two = -sign_of(up[2]);
    const lane3 a = x->half[0], b = x->half[1];
    const lane3 q = l3_add_scaled(l3_add_scaled(x->shift, side_one * b.y, one), side_two * b.z, two);
    const lane3 between = l3(q.x, q.y - side_y * a.y, q.z - side_z * a.z), g = l3(none, n.z, -n.y);
    const lane at_b = -l3_dot(between, g) / l3_dot(along, g), at_a = between.x + at_b * along.x;
    c->n = n;
    c->gap = l3_dot(n, x->shift) - (lane_abs(n.y) * a.y + lane_abs(n.z) * a.z) -
             (lane_abs(up[0]) * b.x + lane_abs(up[1]) * b.y + lane_abs(up[2]) * b.z);
    c->on[0] = l3(at_a, side_y * a.y, side_z * a.z);
    c->on[1] = l3_add_scaled(q, at_b, along);
    c->cell[0] = 13.0 + side_y * x->weight[0].y + side_z * x->weight[0].z;
    c->cell[1] = 13.0 + side_one * x->weight[1].y + side_two * x->weight[1].z;
    const lane3 astray = l3_add_scaled(l3_sub(c->on[1], c->on[0]), -c->gap, n);
    const lane least = lane_min(lane_min(lane_abs(n.y), lane_abs(n.z)), lane_min(lane_abs(up[1]), lane_abs(up[2])));
    const lane end = lane_of(1.0 - 2.0 * HULL_END);
    // Parallel edges share a segment, which has no answer here.
    c->plain = (least > lane_of(BOX_SLOPE)) & (lane_abs(at_a) <= end * a.x) & (lane_abs(at_b) <= end * b.x) &
               (sine > lane_of(BOX_SLOPE)) & (l3_dot(astray, astray) <= f->error * f->error);
    c->level = least <= lane_of(SCREE_FEATURE_SLOPE);
}

static inline lane3 to_frame_of_a(const lane_frame *f, const box_frame *x, lane3 p)
{
    const lane3 own = go_back(x->first[0], p);
    return l3_select(x->of_b, l3_add(lm3_mul(&f->rotation, own), f->shift), own);
}

// The answers of a group, in A's frame.
typedef struct box_answer {
    lane_answer y;
    lane3 middle;
    unsigned plain, level, in_touch, of_b, of_edges;
    double cell[2][SCREE_LANES] __attribute__((aligned(64))); // of the reference and the other
    box_patch patch[SCREE_LANES];                             // of those with parallel features
} box_answer;

// The part that all lanes do together.
static inline void meet_boxes(const lane_frame *f, const box_group *w, box_answer *out)
{
    box_axes axes;
    box_frame x;
    box_contact face, c;
    box_best_axis(f, &w->boxes, &axes);
    rotate_to_axis(f, &w->boxes, axes.which, &x);
    meet_box_face(f, &x, &face);
    meet_box_edges(f, &x, &c);
    const lane_mask edges = x.of_edges;
    const lane3 own = go_back(x.first[0], l3_select(edges, c.n, face.n)), rotated = lm3_mul(&f->rotation, own);
    const lane3 on[2] = { to_frame_of_a(f, &x, l3_select(edges, c.on[0], face.on[0])),
                          to_frame_of_a(f, &x, l3_select(edges, c.on[1], face.on[1])) };
    const lane gap = lane_select(edges, c.gap, face.gap);
    out->y = (lane_answer){ .distance = gap, .lower = gap - f->error, .steps = lane_of(1.0) };
    // The axis was chosen by sums that are slightly off.
    out->y.upper = lane_max(gap, axes.gap) + f->error + axes.room;
    out->y.n = l3_select(x.of_b, l3(-rotated.x, -rotated.y, -rotated.z), own);
    out->y.on_a = l3_select(x.of_b, on[1], on[0]);
    out->y.on_b = l3_select(x.of_b, on[0], on[1]);
    lane_put_row(out->cell[0], lane_select(edges, c.cell[0], face.cell[0]));
    lane_put_row(out->cell[1], lane_select(edges, c.cell[1], face.cell[1]));
    const unsigned deep = lane_bits_below(gap, -BOX_TOUCH * f->error);
    const unsigned level = lane_bits(edges & c.level) | lane_bits(~edges & face.level);
    out->of_b = lane_bits(x.of_b);
    out->of_edges = lane_bits(edges);
    out->plain = deep & (lane_bits(edges & c.plain) | lane_bits(~edges & face.plain));
    out->in_touch = ~deep & lane_bits(gap <= BOX_IN_TOUCH * f->error);
    out->level = (deep | out->in_touch) & level & ~out->plain & ((1u << w->count) - 1u);
    out->middle = l3_add_scaled(out->y.on_a, lane_of(0.5), l3_sub(out->y.on_b, out->y.on_a));
}

// Pairs with a patch, one after the other.
__attribute__((noinline)) static void meet_level_boxes(const lane_frame *f, const box_group *w, box_answer *out)
{
    for (unsigned bits = out->level; bits != 0; bits &= bits - 1) {
        const int i = __builtin_ctz(bits);
        box_meeting m = { .shift = lane_vector(&f->shift, i), .n = lane_vector(&out->y.n, i) };
        for (int k = 0; k < 3; ++k) m.rotation.row[k] = lane_vector(&f->rotation.row[k], i);
        for (int k = 0; k < 2; ++k) m.half[k] = w->g.shape[k][i]->hull->box->high;
        m.gap = out->y.distance[i];
        m.error = f->error[i];
        m.size = f->size[i];
        box_patch *p = &out->patch[i];
        const bool in_touch = (out->in_touch >> i & 1u) != 0u;
        if (!box_meet_flat(&m, p)) {
            out->level &= ~(1u << i);
            continue;
        }
        const lane_mask here = lane_of_bits(1u << i);
        if (in_touch) {
            const double apart = fmax(fabs(p->gap), fabs(m.gap)), most = out->y.upper[i];
            // Each point may be off its feature by as much as counts as level.
            const double upper = apart + (1.0 + 2.0 * SCREE_LEVEL) * m.error;
            const double by_axes = fmax(most, BOX_CORNER * most);
            const bool overlap = m.gap < -BOX_IN_TOUCH * m.error;
            out->y.upper = lane_select(here, lane_of(overlap ? fmin(upper, by_axes) : upper), out->y.upper);
        }
        out->y.on_a = l3_select(here, l3_of(p->on_a), out->y.on_a);
        out->y.on_b = l3_select(here, l3_of(p->on_b), out->y.on_b);
        out->middle = l3_select(here, l3_of(p->middle), out->middle);
    }
}

// ------------------------------------------------------------------------------------------------------- the answer

static inline void name_box_features(const box_group *w, const box_answer *a, int i, scree_contact *x)
{
    scree_feature kind[2];
    int cell[2];
    const unsigned of_b = a->of_b >> i & 1u, edges = a->of_edges >> i & 1u, swapped = w->swapped >> i & 1u;
    for (unsigned k = 0; k < 2; ++k) {
        const unsigned to = k ^ of_b;
        kind[to] = edges ? SCREE_FEATURE_EDGE : k == 0 ? SCREE_FEATURE_FACE : SCREE_FEATURE_VERTEX;
        cell[to] = (int)a->cell[k][i];
    }
    x->patch_area = 0.0;
    if ((a->level >> i & 1u) != 0u) {
        x->patch_area = a->patch[i].area;
        for (int k = 0; k < 2; ++k) {
            kind[k] = a->patch[i].feature[k];
            cell[k] = a->patch[i].cell[k];
        }
    }
    x->feature_a = kind[swapped];
    x->feature_b = kind[!swapped];
    x->index_a = scree_box_index(w->g.shape[swapped][i]->hull->box, cell[swapped]);
    x->index_b = scree_box_index(w->g.shape[!swapped][i]->hull->box, cell[!swapped]);
}

// Returns how many are left, in `left`.
static inline int answer_boxes(const scree_lane_work *work, box_group *w, int32_t *left)
{
    lane_frame f;
    box_answer a;
    published out;
    lane values[CONTACT_DOUBLES];
    gather_boxes(w);
    const gathered *g = &w->g;
    make_frame(g, &f);
    lane_mask usual = pose_is_usual(g->body[0]) & pose_is_usual(g->body[1]);
    meet_boxes(&f, w, &a);
    a.level &= lane_bits(usual);
    if ((a.plain | a.level) == 0) { // all of them are apart
        const int count = w->count;
        for (int i = 0; i < count; ++i) left[i] = w->pair[i];
        w->count = 0;
        w->swapped = 0;
        return count;
    }
    if (a.level != 0) meet_level_boxes(&f, w, &a);
    publish(g, &f, &a.y, work->tolerance, &out, &usual);
    const lane lean = 0.5 * (lane_row(g->body[0][RADIUS]) - lane_row(g->body[1][RADIUS]));
    put3(out.out, MX, world_point(&f, l3_add_scaled(a.middle, lean, a.y.n)));
    swap_contacts_back(&out, w->swapped, values);
    const unsigned answered = (a.plain | a.level) & lane_bits(usual);
    int rest = 0;
    for (int i = 0; i < w->count; ++i) {
        const size_t number = work->first + (size_t)w->pair[i];
        if ((answered >> i & 1u) == 0u) {
            left[rest++] = w->pair[i];
            continue;
        }
        scree_contact *const x = &work->results[number];
        write_contact(&out, values, i, x);
        x->iterations = 1;
        name_box_features(w, &a, i, x);
        if (work->batch->caches != NULL) scree_cache_keep(&work->batch->caches[number], x);
    }
    w->count = 0;
    w->swapped = 0;
    return rest;
}

int SCREE_AT_WIDTH(scree_box_pairs)(const scree_lane_work *work, int32_t *left)
{
    box_group w = { .count = 0 };
    int rest = 0;
    for (int k = 0; k < work->count; ++k) {
        if (!take_boxes(work, work->pairs[k], &w)) left[rest++] = work->pairs[k];
        if (w.count == SCREE_LANES) rest += answer_boxes(work, &w, left + rest);
    }
    if (w.count > 0) rest += answer_boxes(work, &w, left + rest);
    return rest;
}

#if SCREE_LANES <= SCREE_MOST_SINGLE_LANES
bool SCREE_AT_WIDTH(scree_box_pair)(const scree_body *a, const scree_body *b, double tolerance, scree_contact *out)
{
    const scree_body bodies[2] = { *a, *b };
    const scree_pair pair = { .a = 0, .b = 1 };
    const scree_batch batch = { .bodies = bodies, .body_count = 2, .pairs = &pair, .pair_count = 1 };
    int32_t number = 0;
    const scree_lane_work work = {
        .batch = &batch, .tolerance = tolerance, .pairs = &number, .count = 1, .results = out
    };
    return SCREE_AT_WIDTH(scree_box_pairs)(&work, &number) == 0;
}
#endif
