// Two polygons: scree_polygon_pair(), written once and compiled for each number of lanes, which are edges and vertices
// of the one pair.
//
// Idea        Every edge of M = B - A is an edge of the one with a vertex of the other, and the largest gap among the
//             edges' normals is the signed distance if the two overlap. If they do not, the gap rises towards the
//             normal that belongs to M's nearest point, and falls behind it: the edge of the largest gap has that
//             point. If the vertex is over the edge, they are what is nearest; if not, it is the vertex and the end of
//             the edge on its side. Nothing is walked over, and hardly anything branches.
// Departures  Only what is clear by SCREE_FEATURE_SLOPE counts; that is far above rounding, and also what features are
//             named by. Edges that are nearly parallel, and polygons nearly in touch, are left to polygons.c.
#ifndef SCREE_BATCH_POLYGON_KERNEL_H
#define SCREE_BATCH_POLYGON_KERNEL_H

#include <float.h>

#include "batch/direct.h"
#include "batch/kernels.h"
#include "batch/lane.h"
#include "narrow/answer.h"
#include "narrow/order.h"

/// Of one polygon's vertices, one is farthest along a direction if the others are behind it by more than this, of the
/// radius of the circle that holds them all: no edge is longer than twice the radius, and its slope is then clear.
#define POLYGON_CLEAR (2.0 * 1.05 * SCREE_FEATURE_SLOPE)

// Rows of numbers, one for each corner: the vertices in A's frame, and edge i from vertex i on, n . x <= offset inside.
enum polygon_row { POLYGON_X, POLYGON_Y, POLYGON_NX, POLYGON_NY, POLYGON_OFFSET, POLYGON_ROWS };

typedef double polygon_rows[POLYGON_ROWS][SCREE_POLYGON_CORNERS];

typedef struct turn2 {
    double c, s;
} turn2;

typedef struct polygon_pair {
    polygon_rows rows[2] __attribute__((aligned(64))); // with copies of the first corner behind the last
    int count[2], width[2];                            // corners; those looked at, a multiple of 4
    double near[2];                                    // see POLYGON_CLEAR: with the error of the pair
    const scree_shape *a, *b;
    turn2 world; // of A's frame
    scree_vec3 origin;
    double error; // of a gap; see narrow/cores.h
} polygon_pair;

// What meets: an edge of one side and a vertex of the other, or two vertices.
typedef struct polygon_meeting {
    int edge_of;     // which side has the edge; -1: neither
    int number[2];   // of the edge or vertex of each side
    double distance; // signed
    double nx, ny;   // from A to B, unit
    double ax, ay;   // the point on A
} polygon_meeting;

