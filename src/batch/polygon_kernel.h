// Two polygons: scree_polygon_pair(), written once and compiled for each number of lanes, which are edges and vertices
// of the one pair.
//
// Idea        Every edge of B - A is an edge of the one with a vertex of the other: the largest gap among the edges'
//             normals is the signed distance if the two overlap. If they do not, the nearest points are found from
//             there by steps over edges and vertices, and proven by the signs of some products: seen from each other,
//             both are nearest among their neighbours, which is enough on convex outlines.
// Departures  Only signs that are clear by SCREE_FEATURE_SLOPE count; that is far above rounding, and also what
//             features are named by. Edges that are nearly parallel, and polygons nearly in touch, are left to
//             polygons.c.
#ifndef SCREE_BATCH_POLYGON_KERNEL_H
#define SCREE_BATCH_POLYGON_KERNEL_H

#include <float.h>

#include "batch/direct.h"
#include "batch/kernels.h"
#include "batch/lane.h"
#include "narrow/answer.h"
#include "narrow/order.h"
#include "narrow/warm.h"

enum { POLYGON_ROUNDS = 24 };

// A polygon in A's frame: vertices, and edge i from vertex i on, n . x <= offset inside. Arrays of whole lanes.
typedef struct outline {
    int count;
    const double *x, *y, *nx, *ny, *offset;
} outline;

typedef struct polygon_rows {
    double x[SCREE_POLYGON_CORNERS], y[SCREE_POLYGON_CORNERS], nx[SCREE_POLYGON_CORNERS], ny[SCREE_POLYGON_CORNERS],
        offset[SCREE_POLYGON_CORNERS];
} polygon_rows;

typedef struct turn2 {
    double c, s;
} turn2;

typedef struct polygon_pair {
    const scree_shape *a, *b;
    turn2 world; // of A's frame
    scree_vec3 origin;
    double error; // of a gap; see narrow/cores.h
    outline side[2];
    polygon_rows rows __attribute__((aligned(64))); // B's
} polygon_pair;

// What meets: an edge of one side and a vertex of the other, or two vertices.
typedef struct polygon_meeting {
    int edge_of;     // which side has the edge; -1: neither
    int number[2];   // of the edge or vertex of each side
    double distance; // signed
    double nx, ny;   // from A to B, unit for edges
    double ax, ay;   // the point on A
} polygon_meeting;

// False for quaternions of odd lengths.
static inline bool turn2_from(scree_quat q, turn2 *out)
{
    const double square = q.w * q.w + q.z * q.z, s = 2.0 / square;
    *out = (turn2){ 1.0 - s * (q.z * q.z), s * (q.w * q.z) };
    return square > 1e-140 && square < 1e140;
}

// B as A sees it.
static inline void turn_outline(const scree_shape *b, turn2 t, double dx, double dy, polygon_rows *r)
{
    // In fours, as gaps_at() reads them.
    for (int i = 0; i < (b->vertex_count + 3) / 4 * 4; i += SCREE_LANES) {
        const lane x = lane_at(b->x + i), y = lane_at(b->y + i);
        const lane nx = lane_at(b->face_x + i), ny = lane_at(b->face_y + i);
        const lane mx = t.c * nx - t.s * ny, my = t.s * nx + t.c * ny;
        *(lane_in_memory *)(void *)(r->x + i) = t.c * x - t.s * y + dx;
        *(lane_in_memory *)(void *)(r->y + i) = t.s * x + t.c * y + dy;
        *(lane_in_memory *)(void *)(r->nx + i) = mx;
        *(lane_in_memory *)(void *)(r->ny + i) = my;
        *(lane_in_memory *)(void *)(r->offset + i) = lane_at(b->face_offset + i) + (mx * dx + my * dy);
    }
}

// False where the general way is to answer: shapes far from their origins, quaternions of odd lengths.
static inline bool polygon_pair_make(const scree_body *a, const scree_body *b, polygon_pair *p)
{
    const scree_shape *s = a->shape, *t = b->shape;
    turn2 u, v;
    if (!turn2_from(a->orientation, &u) || !turn2_from(b->orientation, &v)) return false;
    if (v3_norm2(s->centre) + v3_norm2(t->centre) > 0.0) return false;
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
    turn_outline(t, turn, dx, dy, &p->rows);
    p->side[0] = (outline){ s->vertex_count, s->x, s->y, s->face_x, s->face_y, s->face_offset };
    p->side[1] = (outline){ t->vertex_count, p->rows.x, p->rows.y, p->rows.nx, p->rows.ny, p->rows.offset };
    return true;
}

// ------------------------------------------------------------------------------------------------------------ gaps

