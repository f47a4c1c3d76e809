// The pressure field of shallow contacts of boxes, with each other and with half spaces: a pair in each lane.
//
// Source      region/ring.c for the cells; here all of them follow from the planes of two boxes, without cuts.
// Idea        field_frame.h takes a pair into the frame of the two faces that look most at each other, field_polygon.h finds
//             the main cell, field_walk.h goes around it and sums, field_out.h makes the answer of the sums.
// Limits      No answer for deep pairs, where a cell adjacent to the main cell has neighbours of its own, and where
//             sides of both boxes lie in one plane to rounding. Boxes have no centre of their own.
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

static inline void field_widen(field_walk *w, lane e)
{
    const field_frame *f = w->f;
    w->low = l3(f->from.x - e, f->from.y - e, f->from.z - e);
    w->high = l3(f->to.x + e, f->to.y + e, f->to.z + e);
    if (w->plane) return;
    w->half_u = f->half_u + e;
    w->half_v = f->half_v + e;
    w->thick = f->thick + e;
}

// Returns the bits of the lanes that are proven.
static inline unsigned field_prove(const field_frame *f, bool plane, lane radius, field_walk *w)
{
    field_polygon p;
    field_add_lines(f, plane, &p);
    field_order_lines(&p, plane);
    const lane zero = lane_of(0.0);
    w->f = f; // not as a whole: the steps need no zeros
    w->p = &p;
    w->plane = plane;
    w->most = zero;
    w->steps = 0;
    w->side_a = w->side_b = lane_whole(FIELD_LINES);
    w->main_normal = l3(-p.depth_x, -p.depth_y, lane_of(1.0));
    field_widen(w, f->error);
    // There is a polygon; its faces do not look the same way, nor exactly sideways, where a side could be flush with one.
    w->good =
        flags_and(flags_within(f->w.z, lane_of(-2.0), lane_of(0.5)), flags_below(lane_of(1e-9), lane_abs(f->w.z)));
    w->good = flags_and(w->good, flags_below(zero, p.longest));
    if (!plane) w->good = flags_and(w->good, flags_not(has_flush_sides(f, radius)));
    field_go_around(w);
    w->p = NULL;
    w->longest = p.longest;
    w->good = flags_and(w->good, flags_below(w->most, 2.0 * least_half(f, plane)));
    if (flags_bits(w->good) == 0) return 0;
    field_sum(w);
    return flags_bits(flags_and(w->good, flags_below(zero, w->sums.pressure)));
}

// Up to as many pairs as there are lanes; the last one fills up the rest.
typedef struct field_group {
    const scree_field_pair *pair[SCREE_LANES];
} field_group;

// What is known of them.
typedef struct field_given {
    bool plane;
    field_body a, b; // no b for a half space
    lane3 normal;    // of the contact; of a half space, its own
    lane sign, offset;
    lane_mask face[2];
} field_given;

static inline void field_read(const field_group *g, field_given *out)
{
    const scree_body *a[SCREE_LANES], *b[SCREE_LANES];
    const double *records[SCREE_LANES];
    for (int i = 0; i < SCREE_LANES; ++i) {
        a[i] = g->pair[i]->a;
        b[i] = g->pair[i]->b;
        records[i] = &g->pair[i]->normal.x;
    }
    lane rows[4];
    lane_columns_of_four(records, 0, rows);
    out->normal = l3(rows[0], rows[1], rows[2]);
    out->sign = rows[3];
    field_read_pose(a, &out->a);
    field_read_box(a, &out->a);
    if (out->plane) {
        out->offset = lane_column(records, 4);
        return;
    }
    field_read_pose(b, &out->b);
    field_read_box(b, &out->b);
}

// Writes the proven answers.
static inline void field_hand_out(const field_group *g, const field_walk *w, lane sign, unsigned done)
{
    scree_pressure rest[SCREE_LANES], *to[SCREE_LANES];
    for (int i = 0; i < SCREE_LANES; ++i) to[i] = (done >> i & 1u) != 0 ? g->pair[i]->out : &rest[i];
    field_write(w, sign, to);
    for (int i = 0; i < SCREE_LANES; ++i) {
        to[i]->energy = 0.0;
        to[i]->status = SCREE_OK;
        to[i]->deep = w->f->depth[i] > g->pair[i]->least_ball;
    }
}

enum { MOST_TRIES = 4 };

// A pair to be tried: the faces of its main cell (see FIELD_ANY_FACE), those tried before, and their number.
typedef struct field_try {
    int pair, number;
    int64_t face[2], before[2];
} field_try;

// The face of A or B that a side of the main cell belongs to; without one, that of the main cell.
static inline int64_t face_of_side(const field_axes *axes, int lane_number, int64_t side, bool of_b)
{
    const bool reversed = axes->sign[lane_number] < 0.0;
    const int64_t z = (flags_bits(axes->x) >> lane_number & 1u) != 0   ? 0
                      : (flags_bits(axes->y) >> lane_number & 1u) != 0 ? 1
                                                                       : 2;
    if (side == FIELD_LINES) return 2 * z + reversed;
    const int64_t which = side & 1;
    const bool back = (side & 2) != 0;
    // The frame's y is reversed with z; B's v is against its y.
    const bool against = which == 1 && reversed != of_b;
    return 2 * ((z + 1 + which) % 3) + (back != against);
}

