// Two polygons: scree_polygon_pair(), compiled for each number of lanes. The lanes are the edges and vertices of the
// one pair.
//
// Idea        Every edge of M = B - A is an edge of one polygon with a vertex of the other, and the largest gap among
//             the edges' normals is the signed distance if the two overlap. If they do not, the gap as a function of
//             the normal rises towards the normal of M's nearest point, and falls beyond it: that point is on the edge
//             with the largest gap. If the vertex projects onto the edge, these two are the nearest features; if not,
//             the vertex and the edge's end on its side are. There is no walk, and hardly a branch. Both polygons are
//             rotated into world axes about their own origins; the shift between them is added last. The order of the
//             bodies affects only the naming of the answer.
// Departures  Only signs that are clear by SCREE_FEATURE_SLOPE count; that is far above rounding, and also decides the
//             features. Nearly parallel edges, equal gaps of both bodies, nearly touching polygons and those with
//             nearly collinear neighbouring edges are left to polygons.c.
#ifndef SCREE_KERNELS_POLYGON_POLYGON_KERNEL_H
#define SCREE_KERNELS_POLYGON_POLYGON_KERNEL_H

#include <float.h>

#include "kernels/direct.h"
#include "kernels/kernels.h"
#include "lanes/lane.h"
#include "pair/answer.h"

/// A vertex is the farthest along a direction if the others are behind it by more than this, relative to the radius of
/// the polygon's circle: no edge is longer than twice the radius, so its slope is then clear.
#define POLYGON_CLEAR (2.0 * 1.05 * SCREE_FEATURE_SLOPE)

// Bound on the error of a gap along an edge's normal, and of the distance of two vertices, in roundings, to first order
// and in the worst case. Cosine and sine are off by 5.3 together, a rotated vertex by 2.5 of its length more, a normal,
// which was rounded before, by 3.5 more. A gap is n . b + (n . p - offset), with a vertex b and the vector p between
// the origins: b counts 7.8 for itself, 8.8 for n and 3 for product and sum; p as much for n, 3 for itself and the
// product, and 2 for sums; the offset 3 and the sums 2. Two vertices are off by 7.8 each, 1 for p, 2 for sums and 2 for
// the root, which is less. For each body the larger of the two counts; tests see about a tenth of this.
#define POLYGON_ROUNDINGS_BODY 20.0
#define POLYGON_ROUNDINGS_SHIFT 14.0

// Gaps of edges of both bodies that agree to this many errors: either may be the larger one. The projection of the
// vertex on the edge may then be beyond its end, the farther the more parallel the two edges are.
#define POLYGON_TIED 2.0

// Rows with a double for each corner: the vertices, and edge i from vertex i on, n . x <= offset inside; padded with
// copies of the first corner.
enum polygon_row { POLYGON_X, POLYGON_Y, POLYGON_NX, POLYGON_NY, POLYGON_OFFSET, POLYGON_ROWS };

// In what follows, `width` is that of the rows that both have (see scree_flat_rows), a compile-time constant, or 0: the
// rows of the shapes themselves. Side 0 is A.
typedef struct polygon_pair {
    // By side: the vertices of the other polygon and the side's own normals, rotated into world axes, not translated;
    // and the least heights of those vertices along these normals, and the tie limits.
    double x[2][SCREE_POLYGON_CORNERS] __attribute__((aligned(64)));
    double y[2][SCREE_POLYGON_CORNERS] __attribute__((aligned(64)));
    double nx[2][SCREE_POLYGON_CORNERS] __attribute__((aligned(64)));
    double ny[2][SCREE_POLYGON_CORNERS] __attribute__((aligned(64)));
    double limit[2][SCREE_POLYGON_CORNERS] __attribute__((aligned(64)));
    const scree_shape *shape[2];
    const double *flat[2]; // with a width: the rows
    scree_two c, s;        // cosine and sine of both rotations
    scree_two place[2];    // positions of the other one,
    scree_two shift[2];    // and from the side's origin
    double radius[2];
    double near[2]; // see POLYGON_CLEAR, with the error
    double error;   // of a gap
    int count[2];   // of corners
} polygon_pair;

