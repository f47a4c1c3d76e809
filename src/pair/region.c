// Where two cores meet along a normal.
//
// A feature counts as meeting the other body up to SCREE_FEATURE_SLOPE, far above rounding: that decides the features
// and keeps the patch and the contact point steady. The witness points must lie on the surfaces to rounding: they are
// where, over the patch, the two features are nearest along the normal, which is at its corners unless they are
// parallel.
#include "pair/patch.h"

#include "pair/axis.h"

scree_region scree_region_make(const scree_cores *c, scree_vec3 n, const scree_mvertex *at, scree_arena *scratch)
{
    scree_region r = { .c = c, .n = n };
    r.a = scree_feature_of_a(c, n, at, scratch);
    r.b = scree_feature_of_b(c, n, at, scratch);
    r.patch = scree_region_meet(c, n, &r.a, &r.b, scratch);
    return r;
}

scree_region scree_region_named(const scree_cores *c, scree_vec3 n, scree_feature kind_a, int index_a,
                                scree_feature kind_b, int index_b, scree_arena *scratch)
{
    scree_region r = { .c = c, .n = n };
    (void)scree_feature_named(c, true, kind_a, index_a, scratch, &r.a);
    (void)scree_feature_named(c, false, kind_b, index_b, scratch, &r.b);
    r.patch = scree_region_meet(c, n, &r.a, &r.b, scratch);
    return r;
}

scree_meeting scree_region_meet(const scree_cores *c, scree_vec3 n, const scree_feature_set *a,
                                const scree_feature_set *b, scree_arena *scratch)
{
    const scree_meeting none = { .count = 0 };
    return a->count > 1 && b->count > 1 ? scree_meet(a, b, n, SCREE_LEVEL * c->error, scratch) : none;
}

double scree_astray(scree_vec3 on_a, scree_vec3 on_b, double distance, scree_vec3 n)
{
    return v3_norm(v3_add_scaled(v3_sub(on_b, on_a), -distance, n));
}

static double gap_over(const scree_region *r, scree_vec3 x)
{
    return scree_feature_height(&r->b, r->n, x) - scree_feature_height(&r->a, r->n, x);
}

// The point of the patch where the features are nearest: a corner, the middle of level ones, or, if all are level, the
// centroid.
static scree_vec3 nearest_in_patch(const scree_region *r)
{
    const scree_meeting *patch = &r->patch;
    double least = INFINITY;
    for (int i = 0; i < patch->count; ++i) least = fmin(least, gap_over(r, patch->corner[i]));
    scree_vec3 sum = v3(0, 0, 0);
    int level = 0;
    for (int i = 0; i < patch->count; ++i) {
        if (gap_over(r, patch->corner[i]) > least + SCREE_LEVEL * r->c->error) continue;
        sum = v3_add(sum, patch->corner[i]);
        ++level;
    }
    return level == patch->count ? patch->centroid : v3_scale(sum, 1.0 / level);
}

// The point of an edge whose projection along n is nearest to that of x.
static scree_vec3 under(const scree_feature_set *edge, scree_vec3 n, scree_vec3 x)
{
    scree_vec3 p = edge->corner[0], d = v3_sub(edge->corner[1], p);
    scree_vec3 level = v3_add_scaled(d, -v3_dot(d, n), n);
    double length2 = v3_norm2(level); // 0 for an edge shorter than a rounding of its coordinates
    double t = length2 > 0.0 ? v3_dot(v3_sub(x, p), level) / length2 : 0.0;
    return v3_add_scaled(p, fmin(fmax(t, 0.0), 1.0), d);
}

// The point of a feature over, or under, a point x of the patch.
static scree_vec3 point_on(const scree_feature_set *set, scree_vec3 n, scree_vec3 x)
{
    if (set->count == 1) return set->corner[0];
    if (set->count == 2) return under(set, n, x);
    double height = v3_dot(n, x);
    scree_vec3 projection = v3_add_scaled(x, -height, n);
    return v3_add_scaled(projection, scree_feature_height(set, n, projection), n);
}

// Where the projections of two edges cross; if they cross outside, the nearest end of an edge.
static void crossing_points(const scree_region *r, scree_vec3 *on_a, scree_vec3 *on_b)
{
    const scree_feature_set *a = &r->a, *b = &r->b;
    scree_vec3 d = v3_sub(a->corner[1], a->corner[0]), e = v3_sub(b->corner[1], b->corner[0]);
    scree_vec3 across = v3_cross(r->n, e); // perpendicular to B's projection
    double from = v3_dot(v3_sub(a->corner[0], b->corner[0]), across), slope = v3_dot(d, across);
    double t = slope != 0.0 ? -from / slope : 0.5;
    *on_a = v3_add_scaled(a->corner[0], fmin(fmax(t, 0.0), 1.0), d);
    *on_b = under(b, r->n, *on_a);
    *on_a = under(a, r->n, *on_b);
}

