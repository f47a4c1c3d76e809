// From the cores' answer to the public one: radii, features, patch, contact point, world coordinates.
#include <stdalign.h>

#include "pair/answer.h"
#include "pair/exact_nearest.h"
#include "pair/level_normal.h"
#include "pair/patch.h"
#include "pair/witness.h"

size_t scree_finish_scratch(const scree_shape *a, const scree_shape *b)
{
    return scree_patch_scratch(a, b);
}

// Takes the line between the points as the normal, if the gap along it is still the distance. The true normal may
// differ from ours by less than the distance shows; but then the points would be off the surfaces.
static bool align_normal(const scree_cores *c, scree_vec3 on_a, scree_vec3 on_b, scree_vec3 line, scree_answer *x)
{
    scree_vec3 v = v3_unit(line);
    if (x->distance < 0.0) v = v3_neg(v);
    scree_mvertex at = x->at;
    double gap = scree_cores_gap(c, v, &at);
    if (fabs(gap - x->distance) > c->error) return false;
    x->normal = v;
    x->at = at;
    x->lower = fmin(x->lower, gap - c->error); // what this normal proves
    x->on_a = on_a;
    x->on_b = on_b;
    return true;
}

static double astray(const scree_answer *x, scree_vec3 on_a, scree_vec3 on_b)
{
    return scree_astray(on_a, on_b, x->distance, x->normal);
}

// Whether the points belong to the normal and lie on its features, to rounding.
static bool points_fit(const scree_region *r, const scree_answer *x)
{
    const double slack = SCREE_LEVEL * r->c->error;
    if (r->a.corner == NULL || r->b.corner == NULL) return true; // nothing to compare with
    return astray(x, x->on_a, x->on_b) <= slack && scree_feature_carries(&r->a, r->n, x->on_a, slack) &&
           scree_feature_carries(&r->b, r->n, x->on_b, slack);
}

// Takes the witness points from the features of the normal: a search stops when the distance is right, which hardly
// determines the position along an edge. Returns false where it keeps the search's points because these features do not hold
// them: of two edges that are level to rounding, the nearest points of bodies apart may be on the other one.
static bool improve_points(const scree_region *r, bool faithful, scree_answer *x)
{
    scree_vec3 on_a, on_b;
    // Points of a search that only chose an axis fit it by construction, whatever the patch.
    if (!scree_region_points(r, &on_a, &on_b)) return true;
    const double off = astray(x, on_a, on_b), own = astray(x, x->on_a, x->on_b), slack = SCREE_LEVEL * r->c->error;
    if (!scree_region_is_level(r) && !(off <= own)) {
        // Off only by rounding; but the search's points may be off the features.
        if (faithful || !(off <= slack) || points_fit(r, x)) return true;
    }
    if (!faithful && x->distance > 0.0 && off > slack && own <= slack) return false;
    x->on_a = on_a;
    x->on_b = on_b;
    return true;
}

// Intervals up to this, in units of the pair's error, determine which features may hold the points.
#define CLOSE 65536.0

// Points that do not fit: where the distance is known to rounding, they are searched anew. Others, as of a method that
// has found some normal, stay; but the true normal may differ slightly from theirs.
static bool mend_points(const scree_region *r, bool faithful, scree_answer *x, scree_witness *found)
{
    const scree_cores *c = r->c;
    const double close = (faithful ? SCREE_NARROW : CLOSE) * c->error;
    if (points_fit(r, x)) return false;
    const scree_answer before = *x;
    if (x->upper - x->lower <= close && scree_witness_find(c, x, found)) {
        // They are points of the bodies, so they cannot be nearer to each other than the distance.
        const double apart = v3_norm(v3_sub(found->on_b, found->on_a));
        if (!faithful && x->distance > 0.0 && x->upper - x->lower > SCREE_NARROW * c->error)
            x->upper = fmax(fmin(x->upper, apart + 2.0 * c->error), x->distance);
        if (!faithful || x->distance == before.distance) return true;
        *x = before;
        return false;
    }
    if (astray(x, x->on_a, x->on_b) <= SCREE_LEVEL * c->error || fabs(x->distance) <= c->error) return false;
    scree_simplex near = { .count = 1, .vertex = { x->at } };
    scree_nearest nearest;
    if (x->distance > 0.0 && scree_nearest_features(c, &near, &nearest) &&
        align_normal(c, nearest.on_a, nearest.on_b, nearest.v, x))
        return false;
    (void)align_normal(c, x->on_a, x->on_b, v3_sub(x->on_b, x->on_a), x);
    return false;
}

