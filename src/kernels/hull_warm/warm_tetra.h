// Two tetrahedra that overlap, a pair in each lane: is the depth along the normal of two features the least of all?
// Tests all faces of their difference.
//
// Source      N = A - B = -M (Words in docs/architecture.md) has the origin inside; its faces are those of A with a
//             vertex of B, those of B with a vertex of A, and some of those that an edge of A and one of B span. The
//             depth is that below the nearest of them.
// Idea        The cross product m of two edges is the normal of a face of N if no vertex of A is farther along m than
//             A's edge, and none of B less far than B's; or the same for -m. The side of the edges that the other
//             vertices are on is a product of one edge with a face normal of the other, and the offset of the face is
//             that of two Pluecker lines. So all 36 are cheap in float, without roots or quotients. What floats cannot
//             rule out as a face counts as one. The face of the features has exactly its own depth: it is never proven
//             deeper, and may be the only one that is not. many_tetrahedra.h searches for the least depth where none is
//             known.
// Limits      Undecided: faces whose depths agree to some 1e-5 of the pair's size, and nearly parallel edges.
#ifndef SCREE_KERNELS_HULL_WARM_WARM_TETRA_H
#define SCREE_KERNELS_HULL_WARM_WARM_TETRA_H

#include "kernels/hull_many/many_tetrahedra.h"
#include "kernels/hull_warm/warm_gather.h"

/// Error bounds of products of three lengths, with radii a and b and a distance of the origins that add up to 1. To
/// first order, in float roundings: vertices of A are off by 3 a, of B, rotated, by 13, edges by 8 a and 24 b, the
/// normals of faces by 44 a^2 and 108 b^2; heights of edges by 43 in all, products of an edge and a normal by 45,
/// heights of faces, where one body is tiny, by 180.
#define TETRA_ROOM 3e-6f
#define TETRA_FACE_ROOM 1.2e-5f

/// Error bound of squared lengths, relative to the product of the squares of their factors, with a margin.
#define TETRA_SQUARES 1.000002f

enum { TETRA_FLOATS = 16 }; // of scree_hull.many, those that are read

/// Pairs that wait for a proof, a pair in each lane.
typedef struct tetra_group {
    int count;
    warm_item item[FLOAT_LANES];
    bool swapped[FLOAT_LANES];                  // A and B are swapped
    bool edges[FLOAT_LANES], of_b[FLOAT_LANES]; // the features: two edges, or B's face
    int index[2][FLOAT_LANES];
    const scree_shape *shape[2][FLOAT_LANES];
    double rotation[9][FLOAT_LANES] __attribute__((aligned(64))); // rotation of B, row by row
    double shift[3][FLOAT_LANES] __attribute__((aligned(64)));
    double size[FLOAT_LANES] __attribute__((aligned(64)));
    double radius[2][FLOAT_LANES] __attribute__((aligned(64)));
    double enough[FLOAT_LANES] __attribute__((aligned(64))); // the depth that all other faces of N must have
    double error[FLOAT_LANES] __attribute__((aligned(64)));
} tetra_group;

static inline bool is_tetrahedron(const scree_shape *s)
{
    return s->vertex_count == TETRA_VERTICES && s->hull->face_count == TETRA_VERTICES && s->hull->many != NULL;
}

/// Adds a lane whose depth is to be proven.
static inline void join_tetra(tetra_group *t, const lane_frame *f, const warm_group *w, int i, bool edges, double gap)
{
    const int at = t->count++;
    t->edges[at] = edges;
    t->of_b[at] = (w->of_b >> i & 1u) != 0u;
    t->item[at] = w->item[i];
    t->swapped[at] = (w->swapped >> i & 1u) != 0u;
    for (int k = 0; k < 2; ++k) {
        t->shape[k][at] = w->g.shape[k][i];
        t->radius[k][at] = w->g.body[k][CORE_RADIUS][i];
        t->index[k][at] = w->index[k][i];
    }
    for (int k = 0; k < 3; ++k) {
        t->rotation[3 * k][at] = f->rotation.row[k].x[i];
        t->rotation[3 * k + 1][at] = f->rotation.row[k].y[i];
        t->rotation[3 * k + 2][at] = f->rotation.row[k].z[i];
    }
    t->shift[0][at] = f->shift.x[i];
    t->shift[1][at] = f->shift.y[i];
    t->shift[2][at] = f->shift.z[i];
    t->size[at] = f->size[i];
    t->error[at] = f->error[i];
    t->enough[at] = 8.0 * f->error[i] - gap;
}

