// Two hulls that overlap, where a face meets an edge: the part of the edge that is over the face, and the contact point.
//
// Source      pair/finish.c, region.c and patch.c, which have the reasons; here for one segment and one face.
// Idea        The least depth of such a pair is that of a vertex, the lower end of the edge, and the face; or, where that end is
//             beyond the face, that of the edge and the side of the face which it crosses. Both are features that meet in a point,
//             with a proof of their own (warm.c), whether or not the edge is level: up to SCREE_FEATURE_SLOPE it is named, and the
//             contact point is in the middle of what the two share. Points of that are where the gap is least; midway between
//             its ends where these agree to rounding.
// Limits      No answer for a part that is hardly longer than rounding, and at the tip of a sliver.
#ifndef SCREE_KERNELS_HULL_WARM_WARM_LEVEL_H
#define SCREE_KERNELS_HULL_WARM_WARM_LEVEL_H

#include "kernels/hull_warm/warm_adjacent.h"
#include "pair/patch.h"

/// Where an edge is over a face, in the frame of the body that has the face.
typedef struct level_points {
    scree_vec3 witness; ///< on the edge, where it is deepest
    scree_vec3 middle;  ///< midway between edge and face, in the middle of what they share
} level_points;

/// Parts shorter than this, in units of the pair's error, are left to finish.c.
#define LEVEL_SHORT (8.0 * SCREE_LEVEL)

/// Where an edge leaves a face over a side at a smaller angle (its sine), rounding moves the end so far that only finish.c, which
/// clips as scree_contact_patch() does, has the middle of the patch.
#define LEVEL_SLANT 1e-3

/// A side that the edge leaves over and that is shorter than this part of the edge has hardly a direction: a chip of a corner. It
/// may turn the face inside out there, and only finish.c makes it convex again.
#define LEVEL_CHIP 1e-5

/// The range of an edge, from p along u, that is over a face, seen along n: false where there is none, or not clearly. As
/// clip_segment() and limit_range() in pair/patch.c.
static inline bool range_over_face(const scree_shape *s, const scree_face *face, scree_vec3 n, scree_vec3 p,
                                   scree_vec3 u, double slack, double range[2])
{
    const lane3 up = l3_of(n), start = l3_of(p), along = l3_of(u);
    const lane none = lane_of(0.0), whole = lane_of(1.0), infinite = lane_of(INFINITY);
    const double length2 = v3_norm2(u), length = sqrt(length2);
    lane low = none, high = whole, first = infinite, last = -infinite;
    unsigned out = 0;
    for (int k = 0; k < face->count; k += SCREE_LANES) {
        const lane_mask used = lane_first(face->count - k);
        const lane_sides sides = sides_from(s, face, face->first + k);
        const lane3 inward = l3_cross(up, sides.along), from = l3_sub(start, sides.from);
        const lane width = lane_sqrt(l3_dot(inward, inward)), least = lane_of(-slack) * width;
        const lane d0 = l3_dot(inward, from), d1 = l3_dot(inward, l3_add(from, along)), t = d0 / (d0 - d1);
        const lane_mask before = used & (d0 < least), after = used & (d1 < least);
        const lane_mask slants = lane_abs(d0 - d1) < lane_of(LEVEL_SLANT * length) * width;
        const lane_mask chips = width < lane_of(LEVEL_CHIP * length);
        out |= lane_bits((before & after) | ((before | after) & (slants | chips)));
        low = lane_select(before, lane_max(t, low), low);
        high = lane_select(after, lane_min(t, high), high);
        const lane place = -l3_dot(along, from);
        first = lane_select(used, lane_min(first, place), first);
        last = lane_select(used, lane_max(last, place), last);
    }
    range[0] = lane_most(low)[0];
    range[1] = lane_least(high)[0];
    const double room = slack * length;
    return out == 0 && lane_least(first)[0] <= range[0] * length2 + room &&
           lane_most(last)[0] >= range[1] * length2 - room &&
           (range[1] - range[0]) * length > LEVEL_SHORT * slack / SCREE_LEVEL;
}

/// What the edge from p along u shares with the face, whose normal is n to SCREE_FEATURE_SLOPE; `gap` is the pair's along n. False
/// where that is not clear.
static inline bool meet_level(const scree_shape *s, int face, scree_vec3 n, scree_vec3 p, scree_vec3 u, double gap,
                              double error, level_points *out)
{
    const scree_face *at = &s->hull->faces[face];
    const double slack = SCREE_LEVEL * error;
    double range[2];
    if (!range_over_face(s, at, n, p, u, slack, range)) return false;
    const double start = v3_dot(at->normal, p) - at->offset, rise = v3_dot(at->normal, u);
    const double first = start + range[0] * rise, last = start + range[1] * rise;
    const double middle = 0.5 * (range[0] + range[1]);
    const double deepest = fabs(last - first) <= slack ? middle : first < last ? range[0] : range[1];
    // The gap of the features that met in a point is that of their crossing.
    if (!(fabs(start + deepest * rise - gap) <= 2.0 * slack)) return false;
    out->witness = v3_add_scaled(p, deepest, u);
    out->middle = v3_add_scaled(v3_add_scaled(p, middle, u), -0.5 * (start + middle * rise), n);
    return true;
}

