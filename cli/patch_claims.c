#include "patch_claims.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "outlines.h"
#include "scree/query.h"

// Roundings of coordinates, and the same of the pair's size: corners where nearly parallel sides cross are less exact.
static const double roundings = 16.0 * DBL_EPSILON, near = 1e-9;

// The patch of two edges that count as parallel is on either of them.
static const double slope = OUTLINE_SLOPE;

// --- reading

bool scree_cli_patch_corners_read(json_value value, int dimension, patch_claims *out, complaint *c)
{
    char buffer[64];
    const json_mismatch m = scree_cli_json_points(value, dimension, NULL, 0, &out->count);
    if (m.what != JSON_MATCH)
        return scree_cli_complain(c, "patch.corners: expected an array of points of %d numbers, got %s", dimension,
                                  m.what == JSON_WRONG_COUNT ? "another number of them"
                                                             : scree_cli_value_words(m.culprit, buffer));
    if (out->count < 2) return scree_cli_complain(c, "patch.corners: expected at least 2 points, got %zu", out->count);
    out->corners = value;
    out->has_corners = true;
    return true;
}

bool scree_cli_patch_vertices_read(json_value value, int which, patch_claims *out, complaint *c)
{
    char buffer[64];
    const char *name = which == 0 ? "vertices_a" : "vertices_b";
    if (scree_cli_json_kind(value) != JSON_ARRAY)
        return scree_cli_complain(c, "%s: expected an array, got %s", name, scree_cli_value_words(value, buffer));
    json_items items = scree_cli_json_items(value);
    json_value item;
    while (scree_cli_json_next_item(&items, &item)) {
        double x;
        if (!scree_cli_json_number(item, &x))
            return scree_cli_complain(c, "%s: expected numbers, got %s", name, scree_cli_value_words(item, buffer));
        if (!(x >= 0.0 && x <= 2147483647.0) || x != (double)(int)x)
            return scree_cli_complain(c, "%s: expected numbers from 0, got %g", name, x);
    }
    out->vertices[which] = value;
    out->has_vertices[which] = true;
    return true;
}

// --- the checks

static bool refute(scree_verification *out, scree_claim claim, const char *reason, double claimed, double found,
                   double allowed)
{
    out->verdict = SCREE_REFUTED;
    out->claim = claim;
    out->reason = reason;
    out->claimed = claimed;
    out->found = found;
    out->allowed = allowed;
    return false;
}

/// The vertex of a shape that a list of a request has as its i-th. Boxes have their own order.
static bool is_vertex(const stored_shape *s, int vertex, int i)
{
    const scree_shape_kind kind = scree_shape_kind_of(s->shape);
    if (kind != SCREE_POLYHEDRON && kind != SCREE_POLYGON) return vertex == i;
    if ((size_t)i + 1 >= s->count) return false; // number 0 is the head
    const scree_vec3 v = scree_shape_vertex(s->shape, vertex), w = s->numbers[i + 1];
    return v.x == w.x && v.y == w.y && v.z == w.z;
}

/// Each item of the list is another one of the feature's vertices. `seen` has a place for each of these, all false.
static bool match_vertices(json_value list, const stored_shape *s, const int *vertices, int count, bool *seen,
                           scree_verification *out)
{
    int known = 0;
    json_items items = scree_cli_json_items(list);
    json_value item;
    while (scree_cli_json_next_item(&items, &item)) {
        double x = 0.0;
        int i = 0;
        (void)scree_cli_json_number(item, &x);
        while (i < count && !is_vertex(s, vertices[i], (int)x)) ++i;
        if (i == count)
            return refute(out, SCREE_CLAIM_FEATURES, "a vertex is named that is none of the feature's", x, 0.0, 0.0);
        if (seen[i]) return refute(out, SCREE_CLAIM_FEATURES, "a vertex of the feature is named twice", x, 0.0, 0.0);
        seen[i] = true;
        ++known;
    }
    if (known == count) return true;
    return refute(out, SCREE_CLAIM_FEATURES, "vertices_a or vertices_b has not as many vertices as the feature", known,
                  count, 0.0);
}

