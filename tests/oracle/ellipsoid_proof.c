// Proof that a search over all directions missed nothing.
//
// Idea        F(n), how far the other body must go along n to be clear, is the support function of a convex set: for
//             every point g of that set F(n) >= g . n, for all n. In a spherical triangle n is a sum of its corners,
//             weights not below their mean over the length, so that F(n) >= the least g . corner (where that is
//             positive). Taken for the points g that belong to the corners themselves, and for their mean, this misses
//             F by the square of the triangle's size. Triangles whose bound is not enough are halved across the side
//             that bends most.
// Limits      Where whole curves of directions tie, as about a common axis, they must be covered by triangles of the
//             size of the root of the margin: it may give up.
#include <stdlib.h>

#include "oracle/ellipsoid_parts.h"

typedef struct corner {
    long double n[3], g[3];
} corner;

typedef struct triangle {
    corner at[3];
} triangle;

typedef struct cover {
    const ellipsoid_pair *pair;
    smooth_l smooth; // of two ellipsoids; of the one, with B a point, for a hull
} cover;

static void look(const cover *c, corner *at)
{
    facing_l f;
    face_l(&c->smooth, at->n, &f);
    for (int i = 0; i < 3; ++i) at->g[i] = f.gradient[i];
    if (c->pair->other->is_ellipsoid) return;
    const lvec *points = c->pair->rough, n = { at->n[0], at->n[1], at->n[2] };
    int best = 0;
    long double least = l3_dot(points[0], n);
    for (int i = 1; i < c->pair->count; ++i) {
        long double here = l3_dot(points[i], n);
        if (here >= least) continue;
        least = here;
        best = i;
    }
    at->g[0] = f.x[0] - points[best].x;
    at->g[1] = f.x[1] - points[best].y;
    at->g[2] = f.x[2] - points[best].z;
}

static long double least_along(const triangle *t, const long double g[3])
{
    return fminl(dot_l(g, t->at[0].n), fminl(dot_l(g, t->at[1].n), dot_l(g, t->at[2].n)));
}

static long double bound(const triangle *t)
{
    long double mean[3], best = -INFINITY;
    for (int k = 0; k < 3; ++k) best = fmaxl(best, least_along(t, t->at[k].g));
    for (int i = 0; i < 3; ++i) mean[i] = (t->at[0].g[i] + t->at[1].g[i] + t->at[2].g[i]) / 3;
    return fmaxl(best, least_along(t, mean));
}

// How much F bends over a side: the change of the gradient along it, and the side's own length, which turns F.
static long double bend_over(const corner *p, const corner *q, long double value)
{
    long double d[3], e[3];
    for (int i = 0; i < 3; ++i) {
        d[i] = q->n[i] - p->n[i];
        e[i] = q->g[i] - p->g[i];
    }
    return fabsl(dot_l(d, e)) + value * dot_l(d, d);
}

static void halve(const cover *c, const triangle *t, long double value, triangle out[2])
{
    int from = 0;
    long double most = -1;
    for (int k = 0; k < 3; ++k) {
        long double b = bend_over(&t->at[k], &t->at[(k + 1) % 3], value);
        if (b <= most) continue;
        most = b;
        from = k;
    }
    int to = (from + 1) % 3;
    corner middle;
    for (int i = 0; i < 3; ++i) middle.n[i] = t->at[from].n[i] + t->at[to].n[i];
    make_unit_l(middle.n);
    look(c, &middle);
    out[0] = out[1] = *t;
    out[0].at[to] = middle;
    out[1].at[from] = middle;
}

ellipsoid_proof scree_oracle_ellipsoid_prove(const ellipsoid_pair *p, long double distance, long double margin,
                                             long most)
{
    enum { DEPTH = 400 };
    triangle stack[DEPTH];
    cover c = { .pair = p };
    smooth_q fine;
    scree_oracle_ellipsoid_fine(p, &fine);
    for (int i = 0; i < 6 && !p->other->is_ellipsoid; ++i) fine.b[i] = 0;
    scree_oracle_ellipsoid_rough(&fine, &c.smooth);
    long double depth = -(distance + (long double)p->radii), wanted = depth - margin;
    long double depth_seen = INFINITY;
    ellipsoid_proof r = { .above = distance + margin, .better = -INFINITY };
    if (!(wanted > 0)) return r;
    int count = 0;
    for (int octant = 0; octant < 8; ++octant) {
        triangle *t = &stack[count++];
        for (int k = 0; k < 3; ++k) {
            for (int i = 0; i < 3; ++i) t->at[k].n[i] = 0;
            t->at[k].n[k] = octant & (1 << k) ? -1 : 1;
            look(&c, &t->at[k]);
        }
    }
    while (count > 0 && r.cells < most) {
        triangle t = stack[--count];
        ++r.cells;
        for (int k = 0; k < 3; ++k) depth_seen = fminl(depth_seen, dot_l(t.at[k].n, t.at[k].g));
        r.better = -depth_seen - (long double)p->radii;
        if (bound(&t) >= wanted) continue;
        if (count + 2 > DEPTH) return r;
        halve(&c, &t, depth, &stack[count]);
        count += 2;
    }
    r.proven = count == 0;
    return r;
}
