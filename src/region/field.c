// The pressure field: a flood fill over the cells where two planes are equally near.
//
// Source      Elandt, Drumwright, Sherman, Ruina, IROS 2019, for the field; the cells and the traversal are ours.
// Idea        The surface S of equal depths is a set of cells, one for each pair of a plane of A and a plane of B that
//             are nearest somewhere. From a cell, each edge leads to a neighbour: the plane that cut it replaces the
//             one of the same body. The cells of two planes of one body are the rest of the medial surface of the
//             shared volume; with them, the energy is the sum of |n_k - n_l| times the integral of depth^2.
// Proof       A piece of S that cells join edge to edge is all of S if every face with an area in the shared volume was
//             reached: the points of the volume nearer to face j of B than to any face of A form a convex set, so the
//             cells reached cover all of B's side, and likewise A's. Where more planes tie than usual, pieces of S may
//             have a point or an edge in common. It must not lead from one to the other, since two pieces may reach
//             all faces without a third: cells and edges that are a point, to rounding, lead nowhere, and an edge of
//             four planes ends the proof. Without a proof the fill starts again over the whole medial surface, which
//             is connected for every convex volume.
//             A face with an area counts as one only if rounding cannot make it of a point or a line. Shallow contacts at
//             corners and edges may be smaller than that: where what is left out could matter to the force, the whole medial
//             surface is taken as well.
// Limits      Pairs of planes are kept in a table in the caller's scratch, see CELLS_A_PLANE. If there are more, all
//             pairs are tried one by one, see MOST_PLANES_IN_PAIRS.
#include "region/field.h"

#include <math.h>
#include <string.h>

#include "region/ring.h"

// Room for pairs of planes, per plane. A medial surface of n planes has about 3 n cells, and as many pairs again are
// tried and found empty; in theory there may be n^2 / 2.
enum { CELLS_A_PLANE = 32 };

// Number of planes up to which all pairs of them are tried if the table is too small. The time grows with its cube:
// some ten seconds for this many.
enum { MOST_PLANES_IN_PAIRS = 1000 };

// How much of the force, relative to it, the proof may leave out.
static const double LEAST_PART = 0x1p-33;

// Steps to the surface S from a point near it.
enum { SURFACE_STEPS = 6 };

typedef struct pair_entry {
    int32_t k, l; // planes; where one is of A and the other of B, k is of A
    int32_t next; // with the same hash, or -1
} pair_entry;

// A queue and a set of pairs of planes.
typedef struct pair_queue {
    pair_entry *entry;
    int32_t *head;
    int count, capacity, heads;
    bool overflow;
} pair_queue;

typedef struct fill {
    scree_region_planes *planes;
    scree_cell cell;
    pair_queue queue;
    int dropped; // whose flush faces do not count
    bool all;    // over the whole medial surface
    bool tied;   // four planes are equally near along an edge of S: more than two cells may meet there
    scree_field *sum;
    const scree_field_visitor *visitor; // or NULL
} fill;

static int most_pairs(int planes)
{
    const int64_t all = (int64_t)planes * (planes - 1) / 2, most = (int64_t)CELLS_A_PLANE * planes;
    return (int)(all < most ? all : most) + 1;
}

size_t scree_field_scratch(const scree_shape *a, const scree_shape *b)
{
    const int planes = scree_region_most_planes(a, b);
    return scree_cell_scratch(planes) + scree_arena_bytes((size_t)most_pairs(planes) * sizeof(pair_entry)) +
           scree_arena_bytes(2 * (size_t)planes * sizeof(int32_t));
}

static bool take_fill(fill *f, scree_arena *scratch)
{
    const int planes = f->planes->count;
    f->queue.capacity = most_pairs(planes);
    f->queue.heads = 2 * planes;
    f->queue.entry = scree_arena_take(scratch, (size_t)f->queue.capacity * sizeof(pair_entry));
    f->queue.head = scree_arena_take(scratch, (size_t)f->queue.heads * sizeof(int32_t));
    return scree_cell_take(&f->cell, planes, scratch) && f->queue.entry != NULL && f->queue.head != NULL;
}

