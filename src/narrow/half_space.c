// A half space with anything.
//
// Idea        The gap is the least height of the other body over the plane: its support point against the normal.
// Departures  The height of the other body's origin, (N . x - offset) / |N| with N as it was given, is evaluated with
//             twice the digits: far from the origin the two terms nearly cancel.
#include "narrow/half_space.h"

#include "narrow/exact_shift.h"
#include "narrow/patch.h"

// Roundings of the other core's radius and of the gap that the answer may be off by; see cores.c.
#define HEIGHT_ROUNDINGS 24.0

// Two normals count as opposite when they are to these many roundings.
#define OPPOSITE_ROUNDINGS 16.0

static dd3 dd3_from(scree_vec3 v)
{
    return dd3_diff(v, v3(0, 0, 0));
}

// How high x is over the plane of a half space, in its frame.
static double height_of(const scree_shape *plane, dd3 x)
{
    dd3 normal = dd3_from(plane->given_normal);
    dd height = dd_sub(dd3_dot(normal, x), dd_make(plane->given_offset, 0.0));
    return dd_value(dd_div(height, dd_sqrt(dd3_dot(normal, normal))));
}

static scree_status two_half_spaces(const scree_body *a, const scree_body *b, scree_task *task, scree_answer *x)
{
    const scree_cores *c = task->cores;
    scree_vec3 n = c->a->plane_normal;
    if (v3_norm(v3_add(n, m3_mul(&c->turn, c->b->plane_normal))) > OPPOSITE_ROUNDINGS * SCREE_ROUNDING)
        return SCREE_UNBOUNDED_OVERLAP;
    x->distance = height_of(c->a, scree_exact_shift(a, b)) - c->b->plane_offset;
    x->on_a = v3_scale(n, c->a->plane_offset);
    x->on_b = v3_add_scaled(x->on_a, x->distance, n);
    x->at = (scree_mvertex){ v3_sub(x->on_b, x->on_a), x->on_a, x->on_b, -1, -1 };
    return SCREE_OK;
}

static void below_body(const scree_body *a, const scree_body *b, scree_task *task, scree_answer *x)
{
    const scree_cores *c = task->cores;
    scree_vec3 n = c->a->plane_normal;
    scree_vec3 down = v3_neg(m3_mul_transposed(&c->turn, n)), lowest;
    int index = -1;
    if (c->b->core == SCREE_CORE_SUPPORT) {
        lowest = v3_sub(c->b->support(c->b->support_user, down), c->b->centre);
    } else {
        index = scree_support_vertex(c->b, down, 0);
        lowest = scree_stored_vertex(c->b, index);
    }
    x->distance = height_of(c->a, scree_exact_shift(a, b)) - v3_dot(down, lowest);
    x->on_b = v3_add(m3_mul(&c->turn, lowest), c->shift);
    x->on_a = v3_add_scaled(x->on_b, -x->distance, n);
    x->at = (scree_mvertex){ v3_sub(x->on_b, x->on_a), x->on_a, x->on_b, -1, index };
}

scree_status scree_half_space_contact(const scree_body *a, const scree_body *b, scree_task *task, scree_contact *out)
{
    scree_cores c = *task->cores;
    bool two = c.b->core == SCREE_CORE_HALF_SPACE;
    scree_task local = *task;
    local.cores = &c;
    scree_answer x = { .normal = c.a->plane_normal, .iterations = 1 };
    if (two) {
        scree_status status = two_half_spaces(a, b, &local, &x);
        if (status != SCREE_OK) return status;
    } else {
        below_body(a, b, &local, &x);
    }
    c.size = (two ? fabs(c.b->plane_offset) : c.b->core_radius) + fabs(x.distance);
    c.error = HEIGHT_ROUNDINGS * SCREE_ROUNDING * c.size;
    x.lower = x.distance - c.error;
    x.upper = x.distance + c.error;

    scree_arena scratch = task->scratch;
    scree_feature_set set = { .kind = SCREE_FEATURE_FACE, .count = 0 };
    scree_vec3 n = x.normal, point = v3_lerp(x.on_a, x.on_b, 0.5);
    if (!two) set = scree_feature_of_b(&c, n, &x.at, &scratch);
    scree_meeting patch = { .count = 0 };
    if (set.count > 1) patch = scree_meet(NULL, &set, n, &scratch);
    if (patch.count > 1) point = v3_add_scaled(patch.centroid, v3_dot(n, point), n);
    scree_publish(&local, &x, point, out);
    bool named = two || c.b->kind == SCREE_BOX || c.b->kind == SCREE_POLYHEDRON;
    out->patch_area = patch.count > 1 ? patch.area : 0.0;
    out->feature_a = SCREE_FEATURE_FACE;
    out->index_a = 0;
    out->feature_b = named ? set.kind : SCREE_FEATURE_SURFACE;
    out->index_b = named ? set.index : -1;
    return out->status;
}
