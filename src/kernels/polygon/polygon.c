// Pairs of polygons over lanes, one pair in each: what polygon_kernel.h does, in the same order, operation by
// operation, so that the answers are the same to the last bit.
//
// Idea    Bodies, polygons and results are rows of doubles, a multiple of the vector width long: they are loaded whole,
//         and transposed. Every edge is tested with every vertex; the lanes never diverge. Pairs are grouped by the
//         number of corners: triangles, up to four, up to eight.
// Limits  Polygons of more corners, and those far from their origins, go to the single-pair kernel; so does a whole
//         group of lanes with a pose that is out of the plane.
#include <stdalign.h>

#include "kernels/polygon/polygon_stand.h"
#include "lanes/lane_rows.h"

// The 8-byte words of a contact, and their positions; the last ones are integers.
enum contact_word {
    OUT_DISTANCE,
    OUT_NORMAL = 3,
    OUT_POINT_A = OUT_NORMAL + 3,
    OUT_POINT_B = OUT_POINT_A + 3,
    OUT_POINT = OUT_POINT_B + 3,
    OUT_PATCH = OUT_POINT + 3,
    OUT_DOUBLES,
    OUT_WORDS = 20
};

// The integers, by bytes: their values are below 256. The last two, status and beyond, are 0.
enum contact_byte { BYTE_FEATURE, BYTE_INDEX = 2, BYTE_ITERATIONS = 4, BYTE_STATE };

static_assert(offsetof(scree_contact, normal) == 8 * OUT_NORMAL && offsetof(scree_contact, point) == 8 * OUT_POINT &&
                  offsetof(scree_contact, feature_a) == 8 * OUT_DOUBLES + 4 * BYTE_FEATURE &&
                  offsetof(scree_contact, index_a) == 8 * OUT_DOUBLES + 4 * BYTE_INDEX &&
                  offsetof(scree_contact, iterations) == 8 * OUT_DOUBLES + 4 * BYTE_ITERATIONS &&
                  offsetof(scree_contact, state) == 8 * OUT_DOUBLES + 4 * BYTE_STATE &&
                  sizeof(scree_contact) == 8 * OUT_WORDS && SCREE_OK == 0,
              "a contact is 20 words");

// The feature of one side, in the bytes of the pair's first body: its kind and its index.
#define TAG(feature, number) ((int64_t)(feature) << 8 * BYTE_FEATURE | (int64_t)(number) << 8 * BYTE_INDEX)
#define TAG_NEXT TAG(0, 1)

// ---------------------------------------------------------------------------------------------------- the polygons

enum { LANE_CORNERS = 8 };

typedef struct lane_points {
    lane x[LANE_CORNERS], y[LANE_CORNERS];
} lane_points;

// A polygon in each lane, rotated into world axes, but not translated.
typedef struct lane_polygon {
    lane_points at;
    lane nx[LANE_CORNERS], ny[LANE_CORNERS];
    lane base[LANE_CORNERS]; // for the gaps of its edges: the shift along the normal, less the offset
    lane reach, radius, count;
} lane_polygon;

// Loads the polygons and rotates them into world axes; (way_x, way_y): from its origin to that of the other.
ALWAYS_INLINE void load_polygons(const double *const flat[SCREE_LANES], scree_flat_rows rows, lane_rotation t,
                                 lane way_x, lane way_y, lane_polygon *p)
{
    const int corners = scree_flat_width(rows), tail = scree_flat_tail(rows);
    lane r[(POLYGON_ROWS + 1) * LANE_CORNERS];
    load_records(flat, 0, (tail + 4) / 4 * 4, r); // with radius and count, except for triangles
    for (int i = 0; i < corners; ++i) {
        const lane x = r[i], y = r[corners + i], nx = r[2 * corners + i], ny = r[3 * corners + i];
        p->at.x[i] = t.c * x - t.s * y;
        p->at.y[i] = t.s * x + t.c * y;
        p->nx[i] = t.c * nx - t.s * ny;
        p->ny[i] = t.s * nx + t.c * ny;
        p->base[i] = (p->nx[i] * way_x + p->ny[i] * way_y) - r[4 * corners + i];
    }
    p->reach = r[tail];
    p->radius = rows == SCREE_FLAT_THREE ? lane_of(0.0) : r[tail + 1];
    p->count = rows == SCREE_FLAT_THREE ? lane_of(3.0) : r[tail + 2];
}

