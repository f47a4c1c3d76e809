// Converts what a superquadric method found into a contact. See sq_close.h.
#include "papers/sq_close.h"

// Error of points that were moved onto a surface, and of heights over it, in roundings of the bodies' size.
#define SURFACE_ROUNDINGS 24.0

void scree_sq_open(const scree_body *a, const scree_body *b, const scree_query_options *options, scree_classic *out)
{
    scree_classic_open(a, b, options, true, out);
    scree_cores *c = &out->cores;
    if (c->a->kind != SCREE_SPHERE) c->swell_a = 0.0;
    if (c->b->kind != SCREE_SPHERE) c->swell_b = 0.0;
}

double scree_sq_least(const scree_classic *p)
{
    const scree_cores *c = &p->cores;
    const double a = c->a->core_radius + c->swell_a, b = c->b->core_radius + c->swell_b;
    return v3_norm(c->shift) - a - b;
}

void scree_sq_trace(const scree_classic *p, const char *phase, const scree_sq_ending *found)
{
    if (p->task.options->trace == NULL) return;
    scree_mvertex at = { .index_a = 0 };
    (void)scree_cores_gap(&p->cores, found->normal, &at);
    scree_classic_trace(p, phase, found->iterations, found->normal, &at);
}

scree_status scree_sq_close(const scree_classic *p, const scree_sq_ending *found, scree_contact *out)
{
    const scree_cores *c = &p->cores;
    const double radii = c->swell_a + c->swell_b;
    const double error =
        c->error + SURFACE_ROUNDINGS * SCREE_ROUNDING * (c->a->core_radius + c->b->core_radius + radii);
    scree_answer x = { .normal = found->normal, .iterations = found->iterations };
    x.distance = found->distance + radii;
    x.lower = found->lower - error + radii;
    x.upper = found->upper + error + radii;
    x.on_a = v3_add_scaled(found->on_a, -c->swell_a, x.normal);
    x.on_b = v3_add_scaled(found->on_b, c->swell_b, x.normal);
    scree_settle_points(c, &x);
    // scree_publish() would move a point midway between the cores to the middle of the rounded surfaces: not this one.
    const double aside = 0.5 * (c->a->radius - c->b->radius);
    scree_publish(&p->task, &x, v3_add_scaled(found->point, -aside, x.normal), out);
    out->feature_a = found->feature_a;
    out->feature_b = found->feature_b;
    out->index_a = found->index_a;
    out->index_b = found->index_b;
    scree_classic_report(p, (scree_counts){ .ph_case = found->ph_case }, found->cut_short);
    return out->status;
}
