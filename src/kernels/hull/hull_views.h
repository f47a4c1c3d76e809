// Two hulls that are apart: the face of each that is farthest outside of the other, and the vertex before it. See
// hull_quick.h.
#ifndef SCREE_KERNELS_HULL_HULL_VIEWS_H
#define SCREE_KERNELS_HULL_HULL_VIEWS_H

#include "kernels/hull/hull_near.h"

/// A face of one of the hulls, and the other's vertex nearest to its plane.
typedef struct face_view {
    double gap; ///< between the two, along the face's normal
    int face, vertex;
} face_view;

/// A face of each hull. Independent of the number of lanes, so that a search may go on with more.
typedef struct face_views {
    /// For hulls that are not tiny: for each face, the least height over it of the other's points tested so far.
    double least_a[SHORT_SCAN] __attribute__((aligned(64)));
    double least_b[SHORT_SCAN] __attribute__((aligned(64)));
    double x[SHORT_SCAN], y[SHORT_SCAN], z[SHORT_SCAN]; ///< B's vertices in A's frame
    face_view of_a, of_b;
} face_views;

/// a if the condition holds, else b: branch-free, for unpredictable conditions.
static inline int either(bool condition, int a, int b)
{
    return b ^ ((a ^ b) & -(int)condition);
}

/// One of the two hulls, in A's frame.
typedef struct quick_hull {
    const scree_shape *shape;
    const double *x, *y, *z;    ///< its vertices
    const scree_mat3 *rotation; ///< rotation of its normals
} quick_hull;

static const scree_mat3 quick_no_rotation = { { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } } };

static inline __attribute__((always_inline)) lane3 rotate_lanes(const scree_mat3 *m, lane3 v)
{
    const scree_vec3 *r = m->row;
    return l3(lane_of(r[0].x) * v.x + lane_of(r[0].y) * v.y + lane_of(r[0].z) * v.z,
              lane_of(r[1].x) * v.x + lane_of(r[1].y) * v.y + lane_of(r[1].z) * v.z,
              lane_of(r[2].x) * v.x + lane_of(r[2].y) * v.y + lane_of(r[2].z) * v.z);
}

static inline __attribute__((always_inline)) lane3 shift_lanes(const scree_vec3 *s, lane3 v)
{
    return l3(v.x + lane_of(s->x), v.y + lane_of(s->y), v.z + lane_of(s->z));
}

static inline __attribute__((always_inline)) void put_lane(double *p, lane x)
{
    *(lane_anywhere *)(void *)p = x;
}

/// Vertices of B in A's frame, as many as lanes, from number k on.
static inline __attribute__((always_inline)) void rotate_vertices(const scree_cores *c, int k, face_views *out)
{
    const scree_shape *b = c->b;
    const lane3 v = shift_lanes(&c->shift, rotate_lanes(&c->rotation, lanes_at(b->x, b->y, b->z, k)));
    put_lane(out->x + k, v.x);
    put_lane(out->y + k, v.y);
    put_lane(out->z + k, v.z);
}

// ------------------------------------------------------------------------------------------------------ tiny hulls

static inline bool is_tiny(const scree_shape *s)
{
    return s->padded_count == TINY && s->hull->padded_face_count == TINY;
}

/// The best of some faces, in lanes, over some vertices. The counts are constants where this is inlined.
static inline __attribute__((always_inline)) face_view
view_all(const lane3 *n, const lane *offset, int faces, const double *x, const double *y, const double *z, int vertices)
{
    double number[TINY];
    lane least[TINY / SCREE_LANES], most;
    for (int i = 0; i * SCREE_LANES < faces; ++i) {
        lane low = l3_dot(n[i], l3(lane_of(x[0]), lane_of(y[0]), lane_of(z[0]))), which = lane_of(0.0);
        for (int v = 1; v < vertices; ++v) {
            const lane h = l3_dot(n[i], l3(lane_of(x[v]), lane_of(y[v]), lane_of(z[v])));
            which = lane_pick(flags_below(h, low), lane_of(v), which);
            low = lane_min(h, low);
        }
        least[i] = low - offset[i];
        put_lane(number + i * SCREE_LANES, which);
    }
    const int face = first_highest(least, (faces + SCREE_LANES - 1) / SCREE_LANES, &most);
    return (face_view){ most[0], face, (int)number[face] };
}

/// The best face of each, for this count of vertices and faces.
static inline __attribute__((always_inline)) void view_tiny(const scree_cores *c, int count, face_views *v)
{
    const scree_shape *a = c->a, *b = c->b;
    lane3 n[TINY / SCREE_LANES];
    lane offset[TINY / SCREE_LANES];
    for (int i = 0, k = 0; k < count; ++i, k += SCREE_LANES) {
        rotate_vertices(c, k, v);
        n[i] = rotate_lanes(&c->rotation, lanes_at(b->hull->face_x, b->hull->face_y, b->hull->face_z, k));
        offset[i] = lane_at(b->hull->face_offset + k) +
                    l3_dot(n[i], l3(lane_of(c->shift.x), lane_of(c->shift.y), lane_of(c->shift.z)));
    }
    v->of_b = view_all(n, offset, count, a->x, a->y, a->z, count);
    for (int i = 0, k = 0; k < count; ++i, k += SCREE_LANES) {
        n[i] = lanes_at(a->hull->face_x, a->hull->face_y, a->hull->face_z, k);
        offset[i] = lane_at(a->hull->face_offset + k);
    }
    v->of_a = view_all(n, offset, count, v->x, v->y, v->z, count);
}

// ---------------------------------------------------------------------------------------------------- small hulls