/// Unused lanes repeat the first.
static inline void fill_tetra(tetra_group *t)
{
    for (int i = t->count; i < FLOAT_LANES; ++i) {
        for (int k = 0; k < 2; ++k) {
            t->shape[k][i] = t->shape[k][0];
            t->radius[k][i] = t->radius[k][0];
        }
        for (int k = 0; k < 9; ++k) t->rotation[k][i] = t->rotation[k][0];
        for (int k = 0; k < 3; ++k) t->shift[k][i] = t->shift[k][0];
        t->size[i] = t->size[0];
        t->enough[i] = t->enough[0];
    }
}

/// Doubles as floats; lengths in units of the pair's size.
static inline float_lane tetra_row(const double *values)
{
    return float_of_lanes(lane_row(values), lane_row(values + SCREE_LANES));
}

static inline float_lane tetra_length(const tetra_group *t, const double *values)
{
    return float_of_lanes(lane_row(values) / lane_row(t->size),
                          lane_row(values + SCREE_LANES) / lane_row(t->size + SCREE_LANES));
}

/// The vertices of one body of each pair.
static inline void tetra_corners(const tetra_group *t, int which, float_lane3 corner[TETRA_VERTICES])
{
    float_lane rows[TETRA_FLOATS];
    for (int first = 0; first < TETRA_FLOATS; first += FLOAT_LANES) {
        float_lane values[FLOAT_LANES];
        for (int i = 0; i < FLOAT_LANES; ++i) values[i] = float_at(t->shape[which][i]->hull->many + first);
        float_transpose(values);
        for (int i = 0; i < FLOAT_LANES && first + i < TETRA_FLOATS; ++i) rows[first + i] = values[i];
    }
    const float_lane radius = tetra_length(t, t->radius[which]);
    for (int i = 0; i < TETRA_VERTICES; ++i) // after the middle
        corner[i] = f3(rows[3 * i + 3] * radius, rows[3 * i + 4] * radius, rows[3 * i + 5] * radius);
}

/// Transforms B's into A's frame.
static inline void rotate_corners(const tetra_group *t, float_lane3 corner[TETRA_VERTICES])
{
    float_lane3 rotation[3];
    for (int k = 0; k < 3; ++k)
        rotation[k] =
            f3(tetra_row(t->rotation[3 * k]), tetra_row(t->rotation[3 * k + 1]), tetra_row(t->rotation[3 * k + 2]));
    const float_lane3 shift =
        f3(tetra_length(t, t->shift[0]), tetra_length(t, t->shift[1]), tetra_length(t, t->shift[2]));
    for (int i = 0; i < TETRA_VERTICES; ++i) {
        const float_lane3 p = corner[i];
        corner[i] =
            f3(f3_dot(rotation[0], p) + shift.x, f3_dot(rotation[1], p) + shift.y, f3_dot(rotation[2], p) + shift.z);
    }
}

/// A tetrahedron: its edges, with their squares and moments, and the normals of its faces, of any length, all outwards
/// or all inwards.
typedef struct tetra_sides {
    float_lane3 corner[TETRA_VERTICES], edge[TETRA_EDGES], moment[TETRA_EDGES], normal[TETRA_VERTICES];
    float_lane square[TETRA_EDGES];
} tetra_sides;

static inline void sides_of_tetra(tetra_sides *s)
{
    for (int i = 0; i < TETRA_EDGES; ++i) {
        const float_lane3 from = s->corner[TETRA_EDGE[i].from];
        s->edge[i] = f3_sub(s->corner[TETRA_EDGE[i].to], from);
        s->moment[i] = f3_cross(from, s->edge[i]);
        s->square[i] = f3_dot(s->edge[i], s->edge[i]);
    }
    s->normal[3] = f3_cross(s->edge[0], s->edge[1]);
    s->normal[2] = f3_cross(s->edge[2], s->edge[0]);
    s->normal[1] = f3_cross(s->edge[1], s->edge[2]);
    s->normal[0] = f3_cross(s->edge[4], s->edge[3]);
}