// ------------------------------------------------------------------------------------------------------------ gaps

typedef struct lane_edge {
    lane gap, nx, ny; // and its normal
    lane_mask tag;
} lane_edge;

ALWAYS_INLINE lane_edge edge_at(const lane_polygon *p, const lane_points *facing, int i, int corners)
{
    lane least = p->nx[i] * facing->x[0] + p->ny[i] * facing->y[0];
    for (int k = 1; k < corners; ++k) least = lane_min(p->nx[i] * facing->x[k] + p->ny[i] * facing->y[k], least);
    return (lane_edge){ least + p->base[i], p->nx[i], p->ny[i], lane_whole(TAG(SCREE_FEATURE_EDGE, i)) };
}

ALWAYS_INLINE lane_edge edge_select(lane_flags m, const lane_edge *a, const lane_edge *b)
{
    return (lane_edge){ lane_pick(m, a->gap, b->gap), lane_pick(m, a->nx, b->nx), lane_pick(m, a->ny, b->ny),
                        lane_pick_whole(m, a->tag, b->tag) };
}

ALWAYS_INLINE lane_edge outermost_of(const lane_polygon *p, const lane_points *facing, int corners)
{
    lane_edge best = edge_at(p, facing, 0, corners);
    for (int i = 1; i < corners; ++i) {
        const lane_edge e = edge_at(p, facing, i, corners);
        best = edge_select(flags_below(best.gap, e.gap), &e, &best);
    }
    return best;
}

// Where an edge starts, and where it ends.
typedef struct lane_ends {
    lane px, py, qx, qy;
} lane_ends;

ALWAYS_INLINE lane_ends ends_of(const lane_points *own, int corners, lane_mask tag)
{
    lane_ends e = { own->x[0], own->y[0], own->x[1], own->y[1] };
    for (int i = 1; i < corners; ++i) {
        const lane_flags here = flags_same_whole(tag, lane_whole(TAG(SCREE_FEATURE_EDGE, i)));
        const int next = i + 1 < corners ? i + 1 : 0; // behind the last corner there are copies of the first
        e.px = lane_pick(here, own->x[i], e.px);
        e.py = lane_pick(here, own->y[i], e.py);
        e.qx = lane_pick(here, own->x[next], e.qx);
        e.qy = lane_pick(here, own->y[next], e.qy);
    }
    return e;
}

// The vertices of one side, selected in each lane.
ALWAYS_INLINE void points_select(lane_flags m, const lane_points *a, const lane_points *b, int corners,
                                 lane_points *out)
{
    for (int i = 0; i < corners; ++i) {
        out->x[i] = lane_pick(m, a->x[i], b->x[i]);
        out->y[i] = lane_pick(m, a->y[i], b->y[i]);
    }
}

typedef struct lane_vertex {
    lane x, y;
    lane_mask tag;
    lane_flags single; // no other corner is as low
} lane_vertex;

// Not a copy of the first one, which pads the rows. Decided by the count: distinct corners may coincide after rotation.
ALWAYS_INLINE lane_flags is_corner(lane count, int i)
{
    return flags_below(lane_of(i), count);
}

// The first vertex at or below `limit`; whether there is more than one.
typedef struct lane_lowest {
    lane_flags low[LANE_CORNERS], many;
} lane_lowest;

ALWAYS_INLINE lane_lowest lowest_up_to(const lane h[LANE_CORNERS], int corners, lane count, lane limit)
{
    lane_lowest l;
    lane_flags any = l.low[0] = flags_not(flags_below(limit, h[0]));
    l.many = flags_of_bits(0);
    for (int i = 1; i < corners; ++i) {
        l.low[i] = flags_not(flags_below(limit, h[i]));
        if (i >= 3) l.low[i] = flags_and(l.low[i], is_corner(count, i));
        l.many = flags_or(l.many, flags_and(any, l.low[i]));
        any = flags_or(any, l.low[i]);
    }
    return l;
}

