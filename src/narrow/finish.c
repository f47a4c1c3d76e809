// From the cores' answer to the public one: radii, features, patch, contact point, world coordinates.
//
// Two thicknesses are at work. A feature counts as meeting the other body up to SCREE_FEATURE_SLOPE, far above
// rounding: that names the features and makes the patch and the contact point steady. The witness points must lie on
// the surfaces to rounding, so they come from what of those features is level with the extreme to rounding.
#include <float.h>

#include "narrow/answer.h"
#include "narrow/patch.h"

// Height differences along the normal that are rounding, in units of the pair's error.
#define LEVEL 2.0

size_t scree_finish_scratch(const scree_shape *a, const scree_shape *b)
{
    return scree_patch_scratch(a, b);
}

// Drop the corners that are lower along n than the highest by more than rounding; says whether any was.
static bool keep_level(scree_feature_set *set, scree_vec3 n, double thickness)
{
    double top = -INFINITY;
    for (int i = 0; i < set->count; ++i) top = fmax(top, v3_dot(n, set->corner[i]));
    int kept = 0;
    for (int i = 0; i < set->count; ++i)
        if (v3_dot(n, set->corner[i]) >= top - thickness) set->corner[kept++] = set->corner[i];
    bool dropped = kept < set->count;
    set->count = kept;
    return dropped;
}

static void settle_points(scree_answer *x, scree_vec3 middle)
{
    x->on_a = v3_add_scaled(middle, -0.5 * x->distance, x->normal);
    x->on_b = v3_add_scaled(x->on_a, x->distance, x->normal);
}

// A point of the plane n . x = 0, raised to the middle between the two cores.
static scree_vec3 raise_to_middle(const scree_answer *x, scree_vec3 p)
{
    double height = 0.5 * (v3_dot(x->normal, x->at.a) + v3_dot(x->normal, x->at.b));
    return v3_add_scaled(p, height, x->normal);
}

static bool has_named_features(const scree_shape *s)
{
    return s->kind == SCREE_BOX || s->kind == SCREE_POLYHEDRON || s->kind == SCREE_POLYGON;
}

static scree_state state_of(double distance, double tolerance)
{
    if (fabs(distance) <= tolerance) return SCREE_TOUCHING;
    return distance > 0.0 ? SCREE_SEPARATED : SCREE_OVERLAPPING;
}

void scree_publish(const scree_task *task, const scree_answer *x, scree_vec3 point, scree_contact *out)
{
    const scree_cores *c = task->cores;
    double spread = 4.0 * DBL_EPSILON * (task->radii + fabs(x->distance));
    out->distance = x->distance - task->radii;
    out->lower = fmin(x->lower - task->radii - spread, out->distance);
    out->upper = fmax(x->upper - task->radii + spread, out->distance);
    out->normal = v3_unit(scree_cores_world_direction(c, x->normal));
    scree_vec3 skin_a = v3_add_scaled(x->on_a, c->a->radius, x->normal);
    out->point_a = scree_cores_world_point(c, skin_a);
    out->point_b = v3_add_scaled(out->point_a, out->distance, out->normal);
    // `point` is midway between the cores; the skins' middle differs where the radii do.
    scree_vec3 shifted = v3_add_scaled(point, 0.5 * (c->a->radius - c->b->radius), x->normal);
    out->point = scree_cores_world_point(c, shifted);
    out->iterations = x->iterations;
    out->state = state_of(out->distance, task->tolerance);
    double width = out->upper - out->lower;
    bool narrow = width <= fmax(task->tolerance, SCREE_WIDTH_ROUNDINGS * SCREE_ROUNDING * (c->size + task->radii));
    out->status = narrow ? SCREE_OK : SCREE_NO_CONVERGENCE;
}

void scree_finish(const scree_task *task, const scree_answer *answer, scree_contact *out)
{
    const scree_cores *c = task->cores;
    scree_answer x = *answer;
    scree_arena scratch = task->scratch;
    scree_vec3 n = x.normal;
    scree_feature_set a = scree_feature_of_a(c, n, &x.at, &scratch), b = scree_feature_of_b(c, n, &x.at, &scratch);
    scree_meeting wide = { .count = 0 };
    if (a.count > 1 && b.count > 1) wide = scree_meet(&a, &b, n, &scratch);
    bool patch = wide.count >= 2;
    scree_feature kind_a = a.kind, kind_b = b.kind;
    if (patch) {
        double thickness = LEVEL * c->error;
        bool a_leans = keep_level(&a, n, thickness), b_leans = keep_level(&b, v3_neg(n), thickness);
        scree_meeting level = a_leans || b_leans ? scree_meet(&a, &b, n, &scratch) : wide;
        if (level.count > 0)
            settle_points(&x, raise_to_middle(&x, level.centroid));
        else
            settle_points(&x, v3_lerp(x.on_a, x.on_b, 0.5));
    } else {
        settle_points(&x, v3_lerp(x.on_a, x.on_b, 0.5));
    }
    scree_vec3 point = patch ? raise_to_middle(&x, wide.centroid) : v3_lerp(x.on_a, x.on_b, 0.5);
    scree_publish(task, &x, point, out);
    out->patch_area = patch ? scree_patch_measure(c, &wide) : 0.0;
    bool named_a = has_named_features(c->a), named_b = has_named_features(c->b);
    out->feature_a = named_a ? kind_a : SCREE_FEATURE_SURFACE;
    out->feature_b = named_b ? kind_b : SCREE_FEATURE_SURFACE;
    out->index_a = named_a ? a.index : -1;
    out->index_b = named_b ? b.index : -1;
}
