// The surface S where the depths below two polyhedra are equal, edge by edge.
//
// Idea        S is made of convex cells, one for each face of A and face of B that are nearest somewhere (region/field.c).
//             Its inner edges are ties of three planes, two of one body and one of the other; along such an edge, the first
//             other plane that comes as near ends it, or the boundary of the shared volume, depth 0. At that corner the
//             edges to the other triples of its four planes begin. Each edge is found once, by one look at all planes in
//             lanes, and is a side of two cells; a cell has one more side at most, on the boundary.
// Proof       Along an edge no plane is nearer, as far as the scan shows. If the sides of every cell close, each cell
//             is the polygon that they bound, and S has no cells adjacent to these: they are a piece of S, and its
//             boundary is a closed curve in which the surfaces of A and B cross. Another piece would be on one side of
//             the first and have a curve of its own. The points of the shared volume nearest to face j of B form a
//             convex set, whose end at S is on the same side of all of S: on A's side of the first piece, the faces of
//             B at the other piece are not met by the first; on B's side, those of A. So S is complete if no face that
//             was not met is crossed by the surface of the other body.
//             Nor is there another piece where all planes of A face along one direction and all planes of B against it: along
//             each line of that direction the depth below A falls and that below B rises, so the line crosses S once; S is
//             a graph over a convex set, in one piece.
// Limits      Corners of more than four planes, to rounding, are left to region/field.c: pieces of S may meet there, and the
//             proof is for one. So are pairs of more planes, corners or cells than there is room for, and those whose planes
//             leave the place of an edge or of the first corners open: facets of one body that are nearly in one plane, and
//             two faces that are opposite to rounding, where the bodies touch to rounding.
#ifndef SCREE_KERNELS_SURFACE_WALK_H
#define SCREE_KERNELS_SURFACE_WALK_H

#include "kernels/field/surface_planes.h"

enum {
    SURFACE_POINTS = 96,
    SURFACE_EDGES = 96,
    SURFACE_CELLS = 64,
    SURFACE_TRIANGLES = 128,
    SURFACE_STEPS = 4, // to a point of S
    SURFACE_TOGETHER = 4,
    SURFACE_BOUNDARY = 63, // instead of the number of a plane: depth 0
    SURFACE_NONE = 255
};

// The least determinant of the normals at a corner: its sign is certain.
#define SURFACE_LEAST_DETERMINANT 1e-14

// The least length of the line of an edge, a cross product of two differences of unit normals: where it is shorter, planes that
// are known to rounding leave open where the edge is.
#define SURFACE_LEAST_LINE 1e-5

// At the first corners, depths below the planes may differ by this many times the error of the planes.
#define SURFACE_TIE 0.25

typedef struct surface_cell {
    uint64_t sides;      // planes whose ties with the cell's two are edges that have been begun
    uint64_t open;       // 0 where the sides close: the corners' marks, each once for each side that it ends
    uint8_t apex;        // a corner
    uint8_t leave, come; // corners where going round counter-clockwise leads onto the boundary and back
} surface_cell;

// An edge to be followed: a tie of planes p and q of one body and r of the other.
typedef struct surface_edge {
    scree_vec3 along;
    double closing;                // rate at which the depth falls
    uint8_t p, q, r, fourth, from; // `fourth`: the other plane at the corner where it begins, or the boundary
    bool forward;                  // counter-clockwise in the cell of p and r
} surface_edge;

// A corner of S. Four doubles, which lanes load at once.
typedef struct surface_point {
    scree_vec3 x;
    double pressure;
} surface_point;

typedef struct surface {
    surface_planes planes;
    surface_point point[SURFACE_POINTS];
    uint64_t mark[SURFACE_POINTS]; // of a corner, from its planes
    surface_cell cells[SURFACE_CELLS];
    uint8_t cell_of[SURFACE_PLANES][SURFACE_PLANES]; // by the planes of A and B
    uint8_t corner[SURFACE_TRIANGLES][3];
    surface_edge edges[SURFACE_EDGES];
    int points, cell_count, triangles, edge_count;
    uint64_t met; // planes of cells
    bool failed;
} surface;