// facing_below(), where it is a single one.
ALWAYS_INLINE lane_vertex lowest_of(const lane_points *q, int corners, lane count, lane nx, lane ny, lane near)
{
    lane h[LANE_CORNERS];
    lane least = h[0] = nx * q->x[0] + ny * q->y[0];
    for (int i = 1; i < corners; ++i) {
        h[i] = nx * q->x[i] + ny * q->y[i];
        least = lane_min(h[i], least);
    }
    const lane_lowest l = lowest_up_to(h, corners, count, least + near);
    lane_vertex v = {
        .x = q->x[0], .y = q->y[0], .tag = lane_whole(TAG(SCREE_FEATURE_VERTEX, 0)), .single = flags_not(l.many)
    };
    for (int i = 1; i < corners; ++i) {
        v.x = lane_pick(l.low[i], q->x[i], v.x);
        v.y = lane_pick(l.low[i], q->y[i], v.y);
        v.tag = lane_pick_whole(l.low[i], lane_whole(TAG(SCREE_FEATURE_VERTEX, i)), v.tag);
    }
    return v;
}

// ------------------------------------------------------------------------------------------------------- what meets

typedef struct lane_meeting {
    lane_flags known, of_b; // B has the edge: polygon_meeting.side
    lane_mask tag[2];       // of that side, and of the other
    lane distance, nx, ny, vx, vy;
    lane error, near[2], radius[2]; // the last of that side and of the other
    lane doubt;                     // distances up to this may be touching by the default tolerance
} lane_meeting;

ALWAYS_INLINE void find_error(const scree_lane_work *work, bool rounded, const lane_stand *p, const lane_polygon *a,
                              const lane_polygon *b, lane_meeting *m)
{
    const lane r = lane_pick(m->of_b, b->reach, a->reach), q = lane_pick(m->of_b, a->reach, b->reach);
    const lane reach = a->reach + b->reach;
    m->error = SCREE_ROUNDING * (POLYGON_ROUNDINGS_BODY * reach + POLYGON_ROUNDINGS_SHIFT * p->length);
    m->near[0] = POLYGON_CLEAR * r + m->error;
    m->near[1] = POLYGON_CLEAR * q + m->error;
    if (rounded) {
        m->radius[0] = lane_pick(m->of_b, b->radius, a->radius);
        m->radius[1] = lane_pick(m->of_b, a->radius, b->radius);
    }
    // A sum, since gcc 12 takes the condition of a select between vectors, in a loop, from the first lane only.
    const double usual = work->tolerance < 0.0 ? MOST_USUAL_TOLERANCE : 0.0, none = work->tolerance < 0.0 ? 0.0 : -1.0;
    m->doubt = usual * (rounded ? reach + (m->radius[0] + m->radius[1]) : reach) + none;
}

// No vertex of p but (x, y) is as low along (nx, ny).
ALWAYS_INLINE lane_flags is_lowest(const lane_points *p, int corners, lane count, lane x, lane y, lane nx, lane ny,
                                   lane near)
{
    lane h[LANE_CORNERS];
    for (int i = 0; i < corners; ++i) h[i] = nx * p->x[i] + ny * p->y[i];
    return flags_not(lowest_up_to(h, corners, count, nx * x + ny * y + near).many);
}

// The vertex at an edge's end: the last vertex is followed by the first.
ALWAYS_INLINE lane_mask end_tag(int corners, lane count, lane_mask tag)
{
    const lane_mask none = { 0 }, vertex = tag - TAG(SCREE_FEATURE_EDGE - SCREE_FEATURE_VERTEX, 0);
    lane_mask end = none + TAG(SCREE_FEATURE_VERTEX, corners);
    if (corners > 3) // the count, as the last bits of a number that is large enough
        end = (lane_to_bits(count + 0x1p52) & 255) * TAG(0, 1) + TAG(SCREE_FEATURE_VERTEX, 0);
    return lane_pick_whole(flags_same_whole(vertex, end), none + TAG(SCREE_FEATURE_VERTEX, 0), vertex);
}

// One side's vertices, and those that it faces.
typedef struct lane_sides {
    lane_points own, facing;
    lane own_count, facing_count;
    lane way_x, way_y; // from its origin to that of the other
} lane_sides;