static void push(pair_queue *q, int k, int l)
{
    int32_t *head = &q->head[(unsigned)(k * 31 + l) % (unsigned)q->heads];
    for (int32_t i = *head; i >= 0; i = q->entry[i].next)
        if (q->entry[i].k == k && q->entry[i].l == l) return;
    if (q->count == q->capacity) {
        q->overflow = true;
        return;
    }
    q->entry[q->count] = (pair_entry){ k, l, *head };
    *head = q->count++;
}

// Planes of A come first.
static void push_pair(fill *f, int k, int l)
{
    const bool same = f->planes->plane[k].of_b == f->planes->plane[l].of_b;
    if (same && !f->all) return;
    push(&f->queue, k < l ? k : l, k < l ? l : k);
}

// Edge i of the cell: its middle, and whether it is longer than the error of the planes makes a point.
static bool edge_of(const fill *f, int i, scree_vec3 *middle)
{
    const scree_cell *c = &f->cell;
    const scree_cell_corner *p = &c->corner[i], *q = &c->corner[i + 1 < c->count ? i + 1 : 0];
    const double u = 0.5 * (p->u + q->u), v = 0.5 * (p->v + q->v);
    *middle = v3_add(c->origin, v3_add(v3_scale(c->along_u, u), v3_scale(c->along_v, v)));
    return fmax(fabs(q->u - p->u), fabs(q->v - p->v)) > f->planes->error;
}

// Whether a plane besides k, l and m is as near as these at a point of their edge.
static bool is_tie(const fill *f, scree_vec3 x, int k, int l, int m)
{
    const scree_region_plane *p = f->planes->plane;
    const double depth = p[k].offset - v3_dot(p[k].normal, x) + f->planes->error;
    for (int i = 0; i < f->planes->count; ++i) {
        if (i == k || i == l || i == m || scree_plane_is_dropped(&p[i], f->dropped)) continue;
        if (p[i].offset - v3_dot(p[i].normal, x) <= depth) return true;
    }
    return false;
}

// Across the edges of the cell. Over the whole medial surface, those that are a point lead on as well.
static void push_neighbours(fill *f, int k, int l)
{
    for (int i = 0; i < f->cell.count; ++i) {
        const int m = f->cell.corner[i].cut;
        scree_vec3 middle;
        if (m < 0 || (!f->all && !edge_of(f, i, &middle))) continue;
        f->tied |= !f->all && is_tie(f, middle, k, l, m);
        push_pair(f, k, m);
        push_pair(f, l, m);
    }
}

// The integral of x x^T over a cell, where x is `x` plus u and v along the cell's axes; `first` is the integral of the
// latter.
static scree_sym3 second_moments(const scree_cell *cell, const scree_cell_sums *s, scree_vec3 x, scree_vec3 first)
{
    scree_sym3 m = { 0 };
    scree_sym3_add_scaled(&m, s->area, scree_sym3_outer(x, x));
    scree_sym3_add_scaled(&m, 2.0, scree_sym3_outer(x, first));
    scree_sym3_add_scaled(&m, s->uu, scree_sym3_outer(cell->along_u, cell->along_u));
    scree_sym3_add_scaled(&m, 2.0 * s->uv, scree_sym3_outer(cell->along_u, cell->along_v));
    scree_sym3_add_scaled(&m, s->vv, scree_sym3_outer(cell->along_v, cell->along_v));
    return m;
}

static scree_vec3 in_plane(const scree_cell *cell, double u, double v)
{
    return v3_add(v3_scale(cell->along_u, u), v3_scale(cell->along_v, v));
}

void scree_field_add(scree_field *sum, const scree_field_piece *piece)
{
    const scree_vec3 n = piece->normal;
    const double component[3] = { n.x, n.y, n.z };
    sum->force = v3_add_scaled(sum->force, piece->pressure, n);
    sum->moment = v3_add(sum->moment, v3_cross(piece->pressure_at, n));
    sum->pressure += piece->pressure;
    sum->pressure_at = v3_add(sum->pressure_at, piece->pressure_at);
    sum->area = v3_add_scaled(sum->area, piece->area, n);
    for (int i = 0; i < 3; ++i) {
        sum->first[i] = v3_add_scaled(sum->first[i], component[i], piece->first);
        scree_sym3_add_scaled(&sum->second[i], component[i], piece->second);
    }
}