enum { TETRA_FACES = 2 * TETRA_VERTICES + TETRA_EDGES * TETRA_EDGES };

/// Faces of N: A's and B's, by their opposite vertices; then, for each of B's edges, those with A's edges.
typedef struct tetra_doubts {
    unsigned open[TETRA_FACES]; ///< bits of the pairs where it is not proven to be deep
    float_flags lost;           ///< pairs that may not even overlap
} tetra_doubts;

/// Faces of s with vertices of the other.
static inline void try_tetra_faces(const tetra_sides *s, const tetra_sides *other, float_lane depth2, unsigned *open,
                                   float_flags *lost)
{
    const float_lane doubt = float_of(TETRA_FACE_ROOM);
    for (int i = 0; i < TETRA_VERTICES; ++i) {
        const float_lane3 n = s->normal[i];
        const float_lane at = f3_dot(n, s->corner[i == 0]), behind = f3_dot(n, s->corner[i]);
        float_lane most = f3_dot(n, other->corner[0]), least = most;
        for (int k = 1; k < TETRA_VERTICES; ++k) {
            const float_lane height = f3_dot(n, other->corner[k]);
            most = float_max(height, most);
            least = float_min(height, least);
        }
        // The normal points outwards if the opposite vertex is behind it.
        const float_lane deep = float_pick(float_below(behind, at), at - least, most - at);
        const float_lane sure = float_max(deep - doubt, float_of(0.0f));
        open[i] = ~float_bits(float_below(depth2 * f3_dot(n, n), sure * sure));
        *lost = float_or(*lost, float_below(float_abs(at - behind), doubt));
    }
}

/// All pairs of edges, `depth2` the square of the depth.
static inline void try_tetra_edges(const tetra_sides *a, const tetra_sides *b, float_lane depth2, unsigned *open,
                                   float_flags *lost)
{
    const float_lane none = float_of(0.0f), doubt = float_of(TETRA_ROOM);
    float_lane of_b[TETRA_VERTICES][TETRA_EDGES]; // B's normals with A's edges
    for (int f = 0; f < TETRA_VERTICES; ++f)
        for (int i = 0; i < TETRA_EDGES; ++i) of_b[f][i] = f3_dot(b->normal[f], a->edge[i]);
    for (int j = 0; j < TETRA_EDGES; ++j) {
        const float_lane3 e = b->edge[j], moment = b->moment[j];
        const float_lane square = b->square[j] * float_of(TETRA_SQUARES);
        float_lane of_a[TETRA_VERTICES];
        for (int f = 0; f < TETRA_VERTICES; ++f) of_a[f] = f3_dot(a->normal[f], e);
        for (int i = 0; i < TETRA_EDGES; ++i) {
            const float_lane3 u = a->edge[i];
            const float_lane height = f3_dot(e, a->moment[i]) + f3_dot(u, moment), cosine = f3_dot(u, e);
            const float_lane sure = float_max(float_abs(height) - doubt, none);
            const float_lane product2 = a->square[i] * square - cosine * cosine;
            // How far other vertices are beyond the edges, along their cross product and against it.
            const float_lane a_first = of_a[TETRA_EDGE[i].left], a_second = -of_a[TETRA_EDGE[i].right];
            const float_lane b_first = of_b[TETRA_EDGE[j].left][i], b_second = -of_b[TETRA_EDGE[j].right][i];
            const float_lane ahead = float_max(float_max(a_first, a_second), float_max(b_first, b_second));
            const float_lane back = -float_min(float_min(a_first, a_second), float_min(b_first, b_second));
            const float_flags flipped = float_below(height, none);
            const float_lane beyond = float_pick(flipped, back, ahead), other = float_pick(flipped, ahead, back);
            const float_flags deep = float_or(float_below(depth2 * product2, sure * sure), float_below(doubt, beyond));
            open[TETRA_EDGES * j + i] = ~float_bits(deep);
            *lost = float_or(*lost, float_below(other, doubt));
        }
    }
}