/// Few enough faces and vertices to test all.
static inline bool is_small(const scree_shape *s)
{
    return s->hull->face_loops != NULL;
}

/// The first support vertex along d, among as many as there are in the rows.
static inline __attribute__((always_inline)) int far_vertex(const double *x, const double *y, const double *z,
                                                            int vertices, scree_vec3 d, lane *most)
{
    lane height[SHORT_SCAN / SCREE_LANES];
    const int count = (vertices + SCREE_LANES - 1) / SCREE_LANES;
    lane best = height[0] = heights_of(x, y, z, d);
    for (int i = 1, k = SCREE_LANES; i < count; ++i, k += SCREE_LANES) {
        height[i] = heights_of(x + k, y + k, z + k, d);
        best = lane_max(best, height[i]);
    }
    *most = lane_most(best);
    return first_equal(height, count, *most);
}

/// The first face that p, and all points before it, are farthest outside of.
static inline __attribute__((always_inline)) int far_face(const scree_shape *s, scree_vec3 p, bool again, double *least)
{
    lane best = lane_of(-INFINITY);
    const int count = (s->hull->face_count + SCREE_LANES - 1) / SCREE_LANES;
    // Read once: as far as a compiler can tell, the stores below may alias these.
    const double *x = s->hull->face_x, *y = s->hull->face_y, *z = s->hull->face_z, *offset = s->hull->face_offset;
    lane_in_memory *height = (lane_in_memory *)(void *)least;
    int i = 0;
    do { // there is at least one face
        const int k = i * SCREE_LANES;
        const lane h = heights_of(x + k, y + k, z + k, p) - lane_at(offset + k);
        height[i] = again ? lane_min(h, height[i]) : h;
        best = lane_max(best, height[i]);
    } while (++i < count);
    return first_equal(height, count, lane_most(best));
}

static inline __attribute__((always_inline)) void keep_better(face_view *view, double gap, int face, int vertex,
                                                              bool again)
{
    if (again && !(gap > view->gap)) return;
    *view = (face_view){ gap, face, vertex };
}

/// A good face of each: the one that the other's point is farthest outside of, p of B and q of A, in A's frame.
/// `again`: counting the points before, too.
static inline __attribute__((always_inline)) void view_from(const scree_cores *c, scree_vec3 p, scree_vec3 q,
                                                            bool again, face_views *v)
{
    const scree_shape *a = c->a, *b = c->b;
    const scree_vec3 back = m3_mul_transposed(&c->rotation, v3_sub(q, c->shift));
    const int face_a = far_face(a, p, again, v->least_a), face_b = far_face(b, back, again, v->least_b);
    const scree_vec3 n_a = v3(a->hull->face_x[face_a], a->hull->face_y[face_a], a->hull->face_z[face_a]);
    const scree_vec3 n_b =
        m3_mul(&c->rotation, v3(b->hull->face_x[face_b], b->hull->face_y[face_b], b->hull->face_z[face_b]));
    lane above_a, above_b;
    const int low_b = far_vertex(v->x, v->y, v->z, b->vertex_count, v3_neg(n_a), &above_a);
    const int low_a = far_vertex(a->x, a->y, a->z, a->vertex_count, v3_neg(n_b), &above_b);
    const double offset_b = b->hull->face_offset[face_b] + v3_dot(n_b, v3(c->shift.x, c->shift.y, c->shift.z));
    keep_better(&v->of_a, -above_a[0] - a->hull->face_offset[face_a], face_a, low_b, again);
    keep_better(&v->of_b, -above_b[0] - offset_b, face_b, low_a, again);
}

/// The same once more, from the vertices that the last view found.
static inline __attribute__((always_inline)) void view_again(const scree_cores *c, face_views *v)
{
    const int i = v->of_a.vertex, k = v->of_b.vertex;
    view_from(c, v3(v->x[i], v->y[i], v->z[i]), v3(c->a->x[k], c->a->y[k], c->a->z[k]), true, v);
}

/// The first view is from the other's support vertex. For a hull of many vertices against one of few, its middle is
/// good enough.
static inline __attribute__((always_inline)) void view_small(const scree_cores *c, scree_vec3 start, face_views *v)
{
    const scree_shape *a = c->a, *b = c->b;
    const bool few_a = a->vertex_count <= TINY, few_b = b->vertex_count <= TINY;
    lane most;
    scree_vec3 p, q;
    int k = 0;
    do rotate_vertices(c, k, v);
    while ((k += SCREE_LANES) < b->vertex_count);
    if (few_a == few_b || few_a) {
        const int i = far_vertex(a->x, a->y, a->z, a->vertex_count, start, &most);
        q = v3(a->x[i], a->y[i], a->z[i]);
    } else {
        q = a->hull->middle; // the origin need not be in the hull
    }
    if (few_a == few_b || few_b) {
        const int i = far_vertex(v->x, v->y, v->z, b->vertex_count, v3_neg(start), &most);
        p = v3(v->x[i], v->y[i], v->z[i]);
    } else {
        p = v3_add(m3_mul(&c->rotation, b->hull->middle), c->shift);
    }
    view_from(c, p, q, false, v);
}

/// Fills the padding, which wider vectors will read, with copies of the first face.
static inline void fill_views(const scree_cores *c, face_views *v)
{
    for (int k = c->a->hull->face_count; k < c->a->hull->padded_face_count; ++k) v->least_a[k] = v->least_a[0];
    for (int k = c->b->hull->face_count; k < c->b->hull->padded_face_count; ++k) v->least_b[k] = v->least_b[0];
}

#endif
