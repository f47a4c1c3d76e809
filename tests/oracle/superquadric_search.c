// The search near one direction.
//
// Idea        F(n) = g(n) . n, how far B must go along n to be clear of A, is the support function of the convex set
//             A - B; g(n) is its point there and the gradient of F. Where F is smooth, Newton's method on the sphere
//             finds its minimum, with second derivatives from differences of g. Near the flat faces of blocky bodies,
//             and at edges and corners, F has kinks, or nearly so: there it is bounded from below by the planes
//             of the points met so far, and the next direction is where the greatest of these bounds is least (cutting
//             planes; where the set does not hold the origin, that is the point of their hull that is nearest to it).
//             Either way three points around the last one say how much lower F could be.
// Limits      Overlapping, a local minimum. See superquadric_cover.c.
#include <string.h>

#include "oracle/superquadric_parts.h"

enum { CUTS = 64, CUT_STEPS = 400, RESTARTS = 3 };

// A projection so little outside is on the edge: it moves the bound by its square.
static const long double ADJACENT = 1e-17L;

typedef struct cut {
    long double g[3];
} cut;

typedef struct hunt {
    const round_pair *pair;
    long double reach; // what roundings are relative to
    long double close; // F is known no better than this
    int count, next, looks;
    cut of[CUTS]; // points of A - B
    long double n[3], best;
    long double least; // F is not below it, near n
} hunt;

static long double look(hunt *h, const long double n[3], long double g[3])
{
    facing_l(h->pair, n, g);
    memcpy(h->of[h->next].g, g, sizeof h->of[0].g);
    h->next = (h->next + 1) % CUTS;
    if (h->count < CUTS) ++h->count;
    ++h->looks;
    const long double value = dot_l(n, g);
    if (value < h->best) {
        h->best = value;
        memcpy(h->n, n, sizeof h->n);
    }
    return value;
}

// --- cutting planes

// Up to three points, the direction in which they are all equally far and least so, and how far.
typedef struct face {
    int count;
    long double g[3][3], n[3], value;
    long double inside; // the least weight of a point in the projection of the origin: not negative in a minimum
} face;

static void settle_triangle(const hunt *h, face *f)
{
    long double e[3], d[3], c[3], projection[3][3], x[3];
    for (int i = 0; i < 3; ++i) {
        e[i] = f->g[1][i] - f->g[0][i];
        d[i] = f->g[2][i] - f->g[0][i];
    }
    cross_l(e, d, c);
    const long double area = dot_l(c, c);
    f->inside = -INFINITY;
    if (!(area > 0)) return;
    memcpy(f->n, c, sizeof c);
    make_unit_l(f->n);
    f->value = (dot_l(f->n, f->g[0]) + dot_l(f->n, f->g[1]) + dot_l(f->n, f->g[2])) / 3;
    bool flip = dot_l(f->n, h->n) < 0;
    if (h->best < 0 && fabsl(f->value) > 1e-6L * h->reach) flip = f->value > 0;
    if (flip) {
        f->value = -f->value;
        for (int i = 0; i < 3; ++i) f->n[i] = -f->n[i];
    }
    for (int k = 0; k < 3; ++k) {
        for (int i = 0; i < 3; ++i) projection[k][i] = f->g[k][i] - f->value * f->n[i];
    }
    long double least = INFINITY, sum = 0;
    for (int k = 0; k < 3; ++k) {
        cross_l(projection[(k + 1) % 3], projection[(k + 2) % 3], x);
        const long double weight = dot_l(x, c) / area;
        least = fminl(least, weight);
        sum += weight;
    }
    // The weights of points that nearly coincide are rounding errors.
    if (fabsl(sum - 1) < 1e-3L) f->inside = least;
}

static void settle(const hunt *h, face *f)
{
    long double projection[3], d[3] = { 0, 0, 0 }, t = 0, length = 0;
    if (f->count == 3) {
        settle_triangle(h, f);
        return;
    }
    memcpy(projection, f->g[0], sizeof projection);
    f->inside = 1;
    if (f->count == 2) {
        for (int i = 0; i < 3; ++i) d[i] = f->g[1][i] - f->g[0][i];
        length = dot_l(d, d);
        f->inside = -INFINITY;
        if (!(length > 0)) return;
        t = -dot_l(projection, d) / length;
        f->inside = fminl(t, 1 - t);
        for (int i = 0; i < 3; ++i) projection[i] += t * d[i];
        // Twice is enough: a projection next to the origin has lost its right angle.
        t = dot_l(projection, d) / length;
        for (int i = 0; i < 3; ++i) projection[i] -= t * d[i];
    }
    const long double away = sqrtl(dot_l(projection, projection));
    if (!(away > 0)) {
        f->inside = -INFINITY;
        return;
    }
    f->value = -away;
    for (int i = 0; i < 3; ++i) f->n[i] = -projection[i] / away;
}

