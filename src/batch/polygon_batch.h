// Pairs of polygons over lanes, one pair in each: what polygon_kernel.h does, in the same order, operation by operation,
// so that the answers are the same to the last bit.
//
// Idea    Bodies, polygons and results are rows of numbers, as many as there are lanes or some times that: they are read
//         whole, and transposed. Every edge meets every vertex; the lanes never part. Pairs are taken together with
//         others of as many corners: triangles, up to four, up to eight.
// Limits  Polygons of more corners, and those far from their origins, go the single way.
#ifndef SCREE_BATCH_POLYGON_BATCH_H
#define SCREE_BATCH_POLYGON_BATCH_H

#include "batch/polygon_stand.h"

// The words of a contact, and where they are.
enum contact_word {
    OUT_DISTANCE,
    OUT_LOWER,
    OUT_UPPER,
    OUT_NORMAL,
    OUT_POINT_A = OUT_NORMAL + 3,
    OUT_POINT_B = OUT_POINT_A + 3,
    OUT_POINT = OUT_POINT_B + 3,
    OUT_PATCH = OUT_POINT + 3,
    OUT_FEATURES,
    OUT_NUMBERS,
    OUT_STATE, // behind the iterations
    OUT_STATUS,
    OUT_REST,
    OUT_WORDS = 24
};

static_assert(offsetof(scree_contact, normal) == 8 * OUT_NORMAL && offsetof(scree_contact, point) == 8 * OUT_POINT &&
                  offsetof(scree_contact, feature_a) == 8 * OUT_FEATURES &&
                  offsetof(scree_contact, index_a) == 8 * OUT_NUMBERS &&
                  offsetof(scree_contact, iterations) == 8 * OUT_STATE &&
                  offsetof(scree_contact, status) == 8 * OUT_STATUS && sizeof(scree_contact) == 8 * OUT_WORDS &&
                  SCREE_OK == 0,
              "a contact is 24 words");

// Pairs of one kind are answered in lots of some times as many as there are lanes, each step for all of a lot: the steps
// are long chains, of which the processor then has several in hand.
enum { POLYGON_LOT = 4 };

// ---------------------------------------------------------------------------------------------------- the polygons

// A polygon in each lane, in A's frame.
enum { LANE_CORNERS = 8 };

typedef struct lane_polygon {
    lane x[LANE_CORNERS], y[LANE_CORNERS], nx[LANE_CORNERS], ny[LANE_CORNERS], offset[LANE_CORNERS];
    lane near;
} lane_polygon;

ALWAYS_INLINE void load_polygons(const lane_stand *p, scree_flat_rows kind, lane_polygon *a, lane_polygon *b)
{
    const int corners = scree_flat_width(kind), length = scree_flat_length(kind) - SCREE_FLAT_CORNERS;
    lane s[POLYGON_ROWS * LANE_CORNERS], t[POLYGON_ROWS * LANE_CORNERS];
    load_records(p->flat[0], SCREE_FLAT_CORNERS, length, s);
    load_records(p->flat[1], SCREE_FLAT_CORNERS, length, t);
    for (int i = 0; i < corners; ++i) {
        a->x[i] = s[i];
        b->x[i] = t[i];
        a->y[i] = s[corners + i];
        b->y[i] = t[corners + i];
        a->nx[i] = s[2 * corners + i];
        b->nx[i] = t[2 * corners + i];
        a->ny[i] = s[3 * corners + i];
        b->ny[i] = t[3 * corners + i];
        a->offset[i] = s[4 * corners + i];
        b->offset[i] = t[4 * corners + i];
    }
    a->near = p->near[0];
    b->near = p->near[1];
}

ALWAYS_INLINE void turn_polygons(lane_polygon *p, int corners, lane_turn t, lane dx, lane dy)
{
    for (int i = 0; i < corners; ++i) {
        const lane x = p->x[i], y = p->y[i], mx = t.c * p->nx[i] - t.s * p->ny[i], my = t.s * p->nx[i] + t.c * p->ny[i];
        p->x[i] = t.c * x - t.s * y + dx;
        p->y[i] = t.s * x + t.c * y + dy;
        p->nx[i] = mx;
        p->ny[i] = my;
        p->offset[i] = p->offset[i] + (mx * dx + my * dy);
    }
}

// ------------------------------------------------------------------------------------------------------------ gaps

typedef struct lane_edge {
    lane gap, nx, ny, px, py, qx, qy; // its normal, start and end
    lane_mask number;
} lane_edge;

