// The pressure field of a shallow contact of boxes over lanes: once around the main cell, with the cells adjacent to it.
//
// Idea        As region/ring.c: across an edge of the main cell lies a strip, and at a corner between a side of A and a side
//             of B a triangle. The line in which the planes of a corner's two sides meet goes through A's upper face and
//             B's lower face: these two points are the outer corners there.
// Proof       If both points of every corner are inside both boxes, the faces that were met close a surface, as each edge of
//             each of them belongs to two of them: it is the whole boundary of the shared volume. Polygons of S have their
//             corners at these points and are bounded by ties with others that were met, so that S is complete. They are
//             not turned over if the planes of each corner meet from the right side in both faces.
#ifndef SCREE_KERNELS_FIELD_WALK_H
#define SCREE_KERNELS_FIELD_WALK_H

#include "kernels/field/field_polygon.h"

// The least determinant of three unit normals whose planes are intersected.
#define FIELD_LEAST_DETERMINANT 1e-8

// A corner of the main cell.
typedef struct field_corner {
    lane3 x;     // from the frame's origin
    lane p;      // pressure there
    lane3 upper; // where the planes of its two sides meet in A's upper face
    lane3 lower; // ... and in B's lower face
} field_corner;

// The cells at an edge and at its end, as triangles: their corners, and their areas along their normals.
typedef struct field_step {
    lane3 x, outer, outer_next; // the edge's end; outer corner there, of this edge and of the next
    lane3 x_before, outer_before;
    lane main;           // twice the area over x and y
    lane3 strip[2], tip; // twice the areas
} field_step;

// Integrals over S, places from `at`; see region/field.h.
typedef struct field_sums {
    lane3 at, force, moment, pressure_at;
    lane pressure;
} field_sums;

typedef struct field_walk {
    const field_frame *f;
    const field_polygon *p;
    bool plane;
    lane most;                // depth
    lane longest;             // edge of the main cell; 0: there is none
    lane main_slant;          // area of the main cell over that over x and y
    lane3 main_normal;        // its normal times that
    lane_flags good, open;    // proven so far; not around yet
    lane_mask side_a, side_b; // without a proof: the sides whose cells may be better main cells; or FIELD_LINES
    field_step step[FIELD_LINES];
    int steps;
    field_sums sums;
} field_walk;

// Not where x is NaN.
static inline lane_flags flags_within(lane x, lane low, lane high)
{
    return flags_and(flags_below(low, x), flags_below(x, high));
}

// Whether a point is within A's sides and, if B is a box, B's.
static inline lane_flags is_within_sides(const field_walk *w, lane3 x)
{
    const field_frame *f = w->f;
    const lane e = f->error;
    lane_flags in = flags_within(x.x, f->from.x - e, f->to.x + e);
    in = flags_and(in, flags_within(x.y, f->from.y - e, f->to.y + e));
    if (w->plane) return in;
    const lane u = lane_abs(l3_dot(f->u, x)), v = lane_abs(l3_dot(f->v, x));
    return flags_and(in, flags_and(flags_below(u, f->half_u + e), flags_below(v, f->half_v + e)));
}

// A point of A's upper face that is `below` B's lower face, and one of B's lower face: is it in both bodies?
static inline lane_flags is_upper_inside(const field_walk *w, lane3 x, lane below)
{
    const field_frame *f = w->f;
    const lane e = f->error;
    const lane_flags in = flags_and(is_within_sides(w, x), flags_below(-e, below));
    return w->plane ? in : flags_and(in, flags_below(below, f->thick + e));
}

static inline lane_flags is_lower_inside(const field_walk *w, lane3 x)
{
    const field_frame *f = w->f;
    return flags_and(is_within_sides(w, x), flags_within(x.z, f->from.z - f->error, f->to.z + f->error));
}

static inline lane3 l3_pick(lane_flags m, lane3 a, lane3 b)
{
    return l3(lane_pick(m, a.x, b.x), lane_pick(m, a.y, b.y), lane_pick(m, a.z, b.z));
}

// A line and its number in each lane.
typedef struct field_edge {
    field_side side;
    lane_mask number;
    lane_flags of_b, surface;
} field_edge;

static inline field_edge field_edge_at(const field_polygon *p, bool plane, lane_mask number)
{
    field_edge e;
    e.side = field_side_at(p, plane, number);
    e.number = number;
    e.surface = flags_same_whole(number, lane_whole(FIELD_SURFACE));
    e.of_b = flags_same_whole(number & 4, lane_whole(4));
    return e;
}

