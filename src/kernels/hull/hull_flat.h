// Two hulls that overlap, or touch, face on face: is the depth along the normal the least of all?
//
// Idea        F is a face of the reference with the outward normal n, G one of the incident whose normal is -n up to
//             SCREE_FEATURE_SLOPE. M = incident - reference has every g - f. Seen along n, these fill the polygon G - F,
//             whose sides are parallel to those of F and of G: its distance from the origin, r, is the least, over all
//             these sides, of how far the corners of the other face reach beyond them. So M has, no more than `rise`
//             above the depth d, a disc of that radius, and along a normal at an angle t to n it is at least
//             (d - rise) cos t + r sin t deep. If r is large enough that balls inside the hulls take over (is_least()),
//             no depth is below d - rise. That is the proof where the faces are parallel to rounding. Where they are
//             tilted and the vertex is over F, F alone has it for small t, and the disc for the others.
//             Edges, of which many are parallel where faces meet so, need not be looked at.
// Limits      Faces of more than HULL_CORNERS corners, or with sides that are tiny compared with the hulls.
#ifndef SCREE_KERNELS_HULL_HULL_FLAT_H
#define SCREE_KERNELS_HULL_HULL_FLAT_H

#include "kernels/hull/hull_near.h"

/// Sides shorter than this part of the hulls' radii have no direction that the proof could rely on.
#define FLAT_SHORT 1e-6

/// Parallel faces are level to this many errors: the interval is wider by as much.
#define FLAT_LEVEL 2.0

/// The incident's face at a vertex that is level across n, or -1.
static inline int level_face_at(const hull_frame *f, int vertex, scree_vec3 n)
{
    const scree_shape *s = f->incident;
    const scree_vec3 outward = v3_neg(m3_mul_transposed(f->rotation, n));
    if (vertex_is_plain(s, vertex, outward)) return -1;
    for (int k = fan_begin(s, vertex); k < fan_end(s, vertex); ++k) {
        const scree_edge edge = scree_edge_at(s->hull, scree_vertex_edge(s->hull, k));
        for (int i = 0; i < 2; ++i) {
            const scree_vec3 off = v3_sub(s->hull->faces[edge.face[i]].normal, outward);
            if (v3_norm2(off) <= SCREE_FEATURE_SLOPE * SCREE_FEATURE_SLOPE) return edge.face[i];
        }
    }
    return -1;
}

/// The least, over the sides of a face, of how far the farthest of the points is inside of the side. -INFINITY where a side
/// is shorter than `shortest`.
static inline double least_reach(const scree_shape *s, const scree_face *face, const scree_vec3 *points, int count,
                                 double shortest)
{
    lane least = lane_of(INFINITY), length2 = lane_of(INFINITY);
    for (int i = 0; i < face->count; i += SCREE_LANES) {
        const lane_sides sides = sides_from(s, face, face->first + i);
        const lane_mask used = lane_first(face->count - i);
        const lane3 inward = l3_cross(l3_of(face->normal), sides.along);
        const lane square = l3_dot(sides.along, sides.along);
        lane most = lane_of(-INFINITY);
        for (int k = 0; k < count; ++k) most = lane_max(most, l3_dot(inward, l3_sub(l3_of(points[k]), sides.from)));
        least = lane_min(least, lane_select(used, most / lane_sqrt(square), lane_of(INFINITY)));
        length2 = lane_min(length2, lane_select(used, square, lane_of(INFINITY)));
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
    scree_vec3 of_reference[HULL_CORNERS], of_incident[HULL_CORNERS];
    double low = at->offset, high = -INFINITY;
    for (int k = 0; k < by->count; ++k) {
        of_incident[k] = incident_vertex(f, incident->hull->face_vertices[by->first + k]);
        high = max2(high, v3_dot(at->normal, of_incident[k]));
    }
    if (high - low - gap > FLAT_LEVEL * error && !(inside > error)) return false;
    for (int k = 0; k < at->count; ++k) {
        const scree_vec3 p = corner_at(reference, at->first + k);
        low = min2(low, v3_dot(at->normal, p));
        of_reference[k] = m3_mul_transposed(f->rotation, v3_sub(p, f->shift));
    }
    const double size = reference->core_radius + incident->core_radius, shortest = FLAT_SHORT * size;
    const double reach = min2(least_reach(reference, at, of_incident, by->count, shortest),
                              least_reach(incident, by, of_reference, at->count, shortest));
    // The sides of the incident's face are taken in its own plane, not across the reference's normal.
    out->radius = reach - 4.0 * SCREE_FEATURE_SLOPE * size;
    out->rise = max2(high - low - gap, 0.0);
    return out->radius > error;
}

#endif
