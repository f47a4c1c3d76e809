// Two hulls that overlap: is the depth along the normal of two features the least of all? Usually decided by the
// adjacent features; face on face, and for faces that were merged from facets: see below.
//
// Idea        N = reference - incident (-M: Words in docs/architecture.md); its support height h(n') is the depth along
//             n'. The features span a face of N that is d deep, on which the projection of the origin is r away from a
//             side. N has the whole side: two points, one on either side of the projection and both at least L away
//             from it along the side. So at an angle t to n, and an angle w off the direction to the side, h >= d cos t
//             + (r cos w + L |sin w|) sin t. That is at least d, up to right angles, for every side with r >= d; and
//             also where |sin w| >= d / L. What is left is a narrow window of directions towards a near side. There, N
//             has more: the side is an edge of one hull with a vertex of the other, so that N also has the side moved
//             along every edge that leaves that vertex, and the corners of the faces at the edge. Let such a point be c
//             below the side along n and k beyond it. With x = tan(t / 2), it is as high as the side at x0 = r / d if c
//             (1 - x0^2) <= 2 k x0, and as high as d at right angles if r + k >= d; then it is so in between, too,
//             since its height above d, times 1 + x^2, is a parabola in x that opens downwards, or rises all the way.
//             For normals at a right angle to n or more, a ball of radius d inside one hull is enough, or one inside each,
//             the incident hull's ahead along n, if their radii together are d more than their distance across n.
// Limits      A depth without such a proof may still be the least. Rounding counts against the proof.
#ifndef SCREE_KERNELS_HULL_HULL_LEAST_H
#define SCREE_KERNELS_HULL_HULL_LEAST_H

#include "kernels/hull/hull_near.h"

enum { NEAR_SIDES = 8 }; // of a face of N; with more, no verdict

/// A side of the face of N: an edge of one hull with a vertex of the other. All in the reference's frame.
typedef struct hull_side {
    scree_vec3 n, out, along; ///< orthonormal: the normal, out through the side, along it
    scree_vec3 at;            ///< the point of the edge nearest to the projection
    double near, reach;       ///< r and L
    double enough, error;     ///< d, and its error bound
    bool of_reference;        ///< the edge is the reference's
    int edge, vertex;
} hull_side;

/// If this fails, no point beyond the side can close the window.
static inline bool can_close(const hull_side *s)
{
    return s->near > 0.0 && s->reach > s->enough;
}

/// The sides of a face of the reference, with a vertex of the incident, that are nearer than `enough`. Returns their
/// number; -1: more than fit, or one of them cannot be closed.
static inline int near_face_sides(const hull_frame *f, const hull_meeting *m, double enough, double error,
                                  hull_side *list)
{
    const scree_shape *t = f->reference;
    const scree_face *at = &t->hull->faces[m->index_reference];
    int count = 0;
    for (int k = at->first; k < at->first + at->count; ++k) {
        scree_vec3 inward;
        const double near = inside_of_side(t, at, k, m->on_reference, &inward) - error;
        if (near >= enough) continue;
        if (count == NEAR_SIDES) return -1;
        hull_side *s = &list[count++];
        const scree_vec3 way = side_at(t, at, k), corner = scree_node_at(t, t->hull->face_vertices[k]);
        const double length = v3_norm(way);
        *s = (hull_side){ .n = m->n, .enough = enough, .error = error, .near = near, .of_reference = true };
        s->out = v3_neg(inward);
        s->along = v3_scale(way, 1.0 / length);
        const double behind = v3_dot(s->along, v3_sub(m->on_reference, corner));
        s->at = v3_add_scaled(corner, behind, s->along);
        s->reach = min2(behind, length - behind) - error;
        if (!can_close(s)) return -1;
        s->edge = scree_face_edge(t->hull, k);
        s->vertex = m->index_incident;
    }
    return count;
}