// A cell of S: k is of A, l of B.
static void add_to_surface(scree_field *sum, const scree_cell *cell, const scree_cell_sums *s)
{
    if (!sum->has_at) sum->at = s->at;
    sum->has_at = true;
    const scree_vec3 x = v3_sub(s->at, sum->at), first = in_plane(cell, s->u, s->v);
    const scree_field_piece piece = {
        .normal = cell->normal,
        .area = s->area,
        .pressure = 2.0 * s->d,
        .first = v3_add_scaled(first, s->area, x),
        .second = second_moments(cell, s, x, first),
        .pressure_at = v3_add(v3_scale(x, 2.0 * s->d), in_plane(cell, 2.0 * s->du, 2.0 * s->dv)),
    };
    scree_field_add(sum, &piece);
}

// Cuts the cell of planes k and l, and adds it to the sums. False if it leads to no others: it is empty, or a point or line of
// S.
static bool add_cell(fill *f, int k, int l)
{
    scree_region_plane *p = f->planes->plane;
    if (scree_plane_is_dropped(&p[k], f->dropped) || scree_plane_is_dropped(&p[l], f->dropped)) return false;
    scree_cell_cut(&f->cell, f->planes, k, l, f->dropped);
    if (f->cell.count == 0) return false;
    const scree_cell_sums s = scree_cell_integrate(&f->cell);
    const bool has_area = scree_cell_is_area(f->planes, s.area);
    if (has_area) p[k].reached = p[l].reached = true;
    f->sum->energy += f->cell.span * s.dd;
    if (p[k].of_b != p[l].of_b) {
        add_to_surface(f->sum, &f->cell, &s);
        if (f->visitor != NULL) f->visitor->cell(f->visitor->user, f->planes, &f->cell, k, l);
    }
    return f->all || has_area;
}

static void visit(fill *f, int k, int l)
{
    if (add_cell(f, k, l)) push_neighbours(f, k, l);
}

static void restart(fill *f)
{
    memset(f->sum, 0, sizeof *f->sum);
    if (f->visitor != NULL) f->visitor->restart(f->visitor->user);
}

// Flood fill from the pair k, l. Returns whether that is a cell.
static bool flood(fill *f, int k, int l)
{
    pair_queue *q = &f->queue;
    restart(f);
    memset(q->head, 0xff, (size_t)q->heads * sizeof *q->head); // -1
    q->count = 0;
    f->tied = false;
    for (int i = 0; i < f->planes->count; ++i) f->planes->plane[i].reached = false;
    push_pair(f, k, l);
    if (q->count > 0) visit(f, q->entry[0].k, q->entry[0].l);
    const bool found = q->count > 0 && f->cell.count > 0;
    for (int i = 1; i < q->count; ++i) visit(f, q->entry[i].k, q->entry[i].l);
    return found;
}

// The planes of A and B whose normals are most along the normal and against it. False if there are none.
static bool pair_aligned(const fill *f, int *k, int *l)
{
    double most_a = -2.0, most_b = -2.0;
    *k = *l = -1;
    for (int i = 0; i < f->planes->count; ++i) {
        const scree_region_plane *p = &f->planes->plane[i];
        const double along = p->of_b ? -v3_dot(p->normal, f->planes->normal) : v3_dot(p->normal, f->planes->normal);
        double *most = p->of_b ? &most_b : &most_a;
        if (along <= *most || scree_plane_is_dropped(p, f->dropped)) continue;
        *most = along;
        *(p->of_b ? l : k) = i;
    }
    return *k >= 0 && *l >= 0;
}

