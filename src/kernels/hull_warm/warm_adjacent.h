// Two hulls that overlap, pairs in lanes: is the depth along the normal of the features the least of all? Here for a
// projection of the origin that is near only one side of the face of N = A - B = -M that the features span;
// hull_least.h has the proof. What is before and beyond that side is tested pair by pair, starting from the lanes'
// results.
//
// Limits      No verdict for edges at a sharp angle, and for projections near a corner.
#ifndef SCREE_KERNELS_HULL_WARM_WARM_ADJACENT_H
#define SCREE_KERNELS_HULL_WARM_WARM_ADJACENT_H

#include "kernels/hull/hull_cover.h"
#include "kernels/hull/hull_measure.h"
#include "kernels/hull_warm/warm_gather.h"

// The results for the pairs, in the frame of A.
typedef struct warm_lanes {
    hull_measure at;
    lane inside;       // negative: the features no longer meet
    lane part[2];      // of edges: where they cross, as a fraction of each
    unsigned standing; // the support vertices confirm the features
    unsigned settled;  // and they certainly meet in a point
    unsigned wide;     // of edges: n is perpendicular to both, up to rounding
    unsigned near[4];  // of edges: the sides of their parallelogram nearer than the depth; see hull_cover.h
    unsigned doubt;    // a support vertex is one only up to rounding: its feature is nearly part of a larger, level one
    unsigned level;    // that larger one is level: see warm_level.h
    unsigned flat;     // there are several such larger ones
    unsigned facing[4]; // of edges: which of their faces those are: of A's edge, then of B's
} warm_lanes;

// The distance within which a side counts as near.
static inline lane near_limit(const lane_frame *f, lane gap)
{
    return 9.0 * f->error - gap;
}

// The squared sine of the angle of two edges from which on the rounded n is perpendicular to both.
#define WARM_SHARP2 (1.0 / 256.0)

// The near sides of the face of N, as bits.
static inline unsigned sides_nearby(const warm_group *w, const warm_lanes *x, int i, bool edges)
{
    if (!edges) return w->near[i];
    unsigned bits = 0;
    for (int k = 0; k < 4; ++k) bits |= (x->near[k] >> i & 1u) << k;
    return bits;
}

// A direction of one body, 0 for A, in the frame of the other. Branch-free: the body is unpredictable.
static inline scree_vec3 to_other_frame(const lane_frame *f, int i, int body, scree_vec3 d)
{
    const double *const m = (const double *)(const void *)f->rotation.row + i;
    const int row = (body == 0 ? 1 : 3) * SCREE_LANES, column = (body == 0 ? 3 : 1) * SCREE_LANES;
    const double v[3] = { d.x, d.y, d.z };
    double r[3];
    for (int k = 0; k < 3; ++k) {
        const double *const at = m + (ptrdiff_t)k * row;
        r[k] = at[0] * v[0] + at[column] * v[1] + at[2 * column] * v[2];
    }
    return v3(r[0], r[1], r[2]);
}

// Side k of a face with a vertex.
static inline int side_of_face(const warm_group *w, int i, int k, hull_side *s)
{
    const int reference = (int)(w->of_b >> i & 1u);
    const scree_shape *t = w->g.shape[reference][i];
    const scree_face *face = &t->hull->faces[w->index[reference][i]];
    const int at = face->first + k;
    const scree_vec3 along = side_at(t, face, at), corner = corner_at(t, at);
    const scree_vec3 p = v3(w->over[0][i], w->over[1][i], w->over[2][i]);
    const double length = v3_norm(along), behind = v3_dot(along, v3_sub(p, corner)) / length;
    s->n = face->normal;
    s->out = v3_scale(v3_cross(along, face->normal), 1.0 / length);
    s->reach = min2(behind, length - behind);
    s->at = v3_add_scaled(corner, behind / length, along);
    s->edge = scree_face_edge(t->hull, at);
    s->vertex = w->index[!reference][i];
    return reference;
}

// An end of an edge of A (0) or of B (1).
static inline scree_vec3 edge_end(const warm_group *w, int which, int end, int i)
{
    const double *at = w->edge[which][end][i];
    return v3(at[0], at[1], at[2]);
}