bool scree_cli_vertices_check(const patch_claims *k, int which, const stored_shape *s, const scree_contact *contact,
                              scree_verification *out, complaint *c)
{
    int pair[2];
    const int *vertices;
    if (!k->has_vertices[which]) return true;
    const scree_feature feature = which == 0 ? contact->feature_a : contact->feature_b;
    const int index = which == 0 ? contact->index_a : contact->index_b;
    const int count = scree_cli_feature_vertices(s->shape, feature, index, pair, &vertices);
    bool *seen = calloc((size_t)count + 1, sizeof *seen);
    if (seen == NULL) return scree_cli_complain(c, "out of memory");
    (void)match_vertices(k->vertices[which], s, vertices, count, seen, out);
    free(seen);
    return true;
}

/// What is known of a pair where its patch is checked. Places are relative to the contact's point on A.
typedef struct patch_view {
    const patch_claims *claims;
    const scree_contact *contact;
    outline of[2];
    double allowed;      ///< how far claimed places may be off
    scree_vec3 *claimed; ///< the corners
    scree_vec3 *shared;  ///< what both features share
    int shared_count;
    scree_vec3 sure[2]; ///< the ends of what they share for certain
    bool has_sure, planar;
    bool one_end; ///< there is none of that, but the corners must be at one of these ends
} patch_view;

/// Each place is on both features, seen along the normal, and midway between the bodies. A patch across the normal is off the middle by
/// the slope that features may have, over no more than the length of either.
static bool check_places(const patch_view *v, const scree_vec3 *place, size_t count, const char *off_features,
                         const char *off_middle, scree_verification *out)
{
    const outline *a = &v->of[0], *b = &v->of[1];
    const scree_vec3 n = v->contact->normal;
    const double long_a = a->count > 0 ? scree_cli_outline_longest(a) : HUGE_VAL;
    const double long_b = b->count > 0 ? scree_cli_outline_longest(b) : HUGE_VAL;
    const double most = v->allowed + (a->count == 2 && b->count == 2 ? slope * (long_a + long_b) : 0.0);
    const double leaning = v->allowed + 2.0 * slope * fmin(long_a, long_b);
    for (size_t i = 0; i < count; ++i) {
        const double off = fmax(scree_cli_outline_outside(a, place[i], n), scree_cli_outline_outside(b, place[i], n));
        if (!(off <= most)) return refute(out, SCREE_CLAIM_PATCH, off_features, off, 0.0, most);
        const double top = scree_cli_outline_height(a, place[i], n) + a->radius;
        const double low = scree_cli_outline_height(b, place[i], n) - b->radius;
        const double away = fabs(dot(place[i], n) - 0.5 * (top + low));
        if (!(away <= leaning)) return refute(out, SCREE_CLAIM_PATCH, off_middle, away, 0.0, leaning);
    }
    return true;
}

static size_t farthest(const scree_vec3 *corner, size_t count, scree_vec3 from)
{
    size_t best = 0;
    for (size_t i = 1; i < count; ++i)
        if (length(sub(corner[i], from)) > length(sub(corner[best], from))) best = i;
    return best;
}

/// What the features share, and the ends of what is left of it if rounding moves their sides inward.
static bool find_shared(patch_view *v)
{
    const size_t room = (size_t)scree_cli_outlines_room(v->of);
    const scree_vec3 n = v->contact->normal;
    v->shared = malloc(2 * room * sizeof *v->shared);
    if (v->shared == NULL) return false;
    const size_t sure = (size_t)scree_cli_outlines_share(v->of, n, v->allowed, v->shared, v->shared + room);
    v->has_sure = sure > 1;
    if (v->has_sure) {
        v->sure[0] = v->shared[farthest(v->shared, sure, v->shared[0])];
        v->sure[1] = v->shared[farthest(v->shared, sure, v->sure[0])];
    }
    v->one_end = !v->has_sure && scree_cli_outlines_along_side(v->of, n, v->allowed, v->sure);
    v->shared_count = scree_cli_outlines_share(v->of, n, 0.0, v->shared, v->shared + room);
    return true;
}