// The numbers that are not negative come in the order of their bits, whose comparison does not branch.
static inline uint64_t bits_of(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

// Its turn. Not 0: the pose is a usual one in the plane, with a quaternion that needs no scaling.
static inline unsigned turn2_from(const scree_body *body, turn2 *out)
{
    const scree_vec3 p = body->position;
    const scree_quat q = body->orientation;
    const double square = q.w * q.w + q.z * q.z, s = 2.0 / square, least = 1e-140, most = 1e140;
    *out = (turn2){ 1.0 - s * (q.z * q.z), s * (q.w * q.z) };
    const unsigned is_planar = (bits_of(p.z) | bits_of(q.x) | bits_of(q.y)) << 1 == 0; // 0 or -0
    const unsigned is_turn = bits_of(square) - bits_of(least) < bits_of(most) - bits_of(least);
    const unsigned is_near = bits_of(p.x * p.x + p.y * p.y) < bits_of(1e119);
    return is_planar & is_turn & is_near;
}

static inline void put_row(double *numbers, lane x)
{
    *(lane_in_memory *)(void *)numbers = x;
}

// The rows of a shape as they are stored.
typedef struct polygon_source {
    const double *row[POLYGON_ROWS];
} polygon_source;

static inline polygon_source source_of(const scree_shape *s, int width)
{
    if (width != 4) return (polygon_source){ { s->x, s->y, s->face_x, s->face_y, s->face_offset } };
    const double *const first = s->flat[SCREE_FLAT_FOUR] + SCREE_FLAT_CORNERS;
    return (polygon_source){ { first, first + 4, first + 8, first + 12, first + 16 } };
}

static inline void copy_outline(polygon_source from, int width, polygon_rows out)
{
    for (int i = 0; i < width; i += SCREE_LANES)
        for (int k = 0; k < POLYGON_ROWS; ++k) put_row(out[k] + i, lane_at(from.row[k] + i));
}

// B as A sees it.
static inline void turn_outline(polygon_source from, int width, turn2 t, double dx, double dy, polygon_rows out)
{
    for (int i = 0; i < width; i += SCREE_LANES) {
        const lane x = lane_at(from.row[POLYGON_X] + i), y = lane_at(from.row[POLYGON_Y] + i);
        const lane nx = lane_at(from.row[POLYGON_NX] + i), ny = lane_at(from.row[POLYGON_NY] + i);
        const lane mx = t.c * nx - t.s * ny, my = t.s * nx + t.c * ny;
        put_row(out[POLYGON_X] + i, t.c * x - t.s * y + dx);
        put_row(out[POLYGON_Y] + i, t.s * x + t.c * y + dy);
        put_row(out[POLYGON_NX] + i, mx);
        put_row(out[POLYGON_NY] + i, my);
        put_row(out[POLYGON_OFFSET] + i, lane_at(from.row[POLYGON_OFFSET] + i) + (mx * dx + my * dy));
    }
}

// False where the general way is to answer, or to say what is wrong with a pose. Shapes have no centres of their own.
static inline __attribute__((always_inline)) bool polygon_pair_make(const scree_body *a, const scree_body *b,
                                                                    int width_a, int width_b, polygon_pair *p)
{
    const scree_shape *s = a->shape, *t = b->shape;
    turn2 u, v;
    const unsigned usual_a = turn2_from(a, &u), usual_b = turn2_from(b, &v);
    const turn2 turn = { u.c * v.c + u.s * v.s, u.c * v.s - u.s * v.c };
    const double px = b->position.x - a->position.x, py = b->position.y - a->position.y;
    const double dx = u.c * px + u.s * py, dy = u.c * py - u.s * px;
    p->a = s;
    p->b = t;
    p->world = u;
    p->origin = a->position;
    p->error = SCREE_ROUNDING * (SCREE_ROUNDINGS_A * s->core_radius + SCREE_ROUNDINGS_B * t->core_radius +
                                 SCREE_ROUNDINGS_SHIFT * sqrt(dx * dx + dy * dy)) +
               (s->slack + t->slack);
    p->count[0] = s->vertex_count;
    p->count[1] = t->vertex_count;
    p->width[0] = width_a;
    p->width[1] = width_b;
    p->near[0] = POLYGON_CLEAR * s->core_radius + p->error;
    p->near[1] = POLYGON_CLEAR * t->core_radius + p->error;
    copy_outline(source_of(s, width_a), width_a, p->rows[0]);
    turn_outline(source_of(t, width_b), width_b, turn, dx, dy, p->rows[1]);
    return (usual_a & usual_b) != 0u;
}

// ------------------------------------------------------------------------------------------------------------ gaps

static inline lane lowest_of_four(lane nx, lane ny, const double *x, const double *y)
{
    const lane first = lane_min(nx * x[0] + ny * y[0], nx * x[1] + ny * y[1]);
    return lane_min(first, lane_min(nx * x[2] + ny * y[2], nx * x[3] + ny * y[3]));
}

// How far all of side 1 - s is outside the edges i, i + 1, ... of side s. The vertices go in fours.
static inline __attribute__((always_inline)) lane gaps_at(const polygon_pair *p, int s, int i)
{
    const lane nx = lane_at(p->rows[s][POLYGON_NX] + i), ny = lane_at(p->rows[s][POLYGON_NY] + i);
    const double *x = p->rows[1 - s][POLYGON_X], *y = p->rows[1 - s][POLYGON_Y];
    lane least = lowest_of_four(nx, ny, x, y);
    for (int k = 4; k < p->width[1 - s]; k += 4) least = lane_min(lowest_of_four(nx, ny, x + k, y + k), least);
    return least - lane_at(p->rows[s][POLYGON_OFFSET] + i);
}

enum { POLYGON_LANES = SCREE_POLYGON_CORNERS / SCREE_LANES };

static inline __attribute__((always_inline)) lane gaps_of(const polygon_pair *p, int s, lane gaps[POLYGON_LANES])
{
    lane most = gaps[0] = gaps_at(p, s, 0);
    for (int i = SCREE_LANES; i < p->width[s]; i += SCREE_LANES) {
        gaps[i / SCREE_LANES] = gaps_at(p, s, i);
        most = lane_max(gaps[i / SCREE_LANES], most);
    }
    return most;
}

static inline __attribute__((always_inline)) uint64_t gaps_equal(const polygon_pair *p, int s,
                                                                 const lane gaps[POLYGON_LANES], lane gap)
{
    uint64_t bits = 0;
    for (int i = 0; i < p->width[s]; i += SCREE_LANES)
        bits |= (uint64_t)lane_bits_equal(gaps[i / SCREE_LANES], gap) << i;
    return bits;
}

// The largest gap of all edges, and its edge: the first, A's before B's.
static inline __attribute__((always_inline)) double largest_gap(const polygon_pair *p, polygon_meeting *m)
{
    lane gaps_a[POLYGON_LANES], gaps_b[POLYGON_LANES];
    const lane most = lane_most(lane_max(gaps_of(p, 0, gaps_a), gaps_of(p, 1, gaps_b)));
    const uint64_t at = gaps_equal(p, 0, gaps_a, most) | gaps_equal(p, 1, gaps_b, most) << SCREE_POLYGON_CORNERS;
    const int first = __builtin_ctzll(at | 1ull << 63);
    m->edge_of = first / SCREE_POLYGON_CORNERS;
    m->number[m->edge_of] = first % SCREE_POLYGON_CORNERS;
    return most[0];
}

// The vertices of a side that are lowest along (nx, ny), or as good as that: bit i is vertex i. `near`: see
// POLYGON_CLEAR.
static inline __attribute__((always_inline)) unsigned lowest_vertices(const polygon_pair *p, int s, int width,
                                                                      double nx, double ny, double near)
{
    lane height[POLYGON_LANES];
    for (int i = 0; i < width; i += SCREE_LANES)
        height[i / SCREE_LANES] = nx * lane_at(p->rows[s][POLYGON_X] + i) + ny * lane_at(p->rows[s][POLYGON_Y] + i);
    lane least = height[0];
    for (int i = SCREE_LANES; i < width; i += SCREE_LANES) least = lane_min(height[i / SCREE_LANES], least);
    const lane limit = lane_least(least) + near;
    unsigned bits = 0;
    for (int i = 0; i < width; i += SCREE_LANES) bits |= lane_bits(height[i / SCREE_LANES] <= limit) << i;
    return bits & (~0u >> (SCREE_POLYGON_CORNERS - p->count[s]));
}

static inline bool is_one(unsigned bits)
{
    return bits != 0 && (bits & (bits - 1)) == 0;
}

// ------------------------------------------------------------------------------------------------------- what meets

// The end of an edge and the vertex beyond it, in m: nobody else of theirs is as far along the line between them.
static inline __attribute__((always_inline)) bool meet_in_vertices(const polygon_pair *p, polygon_meeting *m)
{
    const int i = m->number[0], k = m->number[1];
    m->ax = p->rows[0][POLYGON_X][i];
    m->ay = p->rows[0][POLYGON_Y][i];
    const double wx = p->rows[1][POLYGON_X][k] - m->ax, wy = p->rows[1][POLYGON_Y][k] - m->ay;
    const double d = sqrt(wx * wx + wy * wy);
    m->edge_of = -1;
    m->distance = d;
    const double part = 1.0 / d;
    m->nx = part * wx;
    m->ny = part * wy;
    return lowest_vertices(p, 0, p->width[0], -wx, -wy, p->near[0] * d) == 1u << i &&
           lowest_vertices(p, 1, p->width[1], wx, wy, p->near[1] * d) == 1u << k;
}

// With the largest gap, and its edge in m. False where there is a doubt.
static inline __attribute__((always_inline)) bool find_meeting(const polygon_pair *p, double gap, polygon_meeting *m)
{
    const int s = m->edge_of, i = m->number[s];
    const double(*edges)[SCREE_POLYGON_CORNERS] = p->rows[s], (*points)[SCREE_POLYGON_CORNERS] = p->rows[1 - s];
    const double nx = edges[POLYGON_NX][i], ny = edges[POLYGON_NY][i];
    // Widths that are the same are known when this is compiled.
    const int width = p->width[0] == p->width[1] ? p->width[0] : p->width[1 - s];
    const unsigned lowest = lowest_vertices(p, 1 - s, width, nx, ny, p->near[1 - s]);
    if (!is_one(lowest)) return false;
    const int k = m->number[1 - s] = __builtin_ctz(lowest);
    const double x = points[POLYGON_X][k], y = points[POLYGON_Y][k];
    if (!(gap < -p->error)) {
        if (!(gap > DIRECT_CLEAR * p->error)) return false;
        const int next = (i + 1) * (i + 1 < p->count[s]); // or 0: no branch
        const double px = edges[POLYGON_X][i], py = edges[POLYGON_Y][i];
        const double ex = edges[POLYGON_X][next] - px, ey = edges[POLYGON_Y][next] - py;
        const double along = (x - px) * ex + (y - py) * ey, length2 = ex * ex + ey * ey;
        if (!(length2 > DIRECT_SHORT * p->error * gap)) return false;
        if (!((along > 0.0) & (along < length2))) {
            m->number[s] = along > 0.0 ? next : i;
            return meet_in_vertices(p, m);
        }
    }
    // Which side has the edge cannot be foreseen: no branches.
    static const double signs[2] = { 1.0, -1.0 }, whose[2] = { 1.0, 0.0 };
    const double sign = signs[s], back = gap * whose[s];
    m->distance = gap;
    m->nx = sign * nx;
    m->ny = sign * ny;
    m->ax = x - back * nx;
    m->ay = y - back * ny;
    return true;
}

// ------------------------------------------------------------------------------------------------------ the answer

static inline scree_vec3 planar(double x, double y)
{
    return v3(x, y, 0.0);
}

// As scree_publish() does it. The interval is as narrow as rounding lets it be.
static inline void polygon_publish(const polygon_pair *p, const polygon_meeting *m, bool swapped, double tolerance,
                                   scree_contact *out)
{
    const turn2 t = p->world;
    const double radius = p->a->radius, radii = radius + p->b->radius, distance = m->distance - radii + 0.0;
    const double spread = 4.0 * DBL_EPSILON * (radii + fabs(m->distance));
    const double wx = t.c * m->nx - t.s * m->ny, wy = t.s * m->nx + t.c * m->ny;
    // Its length is 1 up to some roundings, which one step of Newton's method for 1 / sqrt takes away.
    const double unit = 1.5 - 0.5 * (wx * wx + wy * wy), nx = unit * wx, ny = unit * wy;
    const double ax = t.c * m->ax - t.s * m->ay + p->origin.x + radius * nx;
    const double ay = t.s * m->ax + t.c * m->ay + p->origin.y + radius * ny;
    // Which body comes first cannot be foreseen either.
    static const double signs[2] = { 1.0, -1.0 };
    static const unsigned char kinds[2][3] = { { SCREE_FEATURE_VERTEX, SCREE_FEATURE_EDGE, SCREE_FEATURE_VERTEX },
                                               { SCREE_FEATURE_VERTEX, SCREE_FEATURE_VERTEX, SCREE_FEATURE_EDGE } };
    const int first = swapped ? 1 : 0;
    scree_vec3 *const points = &out->point_a; // and B's is the next
    out->distance = distance;
    out->lower = min2(m->distance - p->error - radii - spread, distance);
    out->upper = max2(m->distance + p->error - radii + spread, distance);
    out->normal = planar(signs[first] * nx + 0.0, signs[first] * ny + 0.0);
    points[first] = planar(ax, ay);
    points[1 - first] = planar(ax + distance * nx, ay + distance * ny);
    out->point = planar(ax + 0.5 * distance * nx, ay + 0.5 * distance * ny);
    out->patch_area = 0.0;
    out->feature_a = kinds[first][m->edge_of + 1];
    out->feature_b = kinds[1 - first][m->edge_of + 1];
    out->index_a = m->number[first];
    out->index_b = m->number[1 - first];
    out->iterations = 1;
    out->state = scree_state_of(distance, tolerance);
    out->status = SCREE_OK;
    out->cut_short = 0;
    scree_clear_rest(out);
}

// scree_pair_in_order(): which comes first cannot be foreseen; that both are one shape can.
static inline bool polygons_in_order(const scree_body *a, const scree_body *b)
{
    const uint64_t r = bits_of(a->shape->core_radius), q = bits_of(b->shape->core_radius);
    const uint64_t u = a->shape->fingerprint, v = b->shape->fingerprint;
    if (__builtin_expect(((r ^ q) | (u ^ v)) == 0, 0)) return scree_pose_in_order(a, b);
    return ((unsigned)(r > q) | ((unsigned)(r == q) & (unsigned)(u < v))) != 0u;
}

// Inlined for each width of the rows.
static inline __attribute__((always_inline)) bool answer_widths(const scree_body *a, const scree_body *b, int width_a,
                                                                int width_b, double tolerance, bool swapped,
                                                                scree_contact *out)
{
    polygon_pair p;
    polygon_meeting m;
    if (!polygon_pair_make(a, b, width_a, width_b, &p) || !find_meeting(&p, largest_gap(&p, &m), &m)) return false;
    polygon_publish(&p, &m, swapped, tolerance, out);
    return true;
}

// The two bodies in their order.
typedef struct polygon_bodies {
    const scree_body *a, *b;
    bool swapped;
} polygon_bodies;

static inline polygon_bodies bodies_in_order(const scree_body *a, const scree_body *b)
{
    const bool swapped = !polygons_in_order(a, b);
    // Neither a branch, which is foreseen half the time, nor a way through memory.
    const uintptr_t u = (uintptr_t)a, v = (uintptr_t)b, flip = (u ^ v) & -(uintptr_t)swapped;
    // NOLINTNEXTLINE(performance-no-int-to-ptr)
    return (polygon_bodies){ (const scree_body *)(u ^ flip), (const scree_body *)(v ^ flip), swapped };
}

// Polygons of up to four corners both: for no more than four lanes.
static inline bool answer_narrow(const scree_body *a, const scree_body *b, double tolerance, scree_contact *out)
{
    const polygon_bodies p = bodies_in_order(a, b);
    return answer_widths(p.a, p.b, 4, 4, tolerance, p.swapped, out);
}

// All others.
static inline bool answer_wide(const scree_body *a, const scree_body *b, double tolerance, scree_contact *out)
{
    const polygon_bodies p = bodies_in_order(a, b);
    if (scree_polygon_rows(a->shape, b->shape) != SCREE_FLAT_NONE)
        return answer_widths(p.a, p.b, 8, 8, tolerance, p.swapped, out);
    if (scree_has_centre(a->shape) || scree_has_centre(b->shape)) return false;
    return answer_widths(p.a, p.b, p.a->shape->padded_count, p.b->shape->padded_count, tolerance, p.swapped, out);
}

static inline bool are_narrow(const scree_body *a, const scree_body *b)
{
    return scree_polygon_rows(a->shape, b->shape) >= SCREE_FLAT_FOUR;
}

// A gap beyond the margin ends it.
static inline __attribute__((always_inline)) int farther_in_widths(const scree_body *a, const scree_body *b,
                                                                   int width_a, int width_b, double margin)
{
    polygon_pair p;
    polygon_meeting m;
    if (!polygon_pair_make(a, b, width_a, width_b, &p)) return -1;
    const double above = margin + p.error, below = margin - p.error, gap = largest_gap(&p, &m);
    if (gap > above) return 1;
    if (gap < -p.error) return 0;
    if (!find_meeting(&p, gap, &m)) return -1;
    return m.distance > above ? 1 : m.distance <= below ? 0 : -1;
}

static inline int narrow_is_farther(const scree_body *a, const scree_body *b, double margin)
{
    const polygon_bodies p = bodies_in_order(a, b);
    return farther_in_widths(p.a, p.b, 4, 4, margin);
}

static inline int wide_is_farther(const scree_body *a, const scree_body *b, double margin)
{
    const polygon_bodies p = bodies_in_order(a, b);
    if (scree_polygon_rows(a->shape, b->shape) != SCREE_FLAT_NONE) return farther_in_widths(p.a, p.b, 8, 8, margin);
    if (scree_has_centre(a->shape) || scree_has_centre(b->shape)) return -1;
    return farther_in_widths(p.a, p.b, p.a->shape->padded_count, p.b->shape->padded_count, margin);
}

#endif
