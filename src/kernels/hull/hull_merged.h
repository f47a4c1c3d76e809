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
#ifndef SCREE_KERNELS_HULL_HULL_MERGED_H
#define SCREE_KERNELS_HULL_HULL_MERGED_H

#include "kernels/hull/hull_frame.h"

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