/// Which faces floats do not prove to be deep.
__attribute__((noinline)) static void try_tetra(tetra_group *t, tetra_doubts *x)
{
    tetra_sides s[2];
    fill_tetra(t);
    tetra_corners(t, 0, s[0].corner);
    tetra_corners(t, 1, s[1].corner);
    rotate_corners(t, s[1].corner);
    sides_of_tetra(&s[0]);
    sides_of_tetra(&s[1]);
    const float_lane depth = tetra_length(t, t->enough), depth2 = depth * depth * float_of(TETRA_SQUARES);
    x->lost = float_of_bits(0);
    try_tetra_faces(&s[0], &s[1], depth2, x->open, &x->lost);
    try_tetra_faces(&s[1], &s[0], depth2, x->open + TETRA_VERTICES, &x->lost);
    try_tetra_edges(&s[0], &s[1], depth2, x->open + 2 * TETRA_VERTICES, &x->lost);
}

// ----------------------------------------------------------------------------------- those that floats leave open

/// The vertex opposite to a face: the indices 0 to 3 add up to 6.
static inline int tetra_opposite(const scree_shape *s, int face)
{
    const int *v = s->hull->face_vertices + s->hull->faces[face].first;
    return 6 - v[0] - v[1] - v[2];
}

static inline int tetra_face_number(const scree_shape *s, int opposite)
{
    int face = 0;
    for (int k = 1; k < TETRA_VERTICES; ++k) face = tetra_opposite(s, k) == opposite ? k : face;
    return face;
}

/// The index of an edge in TETRA_EDGE, and back.
static inline int tetra_edge_place(const scree_shape *s, int edge)
{
    static const signed char place[TETRA_VERTICES][TETRA_VERTICES] = {
        { 0, 0, 1, 2 }, { 0, 0, 3, 4 }, { 1, 3, 0, 5 }, { 2, 4, 5, 0 }
    };
    const scree_edge of_v = scree_edge_at(s->hull, edge);
    const int *v = of_v.vertex;
    return place[v[0]][v[1]];
}

static inline int tetra_edge_number(const scree_shape *s, int place)
{
    int edge = 0;
    for (int k = 1; k < TETRA_EDGES; ++k) edge = tetra_edge_place(s, k) == place ? k : edge;
    return edge;
}

/// One pair, in doubles.
typedef struct tetra_pair {
    const scree_shape *shape[2];
    scree_mat3 rotation;
    scree_vec3 shift;
    double error;
} tetra_pair;

/// The normal of two edges, by index, from A to B; the offset of their face times the normal's length; and their
/// squared sine.
static inline scree_vec3 tetra_edge_normal(const tetra_pair *p, int edge_a, int edge_b, double *height, double *sine2)
{
    const struct tetra_edge *v = &TETRA_EDGE[edge_a], *w = &TETRA_EDGE[edge_b];
    const scree_shape *s = p->shape[0], *t = p->shape[1];
    const scree_vec3 from = scree_stored_vertex(s, v->from), to = scree_stored_vertex(t, w->from);
    const scree_vec3 u = v3_sub(scree_stored_vertex(s, v->to), from);
    const scree_vec3 e = m3_mul(&p->rotation, v3_sub(scree_stored_vertex(t, w->to), to)), n = v3_cross(u, e);
    const double h = v3_dot(n, v3_sub(from, v3_add(m3_mul(&p->rotation, to), p->shift)));
    *height = fabs(h); // the bodies overlap
    *sine2 = v3_norm2(n) / (v3_norm2(u) * v3_norm2(e));
    return h < 0.0 ? v3_neg(n) : n;
}

/// The depth of a hull's face, by its opposite vertex, and the other's vertex below it.
static inline double tetra_face_depth(const tetra_pair *p, int reference, int opposite, int *face, int *vertex)
{
    const scree_shape *s = p->shape[reference], *other = p->shape[!reference];
    *face = tetra_face_number(s, opposite);
    const scree_vec3 n = s->hull->faces[*face].normal;
    const scree_vec3 in_other = reference == 0 ? m3_mul_transposed(&p->rotation, n) : m3_mul(&p->rotation, n);
    double least = (double)INFINITY;
    for (int k = 0; k < TETRA_VERTICES; ++k) {
        const double height = v3_dot(in_other, scree_stored_vertex(other, k));
        *vertex = height < least ? k : *vertex;
        least = min2(height, least);
    }
    const double between = reference == 0 ? v3_dot(n, p->shift) : -v3_dot(in_other, p->shift);
    return s->hull->faces[*face].offset - between - least;
}