// ---- looks along a line ----------------------------------------------------------------------------------------------

typedef struct surface_hit {
    double way;
    int plane;
    bool
        tied; // another plane is as near where the line begins, or the boundary where it ends, to the error of the planes
} surface_hit;

static inline uint64_t surface_bit(int plane)
{
    return UINT64_C(1) << plane;
}

static inline unsigned surface_row_bits(uint64_t bits, int at)
{
    return (unsigned)(bits >> at) & ((1u << SCREE_LANES) - 1);
}

// The first plane but `except` that comes as near as those which have the depth `depth` at x, falling by `closing` along the
// direction.
static inline surface_hit surface_look(const surface_planes *p, scree_vec3 from, scree_vec3 direction, double depth,
                                       double closing, uint64_t except)
{
    const lane3 x = l3_of(from), d = l3_of(direction);
    const lane far = lane_of((double)INFINITY), base = lane_of(depth), rate = lane_of(closing);
    const double length = fabs(direction.x) + fabs(direction.y) + fabs(direction.z);
    const lane noise = lane_of(32.0 * SCREE_ROUNDING * length), error = lane_of(p->error);
    lane way[SURFACE_ROWS], least = far;
    unsigned near = 0;
    for (int i = 0; i < p->rows; ++i) {
        const int at = i * SCREE_LANES;
        const lane nx = lane_at(p->x + at), ny = lane_at(p->y + at), nz = lane_at(p->z + at);
        const lane gap = lane_at(p->offset + at) - (nx * x.x + ny * x.y + nz * x.z) - base;
        const lane nearing = nx * d.x + ny * d.y + nz * d.z - rate;
        const lane_flags comes = flags_and(flags_below(noise, nearing), flags_of_bits(surface_row_bits(~except, at)));
        near |= lane_bits_below(gap, error) & surface_row_bits(~except, at);
        way[i] = lane_pick(comes, gap / lane_pick(comes, nearing, lane_of(1.0)), far);
        least = lane_min(least, way[i]);
    }
    least = -lane_most(-least);
    uint32_t first = 0;
    for (int i = 0; i < p->rows; ++i) first |= (uint32_t)lane_bits_equal(way[i], least) << i * SCREE_LANES;
    return (surface_hit){ least[0], __builtin_ctz(first | UINT32_C(1) << (SURFACE_PLANES - 1)), near != 0 };
}

// The same, or the boundary.
static inline surface_hit surface_end(const surface_planes *p, scree_vec3 from, scree_vec3 direction, double depth,
                                      double closing, uint64_t except)
{
    const surface_hit hit = surface_look(p, from, direction, depth, closing, except);
    const double way = closing > 0.0 ? depth / closing : (double)INFINITY;
    const bool tied = hit.tied || fabs(hit.way - way) * v3_max_abs(direction) <= p->error;
    return way <= hit.way ? (surface_hit){ way, SURFACE_BOUNDARY, tied } : (surface_hit){ hit.way, hit.plane, tied };
}

// The nearest of some planes.
static inline int surface_nearest(const surface_planes *p, scree_vec3 at_x, uint64_t among, double *depth)
{
    const lane3 x = l3_of(at_x);
    const lane far = lane_of((double)INFINITY);
    lane depths[SURFACE_ROWS], least = far;
    for (int i = 0; i < p->rows; ++i) {
        const int at = i * SCREE_LANES;
        const lane d =
            lane_at(p->offset + at) - (lane_at(p->x + at) * x.x + lane_at(p->y + at) * x.y + lane_at(p->z + at) * x.z);
        depths[i] = lane_pick(flags_of_bits(surface_row_bits(among, at)), d, far);
        least = lane_min(least, depths[i]);
    }
    least = -lane_most(-least);
    uint32_t first = 0;
    for (int i = 0; i < p->rows; ++i) first |= (uint32_t)lane_bits_equal(depths[i], least) << i * SCREE_LANES;
    *depth = least[0];
    return __builtin_ctz(first | UINT32_C(1) << (SURFACE_PLANES - 1));
}