// The features: an edge of one side and a vertex of the other, or two vertices.
typedef struct polygon_meeting {
    int side;              // whose edge it is, or was at first
    scree_feature feature; // of that side; of the other, it is a vertex
    int number[2];         // index of the edge or vertex of each side
    bool tied;             // the other side has the same gap, up to rounding
    double distance;       // signed
    scree_two n, v;        // unit, away from the side; the other's vertex, relative to its body's position
} polygon_meeting;

// Non-negative doubles are ordered like their bits.
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

// Their rotations. Returns non-zero if the poses are valid ones in the plane, with quaternions that need no scaling.
static inline unsigned rotations_from(const scree_body *a, const scree_body *b, scree_two *c, scree_two *s)
{
    const scree_two x = { a->position.x, b->position.x }, y = { a->position.y, b->position.y };
    const scree_two w = { a->orientation.w, b->orientation.w }, z = { a->orientation.z, b->orientation.z };
    const scree_two ww = w * w, zz = z * z, square = ww + zz, t = 1.0 / square, away = x * x + y * y;
    *c = (ww - zz) * t;
    *s = (w * (z + z)) * t;
    const unsigned is_usual = lane_two_all((square > 1e-140) & (square < 1e140) & (away < 1e119));
    const unsigned is_planar = (bits_out_of_plane(a) | bits_out_of_plane(b)) << 1 == 0; // 0 or -0
    return is_usual & is_planar;
}

static inline __attribute__((always_inline)) const double *row_of(const polygon_pair *p, int width, int side,
                                                                  enum polygon_row row)
{
    if (width != 0) return p->flat[side] + (int)row * width;
    const scree_shape *s = p->shape[side];
    const double *const rows[POLYGON_ROWS] = { s->x, s->y, s->hull->face_x, s->hull->face_y, s->hull->face_offset };
    return rows[row];
}

// Number of corners to scan, a multiple of 4.
static inline __attribute__((always_inline)) int width_of(const polygon_pair *p, int width, int side)
{
    return width != 0 ? width : p->shape[side]->padded_count;
}

// Rotates the vertices of the other side.
static inline __attribute__((always_inline)) void face(polygon_pair *p, int width, int side)
{
    const int other = 1 - side;
    const double c = p->c[other], s = p->s[other];
    const double *from_x = row_of(p, width, other, POLYGON_X), *from_y = row_of(p, width, other, POLYGON_Y);
    for (int i = 0; i < width_of(p, width, other); i += SCREE_LANES) {
        const lane x = lane_at(from_x + i), y = lane_at(from_y + i);
        lane_put_row(p->x[side] + i, c * x - s * y);
        lane_put_row(p->y[side] + i, s * x + c * y);
    }
}

// The bounding radii, and the rounding radii. The rows have them side by side.
static inline __attribute__((always_inline)) void reaches_of(const polygon_pair *p, int width, scree_two *reach,
                                                             scree_two *radius)
{
    const scree_shape *a = p->shape[0], *b = p->shape[1];
    if (width == 0) {
        *reach = (scree_two){ scree_flat_reach(a), scree_flat_reach(b) };
        *radius = (scree_two){ a->radius, b->radius };
        return;
    }
    const scree_two of_a = lane_two_at(p->flat[0] + POLYGON_ROWS * width),
                    of_b = lane_two_at(p->flat[1] + POLYGON_ROWS * width);
    *reach = (scree_two){ of_a[0], of_b[0] };
    *radius = (scree_two){ of_a[1], of_b[1] };
}

