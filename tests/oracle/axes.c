// The largest gap between two cores over every axis that can hold it.
//
// Source      the separating axis theorem: the faces of the Minkowski difference B - A are parallel to a facet of A, to
//             a facet of B, or to an edge of each.
// Idea        All axes go through a filter in long double, which stops as soon as the vertices seen so far put the axis
//             below the best; the few that are left are computed again in 113 bits.
// Limits      Nearly parallel edges have a cross product of few digits. Its gap is a true lower bound whatever its
//             digits are; what may be missed above it is counted: with s the sine between the edges, the direction is
//             wrong by at most roundings / s, and leaving the axis out altogether costs at most the width of the
//             sliver face that the two edges span, a few s times the extent.
#include "oracle/parts.h"

#include <stddef.h>

enum { AXIS_OF_A, AXIS_OF_B, AXIS_OF_EDGES };

// Directions that agree this well count as one, at an error of as much times the extent.
static const long double SAME_AXIS = 2e-18L;

// Over the roundings of a cross product of differences, its length and a dot product.
static const long double AXIS_ROUNDINGS = 16;

typedef struct axis_search {
    oracle_pair *pair;
    const oracle_placed *a, *b;
    long double extent;
    long double best; // proven: some axis has at least this gap
} axis_search;

// A unit direction in long double and how far it may be off.
typedef struct rough_axis {
    lvec direction;
    long double error;
    bool usable;
} rough_axis;

// The way from one point of a hull to another, from the points as given: placed ones 1e-30 of the extent apart would
// leave few digits of it.
static qvec exact_way(const oracle_placed *p, int from, int to)
{
    if (from == to) return q3(0, 0, 0);
    const qvec d = q3_sub(p->hull->points[to], p->hull->points[from]);
    return p->rotated ? qrot_apply(&p->rotation, d) : d;
}

// A vector in long double, and by how much it may be off.
typedef struct rough_vector {
    lvec v;
    long double size, off;
} rough_vector;

// Ways shorter than this, relative to the extent, are not formed from rounded points.
static const long double SHORT_WAY = 1e-6L;

static rough_vector rough_way(const oracle_placed *p, int from, int to, long double extent)
{
    rough_vector r = { .v = l3_sub(p->rough[to], p->rough[from]), .off = extent };
    r.size = l3_norm(r.v);
    if (r.size > SHORT_WAY * extent) return r;
    r.v = l3_from(exact_way(p, from, to));
    r.size = r.off = l3_norm(r.v);
    return r;
}

static rough_axis rough_cross(rough_vector e, rough_vector f)
{
    rough_axis r = { .usable = false };
    lvec n = l3_cross(e.v, f.v);
    long double length = l3_norm(n);
    if (!(length > 0)) return r;
    r.direction = (lvec){ n.x / length, n.y / length, n.z / length };
    r.error = AXIS_ROUNDINGS * LONG_UNIT * ((e.size * f.size + e.off * f.size + f.off * e.size) / length);
    if (r.error > 2) r.error = 2; // no two directions are farther apart
    r.usable = true;
    return r;
}

static rough_axis rough_facet(const oracle_placed *p, int i, long double extent)
{
    const int *c = p->hull->facets[i].corner;
    const rough_vector e = rough_way(p, c[0], c[1], extent);
    // In the plane the second side is exact, of any length.
    if (p->hull->planar) return rough_cross(e, (rough_vector){ { 0, 0, extent }, extent, 0 });
    return rough_cross(e, rough_way(p, c[0], c[2], extent));
}

// Two directions that span a facet.
static void exact_facet(const oracle_placed *p, int i, qvec *u, qvec *v)
{
    const int *c = p->hull->facets[i].corner;
    *u = exact_way(p, c[0], c[1]);
    *v = p->hull->planar ? q3(0, 0, 1) : exact_way(p, c[0], c[2]);
}

// The facet looks from `own` to `other`: how far is other beyond own's plane? Stops below `floor`.
static long double rough_facet_gap(const oracle_placed *own, const oracle_placed *other, int facet, lvec n,
                                   long double floor)
{
    long double top = l3_dot(n, own->rough[own->hull->facets[facet].corner[0]]);
    long double gap = INFINITY;
    for (int i = 0; i < other->count && gap > floor; ++i) {
        long double g = l3_dot(n, other->rough[i]) - top;
        if (g < gap) gap = g;
    }
    return gap;
}

static void note(axis_search *s, int kind, int i, int j, int sign, long double gap, long double error)
{
    long double slack = (error + AXIS_ROUNDINGS * LONG_UNIT) * s->extent;
    if (gap + slack < s->best) return;
    if (gap - slack > s->best) s->best = gap - slack;
    scree_oracle_candidate(s->pair, (oracle_candidate){ kind, i, j, sign, gap + slack });
}

static void scan_facets(axis_search *s, const oracle_placed *own, const oracle_placed *other, int kind)
{
    for (int i = 0; i < own->hull->facet_count; ++i) {
        rough_axis n = rough_facet(own, i, s->extent);
        if (!n.usable) continue;
        long double slack = (n.error + AXIS_ROUNDINGS * LONG_UNIT) * s->extent;
        long double gap = rough_facet_gap(own, other, i, n.direction, s->best - 2 * slack);
        note(s, kind, i, 0, 1, gap, n.error);
    }
}

typedef struct range {
    long double low, high;
} range;

