// The public query: checks, defaults and scratch; the method gives the answer.
#include "scree/query.h"

#include <assert.h>
#include <math.h>

#include "base/arena.h"
#include "base/fp_environment.h"
#include "dispatch/auto.h"
#include "dispatch/direct.h"
#include "math/vec3.h"
#include "pair/answer.h"
#include "pair/line.h"
#include "pair/pair.h"
#include "pair/patch.h"
#include "pair/warm.h"
#include "query/single.h"
#include "query/stack.h"
#include "scree/ellipsoid.h"
#include "scree/method.h"
#include "shape/shape.h"

// Callers keep and move millions of them.
static_assert(sizeof(scree_contact) == 160 && sizeof(scree_cache) == 32, "the structs of every pair stay small");

static const scree_query_options defaults = { .size = sizeof(scree_query_options), .tolerance = -1.0 };

scree_query_options scree_query_defaults(void)
{
    return defaults;
}

size_t scree_query_scratch(const scree_shape *a, const scree_shape *b)
{
    size_t most = 0;
    if (a == NULL || b == NULL) return 0;
    for (int i = 0; i < scree_method_count(); ++i) {
        size_t bytes = scree_method_scratch(scree_method_at(i), a, b);
        if (bytes > most) most = bytes;
    }
    return most;
}

static inline bool margin_is_valid(const scree_query_options *o)
{
    return o->margin >= 0.0 && o->margin < (double)INFINITY;
}

static bool parameters_are_known(const scree_paper *paper)
{
    const scree_ellipsoid_parameters *p = paper != NULL ? paper->ellipsoids : NULL;
    return p == NULL || p->size == 0 || p->size == sizeof *p;
}

static scree_status check(const scree_body *a, const scree_body *b, const scree_query_options *o)
{
    if (a == NULL || b == NULL || a->shape == NULL || b->shape == NULL) return SCREE_INVALID_ARGUMENT;
    if (!scree_pose_is_valid(a) || !scree_pose_is_valid(b)) return SCREE_INVALID_POSE;
    if (a->shape->dimension != b->shape->dimension) return SCREE_MIXED_DIMENSIONS;
    if (isnan(o->tolerance) || o->max_iterations < 0) return SCREE_INVALID_ARGUMENT;
    if (o->within && !margin_is_valid(o)) return SCREE_INVALID_ARGUMENT;
    if (o->method != NULL && !parameters_are_known(o->paper)) return SCREE_INVALID_ARGUMENT;
    if (o->method != NULL && !o->method->serves(a->shape, b->shape)) return SCREE_UNSUPPORTED_PAIR;
    return SCREE_OK;
}

// The tolerance, with the default filled in.
static double tolerance_of(const scree_body *a, const scree_body *b, const scree_query_options *o)
{
    return o->tolerance < 0.0 ? SCREE_DEFAULT_TOLERANCE * scree_size_of_pair(a->shape, b->shape) : o->tolerance;
}

// What a call runs once its options have scratch.
typedef scree_status query_fn(const scree_body *a, const scree_body *b, const scree_query_options *o, void *out);

static scree_status query_on_stack(const scree_body *a, const scree_body *b, scree_query_options *o, query_fn *run,
                                   void *out)
{
    alignas(SCREE_ARENA_ALIGN) unsigned char stack[SCREE_STACK_SMALL];
    o->scratch = stack;
    o->scratch_size = sizeof stack;
    return run(a, b, o, out);
}

// Not inlined, so that other callers do not carry this buffer on their stack.
__attribute__((noinline)) static scree_status query_on_large_stack(const scree_body *a, const scree_body *b,
                                                                   scree_query_options *o, query_fn *run, void *out)
{
    alignas(SCREE_ARENA_ALIGN) unsigned char stack[SCREE_STACK_LARGE];
    o->scratch = stack;
    o->scratch_size = sizeof stack;
    return run(a, b, o, out);
}

static inline size_t room_of(const scree_query_options *o)
{
    return o->scratch != NULL ? o->scratch_size : SCREE_STACK_LARGE;
}

