// Pairs of polygons over lanes, one pair in each: what polygon_kernel.h does, in the same order, operation by
// operation, so that the answers are the same to the last bit.
//
// Idea    Bodies, polygons and results are rows of numbers, as many as there are lanes or some times that: they are
//         read
//         whole, and transposed. Every edge meets every vertex; the lanes never part. Pairs are taken together with
//         others of as many corners: triangles, up to four, up to eight.
// Limits  Polygons of more corners, and those far from their origins, go the single way; so does a whole group of lanes
//         with a pose that is not in the plane.
#ifndef SCREE_BATCH_POLYGON_BATCH_H
#define SCREE_BATCH_POLYGON_BATCH_H

#include <stdalign.h>

#include "batch/lane_rows.h"
#include "batch/polygon_stand.h"

// The words of a contact, and where they are; the last ones are whole numbers.
enum contact_word {
    OUT_DISTANCE,
    OUT_NORMAL = 3,
    OUT_POINT_A = OUT_NORMAL + 3,
    OUT_POINT_B = OUT_POINT_A + 3,
    OUT_POINT = OUT_POINT_B + 3,
    OUT_PATCH = OUT_POINT + 3,
    OUT_NUMBERS,
    OUT_WORDS = 24
};

// Of those, by bytes: what they hold is less than 256. The others, in order, are 0: status, cut_short, counts, ...
enum contact_byte { BYTE_FEATURE, BYTE_INDEX = 2, BYTE_ITERATIONS = 4, BYTE_STATE };

static_assert(offsetof(scree_contact, normal) == 8 * OUT_NORMAL && offsetof(scree_contact, point) == 8 * OUT_POINT &&
                  offsetof(scree_contact, feature_a) == 8 * OUT_NUMBERS + 4 * BYTE_FEATURE &&
                  offsetof(scree_contact, index_a) == 8 * OUT_NUMBERS + 4 * BYTE_INDEX &&
                  offsetof(scree_contact, iterations) == 8 * OUT_NUMBERS + 4 * BYTE_ITERATIONS &&
                  offsetof(scree_contact, state) == 8 * OUT_NUMBERS + 4 * BYTE_STATE &&
                  sizeof(scree_contact) == 8 * OUT_WORDS && SCREE_OK == 0,
              "a contact is 24 words");

// What meets of one side, in the bytes of the pair's first body: the kind of the feature, and its number.
#define TAG(feature, number) ((int64_t)(feature) << 8 * BYTE_FEATURE | (int64_t)(number) << 8 * BYTE_INDEX)
#define TAG_NEXT TAG(0, 1)

// Pairs of one kind are answered in lots of some times as many as there are lanes, each step for all of a lot: the
// steps are long chains, of which the processor then has several in hand.
enum { POLYGON_LOT = 4 };

// ---------------------------------------------------------------------------------------------------- the polygons

enum { LANE_CORNERS = 8 };

typedef struct lane_points {
    lane x[LANE_CORNERS], y[LANE_CORNERS];
} lane_points;

// A polygon in each lane, and the vertices of the other one as it sees them.
typedef struct lane_polygon {
    lane_points own, seen;
    lane nx[LANE_CORNERS], ny[LANE_CORNERS], offset[LANE_CORNERS];
    lane reach, radius;
} lane_polygon;

ALWAYS_INLINE void load_polygons(const double *const flat[SCREE_LANES], scree_flat_rows rows, lane_polygon *p)
{
    const int corners = scree_flat_width(rows), tail = scree_flat_tail(rows);
    lane s[(POLYGON_ROWS + 1) * LANE_CORNERS];
    load_records(flat, 0, (tail + 4) / 4 * 4, s); // with the radius, but for triangles, which have none
    for (int i = 0; i < corners; ++i) {
        p->own.x[i] = s[i];
        p->own.y[i] = s[corners + i];
        p->nx[i] = s[2 * corners + i];
        p->ny[i] = s[3 * corners + i];
        p->offset[i] = s[4 * corners + i];
    }
    p->reach = s[tail];
    p->radius = rows == SCREE_FLAT_THREE ? lane_of(0.0) : s[tail + 1];
}

