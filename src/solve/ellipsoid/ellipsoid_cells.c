// Branch and bound over the normals of two overlapping ellipsoids.
//
// Idea        The depth along a unit n is F(n) = h_A(n) + h_B(n) - n . d, homogeneous of degree 1 for n of any length.
//             Let f be the least value found. To be shown: F(n) >= f |n| for all n. A cell is the cone of three normals
//             n_1, n_2, n_3. It is excluded in one of three ways.
//               - F is the support function of a body that contains a ball which touches its surface at the normal of a
//                 corner, or of the middle (ellipsoid_pair.h). With the ball's centre w and its radius r <= f,
//                 F(n) >= w . n + r |n|, and |n| is convex, so w . n_i >= (f - r) |n_i| at the three corners is enough.
//                 This bound is right to second order in the size of the cell.
//               - All three have n_i . d <= 0: F(-n) <= F(n), and -n is in other cells. (With d = 0, n_i . n* <= 0.)
//               - n* is a stationary normal with F(n*) >= f. Along the great circle from n* the excess y = F - F(n*)
//                 satisfies y'' + y = r - F(n*), where r is the sum of the radii of curvature along the circle. As long
//                 as the right side is not negative, neither is y (Sturm), up to half a turn. With the normal b of the
//                 circle's plane, r = |C_A b|^2 / h_A^3 + |C_B b|^2 / h_B^3. Here b is constant along the circle, and
//                 h_A and h_B are bounded from their values at n* and the corners by convexity. n* is stationary only
//                 up to rounding: |y'(0)| <= |t|. With r - F(n*) >= c > 0, y >= -t^2 / (2 c); c is chosen to make that
//                 small enough.
//             Otherwise it is halved, across the edge along which the surface turns most. Corners are scaled, and edges
//             halved, in the metric in which h_A^2 + h_B^2 = 1: long and flat pairs look round in it. If a middle has
//             F < f, it is a better normal: the search starts again from where the climb from it ends. Several normals
//             may have the same least depth: those that climbs end at are kept as further n*.
// Limits      Minima that are flat to second order, such as the rings of coaxial spheroids, cannot be excluded in the
//             third way; the number of cells bounds the work.
#include "solve/ellipsoid/ellipsoid_cells.h"

#include "solve/ellipsoid/ellipsoid_climb.h"

enum {
    MOST_MINIMA = 8,
    STACK = 64,
    CLIMB_STEPS = 60,
    CLIMB_FROM = 8, // a climb from the middle of a cell halved this often may find another minimum
    MOST_CLIMBS = 32
};

typedef struct corner {
    scree_vec3 n, v; // v is the point of the surface with the normal n, w the centre and
    scree_vec3 w;
    double r;          // r the radius of the ball that touches it there
    double h[2];       // A's and B's support height
    double f, x, size; // F(n), n . side, |n|
} corner;

typedef struct cell {
    corner c[3];
    int depth;
} cell;

// A stationary normal and what the third way needs: C^2 of each scaled body in the plane across it.
typedef struct minimum {
    scree_vec3 n, e, f;
    double value, h[2]; // value: what r has to be at least
    double xx[2], xy[2], yy[2];
} minimum;

typedef struct search {
    const scree_ellipsoid_pair *p;
    scree_vec3 side; // F(n) >= F(-n) where n . side <= 0
    double level;    // to be shown: F >= level
    double slack;    // by which level is below the least F found
    minimum minima[MOST_MINIMA];
    int count, climbs;
} search;

static corner corner_at(const search *s, scree_vec3 m)
{
    const scree_ellipsoid_pair *p = s->p;
    scree_ellipsoid_view v;
    scree_ellipsoid_look(p, m, &v);
    const scree_two h = p->radius / v.inverse;
    const double scale = 1.0 / sqrt(h[0] * h[0] + h[1] * h[1]);
    const scree_vec3 n = two3_a(&v.n);
    corner c = { .n = v3_scale(n, scale), .h = { scale * h[0], scale * h[1] }, .size = scale };
    const double ball = scree_ellipsoid_ball(p, &v);
    c.r = ball < s->level ? ball : s->level;
    c.v = v3_sub(v3_add(v.on_a, v.from_b), p->offset);
    c.w = v3_add_scaled(c.v, -c.r, n);
    c.f = -scale * v.gap;
    c.x = v3_dot(c.n, s->side);
    return c;
}