// The features of the normal, unless the points lie on others; then these, with their patch.
static bool name_witnesses(const scree_answer *x, const scree_witness *w, scree_arena *scratch, scree_region *r)
{
    const double slack = 2.0 * SCREE_LEVEL * r->c->error;
    if (r->a.corner == NULL || r->b.corner == NULL) return false;
    if (scree_feature_carries(&r->a, r->n, x->on_a, slack) && scree_feature_carries(&r->b, r->n, x->on_b, slack))
        return false;
    *r = scree_region_named(r->c, r->n, w->feature_a, w->index_a, w->feature_b, w->index_b, scratch);
    return true;
}

// Patches thinner than this, relative to the square of the pair's size, have ill-conditioned ends: crossings of nearly
// parallel lines.
#define THIN_PATCH 1e-6

// Recomputes a thin patch along the normal as published: scree_contact_patch() knows no other, and rounding would show
// in its ends.
static void settle_patch(const scree_cores *c, const scree_answer *x, scree_arena scratch, scree_region *r)
{
    if (!scree_region_has_patch(r) || r->patch.area > THIN_PATCH * (c->size * c->size)) return;
    const scree_vec3 published = v3_unit(scree_cores_world_direction(c, x->normal));
    const scree_vec3 n = m3_mul_transposed(&c->world_rotation, published);
    const scree_meeting patch = scree_region_meet(c, n, &r->a, &r->b, &scratch);
    if (patch.corner != NULL) r->patch = patch;
}

// Points of a search that stops at the tolerance are within this of their features, relative to the size.
#define HELD 0x1p-36

// How well features that are perpendicular to the normal hold the witness points.
typedef struct hold {
    bool close; // to rounding
    bool held;  // to the tolerance, where a search stops
} hold;

// If the named feature does not contain the witness point, or is not perpendicular to the normal, look for one that does both: first
// to rounding, then, since a search may stop at `tolerance`, with that much slack.
static hold rename_by_point(const scree_region *r, bool of_a, scree_vec3 point, double tolerance,
                            scree_feature_set *set)
{
    const scree_cores *c = r->c;
    const double slack = 2.0 * SCREE_LEVEL * c->error, near = HELD * c->size;
    if (set->corner == NULL || scree_feature_fits(c, of_a, set, r->n, point, slack)) return (hold){ true, true };
    const double found = scree_feature_find(c, of_a, r->n, point, slack, set);
    if (found < INFINITY) return (hold){ found <= slack, true };
    if (scree_feature_fits(c, of_a, set, r->n, point, fmax(near, tolerance))) return (hold){ false, true };
    return (hold){ false, tolerance > near && scree_feature_find(c, of_a, r->n, point, tolerance, set) < INFINITY };
}

// Renames both points' features where they share nothing, and computes the patch of the new ones. False where nothing
// is renamed.
static bool rename_both(const scree_answer *x, double tolerance, scree_arena *scratch, scree_region *r, hold *both)
{
    const scree_feature_set a = r->a, b = r->b;
    const hold by_a = rename_by_point(r, true, x->on_a, tolerance, &r->a);
    const hold by_b = rename_by_point(r, false, x->on_b, tolerance, &r->b);
    *both = (hold){ by_a.close && by_b.close, by_a.held && by_b.held };
    if (a.kind == r->a.kind && a.index == r->a.index && b.kind == r->b.kind && b.index == r->b.index) return false;
    if (r->a.index < 0 || r->b.index < 0) return false;
    *r = scree_region_named(r->c, r->n, r->a.kind, r->a.index, r->b.kind, r->b.index, scratch);
    return true;
}

