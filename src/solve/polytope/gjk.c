// GJK: the distance between two cores, by the simplex of M nearest to the origin.
//
// Source      Gilbert, Johnson, Keerthi (1988); the bounds of van den Bergen (2003).
// Idea        v is the point nearest to the origin of a simplex of vertices of M. The vertex w of M that is least
//             along v proves |v| >= distance >= v.w / |v|. Add w to the simplex and go on until the two meet.
// Departures  1. The best lower bound so far is kept with its axis: the last one need not be the best.
//             2. The search ends when w is in the simplex already or |v| no longer decreases: either means that
//                rounding is reached. What follows (pair/axis.c) works from features, not from v.
//             3. "Inside" is returned only if it is certain despite rounding.
//             4. v comes from the normal of the simplex, the best direction there is, but on a long thin triangle it
//                may lie off the triangle by many roundings. The upper bound is that of the weighted vertices, which
//                are in M whatever the weights.
#include "solve/polytope/gjk.h"

static bool holds(const scree_simplex *s, const scree_mvertex *m)
{
    for (int i = 0; i < s->count; ++i)
        if (v3_equal(s->vertex[i].w, m->w)) return true;
    return false;
}

static void trace_step(const scree_gjk_options *o, const scree_gjk_result *r, scree_vec3 axis)
{
    if (o->trace == NULL) return;
    scree_trace_step step = { .phase = "gjk", .iteration = r->iterations, .direction = axis };
    step.lower = r->lower - o->radii;
    step.upper = r->upper - o->radii;
    step.simplex_size = r->simplex.count;
    for (int i = 0; i < r->simplex.count; ++i) step.simplex[i] = r->simplex.vertex[i].w;
    o->trace(o->trace_user, &step);
}

// The lower bound from the support vertex along `axis`, which need not be a point of M.
static void raise_lower(scree_gjk_result *r, scree_vec3 axis, const scree_mvertex *least)
{
    double gap = v3_dot(axis, least->w);
    if (gap > r->lower) {
        r->lower = gap;
        r->axis = axis;
    }
}

static bool is_settled(const scree_gjk_options *o, const scree_gjk_result *r)
{
    const double width = r->upper - r->lower;
    return r->lower > o->stop_above || r->upper <= o->stop_below || width <= o->tolerance ||
           width < o->relative * r->upper;
}

static double weighted_length(const scree_simplex *s)
{
    scree_vec3 sum = v3(0, 0, 0);
    for (int i = 0; i < s->count; ++i) sum = v3_add_scaled(sum, s->weight[i], s->vertex[i].w);
    return v3_norm(sum);
}

void scree_gjk(const scree_cores *c, const scree_gjk_options *o, scree_gjk_result *r)
{
    double shortest = INFINITY; // |v|, falling
    *r = (scree_gjk_result){ .verdict = SCREE_GJK_NEAR, .lower = -INFINITY, .upper = INFINITY };
    scree_vec3 axis = v3_unit(o->start);
    const scree_mvertex *hint = NULL;
    scree_mvertex least;
    while (r->iterations < o->max_iterations) {
        ++r->iterations;
        least = scree_cores_support(c, v3_neg(axis), hint);
        hint = &least;
        raise_lower(r, axis, &least);
        trace_step(o, r, axis);
        if (is_settled(o, r) || holds(&r->simplex, &least)) break;

        scree_simplex larger = r->simplex;
        larger.vertex[larger.count++] = least;
        bool inside;
        scree_vec3 v = scree_simplex_reduce(&larger, &inside);
        if (inside) {
            r->simplex = larger;
            r->v = v;
            r->upper = 0.0;
            r->verdict = SCREE_GJK_INSIDE;
            trace_step(o, r, axis);
            return;
        }
        double length = v3_norm(v);
        if (!(length < shortest)) break; // rounding is reached
        shortest = length;
        r->simplex = larger;
        r->v = v;
        r->upper = weighted_length(&larger);
        if (length <= c->error) break; // v is all rounding error: no direction left to search along
        axis = v3_unit(v);
    }
    if (r->lower > 0.0) r->verdict = SCREE_GJK_APART;
}