/// Two edges that cross: the side of the parallelogram along one of them, `along`, at an end of the other, which is
/// `length` away in the direction `to`. Both are unit; `sine` is that of their angle. The crossing is `back` and
/// `ahead` from the ends of the first edge.
static inline void put_side(hull_side *s, scree_vec3 along, scree_vec3 to, double length, double sine, double back,
                            double ahead)
{
    const double cosine = v3_dot(to, along), skew = length * cosine;
    s->along = along;
    // Not the rest of `to`: for nearly parallel edges that is not perpendicular to the first.
    const scree_vec3 across = v3_unit(v3_cross(s->n, along));
    s->out = v3_dot(across, to) < 0.0 ? v3_neg(across) : across;
    s->reach = min2(back - skew, ahead + skew) - s->error;
    s->near = length * sine - s->error;
}

/// The same for the parallelogram of two edges: at most four sides; -1: one of them cannot be closed.
static inline int near_edge_sides(const hull_frame *f, const hull_meeting *m, double enough, double error,
                                  hull_side *list)
{
    const scree_edge of_v = scree_edge_at(f->reference->hull, m->index_reference),
                     of_w = scree_edge_at(f->incident->hull, m->index_incident);
    const int *v = of_v.vertex, *w = of_w.vertex;
    const scree_vec3 p = scree_node_at(f->reference, v[0]), u = v3_sub(scree_node_at(f->reference, v[1]), p);
    const scree_vec3 q = incident_vertex(f, w[0]),
                     e = v3_sub(q, incident_vertex(f, w[1])); // in N the incident is negated
    const double length_u = v3_norm(u), length_e = v3_norm(e);
    const scree_vec3 along_u = v3_scale(u, 1.0 / length_u), along_e = v3_scale(e, 1.0 / length_e);
    const double sine = v3_norm(v3_cross(along_u, along_e)), cosine = v3_dot(along_u, along_e);
    // Distances of the crossing from the ends of the reference's edge, and from those of the incident's, in the order
    // of its negated direction.
    const double part_u = v3_dot(along_u, v3_sub(m->on_reference, p)),
                 part_e = v3_dot(along_e, v3_sub(q, m->on_incident));
    const double at_u[2] = { part_u, length_u - part_u }, at_e[2] = { part_e, length_e - part_e };
    int count = 0;
    for (int end = 0; end < 2; ++end) {
        const double sign = end == 0 ? -1.0 : 1.0;
        hull_side s = { .n = m->n, .enough = enough, .error = error };
        if (at_e[end] * sine - error < enough) {
            put_side(&s, along_u, v3_scale(along_e, sign), at_e[end], sine, at_u[0], at_u[1]);
            s.at = v3_add_scaled(m->on_reference, -sign * at_e[end] * cosine, along_u);
            s.of_reference = true;
            s.edge = m->index_reference;
            s.vertex = w[end];
            if (!can_close(&s)) return -1;
            list[count++] = s;
        }
        if (at_u[end] * sine - error < enough) {
            put_side(&s, along_e, v3_scale(along_u, sign), at_u[end], sine, at_e[0], at_e[1]);
            s.at = v3_add_scaled(m->on_incident, sign * at_u[end] * cosine, along_e);
            s.of_reference = false;
            s.edge = m->index_incident;
            s.vertex = v[end];
            if (!can_close(&s)) return -1;
            list[count++] = s;
        }
    }
    return count;
}

static inline int near_sides(const hull_frame *f, const hull_meeting *m, double enough, double error, hull_side *list)
{
    return m->feature_reference == SCREE_FEATURE_FACE ? near_face_sides(f, m, enough, error, list)
                                                      : near_edge_sides(f, m, enough, error, list);
}

// ------------------------------------------------------------------------------------------------------- the proof

/// Which points, or moved sides, that are `rise` from the side along n and `beyond` it close the window. They slip
/// along the side by at most `slip` relative to the side itself, and lose `loss` at right angles. Their heights at a
/// sine z off the direction to the side are bounded by products of two linear functions of z, which are least at the
/// ends.
static inline unsigned close_window(const hull_side *s, lane rise, lane beyond, lane slip, lane loss)
{
    const double wide = s->enough / s->reach, end = 1.0 - wide * wide, x = s->near / s->enough;
    const double near_end = s->near * end + s->enough, scale = 0.5 * (1.0 - x * x) * s->enough;
    const lane doubt = lane_of(2.0 * s->error), low = (doubt - rise) * lane_of(scale), k = beyond - doubt;
    const lane near = lane_of(s->near), enough = lane_of(s->enough), last = k * lane_of(end) - slip * lane_of(wide);
    return lane_bits((last > lane_of(0.0)) & (near * k >= low) & (lane_of(near_end) * last >= low) &
                     (near + k >= enough) & ((near + k) * lane_of(end) - loss * lane_of(wide) >= enough));
}