// ---- corners, cells and their sides ----------------------------------------------------------------------------------

static inline double surface_depth(const surface_planes *p, int plane, scree_vec3 x)
{
    return p->offset[plane] - v3_dot(surface_normal(p, plane), x);
}

// A corner of three planes and a fourth, or the boundary. `planes` are their bits.
static inline int surface_add_point(surface *s, scree_vec3 x, int plane, int fourth, uint64_t planes)
{
    if (s->points == SURFACE_POINTS) {
        s->failed = true;
        return 0;
    }
    const int i = s->points++;
    const double depth = fourth == SURFACE_BOUNDARY ? 0.0 : surface_depth(&s->planes, plane, x);
    s->point[i] = (surface_point){ x, 2.0 * depth };
    uint64_t mark = (planes | surface_bit(fourth)) * UINT64_C(0x9e3779b97f4a7c15); // a hash
    mark ^= mark >> 32;
    mark *= UINT64_C(0xd6e8feb86659fd93);
    s->mark[i] = mark ^ mark >> 32;
    return i;
}

// Whether the depths below some planes, and 0 on the boundary, are the same at a corner, to the error of the planes.
static inline bool surface_is_tie(const surface *s, int point, uint64_t planes)
{
    const surface_point *at = &s->point[point];
    bool ties = v3_max_abs(at->x) <= s->planes.reach;
    for (; planes != 0; planes &= planes - 1) {
        const double depth = surface_depth(&s->planes, __builtin_ctzll(planes), at->x);
        ties &= fabs(depth - 0.5 * at->pressure) <= SURFACE_TIE * s->planes.error;
    }
    return ties;
}

static inline bool surface_is_on_boundary(const surface *s, int point)
{
    return s->point[point].pressure == 0.0;
}

static inline surface_cell *surface_cell_at(surface *s, int p, int r)
{
    uint8_t *at = p < r ? &s->cell_of[p][r] : &s->cell_of[r][p];
    if (*at == SURFACE_NONE) {
        if (s->cell_count == SURFACE_CELLS) s->failed = true;
        *at = (uint8_t)(s->failed ? 0 : s->cell_count++);
        s->met |= surface_bit(p) | surface_bit(r);
        s->cells[*at] = (surface_cell){ .apex = SURFACE_NONE, .leave = SURFACE_NONE, .come = SURFACE_NONE };
    }
    return &s->cells[*at];
}

static inline void surface_add_triangle(surface *s, int apex, int a, int b)
{
    if (a == apex || b == apex) return;
    if (s->triangles == SURFACE_TRIANGLES) {
        s->failed = true;
        return;
    }
    uint8_t *corner = s->corner[s->triangles++];
    corner[0] = (uint8_t)apex;
    corner[1] = (uint8_t)a;
    corner[2] = (uint8_t)b;
}

// A side from point a to point b, counter-clockwise.
static inline void surface_add_side(surface *s, surface_cell *c, int a, int b)
{
    if (c->apex == SURFACE_NONE) c->apex = (uint8_t)a;
    surface_add_triangle(s, c->apex, a, b);
    c->open ^= s->mark[a] ^ s->mark[b];
    if (surface_is_on_boundary(s, b)) {
        s->failed |= c->leave != SURFACE_NONE;
        c->leave = (uint8_t)b;
    }
    if (surface_is_on_boundary(s, a)) {
        s->failed |= c->come != SURFACE_NONE;
        c->come = (uint8_t)a;
    }
}

static inline void surface_add_edge(surface *s, int p, int q, int r, int from, int to, bool forward)
{
    const int a = forward ? from : to, b = forward ? to : from;
    surface_add_side(s, surface_cell_at(s, p, r), a, b);
    surface_add_side(s, surface_cell_at(s, q, r), b, a);
}