static void range_take(range *r, long double v)
{
    if (v < r->low) r->low = v;
    if (v > r->high) r->high = v;
}

// Both directions at once: +n gives low(B) - high(A), -n gives low(A) - high(B).
static void scan_edge_pair(axis_search *s, int i, int j)
{
    const oracle_placed *a = s->a, *b = s->b;
    const oracle_edge *e = &a->hull->edges[i], *f = &b->hull->edges[j];
    rough_axis n =
        rough_cross(rough_way(a, e->end[0], e->end[1], s->extent), rough_way(b, f->end[0], f->end[1], s->extent));
    if (!n.usable) return;
    long double floor = s->best - 2 * (n.error + AXIS_ROUNDINGS * LONG_UNIT) * s->extent;
    long double va = l3_dot(n.direction, a->rough[e->end[0]]), vb = l3_dot(n.direction, b->rough[f->end[0]]);
    range ra = { va, va }, rb = { vb, vb };
    for (int k = 0; k < 2; ++k) {
        range_take(&ra, l3_dot(n.direction, a->rough[e->adjacent[k]]));
        range_take(&rb, l3_dot(n.direction, b->rough[f->adjacent[k]]));
    }
    for (int k = 0; k < a->count || k < b->count; ++k) {
        if (rb.low - ra.high < floor && ra.low - rb.high < floor) return;
        if (k < a->count) range_take(&ra, l3_dot(n.direction, a->rough[k]));
        if (k < b->count) range_take(&rb, l3_dot(n.direction, b->rough[k]));
    }
    note(s, AXIS_OF_EDGES, i, j, 1, rb.low - ra.high, n.error);
    note(s, AXIS_OF_EDGES, i, j, -1, ra.low - rb.high, n.error);
}

static quad exact_gap(const oracle_placed *a, const oracle_placed *b, qvec n, quad floor, bool use_floor)
{
    quad top = q3_dot(n, a->points[0]), bottom = q3_dot(n, b->points[0]);
    for (int i = 1; i < a->count; ++i) {
        top = q_max(top, q3_dot(n, a->points[i]));
        if (use_floor && bottom - top < floor) return bottom - top;
    }
    for (int i = 1; i < b->count; ++i) {
        bottom = q_min(bottom, q3_dot(n, b->points[i]));
        if (use_floor && bottom - top < floor) return bottom - top;
    }
    return bottom - top;
}

// The axis of a candidate in 113 bits, from A to B; `error` is what may be missed because of it.
static bool exact_axis(const axis_search *s, const oracle_candidate *c, qvec *out, quad *error)
{
    qvec u, v;
    if (c->kind == AXIS_OF_EDGES) {
        const oracle_edge *e = &s->a->hull->edges[c->i], *f = &s->b->hull->edges[c->j];
        u = exact_way(s->a, e->end[0], e->end[1]);
        v = exact_way(s->b, f->end[0], f->end[1]);
    } else {
        exact_facet(c->kind == AXIS_OF_A ? s->a : s->b, c->i, &u, &v);
    }
    qvec n = q3_cross(u, v);
    quad size = q3_norm(u) * q3_norm(v);
    quad length = q3_norm(n);
    *error = 0;
    if (!(length > 0)) return false; // exactly parallel edges span no face
    *out = q3_scale(n, (c->kind == AXIS_OF_B ? -1 : c->sign) / length);
    quad sine = length / size;
    *error = q_min((quad)AXIS_ROUNDINGS * QUAD_UNIT / sine, 16 * sine) * (quad)s->extent;
    return true;
}

static bool seen_before(const lvec *seen, int count, lvec n)
{
    for (int i = 0; i < count; ++i) {
        lvec d = l3_sub(seen[i], n);
        if (fabsl(d.x) < SAME_AXIS && fabsl(d.y) < SAME_AXIS && fabsl(d.z) < SAME_AXIS) return true;
    }
    return false;
}

oracle_axis scree_oracle_best_axis(oracle_pair *pair, const oracle_placed *a, const oracle_placed *b, quad extent)
{
    enum { SEEN_MAX = 64 };
    axis_search s = { pair, a, b, (long double)extent, -INFINITY };
    lvec seen[SEEN_MAX];
    int seen_count = 0;
    pair->candidate_count = 0;
    scan_facets(&s, a, b, AXIS_OF_A);
    scan_facets(&s, b, a, AXIS_OF_B);
    for (int i = 0; !a->hull->planar && i < a->hull->edge_count; ++i) {
        for (int j = 0; j < b->hull->edge_count; ++j) scan_edge_pair(&s, i, j);
    }
    oracle_axis best = { .found = false };
    quad missed = 0;
    for (int k = 0; k < pair->candidate_count; ++k) {
        const oracle_candidate *c = &pair->candidates[k];
        qvec n;
        quad error;
        if (c->best < s.best || !exact_axis(&s, c, &n, &error)) continue;
        lvec rough = l3_from(n);
        if (seen_before(seen, seen_count, rough)) continue;
        if (seen_count < SEEN_MAX) seen[seen_count++] = rough;
        missed = q_max(missed, error);
        quad gap = exact_gap(a, b, n, best.gap, best.found);
        if (best.found && gap <= best.gap) continue;
        best = (oracle_axis){ gap, 0, n, true };
    }
    best.error = missed + (quad)SAME_AXIS * extent;
    return best;
}