ALWAYS_INLINE lane_edge edge_at(const lane_polygon *p, int i, int corners, const lane_polygon *q)
{
    lane least = p->nx[i] * q->x[0] + p->ny[i] * q->y[0];
    for (int k = 1; k < corners; ++k) least = lane_min(p->nx[i] * q->x[k] + p->ny[i] * q->y[k], least);
    // Behind the last corner there are copies of the first.
    const int next = i + 1 < corners ? i + 1 : 0;
    return (lane_edge){ least - p->offset[i], p->nx[i], p->ny[i], p->x[i], p->y[i], p->x[next], p->y[next],
                        (lane_mask){ 0 } + i };
}

ALWAYS_INLINE lane_edge edge_select(lane_flags m, const lane_edge *a, const lane_edge *b)
{
    return (lane_edge){ lane_pick(m, a->gap, b->gap), lane_pick(m, a->nx, b->nx),
                        lane_pick(m, a->ny, b->ny),   lane_pick(m, a->px, b->px),
                        lane_pick(m, a->py, b->py),   lane_pick(m, a->qx, b->qx),
                        lane_pick(m, a->qy, b->qy),   lane_pick_whole(m, a->number, b->number) };
}

ALWAYS_INLINE lane_edge outermost_of(const lane_polygon *p, const lane_polygon *q, int corners)
{
    lane_edge best = edge_at(p, 0, corners, q);
    for (int i = 1; i < corners; ++i) {
        const lane_edge e = edge_at(p, i, corners, q);
        best = edge_select(flags_below(best.gap, e.gap), &e, &best);
    }
    return best;
}

// The vertices of one side in each lane, whichever it is.
typedef struct lane_points {
    lane x[LANE_CORNERS], y[LANE_CORNERS];
    lane near;
} lane_points;

ALWAYS_INLINE void points_select(lane_flags m, const lane_polygon *a, const lane_polygon *b, int corners,
                                 lane_points *out)
{
    for (int i = 0; i < corners; ++i) {
        out->x[i] = lane_pick(m, a->x[i], b->x[i]);
        out->y[i] = lane_pick(m, a->y[i], b->y[i]);
    }
    out->near = lane_pick(m, a->near, b->near);
}

typedef struct lane_vertex {
    lane x, y;
    lane_mask number;
    lane_flags alone; // nobody else is as low
} lane_vertex;

// Copies of the first corner are none of their own.
ALWAYS_INLINE lane_flags is_copy(const lane *x, const lane *y, int i)
{
    return flags_and(flags_same(x[i], x[0]), flags_same(y[i], y[0]));
}

// lowest_vertices(); those of triangles, and of rows that are full, have no copies, but that is only known of triangles.
ALWAYS_INLINE lane_vertex lowest_of(const lane_points *q, int corners, lane nx, lane ny)
{
    lane_vertex v = { .x = q->x[0], .y = q->y[0], .number = { 0 } };
    lane least = nx * q->x[0] + ny * q->y[0], second = lane_of(INFINITY);
    for (int i = 1; i < corners; ++i) {
        lane h = nx * q->x[i] + ny * q->y[i];
        if (i >= 3) h = lane_pick(is_copy(q->x, q->y, i), lane_of(INFINITY), h);
        const lane_flags lower = flags_below(h, least);
        second = lane_min(lane_max(h, least), second);
        least = lane_min(h, least);
        v.x = lane_pick(lower, q->x[i], v.x);
        v.y = lane_pick(lower, q->y[i], v.y);
        v.number = lane_pick_whole(lower, (lane_mask){ 0 } + i, v.number);
    }
    v.alone = flags_below(least + q->near, second);
    return v;
}

// ------------------------------------------------------------------------------------------------------- what meets

typedef struct lane_meeting {
    lane_flags known, edge_of_a, edge_of_b;
    lane_mask number[2];
    lane distance, nx, ny, ax, ay;
} lane_meeting;

// (x, y) is a vertex of p; nobody else of p is as low along (nx, ny), which has the length d.
ALWAYS_INLINE lane_flags is_lowest(const lane_polygon *p, int corners, lane x, lane y, lane nx, lane ny, lane d)
{
    lane least = nx * p->x[0] + ny * p->y[0], second = lane_of(INFINITY);
    for (int i = 1; i < corners; ++i) {
        lane h = nx * p->x[i] + ny * p->y[i];
        if (i >= 3) h = lane_pick(is_copy(p->x, p->y, i), lane_of(INFINITY), h);
        second = lane_min(lane_max(h, least), second);
        least = lane_min(h, least);
    }
    return flags_and(flags_same(nx * x + ny * y, least), flags_below(least + p->near * d, second));
}

