// Two polygons: scree_polygon_pair(), written once and compiled for each number of lanes, which are edges and vertices
// of the one pair.
//
// Idea        Every edge of M = B - A is an edge of the one with a vertex of the other, and the largest gap among the
//             edges' normals is the signed distance if the two overlap. If they do not, the gap rises towards the
//             normal that belongs to M's nearest point, and falls behind it: the edge of the largest gap has that
//             point. If the vertex is over the edge, they are what is nearest; if not, it is the vertex and the end of
//             the edge on its side. Nothing is walked over, and hardly anything branches. Each body looks at the
//             other's vertices from its own frame, and what meets is settled in the frame of the one that has the edge:
//             which body comes first does not show, but in the answer's names.
// Departures  Only what is clear by SCREE_FEATURE_SLOPE counts; that is far above rounding, and also what features are
//             named by. Edges that are nearly parallel, gaps of both bodies that are the same, and polygons nearly in
//             touch are left to polygons.c.
#ifndef SCREE_BATCH_POLYGON_KERNEL_H
#define SCREE_BATCH_POLYGON_KERNEL_H

#include <float.h>

#include "batch/direct.h"
#include "batch/kernels.h"
#include "batch/lane.h"
#include "narrow/answer.h"

/// Of one polygon's vertices, one is farthest along a direction if the others are behind it by more than this, of the
/// radius of the circle that holds them all: no edge is longer than twice the radius, and its slope is then clear.
#define POLYGON_CLEAR (2.0 * 1.05 * SCREE_FEATURE_SLOPE)

// Rows of numbers, one for each corner: the vertices, and edge i from vertex i on, n . x <= offset inside; behind the
// last corner, copies of the first.
enum polygon_row { POLYGON_X, POLYGON_Y, POLYGON_NX, POLYGON_NY, POLYGON_OFFSET, POLYGON_ROWS };

typedef struct turn2 {
    double c, s;
} turn2;

// `width`, in what follows, is that of rows that both have (see scree_flat_rows), known when this is compiled, or 0:
// those of the shapes themselves.
typedef struct polygon_pair {
    // By side: the vertices of the other one as this one sees them.
    double seen[2][2][SCREE_POLYGON_CORNERS] __attribute__((aligned(64)));
    const scree_shape *shape[2];
    const double *flat[2]; // with a width: the rows
    const scree_body *body[2];
    turn2 turn[2]; // of their frames
    double far;    // what the way between the two adds to the errors of gaps
} polygon_pair;

// What meets: an edge of one side and a vertex of the other, or two vertices.
typedef struct polygon_meeting {
    int side;              // whose edge it is, or was looked at first
    scree_feature feature; // of that side; of the other, it is a vertex
    int number[2];         // of the edge or vertex of each side
    bool tied;             // the other side has the same gap
    double error, near[2]; // of a gap; see POLYGON_CLEAR, with that error
    double distance;       // signed
    double nx, ny, vx, vy; // unit, away from the side; the vertex of the other, as the side sees it
} polygon_meeting;

