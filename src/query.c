// The public query: checks, defaults and scratch; the answer is the method's.
#include "scree/query.h"

#include <math.h>
#include <stdalign.h>

#include "base/arena.h"
#include "math/vec3.h"
#include "narrow/answer.h"
#include "narrow/auto.h"
#include "narrow/cores.h"
#include "narrow/patch.h"
#include "scree/method.h"

// Scratch on the stack, for callers that bring none: enough for two hulls of 32 vertices; and more, for smooth shapes
// and larger hulls, which is taken only where it is needed.
enum { STACK_SCRATCH = 24 * 1024, LARGE_STACK_SCRATCH = 112 * 1024 };

scree_query_options scree_query_defaults(void)
{
    scree_query_options options = { .tolerance = -1.0 };
    return options;
}

size_t scree_query_scratch(const scree_shape *a, const scree_shape *b)
{
    size_t most = 0;
    for (int i = 0; i < scree_method_count(); ++i) {
        size_t bytes = scree_method_scratch(scree_method_at(i), a, b);
        if (bytes > most) most = bytes;
    }
    return most;
}

static double finite_radius(const scree_shape *s)
{
    return s->core == SCREE_CORE_HALF_SPACE ? s->radius : s->bounds.radius;
}

double scree_pair_size(const scree_shape *a, const scree_shape *b)
{
    return finite_radius(a) + finite_radius(b);
}

static scree_status check(const scree_body *a, const scree_body *b, const scree_query_options *o)
{
    if (a == NULL || b == NULL || a->shape == NULL || b->shape == NULL) return SCREE_INVALID_ARGUMENT;
    if (!scree_pose_is_valid(a) || !scree_pose_is_valid(b)) return SCREE_INVALID_POSE;
    if (a->shape->dimension != b->shape->dimension) return SCREE_MIXED_DIMENSIONS;
    if (isnan(o->tolerance) || o->max_iterations < 0) return SCREE_INVALID_ARGUMENT;
    if (o->method != NULL && !o->method->serves(a->shape, b->shape)) return SCREE_UNSUPPORTED_PAIR;
    return SCREE_OK;
}

// The caller's options with defaults put in.
static scree_query_options resolve(const scree_body *a, const scree_body *b, const scree_query_options *options)
{
    scree_query_options o = *options;
    if (o.tolerance < 0.0) o.tolerance = SCREE_DEFAULT_TOLERANCE * scree_pair_size(a->shape, b->shape);
    return o;
}

// What one call asks: a function of the bodies and of options that have scratch.
typedef scree_status (*asker)(const scree_body *a, const scree_body *b, const scree_query_options *o, void *out);

static scree_status ask_on_stack(const scree_body *a, const scree_body *b, scree_query_options *o, asker ask, void *out)
{
    alignas(SCREE_ARENA_ALIGN) unsigned char stack[STACK_SCRATCH];
    o->scratch = stack;
    o->scratch_size = sizeof stack;
    return ask(a, b, o, out);
}

// Not inlined: the stack of a caller that does not come here must not hold it.
__attribute__((noinline)) static scree_status ask_on_large_stack(const scree_body *a, const scree_body *b,
                                                                 scree_query_options *o, asker ask, void *out)
{
    alignas(SCREE_ARENA_ALIGN) unsigned char stack[LARGE_STACK_SCRATCH];
    o->scratch = stack;
    o->scratch_size = sizeof stack;
    return ask(a, b, o, out);
}

// With the caller's scratch, or that of the stack.
static scree_status ask_with_scratch(const scree_body *a, const scree_body *b, scree_query_options *o, size_t need,
                                     asker ask, void *out)
{
    if (o->scratch != NULL) return need <= o->scratch_size ? ask(a, b, o, out) : SCREE_SCRATCH_TOO_SMALL;
    if (need <= STACK_SCRATCH) return ask_on_stack(a, b, o, ask, out);
    return need <= LARGE_STACK_SCRATCH ? ask_on_large_stack(a, b, o, ask, out) : SCREE_SCRATCH_TOO_SMALL;
}

static scree_status fail(scree_contact *out, scree_status status)
{
    *out = (scree_contact){ .status = status };
    return status;
}

// -0 is 0: a sign that means nothing should not show.
static scree_vec3 without_negative_zeros(scree_vec3 v)
{
    return v3(v.x + 0.0, v.y + 0.0, v.z + 0.0);
}

// Not so only for a support function that returned no numbers.
static bool is_finite(const scree_contact *x)
{
    return isfinite(x->distance) && isfinite(x->lower) && isfinite(x->upper) && v3_is_finite(x->normal) &&
           v3_norm2(x->normal) > 0.0;
}

static void remember(scree_cache *cache, const scree_contact *x)
{
    if (cache == NULL) return;
    cache->axis = x->normal;
    cache->filled = 1;
}

static scree_status ask_contact(const scree_body *a, const scree_body *b, const scree_query_options *o, void *out)
{
    const scree_method *method = o->method != NULL ? o->method : scree_method_at(0);
    return method->answer(a, b, o, out);
}

scree_status scree_query(const scree_body *a, const scree_body *b, const scree_query_options *options,
                         scree_contact *out)
{
    const scree_query_options defaults = scree_query_defaults();
    if (options == NULL) options = &defaults;
    if (out == NULL) return SCREE_INVALID_ARGUMENT;
    scree_status status = check(a, b, options);
    if (status != SCREE_OK) return fail(out, status);
    scree_query_options resolved = resolve(a, b, options);
    *out = (scree_contact){ .status = SCREE_OK };
    status =
        ask_with_scratch(a, b, &resolved, scree_method_scratch(options->method, a->shape, b->shape), ask_contact, out);
    if (status != SCREE_OK && status != SCREE_NO_CONVERGENCE) return fail(out, status);
    if (!is_finite(out)) return fail(out, SCREE_INVALID_ARGUMENT);
    out->normal = without_negative_zeros(out->normal);
    out->distance += 0.0;
    remember(options->cache, out);
    return status;
}

scree_status scree_overlap(const scree_body *a, const scree_body *b, const scree_query_options *options, bool *out)
{
    return scree_closer_than(a, b, 0.0, options, out);
}

typedef struct closeness {
    double margin;
    bool closer;
} closeness;

static scree_status ask_closeness(const scree_body *a, const scree_body *b, const scree_query_options *o, void *out)
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

scree_status scree_closer_than(const scree_body *a, const scree_body *b, double margin,
                               const scree_query_options *options, bool *out)
{
    const scree_query_options defaults = scree_query_defaults();
    if (options == NULL) options = &defaults;
    if (out == NULL || !isfinite(margin)) return SCREE_INVALID_ARGUMENT;
    *out = false;
    scree_status status = check(a, b, options);
    if (status != SCREE_OK) return status;
    scree_query_options resolved = resolve(a, b, options);
    closeness answer = { .margin = margin };
    status = ask_with_scratch(a, b, &resolved, scree_auto_scratch(a->shape, b->shape), ask_closeness, &answer);
    *out = status == SCREE_OK && answer.closer;
    return status;
}