/// The side's directions in the frame of a shape, out of N, which has the incident negated.
typedef struct side_axes {
    lane3 n, out, along;
} side_axes;

static inline side_axes axes_of(const hull_frame *f, const hull_side *s, bool reference)
{
    const scree_mat3 *r = f->rotation;
    if (reference) return (side_axes){ l3_of(s->n), l3_of(s->out), l3_of(s->along) };
    return (side_axes){ l3_of(v3_neg(m3_mul_transposed(r, s->n))), l3_of(v3_neg(m3_mul_transposed(r, s->out))),
                        l3_of(v3_neg(m3_mul_transposed(r, s->along))) };
}

/// Whether an edge that leaves the side's vertex closes the window.
static inline bool spokes_close(const hull_side *s, const scree_shape *t, const side_axes *d)
{
    const int end = fan_end(t, s->vertex);
    unsigned closed = 0;
    for (int k = fan_begin(t, s->vertex); k < end; k += SCREE_LANES) {
        const lane3 spoke = spokes_at(t, s->vertex, k);
        const lane slip = lane_abs(l3_dot(d->along, spoke)) + lane_of(s->error);
        const lane loss = lane_max(slip - lane_of(s->reach), lane_of(0.0));
        closed |=
            close_window(s, l3_dot(d->n, spoke), l3_dot(d->out, spoke), slip, loss) & lane_bits(lane_first(end - k));
    }
    return closed != 0;
}

/// Whether a corner of a face at the side's edge does; `at` is the point of the edge nearest to the projection.
static inline bool corners_close(const hull_side *s, const scree_shape *t, const side_axes *d, scree_vec3 at, int face)
{
    const int first = t->hull->faces[face].first, end = first + t->hull->faces[face].count;
    unsigned closed = 0;
    for (int k = first; k < end; k += SCREE_LANES) {
        const lane3 q = l3_sub(corners_at(t, &t->hull->faces[face], k), l3_of(at));
        const lane off = lane_abs(l3_dot(d->along, q)) + lane_of(s->error);
        closed |= close_window(s, l3_dot(d->n, q), l3_dot(d->out, q), lane_of(s->reach) + off, off) &
                  lane_bits(lane_first(end - k));
    }
    return closed != 0;
}

static inline bool side_closes(const hull_frame *f, const hull_side *s)
{
    const scree_shape *other = s->of_reference ? f->incident : f->reference,
                      *t = s->of_reference ? f->reference : f->incident;
    const side_axes away = axes_of(f, s, !s->of_reference);
    if (spokes_close(s, other, &away)) return true;
    const side_axes own = axes_of(f, s, s->of_reference);
    const scree_vec3 at = s->of_reference ? s->at : m3_mul_transposed(f->rotation, v3_sub(s->at, f->shift));
    const scree_edge of_face = scree_edge_at(t->hull, s->edge);
    const int *face = of_face.face;
    return corners_close(s, t, &own, at, face[0]) || corners_close(s, t, &own, at, face[1]);
}