// see()
ALWAYS_INLINE void lanes_see(const lane_points *from, int corners, lane c, lane s, lane dx, lane dy, lane_points *out)
{
    for (int i = 0; i < corners; ++i) {
        out->x[i] = c * from->x[i] - s * from->y[i] + dx;
        out->y[i] = s * from->x[i] + c * from->y[i] + dy;
    }
}

// ------------------------------------------------------------------------------------------------------------ gaps

typedef struct lane_edge {
    lane gap, nx, ny; // and its normal
    lane_mask tag;
} lane_edge;

ALWAYS_INLINE lane_edge edge_at(const lane_polygon *p, int i, int corners)
{
    lane least = p->nx[i] * p->seen.x[0] + p->ny[i] * p->seen.y[0];
    for (int k = 1; k < corners; ++k) least = lane_min(p->nx[i] * p->seen.x[k] + p->ny[i] * p->seen.y[k], least);
    return (lane_edge){ least - p->offset[i], p->nx[i], p->ny[i], (lane_mask){ 0 } + TAG(SCREE_FEATURE_EDGE, i) };
}

ALWAYS_INLINE lane_edge edge_select(lane_flags m, const lane_edge *a, const lane_edge *b)
{
    return (lane_edge){ lane_pick(m, a->gap, b->gap), lane_pick(m, a->nx, b->nx), lane_pick(m, a->ny, b->ny),
                        lane_pick_whole(m, a->tag, b->tag) };
}

ALWAYS_INLINE lane_edge outermost_of(const lane_polygon *p, int corners)
{
    lane_edge best = edge_at(p, 0, corners);
    for (int i = 1; i < corners; ++i) {
        const lane_edge e = edge_at(p, i, corners);
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
        const lane_flags here = flags_same_whole(tag, (lane_mask){ 0 } + TAG(SCREE_FEATURE_EDGE, i));
        const int next = i + 1 < corners ? i + 1 : 0; // behind the last corner there are copies of the first
        e.px = lane_pick(here, own->x[i], e.px);
        e.py = lane_pick(here, own->y[i], e.py);
        e.qx = lane_pick(here, own->x[next], e.qx);
        e.qy = lane_pick(here, own->y[next], e.qy);
    }
    return e;
}

// The vertices of one side in each lane, whichever it is.
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
    lane_flags alone; // nobody else is as low
} lane_vertex;

// Copies of the first corner are none of their own.
ALWAYS_INLINE lane_flags is_copy(const lane_points *p, int i)
{
    return flags_and(flags_same(p->x[i], p->x[0]), flags_same(p->y[i], p->y[0]));
}

// highest_vertices(), downwards; those of triangles, and of rows that are full, have no copies, but that is only known
// of triangles.
ALWAYS_INLINE lane_vertex lowest_of(const lane_points *q, int corners, lane nx, lane ny, lane near)
{
    lane_vertex v = { .x = q->x[0], .y = q->y[0], .tag = (lane_mask){ 0 } + TAG(SCREE_FEATURE_VERTEX, 0) };
    lane least = nx * q->x[0] + ny * q->y[0], second = lane_of(INFINITY);
    for (int i = 1; i < corners; ++i) {
        lane h = nx * q->x[i] + ny * q->y[i];
        if (i >= 3) h = lane_pick(is_copy(q, i), lane_of(INFINITY), h);
        const lane_flags lower = flags_below(h, least);
        second = lane_min(lane_max(h, least), second);
        least = lane_min(h, least);
        v.x = lane_pick(lower, q->x[i], v.x);
        v.y = lane_pick(lower, q->y[i], v.y);
        v.tag = lane_pick_whole(lower, (lane_mask){ 0 } + TAG(SCREE_FEATURE_VERTEX, i), v.tag);
    }
    v.alone = flags_below(least + near, second);
    return v;
}

// ------------------------------------------------------------------------------------------------------- what meets

typedef struct lane_meeting {
    lane_flags known, of_b; // B is the side of polygon_meeting
    lane_mask tag[2];       // of that side, and of the other one
    lane distance, nx, ny, vx, vy;
    lane error, near[2], radius, radii; // of that side; of both
    lane doubt;                         // distances up to this may be touching by the usual tolerance
} lane_meeting;

