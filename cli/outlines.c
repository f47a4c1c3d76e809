#include "outlines.h"

#include <stdlib.h>

/// Twice the area of a triangle, seen along n: positive where x is on the left of the line from p to q.
static double twice(scree_vec3 p, scree_vec3 q, scree_vec3 x, scree_vec3 n)
{
    return dot(n, cross(sub(q, p), sub(x, p)));
}

// --- make

bool scree_cli_outline_known(const scree_shape *s, scree_feature feature, int index)
{
    const scree_shape_kind kind = scree_shape_kind_of(s);
    if (kind == SCREE_HALF_SPACE || kind == SCREE_CAPSULE) return true;
    if (feature == SCREE_FEATURE_VERTEX) return index >= 0 && index < scree_shape_vertex_count(s);
    if (feature == SCREE_FEATURE_EDGE) return index >= 0 && index < scree_shape_edge_count(s);
    return feature == SCREE_FEATURE_FACE && index >= 0 && index < scree_shape_face_count(s);
}

int scree_cli_feature_vertices(const scree_shape *s, scree_feature feature, int index, int pair[2], const int **out)
{
    int faces[2];
    *out = pair;
    pair[0] = index;
    if (scree_shape_vertex_count(s) == 0 || feature == SCREE_FEATURE_SURFACE || index < 0) return 0;
    if (feature == SCREE_FEATURE_EDGE) scree_shape_edge(s, index, pair, faces);
    if (feature == SCREE_FEATURE_FACE) *out = scree_shape_face_vertices(s, index);
    return feature == SCREE_FEATURE_FACE ? scree_shape_face_size(s, index) : feature == SCREE_FEATURE_EDGE ? 2 : 1;
}

static scree_vec3 rotated(const scree_body *b, scree_vec3 v)
{
    const scree_body rotation = { b->shape, { 0.0, 0.0, 0.0 }, b->orientation };
    return scree_body_point(&rotation, v);
}

/// Through the contact's point on it: its own origin may be far away.
static void take_plane(const scree_body *b, scree_vec3 point, outline *out)
{
    double offset;
    scree_shape_plane(b->shape, &out->normal, &offset);
    out->normal = rotated(b, add_scaled((scree_vec3){ 0.0, 0.0, 0.0 }, 1.0 / length(out->normal), out->normal));
    out->offset = dot(out->normal, point);
    out->radius = 0.0;
}

static void turn_round(outline *o)
{
    for (int i = 0, k = o->count - 1; i < k; ++i, --k) {
        const scree_vec3 v = o->corner[i];
        o->corner[i] = o->corner[k];
        o->corner[k] = v;
    }
}

static scree_vec3 farthest_from(const outline *o, scree_vec3 from, scree_vec3 n)
{
    scree_vec3 best = from;
    double most = -1.0;
    for (int i = 0; i < o->count; ++i) {
        const double away = length(flattened(sub(o->corner[i], from), n));
        if (away <= most) continue;
        most = away;
        best = o->corner[i];
    }
    return best;
}