// Calls rename_both() if the features share no patch or do not contain the points. For two polytopes whose points no feature contains to
// rounding, it tries another normal with the same gap (level_normal.c). `scratch` is the memory behind the region.
static bool name_by_points(const scree_task *task, bool on_features, scree_arena scratch, scree_answer *x,
                           scree_region *r)
{
    const scree_cores *c = task->cores;
    scree_arena again = task->scratch;
    hold both;
    if (scree_region_has_patch(r) && on_features) return true;
    if (rename_both(x, task->tolerance, &again, r, &both)) {
        scratch = again;
        settle_patch(c, x, scratch, r);
    }
    if (both.close || task->faithful || scree_region_has_patch(r)) return both.held;
    if (!scree_has_named_features(c->a) || !scree_has_named_features(c->b)) return both.held;
    if (!scree_level_normal(r, scratch, 2.0 * SCREE_LEVEL * c->error, x)) return both.held;
    scree_settle_points(c, x);
    scratch = task->scratch;
    *r = scree_region_make(c, x->normal, &x->at, &scratch);
    settle_patch(c, x, scratch, r);
    again = task->scratch;
    if (!scree_region_has_patch(r) && rename_both(x, task->tolerance, &again, r, &both)) settle_patch(c, x, again, r);
    return both.held;
}

// Points that fit the normal to this, relative to the size, are right.
#define FITTING 2e-12

// Takes the line between the points as the normal, if the gap along it is as large to the tolerance.
static bool take_line(const scree_task *task, scree_answer *x)
{
    const scree_cores *c = task->cores;
    scree_vec3 v = v3_unit(v3_sub(x->on_b, x->on_a));
    if (fabs(x->distance) <= fmax(c->error, task->tolerance) || v3_norm2(v) == 0.0) return false;
    if (x->distance < 0.0) v = v3_neg(v);
    scree_mvertex at = x->at;
    double gap = scree_cores_gap(c, v, &at);
    if (!(x->distance - gap <= fmax(c->error, 0.5 * task->tolerance))) return false;
    // In a shallow contact, points that deviate from the normal by less than their error off the surfaces give a line
    // that leans.
    if (!(gap > x->distance) && astray(x, x->on_a, x->on_b) <= FITTING * c->size) return false;
    x->normal = v;
    x->at = at;
    x->distance = gap;
    x->lower = fmin(x->lower, gap - c->error);
    return true;
}

// A smooth core: its surface is known only at the search's points. These are as accurate as the tolerance makes the
// distance, but the normal only to the square root of that. The line between them is the better normal.
static void improve_normal(const scree_task *task, scree_answer *x)
{
    const scree_cores *c = task->cores;
    const scree_vec3 on_a = x->on_a, on_b = x->on_b;
    // Weighted vertices lie slightly inside, support points on the surfaces: whichever fit the normal better.
    const bool supports = astray(x, x->at.a, x->at.b) < astray(x, on_a, on_b);
    if (supports) {
        x->on_a = x->at.a;
        x->on_b = x->at.b;
    }
    // Points that fit the normal to rounding give no better one, and near touching a worse one.
    if (astray(x, x->on_a, x->on_b) <= c->error || take_line(task, x) || !supports) return;
    // The search may have relied on the line between its own points.
    scree_answer y = *x;
    y.on_a = on_a;
    y.on_b = on_b;
    if (take_line(task, &y)) *x = y;
}