/// Along the longest way through what the features share, the corners go from end to end, or, of an edge along a side, begin at one
/// of the ends.
static bool check_reach(const patch_view *v, scree_verification *out)
{
    if (!v->has_sure && !v->one_end) return true;
    const scree_vec3 way = flattened(sub(v->sure[1], v->sure[0]), v->contact->normal);
    const double whole = length(way);
    double least = HUGE_VAL, most = -HUGE_VAL;
    for (size_t i = 0; i < v->claims->count; ++i) {
        const double s = dot(sub(v->claimed[i], v->sure[0]), way) / whole;
        least = fmin(least, s);
        most = fmax(most, s);
    }
    const double missing = v->one_end ? fmin(least, whole - most) : fmax(least, whole - most);
    if (!(whole > 0.0) || missing <= v->allowed) return true;
    return refute(out, SCREE_CLAIM_PATCH, "the corners of the patch end before what the features share", missing, 0.0,
                  v->allowed);
}

/// Area and middle of a convex polygon, how long it is, and by how much its corners turn back.
typedef struct measures {
    double area, extent, back;
    scree_vec3 middle;
} measures;

static measures measure(const scree_vec3 *corner, size_t count, scree_vec3 n)
{
    measures m = { 0.0, 0.0, 0.0, add_scaled(corner[0], 0.5, sub(corner[1], corner[0])) };
    scree_vec3 moment = { 0.0, 0.0, 0.0 };
    double sum = 0.0, least = HUGE_VAL, most = -HUGE_VAL;
    for (size_t i = 1; i < count; ++i) m.extent = fmax(m.extent, length(sub(corner[i], corner[0])));
    for (size_t i = 2; i < count; ++i) {
        const scree_vec3 u = sub(corner[i - 1], corner[0]), v = sub(corner[i], corner[0]);
        const double part = dot(n, cross(u, v));
        sum += part;
        moment = add_scaled(moment, part, add_scaled(u, 1.0, v));
        least = fmin(least, part);
        most = fmax(most, part);
    }
    if (sum != 0.0) m.middle = add_scaled(corner[0], 1.0 / (3.0 * sum), moment);
    m.area = 0.5 * fabs(sum);
    m.back = sum < 0.0 ? most : count > 2 ? -least : 0.0; // a triangle the other way round
    return m;
}

/// How far the area may be off where each corner is by as much as is allowed.
static double area_allowed(const patch_view *v, const measures *m, size_t count)
{
    return v->allowed * (16.0 * m->extent + v->allowed * (double)count) + 1e-9 * m->area;
}

/// The corners against the claimed area, and against what the features share.
static bool check_area(const patch_view *v, const measures *m, bool claimed, scree_verification *out)
{
    const double found = v->planar ? m->extent : m->area, area = v->contact->patch_area;
    const double most = v->planar ? 4.0 * v->allowed : area_allowed(v, m, v->claims->count);
    if (claimed && !(fabs(found - area) <= most))
        return refute(out, SCREE_CLAIM_PATCH, "the area is not that of the corners", area, found, most);
    if (v->planar) return true;
    const measures whole = v->shared_count > 2 ? measure(v->shared, (size_t)v->shared_count, v->contact->normal)
                                               : (measures){ .area = 0.0 };
    if (fabs(found - whole.area) <= most) return true;
    return refute(out, SCREE_CLAIM_PATCH, "the area of the corners is not that of what the features share", found,
                  whole.area, most);
}

static bool check_corners(const patch_view *v, bool area_claimed, scree_verification *out)
{
    const size_t count = v->claims->count;
    if (!check_places(v, v->claimed, count, "a corner of the patch is off what the features share",
                      "a corner of the patch is not midway between the bodies", out))
        return false;
    const measures m = measure(v->claimed, count, v->contact->normal);
    if (m.back > 2.0 * v->allowed * (m.extent + v->allowed))
        return refute(out, SCREE_CLAIM_PATCH, "the corners of the patch are not those of a convex polygon, in order",
                      0.0, 0.0, 0.0);
    return check_reach(v, out) && check_area(v, &m, area_claimed, out);
}

/// By how much rounding may move the middle of what was measured, and that of what the features share. Infinite where it may be any
/// point: of a polygon no wider than rounding, and of a segment that rounding may take away.
static double middle_allowed(const patch_view *v, const measures *m, size_t count)
{
    // The middle of a thin polygon is known as well as its area.
    const double wide = area_allowed(v, m, count);
    if (count > 2) return m->area > wide ? 4.0 * v->allowed + wide / m->area * m->extent : HUGE_VAL;
    if (v->claims->has_corners) return 4.0 * v->allowed;
    return v->has_sure ? 4.0 * v->allowed + fmax(m->extent - length(sub(v->sure[1], v->sure[0])), 0.0) : HUGE_VAL;
}

