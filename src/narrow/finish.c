// From the cores' answer to the public one: radii, features, patch, contact point, world coordinates.
//
// A feature counts as meeting the other body up to SCREE_FEATURE_SLOPE, far above rounding: that names the features and
// makes the patch and the contact point steady. The witness points must lie on the surfaces to rounding: they are
// where, over the patch, the two features come nearest along the normal, which is at its corners unless they are
// parallel.
#include <float.h>

#include "narrow/answer.h"
#include "narrow/patch.h"

// Gaps along the normal that differ by rounding alone, in units of the pair's error.
#define LEVEL 2.0

// An interval this wide, in the same units, is as narrow as rounding lets it be: the error on both sides, and half of
// it for the search.
#define NARROW 2.5

size_t scree_finish_scratch(const scree_shape *a, const scree_shape *b)
{
    return scree_patch_scratch(a, b);
}

static double gap_over(const scree_feature_set *a, const scree_feature_set *b, scree_vec3 n, scree_vec3 x)
{
    return scree_feature_height(b, n, x) - scree_feature_height(a, n, x);
}

// The point of the patch where the features are nearest: a corner, the middle of level ones, or, if all are level, the
// centroid.
static scree_vec3 nearest_in_patch(const scree_cores *c, const scree_meeting *patch, const scree_feature_set *a,
                                   const scree_feature_set *b, scree_vec3 n)
{
    double least = INFINITY;
    for (int i = 0; i < patch->count; ++i) least = fmin(least, gap_over(a, b, n, patch->corner[i]));
    scree_vec3 sum = v3(0, 0, 0);
    int level = 0;
    for (int i = 0; i < patch->count; ++i) {
        if (gap_over(a, b, n, patch->corner[i]) > least + LEVEL * c->error) continue;
        sum = v3_add(sum, patch->corner[i]);
        ++level;
    }
    return level == patch->count ? patch->centroid : v3_scale(sum, 1.0 / level);
}

// The point of an edge whose shadow along n is nearest to that of x.
static scree_vec3 under(const scree_feature_set *edge, scree_vec3 n, scree_vec3 x)
{
    scree_vec3 p = edge->corner[0], d = v3_sub(edge->corner[1], p);
    scree_vec3 level = v3_add_scaled(d, -v3_dot(d, n), n);
    double t = v3_dot(v3_sub(x, p), level) / v3_norm2(level);
    return v3_add_scaled(p, fmin(fmax(t, 0.0), 1.0), d);
}

// Where the shadows of two edges cross; nearly parallel ones, the end of their strip that is nearest to it.
static void crossing_points(const scree_feature_set *a, const scree_feature_set *b, scree_vec3 n, scree_vec3 *on_a,
                            scree_vec3 *on_b)
{
    scree_vec3 d = v3_sub(a->corner[1], a->corner[0]), e = v3_sub(b->corner[1], b->corner[0]);
    scree_vec3 across = v3_cross(n, e); // at right angles to B's shadow
    double from = v3_dot(v3_sub(a->corner[0], b->corner[0]), across), slope = v3_dot(d, across);
    double t = slope != 0.0 ? -from / slope : 0.5;
    *on_a = v3_add_scaled(a->corner[0], fmin(fmax(t, 0.0), 1.0), d);
    *on_b = under(b, n, *on_a);
    *on_a = under(a, n, *on_b);
}

// How far the line between two points is from along n.
static double astray(scree_vec3 on_a, scree_vec3 on_b, scree_vec3 n)
{
    scree_vec3 d = v3_sub(on_b, on_a);
    return v3_norm(v3_add_scaled(d, -v3_dot(d, n), n));
}

// Witness points from the features across the normal, where they are better aligned with it than those of the search:
// a search is content when the distance is right, and that says little about where along an edge it is.
static void improve_points(const scree_feature_set *a, const scree_feature_set *b, scree_answer *x)
{
    scree_vec3 on_a = a->corner[0], on_b = b->corner[0], n = x->normal;
    if (a->count == 2 && b->count == 2)
        crossing_points(a, b, n, &on_a, &on_b);
    else if (a->count == 1 && b->count == 2)
        on_b = under(b, n, on_a);
    else if (a->count == 2 && b->count == 1)
        on_a = under(a, n, on_b);
    else if (a->count == 1 && b->count > 2)
        on_b = v3_add_scaled(on_a, x->distance, n);
    else if (a->count > 2 && b->count == 1)
        on_a = v3_add_scaled(on_b, -x->distance, n);
    else if (a->count > 1 || b->count > 1)
        return;
    if (astray(on_a, on_b, n) > astray(x->on_a, x->on_b, n)) return;
    x->on_a = on_a;
    x->on_b = on_b;
}

// Points that are still astray say that the true normal is a little off ours: so little that the distance does not show
// it, but the points do. The line between them is then as good a normal, and they lie on it.
static void align_normal(const scree_cores *c, scree_answer *x)
{
    if (astray(x->on_a, x->on_b, x->normal) <= LEVEL * c->error || fabs(x->distance) <= c->error) return;
    scree_vec3 v = v3_unit(v3_sub(x->on_b, x->on_a));
    if (x->distance < 0.0) v = v3_neg(v);
    scree_mvertex at = x->at;
    double gap = scree_cores_gap(c, v, &at);
    if (fabs(gap - x->distance) > c->error) return;
    x->normal = v;
    x->at = at;
}

// The shadows of two edges are one line, to rounding, over the strip that they share; so are those of faces, always.
static bool is_level_strip(const scree_cores *c, const scree_meeting *patch, const scree_feature_set *a,
                           const scree_feature_set *b, scree_vec3 n)
{
    if (a->count > 2 || b->count > 2) return true;
    for (int i = 0; i < patch->count; ++i) {
        if (astray(under(a, n, patch->corner[i]), under(b, n, patch->corner[i]), n) > LEVEL * c->error) return false;
    }
    return true;
}

static void settle_points(scree_answer *x, scree_vec3 middle)
{
    x->on_a = v3_add_scaled(middle, -0.5 * x->distance, x->normal);
    x->on_b = v3_add_scaled(x->on_a, x->distance, x->normal);
}

// A point of the plane n . x = 0, raised to the middle between the two features.
static scree_vec3 raise_to_middle(const scree_feature_set *a, const scree_feature_set *b, scree_vec3 n, scree_vec3 p)
{
    double height = 0.5 * (scree_feature_height(a, n, p) + scree_feature_height(b, n, p));
    return v3_add_scaled(p, height, n);
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
    bool narrow = width <= fmax(task->tolerance, NARROW * c->error + 2.0 * spread);
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
    improve_points(&a, &b, &x);
    align_normal(c, &x);
    n = x.normal;
    scree_vec3 middle = v3_lerp(x.on_a, x.on_b, 0.5);
    if (patch && is_level_strip(c, &wide, &a, &b, n))
        middle = raise_to_middle(&a, &b, n, nearest_in_patch(c, &wide, &a, &b, n));
    settle_points(&x, middle);
    scree_vec3 point = patch ? raise_to_middle(&a, &b, n, wide.centroid) : middle;
    scree_publish(task, &x, point, out);
    out->patch_area = patch ? scree_patch_measure(c, &wide) : 0.0;
    bool named_a = has_named_features(c->a), named_b = has_named_features(c->b);
    out->feature_a = named_a ? a.kind : SCREE_FEATURE_SURFACE;
    out->feature_b = named_b ? b.kind : SCREE_FEATURE_SURFACE;
    out->index_a = named_a ? a.index : -1;
    out->index_b = named_b ? b.index : -1;
}
