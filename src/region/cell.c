// Cells of the medial surface of a shared volume: convex polygons cut out of bisector planes.
//
// Source      Sutherland and Hodgman (1974) for the cuts; Green's theorem for the moments.
// Idea        On the bisector of planes k and l the depth is linear, and so is the difference to the depth below any other
//             plane: a cell is a square in that plane, cut by lines.
// Departures  1. The depth below plane m is compared with that below k or l, whichever normal is closer to m's: the
//                difference of two nearly equal normals is exact, so that cells on both sides of a shallow edge end at
//                the same line.
//             2. Lines are moved outward by some roundings, relative to the region and to the difference of the
//                normals. If four or more planes are equally near, a cell that exists only by rounding then still leads
//                the flood fill to its neighbours; its contribution is of the order of a rounding.
#include "region/cell.h"

#include <math.h>

// How far lines are moved outward, in roundings of the region's radius.
#define PUSH_ROUNDINGS 8.0

enum { BITS = 64 };

// The side of the region in the cell's plane: c - a u - b v >= 0.
typedef struct line {
    double a, b, c;
} line;

size_t scree_cell_scratch(int planes)
{
    return 2 * scree_arena_bytes(((size_t)planes + 8) * sizeof(scree_cell_corner)) +
           scree_arena_bytes(((size_t)planes + 8) * sizeof(double));
}

bool scree_cell_take(scree_cell *cell, int planes, scree_arena *scratch)
{
    for (int i = 0; i < 2; ++i) {
        cell->buffer[i] = scree_arena_take(scratch, ((size_t)planes + 8) * sizeof(scree_cell_corner));
        if (cell->buffer[i] == NULL) return false;
    }
    cell->height = scree_arena_take(scratch, ((size_t)planes + 8) * sizeof(double));
    return cell->height != NULL;
}

static bool is_planar(const scree_region_planes *r)
{
    return r->cores.a->dimension == 2;
}

static bool is_half_space(const scree_region_planes *r, int k)
{
    return r->plane[k].of_b && r->cores.b->core == SCREE_CORE_HALF_SPACE;
}

// The part of the plane { origin + ..., normal } within the region's ball, as a square about its middle (in 2-D, a
// segment).
static void start_cell(scree_cell *cell, const scree_region_planes *r)
{
    const double outside = r->radius * r->radius * (1.0 + 0x1p-40) - v3_norm2(cell->origin);
    cell->corner = cell->buffer[0];
    cell->count = 0;
    if (!(outside > 0.0)) return;
    const double h = sqrt(outside);
    if (is_planar(r)) {
        scree_region_planar_frame(cell->normal, &cell->along_u, &cell->along_v);
        cell->corner[0] = (scree_cell_corner){ -h, 0.0, SCREE_CUT_BORDER };
        cell->corner[1] = (scree_cell_corner){ h, 0.0, SCREE_CUT_BORDER };
        cell->count = 2;
        return;
    }
    scree_region_frame(cell->normal, &cell->along_u, &cell->along_v);
    cell->corner[0] = (scree_cell_corner){ -h, -h, SCREE_CUT_BORDER };
    cell->corner[1] = (scree_cell_corner){ h, -h, SCREE_CUT_BORDER };
    cell->corner[2] = (scree_cell_corner){ h, h, SCREE_CUT_BORDER };
    cell->corner[3] = (scree_cell_corner){ -h, h, SCREE_CUT_BORDER };
    cell->count = 4;
}

static double side_of(const line *l, const scree_cell_corner *p)
{
    return l->c - l->a * p->u - l->b * p->v;
}

// Where the line crosses from p, at height f, to q, at height g.
static scree_cell_corner crossing(const scree_cell_corner *p, const scree_cell_corner *q, double f, double g, int cut)
{
    const double t = f / (f - g);
    return (scree_cell_corner){ p->u + t * (q->u - p->u), p->v + t * (q->v - p->v), cut };
}

static void cut_segment(scree_cell *cell, const line *l, int cut)
{
    scree_cell_corner *p = &cell->corner[0], *q = &cell->corner[1];
    const double f = side_of(l, p), g = side_of(l, q);
    if (f < 0.0 && g < 0.0)
        cell->count = 0;
    else if (f < 0.0)
        *p = crossing(p, q, f, g, cut);
    else if (g < 0.0)
        *q = crossing(p, q, f, g, cut);
}

// The run of corners outside the line that contains corner `lowest`: its first corner, and the first corner after it.
// Not all corners are outside. With more corners than bits, by a search.
typedef struct outside_run {
    int first, after;
} outside_run;