// The plane of a body that is nearest to x, and how deep x is below it.
static int nearest_plane(const fill *f, bool of_b, scree_vec3 x, double *depth)
{
    int best = -1;
    *depth = (double)INFINITY;
    for (int i = 0; i < f->planes->count; ++i) {
        const scree_region_plane *p = &f->planes->plane[i];
        const double d = p->offset - v3_dot(p->normal, x);
        if (p->of_b != of_b || d >= *depth || scree_plane_is_dropped(p, f->dropped)) continue;
        *depth = d;
        best = i;
    }
    return best;
}

// The planes of A and B that are nearest where S crosses the line through x along the normal. False if it was not found
// in some steps, or is outside the shared volume.
static bool pair_on_surface(const fill *f, scree_vec3 x, int *k, int *l)
{
    const scree_region_planes *r = f->planes;
    *k = *l = -1;
    for (int step = 0; step < SURFACE_STEPS; ++step) {
        double depth_a, depth_b;
        const int last_k = *k, last_l = *l;
        *k = nearest_plane(f, false, x, &depth_a);
        *l = nearest_plane(f, true, x, &depth_b);
        if (*k < 0 || *l < 0) return false;
        if (*k == last_k && *l == last_l) return depth_a >= -r->error;
        // Along the normal, the depth below k falls and that below l rises.
        const double rate = v3_dot(v3_sub(r->plane[*k].normal, r->plane[*l].normal), r->normal);
        if (!(rate > 0.0)) return false;
        x = v3_add_scaled(x, (depth_a - depth_b) / rate, r->normal);
    }
    return false;
}

// The two planes that are nearest where a ray from x, away from its nearest plane, first meets a second one: a pair
// with a cell, if x is in the shared volume.
static bool pair_from(const fill *f, scree_vec3 x, int *k, int *l)
{
    const scree_region_planes *r = f->planes;
    double least = (double)INFINITY, way = (double)INFINITY;
    *k = *l = -1;
    for (int i = 0; i < r->count; ++i) {
        const double depth = r->plane[i].offset - v3_dot(r->plane[i].normal, x);
        if (scree_plane_is_dropped(&r->plane[i], f->dropped) || depth >= least) continue;
        least = depth;
        *k = i;
    }
    if (*k < 0) return false;
    for (int i = 0; i < r->count; ++i) {
        if (i == *k || scree_plane_is_dropped(&r->plane[i], f->dropped)) continue;
        const double depth = r->plane[i].offset - v3_dot(r->plane[i].normal, x);
        const double closing = 1.0 - v3_dot(r->plane[i].normal, r->plane[*k].normal);
        if (!(depth - least < way * closing)) continue;
        way = (depth - least) / closing;
        *l = i;
    }
    return *l >= 0;
}

// Fills the whole medial surface. Without a cell to start from, all pairs are tried.
static void flood_all(fill *f, scree_vec3 point)
{
    int k, l;
    f->all = true;
    if (pair_from(f, point, &k, &l) && flood(f, k, l)) return;
    for (k = 0; k < f->planes->count; ++k) {
        if (scree_plane_is_dropped(&f->planes->plane[k], f->dropped)) continue;
        for (l = k + 1; l < f->planes->count; ++l) {
            if (scree_plane_is_dropped(&f->planes->plane[l], f->dropped)) continue;
            scree_cell_cut(&f->cell, f->planes, k, l, f->dropped);
            if (f->cell.count > 0 && flood(f, k, l)) return;
        }
    }
    restart(f);
}

// All cells, of S or, for the energy, of the whole medial surface, without a table of those reached.
static void sum_all_pairs(fill *f, bool energy)
{
    restart(f);
    f->queue.overflow = false;
    for (int k = 0; k < f->planes->count; ++k)
        for (int l = k + 1; l < f->planes->count; ++l)
            if (energy || f->planes->plane[k].of_b != f->planes->plane[l].of_b) add_cell(f, k, l);
}

// Whether what the proof for S leaves out is nothing to the force: for each face not reached an area at most, at a pressure of
// no more than the depth of the slab.
static bool is_certain(const fill *f)
{
    const scree_region_planes *r = f->planes;
    return r->count * r->depth * scree_cell_least_area(r) <= LEAST_PART * f->sum->pressure;
}