// The first of the largest.
static inline int polygon_first(lane best, lane_mask at, int count, double *most)
{
    const lane all = lane_most(best);
    unsigned bits = lane_bits_equal(best, all);
    *most = all[0];
    if (count <= SCREE_LANES) return __builtin_ctz(bits);
    int first = INT32_MAX;
    for (; bits != 0; bits &= bits - 1) {
        const int i = __builtin_ctz(bits), number = (int)at[i] + i;
        if (number < first) first = number;
    }
    return first;
}

// How far all of q is outside the edges i, i + 1, ... of p. The vertices in fours: behind the last there are copies.
static inline lane gaps_at(const outline *p, int i, const outline *q)
{
    const lane nx = lane_at(p->nx + i), ny = lane_at(p->ny + i);
    lane least = lane_of(INFINITY);
    for (int k = 0; k < q->count; k += 4) {
        const lane first = lane_min(nx * q->x[k] + ny * q->y[k], nx * q->x[k + 1] + ny * q->y[k + 1]);
        const lane last = lane_min(nx * q->x[k + 2] + ny * q->y[k + 2], nx * q->x[k + 3] + ny * q->y[k + 3]);
        least = lane_min(lane_min(first, last), least);
    }
    return least - lane_at(p->offset + i);
}

// The edge of p that all of q is farthest outside of.
static inline int outermost_edge(const outline *p, const outline *q, double *gap)
{
    lane best = gaps_at(p, 0, q);
    lane_mask at = { 0 };
    for (int i = SCREE_LANES; i < p->count; i += SCREE_LANES) {
        const lane g = gaps_at(p, i, q);
        const lane_mask better = g > best;
        best = lane_select(better, g, best);
        at = (better & i) | (~better & at);
    }
    return polygon_first(best, at, p->count, gap);
}

// The vertex that is lowest along (nx, ny).
static inline int lowest_vertex(const outline *q, double nx, double ny)
{
    lane best = -(nx * lane_at(q->x) + ny * lane_at(q->y));
    lane_mask at = { 0 };
    for (int i = SCREE_LANES; i < q->count; i += SCREE_LANES) {
        const lane h = -(nx * lane_at(q->x + i) + ny * lane_at(q->y + i));
        const lane_mask better = h > best;
        best = lane_select(better, h, best);
        at = (better & i) | (~better & at);
    }
    double most;
    return polygon_first(best, at, q->count, &most);
}

// ------------------------------------------------------------------------------------------- from feature to feature

typedef enum polygon_verdict { POLYGON_STAYS, POLYGON_MOVES, POLYGON_DOUBT } polygon_verdict;

static inline int vertex_after(const outline *p, int i)
{
    return i + 1 < p->count ? i + 1 : 0;
}

static inline int vertex_before(const outline *p, int i)
{
    return i > 0 ? i - 1 : p->count - 1;
}

// How far the way from a vertex to its neighbour leads along (nx, ny), of any length: above 0 by more than a doubt, 1;
// below, -1; else 0.
static inline int leads_along(const outline *p, int vertex, int neighbour, double nx, double ny)
{
    const double ex = p->x[neighbour] - p->x[vertex], ey = p->y[neighbour] - p->y[vertex];
    const double rise = nx * ex + ny * ey;
    const bool clear = rise * rise > DIRECT_SLOPE2 * ((ex * ex + ey * ey) * (nx * nx + ny * ny));
    return clear ? (rise > 0.0 ? 1 : -1) : 0;
}

// How far a vertex of q is in front of an edge of p.
static inline double edge_height(const outline *p, int edge, const outline *q, int vertex)
{
    return p->nx[edge] * q->x[vertex] + p->ny[edge] * q->y[vertex] - p->offset[edge];
}

// An edge of side `s` and a vertex of the other. The vertex must be over the edge, and lower than its neighbours. If
// one of these is lower, the nearest points are at it, if it is over the edge too, or else at the edge's end on its
// side.
static inline polygon_verdict from_edge_and_vertex(const polygon_pair *p, polygon_meeting *m)
{
    const int s = m->edge_of;
    const outline *edges = &p->side[s], *points = &p->side[1 - s];
    const int i = m->number[s], next = vertex_after(edges, i), k = m->number[1 - s];
    const double px = edges->x[i], py = edges->y[i], ex = edges->x[next] - px, ey = edges->y[next] - py;
    const double along = (points->x[k] - px) * ex + (points->y[k] - py) * ey, length2 = ex * ex + ey * ey;
    if (along <= 0.0 || along >= length2) {
        m->edge_of = -1;
        m->number[s] = along <= 0.0 ? i : next;
        return POLYGON_MOVES;
    }
    const int after = vertex_after(points, k), before = vertex_before(points, k);
    const int rise_after = leads_along(points, k, after, edges->nx[i], edges->ny[i]);
    const int rise_before = leads_along(points, k, before, edges->nx[i], edges->ny[i]);
    if (rise_after > 0 && rise_before > 0)
        return edge_height(edges, i, points, k) > 0.0 ? POLYGON_STAYS : POLYGON_DOUBT;
    if (rise_after >= 0 && rise_before >= 0) return POLYGON_DOUBT;
    const int lower = rise_after < 0 ? after : before;
    const double there = (points->x[lower] - px) * ex + (points->y[lower] - py) * ey;
    const bool over = there > 0.0 && there < length2;
    m->edge_of = over ? s : 1 - s;
    m->number[1 - s] = over ? lower : rise_after < 0 ? k : before;
    if (!over) m->number[s] = there <= 0.0 ? i : next;
    return POLYGON_MOVES;
}