/// Whether the depth is more than `enough` along every normal at 90 degrees or more to that of the meeting.
static inline bool is_deep_behind(const hull_frame *f, const hull_meeting *m, double enough, double error)
{
    if (!(enough > 0.0)) return false;
    const double *const reference = f->reference->hull->inscribed_ball,
                        *const incident = f->incident->hull->inscribed_ball, a = reference[3], b = incident[3];
    const scree_vec3 at = v3_add(m3_mul(f->rotation, v3(incident[0], incident[1], incident[2])), f->shift);
    const scree_vec3 apart = v3_sub(at, v3(reference[0], reference[1], reference[2]));
    const double along = v3_dot(m->n, apart), across = v3_norm(v3_add_scaled(apart, -along, m->n));
    if (along > 0.0 && a > 0.0 && b > 0.0 && a + b - across > enough) return true;
    // Balls near the features, or deeper ones where the hulls hardly widen: the best of each hull.
    const double deepest = max2(2.0 * enough, max2(f->reference->core_radius, f->incident->core_radius));
    double below = 0.0, above = 0.0;
    for (double depth = 2.0 * enough; depth <= deepest; depth *= 2.0) {
        below = max2(below, -outside_by(f->reference, v3_add_scaled(m->on_reference, -depth, m->n)) - error);
        if (below > enough) return true;
        const scree_vec3 p = v3_sub(v3_add_scaled(m->on_incident, depth, m->n), f->shift);
        above = max2(above, -outside_by(f->incident, m3_mul_transposed(f->rotation, p)) - error);
        if (below + above > enough) return true;
    }
    return false;
}

/// Whether the depth of a meeting, with these near sides, is the least of all.
static inline bool sides_close(const hull_frame *f, const hull_meeting *m, const hull_side *sides, int count,
                               double enough, double error)
{
    for (int i = 0; i < count; ++i)
        if (!side_closes(f, &sides[i])) return false;
    return count >= 0 && is_deep_behind(f, m, enough, error);
}

/// Whether the depth of a meeting of a face of the reference with a vertex, or of two edges, is the least of all.
static inline bool is_least_nearby(const hull_frame *f, const hull_meeting *m, double error)
{
    const double enough = 8.0 * error - m->gap;
    hull_side sides[NEAR_SIDES];
    return sides_close(f, m, sides, near_sides(f, m, enough, error, sides), enough, error);
}

// ---------------------------------------------------------------------------------------------------------- two faces
//
// Two hulls that overlap, or touch, face on face: is the depth along the normal the least of all?
//
// Idea        F is a face of the reference with the outward normal n, G one of the incident whose normal is -n up to
//             SCREE_FEATURE_SLOPE. M = incident - reference has every g - f. Seen along n, these fill the polygon G - F,
//             whose sides are parallel to those of F and of G: its distance from the origin, r, is the least, over all
//             these sides, of how far the corners of the other face reach beyond them. So M has, no more than `rise`
//             above the depth d, a disc of that radius, and along a normal at an angle t to n it is at least
//             (d - rise) cos t + r sin t deep. If r is large enough that balls inside the hulls take over (is_least()),
//             no depth is below d - rise. That is the proof where the faces are parallel to rounding. Where they are
//             tilted and the vertex is over F, F has it for small t, and the disc for the others.
//             Edges, of which many are parallel where faces meet so, need not be looked at.
// Limits      Faces of more than HULL_CORNERS corners, or with sides that are tiny compared with the hulls.

/// Sides shorter than this part of the hulls' radii have no direction that the proof could rely on.
#define FLAT_SHORT 1e-6

/// Parallel faces are level to this many errors: the interval is wider by as much.
#define FLAT_LEVEL 2.0

/// The incident's face at a vertex that is level across n, or -1.
static inline int level_face_at(const hull_frame *f, int vertex, scree_vec3 n)
{
    const scree_shape *s = f->incident;
    const scree_vec3 outward = v3_neg(m3_mul_transposed(f->rotation, n));
    for (int k = fan_begin(s, vertex); k < fan_end(s, vertex); ++k) {
        const int face = scree_vertex_face(s->hull, k);
        const scree_vec3 off = v3_sub(s->hull->faces[face].normal, outward);
        if (v3_norm2(off) <= SCREE_FEATURE_SLOPE * SCREE_FEATURE_SLOPE) return face;
    }
    return -1;
}

enum { FLAT_GROUPS = HULL_CORNERS / SCREE_LANES };

/// A face: its corners in the other body's frame, its sides in its own.
typedef struct flat_face {
    int count;
    double x[HULL_CORNERS], y[HULL_CORNERS], z[HULL_CORNERS];
    lane3 inward[FLAT_GROUPS]; ///< as long as the side
    lane from[FLAT_GROUPS];    ///< how far the side is along that
    lane length2[FLAT_GROUPS];
} flat_face;

