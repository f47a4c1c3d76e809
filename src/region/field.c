// The pressure field: a flood fill over the cells where two planes are equally near.
//
// Source      Elandt, Drumwright, Sherman, Ruina, IROS 2019, for the field; the cells and the way through them are ours.
// Idea        The surface S of equal depths is a set of cells, one for each pair of a plane of A and a plane of B that are
//             nearest somewhere. From one cell, each edge leads to the neighbour across: the plane that cut it takes the
//             place of that of the same body. The cells of two planes of one body are the rest of the medial surface of
//             the shared volume; with them, the energy is the sum of |n_k - n_l| times the integral of depth^2.
// Proof       S is connected if every face with a point in the shared volume was met: the points of the volume nearer to
//             face j of B than to any face of A form a convex set, so the cells met belong to all of B's side, and
//             likewise of A's. Where a face was not met and is not proven to be outside, the fill starts again over the
//             whole medial surface, which is connected for every convex volume.
// Limits      Pairs of planes are kept in a table of the caller's scratch, see MOST_CELLS.
#include "region/field.h"

#include <math.h>
#include <string.h>

// Room for pairs of planes, for each plane. A medial surface of n planes has about 3 n cells, and as many pairs again are
// tried and found empty; in theory there may be n^2 / 2.
enum { CELLS_A_PLANE = 32 };

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
    int dropped; // whose twins do not count
    bool all;    // over the whole medial surface
    scree_field *sum;
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

static void push_neighbours(fill *f, int k, int l)
{
    for (int i = 0; i < f->cell.count; ++i) {
        const int m = f->cell.corner[i].cut;
        if (m < 0) continue;
        push_pair(f, k, m);
        push_pair(f, l, m);
    }
}

static scree_sym3 sym3_outer(scree_vec3 a, scree_vec3 b)
{
    return (scree_sym3){ a.x * b.x,
                         a.y * b.y,
                         a.z * b.z,
                         0.5 * (a.x * b.y + a.y * b.x),
                         0.5 * (a.x * b.z + a.z * b.x),
                         0.5 * (a.y * b.z + a.z * b.y) };
}

static void sym3_add_scaled(scree_sym3 *m, double s, scree_sym3 a)
{
    m->xx += s * a.xx;
    m->yy += s * a.yy;
    m->zz += s * a.zz;
    m->xy += s * a.xy;
    m->xz += s * a.xz;
    m->yz += s * a.yz;
}

// x x^T over a cell, where x is `x` plus u and v along the cell's axes; `first` is the integral of the latter.
static scree_sym3 second_moments(const scree_cell *cell, const scree_cell_sums *s, scree_vec3 x, scree_vec3 first)
{
    scree_sym3 m = { 0 };
    sym3_add_scaled(&m, s->area, sym3_outer(x, x));
    sym3_add_scaled(&m, 2.0, sym3_outer(x, first));
    sym3_add_scaled(&m, s->uu, sym3_outer(cell->along_u, cell->along_u));
    sym3_add_scaled(&m, 2.0 * s->uv, sym3_outer(cell->along_u, cell->along_v));
    sym3_add_scaled(&m, s->vv, sym3_outer(cell->along_v, cell->along_v));
    return m;
}

static scree_vec3 in_plane(const scree_cell *cell, double u, double v)
{
    return v3_add(v3_scale(cell->along_u, u), v3_scale(cell->along_v, v));
}

// A cell of S: k is of A, l of B.
static void add_to_surface(scree_field *sum, const scree_cell *cell, const scree_cell_sums *s)
{
    if (!sum->has_at) sum->at = s->at;
    sum->has_at = true;
    const scree_vec3 n = cell->normal, x = v3_sub(s->at, sum->at), first = in_plane(cell, s->u, s->v);
    const scree_vec3 pressure_at = v3_add(v3_scale(x, 2.0 * s->d), in_plane(cell, 2.0 * s->du, 2.0 * s->dv));
    sum->force = v3_add_scaled(sum->force, 2.0 * s->d, n);
    sum->moment = v3_add(sum->moment, v3_cross(pressure_at, n));
    sum->pressure += 2.0 * s->d;
    sum->pressure_at = v3_add(sum->pressure_at, pressure_at);
    sum->area = v3_add_scaled(sum->area, s->area, n);
    const scree_vec3 whole = v3_add_scaled(first, s->area, x);
    const scree_sym3 second = second_moments(cell, s, x, first);
    const double component[3] = { n.x, n.y, n.z };
    for (int i = 0; i < 3; ++i) {
        sum->first[i] = v3_add_scaled(sum->first[i], component[i], whole);
        sym3_add_scaled(&sum->second[i], component[i], second);
    }
}

