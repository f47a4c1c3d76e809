// Anything on a half space.
//
// Idea        The gap is the least height of the body over the plane: that of its support point against the normal.
// Departures  The height of the body's origin, (N . x - offset) / |N| with N as it was given, is evaluated with twice
//             the digits: far from the origin the two terms nearly cancel. So is the offset of a second half space, which
//             is taken off that.
#include "solve/half_space.h"

#include "pair/exact_shift.h"
#include "pair/patch.h"

// The error bound of the answer, in roundings of the body's core radius and of the gap; see pair.c.
#define RADIUS_ROUNDINGS 48.0
#define HEIGHT_ROUNDINGS 4.0

// Two half spaces face each other if their normals are opposite to within this many roundings.
#define OPPOSITE_ROUNDINGS 16.0

// Of the way from one half space's origin to the other's planes, what twice the digits leave open. Well above what they do, for
// others who look at the planes with twice the digits, such as scree_verify().
#define OPPOSITE_EXACTLY 0x1p-87

// How high x, in the half space's frame, is over its plane.
static dd height_of(const scree_shape *plane, dd3 x)
{
    dd3 normal = dd3_from(plane->form->given_normal);
    dd height = dd_sub(dd3_dot(normal, x), dd_make(plane->form->given_offset, 0.0));
    return dd_div(height, dd_sqrt(dd3_dot(normal, normal)));
}

// A is a half space too: its highest point along n is anywhere on its plane.
static bool support_half_space(const scree_cores *c, scree_vec3 n, scree_answer *x, dd *reach)
{
    if (v3_norm(v3_sub(n, c->a->form->plane_normal)) > OPPOSITE_ROUNDINGS * SCREE_ROUNDING) return false;
    const dd3 origin = dd3_from(v3(0, 0, 0));
    *reach = dd_neg(height_of(c->a, origin));
    x->at = (scree_mvertex){ .a = v3_scale(n, dd_value(*reach)), .index_a = -1, .index_b = -1 };
    return true;
}

// A half space's normal in the world, unit.
static dd3 exact_normal(const scree_body *plane)
{
    const dd3 n = scree_exact_rotated(plane->orientation, plane->shape->form->given_normal);
    const dd length = dd_sqrt(dd3_dot(n, n));
    return (dd3){ dd_div(n.x, length), dd_div(n.y, length), dd_div(n.z, length) };
}

// How far from opposite the normals of two half spaces are: the distance differs by so much of the way from one place to another.
static double lean_of(const scree_body *a, const scree_body *b)
{
    return v3_norm(dd3_value(dd3_add(exact_normal(a), exact_normal(b))));
}

// The point of a plane that is nearest to its body's origin, in the world; `reach` is that far along the normal.
static scree_vec3 nearest_on_plane(const scree_body *plane, dd reach)
{
    const dd3 n = exact_normal(plane), way = { dd_mul(n.x, reach), dd_mul(n.y, reach), dd_mul(n.z, reach) };
    return dd3_value(dd3_add(dd3_from(plane->position), way));
}

static void support_body(const scree_cores *c, scree_vec3 n, scree_answer *x, dd *reach)
{
    scree_mvertex at = { .index_a = -1, .index_b = -1 };
    if (scree_core_is_smooth(c->a)) {
        at.a = scree_smooth_support(c->a, n);
    } else {
        at.index_a = scree_support_vertex(c->a, n, 0);
        at.a = scree_stored_vertex(c->a, at.index_a);
    }
    *reach = dd_make(v3_dot(n, at.a), 0.0);
    x->at = at;
}

// Whether all corners of the feature are at the same height, to rounding: then any of its points can be the witness.
static bool is_level(const scree_cores *c, const scree_feature_set *set, scree_vec3 n)
{
    double low = INFINITY, high = -INFINITY;
    for (int i = 0; i < set->count; ++i) {
        low = fmin(low, v3_dot(n, set->corner[i]));
        high = fmax(high, v3_dot(n, set->corner[i]));
    }
    return high - low <= SCREE_LEVEL * c->error;
}

