// Two boxes that meet with a face and an edge, or with two faces, parallel up to SCREE_FEATURE_SLOPE: their patch.
//
// Source      pair/finish.c, region.c and patch.c, which have the reasons; here for boxes, whose faces are rectangles.
// Idea        In the frame of the body that has the face, this face is a rectangle along the axes. The other's feature is
//             projected onto it along the normal, with the gap at each corner, and clipped by the four sides one by one.
//             The contact point is the centroid, the witness points are where the gap is least.
// Limits      No answer for patches no wider than rounding, an edge that is nearly parallel to the side that clips it,
//             and features that rounding may decide.
#ifndef SCREE_KERNELS_BOX_PAIR_BOX_FLAT_H
#define SCREE_KERNELS_BOX_PAIR_BOX_FLAT_H

#include "math/vec3.h"
#include "pair/patch.h"

/// Patches with less area than this, relative to the square of the size, are left to finish.c.
#define BOX_THIN_PATCH 1e-6

/// An edge has at least this sine against the side that clips it.
#define BOX_CLIP_SINE 1e-4

/// A pair in A's frame, its normal n from A to B and its gap along it.
typedef struct box_meeting {
    scree_mat3 rotation;
    scree_vec3 shift, half[2];
    scree_vec3 n;
    double gap, error, size;
} box_meeting;

/// The result in A's frame; features of A and B by their index among the 27 cells of a box (shape/box.c).
typedef struct box_patch {
    scree_vec3 on_a, on_b, middle;
    double area, gap; ///< the gap is that of the points
    bool is_even;     ///< as large all over the patch, to rounding: the points are in its middle
    scree_feature feature[2];
    int cell[2];
} box_patch;

static inline double box_part(scree_vec3 v, int i)
{
    return i == 0 ? v.x : i == 1 ? v.y : v.z;
}

/// The feature of a box along its outward normal: -1, 0 or 1 for each axis, 0 where the feature extends along it.
typedef struct box_feature {
    scree_feature kind;
    int side[3];
} box_feature;

static inline box_feature box_feature_across(scree_vec3 out)
{
    box_feature f = { .kind = SCREE_FEATURE_VERTEX };
    const double x = out.x * out.x, y = out.y * out.y, z = out.z * out.z, most = SCREE_FEATURE_SLOPE;
    const double across[3] = { y + z, z + x, x + y }, along[3] = { x, y, z };
    int level = 0;
    for (int i = 0; i < 3; ++i) {
        f.side[i] = box_part(out, i) > 0.0 ? 1 : -1;
        if (along[i] < along[level]) level = i;
    }
    for (int i = 0; i < 3; ++i) {
        if (!(across[i] <= most * most)) continue;
        f.kind = SCREE_FEATURE_FACE;
        f.side[(i + 1) % 3] = f.side[(i + 2) % 3] = 0;
        return f;
    }
    if (along[level] <= most * most) {
        f.kind = SCREE_FEATURE_EDGE;
        f.side[level] = 0;
    }
    return f;
}

static inline int box_cell_of(const box_feature *f)
{
    return 13 + f->side[0] + 3 * f->side[1] + 9 * f->side[2];
}

/// A corner of the clipped feature: its coordinates in the plane of the face, and the gap there.
typedef struct box_corner {
    double y, z, gap;
} box_corner;

static inline box_corner box_between(box_corner p, box_corner q, double t)
{
    return (box_corner){ p.y + t * (q.y - p.y), p.z + t * (q.z - p.z), p.gap + t * (q.gap - p.gap) };
}

/// How far a corner is inside of side 0 to 3 of the rectangle.
static inline double box_inside(box_corner p, int side, const double half[2])
{
    const double x = side < 2 ? p.y : p.z;
    return half[side / 2] - (side % 2 == 0 ? x : -x);
}

enum { BOX_CORNERS = 8 };