// The first corner without a proof: the cell whose outer corner is outside has more neighbours than the ring holds, and may
// be the main cell of a ring that holds all.
static inline void field_note_failure(field_walk *w, const field_edge *s, const field_edge *t, lane_flags failed,
                                      lane_flags upper, lane_flags lower)
{
    const lane_mask none = lane_whole(FIELD_LINES);
    const lane_mask of_a = lane_pick_whole(s->of_b, lane_pick_whole(t->of_b, none, t->number), s->number);
    const lane_mask of_b = lane_pick_whole(s->of_b, s->number, lane_pick_whole(t->of_b, t->number, none));
    w->side_a = lane_pick_whole(flags_and(failed, flags_not(lower)), of_a, w->side_a);
    w->side_b = lane_pick_whole(flags_and(failed, flags_not(upper)), of_b, w->side_b);
}

// Whether the corner is proven; on the boundary of the shared volume it needs no proof. `below` is the depth of its
// upper point below B's lower face; `up` and `down` are the directions in which the line of its planes passes through
// A's face and B's.
static inline void field_test_corner(field_walk *w, const field_corner *c, const field_edge *s, const field_edge *t,
                                     lane below, lane up, lane down)
{
    const lane least = lane_of(FIELD_LEAST_DETERMINANT);
    const lane_flags upper = flags_and(is_upper_inside(w, c->upper, below), flags_below(least, up));
    const lane_flags lower = flags_and(is_lower_inside(w, c->lower), flags_below(least, down));
    const lane_flags proven = flags_or(flags_or(s->surface, t->surface), flags_and(upper, lower));
    const lane_flags failed = flags_and(w->good, flags_not(proven));
    if (flags_bits(failed) == 0) return;
    if (!w->plane) field_note_failure(w, s, t, failed, upper, lower);
    w->good = flags_and(w->good, proven);
}

// The corner between two lines. On the boundary of the shared volume it is its own outer corner.
static inline field_corner field_corner_of(field_walk *w, const field_edge *edge, const field_edge *next)
{
    const field_frame *f = w->f;
    const field_polygon *p = w->p;
    const field_side *s = &edge->side, *t = &next->side;
    const lane inverse = 1.0 / (s->a * t->b - t->a * s->b), top = f->to.z;
    const lane x = (s->c * t->b - t->c * s->b) * inverse, y = (s->a * t->c - t->a * s->c) * inverse;
    const lane depth = p->depth - p->depth_x * x - p->depth_y * y;
    field_corner c;
    c.x = l3(x, y, top - depth);
    c.p = 2.0 * depth;
    const lane3 line = l3_cross(s->normal, t->normal);
    const lane down = -l3_dot(f->w, line);
    const lane over_s = s->offset - s->normal.z * top, over_t = t->offset - t->normal.z * top, per_z = 1.0 / line.z;
    c.upper = l3((over_s * t->normal.y - over_t * s->normal.y) * per_z,
                 (s->normal.x * over_t - t->normal.x * over_s) * per_z, top);
    const lane below = f->offset - l3_dot(f->w, c.upper);
    c.lower = l3_add_scaled(c.upper, -below / down, line);
    const lane_flags surface = flags_or(edge->surface, next->surface);
    field_test_corner(w, &c, edge, next, below, line.z, down);
    w->most = lane_max(w->most, depth);
    c.upper = l3_pick(surface, c.x, c.upper);
    c.lower = l3_pick(surface, c.x, c.lower);
    return c;
}

// A triangle from x with the pressure p there, and q at the corner y; r has none. `twice` is twice its area along the normal.
static inline void field_add_triangle(field_sums *sums, lane3 x, lane3 y, lane3 r, lane p, lane q, lane3 twice)
{
    const lane sum = p + q;
    const lane3 middle = l3_add(x, l3_add(y, r));
    const lane3 weighted =
        l3(middle.x * sum + p * x.x + q * y.x, middle.y * sum + p * x.y + q * y.y, middle.z * sum + p * x.z + q * y.z);
    const lane area = lane_sqrt(l3_dot(twice, twice));
    sums->force = l3_add_scaled(sums->force, sum * (1.0 / 6.0), twice);
    sums->moment = l3_add(sums->moment, l3_cross(weighted, twice)); // 24 times
    sums->pressure = sums->pressure + area * sum * (1.0 / 6.0);
    sums->pressure_at = l3_add_scaled(sums->pressure_at, area, weighted); // 24 times
}

// The same with pressure at x alone.
static inline void field_add_tip(field_sums *sums, lane3 x, lane3 y, lane3 r, lane p, lane3 twice)
{
    const lane3 weighted = l3_scale(l3_add(l3_add(x, x), l3_add(y, r)), p);
    const lane area = lane_sqrt(l3_dot(twice, twice)), sixth = p * (1.0 / 6.0);
    sums->force = l3_add_scaled(sums->force, sixth, twice);
    sums->moment = l3_add(sums->moment, l3_cross(weighted, twice));
    sums->pressure = sums->pressure + area * sixth;
    sums->pressure_at = l3_add_scaled(sums->pressure_at, area, weighted);
}

