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
    lane3 x;                       // from the frame's origin
    lane p;                        // pressure there
    lane3 upper;                   // where the planes of its two sides meet in A's upper face
    lane3 lower;                   // ... and in B's lower face
    lane_flags upper_in, lower_in; // are these proven to be inside both bodies?
} field_corner;

// The cells at an edge and at its end: a strip of two triangles and a tip of one, all with a corner at the edge's end.
// Positions are relative to the first corner.
typedef struct field_step {
    lane3 x, outer, outer_next;    // the edge's end; outer corner there, of this edge and of the next
    lane p;                        // pressure at x
    lane_mask number;              // of the edge's line
    lane_flags upper_in, lower_in; // see field_corner
    lane_flags open, inner;        // has a main cell; has a strip
    lane3 facing;                  // normal of the strip, of any length
    lane strip[2];                 // twice the areas of its triangles over that length
    lane3 tip;                     // twice the area along its normal
} field_step;

// Integrals over S, times 6 or 24, so that triangles need no division; positions are relative to the first corner. See
// region/field.h.
typedef struct field_sums {
    lane3 force;       // times 6
    lane pressure;     // times 6
    lane3 moment;      // times 24
    lane3 pressure_at; // times 24
} field_sums;

// Integrals over the main cell's projection on the x-y plane, relative to the first corner: the area times 2, x and y times
// 6, their squares and product times 24.
typedef struct field_flat {
    lane area, x, y, xx, yy, xy;
} field_flat;

typedef struct field_walk {
    const field_frame *f;
    const field_polygon *p;
    bool plane;
    lane most;       // pressure
    lane longest;    // edge of the main cell; 0: there is none
    lane3 low, high; // x, y, z of A, and the halves and the thickness of B, wider by the error
    lane half_u, half_v, thick;
    lane3 main_normal;                // of the main cell, times the ratio of its area to its projection's
    lane_flags good, open;            // proven so far; not yet all around
    lane_mask side_a, side_b;         // without a proof: the sides whose cells may be better main cells; or FIELD_LINES
    field_step step[FIELD_LINES + 1]; // the first one has no cells
    int steps;
    lane3 at; // the first corner
    field_sums sums;
    field_flat flat;
} field_walk;

// False where x is NaN.
static inline lane_flags flags_within(lane x, lane low, lane high)
{
    return flags_and(flags_below(low, x), flags_below(x, high));
}

// Whether a point is within A's sides and, if B is a box, B's.
static inline lane_flags is_within_sides(const field_walk *w, lane3 x)
{
    const field_frame *f = w->f;
    const lane_flags in = flags_and(flags_within(x.x, w->low.x, w->high.x), flags_within(x.y, w->low.y, w->high.y));
    if (w->plane) return in;
    const lane u = lane_abs(l3_dot(f->u, x)), v = lane_abs(l3_dot(f->v, x));
    return flags_and(in, flags_and(flags_below(u, w->half_u), flags_below(v, w->half_v)));
}

// A point of A's upper face that is `below` B's lower face, and one of B's lower face: is it in both bodies?
static inline lane_flags is_upper_inside(const field_walk *w, lane3 x, lane below)
{
    const lane_flags in = flags_and(is_within_sides(w, x), flags_below(-w->f->error, below));
    return w->plane ? in : flags_and(in, flags_below(below, w->thick));
}

static inline lane_flags is_lower_inside(const field_walk *w, lane3 x)
{
    return flags_and(is_within_sides(w, x), flags_within(x.z, w->low.z, w->high.z));
}

// A line and its number in each lane.
typedef struct field_edge {
    field_side side;
    lane_mask number;
    lane_flags of_b, surface;
} field_edge;

static inline field_edge field_edge_at(const field_walk *w, lane_mask number)
{
    field_edge e;
    e.side = field_side_at(w->f, w->p, w->plane, number);
    e.number = number;
    e.surface = flags_same_whole(number, lane_whole(FIELD_SURFACE));
    e.of_b = field_has_bit(number, 4);
    return e;
}

// Whether the corner is proven; on the boundary of the shared volume it needs no proof. `below` is the depth of its
// upper point below B's lower face; `up` and `down` are the directions in which the line of its planes passes through
// A's face and B's.
static inline void field_test_corner(const field_walk *w, field_corner *c, lane_flags surface, lane below, lane up,
                                     lane down)
{
    const lane least = lane_of(FIELD_LEAST_DETERMINANT);
    c->upper_in = flags_or(surface, flags_and(is_upper_inside(w, c->upper, below), flags_below(least, up)));
    c->lower_in = flags_or(surface, flags_and(is_lower_inside(w, c->lower), flags_below(least, down)));
}