ALWAYS_INLINE void find_error(const scree_lane_work *work, const lane_stand *p, const lane_polygon *a,
                              const lane_polygon *b, lane_meeting *m)
{
    const lane r = lane_pick(m->of_b, b->reach, a->reach), q = lane_pick(m->of_b, a->reach, b->reach);
    m->error = SCREE_ROUNDING * (SCREE_ROUNDINGS_A * r + SCREE_ROUNDINGS_B * q + p->far);
    m->near[0] = POLYGON_CLEAR * r + m->error;
    m->near[1] = POLYGON_CLEAR * q + m->error;
    m->radius = lane_pick(m->of_b, b->radius, a->radius);
    m->radii = a->radius + b->radius;
    // A sum, since gcc 12 takes the condition of a choice between lanes, in a loop, for that of the first lane alone.
    const double usual = work->tolerance < 0.0 ? MOST_USUAL_TOLERANCE : 0.0, none = work->tolerance < 0.0 ? 0.0 : -1.0;
    m->doubt = usual * (r + q + m->radii) + none;
}

// (x, y) is a vertex of p; nobody else of p is as low along (nx, ny).
ALWAYS_INLINE lane_flags is_lowest(const lane_points *p, int corners, lane x, lane y, lane nx, lane ny, lane near)
{
    lane least = nx * p->x[0] + ny * p->y[0], second = lane_of(INFINITY);
    for (int i = 1; i < corners; ++i) {
        lane h = nx * p->x[i] + ny * p->y[i];
        if (i >= 3) h = lane_pick(is_copy(p, i), lane_of(INFINITY), h);
        second = lane_min(lane_max(h, least), second);
        least = lane_min(h, least);
    }
    return flags_and(flags_same(nx * x + ny * y, least), flags_below(least + near, second));
}

// Of the end of an edge, by the edge's tag or that of the edge behind: behind the last one is the first.
ALWAYS_INLINE lane_mask end_tag(const lane_points *own, int corners, lane x, lane y, lane_mask tag)
{
    const lane_mask none = { 0 }, vertex = tag - TAG(SCREE_FEATURE_EDGE - SCREE_FEATURE_VERTEX, 0);
    lane_flags first = flags_same_whole(vertex, none + TAG(SCREE_FEATURE_VERTEX, corners));
    if (corners > 3) // there may be copies of the first corner
        first = flags_and(flags_same(x, own->x[0]), flags_same(y, own->y[0]));
    return lane_pick_whole(first, none + TAG(SCREE_FEATURE_VERTEX, 0), vertex);
}

// meet_in_vertices(), in the lanes of `these`; the edge's end, where not its start.
ALWAYS_INLINE void lanes_meet_in_vertices(const lane_points *own, const lane_points *seen, int corners,
                                          lane_flags these, const lane_ends *e, lane_flags at_end, lane_meeting *m)
{
    const lane x = lane_pick(at_end, e->qx, e->px), y = lane_pick(at_end, e->qy, e->py);
    const lane_mask end = end_tag(own, corners, x, y, lane_pick_whole(at_end, m->tag[0] + TAG_NEXT, m->tag[0]));
    const lane wx = m->vx - x, wy = m->vy - y, d = lane_sqrt(wx * wx + wy * wy), part = 1.0 / d;
    const lane_flags clear = flags_and(is_lowest(own, corners, x, y, -wx, -wy, m->near[0] * d),
                                       is_lowest(seen, corners, m->vx, m->vy, wx, wy, m->near[1] * d));
    m->known = flags_and(m->known, flags_or(clear, flags_not(these)));
    m->tag[0] = lane_pick_whole(these, end, m->tag[0]);
    m->distance = lane_pick(these, d, m->distance);
    m->nx = lane_pick(these, part * wx, m->nx);
    m->ny = lane_pick(these, part * wy, m->ny);
}

