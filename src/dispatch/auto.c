// The method `auto`: which search answers which pair.
//
//              half space   2-D                3-D
//   half space closed form  -                  closed form
//   2-D        -            two polygons: kernels/polygon,
//                           then by edges; else GJK, polygon
//   3-D        closed form  -                  a ball and a polyhedron: kernels/point, then
//                                              polytopes: solids.c
//                                              an ellipsoid: ellipsoids.c, ellipsoid_polytope.c
//                                              a superquadric: superquadrics.c, superquadric_polytope.c
//                                              others: smooth_solids.c, by way of solids.c
//
// A and B are put into a fixed order first, that of kind, shape and place, whichever way round they came: swapping them
// flips the normal and nothing else, to the last bit.
#include "dispatch/auto.h"

#include "pair/anchor.h"
#include "pair/answer.h"
#include "pair/order.h"
#include "pair/publish.h"
#include "pair/warm.h"
#include "solve/ellipsoid/ellipsoid_polytope.h"
#include "solve/ellipsoid/ellipsoids.h"
#include "solve/half_space.h"
#include "solve/planar/planar.h"
#include "solve/polytope/solids.h"
#include "solve/superquadric/superquadric_polytope.h"
#include "solve/superquadric/superquadrics.h"

static bool is_polygon(const scree_shape *s)
{
    return s->core == SCREE_CORE_POLYGON || s->core == SCREE_CORE_POINT;
}

bool scree_auto_serves(const scree_shape *a, const scree_shape *b)
{
    (void)a;
    (void)b;
    return true;
}

typedef enum solid_search { SOLIDS, ELLIPSOIDS, ELLIPSOID_POLYTOPE, SUPERQUADRICS, SUPERQUADRIC_POLYTOPE } solid_search;

// Who answers a pair of 3-D cores.
static solid_search solid_search_for(const scree_shape *a, const scree_shape *b)
{
    if (a->core == SCREE_CORE_SUPERQUADRIC || b->core == SCREE_CORE_SUPERQUADRIC) {
        const scree_core other = a->core == SCREE_CORE_SUPERQUADRIC ? b->core : a->core;
        if (other == SCREE_CORE_SUPERQUADRIC || other == SCREE_CORE_ELLIPSOID || other == SCREE_CORE_POINT)
            return SUPERQUADRICS;
        return other == SCREE_CORE_SEGMENT || other == SCREE_CORE_POLYHEDRON ? SUPERQUADRIC_POLYTOPE : SOLIDS;
    }
    bool ellipsoid_a = a->core == SCREE_CORE_ELLIPSOID, ellipsoid_b = b->core == SCREE_CORE_ELLIPSOID;
    if (!ellipsoid_a && !ellipsoid_b) return SOLIDS;
    const scree_core other = ellipsoid_a ? b->core : a->core;
    if (other == SCREE_CORE_ELLIPSOID || other == SCREE_CORE_POINT) return ELLIPSOIDS;
    return other == SCREE_CORE_SEGMENT || other == SCREE_CORE_POLYHEDRON ? ELLIPSOID_POLYTOPE : SOLIDS;
}

size_t scree_auto_scratch(const scree_shape *a, const scree_shape *b)
{
    if (scree_is_point_polyhedron(a, b) || scree_is_polygon_pair(a, b)) return scree_auto_direct_scratch(a, b);
    if (a->core == SCREE_CORE_HALF_SPACE || b->core == SCREE_CORE_HALF_SPACE || (is_polygon(a) && is_polygon(b)))
        return scree_finish_scratch(a, b);
    if (a->dimension == 2) return scree_finish_scratch(a, b) + scree_planar_shapes_scratch();
    const solid_search search = solid_search_for(a, b);
    if (search == ELLIPSOIDS) return scree_ellipsoids_scratch(a, b);
    if (search == ELLIPSOID_POLYTOPE) return scree_ellipsoid_polytope_scratch(a, b);
    if (search == SUPERQUADRICS) return scree_superquadrics_scratch(a, b);
    if (search == SUPERQUADRIC_POLYTOPE) return scree_superquadric_polytope_scratch(a, b);
    return scree_solids_scratch(a, b);
}

static bool answer_solid(const scree_task *task, scree_answer *out)
{
    const solid_search search = solid_search_for(task->cores->a, task->cores->b);
    if (search == ELLIPSOIDS) return scree_ellipsoids(task, out);
    if (search == ELLIPSOID_POLYTOPE) return scree_ellipsoid_polytope(task, out);
    if (search == SUPERQUADRICS) return scree_superquadrics(task, out);
    if (search == SUPERQUADRIC_POLYTOPE) return scree_superquadric_polytope(task, out);
    return scree_solids(task, out);
}

static scree_task make_task(const scree_cores *c, const scree_query_options *o)
{
    scree_task task = { .cores = c, .options = o, .tolerance = o->tolerance };
    task.radii = c->a->radius + c->b->radius;
    task.scratch = scree_arena_make(o->scratch, o->scratch_size);
    return task;
}

// Two polyhedra, by the quick search, with faces so large that scree_hull_pair() has left them. False where there is no
// proof.
static bool answer_hulls(const scree_task *task, scree_contact *out)
{
    const scree_cores *c = task->cores;
    const scree_query_options *o = task->options;
    if (!scree_is_hull_pair(c->a, c->b)) return false;
    if (o->max_iterations > 0 || scree_finish_scratch(c->a, c->b) <= SCREE_HULL_PATCH) return false;
    scree_hull_answer h;
    if (!scree_hulls(c, scree_first_direction(task), &h) || h.plain) return false;
    if (o->trace != NULL) {
        scree_trace_step step = { .phase = "direct", .iteration = h.found.iterations, .direction = h.found.normal };
        step.lower = h.found.lower - task->radii;
        step.upper = h.found.upper - task->radii;
        o->trace(o->trace_user, &step);
    }
    scree_finish(task, &h.found, out);
    return true;
}