// Whether the edge is new; it is not from here on.
static inline bool surface_mark_edge(surface *s, int p, int q, int r)
{
    surface_cell *c = surface_cell_at(s, p, r);
    if ((c->sides & surface_bit(q)) != 0) return false;
    c->sides |= surface_bit(q);
    surface_cell_at(s, q, r)->sides |= surface_bit(p);
    return true;
}

// Along it, the cell of p and r is to the left if these are of A and B, else to the right.
static inline scree_vec3 surface_line(const surface_planes *s, int p, int q, int r)
{
    const scree_vec3 n = surface_normal(s, p);
    return v3_cross(v3_sub(n, surface_normal(s, q)), v3_sub(n, surface_normal(s, r)));
}

// The edge of p, q and r that begins at a point, away from plane `fourth` or the boundary.
static inline void surface_push(surface *s, int p, int q, int r, int fourth, int from)
{
    const surface_planes *planes = &s->planes;
    if (!surface_mark_edge(s, p, q, r)) return;
    const scree_vec3 d = surface_line(planes, p, q, r);
    const double falling = v3_dot(surface_normal(planes, p), d);
    const double nearing = fourth == SURFACE_BOUNDARY
                               ? falling
                               : v3_dot(v3_sub(surface_normal(planes, fourth), surface_normal(planes, p)), d);
    if (!(fabs(nearing) > SURFACE_LEAST_DETERMINANT) || s->edge_count == SURFACE_EDGES) {
        s->failed = true;
        return;
    }
    s->failed |= !(v3_max_abs(d) >= SURFACE_LEAST_LINE);
    const bool back = nearing > 0.0;
    s->edges[s->edge_count++] = (surface_edge){ .along = back ? v3_neg(d) : d,
                                                .closing = back ? -falling : falling,
                                                .p = (uint8_t)p,
                                                .q = (uint8_t)q,
                                                .r = (uint8_t)r,
                                                .fourth = (uint8_t)fourth,
                                                .from = (uint8_t)from,
                                                .forward = back != (p < planes->of_a) };
}

static inline bool surface_same_body(const surface_planes *p, int i, int j)
{
    return (i < p->of_a) == (j < p->of_a);
}

// The edges that begin where that of p, q and r has come to plane m.
static inline void surface_push_beyond(surface *s, int p, int q, int r, int m, int from)
{
    if (m == SURFACE_BOUNDARY) return;
    if (surface_same_body(&s->planes, p, m)) {
        surface_push(s, p, m, r, q, from);
        surface_push(s, q, m, r, p, from);
    } else {
        surface_push(s, p, q, m, r, from);
        surface_push(s, r, m, p, q, from);
        surface_push(s, r, m, q, p, from);
    }
}

// ---- the walk --------------------------------------------------------------------------------------------------------

// A direction in which the depths below some planes, up to three, rise alike.
static inline scree_vec3 surface_inward(const surface_planes *p, const int *plane, int count)
{
    const scree_vec3 n = surface_normal(p, plane[0]);
    if (count == 1) return v3_neg(n);
    if (count == 2) return v3_neg(v3_add(n, surface_normal(p, plane[1])));
    const scree_vec3 d = surface_line(p, plane[0], plane[1], plane[2]);
    return v3_dot(n, d) > 0.0 ? v3_neg(d) : d;
}

