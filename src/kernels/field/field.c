// The pressure field of shallow contacts of boxes, with each other and with half spaces: a pair in each lane.
//
// Source      region/ring.c for the cells; here all of them follow from the planes of two boxes, without cuts.
// Idea        field_frame.h takes a pair into the frame of the two faces that look most at each other, field_polygon.h finds
//             the main cell, field_walk.h goes around it and sums, field_out.h hands out.
// Limits      Pairs without a proof are left: those that are deep, where a cell beside the main cell has neighbours of its
//             own, and where sides of both boxes lie in one plane to rounding. Boxes have no centre of their own.
#include "kernels/field/field_out.h"

// Sides of A along one axis and sides of B, half a width from the origin, that lie in one plane, or nearly: `off` are the
// other two components of the normal of B's sides.
static inline lane_flags are_flush(lane from, lane to, lane half, lane off, lane off_too, lane slope, lane error)
{
    const lane_flags aligned = flags_and(flags_below(lane_abs(off), slope), flags_below(lane_abs(off_too), slope));
    const lane least = lane_min(lane_abs(to - half), lane_abs(from + half));
    return flags_and(aligned, flags_not(flags_below(error, least)));
}

static inline lane_flags has_flush_sides(const field_frame *f, lane radius)
{
    const lane e = 4.0 * f->error, slope = e / radius;
    const lane_flags ux = are_flush(f->from.x, f->to.x, f->half_u, f->u.y, f->u.z, slope, e);
    const lane_flags uy = are_flush(f->from.y, f->to.y, f->half_u, f->u.x, f->u.z, slope, e);
    const lane_flags vx = are_flush(f->from.x, f->to.x, f->half_v, f->v.y, f->v.z, slope, e);
    const lane_flags vy = are_flush(f->from.y, f->to.y, f->half_v, f->v.x, f->v.z, slope, e);
    return flags_or(flags_or(ux, uy), flags_or(vx, vy));
}

// The least of the half thicknesses: no cell is deeper.
static inline lane least_half(const field_frame *f, bool plane)
{
    const lane3 wide = l3_sub(f->to, f->from);
    const lane least = 0.5 * lane_min(lane_min(wide.x, wide.y), wide.z);
    return plane ? least : lane_min(least, lane_min(lane_min(f->half_u, f->half_v), 0.5 * f->thick));
}

// Bit i of what is returned is set where lane i has been proven.
static inline unsigned field_prove(const field_frame *f, bool plane, lane radius, field_walk *w)
{
    field_polygon p;
    field_add_lines(f, plane, &p);
    field_order_lines(&p, plane);
    const lane zero = lane_of(0.0);
    *w = (field_walk){ .f = f, .p = &p, .plane = plane, .most = zero };
    w->main_normal = l3(-p.depth_x, -p.depth_y, lane_of(1.0));
    w->main_slant = lane_sqrt(l3_dot(w->main_normal, w->main_normal));
    // Faces that look at each other; and there is a polygon.
    w->good = flags_and(flags_below(f->w.z, lane_of(-1e-3)), flags_below(zero, p.longest));
    if (!plane) w->good = flags_and(w->good, flags_not(has_flush_sides(f, radius)));
    field_go_around(w);
    w->p = NULL;
    const lane_flags shallow = flags_below(w->most, least_half(f, plane)),
                     pressed = flags_below(zero, w->sums.pressure);
    return flags_bits(flags_and(w->good, flags_and(shallow, pressed)));
}

// Up to as many pairs as there are lanes; of others, the last one again.
typedef struct field_group {
    const scree_body *a[SCREE_LANES], *b[SCREE_LANES];
    lane sign;
    lane3 normal; // of the contact; of a half space, its own
    lane offset;
} field_group;

static inline void field_read(const scree_field_pair *pairs, int count, field_group *g)
{
    const double *records[SCREE_LANES];
    for (int i = 0; i < SCREE_LANES; ++i) {
        const scree_field_pair *pair = &pairs[i < count ? i : count - 1];
        g->a[i] = pair->a;
        g->b[i] = pair->b;
        records[i] = &pair->normal.x;
    }
    lane rows[4];
    lane_columns_of_four(records, 0, rows);
    g->normal = l3(rows[0], rows[1], rows[2]);
    g->sign = rows[3];
    g->offset = lane_column(records, 4);
}

// Hands out what is proven: `rest` takes what is not.
static inline void field_hand_out(const scree_field_pair *pairs, int count, const field_walk *w, lane sign,
                                  unsigned done)
{
    scree_pressure rest[SCREE_LANES], *to[SCREE_LANES];
    double depth[SCREE_LANES];
    for (int i = 0; i < SCREE_LANES; ++i) {
        to[i] = i < count && (done >> i & 1u) != 0 ? pairs[i].out : &rest[i];
        depth[i] = w->f->depth[i];
    }
    field_write(w, sign, to);
    for (int i = 0; i < SCREE_LANES; ++i) {
        if (to[i] == &rest[i]) continue;
        to[i]->energy = 0.0;
        to[i]->status = SCREE_OK;
        to[i]->deep = depth[i] > pairs[i].least_ball;
    }
}

static inline unsigned field_of_boxes(const scree_field_pair *pairs, int count)
{
    field_group g;
    field_body a, b;
    field_frame f;
    field_walk w;
    field_read(pairs, count, &g);
    field_read_pose(g.a, &a);
    field_read_box(g.a, &a);
    field_read_pose(g.b, &b);
    field_read_box(g.b, &b);
    field_frame_of_boxes(&a, &b, g.normal, &f);
    const unsigned done = field_prove(&f, false, b.radius, &w);
    field_hand_out(pairs, count, &w, g.sign, done);
    return done;
}

static inline unsigned field_on_planes(const scree_field_pair *pairs, int count)
{
    field_group g;
    field_body a;
    field_frame f;
    field_walk w;
    field_read(pairs, count, &g);
    field_read_pose(g.a, &a);
    field_read_box(g.a, &a);
    field_frame_on_plane(&a, g.normal, g.offset, &f);
    const unsigned done = field_prove(&f, true, a.radius, &w);
    field_hand_out(pairs, count, &w, g.sign, done);
    return done;
}

uint64_t SCREE_AT_WIDTH(scree_box_fields)(const scree_field_pair *pairs, int count)
{
    uint64_t done = 0;
    for (int i = 0; i < count; i += SCREE_LANES) done |= (uint64_t)field_of_boxes(pairs + i, count - i) << i;
    return count < 64 ? done & (((uint64_t)1 << count) - 1) : done;
}

uint64_t SCREE_AT_WIDTH(scree_plane_fields)(const scree_field_pair *pairs, int count)
{
    uint64_t done = 0;
    for (int i = 0; i < count; i += SCREE_LANES) done |= (uint64_t)field_on_planes(pairs + i, count - i) << i;
    return count < 64 ? done & (((uint64_t)1 << count) - 1) : done;
}
