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
#include "kernels/hull/hull_parts.h"

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
    *(lane_anywhere *)(to->x + i) = moved.x;
    *(lane_anywhere *)(to->y + i) = moved.y;
    *(lane_anywhere *)(to->z + i) = moved.z;
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

#endif