/// The edge along the side of a face that the edge from p, beyond the face, along u enters it by; -1 where there is none.
static inline int entered_edge(const scree_shape *s, int face, scree_vec3 p, scree_vec3 u)
{
    const scree_face *at = &s->hull->faces[face];
    double most = 0.0;
    int side = -1;
    for (int k = 0; k < at->count; k += SCREE_LANES) {
        const lane_sides sides = sides_from(s, at, at->first + k);
        const lane3 inward = l3_cross(l3_of(at->normal), sides.along);
        const lane from = l3_dot(inward, l3_sub(l3_of(p), sides.from)), rise = l3_dot(inward, l3_of(u)),
                   none = lane_of(0.0);
        const lane_mask entered = (from < none) & (from + rise > none) & lane_first(at->count - k);
        const lane t = lane_select(entered, -from / rise, none), last = lane_most(t);
        if (!(last[0] > most)) continue;
        most = last[0];
        side = at->first + k + __builtin_ctz(lane_bits_equal(t, last));
    }
    return side >= 0 ? scree_face_edge(s->hull, side) : -1;
}

/// An edge that was level with a face, whose lower end is now beyond that face: the edge and the side that it enters by.
static inline void cross_side(const lane_frame *f, const warm_group *w, int i, warm_next *next)
{
    const int reference = (int)(w->of_b >> i & 1u);
    const scree_hull *incident = w->g.shape[!reference][i]->hull;
    const scree_edge edge = scree_edge_at(incident, w->edge_was[i]);
    const int low = w->index[!reference][i], high = edge.vertex[edge.vertex[0] == low];
    const scree_vec3 u = to_other_frame(f, i, !reference, v3_sub(incident->nodes[high].at, incident->nodes[low].at));
    const int side = entered_edge(w->g.shape[reference][i], w->index[reference][i],
                                  column3((const double(*)[SCREE_LANES])w->over, 0, i), u);
    next->found = side >= 0;
    next->feature[0] = next->feature[1] = SCREE_FEATURE_EDGE;
    next->index[reference] = side;
    next->index[!reference] = w->edge_was[i];
}

/// The face and the edge of lane i, which are level with each other.
static inline warm_level level_features(const warm_group *w, const warm_lanes *x, int i, bool edges)
{
    if (!edges) {
        const int reference = (int)(w->of_b >> i & 1u);
        const scree_hull *incident = w->g.shape[!reference][i]->hull;
        return (warm_level){ reference, w->index[reference][i], scree_vertex_edge(incident, w->spoke[i]) };
    }
    int k = 0;
    while (k < 3 && (x->facing[k] >> i & 1u) == 0u) ++k;
    const int reference = k / 2, edge = w->index[reference][i];
    const scree_shape *s = w->g.shape[reference][i];
    return (warm_level){ reference, scree_edge_at(s->hull, edge).face[k % 2], w->index[!reference][i] };
}

/// The points of lane i in A's frame, the first one A's.
static inline bool points_of_lane(const lane_frame *f, const warm_group *w, const warm_lanes *x, int i,
                                  const warm_level *at, level_points *out)
{
    const scree_shape *s = w->g.shape[at->reference][i];
    const scree_hull *incident = w->g.shape[!at->reference][i]->hull;
    if (s->hull->faces[at->face].count > HULL_CORNERS) return false;
    const scree_edge edge = scree_edge_at(incident, at->edge);
    const scree_vec3 start = incident->nodes[edge.vertex[0]].at, end = incident->nodes[edge.vertex[1]].at;
    const scree_vec3 shift = lane_vector(&f->shift, i), n = lane_vector(&x->at.n, i);
    const scree_vec3 u = to_other_frame(f, i, !at->reference, v3_sub(end, start));
    if (at->reference == 0) {
        const scree_vec3 p = v3_add(to_other_frame(f, i, 1, start), shift);
        if (!meet_level(s, at->face, n, p, u, x->at.gap[i], f->error[i], out)) return false;
        out->witness = v3_add_scaled(out->witness, -x->at.gap[i], n);
        return true;
    }
    const scree_vec3 p = to_other_frame(f, i, 0, v3_sub(start, shift)), outward = v3_neg(to_other_frame(f, i, 0, n));
    if (!meet_level(s, at->face, outward, p, u, x->at.gap[i], f->error[i], out)) return false;
    out->witness = v3_add(to_other_frame(f, i, 1, out->witness), shift);
    out->middle = v3_add(to_other_frame(f, i, 1, out->middle), shift);
    return true;
}

/// Of the lanes whose features are level, keeps those that have clear points, and returns their bits: the points go to A's point in
/// `x` and to `middle`, in A's frame.
static inline unsigned share_level(const lane_frame *f, warm_group *w, warm_lanes *x, bool edges, lane3 *middle)
{
    double on_a[3][SCREE_LANES] __attribute__((aligned(64))), between[3][SCREE_LANES] __attribute__((aligned(64)));
    unsigned fine = 0;
    put3(on_a, 0, x->at.on_a);
    put3(between, 0, x->at.on_a);
    for (unsigned bits = x->level; bits != 0; bits &= bits - 1) {
        const int i = __builtin_ctz(bits);
        const warm_level at = level_features(w, x, i, edges);
        level_points points;
        if (!points_of_lane(f, w, x, i, &at, &points)) continue;
        const double values[2][3] = { { points.witness.x, points.witness.y, points.witness.z },
                                      { points.middle.x, points.middle.y, points.middle.z } };
        for (int k = 0; k < 3; ++k) {
            on_a[k][i] = values[0][k];
            between[k][i] = values[1][k];
        }
        w->level[i] = at;
        fine |= 1u << i;
    }
    x->at.on_a = rows3((const double(*)[SCREE_LANES])on_a, 0);
    *middle = rows3((const double(*)[SCREE_LANES])between, 0);
    x->at.on_b = l3_select(lane_of_bits(fine), l3_add_scaled(x->at.on_a, x->at.gap, x->at.n), x->at.on_b);
    x->level = fine;
    return fine;
}

#endif