// A point of S, and the two to four planes that are nearest there: from the contact point inward, away from the nearest plane,
// from the nearest two, from three. Returns their bits; 0: none has been found.
static inline uint64_t surface_find(const surface_planes *p, scree_vec3 *x, double *depth)
{
    int plane[SURFACE_STEPS];
    uint64_t near = 0;
    *x = v3(0.0, 0.0, 0.0);
    plane[0] = surface_nearest(p, *x, p->bits_a | p->bits_b, depth);
    for (int count = 1; count <= SURFACE_STEPS; ++count) {
        near |= surface_bit(plane[count - 1]);
        if (*depth > 0.0 && (near & p->bits_a) != 0 && (near & p->bits_b) != 0) return near;
        if (count == SURFACE_STEPS) break;
        const scree_vec3 d = surface_inward(p, plane, count);
        const double falling = v3_dot(surface_normal(p, plane[0]), d);
        const surface_hit hit = surface_look(p, *x, d, *depth, falling, near);
        if (!(falling < 0.0) || !(hit.way < 0x1p600)) break;
        *x = v3_add_scaled(*x, hit.way, d);
        *depth = surface_depth(p, plane[0], *x);
        plane[count] = hit.plane;
    }
    return 0;
}

// The edges at a corner of four planes.
static inline void surface_begin_at_corner(surface *s, scree_vec3 x, uint64_t planes)
{
    const surface_planes *p = &s->planes;
    const uint64_t all = planes;
    int plane[4];
    for (int i = 0; i < 4; ++i, planes &= planes - 1) plane[i] = __builtin_ctzll(planes);
    const uint64_t three = surface_bit(plane[0]) | surface_bit(plane[1]) | surface_bit(plane[2]);
    const int from = surface_add_point(s, x, plane[0], plane[3], three);
    s->failed |= !surface_is_tie(s, from, all);
    for (int away = 0; away < 4; ++away) {
        const int i = plane[(away + 1) % 4], j = plane[(away + 2) % 4], k = plane[(away + 3) % 4];
        if (surface_same_body(p, i, j) && surface_same_body(p, j, k)) continue;
        if (surface_same_body(p, i, j))
            surface_push(s, i, j, k, plane[away], from);
        else if (surface_same_body(p, j, k))
            surface_push(s, j, k, i, plane[away], from);
        else
            surface_push(s, i, k, j, plane[away], from);
    }
}

// The first corners: ends of an edge of the cell of planes k of A and l of B.
static inline void surface_begin(surface *s, scree_vec3 x, int k, int l, double depth)
{
    const surface_planes *p = &s->planes;
    const uint64_t both = surface_bit(k) | surface_bit(l);
    const scree_vec3 nk = surface_normal(p, k), nl = surface_normal(p, l), across = v3_sub(nk, nl);
    // Any direction in the plane of the cell.
    const scree_vec3 d = fabs(across.x) > fabs(across.z) ? v3(-across.y, across.x, 0.0) : v3(0.0, -across.z, across.y);
    const surface_hit side = surface_end(p, x, d, depth, v3_dot(nk, d), both);
    s->failed = !(side.way < 0x1p600) || !(p->count > 2);
    if (s->failed) return;
    const bool boundary = side.plane == SURFACE_BOUNDARY;
    const scree_vec3 at = v3_add_scaled(x, side.way, d);
    const bool of_l = !boundary && side.plane >= p->of_a;
    const int first = of_l ? l : k, r = of_l ? k : l;
    const scree_vec3 along = boundary ? v3_cross(nk, nl) : surface_line(p, first, side.plane, r);
    const uint64_t planes = both | surface_bit(side.plane);
    const double here = boundary ? 0.0 : surface_depth(p, k, at), falling = boundary ? 0.0 : v3_dot(nk, along);
    surface_hit end[2];
    int point[2];
    for (int i = 0; i < 2; ++i) {
        const double sign = i == 0 ? 1.0 : -1.0;
        end[i] = surface_end(p, at, v3_scale(along, sign), here, sign * falling, planes);
        s->failed |= !(end[i].way < 0x1p600) || end[i].tied;
        const int fourth = boundary ? SURFACE_BOUNDARY : end[i].plane;
        const uint64_t three = boundary ? both | surface_bit(end[i].plane) : planes;
        point[i] = surface_add_point(s, v3_add_scaled(at, sign * end[i].way, along), k, fourth, three);
        s->failed |= !surface_is_tie(s, point[i], three);
    }
    if (s->failed) return;
    if (!boundary) {
        (void)surface_mark_edge(s, first, side.plane, r);
        surface_add_edge(s, first, side.plane, r, point[1], point[0], !of_l);
    }
    for (int i = 0; i < 2; ++i) {
        if (!boundary) {
            surface_push_beyond(s, first, side.plane, r, end[i].plane, point[i]);
        } else if (end[i].plane < p->of_a) {
            surface_push(s, k, end[i].plane, l, SURFACE_BOUNDARY, point[i]);
        } else {
            surface_push(s, l, end[i].plane, k, SURFACE_BOUNDARY, point[i]);
        }
    }
}

