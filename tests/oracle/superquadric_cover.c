// Of all directions, the best.
//
// Idea        In a spherical triangle n is a sum of its corners, weights not below 0 and their sum not below 1. So for
//             every point g of A - B, F(n) >= g . n >= the least g . corner, where that is positive. Taken for the
//             points that belong to the corners, and for their mean, this misses F by the square of the triangle's
//             size. The triangle with the lowest bound is halved until none is lower than the best direction by more
//             than the margin. Corners that are as low as that, and far from each other, are searched from.
// Limits      Where whole curves of directions tie, as about a common axis, the cover may be given up: `proven` says
//             so. In doubles, which the margin is far above.
#include <string.h>

#include "oracle/superquadric_parts.h"

enum { HEAP_MAX = 8192, BASINS = 12, VAIN_MAX = 2, DEAR = 60, RING = 200 };

// Doubles are not trusted to tell values apart that are this close, relative to the size.
static const double UNSEEN = 1e-13;

typedef struct corner {
    double n[3], g[3], value;
} corner;

typedef struct triangle {
    corner at[3];
    double bound;
} triangle;

// Directions far from each other, each the lowest that was met around it.
typedef struct basin {
    double n[3], value;
    bool searched;
} basin;

typedef struct cover {
    const round_pair *pair;
    int count;
    triangle heap[HEAP_MAX];
    int basin_count;
    basin basins[BASINS];
    round_end best;
    int looks;
} cover;

static void note(cover *c, const corner *at)
{
    const double near = 0.99;
    int worst = 0;
    for (int i = 0; i < c->basin_count; ++i) {
        basin *b = &c->basins[i];
        if (dot_d(b->n, at->n) > near) {
            if (at->value < b->value) {
                memcpy(b->n, at->n, sizeof b->n);
                b->value = at->value;
                b->searched = false;
            }
            return;
        }
        if (b->value > c->basins[worst].value) worst = i;
    }
    basin fresh = { .n = { at->n[0], at->n[1], at->n[2] }, .value = at->value };
    if (c->basin_count < BASINS)
        c->basins[c->basin_count++] = fresh;
    else if (at->value < c->basins[worst].value)
        c->basins[worst] = fresh;
}

static void look(cover *c, corner *at)
{
    facing_d(c->pair, at->n, at->g);
    at->value = dot_d(at->n, at->g);
    note(c, at);
}

static double least_along(const triangle *t, const double g[3])
{
    return fmin(dot_d(g, t->at[0].n), fmin(dot_d(g, t->at[1].n), dot_d(g, t->at[2].n)));
}

static void set_bound(triangle *t)
{
    double mean[3];
    t->bound = -INFINITY;
    for (int k = 0; k < 3; ++k) t->bound = fmax(t->bound, least_along(t, t->at[k].g));
    for (int i = 0; i < 3; ++i) mean[i] = (t->at[0].g[i] + t->at[1].g[i] + t->at[2].g[i]) / 3;
    t->bound = fmax(t->bound, least_along(t, mean));
}

static void push(cover *c, const triangle *t)
{
    int i = c->count++;
    for (; i > 0 && t->bound < c->heap[(i - 1) / 2].bound; i = (i - 1) / 2) c->heap[i] = c->heap[(i - 1) / 2];
    c->heap[i] = *t;
}

static triangle pop(cover *c)
{
    const triangle top = c->heap[0], last = c->heap[--c->count];
    int i = 0;
    for (int k = 1; k < c->count; k = 2 * i + 1) {
        if (k + 1 < c->count && c->heap[k + 1].bound < c->heap[k].bound) ++k;
        if (!(c->heap[k].bound < last.bound)) break;
        c->heap[i] = c->heap[k];
        i = k;
    }
    c->heap[i] = last;
    return top;
}

// Across the side over which F bends most: by the change of its gradient, and by the side's own length, which turns it.
static void halve(cover *c, const triangle *t)
{
    int from = 0;
    double most = -1;
    for (int k = 0; k < 3; ++k) {
        const corner *p = &t->at[k], *q = &t->at[(k + 1) % 3];
        double d[3], e[3];
        for (int i = 0; i < 3; ++i) {
            d[i] = q->n[i] - p->n[i];
            e[i] = q->g[i] - p->g[i];
        }
        const double bend = fabs(dot_d(d, e)) + fabs((double)c->best.value) * dot_d(d, d);
        if (bend > most) most = bend, from = k;
    }
    const int to = (from + 1) % 3;
    corner middle;
    for (int i = 0; i < 3; ++i) middle.n[i] = t->at[from].n[i] + t->at[to].n[i];
    make_unit_d(middle.n);
    look(c, &middle);
    triangle half[2] = { *t, *t };
    half[0].at[to] = middle;
    half[1].at[from] = middle;
    for (int k = 0; k < 2; ++k) {
        set_bound(&half[k]);
        push(c, &half[k]);
    }
}

