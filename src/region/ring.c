// The pressure field of a shallow contact: one main cell and a ring of cells around it.
//
// Idea        Only the main cell is cut out of its plane. Across its edge that plane m cut lies the cell of m with the
//             plane of the other body: a quadrilateral from that edge to the boundary of the shared volume. Where the cuts
//             of a plane of A and a plane of B meet in a corner, the cell of these two is a triangle. The corners on the
//             boundary, where the depth is 0, are intersections of three planes:
//
//               outer point of a corner between two planes of A    both, and plane l of B
//               ... two planes of B                                both, and plane k of A
//               ... m of A and m' of B                             both, and l for the cell of (m, l), k for (k, m')
//
// Proof       Depths are linear in each polygon: if no plane is nearer at its corners, none is nearer in it. The main
//             cell was cut by all planes, and the outer points are tested to be inside all. Each edge of each polygon
//             is a tie with a third plane or on the boundary, so the polygons are the whole cells, and S has no further
//             neighbours of these. It is complete if all faces with an area in the shared volume were reached, as in region/field.c.
// Limits      If more than one ring is needed, the flood fill takes over; also if outer points are intersections of
//             planes so nearly parallel that they would be less accurate than its cuts.
#include "region/ring.h"

#include <math.h>
#include <string.h>

enum { MOST_CORNERS = 16 };

// The least determinant of three unit normals whose planes are intersected: a point is off by roundings over it.
static const double LEAST_DETERMINANT = 1.0 / 32.0;

typedef struct ring_corner {
    scree_vec3 x;        // of the main cell, relative to the field's `at`
    double p;            // pressure there
    int before, after;   // what cut the edges that end and begin here
    scree_vec3 outer[2]; // on the boundary: for the cell across the edge before, and across the one after
} ring_corner;

typedef struct ring {
    scree_region_planes *r;
    int k, l, dropped;
    scree_field *sum;
    scree_vec3 normal; // of the main cell
    ring_corner corner[MOST_CORNERS];
    int count;
} ring;

// ---- pieces of S ---------------------------------------------------------------------------------------------------

static scree_sym3 square_of(scree_vec3 x)
{
    return (scree_sym3){ x.x * x.x, x.y * x.y, x.z * x.z, x.x * x.y, x.x * x.z, x.y * x.z };
}

// A triangle, counter-clockwise about the piece's normal, with the pressures at its corners. False if its orientation
// is reversed.
static bool add_triangle(const ring *g, scree_field_piece *piece, const scree_vec3 x[3], const double p[3])
{
    const scree_vec3 cross = v3_cross(v3_sub(x[1], x[0]), v3_sub(x[2], x[0]));
    const double area = 0.5 * v3_dot(cross, piece->normal), third = area * (1.0 / 3.0), twelfth = area * (1.0 / 12.0);
    const double sum = p[0] + p[1] + p[2];
    const scree_vec3 middle = v3_add(x[0], v3_add(x[1], x[2]));
    scree_sym3 squares = square_of(middle);
    scree_vec3 weighted = v3_scale(middle, sum);
    for (int i = 0; i < 3; ++i) {
        weighted = v3_add_scaled(weighted, p[i], x[i]);
        scree_sym3_add_scaled(&squares, 1.0, square_of(x[i]));
    }
    scree_sym3_add_scaled(&piece->second, twelfth, squares);
    piece->area += area;
    piece->pressure += third * sum;
    piece->first = v3_add_scaled(piece->first, third, middle);
    piece->pressure_at = v3_add_scaled(piece->pressure_at, twelfth, weighted);
    return area >= -g->r->error * g->r->radius;
}

// A piece in the bisector of plane i of A and plane j of B.
static scree_field_piece piece_of(const ring *g, int i, int j)
{
    const scree_vec3 d = v3_sub(g->r->plane[i].normal, g->r->plane[j].normal);
    return (scree_field_piece){ .normal = v3_scale(d, 1.0 / v3_norm(d)) };
}

// Adds the finished piece of planes i and j.
static void add_piece(ring *g, int i, int j, const scree_field_piece *piece)
{
    if (scree_cell_is_area(g->r, piece->area)) g->r->plane[i].reached = g->r->plane[j].reached = true;
    scree_field_add(g->sum, piece);
}

static bool is_of_b(const ring *g, int plane)
{
    return g->r->plane[plane].of_b;
}

// The cell across the edge from corner a to corner b.
static bool add_strip(ring *g, const ring_corner *a, const ring_corner *b)
{
    const int m = a->after, i = is_of_b(g, m) ? g->k : m, j = is_of_b(g, m) ? m : g->l;
    scree_field_piece piece = piece_of(g, i, j);
    const scree_vec3 first[3] = { b->x, a->x, a->outer[1] }, second[3] = { b->x, a->outer[1], b->outer[0] };
    const double p[3] = { b->p, a->p, 0.0 }, q[3] = { b->p, 0.0, 0.0 };
    const bool oriented = add_triangle(g, &piece, first, p) && add_triangle(g, &piece, second, q);
    add_piece(g, i, j, &piece);
    return oriented;
}

