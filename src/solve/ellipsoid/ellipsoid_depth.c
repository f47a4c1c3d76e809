// The global minimum of the depth: what proves it, and what searches for a better one.
//
//   1. the ball inside M at v (ellipsoid_pair.h): shallow contacts, points in an ellipsoid, most long bodies
//   2. the ellipsoid inside M at v (ellipsoid_inner.h): most others, concentric ones included
//   3. climbs from the axes of both bodies, and 1. and 2. for the best of them
//   4. the planar proof for spheroids (ellipsoid_coaxial.h): of those that are coaxial, or nearly, a ring of normals
//      has the least depth, and climbs end anywhere on it
//   5. all normals, by exclusion (ellipsoid_cells.h): the rest
//
// Limits  Bodies that are deep in each other and nearly coaxial spheroids, to some 1e-9 to 1e-3 but not to rounding,
//         have a ring of normals along which the depth hardly changes. Proof 4 then loses as much as they are not
//         round, and proof 5 may exceed its budget. The depth is right all the same; the interval is as wide as what
//         was proven.
#include "solve/ellipsoid/ellipsoid_depth.h"

#include "solve/ellipsoid/ellipsoid_cells.h"
#include "solve/ellipsoid/ellipsoid_climb.h"
#include "solve/ellipsoid/ellipsoid_coaxial.h"
#include "solve/ellipsoid/ellipsoid_inner.h"

enum {
    CLIMB_STEPS = 60,
    STARTS = 6, // the axes of both bodies
    // Cells visited in the first round, and in each of the next; some hundred are usual.
    CELLS = 32768,
    NEXT_CELLS = 4096
};
// If a round of cells ends without a proof, the next one multiplies its slack by this.
#define WIDER 1e3
// Offset from an axis at which a climb starts.
#define OFF_AXIS 0.03125

static double doubt_at(const scree_ellipsoid_pair *p, double enough, const scree_ellipsoid_view *x)
{
    const double by_ball = scree_ellipsoid_doubt(p, x);
    if (by_ball <= enough || p->radius[0] == 0.0 || p->radius[1] == 0.0) return by_ball;
    return fmin(by_ball, scree_ellipsoid_inner_doubt(p, x, enough));
}

static void propose(const scree_ellipsoid_pair *p, scree_vec3 start, int most, scree_ellipsoid_view *best, int *steps)
{
    scree_ellipsoid_view v;
    scree_ellipsoid_look(p, start, &v);
    *steps += scree_ellipsoid_climb(p, &v, most);
    if (v.gap > best->gap) *best = v;
}

// Climbs from the axes of both bodies, on the side of the other's centre. An axis may be a saddle, as n may: start
// close to it.
static void climb_from_axes(const scree_ellipsoid_pair *p, int most, scree_ellipsoid_view *best, int *steps)
{
    const scree_vec3 n = two3_a(&best->n), *r = p->rotation.row;
    const scree_vec3 axes[STARTS] = { v3(1, 0, 0),
                                      v3(0, 1, 0),
                                      v3(0, 0, 1),
                                      v3(r[0].x, r[1].x, r[2].x),
                                      v3(r[0].y, r[1].y, r[2].y),
                                      v3(r[0].z, r[1].z, r[2].z) };
    for (int i = 0; i < STARTS; ++i) {
        const scree_vec3 axis = v3_dot(axes[i], p->offset) < 0.0 ? v3_neg(axes[i]) : axes[i];
        propose(p, v3_add_scaled(axis, OFF_AXIS, n), most, best, steps);
    }
}

// Cells, with increasing slack as long as they do not finish.
static double exclude(const scree_ellipsoid_pair *p, double enough, int most, scree_ellipsoid_view *x, int *steps)
{
    for (double slack = enough; slack < -x->gap; slack *= WIDER) {
        int budget = most;
        scree_cells_verdict verdict = SCREE_CELLS_BETTER;
        while (verdict == SCREE_CELLS_BETTER && x->gap < 0.0) verdict = scree_ellipsoid_cells(p, slack, &budget, x);
        *steps += most - budget;
        if (x->gap >= 0.0) return doubt_at(p, enough, x);
        if (verdict == SCREE_CELLS_PROVEN) return slack;
        if (most > NEXT_CELLS) most = NEXT_CELLS;
    }
    return INFINITY;
}

double scree_ellipsoid_depth(const scree_ellipsoid_pair *p, double enough, int most, scree_ellipsoid_view *x,
                             int *steps)
{
    double doubt = doubt_at(p, enough, x);
    if (doubt <= enough) return doubt;
    const double before = x->gap;
    climb_from_axes(p, most > 0 && most < CLIMB_STEPS ? most : CLIMB_STEPS, x, steps);
    if (x->gap > before) doubt = doubt_at(p, enough, x);
    if (doubt <= enough || !(x->gap < 0.0)) return doubt;
    scree_vec3 planar;
    doubt = fmin(doubt, scree_ellipsoid_coaxial_doubt(p, enough, x, &planar));
    const double climbed = x->gap;
    propose(p, planar, most > 0 && most < CLIMB_STEPS ? most : CLIMB_STEPS, x, steps);
    doubt = fmax(doubt - (x->gap - climbed), 0.0);
    if (doubt <= enough) return doubt;
    // The cells may find a better normal: the bound on the signed distance stays, the gap below it rises.
    scree_ellipsoid_view y = *x;
    const double by_cells = exclude(p, 0.5 * enough, most > 0 && most < CELLS ? most : CELLS, &y, steps);
    if (y.gap > x->gap) doubt = fmax(x->gap + doubt - y.gap, 0.0);
    *x = y;
    return fmin(doubt, by_cells);
}
