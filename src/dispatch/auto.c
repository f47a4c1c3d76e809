// The method `auto`: the kernel or the search that the table has for a pair (dispatch/table.c).
//
// A and B are first put into a fixed order of kind, shape and pose, so that swapping them flips the normal and changes
// nothing else, to the last bit.
#include "dispatch/auto.h"

#include "dispatch/direct.h"
#include "pair/anchor.h"
#include "pair/answer.h"
#include "pair/pair.h"
#include "pair/warm.h"
#include "shape/shape.h"
#include "solve/half_space.h"
#include "solve/polytope/solids.h"

bool scree_auto_serves(const scree_shape *a, const scree_shape *b)
{
    (void)a;
    (void)b;
    return true;
}

size_t scree_auto_scratch(const scree_shape *a, const scree_shape *b)
{
    return scree_way_room(scree_way_of(a, b), a, b);
}

// However wide the tolerance, points and features have to fit the normal: the search always goes on to this fraction of
// the size.
#define WIDEST_SEARCH 1e-8

// The radii add roundings of their own to both ends of the interval (pair/answer.h). Of a tolerance that is next to these, which the
// usual one is not, less than all is left for the search, but never less than one such rounding, which counts as narrow.
#define NEXT_TO_ROUNDING 1000.0

static double without_roundings(double tolerance, double radii)
{
    const double spread = 4.0 * DBL_EPSILON * radii;
    if (tolerance > NEXT_TO_ROUNDING * spread) return tolerance;
    return fmin(tolerance, fmax(tolerance - 2.0 * spread, 0.9 * spread));
}

static scree_task make_task(const scree_cores *c, const scree_query_options *o)
{
    scree_task task = { .cores = c, .options = o, .asked = o->tolerance };
    task.radii = c->a->radius + c->b->radius;
    task.tolerance = without_roundings(fmin(o->tolerance, WIDEST_SEARCH * c->size), task.radii);
    task.scratch = scree_arena_make(o->scratch, o->scratch_size);
    return task;
}

// The kernel's search for two polyhedra whose faces are too large for scree_hull_pair(). False: no proof.
static bool answer_hulls(const scree_task *task, scree_contact *out)
{
    const scree_cores *c = task->cores;
    const scree_query_options *o = task->options;
    if (!scree_is_hull_pair(c->a, c->b)) return false;
    if (o->max_iterations > 0 || scree_finish_scratch(c->a, c->b) <= SCREE_HULL_PATCH) return false;
    scree_hull_answer h;
    if (!scree_hulls(c, scree_first_direction(task), &h) || h.plain || h.needs_patch) return false;
    if (o->trace != NULL) {
        scree_trace_step step = { .phase = "direct", .iteration = h.found.iterations, .direction = h.found.normal };
        step.lower = h.found.lower - task->radii;
        step.upper = h.found.upper - task->radii;
        o->trace(o->trace_user, &step);
    }
    scree_finish(task, &h.found, out);
    return true;
}

// A search that stops at a loose tolerance knows normal and points only to the square root of it: at a blunt edge or corner there may
// be no feature that fits both. In that case, search again with the default tolerance.
static scree_status search_and_finish(const scree_way *way, const scree_task *task, scree_contact *out)
{
    const scree_cores *c = task->cores;
    scree_answer answer;
    if (!way->search(task, &answer)) return SCREE_SCRATCH_TOO_SMALL;
    scree_far_points(c, &answer);
    const bool held = scree_finish(task, &answer, out);
    const double usual = SCREE_DEFAULT_TOLERANCE * scree_size_of_pair(c->a, c->b);
    if (held || task->tolerance <= usual || task->options->max_iterations > 0) return out->status;
    const int iterations = out->iterations;
    scree_task tight = *task;
    tight.tolerance = usual;
    if (!way->search(&tight, &answer)) return SCREE_SCRATCH_TOO_SMALL;
    scree_far_points(c, &answer);
    (void)scree_finish(&tight, &answer, out);
    out->iterations += iterations;
    return out->status;
}