// A corner of the main cell may be off its lines by this part of the error of the planes. Lines that are nearly parallel leave more.
#define FIELD_OFF 0.25

// The corner between two lines. On the boundary of the shared volume it is its own outer corner.
static inline field_corner field_corner_of(const field_walk *w, const field_edge *edge, const field_edge *next)
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
    c.lower = l3_add_scaled(c.upper, below * (-1.0 / down), line);
    const lane_flags surface = flags_or(edge->surface, next->surface);
    field_test_corner(w, &c, surface, below, line.z, down);
    const lane off = lane_max(lane_abs(s->c - s->a * x - s->b * y), lane_abs(t->c - t->a * x - t->b * y));
    c.upper_in = flags_and(c.upper_in, flags_below(off, FIELD_OFF * f->error));
    c.upper = l3_pick(surface, c.x, c.upper);
    c.lower = l3_pick(surface, c.x, c.lower);
    return c;
}

// The triangle of two corners x and y and the place that sums are taken from; `twice` is twice its area.
static inline void field_add_flat(field_flat *sum, lane3 x, lane3 y, lane twice)
{
    const lane sx = x.x + y.x, sy = x.y + y.y;
    sum->area += twice;
    sum->x += twice * sx;
    sum->y += twice * sy;
    sum->xx += twice * (sx * sx - x.x * y.x);
    sum->yy += twice * (sy * sy - x.y * y.y);
    sum->xy += twice * (sx * sy + (x.x * x.y + y.x * y.y));
}

// The strip: a triangle from x along y and p, and one along p and q, where x and y have pressures and p and q have none.
// All places but `x` from there.
static inline void field_add_strip(field_sums *sums, field_step *s, lane3 y, lane3 p, lane3 q, lane at_y)
{
    const lane square = l3_dot(s->facing, s->facing), inverse = lane_pick(s->inner, 1.0 / square, lane_of(0.0));
    const lane3 over = l3_cross(p, s->facing);
    const lane first = l3_dot(y, over) * inverse, second = -l3_dot(q, over) * inverse;
    const lane both = s->p + at_y, tail = s->p * second, pressure = first * both + tail;
    const lane3 away = l3_add_scaled(l3_add_scaled(l3_scale(y, first * (both + at_y)), pressure, p), tail, q);
    const lane3 weighted = l3_add_scaled(away, 4.0 * pressure, s->x);
    const lane length = lane_sqrt(square);
    s->strip[0] = first;
    s->strip[1] = second;
    sums->force = l3_add_scaled(sums->force, pressure, s->facing);
    sums->pressure += length * pressure;
    sums->moment = l3_add(sums->moment, l3_cross(weighted, s->facing));
    sums->pressure_at = l3_add_scaled(sums->pressure_at, length, weighted);
}

// The triangle at a corner, along q and r, with pressure only at x.
static inline void field_add_tip(field_sums *sums, field_step *s, lane3 q, lane3 r)
{
    const lane zero = lane_of(0.0);
    const lane3 twice = l3_pick(s->open, l3_cross(q, r), l3(zero, zero, zero)), force = l3_scale(twice, s->p);
    const lane3 weighted = l3_add_scaled(l3_add(q, r), lane_of(4.0), s->x);
    const lane pressure = s->p * lane_sqrt(l3_dot(twice, twice));
    s->tip = twice;
    sums->force = l3_add(sums->force, force);
    sums->pressure += pressure;
    sums->moment = l3_add(sums->moment, l3_cross(weighted, force));
    sums->pressure_at = l3_add_scaled(sums->pressure_at, pressure, weighted);
}

// The cells at an edge from the last step's end to its own, and there. On the boundary of the shared volume, and between
// sides of the same body, the outer corners coincide, so that there is no tip.
static inline void field_add_step(const field_step *before, field_step *s, bool plane, field_sums *sums,
                                  field_flat *flat)
{
    const lane3 y = before->x, x = s->x, q = l3_sub(s->outer, x);
    field_add_flat(flat, x, y, lane_pick(s->open, y.x * x.y - y.y * x.x, lane_of(0.0)));
    field_add_strip(sums, s, l3_sub(y, x), l3_sub(before->outer_next, x), q, before->p);
    if (!plane) field_add_tip(sums, s, q, l3_sub(s->outer_next, x));
}