// Two vertices: of each, both edges must lead away from the other.
static inline polygon_verdict from_vertices(const polygon_pair *p, polygon_meeting *m)
{
    const double wx = p->side[1].x[m->number[1]] - p->side[0].x[m->number[0]];
    const double wy = p->side[1].y[m->number[1]] - p->side[0].y[m->number[0]];
    bool clear = true;
    for (int s = 0; s < 2; ++s) {
        const outline *o = &p->side[s];
        const double sign = s == 0 ? 1.0 : -1.0;
        const int v = m->number[s], before = vertex_before(o, v);
        const int after_leads = leads_along(o, v, vertex_after(o, v), sign * wx, sign * wy);
        const int before_leads = leads_along(o, v, before, sign * wx, sign * wy);
        clear = clear && after_leads < 0 && before_leads < 0;
        if (after_leads <= 0 && before_leads <= 0) continue;
        // Near a sharp corner both may lead on: one of them along the far side.
        const bool both = after_leads > 0 && before_leads > 0;
        const outline *q = &p->side[1 - s];
        const int k = m->number[1 - s];
        const bool after = both ? edge_height(o, v, q, k) > edge_height(o, before, q, k) : after_leads > 0;
        m->edge_of = s;
        m->number[s] = after ? v : before;
        return POLYGON_MOVES;
    }
    return clear ? POLYGON_STAYS : POLYGON_DOUBT;
}

// Not inlined: polygons in contact go quicker where this is not in their way.
__attribute__((noinline)) static bool walk_apart(const polygon_pair *p, polygon_meeting *m)
{
    polygon_verdict v = POLYGON_MOVES;
    for (int round = 0; round < POLYGON_ROUNDS && v == POLYGON_MOVES; ++round)
        v = m->edge_of >= 0 ? from_edge_and_vertex(p, m) : from_vertices(p, m);
    return v == POLYGON_STAYS;
}

// ------------------------------------------------------------------------------------------------------ the answer

// An edge and the vertex beside it, in front or behind.
static inline void measure_edge(const polygon_pair *p, polygon_meeting *m)
{
    const int s = m->edge_of, i = m->number[s], k = m->number[1 - s];
    const outline *edges = &p->side[s], *points = &p->side[1 - s];
    const double nx = edges->nx[i], ny = edges->ny[i], x = points->x[k], y = points->y[k];
    m->distance = edge_height(edges, i, points, k);
    // Which side has the edge cannot be foreseen: no branches.
    const double sign = s == 0 ? 1.0 : -1.0, back = s == 0 ? m->distance : 0.0;
    m->nx = sign * nx;
    m->ny = sign * ny;
    m->ax = x - back * nx;
    m->ay = y - back * ny;
}

static inline void measure_vertices(const polygon_pair *p, polygon_meeting *m)
{
    m->ax = p->side[0].x[m->number[0]];
    m->ay = p->side[0].y[m->number[0]];
    m->nx = p->side[1].x[m->number[1]] - m->ax;
    m->ny = p->side[1].y[m->number[1]] - m->ay;
    m->distance = sqrt(m->nx * m->nx + m->ny * m->ny);
}

// The largest gap of all edges, and the edge and vertex that it belongs to. Where A's edges show that the two are
// apart, B's are not looked at: what is nearest is found from any of them.
static inline double largest_gap(const polygon_pair *p, polygon_meeting *m)
{
    double gap;
    int s = 0, edge = outermost_edge(&p->side[0], &p->side[1], &gap);
    if (!(gap > DIRECT_CLEAR * p->error)) {
        double gap_b;
        const int edge_b = outermost_edge(&p->side[1], &p->side[0], &gap_b);
        s = gap_b > gap;
        edge = s != 0 ? edge_b : edge;
        gap = max2(gap_b, gap);
    }
    m->edge_of = s;
    m->number[s] = edge;
    m->number[1 - s] = lowest_vertex(&p->side[1 - s], p->side[s].nx[edge], p->side[s].ny[edge]);
    return gap;
}