// meet_in_vertices(), in the lanes of `these`; the edge's end, where not its start.
ALWAYS_INLINE void lanes_meet_in_vertices(const lane_polygon *a, const lane_polygon *b, int corners, lane_flags these,
                                          lane_flags of_b, const lane_edge *e, const lane_vertex *v, lane_flags at_end,
                                          lane_meeting *m)
{
    const lane end_x = lane_pick(at_end, e->qx, e->px), end_y = lane_pick(at_end, e->qy, e->py);
    const lane first_x = lane_pick(of_b, b->x[0], a->x[0]), first_y = lane_pick(of_b, b->y[0], a->y[0]);
    const lane_flags is_first = flags_and(flags_same(end_x, first_x), flags_same(end_y, first_y));
    const lane_mask none = { 0 }, ahead = lane_pick_whole(at_end, e->number + 1, e->number);
    const lane_mask end = lane_pick_whole(is_first, none, ahead);
    const lane ax = lane_pick(of_b, v->x, end_x), ay = lane_pick(of_b, v->y, end_y);
    const lane bx = lane_pick(of_b, end_x, v->x), by = lane_pick(of_b, end_y, v->y);
    const lane wx = bx - ax, wy = by - ay, d = lane_sqrt(wx * wx + wy * wy), part = 1.0 / d;
    const lane_flags clear =
        flags_and(is_lowest(a, corners, ax, ay, -wx, -wy, d), is_lowest(b, corners, bx, by, wx, wy, d));
    m->known = flags_and(m->known, flags_or(clear, flags_not(these)));
    m->edge_of_a = flags_and(m->edge_of_a, flags_not(these));
    m->edge_of_b = flags_and(m->edge_of_b, flags_not(these));
    m->number[0] = lane_pick_whole(flags_and(these, flags_not(of_b)), end, m->number[0]);
    m->number[1] = lane_pick_whole(flags_and(these, of_b), end, m->number[1]);
    m->distance = lane_pick(these, d, m->distance);
    m->nx = lane_pick(these, part * wx, m->nx);
    m->ny = lane_pick(these, part * wy, m->ny);
    m->ax = lane_pick(these, ax, m->ax);
    m->ay = lane_pick(these, ay, m->ay);
}

// find_meeting()
ALWAYS_INLINE void find_lane_meeting(scree_flat_rows rows, const lane_stand *p, lane_meeting *m)
{
    lane_polygon side_a, side_b, *const a = &side_a, *const b = &side_b;
    const int corners = scree_flat_width(rows);
    load_polygons(p, rows, a, b);
    turn_polygons(b, corners, p->turn, p->dx, p->dy);
    const lane_edge edge_a = outermost_of(a, b, corners), edge_b = outermost_of(b, a, corners);
    const lane_flags of_b = flags_below(edge_a.gap, edge_b.gap);
    const lane_edge e = edge_select(of_b, &edge_b, &edge_a);
    lane_points points;
    points_select(of_b, a, b, corners, &points);
    const lane_vertex v = lowest_of(&points, corners, e.nx, e.ny);
    const lane_flags deep = flags_below(e.gap, -p->error), apart = flags_below(DIRECT_CLEAR * p->error, e.gap);
    const lane ex = e.qx - e.px, ey = e.qy - e.py, along = (v.x - e.px) * ex + (v.y - e.py) * ey;
    const lane_flags ahead = flags_below(lane_of(0.0), along);
    const lane length2 = ex * ex + ey * ey;
    const lane_flags over = flags_and(ahead, flags_below(along, length2));
    const lane_flags clear = flags_and(apart, flags_below(DIRECT_SHORT * p->error * e.gap, length2));
    const lane sign = lane_pick(of_b, lane_of(-1.0), lane_of(1.0));
    const lane back = e.gap * lane_pick(of_b, lane_of(0.0), lane_of(1.0));
    m->known = flags_and(flags_and(p->usual, v.alone), flags_or(deep, clear));
    m->edge_of_a = flags_not(of_b);
    m->edge_of_b = of_b;
    m->number[0] = lane_pick_whole(of_b, v.number, e.number);
    m->number[1] = lane_pick_whole(of_b, e.number, v.number);
    m->distance = e.gap;
    m->nx = sign * e.nx;
    m->ny = sign * e.ny;
    m->ax = v.x - back * e.nx;
    m->ay = v.y - back * e.ny;
    const lane_flags beside = flags_and(apart, flags_not(over));
    if (flags_bits(flags_and(beside, m->known)) != 0)
        lanes_meet_in_vertices(a, b, corners, beside, of_b, &e, &v, ahead, m);
}

// ------------------------------------------------------------------------------------------------------ the answer

// Two numbers that follow each other in memory, as one word.
ALWAYS_INLINE lane two_ints(lane_mask first, lane_mask second)
{
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    return (lane)(first | second << 32);
#else
    return (lane)(first << 32 | second);
#endif
}