/// Clips a rectangle by another one; returns the number of corners.
static inline int box_clip_face(box_corner corner[BOX_CORNERS], const double half[2])
{
    box_corner other[BOX_CORNERS], *from = corner, *to = other;
    int count = 4;
    for (int side = 0; side < 4 && count > 0; ++side) {
        double inside[BOX_CORNERS], least = INFINITY;
        for (int i = 0; i < count; ++i) {
            inside[i] = box_inside(from[i], side, half);
            least = inside[i] < least ? inside[i] : least;
        }
        if (least >= 0.0) continue;
        int left = 0;
        for (int i = 0, before = count - 1; i < count; before = i++) {
            const double u = inside[before], v = inside[i];
            if ((u > 0.0 && v < 0.0) || (u < 0.0 && v > 0.0))
                to[left++] = box_between(from[before], from[i], u / (u - v));
            if (v >= 0.0) to[left++] = from[i];
        }
        box_corner *const swap = from;
        from = to;
        to = swap;
        count = left;
    }
    if (from != corner)
        for (int i = 0; i < count; ++i) corner[i] = from[i];
    return count;
}

/// Clips an edge: false where it misses the face, is as short as rounding, or where rounding decides.
static inline bool box_clip_edge(box_corner corner[2], const double half[2], double slack)
{
    const double dy = corner[1].y - corner[0].y, dz = corner[1].z - corner[0].z, length = sqrt(dy * dy + dz * dz);
    double from = 0.0, to = 1.0;
    for (int side = 0; side < 4; ++side) {
        const double u = box_inside(corner[0], side, half), v = box_inside(corner[1], side, half);
        if (u >= 0.0 && v >= 0.0) continue;
        if ((u < slack && v < slack) || fabs(u - v) < BOX_CLIP_SINE * length) return false;
        const double t = u / (u - v);
        if (u < 0.0 && t > from) from = t;
        if (v < 0.0 && t < to) to = t;
    }
    if (!((to - from) * length > 2.0 * slack)) return false;
    const box_corner p = box_between(corner[0], corner[1], from), q = box_between(corner[0], corner[1], to);
    corner[0] = p;
    corner[1] = q;
    return true;
}

/// Area and centroid of a polygon, with the gap there.
static inline double box_measure(const box_corner *corner, int count, box_corner *centroid)
{
    double sum = 0.0, y = 0.0, z = 0.0, gap = 0.0;
    for (int i = 2; i < count; ++i) {
        const double uy = corner[i - 1].y - corner[0].y, uz = corner[i - 1].z - corner[0].z;
        const double vy = corner[i].y - corner[0].y, vz = corner[i].z - corner[0].z, twice = uy * vz - uz * vy;
        sum += twice;
        y += twice * (uy + vy);
        z += twice * (uz + vz);
        gap += twice * ((corner[i - 1].gap - corner[0].gap) + (corner[i].gap - corner[0].gap));
    }
    const double part = sum != 0.0 ? 1.0 / (3.0 * sum) : 0.0;
    *centroid = (box_corner){ corner[0].y + part * y, corner[0].z + part * z, corner[0].gap + part * gap };
    return 0.5 * fabs(sum);
}

/// Where the gap is least: a corner, the middle of several that are level, or, if all are, the centroid.
static inline box_corner box_nearest(const box_corner *corner, int count, box_corner centroid, double slack,
                                     bool *is_even)
{
    double least = INFINITY;
    for (int i = 0; i < count; ++i) least = corner[i].gap < least ? corner[i].gap : least;
    box_corner sum = { 0.0, 0.0, 0.0 };
    int level = 0;
    for (int i = 0; i < count; ++i) {
        if (corner[i].gap > least + slack) continue;
        sum = (box_corner){ sum.y + corner[i].y, sum.z + corner[i].z, sum.gap + corner[i].gap };
        ++level;
    }
    const double part = 1.0 / level;
    *is_even = level == count;
    return *is_even ? centroid : (box_corner){ part * sum.y, part * sum.z, part * sum.gap };
}

/// The body with the face, in its frame, with the axis of the face first; the other one's axes are columns.
typedef struct box_view {
    int axis[3]; ///< the axes of the frame in this order
    double side; ///< of the face
    double half[3], shift[3], column[3][3], n[3];
} box_view;