static void add_minimum(search *s, const scree_ellipsoid_view *v)
{
    const scree_ellipsoid_pair *p = s->p;
    if (s->count == MOST_MINIMA) return;
    const scree_vec3 n = two3_a(&v->n), e = v3_any_normal_to(n), f = v3_cross(n, e);
    for (int i = 0; i < s->count; ++i)
        if (v3_norm2(v3_sub(s->minima[i].n, n)) < 1e-8) return;
    const scree_two3 e2 = two3_of(e, m3_mul_transposed(&p->rotation, e)),
                     f2 = two3_of(f, m3_mul_transposed(&p->rotation, f));
    const scree_two3 ke = two3_times(p->k, e2), kf = two3_times(p->k, f2);
    const scree_two h = p->radius / v->inverse, xx = two3_dot(ke, e2), xy = two3_dot(ke, f2), yy = two3_dot(kf, f2);
    minimum *m = &s->minima[s->count++];
    *m = (minimum){ .n = n, .e = e, .f = f, .value = -v->gap + 0.5 * v->tt / s->slack };
    for (int i = 0; i < 2; ++i) {
        m->h[i] = h[i];
        m->xx[i] = xx[i];
        m->xy[i] = xy[i];
        m->yy[i] = yy[i];
    }
}

// The first way, with the ball at one normal.
static bool is_above(const search *s, const cell *k, const corner *at)
{
    for (int i = 0; i < 3; ++i)
        if (!(v3_dot(at->w, k->c[i].n) >= (s->level - at->r) * k->c[i].size)) return false;
    return true;
}

// The third way.
static bool rises_from(const search *s, const minimum *m, const cell *k)
{
    double h[2] = { m->h[0], m->h[1] }, e[3], f[3];
    for (int i = 0; i < 3; ++i) {
        const corner *c = &k->c[i];
        const double along = v3_dot(m->n, c->n);
        if (!(along > 0.0)) return false;
        h[0] = fmax(h[0], c->h[0] / along);
        h[1] = fmax(h[1], c->h[1] / along);
        // The circle from n* to the corner has b = n* x n; these are its components.
        e[i] = -v3_dot(m->f, c->n);
        f[i] = v3_dot(m->e, c->n);
    }
    const double u = s->p->radius[0] / h[0], v = s->p->radius[1] / h[1];
    const double a = s->p->radius[0] * u * u * u, b = s->p->radius[1] * v * v * v;
    const double xx = a * m->xx[0] + b * m->xx[1] - m->value, yy = a * m->yy[0] + b * m->yy[1] - m->value;
    const double xy = a * m->xy[0] + b * m->xy[1];
    if (xx >= 0.0 && xx * yy >= xy * xy) return true;
    // Only the circles between those of the corners matter; their b are combinations of the corners' b.
    for (int i = 0; i < 3; ++i)
        for (int j = i; j < 3; ++j)
            if (xx * e[i] * e[j] + xy * (e[i] * f[j] + e[j] * f[i]) + yy * f[i] * f[j] < 0.0) return false;
    return true;
}

static bool is_done(const search *s, const cell *k)
{
    const double x0 = k->c[0].x, x1 = k->c[1].x, x2 = k->c[2].x;
    if (x0 <= 0.0 && x1 <= 0.0 && x2 <= 0.0 && x0 + x1 + x2 < 0.0) return true;
    for (int i = 0; i < 3; ++i)
        if (is_above(s, k, &k->c[i])) return true;
    for (int i = 0; i < s->count; ++i)
        if (rises_from(s, &s->minima[i], k)) return true;
    return false;
}

// An estimate of how far F can fall below the line between two corners.
static double bulge(const search *s, const corner *a, const corner *b)
{
    const double change = v3_dot(v3_sub(a->v, b->v), v3_sub(a->n, b->n));
    return change + s->level * (a->size + b->size - v3_norm(v3_add(a->n, b->n)));
}