/// Takes the sides from index i of the face on, whose corners are `moved`.
static inline void take_flat_sides(const scree_face *face, int i, const lane_sides *sides, lane3 moved, flat_face *to)
{
    const int group = i / SCREE_LANES;
    to->inward[group] = l3_cross(l3_of(face->normal), sides->along);
    to->from[group] = l3_dot(to->inward[group], sides->from);
    to->length2[group] = l3_dot(sides->along, sides->along);
    lane_put(to->x + i, moved.x);
    lane_put(to->y + i, moved.y);
    lane_put(to->z + i, moved.z);
}

/// The least, over the sides of a face, of how far the farthest corner of the other one is inside of the side. -INFINITY where a
/// side is shorter than `shortest`.
static inline double least_reach(const flat_face *face, const flat_face *other, double shortest)
{
    lane least = lane_of(INFINITY), length2 = lane_of(INFINITY);
    for (int i = 0; i < face->count; i += SCREE_LANES) {
        const int group = i / SCREE_LANES;
        const lane3 inward = face->inward[group];
        const lane_mask used = lane_first(face->count - i);
        lane most = lane_of(-INFINITY);
        for (int k = 0; k < other->count; ++k)
            most = lane_max(most, l3_dot(inward, l3(lane_of(other->x[k]), lane_of(other->y[k]), lane_of(other->z[k]))));
        const lane reach = (most - face->from[group]) / lane_sqrt(face->length2[group]);
        least = lane_min(least, lane_select(used, reach, lane_of(INFINITY)));
        length2 = lane_min(length2, lane_select(used, face->length2[group], lane_of(INFINITY)));
    }
    return lane_least(length2)[0] > shortest * shortest ? lane_least(least)[0] : -(double)INFINITY;
}

/// What the faces have.
typedef struct flat_faces {
    double rise;   ///< how far the highest pair of corners is above the lowest
    double radius; ///< of the disc
} flat_faces;

/// The reference's face and the incident's that is level with it, whose lowest vertex is `inside` the sides of the first.
/// False where there is none, where they do not meet, or where neither `inside` nor `rise` leads to a proof.
static inline bool find_flat_faces(const hull_frame *f, int face, int vertex, double gap, double inside, double error,
                                   flat_faces *out)
{
    const scree_shape *reference = f->reference, *incident = f->incident;
    const scree_face *at = &reference->hull->faces[face];
    const int level = level_face_at(f, vertex, at->normal);
    if (level < 0) return false;
    const scree_face *by = &incident->hull->faces[level];
    if (at->count > HULL_CORNERS || by->count > HULL_CORNERS) return false;
    flat_face of_reference, of_incident;
    const lane_mat3 rotation = { { l3_of(f->rotation->row[0]), l3_of(f->rotation->row[1]),
                                   l3_of(f->rotation->row[2]) } };
    const lane3 shift = l3_of(f->shift), normal = l3_of(at->normal);
    lane highest = lane_of(-INFINITY), lowest = lane_of(INFINITY);
    of_reference.count = at->count;
    of_incident.count = by->count;
    for (int i = 0; i < by->count; i += SCREE_LANES) {
        const lane_sides sides = sides_from(incident, by, by->first + i);
        const lane3 p = l3_add(lm3_mul(&rotation, sides.from), shift);
        take_flat_sides(by, i, &sides, p, &of_incident);
        highest = lane_max(highest, lane_select(lane_first(by->count - i), l3_dot(normal, p), lane_of(-INFINITY)));
    }
    const double high = lane_most(highest)[0];
    if (high - at->offset - gap > FLAT_LEVEL * error && !(inside > error)) return false;
    for (int i = 0; i < at->count; i += SCREE_LANES) {
        const lane_sides sides = sides_from(reference, at, at->first + i);
        take_flat_sides(at, i, &sides, lm3_mul_transposed(&rotation, l3_sub(sides.from, shift)), &of_reference);
        lowest =
            lane_min(lowest, lane_select(lane_first(at->count - i), l3_dot(normal, sides.from), lane_of(INFINITY)));
    }
    const double low = min2(at->offset, lane_least(lowest)[0]);
    const double size = reference->core_radius + incident->core_radius, shortest = FLAT_SHORT * size;
    const double reach =
        min2(least_reach(&of_reference, &of_incident, shortest), least_reach(&of_incident, &of_reference, shortest));
    // The sides of the incident's face are taken in its own plane, not across the reference's normal.
    out->radius = reach - 4.0 * SCREE_FEATURE_SLOPE * size;
    out->rise = max2(high - low - gap, 0.0);
    return out->radius > error;
}