// meet_in_vertices(), in the lanes of `these`; at the edge's end, or at its start.
ALWAYS_INLINE void lanes_meet_in_vertices(const lane_sides *q, int corners, lane_flags these, const lane_ends *e,
                                          lane_flags at_end, lane_meeting *m)
{
    const lane x = lane_pick(at_end, e->qx, e->px), y = lane_pick(at_end, e->qy, e->py);
    const lane_mask at = lane_pick_whole(at_end, m->tag[0] + TAG_NEXT, m->tag[0]);
    const lane_mask end = end_tag(corners, q->own_count, at);
    const lane wx = (m->vx + q->way_x) - x, wy = (m->vy + q->way_y) - y;
    const lane d = lane_sqrt(wx * wx + wy * wy), part = 1.0 / d, most = lane_abs(wx) + lane_abs(wy);
    const lane_flags clear =
        flags_and(is_lowest(&q->own, corners, q->own_count, x, y, -wx, -wy, m->near[0] * most),
                  is_lowest(&q->facing, corners, q->facing_count, m->vx, m->vy, wx, wy, m->near[1] * most));
    m->known = flags_and(m->known, flags_or(clear, flags_not(these)));
    m->tag[0] = lane_pick_whole(these, end, m->tag[0]);
    m->distance = lane_pick(these, d, m->distance);
    m->nx = lane_pick(these, part * wx, m->nx);
    m->ny = lane_pick(these, part * wy, m->ny);
}

// find_meeting(), once the edges are in m.
ALWAYS_INLINE void lanes_meet_on_edges(const lane_sides *q, int corners, lane_flags apart, lane_flags deep,
                                       lane_meeting *m)
{
    const lane_ends ends = ends_of(&q->own, corners, m->tag[0]);
    const lane x = m->vx + q->way_x, y = m->vy + q->way_y, wx = x - ends.px, wy = y - ends.py;
    const lane_flags short_of = flags_below(wy * m->nx - wx * m->ny, -m->error);
    const lane_flags past = flags_below(m->error, (y - ends.qy) * m->nx - (x - ends.qx) * m->ny);
    m->known = flags_and(m->known, flags_not(flags_and(deep, flags_or(short_of, past))));
    if (flags_bits(apart) == 0) return;
    const lane ex = ends.qx - ends.px, ey = ends.qy - ends.py, length2 = ex * ex + ey * ey, along = wx * ex + wy * ey;
    const lane_flags ahead = flags_below(lane_of(0.0), along),
                     is_long = flags_below(DIRECT_SHORT * m->error * m->distance, length2);
    const lane_flags beyond_end = flags_and(apart, flags_not(flags_and(ahead, flags_below(along, length2))));
    m->known = flags_and(m->known, flags_or(deep, is_long));
    if (flags_bits(flags_and(beyond_end, m->known)) != 0)
        lanes_meet_in_vertices(q, corners, beyond_end, &ends, ahead, m);
}

// find_meeting()
ALWAYS_INLINE void find_lane_meeting(const scree_lane_work *work, scree_flat_rows rows, const lane_lot *lot, int first,
                                     const lane_stand *p, lane_meeting *m)
{
    lane_polygon a, b;
    lane_sides q;
    const int corners = scree_flat_width(rows);
    load_polygons(lot->flat[0] + first, rows, p->rotation[0], p->shift_x, p->shift_y, &a);
    load_polygons(lot->flat[1] + first, rows, p->rotation[1], -p->shift_x, -p->shift_y, &b);
    const lane_edge edge_a = outermost_of(&a, &b.at, corners), edge_b = outermost_of(&b, &a.at, corners);
    m->of_b = flags_below(edge_a.gap, edge_b.gap);
    const lane_edge e = edge_select(m->of_b, &edge_b, &edge_a);
    points_select(m->of_b, &a.at, &b.at, corners, &q.facing);
    q.facing_count = lane_pick(m->of_b, a.count, b.count);
    find_error(work, rows != SCREE_FLAT_THREE, p, &a, &b, m);
    const lane_vertex v = lowest_of(&q.facing, corners, q.facing_count, e.nx, e.ny, m->near[1]);
    const lane_flags deep = flags_below(e.gap, -m->error), apart = flags_below(DIRECT_CLEAR * m->error, e.gap);
    const lane other = lane_pick(m->of_b, edge_a.gap, edge_b.gap), limit = e.gap - POLYGON_TIED * m->error;
    const lane_flags usual = flags_and(p->usual, flags_not(flags_below(limit, other)));
    m->tag[0] = e.tag;
    m->tag[1] = v.tag;
    m->distance = e.gap;
    m->nx = e.nx;
    m->ny = e.ny;
    m->vx = v.x;
    m->vy = v.y;
    m->known = flags_and(flags_and(usual, v.single), flags_or(deep, apart));
    points_select(m->of_b, &b.at, &a.at, corners, &q.own);
    q.own_count = lane_pick(m->of_b, b.count, a.count);
    q.way_x = lane_pick(m->of_b, -p->shift_x, p->shift_x);
    q.way_y = lane_pick(m->of_b, -p->shift_y, p->shift_y);
    lanes_meet_on_edges(&q, corners, apart, deep, m);
}