// Only S. False: it may be incomplete, or is that of polygons, for which it saves nothing.
static bool sum_surface(fill *f, scree_vec3 point)
{
    int k, l;
    const scree_region_planes *r = f->planes;
    if (r->cores.a->dimension == 2) return false;
    // The ring has no cells.
    if (f->visitor == NULL && pair_aligned(f, &k, &l) &&
        scree_ring_sum(f->planes, &f->cell, k, l, f->dropped, f->sum) && is_certain(f))
        return true;
    return pair_on_surface(f, point, &k, &l) && flood(f, k, l) && !f->queue.overflow && !f->tied &&
           scree_cell_met_all(&f->cell, r, f->dropped) && is_certain(f);
}

static void sum_without(fill *f, scree_vec3 point, bool energy, int dropped)
{
    f->dropped = dropped;
    f->all = false;
    if (!energy && sum_surface(f, point)) {
        f->sum->energy = 0.0;
        return;
    }
    if (!f->queue.overflow) flood_all(f, point);
    if (f->queue.overflow && f->planes->count <= MOST_PLANES_IN_PAIRS) sum_all_pairs(f, energy);
    if (!energy) f->sum->energy = 0.0;
}

static scree_vec3 mean_of(scree_vec3 a, scree_vec3 b)
{
    return v3_scale(v3_add(a, b), 0.5);
}

// Positions in b are relative to b->at: moves them to a's.
static scree_field moved_to(const scree_field *b, scree_vec3 at)
{
    scree_field m = *b;
    const scree_vec3 d = v3_sub(b->at, at);
    const double component[3] = { b->area.x, b->area.y, b->area.z };
    m.at = at;
    m.moment = v3_add(b->moment, v3_cross(d, b->force));
    m.pressure_at = v3_add_scaled(b->pressure_at, b->pressure, d);
    for (int i = 0; i < 3; ++i) {
        m.first[i] = v3_add_scaled(b->first[i], component[i], d);
        scree_sym3_add_scaled(&m.second[i], 2.0, scree_sym3_outer(d, b->first[i]));
        scree_sym3_add_scaled(&m.second[i], component[i], scree_sym3_outer(d, d));
    }
    return m;
}

static scree_field mean_field(const scree_field *a, const scree_field *b)
{
    if (!a->has_at && !b->has_at) return *a;
    const scree_field p = a->has_at ? *a : moved_to(a, b->at), q = moved_to(b, p.at);
    scree_field m = p;
    m.has_at = true;
    m.force = mean_of(p.force, q.force);
    m.moment = mean_of(p.moment, q.moment);
    m.pressure = 0.5 * (p.pressure + q.pressure);
    m.pressure_at = mean_of(p.pressure_at, q.pressure_at);
    m.area = mean_of(p.area, q.area);
    m.energy = 0.5 * (p.energy + q.energy);
    for (int i = 0; i < 3; ++i) {
        m.first[i] = mean_of(p.first[i], q.first[i]);
        m.second[i] = (scree_sym3){ 0 };
        scree_sym3_add_scaled(&m.second[i], 0.5, p.second[i]);
        scree_sym3_add_scaled(&m.second[i], 0.5, q.second[i]);
    }
    return m;
}

bool scree_field_sum(scree_region_planes *r, scree_vec3 point, bool energy, scree_arena *scratch, scree_field *out)
{
    fill f = { .planes = r, .sum = out };
    memset(out, 0, sizeof *out);
    if (!take_fill(&f, scratch)) return false;
    sum_without(&f, point, energy, 1);
    if (!r->has_flush || f.queue.overflow) return !f.queue.overflow;
    const scree_field first = *out;
    sum_without(&f, point, energy, 0);
    *out = mean_field(&first, out);
    return !f.queue.overflow;
}

bool scree_field_cells(scree_region_planes *r, scree_vec3 point, const scree_field_visitor *visitor,
                       scree_arena *scratch)
{
    scree_field unused;
    fill f = { .planes = r, .sum = &unused, .visitor = visitor };
    if (!take_fill(&f, scratch)) return false;
    sum_without(&f, point, false, 1);
    return !f.queue.overflow;
}