static void search_from(cover *c, const double n[3])
{
    long double start[3] = { n[0], n[1], n[2] };
    make_unit_l(start);
    const round_end end = scree_oracle_round_search(c->pair, start);
    const long double same = 4 * LONG_UNIT * c->pair->unit;
    c->looks += end.looks;
    if (end.value < c->best.value - same || (end.value <= c->best.value + same && end.left < c->best.left))
        c->best = end;
}

// In doubles. What has settled above the best, beyond what doubles are unsure of, is no better.
static void search_roughly(cover *c, const double n[3], bool thorough)
{
    double m[3] = { n[0], n[1], n[2] }, value = 0, slope = 0;
    int looks = 0;
    const bool smooth = newton_d(c->pair, m, &value, &slope, &looks);
    if (value < (double)c->best.value)
        c->best = (round_end){ .n = { m[0], m[1], m[2] }, .value = value, .left = INFINITY };
    if (thorough && (!smooth || value < (double)c->best.value + UNSEEN * (double)c->pair->unit)) search_from(c, m);
}

// Basins that may hold something better, the lowest first; of those that tie, a few.
static void search_basins(cover *c, double above, bool thorough)
{
    for (int in_vain = 0; in_vain < VAIN_MAX;) {
        basin *next = NULL;
        for (int i = 0; i < c->basin_count; ++i) {
            basin *b = &c->basins[i];
            if (!b->searched && b->value <= (double)c->best.value + above && (next == NULL || b->value < next->value))
                next = b;
        }
        if (next == NULL) return;
        next->searched = true;
        const int before = c->looks;
        const long double best = c->best.value;
        search_roughly(c, next->n, thorough);
        // A search that has to expand a polytope, and finds nothing, is dear.
        if (c->best.value >= best && c->looks > before + DEAR) ++in_vain;
    }
}

static void octants(cover *c)
{
    for (int octant = 0; octant < 8; ++octant) {
        triangle t = { .bound = 0 };
        for (int k = 0; k < 3; ++k) {
            t.at[k].n[k] = octant & (1 << k) ? -1 : 1;
            look(c, &t.at[k]);
        }
        set_bound(&t);
        push(c, &t);
    }
}

// How far B must go along the side's normal of a cylinder, cone or tapered capsule, at this angle about its axis.
static double along_side(const cover *c, int which, double angle, double n[3])
{
    const round_body *b = which == 0 ? c->pair->a : c->pair->b;
    const double sine = (double)b->lean, cosine = sqrt(1 - sine * sine), sign = which == 0 ? 1 : -1;
    const double local[3] = { sign * cosine * cos(angle), sign * cosine * sin(angle), sign * sine };
    double g[3];
    for (int i = 0; i < 3; ++i) n[i] = which == 0 ? local[i] : dot_d(c->pair->rough_rotation[i], local);
    facing_d(c->pair, n, g);
    return dot_d(n, g);
}

// F has a ridge, turned inside out, all along the normals of such a side, and next to no slope along it where the other
// body is near the axis: the least of it is searched for on its own.
static void search_side(cover *c, int which)
{
    enum { AROUND = 36, GOLDEN = 40 };
    const double step = 6.283185307179586 / AROUND, golden = 0.6180339887498949;
    double n[3], best = INFINITY, middle = 0;
    for (int i = 0; i < AROUND; ++i) {
        const double value = along_side(c, which, i * step, n);
        if (value < best) best = value, middle = i * step;
    }
    double low = middle - step, high = middle + step;
    for (int i = 0; i < GOLDEN; ++i) {
        const double width = golden * (high - low);
        if (along_side(c, which, high - width, n) < along_side(c, which, low + width, n))
            high = low + width;
        else
            low = high - width;
    }
    if (along_side(c, which, (low + high) / 2, n) < (double)c->best.value + UNSEEN * (double)c->pair->unit)
        search_from(c, n);
}

// Bodies overlap: best.value is positive, or next to 0.
static void cover_all(cover *c, const round_effort *effort, round_answer *r)
{
    const double unit = (double)c->pair->unit, seen = UNSEEN * unit;
    octants(c);
    for (;;) {
        const double best = (double)c->best.value;
        double margin = effort->margin > 0 ? effort->margin * unit : fmin(1e-5 * unit, fmax(1e-7 * unit, 1e-3 * best));
        r->margin = margin;
        r->proven = c->count == 0 || c->heap[0].bound >= best - margin;
        if (r->proven || r->cells >= effort->cells || c->count + 2 > HEAP_MAX || best < 0) break;
        const triangle t = pop(c);
        ++r->cells;
        halve(c, &t);
        for (int i = 0; i < c->basin_count; ++i) {
            if (c->basins[i].value < best - seen) {
                search_basins(c, -seen, false);
                break;
            }
        }
    }
    const long double rest = c->count > 0 ? c->heap[0].bound : INFINITY;
    // Everything above was rough. The best of all may have come from a search that left its basin.
    const double n[3] = { (double)c->best.n[0], (double)c->best.n[1], (double)c->best.n[2] };
    c->best.value += seen;
    search_from(c, n);
    for (int i = 0; i < c->basin_count; ++i) c->basins[i].searched = dot_d(c->basins[i].n, n) > 0.99999;
    search_basins(c, 10 * (double)r->margin, true);
    if (c->pair->a->has_side) search_side(c, 0);
    if (c->pair->b->has_side) search_side(c, 1);
    // So many triangles are needed where a whole curve of directions ties, or all but: there the least slope goes far.
    if (r->cells > RING) c->best.left += 16 * c->best.slope;
    // Given up: what has not been ruled out may be anywhere.
    if (!r->proven) c->best.left = fmaxl(c->best.left, c->best.value - rest);
}