// ------------------------------------------------------------------------------------------------------ the answer

// The integers of a contact, in bytes.
ALWAYS_INLINE lane_mask whole_numbers(const lane_meeting *m, lane distance, double tolerance)
{
    const lane_mask none = { 0 };
    const lane_mask first = lane_pick_whole(m->of_b, m->tag[1], m->tag[0]);
    const lane_mask second = lane_pick_whole(m->of_b, m->tag[0], m->tag[1]);
    // With the default tolerance, touching pairs are left to the single-pair kernel.
    const lane_flags beyond = flags_below(lane_of(max2(tolerance, 0.0)), lane_abs(distance));
    const int64_t once = (int64_t)1 << 8 * BYTE_ITERATIONS, state = (int64_t)1 << 8 * BYTE_STATE;
    const lane_mask clear =
        lane_pick_whole(flags_below(lane_of(0.0), distance), none + (once + SCREE_SEPARATED * state),
                        none + (once + SCREE_OVERLAPPING * state));
    return (first | second << 8) | lane_pick_whole(beyond, clear, none + (once + SCREE_TOUCHING * state));
}

// polygon_publish(). Returns the distances.
ALWAYS_INLINE lane publish_lanes(const lane_stand *p, const lane_meeting *m, bool rounded, double tolerance,
                                 double *const to[SCREE_LANES])
{
    const lane_flags of_b = m->of_b;
    const lane zero = lane_of(0.0), radii = rounded ? m->radius[0] + m->radius[1] : zero;
    const lane distance = rounded ? m->distance - radii + 0.0 : m->distance;
    alignas(8 * SCREE_LANES) int64_t bytes[SCREE_LANES];
    lane_put_whole_row(bytes, whole_numbers(m, distance, tolerance));
    const lane apart = lane_abs(m->distance), spread = 4.0 * DBL_EPSILON * (rounded ? radii + apart : apart);
    const lane unit = 1.5 - 0.5 * (m->nx * m->nx + m->ny * m->ny), nx = unit * m->nx, ny = unit * m->ny;
    const lane x = m->vx + lane_pick(of_b, p->x[0], p->x[1]) + 0.0, y = m->vy + lane_pick(of_b, p->y[0], p->y[1]) + 0.0;
    const lane back = rounded ? m->radius[0] - m->distance : -m->distance;
    const lane middle = 0.5 * (rounded ? back - m->radius[1] : back);
    const lane own_x = x + back * nx, own_y = y + back * ny;
    const lane other_x = rounded ? x - m->radius[1] * nx : x, other_y = rounded ? y - m->radius[1] * ny : y;
    const lane sign = lane_pick(of_b, lane_of(-1.0), lane_of(1.0));
    const lane lower = lane_min((rounded ? m->distance - m->error - radii : m->distance - m->error) - spread, distance);
    const lane upper = lane_max((rounded ? m->distance + m->error - radii : m->distance + m->error) + spread, distance);
    const lane ax = lane_pick(of_b, other_x, own_x), ay = lane_pick(of_b, other_y, own_y);
    const lane bx = lane_pick(of_b, own_x, other_x), by = lane_pick(of_b, own_y, other_y);
    lane first[] = { distance, lower, upper, sign * nx + 0.0, sign * ny + 0.0, zero, ax, ay };
    lane_store_eights(first, OUT_DISTANCE, to);
    lane_store_couples(bx, by, x + middle * nx, y + middle * ny, OUT_POINT_A + 2, to);
    for (int i = 0; i < SCREE_LANES; ++i) lane_store_bytes((uint64_t)bytes[i], to[i] + OUT_DOUBLES);
    return distance;
}

ALWAYS_INLINE void publish_pairs(const scree_lane_work *work, bool rounded, double *const to[SCREE_LANES],
                                 const lane_stand *p, lane_meeting *m)
{
    const lane distance = publish_lanes(p, m, rounded, work->tolerance, to); // answers in doubt are overwritten later
    m->known = flags_and(m->known, flags_below(m->doubt, lane_abs(distance)));
}

