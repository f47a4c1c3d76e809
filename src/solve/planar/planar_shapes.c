// Any two 2-D cores that have support functions: GJK, then an expanding polygon.
//
// Source      The 2-D case of feng-tan-2020, sections 3 and 4.
// Idea        GJK works unchanged in the plane: it stays at z = 0, and a triangle around the origin has distance 0.
//             From there a polygon inside M grows at its edge nearest to the origin (expanding_polygon.c). If one of the
//             two is a polygon, its features then give normal and points (polygon_climb.c).
#include "solve/planar/expanding_polygon.h"
#include "solve/planar/planar.h"
#include "solve/planar/polygon_climb.h"
#include "solve/polytope/gjk.h"

enum { MOST_CORNERS = 256, GJK_ITERATIONS = 256 };

size_t scree_planar_shapes_scratch(void)
{
    return scree_expanding_polygon_scratch(MOST_CORNERS);
}

static void take(scree_answer *x, scree_vec3 n, const scree_mvertex *m)
{
    double gap = v3_dot(n, m->w);
    if (gap <= x->distance) return;
    x->distance = gap;
    x->normal = n;
    x->at = *m;
}

// The cores overlap, or are nearer to touching than GJK can resolve. False if the scratch is too small.
static bool look_inside(const scree_task *task, const scree_gjk_result *g, double tolerance, scree_answer *x)
{
    scree_epa_result e;
    if (!scree_expanding_polygon(task, &g->simplex, MOST_CORNERS, tolerance, &e)) return false;
    x->iterations += e.iterations;
    x->upper = fmin(g->upper <= task->cores->error ? 0.0 : g->upper, e.upper);
    if (!(e.best.gap > x->distance) && !e.closed) return true;
    x->distance = -INFINITY;
    take(x, e.best.n, &e.best.at);
    scree_simplex_points(&e.nearest, &x->on_a, &x->on_b);
    return true;
}

bool scree_planar_shapes(const scree_task *task, scree_answer *x)
{
    const scree_cores *c = task->cores;
    double tolerance = fmax(0.25 * task->tolerance, 8.0 * SCREE_ROUNDING * c->size);
    scree_gjk_options o = { .start = c->shift, .tolerance = tolerance, .stop_above = INFINITY };
    o.stop_below = -INFINITY;
    o.max_iterations = task->options->max_iterations > 0 ? task->options->max_iterations : GJK_ITERATIONS;
    o.trace = task->options->trace;
    o.trace_user = task->options->trace_user;
    o.radii = task->radii;
    if (v3_norm2(o.start) == 0.0) o.start = v3(1, 0, 0);
    scree_gjk_result g;
    scree_gjk(c, &o, &g);
    *x = (scree_answer){ .distance = -INFINITY, .upper = g.upper, .iterations = g.iterations };
    x->at = g.simplex.count > 0 ? g.simplex.vertex[0] : (scree_mvertex){ .index_a = -1, .index_b = -1 };
    scree_axis axis = { .n = g.axis, .gap = -INFINITY };
    axis.gap = scree_cores_gap(c, axis.n, &axis.at);
    if (g.upper - axis.gap > tolerance) scree_polish(c, &g.simplex, g.v, false, &axis);
    scree_mvertex m = axis.at;
    take(x, axis.n, &m);
    scree_simplex_points(&g.simplex, &x->on_a, &x->on_b);
    if (g.verdict != SCREE_GJK_APART && !look_inside(task, &g, tolerance, x)) return false;
    scree_polygon_climb(c, x);
    x->lower = x->distance - c->error;
    x->upper = fmax(x->upper, x->distance) + c->error;
    return true;
}