// The face of a box that is nearest to x, and how deep x is below it; `away` is its normal. All in the world.
static inline int64_t nearest_face(const scree_body *body, const scree_mat3 *rotation, scree_vec3 x, double *depth,
                                   scree_vec3 *away)
{
    const scree_vec3 own = m3_mul_transposed(rotation, v3_sub(x, body->position)), low = body->shape->hull->box->low,
                     high = body->shape->hull->box->high;
    const double depths[6] = { high.x - own.x, own.x - low.x,  high.y - own.y,
                               own.y - low.y,  high.z - own.z, own.z - low.z };
    int best = 0;
    for (int i = 1; i < 6; ++i)
        if (depths[i] < depths[best]) best = i;
    const double sign = best % 2 == 0 ? 1.0 : -1.0;
    *depth = depths[best];
    const scree_vec3 axis = v3(best / 2 == 0 ? sign : 0.0, best / 2 == 1 ? sign : 0.0, best / 2 == 2 ? sign : 0.0);
    *away = m3_mul(rotation, axis);
    return best;
}

// The faces of A and B that are nearest where S crosses the line through the contact point along the normal, located by
// a few steps.
static inline void find_faces(const scree_field_pair *pair, int64_t face[2])
{
    enum { STEPS = 6 };
    const scree_mat3 rotation_a = m3_from_quat(pair->a->orientation), rotation_b = m3_from_quat(pair->b->orientation);
    scree_vec3 x = pair->point, k, l;
    double depth_a, depth_b;
    for (int i = 0; i < STEPS; ++i) {
        const int64_t last[2] = { face[0], face[1] };
        face[0] = nearest_face(pair->a, &rotation_a, x, &depth_a, &k);
        face[1] = nearest_face(pair->b, &rotation_b, x, &depth_b, &l);
        const double rate = v3_dot(v3_sub(k, l), pair->normal);
        if ((face[0] == last[0] && face[1] == last[1]) || !(rate > 0.0)) return;
        x = v3_add_scaled(x, (depth_a - depth_b) / rate, pair->normal);
    }
}

// The next faces to try for a pair without a proof. False: none.
static inline bool choose_next(const field_walk *w, const scree_field_pair *pair, int number, field_try *next)
{
    const bool empty = !(w->longest[number] > 0.0);
    if (++next->number == MOST_TRIES || (empty && next->number > 1)) return false;
    if (empty) {
        find_faces(pair, next->face);
        return true;
    }
    const field_axes *axes = w->f->axes;
    const int64_t a = face_of_side(&axes[0], number, w->side_a[number], false);
    const int64_t b = face_of_side(&axes[1], number, w->side_b[number], true);
    const bool back = a == next->before[0] && b == next->before[1];
    next->before[0] = face_of_side(&axes[0], number, FIELD_LINES, false);
    next->before[1] = face_of_side(&axes[1], number, FIELD_LINES, true);
    next->face[0] = a;
    next->face[1] = b;
    return !back && (a != next->before[0] || b != next->before[1]);
}

// Tries a group of pairs of boxes. Those to be tried again go to `again`; returns their number.
static inline int try_boxes(const scree_field_pair *pairs, const field_try *tries, int count, uint64_t *done,
                            field_try *again)
{
    field_group g;
    field_given given = { .plane = false };
    field_frame f;
    field_walk w;
    for (int i = 0; i < SCREE_LANES; ++i) {
        const field_try *mine = &tries[i < count ? i : count - 1];
        g.pair[i] = &pairs[mine->pair];
        given.face[0][i] = mine->face[0];
        given.face[1][i] = mine->face[1];
    }
    field_read(&g, &given);
    field_frame_of_boxes(&given.a, &given.b, given.normal, given.face, &f);
    const unsigned proven = field_prove(&f, false, given.b.radius, &w) & ((1u << count) - 1);
    if (proven != 0) field_hand_out(&g, &w, given.sign, proven);
    int left = 0;
    for (int i = 0; i < count; ++i) {
        again[left] = tries[i];
        if ((proven >> i & 1u) != 0)
            *done |= (uint64_t)1 << tries[i].pair;
        else if (choose_next(&w, g.pair[i], i, &again[left]))
            ++left;
    }
    return left;
}

// Pairs that are tried again go to the end of the queue, so that they fill lanes there.
uint64_t SCREE_AT_WIDTH(scree_box_fields)(const scree_field_pair *pairs, int count)
{
    field_try queue[SCREE_MOST_FIELDS * MOST_TRIES + 1];
    for (int i = 0; i < count; ++i)
        queue[i] = (field_try){ i, 0, { FIELD_ANY_FACE, FIELD_ANY_FACE }, { FIELD_ANY_FACE, FIELD_ANY_FACE } };
    uint64_t done = 0;
    for (int first = 0, end = count; first < end;) {
        const int some = end - first < SCREE_LANES ? end - first : SCREE_LANES;
        end += try_boxes(pairs, queue + first, some, &done, queue + end);
        first += some;
    }
    return done;
}

static inline unsigned field_on_planes(const scree_field_pair *pairs, int count)
{
    field_group g;
    field_given given = { .plane = true };
    field_frame f;
    field_walk w;
    for (int i = 0; i < SCREE_LANES; ++i) g.pair[i] = &pairs[i < count ? i : count - 1];
    field_read(&g, &given);
    field_frame_on_plane(&given.a, given.normal, given.offset, &f);
    const unsigned all = count < SCREE_LANES ? (1u << count) - 1 : (1u << SCREE_LANES) - 1;
    const unsigned proven = field_prove(&f, true, given.a.radius, &w) & all;
    if (proven != 0) field_hand_out(&g, &w, given.sign, proven);
    return proven;
}

uint64_t SCREE_AT_WIDTH(scree_plane_fields)(const scree_field_pair *pairs, int count)
{
    uint64_t done = 0;
    for (int i = 0; i < count; i += SCREE_LANES) done |= (uint64_t)field_on_planes(pairs + i, count - i) << i;
    return done;
}