// The faces of the last face's points and a new one, of which it is one: the one that the rest is behind. Rounding
// alone decides between those that are all but the same.
static bool pivot(const hunt *h, face *at, const long double g[3])
{
    face chosen = { 0 };
    long double least = INFINITY;
    const int sets = 1 << at->count;
    for (int set = 0; set < sets; ++set) {
        face f = { .count = 1 };
        memcpy(f.g[0], g, sizeof f.g[0]);
        for (int k = 0; k < at->count && f.count < 4; ++k) {
            if (set & (1 << k) && f.count++ < 3) memcpy(f.g[f.count - 1], at->g[k], sizeof f.g[0]);
        }
        if (f.count > 3 || (f.count < 3 && h->best >= 0)) continue;
        settle(h, &f);
        if (!(f.inside > -INFINITY)) continue;
        long double before = 0;
        for (int k = 0; k < at->count; ++k) before = fmaxl(before, dot_l(f.n, at->g[k]) - f.value);
        // A projection outside is as bad as points in front.
        if (f.inside < 0) before += fminl(1, -f.inside) * h->reach;
        if (!(before < least)) continue;
        least = before;
        chosen = f;
    }
    if (least < INFINITY) *at = chosen;
    return least < INFINITY;
}

// Three points around n, by so much.
static face surround(hunt *h, const long double n[3], long double tau)
{
    const long double half = 0.8660254037844386L, at[3][2] = { { 1, 0 }, { -0.5L, half }, { -0.5L, -half } };
    face f = { .count = 3 };
    for (int k = 0; k < 3; ++k) {
        long double m[3];
        tilted_l(n, tau * at[k][0], tau * at[k][1], m);
        look(h, m, f.g[k]);
    }
    settle(h, &f);
    return f;
}

// A triangle whose projection is inside it bounds F from below, near n; apart, everywhere.
static void bound(hunt *h, const face *f)
{
    if (f->inside >= -ADJACENT && f->value > h->least) h->least = f->value;
}

static bool has(const face *f, const long double g[3])
{
    for (int k = 0; k < f->count; ++k) {
        if (f->g[k][0] == g[0] && f->g[k][1] == g[1] && f->g[k][2] == g[2]) return true;
    }
    return false;
}

// True once F and its bound meet, or would but for roundings.
static bool follow(hunt *h, face *at)
{
    for (int k = 0; k < CUT_STEPS && h->looks < CUT_STEPS; ++k) {
        long double g[3], most = -INFINITY;
        for (int i = 0; i < h->count; ++i) {
            const long double there = dot_l(at->n, h->of[i].g);
            if (there > most && !has(at, h->of[i].g)) {
                most = there;
                memcpy(g, h->of[i].g, sizeof g);
            }
        }
        if (!(most > at->value + h->close)) {
            bound(h, at);
            most = look(h, at->n, g);
            if (h->best - h->least <= h->close) return true;
            if (!(most > at->value + h->close) || has(at, g)) return at->inside >= -ADJACENT;
        }
        if (!pivot(h, at, g)) return false;
    }
    return false;
}

// Apart: from the best direction so far.
static void cutting_planes(hunt *h)
{
    for (int k = 0; k < RESTARTS; ++k) {
        face at = { .count = 1 };
        h->count = h->next = h->looks = 0;
        look(h, h->n, at.g[0]);
        settle(h, &at);
        if (follow(h, &at)) return;
    }
}

static round_end end_of(const hunt *h)
{
    round_end end = { .value = h->best, .left = h->best - h->least, .looks = h->looks };
    memcpy(end.n, h->n, sizeof end.n);
    return end;
}

// As long as F falls on. A kink may run along a curve: a step along it leaves it, and the next polytope comes back to
// it.
static round_end expand_on(const round_pair *p, round_end best)
{
    enum { TIMES = 12 };
    long double on[3] = { 0, 0, 0 }, step = 0.3L;
    bool falls = scree_oracle_round_expand(p, &best, on);
    for (int k = 0; k < TIMES && falls && best.value >= 0; ++k) {
        round_end next = { .value = INFINITY, .left = INFINITY };
        long double there[3] = { 0, 0, 0 };
        for (int i = 0; i < 3; ++i) next.n[i] = best.n[i] + step * on[i];
        make_unit_l(next.n);
        const bool again = scree_oracle_round_expand(p, &next, there);
        next.looks += best.looks;
        best.looks = next.looks;
        if (!(next.value < best.value)) {
            step /= 4;
            continue;
        }
        best = next;
        falls = again;
        memcpy(on, there, sizeof there);
    }
    return best;
}

round_end scree_oracle_round_search(const round_pair *p, const long double start[3])
{
    hunt h = { .pair = p, .best = INFINITY, .least = -INFINITY };
    h.reach = p->a->extent + p->b->extent + sqrtl(dot_l(p->shift, p->shift));
    h.close = 8 * LONG_UNIT * h.reach;
    memcpy(h.n, start, sizeof h.n);
    long double slope = 0;
    const bool smooth = newton_l(p, h.n, &h.best, &slope, &h.looks);
    // Next to no slope and no bend one way: what they make all the way round.
    if (smooth && slope > 0 && h.best > 0) {
        h.least = h.best - 8 * slope - 2 * h.close;
        return end_of(&h);
    }
    for (long double tau = 1e-10L; smooth && tau < 2e-8L && h.best - h.least > 4 * h.close; tau *= 4) {
        const long double n[3] = { h.n[0], h.n[1], h.n[2] };
        const face f = surround(&h, n, tau);
        bound(&h, &f);
    }
    const long double enough = 16 * h.close;
    if (h.best - h.least <= enough) return end_of(&h);
    if (h.best >= 0) {
        const round_end end = expand_on(p, end_of(&h));
        if (end.value >= 0) return end;
        h.best = end.value;
        h.looks = end.looks;
        memcpy(h.n, end.n, sizeof h.n);
    }
    h.least = -INFINITY;
    cutting_planes(&h);
    return end_of(&h);
}