static inline void surface_follow(surface *s, const surface_edge *e, surface_hit hit)
{
    s->failed |= !(hit.way < 0x1p600) || hit.tied;
    const uint64_t three = surface_bit(e->p) | surface_bit(e->q) | surface_bit(e->r);
    const scree_vec3 x = v3_add_scaled(s->point[e->from].x, hit.way, e->along);
    const int to = surface_add_point(s, x, e->p, hit.plane, three);
    surface_add_edge(s, e->p, e->q, e->r, e->from, to, e->forward);
    surface_push_beyond(s, e->p, e->q, e->r, hit.plane, to);
}

// Several edges at a time, which are independent of each other.
static inline void surface_go(surface *s)
{
    const surface_planes *p = &s->planes;
    for (int next = 0; next < s->edge_count && !s->failed;) {
        surface_hit hit[SURFACE_TOGETHER];
        const int some = s->edge_count - next < SURFACE_TOGETHER ? s->edge_count - next : SURFACE_TOGETHER;
        for (int i = 0; i < some; ++i) {
            const surface_edge *e = &s->edges[next + i];
            const uint64_t here = surface_bit(e->p) | surface_bit(e->q) | surface_bit(e->r) | surface_bit(e->fourth);
            hit[i] = surface_end(p, s->point[e->from].x, e->along, 0.5 * s->point[e->from].pressure, e->closing, here);
        }
        for (int i = 0; i < some && !s->failed; ++i) surface_follow(s, &s->edges[next + i], hit[i]);
        next += some;
    }
}

// Sides on the boundary. Whether all cells are closed then.
static inline bool surface_close(surface *s)
{
    uint64_t open = 0;
    for (int i = 0; i < s->cell_count; ++i) {
        surface_cell *c = &s->cells[i];
        if ((c->leave == SURFACE_NONE) != (c->come == SURFACE_NONE) || c->apex == SURFACE_NONE) return false;
        if (c->leave != SURFACE_NONE) {
            c->open ^= s->mark[c->leave] ^ s->mark[c->come];
            surface_add_triangle(s, c->apex, c->leave, c->come);
        }
        open |= c->open;
    }
    return open == 0;
}

// Whether S is complete.
static inline bool surface_met_all(const surface *s)
{
    const surface_planes *p = &s->planes;
    if (p->is_graph) return true;
    for (uint32_t left = (p->bits_a | p->bits_b) & ~(uint32_t)s->met; left != 0; left &= left - 1)
        if (!surface_is_uncrossed(p, __builtin_ctz(left))) return false;
    return true;
}

// False: no proof.
static inline bool surface_walk(surface *s)
{
    scree_vec3 x;
    double depth;
    const uint64_t near = surface_find(&s->planes, &x, &depth);
    if (near == 0) return false;
    s->points = s->cell_count = s->triangles = s->edge_count = 0;
    s->met = 0;
    s->failed = false;
    for (int i = 0; i < s->planes.of_a; ++i) memset(s->cell_of[i], SURFACE_NONE, sizeof s->cell_of[i]);
    if (__builtin_popcountll(near) == 4)
        surface_begin_at_corner(s, x, near);
    else
        surface_begin(s, x, __builtin_ctzll(near & s->planes.bits_a), __builtin_ctzll(near & s->planes.bits_b), depth);
    surface_go(s);
    return !s->failed && surface_close(s) && !s->failed && surface_met_all(s);
}

#endif