// Whether the projections of two edges are one line, to rounding, over their common strip; for faces always.
static bool is_level_strip(const scree_region *r)
{
    if (r->a.count > 2 || r->b.count > 2) return true;
    for (int i = 0; i < r->patch.count; ++i) {
        scree_vec3 x = r->patch.corner[i], d = v3_sub(under(&r->b, r->n, x), under(&r->a, r->n, x));
        if (v3_norm(v3_cross(d, r->n)) > SCREE_LEVEL * r->c->error) return false;
    }
    return true;
}

// Two edges whose projections have a well-conditioned crossing.
static bool edges_cross(const scree_region *r)
{
    if (r->a.count != 2 || r->b.count != 2) return false;
    scree_vec3 d = v3_sub(r->a.corner[1], r->a.corner[0]), e = v3_sub(r->b.corner[1], r->b.corner[0]);
    return fabs(v3_dot(d, v3_cross(r->n, e))) > SCREE_FEATURE_SLOPE * v3_norm(d) * v3_norm(e);
}

// Faces or parallel edges that share only a corner.
static bool is_one_point(const scree_region *r)
{
    return r->patch.count == 1 && !edges_cross(r);
}

bool scree_region_is_level(const scree_region *r)
{
    return is_one_point(r) || (scree_region_has_patch(r) && is_level_strip(r));
}

bool scree_region_points(const scree_region *r, scree_vec3 *on_a, scree_vec3 *on_b)
{
    const scree_feature_set *a = &r->a, *b = &r->b;
    if (a->corner == NULL || b->corner == NULL) return false;
    if (scree_region_is_level(r)) {
        scree_vec3 x = is_one_point(r) ? r->patch.corner[0] : nearest_in_patch(r);
        *on_a = point_on(a, r->n, x);
        *on_b = point_on(b, r->n, x);
        return true;
    }
    if (a->count == 2 && b->count == 2) {
        crossing_points(r, on_a, on_b);
        return true;
    }
    if (a->count > 1 && b->count > 1) return false;
    *on_a = a->count == 1 ? a->corner[0] : point_on(a, r->n, b->corner[0]);
    *on_b = b->count == 1 ? b->corner[0] : point_on(b, r->n, a->corner[0]);
    return true;
}

// Roundings of the size within which a point counts as on a feature: those of its own coordinates.
#define HELD_ROUNDINGS 2.0

static bool move_onto(const scree_region *r, const scree_feature_set *set, scree_vec3 *point)
{
    const double slack = HELD_ROUNDINGS * SCREE_ROUNDING * r->c->size;
    if (scree_feature_carries(set, r->n, *point, slack)) return true;
    *point = scree_feature_nearest(set, r->n, *point);
    return scree_feature_carries(set, r->n, *point, slack);
}

bool scree_region_held_points(const scree_region *r, scree_vec3 *on_a, scree_vec3 *on_b)
{
    return scree_region_points(r, on_a, on_b) && move_onto(r, &r->a, on_a) && move_onto(r, &r->b, on_b);
}

double scree_region_nearest(const scree_region *r, scree_vec3 *on_a, scree_vec3 *on_b)
{
    const scree_feature_set *a = &r->a, *b = &r->b;
    if (a->corner == NULL || b->corner == NULL || a->count > 2 || b->count > 2) return INFINITY;
    return scree_segment_distance(a->corner[0], a->corner[a->count - 1], b->corner[0], b->corner[b->count - 1], on_a,
                                  on_b);
}

scree_vec3 scree_region_middle(const scree_region *r)
{
    scree_vec3 x = r->patch.centroid;
    double height = 0.5 * (scree_feature_height(&r->a, r->n, x) + scree_feature_height(&r->b, r->n, x));
    return v3_add_scaled(x, height, r->n);
}

bool scree_region_narrow(scree_region *r, scree_vec3 point)
{
    if (r->a.corner == NULL || r->b.corner == NULL || r->a.count < 2 || r->b.count < 2) return false;
    const double slack = 2.0 * SCREE_LEVEL * r->c->error;
    const scree_vec3 projection = v3_add_scaled(point, -v3_dot(point, r->n), r->n);
    scree_vec3 p = projection, q = projection;
    if (r->patch.count > 0) {
        // The two corners farthest from each other, to rounding; a patch wider than them is no segment.
        const scree_vec3 *corner = r->patch.corner;
        p = q = corner[0];
        for (int i = 1; i < r->patch.count; ++i)
            if (v3_norm2(v3_sub(corner[i], p)) > v3_norm2(v3_sub(q, p))) q = corner[i];
        for (int i = 1; i < r->patch.count; ++i)
            if (v3_norm2(v3_sub(corner[i], q)) > v3_norm2(v3_sub(p, q))) p = corner[i];
        double length = v3_norm(v3_sub(q, p));
        if (r->patch.area > slack * length) return false;
        if (length > slack && (r->a.count == 2 || r->b.count == 2)) return false; // a segment, as an edge should share
    }
    // The narrowed feature must hold the witness points, too.
    const scree_vec3 over[3] = { p, q, projection };
    const scree_feature kind_a = r->a.kind, kind_b = r->b.kind;
    scree_feature_narrow(r->c, true, r->n, over, slack, &r->a);
    scree_feature_narrow(r->c, false, r->n, over, slack, &r->b);
    return r->a.kind != kind_a || r->b.kind != kind_b;
}