// The vertex that is deepest behind an edge is alone in that.
static inline bool is_one_vertex(const polygon_pair *p, const polygon_meeting *m)
{
    const int s = m->edge_of, i = m->number[s], k = m->number[1 - s];
    const outline *edges = &p->side[s], *points = &p->side[1 - s];
    return leads_along(points, k, vertex_after(points, k), edges->nx[i], edges->ny[i]) > 0 &&
           leads_along(points, k, vertex_before(points, k), edges->nx[i], edges->ny[i]) > 0;
}

static inline bool find_meeting(const polygon_pair *p, polygon_meeting *m)
{
    const double gap = largest_gap(p, m);
    const bool apart = gap > DIRECT_CLEAR * p->error;
    if (!(apart ? walk_apart(p, m) : gap < -p->error && is_one_vertex(p, m))) return false;
    if (m->edge_of >= 0)
        measure_edge(p, m);
    else
        measure_vertices(p, m);
    return true;
}

static inline scree_vec3 polygon_world(const polygon_pair *p, double x, double y)
{
    return v3(p->world.c * x - p->world.s * y + p->origin.x, p->world.s * x + p->world.c * y + p->origin.y, 0.0);
}

// As scree_publish() does it. The interval is as narrow as rounding lets it be.
static inline void polygon_publish(const polygon_pair *p, const polygon_meeting *m, bool swapped, double tolerance,
                                   scree_contact *out)
{
    const double radii = p->a->radius + p->b->radius, distance = m->distance - radii + 0.0;
    const double spread = 4.0 * DBL_EPSILON * (radii + fabs(m->distance));
    const double wx = p->world.c * m->nx - p->world.s * m->ny, wy = p->world.s * m->nx + p->world.c * m->ny;
    const double length = sqrt(wx * wx + wy * wy);
    const scree_vec3 n = v3(wx / length, wy / length, 0.0);
    const scree_vec3 on_a = v3_add_scaled(polygon_world(p, m->ax, m->ay), p->a->radius, n);
    const scree_vec3 on_b = v3_add_scaled(on_a, distance, n);
    const scree_feature feature[2] = { m->edge_of == 0 ? SCREE_FEATURE_EDGE : SCREE_FEATURE_VERTEX,
                                       m->edge_of == 1 ? SCREE_FEATURE_EDGE : SCREE_FEATURE_VERTEX };
    // Which body comes first cannot be foreseen either.
    const int first = swapped ? 1 : 0;
    const double sign = swapped ? -1.0 : 1.0;
    scree_vec3 *const place[2] = { &out->point_a, &out->point_b };
    out->distance = distance;
    out->lower = min2(m->distance - p->error - radii - spread, distance);
    out->upper = max2(m->distance + p->error - radii + spread, distance);
    out->normal = v3(sign * n.x + 0.0, sign * n.y + 0.0, 0.0);
    *place[first] = on_a;
    *place[1 - first] = on_b;
    out->point = v3_add_scaled(on_a, 0.5 * distance, n);
    out->patch_area = 0.0;
    out->feature_a = feature[first];
    out->feature_b = feature[1 - first];
    out->index_a = m->number[first];
    out->index_b = m->number[1 - first];
    out->iterations = 1;
    out->state = scree_state_of(distance, tolerance);
    out->status = SCREE_OK;
    out->cut_short = 0;
    scree_clear_rest(out);
}

static inline bool answer_polygon(const scree_body *a, const scree_body *b, double tolerance, scree_contact *out)
{
    const bool swapped = !scree_pair_in_order(a, b);
    polygon_pair p;
    polygon_meeting m;
    if (!polygon_pair_make(swapped ? b : a, swapped ? a : b, &p) || !find_meeting(&p, &m)) return false;
    polygon_publish(&p, &m, swapped, tolerance, out);
    return true;
}

// The first edge beyond the margin ends it.
static inline int polygon_is_farther(const scree_body *a, const scree_body *b, double margin)
{
    const bool swapped = !scree_pair_in_order(a, b);
    polygon_pair p;
    if (!polygon_pair_make(swapped ? b : a, swapped ? a : b, &p)) return -1;
    const double above = margin + p.error, below = margin - p.error;
    double gap, other;
    (void)outermost_edge(&p.side[0], &p.side[1], &gap);
    if (gap > above) return 1;
    (void)outermost_edge(&p.side[1], &p.side[0], &other);
    if (other > above) return 1;
    if (max2(gap, other) < -p.error) return 0;
    polygon_meeting m;
    if (!find_meeting(&p, &m)) return -1;
    return m.distance > above ? 1 : m.distance <= below ? 0 : -1;
}

#endif