// Appends the pairs from `first` on that are not known to `left`, after `rest` others. Returns the new count.
static inline int keep_known(const scree_lane_work *work, int first, int count, unsigned known, int32_t *left, int rest)
{
    const unsigned all = ~0u >> (32 - count);
    if (work->batch->caches == NULL && (known & all) == all) return rest;
    for (int i = 0; i < count; ++i) {
        const size_t number = number_of(work, first + i);
        if ((known >> i & 1u) == 0u)
            left[rest++] = (int32_t)(number - work->first);
        else if (work->batch->caches != NULL)
            scree_cache_keep(&work->batch->caches[number], &work->results[number]);
    }
    return rest;
}

ALWAYS_INLINE int answer_lot(const scree_lane_work *work, scree_flat_rows rows, const lane_lot *lot, int first,
                             int count, int32_t *left, int rest)
{
    lane_stand stand[POLYGON_LOT];
    for (int i = 0; i < count; i += SCREE_LANES) find_stand(lot, i, &stand[i / SCREE_LANES]);
    for (int i = 0; i < count; i += SCREE_LANES) {
        lane_meeting m;
        find_lane_meeting(work, rows, lot, i, &stand[i / SCREE_LANES], &m);
        publish_pairs(work, rows != SCREE_FLAT_THREE, lot->to + i, &stand[i / SCREE_LANES], &m);
        const int size = count - i < SCREE_LANES ? count - i : SCREE_LANES;
        rest = keep_known(work, first + i, size, flags_bits(m.known), left, rest);
    }
    return rest;
}

ALWAYS_INLINE int answer_alike(const scree_lane_work *work, scree_flat_rows rows, int32_t *left)
{
    int rest = 0, first = 0;
    for (; first < work->count; first += POLYGON_MOST) {
        lane_lot lot;
        const int count = work->count - first < POLYGON_MOST ? work->count - first : POLYGON_MOST;
        if (!find_lot(work, rows, first, count, &lot)) break;
        rest = answer_lot(work, rows, &lot, first, count, left, rest);
    }
    if (work->done != NULL) *work->done = first < work->count ? first : work->count;
    return rest;
}

static int answer_threes(const scree_lane_work *work, int32_t *left)
{
    return answer_alike(work, SCREE_FLAT_THREE, left);
}

static int answer_fours(const scree_lane_work *work, int32_t *left)
{
    return answer_alike(work, SCREE_FLAT_FOUR, left);
}

static int answer_eights(const scree_lane_work *work, int32_t *left)
{
    return answer_alike(work, SCREE_FLAT_EIGHT, left);
}

/// Indexed by the rows that pairs have, SCREE_FLAT_NONE first; `one_by_one` is a kernel.
#define POLYGON_KERNELS(one_by_one)                                                                                    \
    {                                                                                                                  \
        one_by_one, answer_eights, answer_fours, answer_threes                                                         \
    }

#if SCREE_LANES <= SCREE_MOST_SINGLE_LANES
bool SCREE_AT_WIDTH(scree_polygon)(const scree_body *a, const scree_body *b, double tolerance, scree_contact *out)
{
    return are_narrow(a, b) ? answer_narrow(a, b, tolerance, out) : answer_wide(a, b, tolerance, out);
}

int SCREE_AT_WIDTH(scree_polygon_farther)(const scree_body *a, const scree_body *b, double margin)
{
    return are_narrow(a, b) ? narrow_is_farther(a, b, margin) : wide_is_farther(a, b, margin);
}
#else
// A single pair of few corners gains nothing from so many lanes.
bool scree_polygon_lanes_8(const scree_body *a, const scree_body *b, double tolerance, scree_contact *out)
{
    return are_narrow(a, b) ? scree_polygon_lanes_4(a, b, tolerance, out) : answer_wide(a, b, tolerance, out);
}

int scree_polygon_farther_lanes_8(const scree_body *a, const scree_body *b, double margin)
{
    return are_narrow(a, b) ? scree_polygon_farther_lanes_4(a, b, margin) : wide_is_farther(a, b, margin);
}
#endif

static int answer_one_by_one(const scree_lane_work *work, int32_t *left)
{
    return scree_answer_directly(work, answer_wide, left);
}

const scree_lane_kernel SCREE_AT_WIDTH(scree_polygons)[SCREE_FLAT_KINDS] = POLYGON_KERNELS(answer_one_by_one);