static void visit(fill *f, int k, int l)
{
    scree_region_plane *p = f->planes->plane;
    if (scree_plane_is_dropped(&p[k], f->dropped) || scree_plane_is_dropped(&p[l], f->dropped)) return;
    scree_cell_cut(&f->cell, f->planes, k, l, f->dropped);
    if (f->cell.count == 0) return;
    p[k].reached = p[l].reached = true;
    const scree_cell_sums s = scree_cell_integrate(&f->cell);
    f->sum->energy += f->cell.span * s.dd;
    if (p[k].of_b != p[l].of_b) add_to_surface(f->sum, &f->cell, &s);
    push_neighbours(f, k, l);
}

// From the pair k, l. Returns whether that is a cell.
static bool flood(fill *f, int k, int l)
{
    pair_queue *q = &f->queue;
    memset(f->sum, 0, sizeof *f->sum);
    memset(q->head, 0xff, (size_t)q->heads * sizeof *q->head); // -1
    q->count = 0;
    for (int i = 0; i < f->planes->count; ++i) f->planes->plane[i].reached = false;
    push_pair(f, k, l);
    if (q->count > 0) visit(f, q->entry[0].k, q->entry[0].l);
    const bool found = q->count > 0 && f->cell.count > 0;
    for (int i = 1; i < q->count; ++i) visit(f, q->entry[i].k, q->entry[i].l);
    return found;
}

// The plane of a body that looks most along the direction; -1 where it has none.
static int best_aligned(const fill *f, bool of_b, scree_vec3 direction)
{
    int best = -1;
    double most = -2.0;
    for (int i = 0; i < f->planes->count; ++i) {
        const scree_region_plane *p = &f->planes->plane[i];
        if (p->of_b != of_b || scree_plane_is_dropped(p, f->dropped)) continue;
        const double along = v3_dot(p->normal, direction);
        if (along > most) {
            most = along;
            best = i;
        }
    }
    return best;
}

// Every face that was not met is outside the shared volume.
static bool met_all(fill *f)
{
    for (int i = 0; i < f->planes->count; ++i) {
        const scree_region_plane *p = &f->planes->plane[i];
        if (p->reached || scree_plane_is_dropped(p, f->dropped)) continue;
        if (scree_cell_face_is_active(&f->cell, f->planes, i, f->dropped)) return false;
    }
    return true;
}

// The two planes that are nearest where the way from x, away from the plane nearest to it, first meets a second one: a
// pair with a cell, if x is in the shared volume.
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

// Over the whole medial surface. Without a cell to start from, all pairs are tried.
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
    memset(f->sum, 0, sizeof *f->sum);
}

static void sum_without(fill *f, scree_vec3 point, bool energy, int dropped)
{
    f->dropped = dropped;
    f->all = false;
    const int k = best_aligned(f, false, f->planes->normal), l = best_aligned(f, true, v3_neg(f->planes->normal));
    if (!energy && k >= 0 && l >= 0 && flood(f, k, l) && met_all(f)) {
        f->sum->energy = 0.0;
        return;
    }
    flood_all(f, point);
    if (!energy) f->sum->energy = 0.0;
}

static scree_vec3 mean_of(scree_vec3 a, scree_vec3 b)
{
    return v3_scale(v3_add(a, b), 0.5);
}

// Places of b are taken from b->at: moved to a's.
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
        sym3_add_scaled(&m.second[i], 2.0, sym3_outer(d, b->first[i]));
        sym3_add_scaled(&m.second[i], component[i], sym3_outer(d, d));
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
        sym3_add_scaled(&m.second[i], 0.5, p.second[i]);
        sym3_add_scaled(&m.second[i], 0.5, q.second[i]);
    }
    return m;
}

bool scree_field_sum(scree_region_planes *r, scree_vec3 point, bool energy, scree_arena *scratch, scree_field *out)
{
    fill f = { .planes = r, .sum = out };
    memset(out, 0, sizeof *out);
    if (!take_fill(&f, scratch)) return false;
    sum_without(&f, point, energy, 1);
    if (!r->has_twins || f.queue.overflow) return !f.queue.overflow;
    const scree_field first = *out;
    sum_without(&f, point, energy, 0);
    *out = mean_field(&first, out);
    return !f.queue.overflow;
}