// polygon_publish()
ALWAYS_INLINE void publish_lanes(const lane_stand *p, const lane_meeting *m, double tolerance, lane out[OUT_WORDS])
{
    const lane_flags swapped = p->swapped;
    const lane_turn t = p->world;
    const lane radii = p->radius[0] + p->radius[1], distance = m->distance - radii + 0.0;
    const lane spread = 4.0 * DBL_EPSILON * (radii + lane_abs(m->distance));
    const lane wx = t.c * m->nx - t.s * m->ny, wy = t.s * m->nx + t.c * m->ny;
    const lane unit = 1.5 - 0.5 * (wx * wx + wy * wy), nx = unit * wx, ny = unit * wy;
    const lane ax = t.c * m->ax - t.s * m->ay + p->x + p->radius[0] * nx;
    const lane ay = t.s * m->ax + t.c * m->ay + p->y + p->radius[0] * ny;
    const lane bx = ax + distance * nx, by = ay + distance * ny;
    const lane sign = lane_pick(swapped, lane_of(-1.0), lane_of(1.0));
    const lane_mask vertex = (lane_mask){ 0 } + SCREE_FEATURE_VERTEX, edge = (lane_mask){ 0 } + SCREE_FEATURE_EDGE;
    const lane_mask feature_a = lane_pick_whole(m->edge_of_a, edge, vertex);
    const lane_mask feature_b = lane_pick_whole(m->edge_of_b, edge, vertex);
    const lane_mask separated = (lane_mask){ 0 } + SCREE_SEPARATED, overlapping = (lane_mask){ 0 } + SCREE_OVERLAPPING;
    const lane_mask clear = lane_pick_whole(flags_below(lane_of(0.0), distance), separated, overlapping);
    // By the usual tolerance, those that touch are left in doubt.
    const lane_flags beyond = flags_below(lane_of(max2(tolerance, 0.0)), lane_abs(distance));
    const lane_mask state = lane_pick_whole(beyond, clear, (lane_mask){ 0 } + SCREE_TOUCHING);
    for (int i = 0; i < OUT_WORDS; ++i) out[i] = lane_of(0.0);
    out[OUT_DISTANCE] = distance;
    out[OUT_LOWER] = lane_min(m->distance - p->error - radii - spread, distance);
    out[OUT_UPPER] = lane_max(m->distance + p->error - radii + spread, distance);
    out[OUT_NORMAL] = sign * nx + 0.0;
    out[OUT_NORMAL + 1] = sign * ny + 0.0;
    out[OUT_POINT_A] = lane_pick(swapped, bx, ax);
    out[OUT_POINT_A + 1] = lane_pick(swapped, by, ay);
    out[OUT_POINT_B] = lane_pick(swapped, ax, bx);
    out[OUT_POINT_B + 1] = lane_pick(swapped, ay, by);
    out[OUT_POINT] = ax + 0.5 * distance * nx;
    out[OUT_POINT + 1] = ay + 0.5 * distance * ny;
    out[OUT_FEATURES] =
        two_ints(lane_pick_whole(swapped, feature_b, feature_a), lane_pick_whole(swapped, feature_a, feature_b));
    out[OUT_NUMBERS] = two_ints(lane_pick_whole(swapped, m->number[1], m->number[0]),
                                lane_pick_whole(swapped, m->number[0], m->number[1]));
    out[OUT_STATE] = two_ints((lane_mask){ 0 } + 1, state);
}

ALWAYS_INLINE void store_records(lane rows[OUT_WORDS], double *const to[SCREE_LANES])
{
    for (int k = 0; k < OUT_WORDS; k += SCREE_LANES) {
        lane_transpose(rows + k);
        for (int i = 0; i < SCREE_LANES; ++i) *(lane_anywhere *)(void *)(to[i] + k) = rows[k + i];
    }
}

ALWAYS_INLINE void publish_pairs(const scree_lane_work *work, const int32_t *numbers, const lane_stand *p,
                                 lane_meeting *m)
{
    double *to[SCREE_LANES];
    for (int i = 0; i < SCREE_LANES; ++i) to[i] = (double *)(void *)&work->results[work->first + (size_t)numbers[i]];
    lane out[OUT_WORDS];
    publish_lanes(p, m, work->tolerance, out);
    m->known = flags_and(m->known, flags_below(p->doubt, lane_abs(out[OUT_DISTANCE])));
    store_records(out, to); // what is in doubt will be written over
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
        for (int g = 0; g < groups; ++g) find_lane_meeting(rows, &stand[g], &meeting[g]);
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