static scree_status answer_in_order(const scree_body *a, const scree_body *b, const scree_query_options *options,
                                    scree_contact *out)
{
    scree_cores c = scree_cores_make(a, b);
    scree_task task = make_task(&c, options);
    if (c.b->core == SCREE_CORE_HALF_SPACE) return scree_half_space_contact(a, b, &task, out);
    if (answer_hulls(&task, out)) return out->status;
    scree_answer answer;
    bool room = true;
    if (c.a->dimension == 3)
        room = answer_solid(&task, &answer);
    else if (is_polygon(c.a) && is_polygon(c.b))
        scree_polygons(&task, &answer);
    else
        room = scree_planar_shapes(&task, &answer);
    if (!room) return SCREE_SCRATCH_TOO_SMALL;
    scree_finish(&task, &answer, out);
    if (c.a->dimension == 3) scree_anchor_points(a, b, c.error, out);
    return out->status;
}

// The options with the warm start turned round, for bodies that change places.
static scree_query_options turned_round(const scree_query_options *options, scree_cache *cache)
{
    scree_query_options turned = *options;
    if (options->cache == NULL) return turned;
    *cache = *options->cache;
    scree_cache_turn_round(cache);
    turned.cache = cache;
    return turned;
}

// Those who watch the steps of a search see one.
static void tell(const scree_body *a, const scree_query_options *o, const scree_contact *x)
{
    const scree_mat3 turn = m3_from_quat(a->orientation);
    scree_trace_step step = { .phase = "direct", .iteration = x->iterations, .lower = x->lower, .upper = x->upper };
    step.direction = m3_mul_transposed(&turn, x->normal);
    o->trace(o->trace_user, &step);
}

bool scree_auto_direct(const scree_body *a, const scree_body *b, double tolerance, const scree_query_options *options,
                       scree_contact *out)
{
    const scree_shape *s = a->shape, *t = b->shape;
    if (scree_is_point_polyhedron(s, t)) return scree_point_polyhedron(a, b, tolerance, out);
    if (scree_is_polygon_pair(s, t)) return scree_polygon_pair(a, b, tolerance, out);
    if (options->max_iterations > 0) return false;
    if (scree_is_smooth_pair(s, t)) // whose other search has steps to tell of
        return options->trace == NULL && scree_smooth_pair(a, b, tolerance, options->cache, out);
    const bool done = scree_is_hull_pair(s, t) ? scree_hull_pair(a, b, tolerance, options->cache, out)
                                               : scree_round_polyhedron(a, b, tolerance, out);
    if (done && options->trace != NULL) tell(a, options, out);
    return done;
}

int scree_auto_direct_farther_than(const scree_body *a, const scree_body *b, double margin)
{
    const scree_shape *s = a->shape, *t = b->shape;
    const double core_margin = margin + s->radius + t->radius;
    if (core_margin < 0.0) return -1;
    if (scree_is_polygon_pair(s, t)) return scree_polygon_pair_farther_than(a, b, core_margin);
    if (scree_is_point_polyhedron(s, t)) return scree_point_polyhedron_farther_than(a, b, core_margin);
    if (scree_is_round_polyhedron(s, t)) return scree_round_polyhedron_farther_than(a, b, core_margin);
    return scree_is_hull_pair(s, t) ? scree_hull_pair_farther_than(a, b, core_margin) : -1;
}

scree_status scree_auto(const scree_body *a, const scree_body *b, const scree_query_options *options,
                        scree_contact *out)
{
    if (scree_auto_is_direct(a->shape, b->shape) && scree_auto_direct(a, b, options->tolerance, options, out))
        return SCREE_OK;
    return scree_auto_search(a, b, options, out);
}

scree_status scree_auto_search(const scree_body *a, const scree_body *b, const scree_query_options *options,
                               scree_contact *out)
{
    *out = (scree_contact){ .status = SCREE_OK };
    if (scree_pair_in_order(a, b)) return answer_in_order(a, b, options, out);
    scree_cache cache;
    scree_query_options turned = turned_round(options, &cache);
    scree_status status = answer_in_order(b, a, &turned, out);
    scree_contact_flip(out);
    return status;
}

int scree_auto_farther_than(const scree_body *a, const scree_body *b, double margin, const scree_query_options *options)
{
    const scree_shape *s = a->shape, *t = b->shape;
    double core_margin = margin + s->radius + t->radius;
    bool solids = s->dimension == 3 && s->core != SCREE_CORE_HALF_SPACE && t->core != SCREE_CORE_HALF_SPACE;
    if (!solids || core_margin < 0.0) return -1;
    bool in_order = scree_pair_in_order(a, b);
    scree_cache cache;
    scree_query_options turned = turned_round(options, &cache);
    scree_cores c = in_order ? scree_cores_make(a, b) : scree_cores_make(b, a);
    scree_task task = make_task(&c, in_order ? options : &turned);
    const solid_search search = solid_search_for(c.a, c.b);
    if (search == ELLIPSOIDS) return scree_ellipsoids_farther_than(&task, core_margin);
    if (search == SUPERQUADRICS) return scree_superquadrics_farther_than(&task, core_margin);
    return scree_solids_farther_than(&task, core_margin);
}