/// The length of the way from the middle. What the features share is measured on one of them: of a way from there, what is seen
/// along the normal, and, of two edges that may be beside each other, along the edge.
static double from_middle(const patch_view *v, scree_vec3 way, size_t count)
{
    const scree_vec3 n = v->contact->normal;
    if (v->claims->has_corners) return length(way);
    if (count > 2) return length(flattened(way, n));
    const scree_vec3 d = flattened(sub(v->shared[1], v->shared[0]), n);
    return length(d) > 0.0 ? fabs(dot(way, d)) / length(d) : 0.0;
}

/// Whether the centroid is the middle of the claimed corners; where no corners are claimed, of what the features share.
static bool check_centroid(const patch_view *v, scree_vec3 centroid, scree_verification *out)
{
    const bool corners = v->claims->has_corners;
    const size_t count = corners ? v->claims->count : (size_t)v->shared_count;
    if (!check_places(v, &centroid, 1, "the centroid is off what the features share",
                      "the centroid is not midway between the bodies", out))
        return false;
    if (count < 2) return true;
    const measures m = measure(corners ? v->claimed : v->shared, count, v->contact->normal);
    const double most = middle_allowed(v, &m, count), away = from_middle(v, sub(centroid, m.middle), count);
    if (isinf(most) || away <= most) return true;
    return refute(out, SCREE_CLAIM_PATCH,
                  corners ? "the centroid is not that of the corners"
                          : "the centroid is not that of what the features share",
                  away, 0.0, most);
}

/// The corners as they are claimed, about the contact's point on A, and how far they may be off.
static void read_places(patch_view *v, const scree_body bodies[2], double slack)
{
    const scree_vec3 origin = v->contact->point_a;
    const size_t given = v->claims->has_corners ? v->claims->count : 0;
    size_t count;
    double far = fmax(length(origin), v->claims->has_centroid ? length(v->claims->centroid) : 0.0);
    if (given > 0) (void)scree_cli_json_points(v->claims->corners, v->planar ? 2 : 3, v->claimed, given, &count);
    for (size_t i = 0; i < given; ++i) {
        far = fmax(far, length(v->claimed[i]));
        v->claimed[i] = sub(v->claimed[i], origin);
    }
    const double size = scree_pair_size(bodies[0].shape, bodies[1].shape) + fabs(v->contact->distance);
    v->allowed = near * size + roundings * far + slack;
}

static void check_patch(const patch_view *v, bool area_claimed, scree_verification *out)
{
    if (v->of[0].count == 0 && v->of[1].count == 0)
        (void)refute(out, SCREE_CLAIM_PATCH, "what two planes share has neither corners nor a middle", 0.0, 0.0, 0.0);
    else if ((!v->claims->has_corners || check_corners(v, area_claimed, out)) && v->claims->has_centroid)
        (void)check_centroid(v, sub(v->claims->centroid, v->contact->point_a), out);
}

bool scree_cli_patch_known(const scree_body bodies[2], const scree_contact *contact)
{
    return scree_cli_outline_known(bodies[0].shape, contact->feature_a, contact->index_a) &&
           scree_cli_outline_known(bodies[1].shape, contact->feature_b, contact->index_b);
}

bool scree_cli_patch_check(const patch_claims *k, const scree_body bodies[2], const scree_contact *contact,
                           double slack, bool area, scree_verification *out, complaint *c)
{
    patch_view v = { .claims = k, .contact = contact, .planar = scree_shape_dimension(bodies[0].shape) == 2 };
    if ((!k->has_corners && !k->has_centroid) || !scree_cli_patch_known(bodies, contact)) return true;
    v.claimed = malloc((k->count + 1) * sizeof *v.claimed);
    const bool made = scree_cli_outlines_make(bodies, contact, v.of) && v.claimed != NULL;
    if (made) read_places(&v, bodies, slack);
    const bool found = made && find_shared(&v);
    if (found) check_patch(&v, area, out);
    free(v.claimed);
    free(v.shared);
    scree_cli_outlines_free(v.of);
    return found || scree_cli_complain(c, "out of memory");
}