static bool equal(scree_vec3 a, scree_vec3 b)
{
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

/// A face is convex only to rounding, and the line of a side not much longer than that may cut off anything. Corners that do not turn
/// left are removed until all do, or three are left. The tips of a needle stay, whichever way rounding turns there.
static void drop_reflex_corners(outline *o, scree_vec3 n)
{
    if (o->count <= 3) return;
    const scree_vec3 one = farthest_from(o, o->corner[0], n), end = farthest_from(o, one, n);
    int since = 0; // consecutive corners that turned left
    for (int i = 0; o->count > 3 && since < o->count;) {
        const int before = (i + o->count - 1) % o->count, behind = (i + 1) % o->count;
        const scree_vec3 at = o->corner[i];
        if (twice(o->corner[before], at, o->corner[behind], n) > 0.0 || equal(at, one) || equal(at, end)) {
            ++since;
            i = behind;
            continue;
        }
        for (int k = i; k + 1 < o->count; ++k) o->corner[k] = o->corner[k + 1];
        --o->count;
        since = 0;
        i = (i + o->count - 1) % o->count; // the previous one may turn right now
    }
}

/// `n` is outward; `point` and `origin` as in outlines_make().
static bool outline_of(const scree_body *b, scree_feature feature, int index, scree_vec3 point, scree_vec3 origin,
                       outline *out)
{
    const scree_shape *s = b->shape;
    const scree_vec3 at = sub(b->position, origin);
    out->radius = scree_shape_rounding(s);
    if (scree_shape_kind_of(s) == SCREE_HALF_SPACE) {
        take_plane(b, sub(point, origin), out);
        return true;
    }
    int pair[2];
    const int *vertices;
    const bool capsule = scree_shape_kind_of(s) == SCREE_CAPSULE;
    out->count = capsule ? 2 : scree_cli_feature_vertices(s, feature, index, pair, &vertices);
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

bool scree_cli_outlines_make(const scree_body bodies[2], const scree_contact *contact, outline out[2])
{
    const scree_vec3 origin = contact->point_a;
    out[0] = out[1] = (outline){ .count = 0 };
    if (!outline_of(&bodies[0], contact->feature_a, contact->index_a, contact->point_a, origin, &out[0]) ||
        !outline_of(&bodies[1], contact->feature_b, contact->index_b, contact->point_b, origin, &out[1]))
        return false;
    turn_round(&out[1]); // faces are counter-clockwise about their outward normal
    for (int i = 0; i < 2; ++i) drop_reflex_corners(&out[i], contact->normal);
    return true;
}

void scree_cli_outlines_free(outline o[2])
{
    free(o[0].corner);
    free(o[1].corner);
}

// --- ask

/// Where on a segment a point is nearest, from 0 to 1, and how far it is; seen along n.
static double along(scree_vec3 p, scree_vec3 q, scree_vec3 x, scree_vec3 n, double *off)
{
    const scree_vec3 d = flattened(sub(q, p), n), r = flattened(sub(x, p), n);
    const double whole = dot(d, d), t = whole > 0.0 ? fmin(fmax(dot(r, d) / whole, 0.0), 1.0) : 0.0;
    *off = length(add_scaled(r, -t, d));
    return t;
}

double scree_cli_outline_outside(const outline *o, scree_vec3 x, scree_vec3 n)
{
    double off = 0.0, least = HUGE_VAL;
    bool in = o->count == 0 || o->count > 2;
    for (int i = 0; i < o->count; ++i) {
        const scree_vec3 p = o->corner[i], q = o->corner[(i + 1) % o->count];
        (void)along(p, q, x, n, &off);
        least = fmin(least, off);
        in = in && twice(p, q, x, n) >= 0.0;
    }
    return in ? 0.0 : least;
}

double scree_cli_outline_height(const outline *o, scree_vec3 x, scree_vec3 n)
{
    double off;
    if (o->count == 0) return dot(x, n) + (o->offset - dot(o->normal, x)) / dot(o->normal, n);
    if (o->count > 2) return dot(x, n) + dot(o->normal, sub(o->corner[0], x)) / dot(o->normal, n);
    if (o->count == 1) return dot(o->corner[0], n);
    const double t = along(o->corner[0], o->corner[1], x, n, &off);
    return (1.0 - t) * dot(o->corner[0], n) + t * dot(o->corner[1], n);
}

double scree_cli_outline_longest(const outline *o)
{
    double most = 0.0;
    for (int i = 1; i < o->count; ++i) most = fmax(most, length(sub(o->corner[i], o->corner[0])));
    return most;
}

// --- share

int scree_cli_outlines_room(const outline o[2])
{
    return 2 * (o[0].count + o[1].count) +
           4; // each line adds one corner; both outlines cut where their sides are moved
}

/// The part of a polygon on the left of the line from p to q, which is moved inward.
static int cut(const scree_vec3 *from, int count, scree_vec3 p, scree_vec3 q, scree_vec3 n, double inward, int room,
               scree_vec3 *to)
{
    const double edge = inward * length(sub(q, p));
    int kept = 0;
    for (int i = 0; i < count; ++i) {
        const scree_vec3 here = from[i], next = from[(i + 1) % count];
        const double in = twice(p, q, here, n) - edge, in_next = twice(p, q, next, n) - edge;
        if (in >= 0.0 && kept < room) to[kept++] = here;
        if (((in > 0.0 && in_next < 0.0) || (in < 0.0 && in_next > 0.0)) && kept < room)
            to[kept++] = add_scaled(here, in / (in - in_next), sub(next, here));
    }
    return kept;
}

static int share_polygon(const outline *first, const outline *by, scree_vec3 n, double inward, int room,
                         scree_vec3 *corner, scree_vec3 *spare)
{
    int count = first->count;
    for (int i = 0; i < count; ++i) corner[i] = first->corner[i];
    for (int k = inward > 0.0 ? 0 : 1; k < 2; ++k) {
        const outline *o = k == 0 ? first : by;
        for (int i = 0; i < o->count && count > 0; ++i) {
            count = cut(corner, count, o->corner[i], o->corner[(i + 1) % o->count], n, inward, room, spare);
            for (int j = 0; j < count; ++j) corner[j] = spare[j];
        }
    }
    return count < 3 ? 0 : count;
}

/// Narrows the part [ends[0], ends[1]] of the line p + s d to what is inside a polygon, or would be without one of its sides.
static void clip_line(const outline *by, int without, scree_vec3 p, scree_vec3 d, scree_vec3 n, double inward,
                      double ends[2])
{
    for (int i = 0; i < by->count; ++i) {
        if (i == without) continue;
        const scree_vec3 from = by->corner[i], way = sub(by->corner[(i + 1) % by->count], from);
        const double in = dot(n, cross(way, sub(p, from))) - inward * length(way), rise = dot(n, cross(way, d));
        if (rise > 0.0) ends[0] = fmax(ends[0], -in / rise);
        if (rise < 0.0) ends[1] = fmin(ends[1], -in / rise);
        if (rise == 0.0 && in < 0.0) ends[1] = -HUGE_VAL;
    }
}

/// The same, of a segment that is parallel to it; of one that crosses, nothing is left.
static void clip_parallel(const outline *by, scree_vec3 p, scree_vec3 d, scree_vec3 n, double inward, double ends[2])
{
    const scree_vec3 way = sub(by->corner[1], by->corner[0]);
    const double s = dot(sub(by->corner[0], p), d), t = dot(sub(by->corner[1], p), d);
    ends[0] = fmax(ends[0], fmin(s, t) + inward);
    ends[1] = fmin(ends[1], fmax(s, t) - inward);
    if (fabs(dot(n, cross(d, way))) > OUTLINE_SLOPE * length(way)) ends[1] = -HUGE_VAL;
}

static int share_segment(const outline *first, const outline *by, int without, scree_vec3 n, double inward,
                         scree_vec3 *corner)
{
    const scree_vec3 p = first->corner[0], way = sub(first->corner[1], p), flat = flattened(way, n);
    const double whole = length(flat);
    double ends[2] = { inward, whole - inward };
    if (!(whole > 0.0)) return 0;
    const scree_vec3 d = add_scaled((scree_vec3){ 0.0, 0.0, 0.0 }, 1.0 / whole, flat);
    if (by->count == 2) clip_parallel(by, p, d, n, inward, ends);
    if (by->count > 2) clip_line(by, without, p, d, n, inward, ends);
    if (!(ends[0] < ends[1])) return 0;
    for (int i = 0; i < 2; ++i) corner[i] = add_scaled(p, ends[i] / whole, way);
    return 2;
}

int scree_cli_outlines_share(const outline o[2], scree_vec3 n, double inward, scree_vec3 *corner, scree_vec3 *spare)
{
    const int a = o[0].count, b = o[1].count;
    if (a == 1 || b == 1 || (a == 0 && b == 0)) return 0;
    if (a == 2) return share_segment(&o[0], &o[1], -1, n, inward, corner);
    if (b == 2) return share_segment(&o[1], &o[0], -1, n, inward, corner);
    // The smaller one by the sides of the larger one, whose directions are known better.
    const bool second = a == 0 || (b > 0 && scree_cli_outline_longest(&o[1]) < scree_cli_outline_longest(&o[0]));
    const int first = second ? 1 : 0;
    return share_polygon(&o[first], &o[1 - first], n, inward, scree_cli_outlines_room(o), corner, spare);
}

bool scree_cli_outlines_along_side(const outline o[2], scree_vec3 n, double within, scree_vec3 ends[2])
{
    const bool second = o[0].count != 2;
    const outline *edge = &o[second ? 1 : 0], *face = &o[second ? 0 : 1];
    int side = -1, sides = 0;
    if (edge->count != 2 || face->count < 3) return false;
    for (int i = 0; i < face->count; ++i) {
        const scree_vec3 p = face->corner[i], q = face->corner[(i + 1) % face->count];
        const double most = within * length(sub(q, p));
        if (fabs(twice(p, q, edge->corner[0], n)) > most || fabs(twice(p, q, edge->corner[1], n)) > most) continue;
        side = i;
        ++sides;
    }
    return sides == 1 && share_segment(edge, face, side, n, within, ends) == 2;
}