// The cell between the cells across the two edges at a corner, one cut by a plane of A and one by a plane of B.
static bool add_corner(ring *g, const ring_corner *a)
{
    const bool b_first = is_of_b(g, a->before);
    const int i = b_first ? a->after : a->before, j = b_first ? a->before : a->after;
    scree_field_piece piece = piece_of(g, i, j);
    const scree_vec3 x[3] = { a->x, a->outer[0], a->outer[1] };
    const double p[3] = { a->p, 0.0, 0.0 };
    const bool oriented = add_triangle(g, &piece, x, p);
    add_piece(g, i, j, &piece);
    return oriented;
}

static bool add_main(ring *g)
{
    scree_field_piece piece = { .normal = g->normal };
    const ring_corner *c = g->corner;
    bool oriented = true;
    for (int i = 1; i + 1 < g->count; ++i) {
        const scree_vec3 x[3] = { c[0].x, c[i].x, c[i + 1].x };
        const double p[3] = { c[0].p, c[i].p, c[i + 1].p };
        oriented = add_triangle(g, &piece, x, p) && oriented;
    }
    add_piece(g, g->k, g->l, &piece);
    return oriented;
}

// ---- outer points --------------------------------------------------------------------------------------------------

// The intersection of three planes, relative to the field's `at`. False if they are nearly parallel to a line.
static bool meet(const ring *g, int i, int j, int m, scree_vec3 *x)
{
    const scree_region_plane *p = &g->r->plane[i], *q = &g->r->plane[j], *s = &g->r->plane[m];
    const scree_vec3 at = g->sum->at, jm = v3_cross(q->normal, s->normal);
    const double determinant = v3_dot(p->normal, jm);
    if (!(fabs(determinant) >= LEAST_DETERMINANT)) return false;
    const double a = p->offset - v3_dot(p->normal, at), b = q->offset - v3_dot(q->normal, at);
    const double c = s->offset - v3_dot(s->normal, at);
    scree_vec3 sum = v3_scale(jm, a);
    sum = v3_add_scaled(sum, b, v3_cross(s->normal, p->normal));
    sum = v3_add_scaled(sum, c, v3_cross(p->normal, q->normal));
    *x = v3_scale(sum, 1.0 / determinant);
    return true;
}

static bool is_inside(const ring *g, scree_vec3 x)
{
    const scree_vec3 at = v3_add(x, g->sum->at);
    for (int i = 0; i < g->r->count; ++i) {
        const scree_region_plane *p = &g->r->plane[i];
        if (p->offset - v3_dot(p->normal, at) < -g->r->error && !scree_plane_is_dropped(p, g->dropped)) return false;
    }
    return true;
}

static bool find_outer_points(ring *g, ring_corner *c)
{
    if (c->before == SCREE_CUT_SURFACE || c->after == SCREE_CUT_SURFACE) {
        c->outer[0] = c->outer[1] = c->x; // on the boundary itself
        return true;
    }
    const bool before_b = is_of_b(g, c->before), after_b = is_of_b(g, c->after);
    if (!meet(g, c->before, c->after, before_b ? g->k : g->l, &c->outer[0]) || !is_inside(g, c->outer[0])) return false;
    c->outer[1] = c->outer[0];
    if (before_b == after_b) return true;
    return meet(g, c->before, c->after, after_b ? g->k : g->l, &c->outer[1]) && is_inside(g, c->outer[1]);
}

// ---- the ring ------------------------------------------------------------------------------------------------------

static bool take_corners(ring *g, const scree_cell *cell)
{
    if (cell->count < 3 || cell->count > MOST_CORNERS) return false;
    g->count = cell->count;
    g->normal = cell->normal;
    for (int i = 0; i < cell->count; ++i) {
        const scree_cell_corner *c = &cell->corner[i], *last = &cell->corner[i > 0 ? i - 1 : cell->count - 1];
        const scree_vec3 across = v3_add(v3_scale(cell->along_u, c->u), v3_scale(cell->along_v, c->v));
        scree_vec3 x = v3_add(cell->origin, across);
        if (i == 0) g->sum->at = x;
        x = v3_sub(x, g->sum->at);
        const double depth = cell->depth + cell->depth_u * c->u + cell->depth_v * c->v;
        g->corner[i] = (ring_corner){ .x = x, .p = 2.0 * depth, .before = last->cut, .after = c->cut };
        if (c->cut == SCREE_CUT_BORDER) return false;
    }
    return true;
}

bool scree_ring_sum(scree_region_planes *r, scree_cell *cell, int k, int l, int dropped, scree_field *out)
{
    ring g = { .r = r, .k = k, .l = l, .dropped = dropped, .sum = out };
    memset(out, 0, sizeof *out);
    for (int i = 0; i < r->count; ++i) r->plane[i].reached = false;
    scree_cell_cut(cell, r, k, l, dropped);
    if (!take_corners(&g, cell)) return false;
    for (int i = 0; i < g.count; ++i)
        if (!find_outer_points(&g, &g.corner[i])) return false;
    out->has_at = true;
    bool oriented = add_main(&g);
    for (int i = 0; i < g.count; ++i) {
        const ring_corner *a = &g.corner[i], *b = &g.corner[i + 1 < g.count ? i + 1 : 0];
        if (a->after != SCREE_CUT_SURFACE) oriented = add_strip(&g, a, b) && oriented;
        const bool inner = a->before != SCREE_CUT_SURFACE && a->after != SCREE_CUT_SURFACE;
        if (inner && is_of_b(&g, a->before) != is_of_b(&g, a->after)) oriented = add_corner(&g, a) && oriented;
    }
    return oriented && scree_cell_met_all(cell, r, dropped);
}