// Runs with the caller's scratch, or with scratch on the stack. The caller has checked that there is enough.
static scree_status query_with_scratch(const scree_body *a, const scree_body *b, const scree_query_options *options,
                                       size_t need, query_fn *run, void *out)
{
    scree_query_options o = *options;
    o.tolerance = tolerance_of(a, b, options);
    if (o.scratch != NULL) return run(a, b, &o, out);
    return need <= SCREE_STACK_SMALL ? query_on_stack(a, b, &o, run, out) : query_on_large_stack(a, b, &o, run, out);
}

static scree_status fail(scree_contact *out, scree_status status)
{
    *out = (scree_contact){ .status = status };
    return status;
}

// Turns -0 into 0: the sign means nothing and should not show.
static scree_vec3 without_negative_zeros(scree_vec3 v)
{
    return v3(v.x + 0.0, v.y + 0.0, v.z + 0.0);
}

// False only for a support function that returned NaN.
static bool is_finite(const scree_contact *x)
{
    return isfinite(x->distance) && isfinite(x->lower) && isfinite(x->upper) && v3_is_finite(x->normal) &&
           v3_norm2(x->normal) > 0.0;
}

static void remember(const scree_query_options *o, const scree_contact *x)
{
    if (o->cache != NULL) scree_cache_keep(o->cache, x);
    if (o->paper == NULL || o->paper->cache == NULL) return;
    o->paper->cache->normal = x->normal;
    o->paper->cache->filled = true;
}

static bool is_auto(const scree_method *method)
{
    return method == NULL || method == scree_method_at(0);
}

static scree_status query_contact(const scree_body *a, const scree_body *b, const scree_query_options *o, void *out)
{
    if (is_auto(o->method)) return scree_auto_search(a, b, o, out); // the direct kernel has been tried
    return o->method->answer(a, b, o, out);
}

// Only the contact or the verdict is wanted, by `auto`, without limits or a trace.
static inline bool is_plain_query(const scree_query_options *o)
{
    return o->method == NULL && o->max_iterations == 0 && o->trace == NULL && !isnan(o->tolerance);
}

// Whether one axis proves the pair to be beyond the margin; `out` is then the answer.
static bool is_beyond(const scree_body *a, const scree_body *b, const scree_query_options *o, scree_contact *out)
{
    return o->within && is_auto(o->method) && scree_tests_axis(o->cache, o->margin, false) &&
           scree_beyond(a, b, o->margin, o->tolerance, o->cache, out);
}

// Whether the direct kernel is asked at once, with this cache and so much scratch.
static inline bool is_direct(const scree_way *way, const scree_body *a, const scree_body *b,
                             const scree_query_options *o, const scree_cache *cache, size_t room)
{
    if (!is_plain_query(o) || !scree_way_is_small(way, a->shape, b->shape, room)) return false;
    if (!o->within) return true;
    if (!margin_is_valid(o)) return false;
    return !scree_tests_axis(cache, o->margin, false) || scree_way_is_direct_first(way, a->shape, b->shape);
}

// The general path. `tried`: the direct kernel has been tried. Not inlined: its stack frame would cost as much as the
// answer for two polygons.
__attribute__((noinline)) static scree_status
query_any(const scree_body *a, const scree_body *b, const scree_query_options *options, bool tried, scree_contact *out)
{
    scree_status status = check(a, b, options);
    if (status != SCREE_OK) return fail(out, status);
    const bool automatic = is_auto(options->method);
    const scree_way *way = scree_way_of(a->shape, b->shape);
    const bool direct_first = !tried && scree_way_is_direct_first(way, a->shape, b->shape);
    if (!direct_first && is_beyond(a, b, options, out)) return SCREE_OK;
    const scree_shape *s = a->shape, *t = b->shape;
    const size_t room = room_of(options), need = automatic ? 0 : scree_method_scratch(options->method, s, t);
    if (automatic ? !scree_way_fits(way, s, t, room) : need > room) return fail(out, SCREE_SCRATCH_TOO_SMALL);
    if (!tried && automatic && scree_auto_direct(a, b, options, out)) {
        remember(options, out);
        if (options->within) scree_shorten(out, options->margin);
        return SCREE_OK;
    }
    if (direct_first && is_beyond(a, b, options, out)) return SCREE_OK;
    *out = (scree_contact){ .status = SCREE_OK };
    status = query_with_scratch(a, b, options, automatic ? way->scratch(s, t) : need, query_contact, out);
    if (status != SCREE_OK && status != SCREE_NO_CONVERGENCE) return fail(out, status);
    if (!is_finite(out)) return fail(out, SCREE_INVALID_ARGUMENT);
    out->normal = without_negative_zeros(out->normal);
    out->distance += 0.0;
    remember(options, out);
    if (options->within) scree_shorten(out, options->margin);
    return out->beyond ? SCREE_OK : status;
}

