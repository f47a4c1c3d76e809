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

// A line, c - a x - b y >= 0, and the plane that it comes from: depth = offset - normal . x.
typedef struct field_side {
    lane a, b, c;
    lane3 normal;
    lane offset;
    lane_mask next; // the line after it, counter-clockwise
} field_side;

typedef struct field_polygon {
    field_side side[FIELD_LINES];
    lane begin[FIELD_LINES], end[FIELD_LINES]; // along (-b, a)
    lane depth, depth_x, depth_y;              // at x, y: depth - depth_x x - depth_y y
    lane_mask first;                           // the longest edge
    lane longest;
} field_polygon;

static inline void field_add_side(const field_frame *f, field_polygon *p, int i, lane3 normal, lane offset)
{
    const lane less = normal.z - 1.0;
    field_side *s = &p->side[i];
    s->a = normal.x + less * p->depth_x;
    s->b = normal.y + less * p->depth_y;
    s->c = offset - normal.z * f->to.z + less * p->depth;
    s->normal = normal;
    s->offset = offset;
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

// Where line i ends at line j, or begins.
static inline void field_bound(field_polygon *p, int i, int j, lane at, lane_flags ends)
{
    const lane_flags sooner = flags_and(ends, flags_below(at, p->end[i]));
    p->end[i] = lane_pick(sooner, at, p->end[i]);
    p->side[i].next = lane_pick_whole(sooner, lane_whole(j), p->side[i].next);
    p->begin[i] = lane_pick(ends, p->begin[i], lane_max(p->begin[i], at));
}

// Lines that are parallel meet far away, on the side where neither cuts anything off, or both cut everything.
static inline void field_meet(field_polygon *p, int i, int j)
{
    const field_side *s = &p->side[i], *t = &p->side[j];
    const lane cross = s->a * t->b - t->a * s->b, dot = s->a * t->a + s->b * t->b;
    const lane parallel = lane_of(1e-200), zero = lane_of(0.0);
    const lane inverse = 1.0 / lane_pick(flags_below(zero, lane_abs(cross)), cross, parallel);
    const lane at_i = (t->c * (s->a * s->a + s->b * s->b) - s->c * dot) * inverse;
    const lane at_j = (t->c * dot - s->c * (t->a * t->a + t->b * t->b)) * inverse;
    const lane_flags i_ends = flags_not(flags_below(cross, zero));
    field_bound(p, i, j, at_i, i_ends);
    field_bound(p, j, i, at_j, flags_not(i_ends));
}

static inline void field_order_lines(field_polygon *p, bool plane)
{
    const lane far = lane_of((double)INFINITY);
    for (int i = 0; i < FIELD_LINES; ++i) {
        p->begin[i] = -far;
        p->end[i] = far;
        p->side[i].next = lane_whole(FIELD_LINES);
    }
    const int sides = plane ? FIELD_SIDES_A : FIELD_SIDES;
    for (int i = 0; i < FIELD_SIDES_A; ++i) {
        field_meet(p, i, (i + 1) % FIELD_SIDES_A);
        for (int j = FIELD_SIDES_A; j < sides; ++j) field_meet(p, i, j);
    }
    for (int j = FIELD_SIDES_A; j < sides; ++j) field_meet(p, j, j + 1 < sides ? j + 1 : FIELD_SIDES_A);
    for (int i = 0; i < sides; ++i) field_meet(p, i, FIELD_SURFACE);
    p->longest = lane_of(0.0);
    p->first = lane_whole(0);
    for (int i = 0; i < sides; ++i) {
        const lane length = p->end[i] - p->begin[i];
        const lane_flags longer = flags_and(flags_below(p->longest, length), flags_below(length, far));
        p->longest = lane_pick(longer, length, p->longest);
        p->first = lane_pick_whole(longer, lane_whole(i), p->first);
    }
}

// The line with a number of its own in each lane.
static inline field_side field_side_at(const field_polygon *p, bool plane, lane_mask number)
{
    field_side r = p->side[FIELD_SURFACE];
    const int sides = plane ? FIELD_SIDES_A : FIELD_SIDES;
    for (int i = 0; i < sides; ++i) {
        const field_side *s = &p->side[i];
        const lane_flags here = flags_same_whole(number, lane_whole(i));
        r.a = lane_pick(here, s->a, r.a);
        r.b = lane_pick(here, s->b, r.b);
        r.c = lane_pick(here, s->c, r.c);
        // Of A's sides only one component is not 0.
        if (i >= FIELD_SIDES_A || i % 2 == 0) r.normal.x = lane_pick(here, s->normal.x, r.normal.x);
        if (i >= FIELD_SIDES_A || i % 2 == 1) r.normal.y = lane_pick(here, s->normal.y, r.normal.y);
        if (i >= FIELD_SIDES_A) r.normal.z = lane_pick(here, s->normal.z, r.normal.z);
        r.offset = lane_pick(here, s->offset, r.offset);
        r.next = lane_pick_whole(here, s->next, r.next);
    }
    return r;
}

#endif
