// The main cell of a shallow contact of boxes over lanes: a polygon, as the lines that bound it and their order.
//
// Idea        Over x and y, the depth on the bisector of A's upper face and B's lower face is linear, and so is what each
//             side of A and of B is deeper than that: the polygon is cut out by up to nine lines. Each line has a part
//             between its last beginning and its first end among the others: an edge of the polygon, if that part is
//             not empty, and the line that ends it is the next one. No list of corners is kept, so that lanes need not
//             have the same ones.
// Limits      Opposite sides of a box are not compared: the depth must be less than half of each thickness.
#ifndef SCREE_KERNELS_FIELD_POLYGON_H
#define SCREE_KERNELS_FIELD_POLYGON_H

#include "kernels/field/field_frame.h"

// Sides of A, counter-clockwise: x, y, -x, -y; of B: u, v, -u, -v; and the boundary of the shared volume, depth 0.
enum { FIELD_SIDES_A = 4, FIELD_SIDES = 8, FIELD_SURFACE = 8, FIELD_LINES = 9 };

static inline lane3 l3_pick(lane_flags m, lane3 a, lane3 b)
{
    return l3(lane_pick(m, a.x, b.x), lane_pick(m, a.y, b.y), lane_pick(m, a.z, b.z));
}

// A line, c - a x - b y >= 0, and the plane that it comes from: depth = offset - normal . x.
typedef struct field_side {
    lane a, b, c;
    lane3 normal;
    lane offset;
} field_side;

typedef struct field_polygon {
    field_side side[FIELD_LINES];
    lane_mask after;              // for each line the one after it, counter-clockwise, four bits each
    lane depth, depth_x, depth_y; // at x, y: depth - depth_x x - depth_y y
    lane_mask first;              // the longest edge
    lane longest;
} field_polygon;

// The line of a plane that is known.
static inline void field_find_line(const field_frame *f, const field_polygon *p, field_side *s)
{
    const lane less = s->normal.z - 1.0;
    s->a = s->normal.x + less * p->depth_x;
    s->b = s->normal.y + less * p->depth_y;
    s->c = s->offset - s->normal.z * f->to.z + less * p->depth;
}

static inline void field_add_side(const field_frame *f, field_polygon *p, int i, lane3 normal, lane offset)
{
    p->side[i].normal = normal;
    p->side[i].offset = offset;
    field_find_line(f, p, &p->side[i]);
}

static inline void field_add_lines(const field_frame *f, bool plane, field_polygon *p)
{
    const lane inverse = 1.0 / (1.0 - f->w.z), zero = lane_of(0.0), one = lane_of(1.0);
    p->depth = (f->offset - f->to.z * f->w.z) * inverse;
    p->depth_x = f->w.x * inverse;
    p->depth_y = f->w.y * inverse;
    field_add_side(f, p, 0, l3(one, zero, zero), f->to.x);
    field_add_side(f, p, 1, l3(zero, one, zero), f->to.y);
    field_add_side(f, p, 2, l3(-one, zero, zero), -f->from.x);
    field_add_side(f, p, 3, l3(zero, -one, zero), -f->from.y);
    if (!plane) {
        field_add_side(f, p, 4, f->u, f->half_u);
        field_add_side(f, p, 5, f->v, f->half_v);
        field_add_side(f, p, 6, l3(-f->u.x, -f->u.y, -f->u.z), f->half_u);
        field_add_side(f, p, 7, l3(-f->v.x, -f->v.y, -f->v.z), f->half_v);
    }
    field_side *s = &p->side[FIELD_SURFACE];
    s->a = p->depth_x;
    s->b = p->depth_y;
    s->c = p->depth;
    s->normal = l3(zero, zero, zero);
    s->offset = zero;
}

// The part of a line within the others, along (-b, a), and the line that ends it.
typedef struct field_span {
    lane begin, end;
    lane_mask next;
} field_span;

// A line ends at line j, or begins there.
static inline void field_bound(field_span *span, int j, lane at, lane_flags ends)
{
    const lane far = lane_of((double)INFINITY), end = lane_pick(ends, at, far);
    span->next = lane_pick_whole(flags_below(end, span->end), lane_whole(j), span->next);
    span->end = lane_min(end, span->end);
    span->begin = lane_max(lane_pick(ends, -far, at), span->begin);
}