static void halve(const search *s, const cell *k, cell out[2])
{
    int at = 0;
    double most = -INFINITY;
    for (int i = 0; i < 3; ++i) {
        const double here = bulge(s, &k->c[i], &k->c[(i + 1) % 3]);
        if (!(here > most)) continue;
        most = here;
        at = i;
    }
    const int next = (at + 1) % 3;
    const corner middle = corner_at(s, v3_add(k->c[at].n, k->c[next].n));
    out[0] = out[1] = *k;
    out[0].c[next] = out[1].c[at] = middle;
    out[0].depth = out[1].depth = k->depth + 1;
}

// Whether the climb from v ends at a depth less than the best beyond rounding; `best` is then where it ended.
static bool is_better(const search *s, const scree_ellipsoid_view *v, scree_ellipsoid_view *best)
{
    if (!(-v->gap < s->level)) return false;
    *best = *v;
    return true;
}

static scree_ellipsoid_view climb_from(const search *s, scree_vec3 n)
{
    scree_ellipsoid_view v;
    scree_ellipsoid_look(s->p, n, &v);
    (void)scree_ellipsoid_climb(s->p, &v, CLIMB_STEPS);
    return v;
}

// The eight cells about n*, which is a corner of four of them.
static void first_cells(const search *s, scree_vec3 n, cell out[8])
{
    // Any two axes at right angles to n* in this metric will do; in it, S = S_A + S_B is the unit matrix.
    const scree_ellipsoid_pair *p = s->p;
    scree_ellipsoid_view v;
    scree_ellipsoid_look(p, n, &v);
    const scree_two h = p->radius / v.inverse;
    const scree_vec3 across = v3_add(v3_scale(v.on_a, h[0]), v3_scale(v.from_b, h[1])); // S n
    const scree_vec3 e = v3_any_normal_to(v3_unit(across));
    scree_ellipsoid_look(p, e, &v);
    const scree_two h_e = p->radius / v.inverse;
    const scree_vec3 f = v3_cross(across, v3_add(v3_scale(v.on_a, h_e[0]), v3_scale(v.from_b, h_e[1])));
    const corner ends[6] = { corner_at(s, n),         corner_at(s, v3_neg(n)), corner_at(s, e),
                             corner_at(s, v3_neg(e)), corner_at(s, f),         corner_at(s, v3_neg(f)) };
    for (int i = 0; i < 8; ++i) out[i] = (cell){ .c = { ends[i & 1], ends[2 + (i >> 1 & 1)], ends[4 + (i >> 2)] } };
}

scree_cells_verdict scree_ellipsoid_cells(const scree_ellipsoid_pair *p, double slack, int *budget,
                                          scree_ellipsoid_view *best)
{
    search s = { .p = p, .side = p->offset, .level = -best->gap - slack, .slack = slack };
    if (v3_norm2(s.side) == 0.0) s.side = two3_a(&best->n);
    add_minimum(&s, best);
    cell stack[STACK];
    first_cells(&s, two3_a(&best->n), stack);
    int open = 8;
    while (open > 0) {
        if (--*budget < 0) return SCREE_CELLS_OPEN;
        const cell k = stack[--open];
        if (is_done(&s, &k)) continue;
        if (open + 2 > STACK) return SCREE_CELLS_OPEN;
        const corner middle = corner_at(&s, v3_add(v3_add(k.c[0].n, k.c[1].n), k.c[2].n));
        if (is_above(&s, &k, &middle)) continue;
        const bool curious = k.depth > 0 && k.depth % CLIMB_FROM == 0 && s.climbs++ < MOST_CLIMBS;
        if (curious || middle.f < s.level * middle.size) {
            const scree_ellipsoid_view v = climb_from(&s, middle.n);
            if (is_better(&s, &v, best)) return SCREE_CELLS_BETTER;
            add_minimum(&s, &v);
        }
        halve(&s, &k, &stack[open]);
        open += 2;
    }
    return SCREE_CELLS_PROVEN;
}