// The main cell, where the pressure is `at` minus 2 z.
static inline void field_add_main(const field_flat *m, lane3 n, lane at, field_sums *sums)
{
    const lane x = -n.x, y = -n.y; // slopes
    const lane slant = lane_sqrt(l3_dot(n, n));
    const lane pressure = 3.0 * at * m->area - 2.0 * (x * m->x + y * m->y);
    lane3 weighted;
    weighted.x = 4.0 * at * m->x - 2.0 * (x * (2.0 * m->xx) + y * m->xy);
    weighted.y = 4.0 * at * m->y - 2.0 * (x * m->xy + y * (2.0 * m->yy));
    weighted.z = x * weighted.x + y * weighted.y;
    sums->force = l3_add_scaled(sums->force, pressure, n);
    sums->pressure += slant * pressure;
    sums->moment = l3_add(sums->moment, l3_cross(weighted, n));
    sums->pressure_at = l3_add_scaled(sums->pressure_at, slant, weighted);
}

static inline void field_sum(field_walk *w)
{
    const lane zero = lane_of(0.0);
    const lane3 none = l3(zero, zero, zero);
    field_sums sums = { .force = none, .pressure = zero, .moment = none, .pressure_at = none };
    field_flat flat = { zero, zero, zero, zero, zero, zero };
    for (int i = 1; i <= w->steps; ++i) field_add_step(&w->step[i - 1], &w->step[i], w->plane, &sums, &flat);
    field_add_main(&flat, w->main_normal, w->step[0].p, &sums);
    w->sums = sums;
    w->flat = flat;
}

// The normal of the strip at an edge.
static inline lane3 field_facing(const field_walk *w, const field_edge *edge)
{
    const lane3 n = edge->side.normal, of_a = l3_sub(n, w->f->w);
    return w->plane ? of_a : l3_pick(edge->of_b, l3(-n.x, -n.y, 1.0 - n.z), of_a);
}

// The first corner without a proof: the cell whose outer corner is outside has more neighbours than the ring holds, and may
// be the main cell of a ring that holds all.
static inline void field_note_failures(field_walk *w, lane_flags begun)
{
    const lane_mask none = lane_whole(FIELD_LINES);
    for (int i = w->steps; i >= 0; --i) {
        const field_step *at = &w->step[i];
        const lane_mask s = at->number, t = field_line_after(w->p, s);
        const lane_flags s_of_b = field_has_bit(s, 4), t_of_b = field_has_bit(t, 4),
                         failed = flags_and(begun, flags_not(flags_and(at->upper_in, at->lower_in)));
        const lane_mask of_a = lane_pick_whole(s_of_b, lane_pick_whole(t_of_b, none, t), s);
        const lane_mask of_b = lane_pick_whole(s_of_b, s, lane_pick_whole(t_of_b, t, none));
        w->side_a = lane_pick_whole(failed, lane_pick_whole(at->lower_in, none, of_a), w->side_a);
        w->side_b = lane_pick_whole(failed, lane_pick_whole(at->upper_in, none, of_b), w->side_b);
    }
}

// Once around, from the end of the longest edge to that again.
static inline void field_go_around(field_walk *w)
{
    const field_polygon *p = w->p;
    field_edge here = field_edge_at(w, p->first);
    const lane_flags begun = w->good;
    w->open = flags_not(flags_of_bits(0));
    int i = 0;
    for (; i <= FIELD_LINES && flags_bits(flags_and(w->open, w->good)) != 0; ++i) {
        const field_edge next = field_edge_at(w, field_line_after(p, here.number));
        const field_corner to = field_corner_of(w, &here, &next);
        field_step *s = &w->step[i];
        if (i == 0) w->at = to.x;
        s->number = here.number;
        s->upper_in = to.upper_in;
        s->lower_in = to.lower_in;
        s->x = l3_sub(to.x, w->at);
        s->p = to.p;
        s->outer = l3_sub(w->plane ? to.lower : l3_pick(here.of_b, to.upper, to.lower), w->at);
        s->outer_next = w->plane ? s->outer : l3_sub(l3_pick(next.of_b, to.upper, to.lower), w->at);
        s->facing = field_facing(w, &here);
        s->open = w->open;
        s->inner = flags_and(w->open, flags_not(here.surface));
        w->most = lane_max(w->most, to.p);
        w->good = flags_and(w->good, flags_and(to.upper_in, to.lower_in));
        if (i > 0) w->open = flags_and(w->open, flags_not(flags_same_whole(here.number, p->first)));
        here = next;
    }
    w->steps = i > 0 ? i - 1 : 0;
    if (!w->plane && flags_bits(flags_and(begun, flags_not(w->good))) != 0) field_note_failures(w, begun);
    w->good = flags_and(w->good, flags_not(w->open));
}

#endif