// The triangle of two corners and the place that sums are taken from, where the pressure is r.
static inline void field_add_main(field_walk *w, lane3 x, lane3 y, lane p, lane q, lane r, lane twice)
{
    field_sums *sums = &w->sums;
    const lane sum = p + q + r, area = twice * w->main_slant;
    const lane3 middle = l3_add(x, y), along = l3_scale(w->main_normal, twice);
    const lane3 weighted =
        l3(middle.x * sum + p * x.x + q * y.x, middle.y * sum + p * x.y + q * y.y, middle.z * sum + p * x.z + q * y.z);
    sums->force = l3_add_scaled(sums->force, sum * (1.0 / 6.0), along);
    sums->moment = l3_add(sums->moment, l3_cross(weighted, along));
    sums->pressure = sums->pressure + area * sum * (1.0 / 6.0);
    sums->pressure_at = l3_add_scaled(sums->pressure_at, area, weighted);
}

static inline lane3 twice_area(lane3 x, lane3 y, lane3 z)
{
    return l3_cross(l3_sub(y, x), l3_sub(z, x));
}

static inline lane3 l3_where(lane_flags m, lane3 a)
{
    return l3_pick(m, a, l3(lane_of(0.0), lane_of(0.0), lane_of(0.0)));
}

// The cells at the edge from one corner to the next, and at its end.
static inline void field_add_step(field_walk *w, const field_corner *from, const field_corner *to,
                                  const field_edge *edge, const field_edge *next, lane at_pressure)
{
    field_step *s = &w->step[w->steps++];
    const lane zero = lane_of(0.0);
    const lane3 at = w->sums.at;
    s->x = l3_sub(to->x, at);
    s->x_before = l3_sub(from->x, at);
    s->outer = l3_sub(l3_pick(edge->of_b, to->upper, to->lower), at);
    s->outer_before = l3_sub(l3_pick(edge->of_b, from->upper, from->lower), at);
    s->outer_next = l3_sub(l3_pick(next->of_b, to->upper, to->lower), at);
    const lane_flags inner = flags_and(w->open, flags_not(edge->surface));
    // One side is of A, the other of B.
    const lane_flags mixed =
        flags_or(flags_and(edge->of_b, flags_not(next->of_b)), flags_and(next->of_b, flags_not(edge->of_b)));
    const lane_flags tip = flags_and(flags_and(inner, mixed), flags_not(next->surface));
    s->main = lane_pick(w->open, s->x_before.x * s->x.y - s->x_before.y * s->x.x, zero);
    s->strip[0] = l3_where(inner, twice_area(s->x, s->x_before, s->outer_before));
    s->strip[1] = l3_where(inner, twice_area(s->x, s->outer_before, s->outer));
    s->tip = l3_where(tip, twice_area(s->x, s->outer, s->outer_next));
    field_add_main(w, s->x, s->x_before, to->p, from->p, at_pressure, s->main);
    field_add_triangle(&w->sums, s->x, s->x_before, s->outer_before, to->p, from->p, s->strip[0]);
    field_add_tip(&w->sums, s->x, s->outer_before, s->outer, to->p, s->strip[1]);
    if (w->plane) return;
    field_add_tip(&w->sums, s->x, s->outer, s->outer_next, to->p, s->tip);
}

// Sums begin at a corner.
static inline void field_begin(field_walk *w, const field_corner *at)
{
    const lane zero = lane_of(0.0);
    w->sums.force = w->sums.moment = w->sums.pressure_at = l3(zero, zero, zero);
    w->sums.pressure = zero;
    w->sums.at = at->x;
}

// Once around, from the end of the longest edge to that again.
static inline void field_go_around(field_walk *w)
{
    const field_polygon *p = w->p;
    field_edge here = field_edge_at(p, w->plane, p->first);
    field_corner from = { .p = lane_of(0.0) };
    lane at_pressure = from.p;
    w->open = flags_not(flags_of_bits(0));
    for (int i = 0; i <= FIELD_LINES && flags_bits(flags_and(w->open, w->good)) != 0; ++i) {
        const field_edge next = field_edge_at(p, w->plane, here.side.next);
        const field_corner to = field_corner_of(w, &here, &next);
        if (i == 0) {
            field_begin(w, &to);
            at_pressure = to.p;
        } else {
            field_add_step(w, &from, &to, &here, &next, at_pressure);
            w->open = flags_and(w->open, flags_not(flags_same_whole(here.number, p->first)));
        }
        from = to;
        here = next;
    }
    w->good = flags_and(w->good, flags_not(w->open));
}

#endif