// find_meeting()
ALWAYS_INLINE void find_lane_meeting(const scree_lane_work *work, scree_flat_rows rows, const lane_stand *p,
                                     lane_meeting *m)
{
    lane_polygon a, b;
    const int corners = scree_flat_width(rows);
    load_polygons(p->flat[0], rows, &a);
    load_polygons(p->flat[1], rows, &b);
    lanes_see(&b.own, corners, p->across.c, p->across.s, p->dx[0], p->dy[0], &a.seen);
    lanes_see(&a.own, corners, p->across.c, -p->across.s, -p->dx[1], -p->dy[1], &b.seen);
    const lane_edge edge_a = outermost_of(&a, corners), edge_b = outermost_of(&b, corners);
    m->of_b = flags_below(edge_a.gap, edge_b.gap);
    const lane_edge e = edge_select(m->of_b, &edge_b, &edge_a);
    const lane_flags tied = flags_same(edge_a.gap, edge_b.gap);
    lane_points seen;
    points_select(m->of_b, &b.seen, &a.seen, corners, &seen);
    find_error(work, p, &a, &b, m);
    const lane_vertex v = lowest_of(&seen, corners, e.nx, e.ny, m->near[1]);
    const lane_flags deep = flags_below(e.gap, -m->error), apart = flags_below(DIRECT_CLEAR * m->error, e.gap);
    const lane_flags usual = flags_and(p->usual, flags_not(tied));
    m->tag[0] = e.tag;
    m->tag[1] = v.tag;
    m->distance = e.gap;
    m->nx = e.nx;
    m->ny = e.ny;
    m->vx = v.x;
    m->vy = v.y;
    m->known = flags_and(flags_and(usual, v.alone), flags_or(deep, apart));
    if (flags_bits(apart) == 0) return;
    lane_points own;
    points_select(m->of_b, &b.own, &a.own, corners, &own);
    const lane_ends ends = ends_of(&own, corners, e.tag);
    const lane ex = ends.qx - ends.px, ey = ends.qy - ends.py, length2 = ex * ex + ey * ey;
    const lane along = (v.x - ends.px) * ex + (v.y - ends.py) * ey;
    const lane_flags ahead = flags_below(lane_of(0.0), along),
                     is_long = flags_below(DIRECT_SHORT * m->error * e.gap, length2);
    const lane_flags beside = flags_and(apart, flags_not(flags_and(ahead, flags_below(along, length2))));
    m->known = flags_and(m->known, flags_or(deep, is_long));
    if (flags_bits(flags_and(beside, m->known)) != 0)
        lanes_meet_in_vertices(&own, &seen, corners, beside, &ends, ahead, m);
}

// ------------------------------------------------------------------------------------------------------ the answer

// What a contact has of whole numbers, in bytes.
ALWAYS_INLINE lane_mask whole_numbers(const lane_meeting *m, lane distance, double tolerance)
{
    const lane_mask none = { 0 };
    const lane_mask first = lane_pick_whole(m->of_b, m->tag[1], m->tag[0]);
    const lane_mask second = lane_pick_whole(m->of_b, m->tag[0], m->tag[1]);
    // By the usual tolerance, those that touch are left in doubt.
    const lane_flags beyond = flags_below(lane_of(max2(tolerance, 0.0)), lane_abs(distance));
    const int64_t once = (int64_t)1 << 8 * BYTE_ITERATIONS, state = (int64_t)1 << 8 * BYTE_STATE;
    const lane_mask clear =
        lane_pick_whole(flags_below(lane_of(0.0), distance), none + (once + SCREE_SEPARATED * state),
                        none + (once + SCREE_OVERLAPPING * state));
    return (first | second << 8) | lane_pick_whole(beyond, clear, none + (once + SCREE_TOUCHING * state));
}

