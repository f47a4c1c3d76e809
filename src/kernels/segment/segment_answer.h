// Shared by the closed forms with a segment: from the line between the nearest points to the contact.
#ifndef SCREE_KERNELS_SEGMENT_ANSWER_H
#define SCREE_KERNELS_SEGMENT_ANSWER_H

#include "kernels/direct.h"

/// Bounds that are within this, in units of the pair's error, have met.
#define SEGMENT_ENOUGH 2.0

/// Squared lengths outside this range overflow or underflow when they are multiplied.
#define SEGMENT_LEAST 1e-130
#define SEGMENT_MOST 1e130

/// For two cores that are apart, the first and the second, with their nearest points on the line `n`.
typedef struct segment_answer {
    const scree_body *first, *second;
    scree_vec3 n;        ///< unit, from the first to the second, in the world
    double length;       ///< between the points: an upper bound of the distance
    double gap;          ///< along n: a lower bound
    double error;        ///< of both
    scree_vec3 on_first; ///< the point of the first core, in the world
    scree_vec3 middle;   ///< between the cores: the contact point, if there is a patch
    bool has_patch;
    scree_feature feature_first;
    int index_first;
} segment_answer;

/// `swapped`: the first core is B's.
static inline void segment_publish(const segment_answer *x, bool swapped, double tolerance, scree_contact *out)
{
    const double radius = x->first->shape->radius, other = x->second->shape->radius, radii = radius + other;
    const double spread = 8.0 * SCREE_ROUNDING * (radii + x->length), distance = x->length - radii;
    const double least = min2(x->gap, x->length);
    out->distance = distance;
    out->lower = least - x->error - radii - spread;
    out->upper = x->length + x->error - radii + spread;
    const scree_vec3 n = x->n, from = v3_add_scaled(x->on_first, radius, n), to = v3_add_scaled(from, distance, n);
    const double sign = swapped ? -1.0 : 1.0;
    out->normal = v3(sign * n.x + 0.0, sign * n.y + 0.0, sign * n.z + 0.0);
    *(swapped ? &out->point_b : &out->point_a) = from;
    *(swapped ? &out->point_a : &out->point_b) = to;
    // `middle` is midway between the cores; midway between the surfaces is elsewhere where the radii differ.
    out->point = x->has_patch ? v3_add_scaled(x->middle, 0.5 * (radius - other), n) : v3_scale(v3_add(from, to), 0.5);
    out->patch_area = 0.0;
    *(swapped ? &out->feature_b : &out->feature_a) = x->feature_first;
    *(swapped ? &out->feature_a : &out->feature_b) = SCREE_FEATURE_SURFACE;
    *(swapped ? &out->index_b : &out->index_a) = x->index_first;
    *(swapped ? &out->index_a : &out->index_b) = -1;
    out->iterations = 1;
    out->state = scree_state_of(distance, tolerance);
    out->status = SCREE_OK;
    scree_clear_rest(out);
}

/// Whether the squares of an orientation neither overflow nor underflow.
static inline bool segment_rotation_is_usual(scree_quat q)
{
    const double square = q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z;
    return square > SEGMENT_LEAST && square < SEGMENT_MOST;
}

/// The direction of the segment's own z axis: the last column of m3_from_quat().
static inline scree_vec3 segment_axis(scree_quat q)
{
    const double s = 2.0 / (q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
    return v3(s * (q.x * q.z + q.w * q.y), s * (q.y * q.z - q.w * q.x), 1.0 - s * (q.x * q.x + q.y * q.y));
}

static inline double segment_clamp(double x, double half)
{
    return max2(min2(x, half), -half);
}

#endif