// Stores what will be needed of a side once it is known which one, to be looked up by its index.
static inline __attribute__((always_inline)) void note_sides(const scree_body *a, const scree_body *b, int width,
                                                             polygon_pair *p)
{
    const scree_two from = lane_two_at(&a->position.x), to = lane_two_at(&b->position.x);
    p->place[0] = to;
    p->place[1] = from;
    p->shift[0] = to - from;
    p->shift[1] = from - to;
    const double x = fabs(p->shift[0][0]), y = fabs(p->shift[0][1]);
    const double length = max2(x, y) + 0.5 * min2(x, y); // at most 1 / 8 more than that
    scree_two reach, radius;
    reaches_of(p, width, &reach, &radius);
    const double both = reach[0] + reach[1];
    p->error = SCREE_ROUNDING * (POLYGON_ROUNDINGS_BODY * both + POLYGON_ROUNDINGS_SHIFT * length);
    lane_two_put(POLYGON_CLEAR * reach + p->error, p->near);
    lane_two_put(radius, p->radius);
    p->count[0] = a->shape->vertex_count;
    p->count[1] = b->shape->vertex_count;
}

// False: the general path answers, or reports what is wrong with a pose. Shapes have no centres of their own.
static inline __attribute__((always_inline)) bool polygon_pair_make(const scree_body *a, const scree_body *b, int width,
                                                                    polygon_pair *p)
{
    const scree_flat_rows rows = width == 4 ? SCREE_FLAT_FOUR : width == 8 ? SCREE_FLAT_EIGHT : SCREE_FLAT_NONE;
    if (!rotations_from(a, b, &p->c, &p->s)) return false;
    p->shape[0] = a->shape;
    p->shape[1] = b->shape;
    p->flat[0] = a->shape->hull->flat[rows];
    p->flat[1] = b->shape->hull->flat[rows];
    note_sides(a, b, width, p);
    face(p, width, 0);
    face(p, width, 1);
    return true;
}

// ------------------------------------------------------------------------------------------------------------ gaps

static inline lane lowest_of_four(lane nx, lane ny, const double *x, const double *y)
{
    const lane first = lane_min(nx * x[0] + ny * y[0], nx * x[1] + ny * y[1]);
    return lane_min(first, lane_min(nx * x[2] + ny * y[2], nx * x[3] + ny * y[3]));
}

// How far the whole other side is outside the edges i, i + 1, ... of a side. Vertices in fours.
static inline __attribute__((always_inline)) lane gaps_at(polygon_pair *p, int width, int side, int i)
{
    const double c = p->c[side], s = p->s[side], *x = p->x[side], *y = p->y[side];
    const lane from_x = lane_at(row_of(p, width, side, POLYGON_NX) + i);
    const lane from_y = lane_at(row_of(p, width, side, POLYGON_NY) + i);
    const lane nx = c * from_x - s * from_y, ny = s * from_x + c * from_y;
    const lane way = nx * p->shift[side][0] + ny * p->shift[side][1];
    lane least = lowest_of_four(nx, ny, x, y);
    for (int k = 4; k < width_of(p, width, 1 - side); k += 4)
        least = lane_min(lowest_of_four(nx, ny, x + k, y + k), least);
    lane_put_row(p->nx[side] + i, nx);
    lane_put_row(p->ny[side] + i, ny);
    lane_put_row(p->limit[side] + i, least + p->near[1 - side]);
    return least + (way - lane_at(row_of(p, width, side, POLYGON_OFFSET) + i));
}

enum { POLYGON_LANES = SCREE_POLYGON_CORNERS / SCREE_LANES };

static inline __attribute__((always_inline)) lane gaps_of(polygon_pair *p, int width, int s, lane gaps[POLYGON_LANES])
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
static inline __attribute__((always_inline)) double largest_gap(polygon_pair *p, int width, polygon_meeting *m)
{
    lane gaps_a[POLYGON_LANES], gaps_b[POLYGON_LANES];
    const lane most_of_a = gaps_of(p, width, 0, gaps_a), most_of_b = gaps_of(p, width, 1, gaps_b);
    const lane most = lane_most(lane_max(most_of_a, most_of_b)), limit = most - POLYGON_TIED * p->error;
    const unsigned of_a = gaps_equal(gaps_a, width_of(p, width, 0), most);
    const unsigned of_b = gaps_equal(gaps_b, width_of(p, width, 1), most);
    const int s = m->side = of_a == 0;
    // For NaN, any corner.
    const int last = width_of(p, width, s) - 1, first = __builtin_ctz(of_a | of_b | 1u << 31);
    m->number[s] = width != 0 ? first & last : first < last ? first : last;
    // Both have it: there is no order in which to take them.
    const uint64_t near_a = lane_bits_below(limit, most_of_a), near_b = lane_bits_below(limit, most_of_b);
    m->tied = (-near_a & -near_b) >> 63 != 0; // branch-free
    return most[0];
}