static inline scree_status query(const scree_body *a, const scree_body *b, const scree_query_options *options,
                                 scree_contact *out)
{
    if (options == NULL) options = &defaults;
    if (out == NULL) return SCREE_INVALID_ARGUMENT;
    if (options->paper != NULL && options->paper->counts != NULL) *options->paper->counts = (scree_counts){ 0 };
    if (a == NULL || b == NULL || a->shape == NULL || b->shape == NULL) return fail(out, SCREE_INVALID_ARGUMENT);
    const scree_way *way = scree_way_of(a->shape, b->shape);
    const bool direct = is_direct(way, a, b, options, options->cache, room_of(options));
    if (!direct || !way->direct(a, b, options->tolerance, options->cache, out))
        return query_any(a, b, options, direct, out);
    remember(options, out);
    if (options->within) scree_shorten(out, options->margin);
    return SCREE_OK;
}

// For a non-default floating-point environment, or options of an older header. Not inlined, so that nothing is computed
// before the guard.
__attribute__((noinline)) static scree_status query_guarded(const scree_body *a, const scree_body *b,
                                                            const scree_query_options *options, scree_contact *out)
{
    SCREE_FP_GUARD();
    scree_query_options own;
    if (scree_options_resolve(&options, &own)) return query(a, b, options, out);
    return out != NULL ? fail(out, SCREE_INVALID_ARGUMENT) : SCREE_INVALID_ARGUMENT;
}

scree_status scree_query(const scree_body *a, const scree_body *b, const scree_query_options *options,
                         scree_contact *out)
{
    return scree_fp_is_default() && scree_options_are_whole(options) ? query(a, b, options, out)
                                                                     : query_guarded(a, b, options, out);
}

scree_status scree_query_single(const scree_body *a, const scree_body *b, const scree_query_options *options,
                                scree_cache *cache, void *scratch, size_t scratch_size, scree_contact *out)
{
    if (options == NULL) options = &defaults;
    const bool ready = scree_fp_is_default();
    const scree_way *way = scree_way_of(a->shape, b->shape);
    const bool direct = ready && is_direct(way, a, b, options, cache, scratch_size);
    if (direct && way->direct(a, b, options->tolerance, cache, out)) {
        if (cache != NULL) scree_cache_keep(cache, out);
        if (options->within) scree_shorten(out, options->margin);
        return SCREE_OK;
    }
    scree_query_options o = *options;
    o.trace = NULL;
    o.cache = cache;
    o.scratch = scratch;
    o.scratch_size = scratch_size;
    return ready ? query_any(a, b, &o, direct, out) : query_guarded(a, b, &o, out);
}

typedef struct closeness {
    double margin;
    bool closer;
} closeness;

static scree_status query_closeness(const scree_body *a, const scree_body *b, const scree_query_options *o, void *out)
{
    closeness *c = out;
    const int farther = scree_auto_farther_than(a, b, c->margin, o);
    c->closer = farther == 0;
    if (farther >= 0) return SCREE_OK;
    scree_contact contact = { .status = SCREE_OK };
    const scree_status status = scree_auto(a, b, o, &contact);
    if (status != SCREE_OK && status != SCREE_NO_CONVERGENCE) return status;
    if (!is_finite(&contact)) return SCREE_INVALID_ARGUMENT;
    c->closer = !(contact.lower > c->margin);
    return SCREE_OK;
}

// Whether the bounding balls prove the distance to be above the margin: pairs of a broad phase by boxes are often that
// far apart.
static bool balls_are_apart(const scree_body *a, const scree_body *b, double margin)
{
    const scree_shape *s = a->shape, *t = b->shape;
    const double radii = (s->core_radius + t->core_radius) + (s->radius + t->radius) + (s->slack + t->slack);
    const double roundings = 0x1p-48 * (radii + fabs(margin)); // of the sums here and of the distance
    const double reach = radii + margin + roundings;
    return s->centred && t->centred && reach > 0.0 && v3_norm2(v3_sub(b->position, a->position)) > reach * reach;
}