static outside_run find_run(const double *height, int count, uint64_t outside, int lowest)
{
    int back = 0, forth = 1;
    if (count < BITS) { // branch-free: what a line cuts off cannot be predicted
        // Corner `lowest` at bit 0, the one before it at the top.
        const uint64_t all = ((uint64_t)1 << count) - 1;
        const uint64_t rotated = ((outside >> lowest) | (outside << (count - lowest))) & all;
        forth = __builtin_ctzll(~rotated);
        back = __builtin_clzll(~(rotated << (BITS - count)));
    } else {
        while (height[(lowest + forth) % count] < 0.0) ++forth;
        while (height[(lowest + count - back - 1) % count] < 0.0) ++back;
    }
    const int first = lowest - back, after = lowest + forth;
    return (outside_run){ first < 0 ? first + count : first, after < count ? after : after - count };
}

// The corners of a convex polygon outside a line are one run. If corners nearly coincide, rounding may put only one of
// them outside: the run that contains the lowest corner counts.
static void cut_polygon(scree_cell *cell, const line *l, int cut)
{
    const int count = cell->count;
    const scree_cell_corner *p = cell->corner;
    double *height = cell->height, least = 0.0;
    int outside = 0, lowest = 0;
    uint64_t bits = 0;
    for (int i = 0; i < count; ++i) {
        const double h = side_of(l, &p[i]);
        height[i] = h;
        outside += h < 0.0;
        bits |= (uint64_t)(h < 0.0) << (i & (BITS - 1));
        lowest = h < least ? i : lowest;
        least = h < least ? h : least;
    }
    if (outside == 0) return;
    cell->count = 0;
    if (outside == count) return;
    const outside_run run = find_run(height, count, bits, lowest);
    const int before = run.first > 0 ? run.first - 1 : count - 1, last = run.after > 0 ? run.after - 1 : count - 1;
    scree_cell_corner *q = p == cell->buffer[0] ? cell->buffer[1] : cell->buffer[0];
    int kept = 0;
    q[kept++] = crossing(&p[last], &p[run.after], height[last], height[run.after], p[last].cut);
    for (int i = run.after; i != run.first; i = i + 1 < count ? i + 1 : 0) q[kept++] = p[i];
    q[kept++] = crossing(&p[before], &p[run.first], height[before], height[run.first], cut);
    cell->corner = q;
    if (kept >= 3) cell->count = kept;
}

static void cut_cell(scree_cell *cell, const scree_region_planes *r, const line *l, int cut)
{
    if (is_planar(r))
        cut_segment(cell, l, cut);
    else
        cut_polygon(cell, l, cut);
}

// The line { offset - normal . x >= 0 } in the plane of the cell, moved outward.
static line line_in(const scree_cell *cell, const scree_region_planes *r, scree_vec3 normal, double offset, double push)
{
    const double length = fabs(normal.x) + fabs(normal.y) + fabs(normal.z);
    return (line){ v3_dot(normal, cell->along_u), v3_dot(normal, cell->along_v),
                   offset - v3_dot(normal, cell->origin) + push * SCREE_ROUNDING * r->radius * length };
}

// Where plane m is farther than k and l.
static line bisector_with(const scree_cell *cell, const scree_region_planes *r, int m, int k, int l)
{
    const scree_region_plane *pm = &r->plane[m], *pk = &r->plane[k], *pl = &r->plane[l];
    bool near_l = pm->of_b == pl->of_b;
    if (r->has_alike || pk->of_b == pl->of_b) near_l = v3_dot(pm->normal, pl->normal) > v3_dot(pm->normal, pk->normal);
    const scree_region_plane *other = near_l ? pl : pk;
    return line_in(cell, r, v3_sub(pm->normal, other->normal), pm->offset - other->offset, PUSH_ROUNDINGS);
}

void scree_cell_cut(scree_cell *cell, const scree_region_planes *r, int k, int l, int dropped)
{
    const scree_region_plane *pk = &r->plane[k], *pl = &r->plane[l];
    const scree_vec3 difference = v3_sub(pk->normal, pl->normal);
    cell->count = 0;
    cell->span = v3_norm(difference);
    if (!(cell->span > 0.0)) return;
    cell->normal = v3_scale(difference, 1.0 / cell->span);
    cell->origin = v3_scale(cell->normal, (pk->offset - pl->offset) / cell->span);
    start_cell(cell, r);
    if (cell->count == 0) return;
    // The mean of both depths.
    const scree_vec3 mean = v3_scale(v3_add(pk->normal, pl->normal), 0.5);
    const line depth = line_in(cell, r, mean, 0.5 * (pk->offset + pl->offset), 0.0);
    cell->depth = depth.c;
    cell->depth_u = -depth.a;
    cell->depth_v = -depth.b;
    cut_cell(cell, r, &depth, SCREE_CUT_SURFACE);
    for (int m = 0; m < r->count && cell->count > 0; ++m) {
        if (m == k || m == l || scree_plane_is_dropped(&r->plane[m], dropped)) continue;
        const line side = bisector_with(cell, r, m, k, l);
        cut_cell(cell, r, &side, m);
    }
}