/// A lower bound of the depth of a face of N, by index.
static inline double tetra_depth(const tetra_pair *p, int number)
{
    const int edges = number - 2 * TETRA_VERTICES;
    if (edges < 0) {
        int face, vertex = 0;
        return tetra_face_depth(p, number / TETRA_VERTICES, number % TETRA_VERTICES, &face, &vertex) - p->error;
    }
    double height, sine2;
    const scree_vec3 n = tetra_edge_normal(p, edges % TETRA_EDGES, edges / TETRA_EDGES, &height, &sine2);
    return height / v3_norm(n) - p->error / sqrt(sine2);
}

/// The features of a face of N.
static inline warm_next tetra_features(const tetra_pair *p, int number)
{
    const int edges = number - 2 * TETRA_VERTICES, a = edges % TETRA_EDGES, b = edges / TETRA_EDGES;
    warm_next next = { .found = true, .rotated = edges >= 0 };
    if (edges >= 0) {
        double height, sine2;
        next.feature[0] = next.feature[1] = SCREE_FEATURE_EDGE;
        next.index[0] = tetra_edge_number(p->shape[0], a);
        next.index[1] = tetra_edge_number(p->shape[1], b);
        next.n = tetra_edge_normal(p, a, b, &height, &sine2);
        return next;
    }
    const int reference = number / TETRA_VERTICES;
    next.feature[reference] = SCREE_FEATURE_FACE;
    next.feature[!reference] = SCREE_FEATURE_VERTEX;
    (void)tetra_face_depth(p, reference, number % TETRA_VERTICES, &next.index[reference], &next.index[!reference]);
    return next;
}

/// The index of the face of N that the features of a pair span.
static inline int tetra_own_number(const tetra_group *t, int at)
{
    const int a = t->index[0][at], b = t->index[1][at];
    if (t->edges[at])
        return 2 * TETRA_VERTICES + TETRA_EDGES * tetra_edge_place(t->shape[1][at], b) +
               tetra_edge_place(t->shape[0][at], a);
    const int reference = t->of_b[at] ? 1 : 0;
    return TETRA_VERTICES * reference + tetra_opposite(t->shape[reference][at], reference == 0 ? a : b);
}

/// Whether all faces of one pair but that of its features are deep enough; if not, `next` gets the least deep one.
static inline bool tetra_is_least(const tetra_group *t, const tetra_doubts *x, int at, warm_next *next)
{
    tetra_pair p = { .shape = { t->shape[0][at], t->shape[1][at] }, .error = t->error[at] };
    for (int k = 0; k < 3; ++k)
        p.rotation.row[k] = v3(t->rotation[3 * k][at], t->rotation[3 * k + 1][at], t->rotation[3 * k + 2][at]);
    p.shift = v3(t->shift[0][at], t->shift[1][at], t->shift[2][at]);
    int list[TETRA_FACES + 1], count = 0;
    for (int k = 0; k < TETRA_FACES; ++k) {
        list[count] = k;
        count += (int)(x->open[k] >> at & 1u);
    }
    const int own = tetra_own_number(t, at);
    double least = t->enough[at];
    int better = -1;
    for (int k = 0; k < count; ++k) {
        const double depth = list[k] != own ? tetra_depth(&p, list[k]) : (double)INFINITY;
        if (depth >= least) continue;
        least = depth;
        better = list[k];
    }
    if (better >= 0) *next = tetra_features(&p, better);
    return better < 0;
}

/// The bits of the pairs with the least depth along the normal of their features; for the others, features to try.
static inline unsigned prove_tetrahedra(tetra_group *t, warm_next next[FLOAT_LANES])
{
    tetra_doubts x;
    try_tetra(t, &x);
    const unsigned lost = float_bits(x.lost);
    unsigned one = 0, more = 0, least = 0;
    for (int k = 0; k < TETRA_FACES; ++k) {
        more |= one & x.open[k];
        one |= x.open[k];
    }
    for (int i = 0; i < t->count; ++i) {
        next[i].found = false;
        if ((lost >> i & 1u) != 0u) continue;
        // The face of the features is always open.
        if ((more >> i & 1u) == 0u || tetra_is_least(t, &x, i, &next[i])) least |= (one >> i & 1u) << i;
    }
    return least;
}

#endif