// ------------------------------------------------------------------------------------------------------- what meets

// The vertices facing side s whose height along (nx, ny) is at most `limit`: bit i is vertex i.
static inline __attribute__((always_inline)) unsigned facing_below(const polygon_pair *p, int width, int s, double nx,
                                                                   double ny, double limit)
{
    unsigned above = 0;
    for (int i = 0; i < width_of(p, width, 1 - s); i += SCREE_LANES)
        above |= lane_bits_below(lane_of(limit), nx * lane_row(p->x[s] + i) + ny * lane_row(p->y[s] + i)) << i;
    return ~above & (~0u >> (SCREE_POLYGON_CORNERS - p->count[1 - s]));
}

static inline bool is_one(unsigned bits)
{
    return bits != 0 && (bits & (bits - 1)) == 0;
}

// The end of an edge and the vertex beyond it, in m, at the vector w from it: no other vertex of either is as far along
// the line between them. (x, y): the end.
static inline __attribute__((always_inline)) bool meet_in_vertices(const polygon_pair *p, int width, scree_two w,
                                                                   double x, double y, polygon_meeting *m)
{
    const int s = m->side, i = m->number[s], k = m->number[1 - s];
    const double wx = w[0], wy = w[1], d = sqrt(wx * wx + wy * wy), part = 1.0 / d;
    m->feature = SCREE_FEATURE_VERTEX;
    m->distance = d;
    m->n = part * w;
    const double most = fabs(wx) + fabs(wy); // d is not known yet
    const double own = -wx * x + -wy * y + p->near[s] * most,
                 facing = wx * m->v[0] + wy * m->v[1] + p->near[1 - s] * most;
    return facing_below(p, width, 1 - s, -wx, -wy, own) == 1u << i &&
           facing_below(p, width, s, wx, wy, facing) == 1u << k;
}

// Whether the projection of the vertex v on the line of an edge with the normal (nx, ny) lies on the edge, to rounding.
// For the edge of the largest gap it does; but at a blunt corner both edges have the same gap to rounding, and this may
// be the other one.
static inline bool is_on_edge(scree_two v, scree_two start, scree_two stop, double nx, double ny, double error)
{
    const scree_two w = v - start, past = v - stop;
    return (w[1] * nx - w[0] * ny >= -error) & (past[1] * nx - past[0] * ny <= error);
}

// With the largest gap, and its edge in m. False where there is a doubt.
static inline __attribute__((always_inline)) bool find_meeting(const polygon_pair *p, int width, double gap,
                                                               polygon_meeting *m)
{
    const int s = m->side, i = m->number[s];
    const double nx = p->nx[s][i], ny = p->ny[s][i];
    const unsigned lowest = facing_below(p, width, s, nx, ny, p->limit[s][i]);
    if (!is_one(lowest) | m->tied) return false;
    const int k = m->number[1 - s] = __builtin_ctz(lowest);
    m->v = (scree_two){ p->x[s][k], p->y[s][k] };
    const double *x = p->x[1 - s], *y = p->y[1 - s];
    const int next = (i + 1) * (i + 1 < p->count[s]); // or 0: no branch
    const scree_two v = m->v + p->shift[s], start = { x[i], y[i] }, stop = { x[next], y[next] };
    if (gap < -p->error) {
        if (!is_on_edge(v, start, stop, nx, ny, p->error)) return false;
    } else {
        if (!(gap > DIRECT_CLEAR * p->error)) return false;
        const scree_two e = stop - start, w = v - start;
        const double length2 = e[0] * e[0] + e[1] * e[1], along = w[0] * e[0] + w[1] * e[1];
        if (!(length2 > DIRECT_SHORT * p->error * gap)) return false;
        if (!((along > 0.0) & (along < length2))) {
            const int end = m->number[s] = i + (next - i) * (along > 0.0);
            return meet_in_vertices(p, width, v - (scree_two){ x[end], y[end] }, x[end], y[end], m);
        }
    }
    m->feature = SCREE_FEATURE_EDGE;
    m->distance = gap;
    m->n = (scree_two){ nx, ny };
    return true;
}