double scree_cell_least_area(const scree_region_planes *r)
{
    return r->error * r->radius;
}

bool scree_cell_is_area(const scree_region_planes *r, double area)
{
    return area > scree_cell_least_area(r);
}

// Whether face k has an area in the shared volume: the part of its plane that is inside all other planes. The points
// nearest to a face that is met only in a line or a point are no volume.
static bool is_active(scree_cell *cell, const scree_region_planes *r, int k, int dropped)
{
    const scree_region_plane *p = &r->plane[k];
    cell->normal = p->normal;
    cell->origin = v3_scale(p->normal, p->offset);
    start_cell(cell, r);
    for (int m = 0; m < r->count && cell->count > 0; ++m) {
        const scree_region_plane *q = &r->plane[m];
        if (m == k || scree_plane_is_dropped(q, dropped)) continue;
        const line side = line_in(cell, r, q->normal, q->offset, PUSH_ROUNDINGS);
        cut_cell(cell, r, &side, m);
    }
    return cell->count > 0 && scree_cell_is_area(r, scree_cell_integrate(cell).area);
}

// The plane of the other body with the most similar normal; -1 if there is none.
static int most_alike(const scree_region_planes *r, int k, int dropped)
{
    int best = -1;
    double most = -2.0;
    for (int m = 0; m < r->count; ++m) {
        if (r->plane[m].of_b == r->plane[k].of_b || scree_plane_is_dropped(&r->plane[m], dropped)) continue;
        const double alike = v3_dot(r->plane[m].normal, r->plane[k].normal);
        if (!(alike > most)) continue;
        most = alike;
        best = m;
    }
    return best;
}

bool scree_cell_met_all(scree_cell *cell, const scree_region_planes *r, int dropped)
{
    for (int k = 0; k < r->count; ++k) {
        if (r->plane[k].reached || scree_plane_is_dropped(&r->plane[k], dropped)) continue;
        const int other = most_alike(r, k, dropped); // the one that separates them, if any does
        if (other >= 0 && !r->moved && !is_half_space(r, k) && scree_region_face_is_beyond(r, k, other)) continue;
        if (is_active(cell, r, k, dropped)) return false;
    }
    return true;
}

// Integrals of u^i v^j over the triangle of the first corner and two others, p and q from there.
static void add_triangle(scree_cell_sums *s, double pu, double pv, double qu, double qv)
{
    const double area = 0.5 * (pu * qv - pv * qu), third = area / 3.0, twelfth = area / 12.0;
    const double su = pu + qu, sv = pv + qv;
    s->area += area;
    s->u += third * su;
    s->v += third * sv;
    s->uu += twelfth * (su * su + pu * pu + qu * qu);
    s->uv += twelfth * (su * sv + pu * pv + qu * qv);
    s->vv += twelfth * (sv * sv + pv * pv + qv * qv);
}

static void add_segment(scree_cell_sums *s, double length)
{
    s->area = length;
    s->u = length * length / 2.0;
    s->uu = length * length * length / 3.0;
}

scree_cell_sums scree_cell_integrate(const scree_cell *cell)
{
    const scree_cell_corner *p = cell->corner;
    const double u = p[0].u, v = p[0].v;
    scree_cell_sums s = { .area = 0.0 };
    s.at = v3_add(cell->origin, v3_add(v3_scale(cell->along_u, u), v3_scale(cell->along_v, v)));
    if (cell->count == 2) add_segment(&s, p[1].u - u);
    for (int i = 1; i + 1 < cell->count; ++i) add_triangle(&s, p[i].u - u, p[i].v - v, p[i + 1].u - u, p[i + 1].v - v);
    const double d = cell->depth + cell->depth_u * u + cell->depth_v * v, du = cell->depth_u, dv = cell->depth_v;
    s.d = d * s.area + du * s.u + dv * s.v;
    s.du = d * s.u + du * s.uu + dv * s.uv;
    s.dv = d * s.v + du * s.uv + dv * s.vv;
    s.dd = d * s.d + du * s.du + dv * s.dv;
    return s;
}