// Spread evenly over the sphere.
static void spiral(int i, int count, double out[3])
{
    const double golden = 2.399963229728653, z = 1 - (2 * i + 1) / (double)count, s = sqrt(1 - z * z);
    out[0] = s * cos(golden * i);
    out[1] = s * sin(golden * i);
    out[2] = z;
}

static void answer(const round_pair *p, const round_end *end, round_answer *r)
{
    const long double rounding = 16 * LONG_UNIT * (p->unit + sqrtl(dot_l(p->shift, p->shift)));
    const qrot rotation = qrot_of(p->pose_a->orientation);
    const lvec n = l3_from(qrot_apply(&rotation, q3((quad)end->n[0], (quad)end->n[1], (quad)end->n[2])));
    r->distance = -end->value - p->swept;
    r->lower = r->distance - rounding;
    r->upper = r->distance + rounding + fmaxl(0, end->left);
    r->normal[0] = n.x;
    r->normal[1] = n.y;
    r->normal[2] = n.z;
    r->overlapping = end->value > 0;
    if (!r->overlapping) r->proven = true;
}

static round_answer half_space(const round_pair *p)
{
    const bool first = p->a->core == ROUND_HALF_SPACE;
    const round_body *plane = first ? p->a : p->b;
    round_end end = { .looks = 1 };
    long double m[3], x[3], y[3] = { 0, 0, 0 };
    // Along its outward normal, in A's frame, from A to B.
    for (int i = 0; i < 3; ++i) m[i] = first ? plane->normal[i] : dot_l(p->rotation[i], plane->normal);
    for (int i = 0; i < 3; ++i) end.n[i] = first ? m[i] : -m[i];
    if (first) {
        for (int i = 0; i < 3; ++i)
            x[i] = -(p->rotation[0][i] * m[0] + p->rotation[1][i] * m[1] + p->rotation[2][i] * m[2]);
        support_l(p->b, x, y);
        for (int i = 0; i < 3; ++i) x[i] = dot_l(p->rotation[i], y) + p->shift[i];
        end.value = plane->offset - dot_l(m, x);
    } else {
        support_l(p->a, end.n, y);
        end.value = dot_l(end.n, y) - dot_l(end.n, p->shift) + plane->offset;
    }
    round_answer r = { .proven = true };
    answer(p, &end, &r);
    r.proven = true;
    return r;
}

round_answer scree_oracle_round_distance(const round_pair *p, const round_effort *effort)
{
    if (p->a->core == ROUND_HALF_SPACE || p->b->core == ROUND_HALF_SPACE) return half_space(p);
    static _Thread_local cover c;
    c.pair = p;
    c.count = c.basin_count = c.looks = 0;
    c.best = (round_end){ .value = INFINITY };
    double start[3] = { p->rough_shift[0], p->rough_shift[1], p->rough_shift[2] };
    if (!(dot_d(start, start) > 0)) start[0] = 1;
    make_unit_d(start);
    round_answer r = { .proven = false };
    search_roughly(&c, start, false);
    // Apart, F is convex where it is negative: its one minimum.
    const double clear = 1e-12 * (double)p->unit;
    if (c.best.value > -clear) cover_all(&c, effort, &r);
    if (c.best.value > clear && (!r.proven || c.best.left > DOUBLE_UNIT * p->unit)) {
        const long double known = c.best.value - c.best.left;
        scree_oracle_round_ring(p, &c.best);
        c.best.left = c.best.value - known;
    }
    if (c.best.value <= clear || !(c.best.left < INFINITY)) {
        for (int i = 0; i < 3; ++i) start[i] = (double)c.best.n[i];
        c.best.value = INFINITY;
        search_from(&c, start);
    }
    const long double usual = c.best.value;
    for (int i = 0; i < effort->starts && usual > 0; ++i) {
        spiral(i, effort->starts, start);
        search_from(&c, start);
    }
    r.missed = c.best.value < usual - 1e-17L * p->unit;
    answer(p, &c.best, &r);
    r.looks = c.looks;
    return r;
}

round_answer scree_oracle_round_near(const round_pair *p, scree_vec3 direction)
{
    const qrot rotation = qrot_of(p->pose_a->orientation);
    const lvec local = l3_from(qrot_undo(&rotation, q3_unit(q3_from(direction))));
    const long double start[3] = { local.x, local.y, local.z };
    const round_end end = scree_oracle_round_search(p, start);
    round_answer r = { .looks = end.looks };
    answer(p, &end, &r);
    return r;
}