// Lines that are parallel meet far away, on the side where neither cuts anything off, or both cut everything.
static inline void field_meet(const field_polygon *p, int i, int j, field_span *of_i, field_span *of_j)
{
    const field_side *s = &p->side[i], *t = &p->side[j];
    const lane cross = s->a * t->b - t->a * s->b, dot = s->a * t->a + s->b * t->b;
    const lane parallel = lane_of(1e-200), zero = lane_of(0.0);
    const lane inverse = 1.0 / lane_pick(flags_below(zero, lane_abs(cross)), cross, parallel);
    const lane at_i = (t->c * (s->a * s->a + s->b * s->b) - s->c * dot) * inverse;
    const lane at_j = (t->c * dot - s->c * (t->a * t->a + t->b * t->b)) * inverse;
    const lane_flags i_ends = flags_not(flags_below(cross, zero));
    field_bound(of_i, j, at_i, i_ends);
    field_bound(of_j, i, at_j, flags_not(i_ends));
}

// Line i with the lines from `first` on, and the boundary. Its own span is a copy, which the compiler keeps in registers.
static inline void field_meet_all(const field_polygon *p, field_span *spans, int i, int first, int end)
{
    field_span own = spans[i];
    for (int j = first; j < end; ++j) field_meet(p, i, j, &own, &spans[j]);
    field_meet(p, i, FIELD_SURFACE, &own, &spans[FIELD_SURFACE]);
    spans[i] = own;
}

static inline void field_order_lines(field_polygon *p, bool plane)
{
    const lane far = lane_of((double)INFINITY);
    field_span spans[FIELD_LINES];
    for (int i = 0; i < FIELD_LINES; ++i) spans[i] = (field_span){ -far, far, lane_whole(FIELD_LINES) };
    const int sides = plane ? FIELD_SIDES_A : FIELD_SIDES;
    for (int k = 0; k < sides; k += FIELD_SIDES_A)
        for (int i = 0; i < 4; ++i) field_meet(p, k + i, k + (i + 1) % 4, &spans[k + i], &spans[k + (i + 1) % 4]);
    for (int i = 0; i < FIELD_SIDES_A; ++i) field_meet_all(p, spans, i, FIELD_SIDES_A, sides);
    for (int j = FIELD_SIDES_A; j < sides; ++j) field_meet_all(p, spans, j, 0, 0);
    p->after = spans[FIELD_SURFACE].next << 4 * FIELD_SURFACE;
    p->longest = lane_of(0.0);
    p->first = lane_whole(0);
    for (int i = 0; i < sides; ++i) {
        const lane length = spans[i].end - spans[i].begin;
        const lane_flags longer = flags_and(flags_below(p->longest, length), flags_below(length, far));
        p->longest = lane_pick(longer, length, p->longest);
        p->first = lane_pick_whole(longer, lane_whole(i), p->first);
        p->after |= spans[i].next << 4 * i;
    }
}

// The sides of a box by number: 1 for the second axis, 2 for a side that faces against it, 4 for B.
static inline lane_flags field_has_bit(lane_mask number, int64_t bit)
{
    return flags_same_whole(number & bit, lane_whole(bit));
}

// The plane of the side with the given number, one number a lane; for the boundary, that of the first side.
static inline void field_find_plane(const field_frame *f, bool plane, lane_mask number, field_side *out)
{
    const lane_flags second = field_has_bit(number, 1), back = field_has_bit(number, 2),
                     of_b = field_has_bit(number, 4);
    const lane zero = lane_of(0.0), one = lane_of(1.0);
    lane3 n = l3(lane_pick(second, zero, one), lane_pick(second, one, zero), zero);
    out->offset = lane_pick(second, lane_pick(back, -f->from.y, f->to.y), lane_pick(back, -f->from.x, f->to.x));
    if (!plane) {
        n = l3_pick(of_b, l3_pick(second, f->v, f->u), n);
        out->offset = lane_pick(of_b, lane_pick(second, f->half_v, f->half_u), out->offset);
    }
    const lane_mask sign = number << 62; // the bit 2 becomes that of the sign
    out->normal = l3(lane_negate(sign, n.x), lane_negate(sign, n.y), plane ? zero : lane_negate(sign, n.z));
}

// The line with the given number, one number a lane.
static inline field_side field_side_at(const field_frame *f, const field_polygon *p, bool plane, lane_mask number)
{
    field_side r;
    const lane_flags surface = flags_same_whole(number, lane_whole(FIELD_SURFACE));
    field_find_plane(f, plane, number, &r);
    field_find_line(f, p, &r);
    r.a = lane_pick(surface, p->depth_x, r.a);
    r.b = lane_pick(surface, p->depth_y, r.b);
    r.c = lane_pick(surface, p->depth, r.c);
    return r;
}

static inline lane_mask field_line_after(const field_polygon *p, lane_mask number)
{
    return lane_digit(p->after, number);
}

#endif