// The same for two round bodies, by their support heights along a line: less than a search takes.
static bool line_separates(const scree_body *a, const scree_body *b, double margin)
{
    const scree_shape *s = a->shape, *t = b->shape;
    return scree_is_round_pair(s, t) && scree_line_separates(a, b, margin + s->radius + t->radius);
}

// Whether the distance is above the margin, by the direct kernel, or by its contact where it has no verdict of its own; -1:
// undecided.
static inline int direct_verdict(const scree_way *way, const scree_body *a, const scree_body *b, double margin,
                                 const scree_query_options *options)
{
    if (way->direct_farther != NULL) return scree_auto_direct_farther_than(a, b, margin);
    scree_contact contact;
    if (!is_plain_query(options) || !way->direct(a, b, options->tolerance, NULL, &contact)) return -1;
    return contact.lower > margin;
}

// The same for any pair with valid poses, by what is quickest. -1 also where that is a search with a verdict of its own.
static int quick_verdict(const scree_way *way, const scree_body *a, const scree_body *b, double margin,
                         const scree_query_options *options)
{
    const bool contact_first = way->direct_farther != NULL || way->verdict_by_contact;
    if (!contact_first && line_separates(a, b, margin)) return 1;
    if (!contact_first && way->search_farther != NULL) return -1;
    return way->direct != NULL ? direct_verdict(way, a, b, margin, options) : -1;
}

__attribute__((noinline)) static scree_status closer_than(const scree_body *a, const scree_body *b, double margin,
                                                          const scree_query_options *options, bool *out)
{
    if (options == NULL) options = &defaults;
    if (out == NULL || !isfinite(margin)) return SCREE_INVALID_ARGUMENT;
    *out = false;
    if (a == NULL || b == NULL || a->shape == NULL || b->shape == NULL) return SCREE_INVALID_ARGUMENT;
    const scree_shape *s = a->shape, *t = b->shape;
    const scree_way *way = scree_way_of(s, t);
    if (scree_way_is_direct_first(way, s, t) && is_plain_query(options) &&
        scree_way_is_small(way, s, t, room_of(options))) {
        const int farther = direct_verdict(way, a, b, margin, options);
        *out = farther == 0;
        if (farther >= 0) return SCREE_OK;
    }
    scree_status status = check(a, b, options);
    if (status != SCREE_OK || balls_are_apart(a, b, margin)) return status;
    if (!scree_way_fits(way, s, t, room_of(options))) return SCREE_SCRATCH_TOO_SMALL;
    const int farther = quick_verdict(way, a, b, margin, options);
    *out = farther == 0;
    if (farther >= 0) return SCREE_OK;
    closeness answer = { .margin = margin };
    status = query_with_scratch(a, b, options, way->scratch(s, t), query_closeness, &answer);
    *out = status == SCREE_OK && answer.closer;
    return status;
}

// See query_guarded().
__attribute__((noinline)) static scree_status closer_than_guarded(const scree_body *a, const scree_body *b,
                                                                  double margin, const scree_query_options *options,
                                                                  bool *out)
{
    SCREE_FP_GUARD();
    scree_query_options own;
    return scree_options_resolve(&options, &own) ? closer_than(a, b, margin, options, out) : SCREE_INVALID_ARGUMENT;
}

scree_status scree_closer_than(const scree_body *a, const scree_body *b, double margin,
                               const scree_query_options *options, bool *out)
{
    return scree_fp_is_default() && scree_options_are_whole(options) ? closer_than(a, b, margin, options, out)
                                                                     : closer_than_guarded(a, b, margin, options, out);
}

scree_status scree_overlap(const scree_body *a, const scree_body *b, const scree_query_options *options, bool *out)
{
    return scree_fp_is_default() && scree_options_are_whole(options) ? closer_than(a, b, 0.0, options, out)
                                                                     : closer_than_guarded(a, b, 0.0, options, out);
}