static scree_status answer_once(const scree_body *a, const scree_body *b, const scree_query_options *options,
                                scree_contact *out)
{
    scree_cores c = scree_cores_make(a, b);
    scree_task task = make_task(&c, options);
    const scree_way *way = scree_way_of(c.a, c.b);
    if (way->search == NULL) return scree_half_space_contact(a, b, &task, out);
    if (answer_hulls(&task, out)) return out->status;
    if (search_and_finish(way, &task, out) == SCREE_SCRATCH_TOO_SMALL) return SCREE_SCRATCH_TOO_SMALL;
    if (scree_is_hull_pair(c.a, c.b) && c.a->centred && c.b->centred && out->status == SCREE_OK)
        scree_hulls_settle(a, b, &c, fmax(task.tolerance, task.asked), out);
    if (c.a->dimension == 3) scree_anchor_points(a, b, c.error, out);
    return out->status;
}

// A search that a warm start has led to where no proof closes: once more without, so that a cache costs time and never the answer.
static scree_status answer_in_order(const scree_body *a, const scree_body *b, const scree_query_options *options,
                                    scree_contact *out)
{
    const scree_status status = answer_once(a, b, options, out);
    const bool warm = options->cache != NULL && options->cache->filled && options->max_iterations <= 0;
    if (status != SCREE_NO_CONVERGENCE || !warm) return status;
    scree_query_options cold = *options;
    cold.cache = NULL;
    scree_contact other = { .status = SCREE_OK };
    if (answer_once(a, b, &cold, &other) != SCREE_OK) return status;
    other.iterations += out->iterations;
    *out = other;
    return SCREE_OK;
}

// The options with the warm start swapped, for bodies that change places.
static scree_query_options swapped_options(const scree_query_options *options, scree_cache *cache)
{
    scree_query_options swapped = *options;
    if (options->cache == NULL) return swapped;
    *cache = *options->cache;
    scree_cache_swap(cache);
    swapped.cache = cache;
    return swapped;
}

// A direct answer has no steps: report it as a single trace step.
static void trace_answer(const scree_body *a, const scree_query_options *o, const scree_contact *x)
{
    const scree_mat3 rotation = m3_from_quat(a->orientation);
    scree_trace_step step = { .phase = "direct", .iteration = x->iterations, .lower = x->lower, .upper = x->upper };
    step.direction = m3_mul_transposed(&rotation, x->normal);
    o->trace(o->trace_user, &step);
}

bool scree_auto_direct(const scree_body *a, const scree_body *b, const scree_query_options *options, scree_contact *out)
{
    const scree_way *way = scree_way_of(a->shape, b->shape);
    if (way->direct == NULL) return false;
    if (way->use != SCREE_DIRECT_ALWAYS && options->max_iterations > 0) return false;
    if (way->use == SCREE_DIRECT_UNTRACED && options->trace != NULL) return false;
    if (!way->direct(a, b, options->tolerance, options->cache, out)) return false;
    if (way->use == SCREE_DIRECT_UNBOUNDED && options->trace != NULL) trace_answer(a, options, out);
    return true;
}

int scree_auto_direct_farther_than(const scree_body *a, const scree_body *b, double margin)
{
    const scree_way *way = scree_way_of(a->shape, b->shape);
    const double core_margin = margin + a->shape->radius + b->shape->radius;
    return way->direct_farther == NULL || core_margin < 0.0 ? -1 : way->direct_farther(a, b, core_margin);
}

scree_status scree_auto(const scree_body *a, const scree_body *b, const scree_query_options *options,
                        scree_contact *out)
{
    return scree_auto_direct(a, b, options, out) ? SCREE_OK : scree_auto_search(a, b, options, out);
}

scree_status scree_auto_search(const scree_body *a, const scree_body *b, const scree_query_options *options,
                               scree_contact *out)
{
    *out = (scree_contact){ .status = SCREE_OK };
    if (scree_pair_in_order(a, b)) return answer_in_order(a, b, options, out);
    scree_cache cache;
    scree_query_options swapped = swapped_options(options, &cache);
    scree_status status = answer_in_order(b, a, &swapped, out);
    scree_contact_flip(out);
    return status;
}

int scree_auto_farther_than(const scree_body *a, const scree_body *b, double margin, const scree_query_options *options)
{
    const scree_way *way = scree_way_of(a->shape, b->shape);
    const double core_margin = margin + a->shape->radius + b->shape->radius;
    if (way->search_farther == NULL || core_margin < 0.0) return -1;
    bool in_order = scree_pair_in_order(a, b);
    scree_cache cache;
    scree_query_options swapped = swapped_options(options, &cache);
    scree_cores c = in_order ? scree_cores_make(a, b) : scree_cores_make(b, a);
    scree_task task = make_task(&c, in_order ? options : &swapped);
    return way->search_farther(&task, core_margin);
}