// The numbers that are not negative come in the order of their bits.
static inline uint64_t bits_of(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static inline uint64_t bits_out_of_plane(const scree_body *body)
{
    return bits_of(body->position.z) | bits_of(body->orientation.x) | bits_of(body->orientation.y);
}

// Their turns. Not 0: the poses are usual ones in the plane, with quaternions that need no scaling.
static inline unsigned turns_from(const scree_body *a, const scree_body *b, lane_duo *c, lane_duo *s)
{
    const lane_duo x = { a->position.x, b->position.x }, y = { a->position.y, b->position.y };
    const lane_duo w = { a->orientation.w, b->orientation.w }, z = { a->orientation.z, b->orientation.z };
    const lane_duo square = w * w + z * z, t = 2.0 / square, away = x * x + y * y;
    *c = 1.0 - t * (z * z);
    *s = t * (w * z);
    const unsigned is_usual = duo_all((square > 1e-140) & (square < 1e140) & (away < 1e119));
    const unsigned is_planar = (bits_out_of_plane(a) | bits_out_of_plane(b)) << 1 == 0; // 0 or -0
    return is_usual & is_planar;
}

static inline void put_row(double *numbers, lane x)
{
    *(lane_in_memory *)(void *)numbers = x;
}

static inline __attribute__((always_inline)) const double *row_of(const polygon_pair *p, int width, int side,
                                                                  enum polygon_row row)
{
    if (width != 0) return p->flat[side] + (int)row * width;
    const scree_shape *s = p->shape[side];
    const double *const rows[POLYGON_ROWS] = { s->x, s->y, s->face_x, s->face_y, s->face_offset };
    return rows[row];
}

// Corners that are looked at, a multiple of 4.
static inline __attribute__((always_inline)) int width_of(const polygon_pair *p, int width, int side)
{
    return width != 0 ? width : p->shape[side]->padded_count;
}

// The vertices of the other side, turned by (c, s) and moved by (dx, dy).
static inline __attribute__((always_inline)) void see(polygon_pair *p, int width, int side, double c, double s,
                                                      double dx, double dy)
{
    const double *from_x = row_of(p, width, 1 - side, POLYGON_X), *from_y = row_of(p, width, 1 - side, POLYGON_Y);
    for (int i = 0; i < width_of(p, width, 1 - side); i += SCREE_LANES) {
        const lane x = lane_at(from_x + i), y = lane_at(from_y + i);
        put_row(p->seen[side][0] + i, c * x - s * y + dx);
        put_row(p->seen[side][1] + i, s * x + c * y + dy);
    }
}

// False where the general way is to answer, or to say what is wrong with a pose. Shapes have no centres of their own.
static inline __attribute__((always_inline)) bool polygon_pair_make(const scree_body *a, const scree_body *b, int width,
                                                                    polygon_pair *p)
{
    const scree_flat_rows rows = width == 4 ? SCREE_FLAT_FOUR : width == 8 ? SCREE_FLAT_EIGHT : SCREE_FLAT_NONE;
    lane_duo c, s;
    const unsigned usual = turns_from(a, b, &c, &s);
    // B against A, and the way between them as A and as B see it; for B, all that is reversed.
    const double turn_c = c[0] * c[1] + s[0] * s[1], turn_s = c[0] * s[1] - s[0] * c[1];
    const double px = b->position.x - a->position.x, py = b->position.y - a->position.y;
    const lane_duo dx = c * px + s * py, dy = c * py - s * px;
    const double x = fabs(px), y = fabs(py), length = max2(x, y) + 0.5 * min2(x, y); // more than that by 1 / 8 at most
    p->body[0] = a;
    p->body[1] = b;
    p->shape[0] = a->shape;
    p->shape[1] = b->shape;
    p->flat[0] = a->shape->flat[rows];
    p->flat[1] = b->shape->flat[rows];
    p->turn[0] = (turn2){ c[0], s[0] };
    p->turn[1] = (turn2){ c[1], s[1] };
    p->far = SCREE_ROUNDINGS_SHIFT * length;
    see(p, width, 0, turn_c, turn_s, dx[0], dy[0]);
    see(p, width, 1, turn_c, -turn_s, -dx[1], -dy[1]);
    return usual != 0u;
}

// ------------------------------------------------------------------------------------------------------------ gaps

static inline lane lowest_of_four(lane nx, lane ny, const double *x, const double *y)
{
    const lane first = lane_min(nx * x[0] + ny * y[0], nx * x[1] + ny * y[1]);
    return lane_min(first, lane_min(nx * x[2] + ny * y[2], nx * x[3] + ny * y[3]));
}

// How far all of the other side is outside the edges i, i + 1, ... of side s. The vertices go in fours.
static inline __attribute__((always_inline)) lane gaps_at(const polygon_pair *p, int width, int s, int i)
{
    const lane nx = lane_at(row_of(p, width, s, POLYGON_NX) + i), ny = lane_at(row_of(p, width, s, POLYGON_NY) + i);
    const double *x = p->seen[s][0], *y = p->seen[s][1];
    lane least = lowest_of_four(nx, ny, x, y);
    for (int k = 4; k < width_of(p, width, 1 - s); k += 4)
        least = lane_min(lowest_of_four(nx, ny, x + k, y + k), least);
    return least - lane_at(row_of(p, width, s, POLYGON_OFFSET) + i);
}

enum { POLYGON_LANES = SCREE_POLYGON_CORNERS / SCREE_LANES };

static inline __attribute__((always_inline)) lane gaps_of(const polygon_pair *p, int width, int s,
                                                          lane gaps[POLYGON_LANES])
{
    lane most = gaps[0] = gaps_at(p, width, s, 0);
    for (int i = SCREE_LANES; i < width_of(p, width, s); i += SCREE_LANES) {
        gaps[i / SCREE_LANES] = gaps_at(p, width, s, i);
        most = lane_max(gaps[i / SCREE_LANES], most);
    }
    return most;
}

static inline __attribute__((always_inline)) unsigned gaps_equal(const lane gaps[POLYGON_LANES], int width, lane gap)
{
    unsigned bits = 0;
    for (int i = 0; i < width; i += SCREE_LANES) bits |= lane_bits_equal(gaps[i / SCREE_LANES], gap) << i;
    return bits;
}

// The largest gap of all edges, and its edge: the first of its side.
static inline __attribute__((always_inline)) double largest_gap(const polygon_pair *p, int width, polygon_meeting *m)
{
    lane gaps_a[POLYGON_LANES], gaps_b[POLYGON_LANES];
    const lane most = lane_most(lane_max(gaps_of(p, width, 0, gaps_a), gaps_of(p, width, 1, gaps_b)));
    const unsigned of_a = gaps_equal(gaps_a, width_of(p, width, 0), most);
    const unsigned of_b = gaps_equal(gaps_b, width_of(p, width, 1), most);
    const int s = m->side = of_a == 0;
    const double r = scree_flat_reach(p->shape[s]), q = scree_flat_reach(p->shape[1 - s]);
    m->error = SCREE_ROUNDING * (SCREE_ROUNDINGS_A * r + SCREE_ROUNDINGS_B * q + p->far);
    m->near[0] = POLYGON_CLEAR * r + m->error;
    m->near[1] = POLYGON_CLEAR * q + m->error;
    // Where what is compared are no numbers, some corner.
    const int last = width_of(p, width, s) - 1, first = __builtin_ctz(of_a | of_b | 1u << 31);
    m->number[s] = width != 0 ? first & last : first < last ? first : last;
    // Both have it: there is no order in which to take them.
    m->tied = (-(uint64_t)of_a & -(uint64_t)of_b) >> 63 != 0; // no branch
    return most[0];
}

// The vertices that are highest along (nx, ny), or as good as that: bit i is vertex i. `near`: see POLYGON_CLEAR.
static inline __attribute__((always_inline)) unsigned highest_vertices(const double *x, const double *y, int width,
                                                                       int count, double nx, double ny, double near)
{
    lane height[POLYGON_LANES];
    for (int i = 0; i < width; i += SCREE_LANES) height[i / SCREE_LANES] = nx * lane_at(x + i) + ny * lane_at(y + i);
    lane most = height[0];
    for (int i = SCREE_LANES; i < width; i += SCREE_LANES) most = lane_max(height[i / SCREE_LANES], most);
    const lane limit = lane_most(most) - near;
    unsigned bits = 0;
    for (int i = 0; i < width; i += SCREE_LANES) bits |= lane_bits(height[i / SCREE_LANES] >= limit) << i;
    return bits & (~0u >> (SCREE_POLYGON_CORNERS - count));
}

static inline bool is_one(unsigned bits)
{
    return bits != 0 && (bits & (bits - 1)) == 0;
}

// ------------------------------------------------------------------------------------------------------- what meets

// Those that a side sees.
static inline __attribute__((always_inline)) unsigned highest_seen(const polygon_pair *p, int width, int s, double nx,
                                                                   double ny, double near)
{
    return highest_vertices(p->seen[s][0], p->seen[s][1], width_of(p, width, 1 - s), p->shape[1 - s]->vertex_count, nx,
                            ny, near);
}

// The end of an edge and the vertex beyond it, in m: nobody else of theirs is as far along the line between them.
static inline __attribute__((always_inline)) bool meet_in_vertices(const polygon_pair *p, int width, polygon_meeting *m)
{
    const int s = m->side, i = m->number[s], k = m->number[1 - s];
    const double *x = row_of(p, width, s, POLYGON_X), *y = row_of(p, width, s, POLYGON_Y);
    const double wx = m->vx - x[i], wy = m->vy - y[i], d = sqrt(wx * wx + wy * wy), part = 1.0 / d;
    m->feature = SCREE_FEATURE_VERTEX;
    m->distance = d;
    m->nx = part * wx;
    m->ny = part * wy;
    return highest_vertices(x, y, width_of(p, width, s), p->shape[s]->vertex_count, wx, wy, m->near[0] * d) ==
               1u << i &&
           highest_seen(p, width, s, -wx, -wy, m->near[1] * d) == 1u << k;
}

// With the largest gap, and its edge in m. False where there is a doubt.
static inline __attribute__((always_inline)) bool find_meeting(const polygon_pair *p, int width, double gap,
                                                               polygon_meeting *m)
{
    const int s = m->side, i = m->number[s];
    const double *x = row_of(p, width, s, POLYGON_X), *y = row_of(p, width, s, POLYGON_Y);
    const double nx = row_of(p, width, s, POLYGON_NX)[i], ny = row_of(p, width, s, POLYGON_NY)[i];
    const unsigned lowest = highest_seen(p, width, s, -nx, -ny, m->near[1]);
    if (!is_one(lowest) | m->tied) return false;
    const int k = m->number[1 - s] = __builtin_ctz(lowest);
    m->vx = p->seen[s][0][k];
    m->vy = p->seen[s][1][k];
    if (!(gap < -m->error)) {
        if (!(gap > DIRECT_CLEAR * m->error)) return false;
        const int next = (i + 1) * (i + 1 < p->shape[s]->vertex_count); // or 0: no branch
        const double ex = x[next] - x[i], ey = y[next] - y[i], length2 = ex * ex + ey * ey;
        const double along = (m->vx - x[i]) * ex + (m->vy - y[i]) * ey;
        if (!(length2 > DIRECT_SHORT * m->error * gap)) return false;
        if (!((along > 0.0) & (along < length2))) {
            m->number[s] = i + (next - i) * (along > 0.0);
            return meet_in_vertices(p, width, m);
        }
    }
    m->feature = SCREE_FEATURE_EDGE;
    m->distance = gap;
    m->nx = nx;
    m->ny = ny;
    return true;
}

// ------------------------------------------------------------------------------------------------------ the answer

static inline scree_vec3 planar(double x, double y)
{
    return v3(x, y, 0.0);
}

// As scree_publish() does it. The interval is as narrow as rounding lets it be.
static inline void polygon_publish(const polygon_pair *p, const polygon_meeting *m, double tolerance,
                                   scree_contact *out)
{
    const int s = m->side;
    const scree_body *own = p->body[s];
    const turn2 t = p->turn[s];
    const double radius = p->shape[s]->radius, radii = radius + p->shape[1 - s]->radius;
    const double distance = m->distance - radii + 0.0;
    const double spread = 4.0 * DBL_EPSILON * (radii + fabs(m->distance));
    const double wx = t.c * m->nx - t.s * m->ny, wy = t.s * m->nx + t.c * m->ny;
    // Its length is 1 up to some roundings, which one step of Newton's method for 1 / sqrt takes away.
    const double unit = 1.5 - 0.5 * (wx * wx + wy * wy), nx = unit * wx, ny = unit * wy;
    // From the vertex back to the side's skin, and from there to the other's.
    const double back = m->distance - radius;
    const double x = t.c * m->vx - t.s * m->vy + own->position.x - back * nx;
    const double y = t.s * m->vx + t.c * m->vy + own->position.y - back * ny;
    // Which side it is cannot be foreseen: no branches.
    static const double signs[2] = { 1.0, -1.0 };
    scree_vec3 *const points = &out->point_a; // and B's is the next
    scree_feature *const features = &out->feature_a;
    out->distance = distance;
    out->lower = min2(m->distance - m->error - radii - spread, distance);
    out->upper = max2(m->distance + m->error - radii + spread, distance);
    out->normal = planar(signs[s] * nx + 0.0, signs[s] * ny + 0.0);
    points[s] = planar(x, y);
    points[1 - s] = planar(x + distance * nx, y + distance * ny);
    out->point = planar(x + 0.5 * distance * nx, y + 0.5 * distance * ny);
    out->patch_area = 0.0;
    features[s] = m->feature;
    features[1 - s] = SCREE_FEATURE_VERTEX;
    out->index_a = m->number[0];
    out->index_b = m->number[1];
    out->iterations = 1;
    out->state = scree_state_of(distance, tolerance);
    out->status = SCREE_OK;
    out->cut_short = 0;
    scree_clear_rest(out);
}

// Inlined for each width of the rows.
static inline __attribute__((always_inline)) bool answer_width(const scree_body *a, const scree_body *b, int width,
                                                               double tolerance, scree_contact *out)
{
    polygon_pair p;
    polygon_meeting m;
    if (!polygon_pair_make(a, b, width, &p) || !find_meeting(&p, width, largest_gap(&p, width, &m), &m)) return false;
    polygon_publish(&p, &m, tolerance, out);
    return true;
}

// Polygons of up to four corners both: for no more than four lanes.
static inline bool answer_narrow(const scree_body *a, const scree_body *b, double tolerance, scree_contact *out)
{
    return answer_width(a, b, 4, tolerance, out);
}

// All others.
static inline bool answer_wide(const scree_body *a, const scree_body *b, double tolerance, scree_contact *out)
{
    if (scree_polygon_rows(a->shape, b->shape) != SCREE_FLAT_NONE) return answer_width(a, b, 8, tolerance, out);
    if (scree_has_centre(a->shape) || scree_has_centre(b->shape)) return false;
    return answer_width(a, b, 0, tolerance, out);
}

static inline bool are_narrow(const scree_body *a, const scree_body *b)
{
    return scree_polygon_rows(a->shape, b->shape) >= SCREE_FLAT_FOUR;
}

// A gap beyond the margin ends it.
static inline __attribute__((always_inline)) int farther_in_width(const scree_body *a, const scree_body *b, int width,
                                                                  double margin)
{
    polygon_pair p;
    polygon_meeting m;
    if (!polygon_pair_make(a, b, width, &p)) return -1;
    const double gap = largest_gap(&p, width, &m), above = margin + m.error, below = margin - m.error;
    if (m.tied) return -1;
    if (gap > above) return 1;
    if (gap < -m.error) return 0;
    if (!find_meeting(&p, width, gap, &m)) return -1;
    return m.distance > above ? 1 : m.distance <= below ? 0 : -1;
}

static inline int narrow_is_farther(const scree_body *a, const scree_body *b, double margin)
{
    return farther_in_width(a, b, 4, margin);
}

static inline int wide_is_farther(const scree_body *a, const scree_body *b, double margin)
{
    if (scree_polygon_rows(a->shape, b->shape) != SCREE_FLAT_NONE) return farther_in_width(a, b, 8, margin);
    if (scree_has_centre(a->shape) || scree_has_centre(b->shape)) return -1;
    return farther_in_width(a, b, 0, margin);
}

#endif