static bool has_named_features(const scree_shape *s)
{
    return s->kind == SCREE_BOX || s->kind == SCREE_POLYHEDRON || s->kind == SCREE_HALF_SPACE;
}

scree_status scree_half_space_contact(const scree_body *a, const scree_body *b, scree_task *task, scree_contact *out)
{
    scree_cores c = *task->cores;
    scree_task local = *task;
    local.cores = &c;
    scree_vec3 n = v3_neg(m3_mul(&c.rotation, c.b->form->plane_normal));
    scree_answer x = { .normal = n, .iterations = 1 };
    dd exact_reach;
    bool two = c.a->core == SCREE_CORE_HALF_SPACE;
    if (two && !support_half_space(&c, n, &x, &exact_reach)) return SCREE_UNBOUNDED_OVERLAP;
    if (!two) support_body(&c, n, &x, &exact_reach);
    const double reach = dd_value(exact_reach);
    const dd height = height_of(c.b, scree_exact_shift(b, a));
    x.distance = two ? dd_value(dd_sub(height, exact_reach)) : dd_value(height) - reach;
    x.on_a = x.at.a;
    x.on_b = v3_add_scaled(x.on_a, x.distance, n);
    const double radius = two ? 0.0 : c.a->core_radius, offset = fabs(c.b->form->plane_offset);
    c.size = (two ? fabs(reach) : radius) + fabs(x.distance);
    c.error = SCREE_ROUNDING * (RADIUS_ROUNDINGS * radius + HEIGHT_ROUNDINGS * fabs(x.distance)) + c.a->slack;
    c.error += SCREE_EXACT_ROUNDING * (2.0 * v3_norm(c.shift) + 4.0 * v3_norm(c.a->centre) + offset);
    // Twice: that is how much it may differ from where the one origin is to where the other one is, and back.
    if (two) c.error += (2.0 * lean_of(a, b) + OPPOSITE_EXACTLY) * (v3_norm(c.shift) + fabs(reach) + offset);
    x.lower = x.distance - c.error;
    x.upper = x.distance + c.error;

    scree_arena scratch = task->scratch;
    scree_feature_set set = { .kind = SCREE_FEATURE_FACE, .count = 0 };
    scree_vec3 point = v3_lerp(x.on_a, x.on_b, 0.5);
    if (!two) set = scree_feature_of_a(&c, n, &x.at, &scratch);
    scree_meeting patch = { .count = 0 };
    if (set.count > 1) patch = scree_meet(&set, NULL, n, SCREE_LEVEL * c.error, &scratch);
    if (patch.count > 1) point = v3_add_scaled(patch.centroid, v3_dot(n, point), n);
    if (patch.count > 1 && is_level(&c, &set, n)) {
        x.on_a = v3_add_scaled(patch.centroid, reach, n);
        x.on_b = v3_add_scaled(x.on_a, x.distance, n);
    }
    scree_publish(&local, &x, point, out);
    // Take the normal from the half space itself: the one that was rotated into the body's frame and back is less
    // exact.
    scree_mat3 rotation_b = m3_from_quat(b->orientation);
    out->normal = v3_unit(v3_neg(m3_mul(&rotation_b, c.b->form->plane_normal)));
    if (two) {
        out->point_a = nearest_on_plane(a, dd_add(exact_reach, dd_make(c.a->radius, 0.0)));
        out->point = v3_add_scaled(out->point_a, 0.5 * out->distance, out->normal);
    }
    out->point_b = v3_add_scaled(out->point_a, out->distance, out->normal);
    out->patch_area = patch.count > 1 ? patch.area : 0.0;
    out->feature_a = has_named_features(c.a) ? set.kind : SCREE_FEATURE_SURFACE;
    out->index_a = has_named_features(c.a) ? set.index : -1;
    out->feature_b = SCREE_FEATURE_FACE;
    out->index_b = 0;
    return out->status;
}