// Side k of two edges: A's with the ends of B's, then B's with the ends of A's.
static inline int side_of_edges(const lane_frame *f, const warm_group *w, const warm_lanes *x, int i, int k,
                                hull_side *s)
{
    const int reference = k / 2, end = k % 2;
    const scree_vec3 start = edge_end(w, reference, 0, i), along = v3_sub(edge_end(w, reference, 1, i), start);
    const scree_vec3 other = v3_sub(edge_end(w, !reference, 1, i), edge_end(w, !reference, 0, i));
    const scree_vec3 n = lane_vector(&x->at.n, i), e = to_other_frame(f, i, !reference, other);
    s->n = reference == 0 ? n : v3_neg(to_other_frame(f, i, 0, n));
    const scree_vec3 across = v3_cross(s->n, along);
    const double length = v3_norm(along), sign = end == 0 ? 1.0 : -1.0, scale = 1.0 / length;
    const double away = v3_dot(across, e) * sign > 0.0 ? scale : -scale;
    const double t = x->part[!reference][i], part = x->part[reference][i];
    const double skew = (end == 0 ? t : 1.0 - t) * sign * v3_dot(e, along) * scale;
    const double back = part * length - skew;
    s->out = v3_scale(across, away);
    s->reach = min2(back, length - back);
    s->at = v3_add_scaled(start, back * scale, along);
    s->edge = w->index[reference][i];
    s->vertex = scree_edge_at(w->g.shape[!reference][i]->hull, w->index[!reference][i]).vertex[end];
    return reference;
}

// Whether the depth of one lane is proven to be the least among normals up to right angles.
static inline bool closes_adjacent(const lane_frame *f, const warm_group *w, const warm_lanes *x, int i, bool edges,
                                   unsigned sides)
{
    if (sides == 0) return true;
    if ((sides & (sides - 1)) != 0) return false;
    const int k = __builtin_ctz(sides);
    hull_side s;
    const int reference = edges ? side_of_edges(f, w, x, i, k, &s) : side_of_face(w, i, k, &s);
    s.error = f->error[i];
    s.enough = 8.0 * s.error - x->at.gap[i];
    s.near = x->inside[i] - s.error;
    s.reach -= s.error;
    if (!(s.near > 0.0 && s.reach > s.enough)) return false;
    const scree_vec3 n = v3_neg(to_other_frame(f, i, reference, s.n)),
                     out = v3_neg(to_other_frame(f, i, reference, s.out));
    const side_axes away = { l3_of(n), l3_of(out), l3_of(v3_cross(n, out)) };
    if (spokes_close(&s, w->g.shape[!reference][i], &away)) return true;
    const scree_shape *t = w->g.shape[reference][i];
    const side_axes own = { l3_of(s.n), l3_of(s.out), l3_of(v3_cross(s.n, s.out)) };
    const scree_edge of_face = scree_edge_at(t->hull, s.edge);
    const int *face = of_face.face;
    return corners_close(&s, t, &own, s.at, face[0]) || corners_close(&s, t, &own, s.at, face[1]);
}

// Whether the depth of one lane is proven to be the least.
__attribute__((noinline)) static bool is_least_adjacent(const lane_frame *f, const warm_group *w, const warm_lanes *x,
                                                        int i, bool edges)
{
    if (edges && (x->wide >> i & 1u) == 0u) return false;
    if (!closes_adjacent(f, w, x, i, edges, sides_nearby(w, x, i, edges))) return false;
    scree_mat3 rotation;
    for (int k = 0; k < 3; ++k) rotation.row[k] = lane_vector(&f->rotation.row[k], i);
    const hull_frame frame = { w->g.shape[0][i], w->g.shape[1][i], &rotation, lane_vector(&f->shift, i), true };
    hull_meeting m = { .n = lane_vector(&x->at.n, i), .gap = x->at.gap[i] };
    m.on_reference = lane_vector(&x->at.on_a, i);
    m.on_incident = lane_vector(&x->at.on_b, i);
    return is_deep_behind(&frame, &m, 8.0 * f->error[i] - x->at.gap[i], f->error[i]);
}

#endif