// ------------------------------------------------------------------------------------------------------- merged faces
//
// Two hulls that overlap, and faces that were merged from facets in one plane up to rounding: may a facet, or an edge
// between two facets of one face, have less depth than the best normal?
//
// Idea        The edges between the facets of a merged face are not stored, and the facets' normals are off the face's
//             by up to half of scree_shape.spread: 1e-16 of the size for most faces, but 1e-7 where a corner of the
//             face is cut off by 1e-9. Let n' be the best normal of all, at less than that angle to the normal n of a
//             merged face, with its point a on the face and b on the other hull, d' apart along n'. The face is flat up
//             to the slack, so the depth along n is at most d' + h, up to the slack, where h is the height of b above
//             the other hull's lowest point along n. All points of the other hull that are lowest along n' are
//             combinations of vertices whose height along n is at most the angle times their distance. So h is at most
//             the highest of these. If the depth along n, less h, is not below the best, the face and its facets are
//             settled.
// Limits      Finds that there may be a better normal, not which.

/// Error of the product of an edge, or of a point of the difference of the hulls, with the normal of a face, because
/// facets were merged.
static inline double tilt_of_faces(const hull_frame *f, double size)
{
    return (f->reference->hull->spread + f->incident->hull->spread) * size;
}

/// One face: d is the negated normal in the frame of the other hull `s`, and the gap of a vertex v is base - d . v.
static inline bool is_face_open(const scree_shape *s, scree_vec3 d, double base, double steep, double known,
                                double error, int hint)
{
    if (base - v3_dot(d, scree_node_at(s, hint)) + steep <= known) return false;
    const int top = highest_vertex(s, d, hint);
    const double height = v3_dot(d, scree_node_at(s, top));
    if (base - height + steep <= known) return false;
    // Vertices lower than the top by more than rounding, but by at most `steep`, that would be better.
    const double least = height - steep, most = min2(height, base - known) - error;
    unsigned between = 0;
    for (int k = 0; k < s->vertex_count; k += SCREE_LANES) {
        const lane h = heights_of(s->x + k, s->y + k, s->z + k, d);
        between |= lane_bits_below(h, lane_of(most)) & ~lane_bits_below(h, lane_of(least));
    }
    return between != 0;
}

/// Whether merged faces of either hull may hide a gap above `known`.
__attribute__((noinline)) static bool are_faces_open(const hull_frame *f, double known, double error, int reference,
                                                     int incident)
{
    const scree_shape *s = f->reference, *t = f->incident;
    const double steep_t = s->hull->spread * t->core_radius, steep_s = t->hull->spread * s->core_radius;
    for (int i = 0; steep_t > error && i < s->hull->face_count; ++i) {
        const scree_vec3 n = s->hull->faces[i].normal;
        if (s->hull->faces[i].count > 3 &&
            is_face_open(t, v3_neg(m3_mul_transposed(f->rotation, n)), v3_dot(n, f->shift) - s->hull->faces[i].offset,
                         steep_t, known, error, incident))
            return true;
    }
    for (int i = 0; steep_s > error && i < t->hull->face_count; ++i) {
        const scree_vec3 d = v3_neg(m3_mul(f->rotation, t->hull->faces[i].normal));
        if (t->hull->faces[i].count > 3 &&
            is_face_open(s, d, v3_dot(d, f->shift) - t->hull->faces[i].offset, steep_s, known, error, reference))
            return true;
    }
    return false;
}

#endif