// Whether the features of the normal hold the points.
static bool features_hold(const scree_region *r, double tolerance, const scree_answer *x)
{
    const scree_cores *c = r->c;
    const double slack = fmax(HELD * c->size, tolerance);
    return (!scree_has_named_features(c->a) || scree_feature_fits(c, true, &r->a, r->n, x->on_a, slack)) &&
           (!scree_has_named_features(c->b) || scree_feature_fits(c, false, &r->b, r->n, x->on_b, slack));
}

// Establishes point_b - point_a = distance * normal: each point takes half of the deviation.
void scree_settle_points(const scree_cores *c, scree_answer *x)
{
    scree_vec3 rest = v3_add_scaled(v3_sub(x->on_b, x->on_a), -x->distance, x->normal);
    if (v3_norm(rest) > c->error) x->on_a = v3_add_scaled(x->on_a, 0.5, rest);
    x->on_b = v3_add_scaled(x->on_a, x->distance, x->normal);
}

void scree_publish(const scree_task *task, const scree_answer *x, scree_vec3 point, scree_contact *out)
{
    scree_publish_contact(task->cores, x, point, task->radii, fmax(task->tolerance, task->asked), out);
}

// Ellipsoids and superquadrics, with each other or with a point: their search has the normal to the last digit and the
// points that belong to it, distance * normal apart, and they meet in a single point.
static bool is_round_pair(const scree_cores *c)
{
    const scree_core a = c->a->core, b = c->b->core;
    const bool round_a = a == SCREE_CORE_ELLIPSOID || a == SCREE_CORE_SUPERQUADRIC;
    const bool round_b = b == SCREE_CORE_ELLIPSOID || b == SCREE_CORE_SUPERQUADRIC;
    return (round_a && (round_b || b == SCREE_CORE_POINT)) || (round_b && a == SCREE_CORE_POINT);
}

static bool is_searched(const scree_shape *s)
{
    return s->core == SCREE_CORE_SUPPORT || s->core == SCREE_CORE_FRUSTUM || s->core == SCREE_CORE_TEAR;
}

// The searches for ellipsoids are exact, so that the normal cannot be improved; but with bodies of revolution and with
// users' shapes, which have only support points, it is the general search.
static bool is_exact(const scree_cores *c)
{
    bool ellipsoid = c->a->core == SCREE_CORE_ELLIPSOID || c->b->core == SCREE_CORE_ELLIPSOID;
    return ellipsoid && !is_searched(c->a) && !is_searched(c->b);
}

// The caller wants only the search's answer, which for a superquadric and a polytope has normal and points as exact as
// possible. They meet in a point, so that only the polytope's feature is left out.
static bool is_settled_search(const scree_task *task, const scree_answer *x)
{
    const scree_cores *c = task->cores;
    if (task->options->detail != SCREE_DETAIL_SEARCH) return false;
    if (c->a->core != SCREE_CORE_SUPERQUADRIC && c->b->core != SCREE_CORE_SUPERQUADRIC) return false;
    return astray(x, x->on_a, x->on_b) <= c->error;
}

static void finish_surfaces(const scree_task *task, const scree_answer *x, scree_contact *out)
{
    scree_publish(task, x, v3_lerp(x->on_a, x->on_b, 0.5), out);
    out->patch_area = 0.0;
    out->feature_a = out->feature_b = SCREE_FEATURE_SURFACE;
    out->index_a = out->index_b = -1;
}

// A face merged from the facets of a body as thin as rounding is named with a normal that it does not have: its plane says nothing of how high
// the facets are.
static bool is_off_normal(const scree_feature_set *set, scree_vec3 n)
{
    if (set->kind != SCREE_FEATURE_FACE || set->count < 3) return false;
    return v3_norm(v3_cross(set->out, n)) > SCREE_FEATURE_SLOPE;
}

// Between the surfaces, in the middle of the patch, where there is one.
static scree_vec3 contact_point(const scree_region *r, const scree_answer *x)
{
    const bool known = scree_region_has_patch(r) && !is_off_normal(&r->a, r->n) && !is_off_normal(&r->b, r->n);
    return known ? scree_region_middle(r) : v3_lerp(x->on_a, x->on_b, 0.5);
}

