#include "verified.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "scree/method.h"

static bool is_auto(const scree_method *m)
{
    return m == NULL || m == scree_method_at(0);
}

// Points of superquadrics and of bodies of revolution are as right as the normal, which is off by the root of what the
// distance is off by where a body is flat or rotated about an axis that both share. The interval does not depend on them.
// Up to this part of the pair that is left open here; tests count how often: of 110,000 answers, none was, when this was set.
// Where a search was cut short, or was allowed a large error, the interval says by how much the distance may be off.
#define ASTRAY 1e-9

static bool is_loose(const scree_shape *s)
{
    const scree_shape_kind kind = scree_shape_kind_of(s);
    return kind == SCREE_CYLINDER || kind == SCREE_CONE || kind == SCREE_TAPERED_CAPSULE || kind == SCREE_SUPERQUADRIC;
}

static bool is_astray(const scree_body *a, const scree_body *b, const scree_contact *x, const scree_verification *v)
{
    const double size = scree_pair_size(a->shape, b->shape) + fabs(x->distance);
    const bool hangs = v->claim == SCREE_CLAIM_POINTS || v->claim == SCREE_CLAIM_FEATURES;
    const double width = x->upper - x->lower, allowed = width > ASTRAY * size ? sqrt(width * size) : ASTRAY * size;
    return hangs && (is_loose(a->shape) || is_loose(b->shape)) && v->claimed <= allowed;
}

scree_verification scree_verified(const scree_body *a, const scree_body *b, const scree_query_options *options,
                                  const scree_contact *contact)
{
    const scree_query_options usual = scree_query_defaults();
    const scree_query_options *q = options != NULL ? options : &usual;
    scree_verify_options o = scree_verify_defaults();
    o.tolerance = q->tolerance;
    o.within = q->within;
    o.margin = q->margin;
    if (!is_auto(q->method)) o.claims = SCREE_VERIFY_INTERVAL | SCREE_VERIFY_STATE;
    scree_verification v = { .verdict = SCREE_UNDECIDED, .reason = "the pair has no answer" };
    // What a query refuses, with a reason, is no answer to check.
    if (contact->status != SCREE_OK && contact->status != SCREE_NO_CONVERGENCE) return v;
    if (scree_verify(a, b, contact, &o, &v) != SCREE_OK)
        v = (scree_verification){ .verdict = SCREE_REFUTED,
                                  .reason = "scree_verify() refuses a pair that was answered" };
    if (v.verdict == SCREE_REFUTED && is_astray(a, b, contact, &v)) v.verdict = SCREE_UNDECIDED;
    return v;
}

const char *scree_verified_fault(const scree_verification *v, double lower, double upper, double blur)
{
    if (v->verdict == SCREE_REFUTED) return v->reason;
    if (v->lower > upper + blur) return "scree_verify() proves a lower end above the exact distance";
    if (v->upper < lower - blur) return "scree_verify() proves an upper end below the exact distance";
    return NULL;
}

bool scree_verified_holds(const char *what, const scree_body *a, const scree_body *b,
                          const scree_query_options *options, const scree_contact *contact)
{
    const scree_verification v = scree_verified(a, b, options, contact);
    if (v.verdict != SCREE_REFUTED) return true;
    fprintf(stderr, "REFUTED %s: %s: %s: claimed %.17g, found %.17g, allowed %.3g; distance %.17g in [%.17g, %.17g]\n",
            what, scree_claim_name(v.claim), v.reason, v.claimed, v.found, v.allowed, contact->distance, contact->lower,
            contact->upper);
    return false;
}

scree_status scree_verified_query(const scree_body *a, const scree_body *b, const scree_query_options *options,
                                  scree_contact *contact)
{
    const scree_status status = scree_query(a, b, options, contact);
    if (!scree_verified_holds("while a scene is placed", a, b, options, contact)) abort();
    return status;
}