static inline void box_view_of(const box_meeting *m, bool of_b, const box_feature *face, box_view *v)
{
    const scree_vec3 n = of_b ? v3_neg(m3_mul_transposed(&m->rotation, m->n)) : m->n;
    const scree_vec3 shift = of_b ? v3_neg(m3_mul_transposed(&m->rotation, m->shift)) : m->shift;
    const int first = face->side[0] != 0 ? 0 : face->side[1] != 0 ? 1 : 2;
    v->side = face->side[first];
    for (int k = 0; k < 3; ++k) {
        const int axis = (first + k) % 3;
        v->axis[k] = axis;
        v->half[k] = box_part(m->half[of_b], axis);
        v->shift[k] = box_part(shift, axis);
        v->n[k] = box_part(n, axis);
        for (int c = 0; c < 3; ++c)
            v->column[c][k] = of_b ? box_part(m->rotation.row[c], axis) : box_part(m->rotation.row[axis], c);
    }
}

/// The corners of the other box's edge or face, in order; returns their number.
static inline int box_corners(const box_view *v, scree_vec3 half, const box_feature *f, box_corner corner[4])
{
    static const int order[4][2] = { { -1, -1 }, { 1, -1 }, { 1, 1 }, { -1, 1 } };
    const int count = f->kind == SCREE_FEATURE_FACE ? 4 : 2;
    for (int i = 0; i < count; ++i) {
        double p[3] = { v->shift[0], v->shift[1], v->shift[2] };
        for (int c = 0, free = 0; c < 3; ++c) {
            const double side = (f->side[c] != 0 ? f->side[c] : order[i][free++]) * box_part(half, c);
            for (int k = 0; k < 3; ++k) p[k] += side * v->column[c][k];
        }
        const double gap = (p[0] - v->side * v->half[0]) / v->n[0];
        corner[i] = (box_corner){ p[1] - gap * v->n[1], p[2] - gap * v->n[2], gap };
    }
    return count;
}

/// A point of the face's plane, and `up` from it along the normal, in A's frame.
static inline scree_vec3 box_point(const box_meeting *m, bool of_b, const box_view *v, box_corner at, double up)
{
    const double p[3] = { v->side * v->half[0] + up * v->n[0], at.y + up * v->n[1], at.z + up * v->n[2] };
    double x[3];
    for (int k = 0; k < 3; ++k) x[v->axis[k]] = p[k];
    const scree_vec3 own = v3(x[0], x[1], x[2]);
    return of_b ? v3_add(m3_mul(&m->rotation, own), m->shift) : own;
}

/// False where there is no answer.
static inline bool box_meet_flat(const box_meeting *m, box_patch *out)
{
    const box_feature f[2] = { box_feature_across(m->n),
                               box_feature_across(v3_neg(m3_mul_transposed(&m->rotation, m->n))) };
    const bool of_b = f[0].kind != SCREE_FEATURE_FACE;
    const box_feature *face = &f[of_b], *other = &f[!of_b];
    if (face->kind != SCREE_FEATURE_FACE || other->kind == SCREE_FEATURE_VERTEX) return false;
    box_view v;
    box_corner corner[BOX_CORNERS], centroid;
    box_view_of(m, of_b, face, &v);
    int count = box_corners(&v, m->half[!of_b], other, corner);
    const double slack = SCREE_LEVEL * m->error;
    out->area = 0.0;
    if (count == 2) {
        if (!box_clip_edge(corner, v.half + 1, slack)) return false;
        centroid = box_between(corner[0], corner[1], 0.5);
    } else {
        count = box_clip_face(corner, v.half + 1);
        if (count < 3) return false;
        out->area = box_measure(corner, count, &centroid) * fabs(v.n[0]);
        if (!(out->area > BOX_THIN_PATCH * (m->size * m->size))) return false;
    }
    const box_corner near = box_nearest(corner, count, centroid, slack, &out->is_even);
    if (!(fabs(near.gap - m->gap) <= slack)) return false;
    out->gap = near.gap;
    const scree_vec3 on = box_point(m, of_b, &v, near, 0.0);
    out->on_a = of_b ? v3_add_scaled(on, -m->gap, m->n) : on;
    out->on_b = of_b ? on : v3_add_scaled(on, m->gap, m->n);
    out->middle = box_point(m, of_b, &v, centroid, 0.5 * centroid.gap);
    for (int i = 0; i < 2; ++i) {
        out->feature[i] = f[i].kind;
        out->cell[i] = box_cell_of(&f[i]);
    }
    return true;
}

#endif