bool scree_finish(const scree_task *task, const scree_answer *answer, scree_contact *out)
{
    const scree_cores *c = task->cores;
    if (is_round_pair(c) || is_settled_search(task, answer)) {
        finish_surfaces(task, answer, out);
        return true;
    }
    scree_answer x = *answer;
    scree_arena scratch = task->scratch;
    scree_region r = scree_region_make(c, x.normal, &x.at, &scratch);
    scree_witness witness;
    bool mended = false, on_features = true;
    if (r.a.index >= 0 && r.b.index >= 0) {
        on_features = improve_points(&r, task->faithful, &x);
        mended = mend_points(&r, task->faithful, &x, &witness);
    } else if (!is_exact(c)) {
        improve_normal(task, &x);
    }
    if (!v3_equal(x.normal, r.n)) {
        // A normal that turns away from the edge or face that holds the point is no improvement.
        const bool fit = r.a.corner != NULL && r.b.corner != NULL && (r.a.index < 0 || r.b.index < 0) &&
                         features_hold(&r, task->tolerance, answer);
        scratch = task->scratch;
        r = scree_region_make(c, x.normal, &x.at, &scratch);
        if (fit && r.a.corner != NULL && r.b.corner != NULL && !features_hold(&r, task->tolerance, &x)) {
            x = *answer;
            scratch = task->scratch;
            r = scree_region_make(c, x.normal, &x.at, &scratch);
        }
    }
    const bool named_a = scree_has_named_features(c->a), named_b = scree_has_named_features(c->b);
    if (named_a != named_b && r.a.corner != NULL && r.b.corner != NULL && !features_hold(&r, task->tolerance, &x) &&
        scree_level_normal(&r, scratch, fmax(HELD * c->size, task->tolerance), &x)) {
        scratch = task->scratch;
        r = scree_region_make(c, x.normal, &x.at, &scratch);
    }
    scree_arena again = task->scratch;
    const bool renamed = mended && name_witnesses(&x, &witness, &again, &r);
    if (renamed) scratch = again;
    scree_settle_points(c, &x);
    if (!renamed && scree_region_narrow(&r, v3_lerp(x.on_a, x.on_b, 0.5))) {
        // The patch is that of the named features.
        scratch = task->scratch;
        r = scree_region_named(c, r.n, r.a.kind, r.a.index, r.b.kind, r.b.index, &scratch);
    }
    settle_patch(c, &x, scratch, &r);
    const bool held = name_by_points(task, on_features, scratch, &x, &r);
    scree_publish(task, &x, contact_point(&r, &x), out);
    out->patch_area = scree_region_has_patch(&r) ? scree_patch_measure(c, &r.patch) : 0.0;
    out->feature_a = named_a ? r.a.kind : SCREE_FEATURE_SURFACE;
    out->feature_b = named_b ? r.b.kind : SCREE_FEATURE_SURFACE;
    out->index_a = named_a ? r.a.index : -1;
    out->index_b = named_b ? r.b.index : -1;
    return held;
}

// Without the caller's scratch. Not inlined, so that other callers do not carry this buffer on their stack.
bool scree_hull_finish(const scree_cores *c, const scree_answer *found, double tolerance, bool swapped,
                       scree_contact *out)
{
    alignas(SCREE_ARENA_ALIGN) unsigned char room[SCREE_HULL_PATCH + SCREE_ARENA_ALIGN];
    static const scree_query_options plain = { .tolerance = -1.0 };
    if (scree_finish_scratch(c->a, c->b) > SCREE_HULL_PATCH) return false;
    scree_task task = { .cores = c, .options = &plain, .tolerance = tolerance };
    task.radii = c->a->radius + c->b->radius;
    task.scratch = scree_arena_make(room, sizeof room);
    scree_finish(&task, found, out);
    return scree_hull_close(swapped, out);
}
