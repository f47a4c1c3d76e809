#include "patch_claims.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "scree/query.h"

// Roundings of coordinates, and the same of the pair's size: corners where nearly parallel sides cross are less exact.
static const double roundings = 16.0 * DBL_EPSILON, near = 1e-9;

// Two edges count as parallel up to this slope, and the patch is on either of them.
static const double slope = 1.01e-6;

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

// --- vectors

static double dot(scree_vec3 a, scree_vec3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static scree_vec3 cross(scree_vec3 a, scree_vec3 b)
{
    return (scree_vec3){ a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x };
}

static scree_vec3 sub(scree_vec3 a, scree_vec3 b)
{
    return (scree_vec3){ a.x - b.x, a.y - b.y, a.z - b.z };
}

static scree_vec3 add_scaled(scree_vec3 a, double s, scree_vec3 b)
{
    return (scree_vec3){ a.x + s * b.x, a.y + s * b.y, a.z + s * b.z };
}

static double length(scree_vec3 v)
{
    return sqrt(dot(v, v));
}

/// Along the normal, onto the plane through the origin.
static scree_vec3 flattened(scree_vec3 v, scree_vec3 n)
{
    return add_scaled(v, -dot(v, n), n);
}

// --- outlines

/// What a body meets the other one with: corners about the contact's point, without rounding balls.
typedef struct outline {
    int count; ///< 0: a whole plane, 1: a vertex, 2: an edge or the axis of a capsule
    scree_vec3 *corner;
    scree_vec3 normal; ///< of the face or the plane
    double offset;     ///< of the plane
    double radius;     ///< of the ball, outward
} outline;

static scree_vec3 rotated(const scree_body *b, scree_vec3 v)
{
    const scree_body rotation = { b->shape, { 0.0, 0.0, 0.0 }, b->orientation };
    return scree_body_point(&rotation, v);
}

static bool is_known(const scree_shape *s, scree_feature feature, int index)
{
    const scree_shape_kind kind = scree_shape_kind_of(s);
    if (kind == SCREE_HALF_SPACE || kind == SCREE_CAPSULE) return true;
    if (feature == SCREE_FEATURE_VERTEX) return index >= 0 && index < scree_shape_vertex_count(s);
    if (feature == SCREE_FEATURE_EDGE) return index >= 0 && index < scree_shape_edge_count(s);
    return feature == SCREE_FEATURE_FACE && index >= 0 && index < scree_shape_face_count(s);
}

bool scree_cli_patch_known(const scree_body bodies[2], const scree_contact *contact)
{
    return is_known(bodies[0].shape, contact->feature_a, contact->index_a) &&
           is_known(bodies[1].shape, contact->feature_b, contact->index_b);
}

/// The vertices of a feature, by their numbers in the shape. `pair` has room for those that are not a face's.
static int vertices_of(const scree_shape *s, scree_feature feature, int index, int pair[2], const int **out)
{
    int faces[2];
    *out = pair;
    pair[0] = index;
    if (scree_shape_vertex_count(s) == 0 || feature == SCREE_FEATURE_SURFACE || index < 0) return 0;
    if (feature == SCREE_FEATURE_EDGE) scree_shape_edge(s, index, pair, faces);
    if (feature == SCREE_FEATURE_FACE) *out = scree_shape_face_vertices(s, index);
    return feature == SCREE_FEATURE_FACE ? scree_shape_face_size(s, index) : feature == SCREE_FEATURE_EDGE ? 2 : 1;
}

/// `point` is the contact's on this body. False where memory ran out.
static bool outline_of(const scree_body *b, scree_feature feature, int index, scree_vec3 point, scree_vec3 origin,
                       outline *out)
{
    const scree_shape *s = b->shape;
    const scree_vec3 at = sub(b->position, origin);
    *out = (outline){ .radius = scree_shape_rounding(s) };
    if (scree_shape_kind_of(s) == SCREE_HALF_SPACE) { // through the point on it: its own origin may be far away
        double offset;
        scree_shape_plane(s, &out->normal, &offset);
        out->normal = rotated(b, add_scaled((scree_vec3){ 0.0, 0.0, 0.0 }, 1.0 / length(out->normal), out->normal));
        out->offset = dot(out->normal, sub(point, origin));
        out->radius = 0.0;
        return true;
    }
    int pair[2];
    const int *vertices;
    const bool capsule = scree_shape_kind_of(s) == SCREE_CAPSULE;
    out->count = capsule ? 2 : vertices_of(s, feature, index, pair, &vertices);
    out->corner = malloc(((size_t)out->count + 1) * sizeof *out->corner);
    if (out->corner == NULL) return false;
    for (int i = 0; i < out->count; ++i) {
        const double half = scree_shape_half_length(s);
        const scree_vec3 v =
            capsule ? (scree_vec3){ 0.0, 0.0, i == 0 ? -half : half } : scree_shape_vertex(s, vertices[i]);
        out->corner[i] = add_scaled(at, 1.0, rotated(b, v));
    }
    if (capsule) out->radius += scree_shape_radius(s);
    if (out->count > 2) out->normal = rotated(b, scree_shape_face_normal(s, index));
    return true;
}

/// Where on a segment a point is nearest, from 0 to 1, and how far it is; seen along n.
static double along(scree_vec3 p, scree_vec3 q, scree_vec3 x, scree_vec3 n, double *off)
{
    const scree_vec3 d = flattened(sub(q, p), n), r = flattened(sub(x, p), n);
    const double whole = dot(d, d), t = whole > 0.0 ? fmin(fmax(dot(r, d) / whole, 0.0), 1.0) : 0.0;
    *off = length(add_scaled(r, -t, d));
    return t;
}

/// How far a point is outside an outline, seen along n; 0 inside. Faces are counter-clockwise about their outward normal,
/// which is `side` times n.
static double outside(const outline *o, scree_vec3 x, scree_vec3 n, double side)
{
    double off = 0.0, least = HUGE_VAL;
    bool in = o->count == 0 || o->count > 2;
    for (int i = 0; i < o->count; ++i) {
        const scree_vec3 p = o->corner[i], q = o->corner[(i + 1) % o->count];
        (void)along(p, q, x, n, &off);
        least = fmin(least, off);
        in = in && side * dot(n, cross(sub(q, p), sub(x, p))) >= 0.0;
    }
    return in ? 0.0 : least;
}

/// Along n, how high the feature is over x, without the ball.
static double height(const outline *o, scree_vec3 x, scree_vec3 n)
{
    double off;
    if (o->count == 0) return dot(x, n) + (o->offset - dot(o->normal, x)) / dot(o->normal, n);
    if (o->count > 2) return dot(x, n) + dot(o->normal, sub(o->corner[0], x)) / dot(o->normal, n);
    if (o->count == 1) return dot(o->corner[0], n);
    const double t = along(o->corner[0], o->corner[1], x, n, &off);
    return (1.0 - t) * dot(o->corner[0], n) + t * dot(o->corner[1], n);
}

static double longest(const outline *o)
{
    double most = 0.0;
    for (int i = 1; i < o->count; ++i) most = fmax(most, length(sub(o->corner[i], o->corner[0])));
    return most;
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

static bool check_vertices(const patch_claims *k, int which, const stored_shape *s, scree_feature feature, int index,
                           scree_verification *out)
{
    int pair[2], known = 0;
    const int *vertices;
    if (!k->has_vertices[which]) return true;
    const int count = vertices_of(s->shape, feature, index, pair, &vertices);
    json_items items = scree_cli_json_items(k->vertices[which]);
    json_value item;
    while (scree_cli_json_next_item(&items, &item)) {
        double x = 0.0;
        bool found = false;
        (void)scree_cli_json_number(item, &x);
        for (int i = 0; i < count && !found; ++i) found = is_vertex(s, vertices[i], (int)x);
        if (!found)
            return refute(out, SCREE_CLAIM_FEATURES, "a vertex is named that is none of the feature's", x, 0.0, 0.0);
        ++known;
    }
    if (known == count) return true;
    return refute(out, SCREE_CLAIM_FEATURES, "vertices_a or vertices_b has not as many vertices as the feature", known,
                  count, 0.0);
}

/// Each corner is on both features, seen along the normal, and midway between the bodies, up to the slope that features may have.
static bool check_places(const outline o[2], const scree_vec3 *corner, size_t count, scree_vec3 n, double allowed,
                         scree_verification *out)
{
    const bool edges = o[0].count == 2 && o[1].count == 2;
    const double most = allowed + (edges ? slope * (longest(&o[0]) + longest(&o[1])) : 0.0);
    const double leaning = most + slope * (longest(&o[0]) + longest(&o[1]));
    for (size_t i = 0; i < count; ++i) {
        const double a = outside(&o[0], corner[i], n, 1.0), b = outside(&o[1], corner[i], n, -1.0);
        if (!(fmax(a, b) <= most))
            return refute(out, SCREE_CLAIM_PATCH, "a corner of the patch is off what the features share", fmax(a, b),
                          0.0, most);
        const double top = height(&o[0], corner[i], n) + o[0].radius, low = height(&o[1], corner[i], n) - o[1].radius;
        const double off = fabs(dot(corner[i], n) - 0.5 * (top + low));
        if (!(off <= leaning))
            return refute(out, SCREE_CLAIM_PATCH, "a corner of the patch is not midway between the bodies", off, 0.0,
                          leaning);
    }
    return true;
}

/// Area and middle of the corners' polygon, of a segment in 2-D its length; false where it is not convex.
static bool measure(const scree_vec3 *corner, size_t count, scree_vec3 n, double allowed, double *area,
                    scree_vec3 *middle, double *extent)
{
    scree_vec3 moment = { 0.0, 0.0, 0.0 };
    double sum = 0.0, least = HUGE_VAL, most = -HUGE_VAL;
    *extent = 0.0;
    for (size_t i = 1; i < count; ++i) *extent = fmax(*extent, length(sub(corner[i], corner[0])));
    for (size_t i = 2; i < count; ++i) {
        const scree_vec3 u = sub(corner[i - 1], corner[0]), v = sub(corner[i], corner[0]);
        const double part = dot(n, cross(u, v));
        sum += part;
        moment = add_scaled(moment, part, add_scaled(u, 1.0, v));
        least = fmin(least, part);
        most = fmax(most, part);
    }
    *middle = add_scaled(corner[0], 0.5, sub(corner[count > 1 ? 1 : 0], corner[0]));
    if (sum != 0.0) *middle = add_scaled(corner[0], 1.0 / (3.0 * sum), moment);
    *area = 0.5 * fabs(sum);
    const double twist = sum < 0.0 ? most : count > 2 ? -least : 0.0; // a triangle the other way round
    return !(twist > 2.0 * allowed * (*extent + allowed));
}

static bool check_measures(const patch_claims *k, const scree_vec3 *corner, const scree_contact *contact, int dimension,
                           scree_vec3 centroid, double allowed, bool area_claimed, scree_verification *out)
{
    scree_vec3 middle = { 0.0, 0.0, 0.0 };
    double area = 0.0, extent = 0.0;
    if (k->has_corners && !measure(corner, k->count, contact->normal, allowed, &area, &middle, &extent))
        return refute(out, SCREE_CLAIM_PATCH, "the corners of the patch are not those of a convex polygon, in order",
                      0.0, 0.0, 0.0);
    const double wide = allowed * (4.0 * extent + allowed) * (double)(k->count + 1) + 1e-9 * area;
    const double found = dimension == 2 ? extent : area, most = dimension == 2 ? 4.0 * allowed : wide;
    if (k->has_corners && area_claimed && !(fabs(found - contact->patch_area) <= most))
        return refute(out, SCREE_CLAIM_PATCH, "the area is not that of the corners", contact->patch_area, found, most);
    if (!k->has_corners || !k->has_centroid) return true;
    // The middle of a thin polygon is known as well as its area.
    const double part = k->count > 2 ? (area > wide ? wide / area : 1.0) : 0.0;
    const double off = length(sub(centroid, middle)), open = 4.0 * allowed + part * extent;
    if (off <= open) return true;
    return refute(out, SCREE_CLAIM_PATCH, "the centroid is not that of the corners", off, 0.0, open);
}

static bool check_corners(const patch_claims *k, const scree_body bodies[2], const scree_contact *contact, double slack,
                          bool area, scree_vec3 *corner, scree_verification *out, complaint *c)
{
    const int dimension = scree_shape_dimension(bodies[0].shape);
    const scree_vec3 origin = contact->point_a;
    outline o[2] = { { .count = 0 }, { .count = 0 } };
    size_t count;
    double far = length(origin);
    (void)scree_cli_json_points(k->corners, dimension, corner, k->count, &count);
    for (size_t i = 0; i < k->count; ++i) {
        far = fmax(far, length(corner[i]));
        corner[i] = sub(corner[i], origin);
    }
    const double size = scree_pair_size(bodies[0].shape, bodies[1].shape) + fabs(contact->distance);
    const double allowed = near * size + roundings * far + slack;
    const bool made = outline_of(&bodies[0], contact->feature_a, contact->index_a, contact->point_a, origin, &o[0]) &&
                      outline_of(&bodies[1], contact->feature_b, contact->index_b, contact->point_b, origin, &o[1]);
    if (made && check_places(o, corner, k->count, contact->normal, allowed, out))
        (void)check_measures(k, corner, contact, dimension, sub(k->centroid, origin), allowed, area, out);
    free(o[0].corner);
    free(o[1].corner);
    return made || scree_cli_complain(c, "out of memory");
}

bool scree_cli_patch_check(const patch_claims *k, stored_shape *const shapes[2], const scree_body bodies[2],
                           const scree_contact *contact, double slack, bool area, scree_verification *out, complaint *c)
{
    if (!check_vertices(k, 0, shapes[0], contact->feature_a, contact->index_a, out) ||
        !check_vertices(k, 1, shapes[1], contact->feature_b, contact->index_b, out))
        return true;
    if (!k->has_corners || !scree_cli_patch_known(bodies, contact)) return true;
    scree_vec3 *corner = malloc(k->count * sizeof *corner);
    if (corner == NULL) return scree_cli_complain(c, "out of memory");
    const bool good = check_corners(k, bodies, contact, slack, area, corner, out, c);
    free(corner);
    return good;
}