// ------------------------------------------------------------------------------------------------------ the answer

static inline void put_planar(scree_two xy, scree_vec3 *out)
{
    lane_two_put(xy, &out->x);
    out->z = 0.0;
}

// As scree_publish(). The interval is as narrow as rounding allows.
static inline void polygon_publish(const polygon_pair *p, const polygon_meeting *m, double tolerance,
                                   scree_contact *out)
{
    const int s = m->side;
    const double radius = p->radius[s], far_radius = p->radius[1 - s], radii = radius + far_radius;
    const double distance = m->distance - radii + 0.0;
    const double spread = 4.0 * DBL_EPSILON * (radii + fabs(m->distance));
    // Unit up to some roundings, which one Newton step for 1 / sqrt removes.
    const scree_two squares = m->n * m->n, n = (1.5 - 0.5 * (squares[0] + squares[1])) * m->n;
    // From the vertex to the surface of its own side, to that of the other, and midway.
    const scree_two v = m->v + p->place[s] + 0.0;
    const double back = radius - m->distance;
    // Branch-free: the side is unpredictable.
    static const double signs[2] = { 1.0, -1.0 };
    scree_vec3 *const points = &out->point_a; // B's follows
    scree_feature *const features = &out->feature_a;
    out->distance = distance;
    out->lower = min2(m->distance - p->error - radii - spread, distance);
    out->upper = max2(m->distance + p->error - radii + spread, distance);
    put_planar(signs[s] * n + 0.0, &out->normal);
    put_planar(v + back * n, &points[s]);
    put_planar(v - far_radius * n, &points[1 - s]);
    put_planar(v + 0.5 * (back - far_radius) * n, &out->point);
    out->patch_area = 0.0;
    features[s] = m->feature;
    features[1 - s] = SCREE_FEATURE_VERTEX;
    out->index_a = m->number[0];
    out->index_b = m->number[1];
    out->iterations = 1;
    out->state = scree_state_of(distance, tolerance);
    out->status = SCREE_OK;
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

// Both polygons have up to four corners: at most four lanes.
static inline bool answer_narrow(const scree_body *a, const scree_body *b, double tolerance, scree_contact *out)
{
    return answer_width(a, b, 4, tolerance, out);
}

// All others.
static inline bool answer_wide(const scree_body *a, const scree_body *b, double tolerance, scree_contact *out)
{
    if (scree_polygon_rows(a->shape, b->shape) != SCREE_FLAT_NONE) return answer_width(a, b, 8, tolerance, out);
    if (scree_has_centre(a->shape) || scree_has_centre(b->shape)) return false;
    if (a->shape->hull->has_flat_corner || b->shape->hull->has_flat_corner) return false;
    return answer_width(a, b, 0, tolerance, out);
}

static inline bool are_narrow(const scree_body *a, const scree_body *b)
{
    return scree_polygon_rows(a->shape, b->shape) >= SCREE_FLAT_FOUR;
}

// Stops at a gap beyond the margin.
static inline __attribute__((always_inline)) int farther_in_width(const scree_body *a, const scree_body *b, int width,
                                                                  double margin)
{
    polygon_pair p;
    polygon_meeting m;
    if (!polygon_pair_make(a, b, width, &p)) return -1;
    const double gap = largest_gap(&p, width, &m), above = margin + p.error, below = margin - p.error;
    if (m.tied) return -1;
    if (gap > above) return 1;
    if (gap < -p.error) return 0;
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