// polygon_publish(). Returns the distances.
ALWAYS_INLINE lane publish_lanes(const lane_stand *p, const lane_meeting *m, double tolerance,
                                 double *const to[SCREE_LANES])
{
    const lane_flags of_b = m->of_b;
    const lane_turn t = { lane_pick(of_b, p->turn[1].c, p->turn[0].c), lane_pick(of_b, p->turn[1].s, p->turn[0].s) };
    const lane zero = lane_of(0.0), distance = m->distance - m->radii + 0.0;
    alignas(8 * SCREE_LANES) int64_t bytes[SCREE_LANES];
    *(lane_mask *)(void *)bytes = whole_numbers(m, distance, tolerance);
    const lane spread = 4.0 * DBL_EPSILON * (m->radii + lane_abs(m->distance));
    const lane wx = t.c * m->nx - t.s * m->ny, wy = t.s * m->nx + t.c * m->ny;
    const lane unit = 1.5 - 0.5 * (wx * wx + wy * wy), nx = unit * wx, ny = unit * wy;
    const lane back = m->distance - m->radius;
    const lane x = t.c * m->vx - t.s * m->vy + lane_pick(of_b, p->x[1], p->x[0]) - back * nx;
    const lane y = t.s * m->vx + t.c * m->vy + lane_pick(of_b, p->y[1], p->y[0]) - back * ny;
    const lane other_x = x + distance * nx, other_y = y + distance * ny;
    const lane sign = lane_pick(of_b, lane_of(-1.0), lane_of(1.0));
    const lane lower = lane_min(m->distance - m->error - m->radii - spread, distance);
    const lane upper = lane_max(m->distance + m->error - m->radii + spread, distance);
    const lane ax = lane_pick(of_b, other_x, x), ay = lane_pick(of_b, other_y, y);
    const lane bx = lane_pick(of_b, x, other_x), by = lane_pick(of_b, y, other_y);
    lane first[] = { distance, lower, upper, sign * nx + 0.0, sign * ny + 0.0, zero, ax, ay };
    lane_store_eights(first, OUT_DISTANCE, to);
    lane_store_couples(bx, by, x + 0.5 * distance * nx, y + 0.5 * distance * ny, OUT_POINT_A + 2, to);
    for (int i = 0; i < SCREE_LANES; ++i) lane_store_bytes((uint64_t)bytes[i], to[i] + OUT_NUMBERS);
    return distance;
}

ALWAYS_INLINE void publish_pairs(const scree_lane_work *work, const int32_t *numbers, const lane_stand *p,
                                 lane_meeting *m)
{
    double *to[SCREE_LANES];
    for (int i = 0; i < SCREE_LANES; ++i) to[i] = (double *)(void *)&work->results[work->first + (size_t)numbers[i]];
    const lane distance = publish_lanes(p, m, work->tolerance, to); // what is in doubt will be written over
    m->known = flags_and(m->known, flags_below(m->doubt, lane_abs(distance)));
}

// Those that are in doubt go to `left`, behind `rest` others. Returns how many there are then.
static inline int keep_known(const scree_lane_work *work, const int32_t *numbers, int count, unsigned known,
                             int32_t *left, int rest)
{
    const unsigned all = ~0u >> (32 - count);
    if (work->batch->caches == NULL && (known & all) == all) return rest;
    for (int i = 0; i < count; ++i) {
        const size_t number = work->first + (size_t)numbers[i];
        if ((known >> i & 1u) == 0u)
            left[rest++] = numbers[i];
        else if (work->batch->caches != NULL)
            scree_cache_keep(&work->batch->caches[number], &work->results[number]);
    }
    return rest;
}

ALWAYS_INLINE int answer_alike(const scree_lane_work *work, scree_flat_rows rows, int32_t *left)
{
    enum { MOST = POLYGON_LOT * SCREE_LANES };
    int rest = 0;
    for (int first = 0; first < work->count; first += MOST) {
        lane_stand stand[POLYGON_LOT];
        lane_meeting meeting[POLYGON_LOT];
        int32_t numbers[MOST];
        const int lot = work->count - first < MOST ? work->count - first : MOST;
        const int groups = (lot + SCREE_LANES - 1) / SCREE_LANES;
        memcpy(numbers, work->pairs + first, (size_t)lot * sizeof *numbers);
        for (int i = lot; i < groups * SCREE_LANES; ++i) numbers[i] = numbers[lot - 1]; // the last one again
        for (int g = 0; g < groups; ++g) find_stand(work, rows, numbers + g * SCREE_LANES, &stand[g]);
        for (int g = 0; g < groups; ++g) find_lane_meeting(work, rows, &stand[g], &meeting[g]);
        for (int g = 0; g < groups; ++g) publish_pairs(work, numbers + g * SCREE_LANES, &stand[g], &meeting[g]);
        for (int g = 0; g < groups; ++g) {
            const int here = g * SCREE_LANES, size = lot - here < SCREE_LANES ? lot - here : SCREE_LANES;
            rest = keep_known(work, numbers + here, size, flags_bits(meeting[g].known), left, rest);
        }
    }
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

/// By the rows that pairs have, SCREE_FLAT_NONE first; `one_by_one` is a kernel.
#define POLYGON_KERNELS(one_by_one)                                                                                    \
    {                                                                                                                  \
        one_by_one, answer_eights, answer_fours, answer_threes                                                         \
    }

#endif
