// Hulls, a pair in each lane: from the vertices that a search has guessed to features, from these to distances, in double, and their
// proofs; for tiny hulls that overlap, of the features along the axes of least depth. See many.c.
#ifndef SCREE_KERNELS_HULL_MANY_MANY_MEASURE_H
#define SCREE_KERNELS_HULL_MANY_MANY_MEASURE_H

#include "kernels/hull/hull_measure.h"
#include "kernels/hull/hull_search.h"
#include "kernels/hull_many/many_group.h"
#include "kernels/hull_many/many_tetrahedra.h"
#include "lanes/lane_rows.h"

// ----------------------------------------------------------------------------------------------------------- features

// Of the features, in the frames of their shapes: first and last vertex; the plane of a face.
enum feature_place { A_FIRST, A_LAST, B_FIRST, B_LAST, PLANE, FEATURE_PLACES };

typedef struct many_features {
    lane3 at[FEATURE_PLACES];
    lane offset;               // of the plane
    unsigned edge[2], face[2]; // bit i: A, or B, of lane i has one
    unsigned known;            // lanes that have features at all
    int index[2][SCREE_LANES];
    int kind[2][SCREE_LANES]; // 1: a vertex, 2: an edge, 3: a face; else there is none
} many_features;

// A feature of a hull: its kind (1, 2 or 3: a vertex, an edge or a face; 0: none), its index, the ends of an edge, a
// face. The members are valid indices whatever the kind.
typedef struct named_feature {
    int kind, index, ends[2], face;
} named_feature;

// The edge, or the face, that has these vertices; -1: none.
static inline int edge_with(const scree_shape *s, int u, int v)
{
    if (s->hull->many != NULL) {
        const uint64_t edge = s->hull->vertex_edge_bits[u] & s->hull->vertex_edge_bits[v];
        return edge != 0 ? s->hull->grouped_edges[__builtin_ctzll(edge)] : -1;
    }
    for (int k = s->hull->nodes[u].fan; k < s->hull->nodes[u].fan_end; ++k)
        if (scree_neighbour(s->hull, k) == v) return scree_vertex_edge(s->hull, k);
    return -1;
}

static inline int face_with(const scree_shape *s, int u, int v, int w)
{
    if (s->hull->many != NULL) {
        const uint64_t face =
            s->hull->vertex_face_bits[u] & s->hull->vertex_face_bits[v] & s->hull->vertex_face_bits[w];
        return face != 0 ? __builtin_ctzll(face) : -1;
    }
    for (int k = s->hull->nodes[u].fan; k < s->hull->nodes[u].fan_end; ++k) {
        const scree_face *f = &s->hull->faces[scree_vertex_face(s->hull, k)];
        int found = 0;
        for (int i = f->first; i < f->first + f->count; ++i)
            found += s->hull->face_vertices[i] == v || s->hull->face_vertices[i] == w;
        if (found == 2) return scree_vertex_face(s->hull, k);
    }
    return -1;
}

// The feature with these vertices, some of which may be equal.
static inline named_feature name_feature(const scree_shape *s, int u, int v, int w)
{
    const bool second = v != u, third = w != u && w != v;
    named_feature x = { .kind = 1, .index = u, .ends = { u, second ? v : w } };
    if (!second && !third) return x;
    x.index = second && third ? face_with(s, u, v, w) : edge_with(s, u, x.ends[1]);
    x.kind = x.index < 0 ? 0 : second && third ? 3 : 2;
    x.face = x.kind == 3 ? x.index : 0;
    if (x.kind == 2) {
        const scree_edge e = scree_edge_at(s->hull, x.index);
        x.ends[0] = e.vertex[0];
        x.ends[1] = e.vertex[1];
    }
    return x;
}

static inline void many_features_of(const many_group *w, int half, many_features *x)
{
    const double *from[FEATURE_PLACES][SCREE_LANES];
    x->edge[0] = x->edge[1] = x->face[0] = x->face[1] = x->known = 0;
    for (int i = 0; i < SCREE_LANES; ++i) {
        named_feature f[2];
        for (int k = 0; k < 2; ++k) {
            const scree_shape *s = w->g[half].shape[k][i];
            const int at = half * SCREE_LANES + i;
            f[k] = name_feature(s, w->vertex[k][0][at], w->vertex[k][1][at], w->vertex[k][2][at]);
            from[2 * k][i] = &s->hull->nodes[f[k].ends[0]].at.x;
            from[2 * k + 1][i] = &s->hull->nodes[f[k].ends[1]].at.x;
            x->edge[k] |= (f[k].kind == 2 ? 1u : 0u) << i;
            x->face[k] |= (f[k].kind == 3 ? 1u : 0u) << i;
            x->kind[k][i] = f[k].kind;
            x->index[k][i] = f[k].index;
        }
        const int reference = f[1].kind == 3;
        const bool fine = (f[0].kind > 0) & (f[1].kind > 0) & (f[0].kind + f[1].kind <= 4);
        x->known |= (fine ? 1u : 0u) << i;
        from[PLANE][i] = &w->g[half].shape[reference][i]->hull->faces[f[reference].face].normal.x; // and the offset
    }
    for (int k = 0; k < FEATURE_PLACES; ++k) {
        lane rows[4];
        lane_columns_of_four(from[k], 0, rows);
        x->at[k] = l3(rows[0], rows[1], rows[2]);
        x->offset = rows[3]; // the plane's is the last
    }
}

// ----------------------------------------------------------------------------------------------- distances and proofs

/// Vertices less than this below a feature, in units of the hull's radius, count as level with it: far above the
/// rounding of float heights, some 5e-7, and above the slope of level features in hull_near.h (HULL_SLOPE).
#define MANY_LEVEL 2e-5f

typedef struct many_near {
    hull_measure at;
    lane inside;
    unsigned fine; // the points are within the features, as far as is known here
    lane reach[2]; // heights of the features along n and -n, in units of the hulls' radii
} many_near;

// A face and a vertex; `over` gets the vertex in the frame of the face.
static inline void near_face(const lane_frame *f, const many_features *x, lane3 *over, hull_measure *y)
{
    const lane_mask of_b = lane_of_bits(x->face[1]);
    const lane3 plane = x->at[PLANE], a = x->at[A_FIRST], b = x->at[B_FIRST];
    const lane3 rotated = lm3_mul(&f->rotation, l3_select(of_b, plane, b)), p = l3_add(rotated, f->shift);
    const lane3 n = l3_select(of_b, l3(-rotated.x, -rotated.y, -rotated.z), plane);
    *over = l3_select(of_b, lm3_mul_transposed(&f->rotation, l3_sub(a, f->shift)), p);
    measure_face(of_b, plane, x->offset, *over, n, l3_select(of_b, a, p), y);
}

// Vertices and edges.
static inline void near_edges(const lane_frame *f, const many_features *x, lane3 guess, many_near *y)
{
    const lane_mask edge_a = lane_of_bits(x->edge[0]), edge_b = lane_of_bits(x->edge[1]), both = edge_a & edge_b;
    const lane3 p = x->at[A_FIRST], q = l3_add(lm3_mul(&f->rotation, x->at[B_FIRST]), f->shift);
    const lane3 e = lm3_mul(&f->rotation, l3_sub(x->at[B_LAST], x->at[B_FIRST]));
    const measure_ends ends = ends_of(p, l3_sub(x->at[A_LAST], p), q, e);
    measure_crossing c;
    hull_measure crossed;
    lane s, t;
    measure_edges(&ends, guess, &c, &crossed);
    measure_line(&ends, edge_a, edge_b, &s, &t, &y->at);
    s = lane_select(both, c.s, s);
    t = lane_select(both, c.t, t);
    y->at.n = l3_select(both, crossed.n, y->at.n);
    y->at.on_a = l3_select(both, crossed.on_a, y->at.on_a);
    y->at.on_b = l3_select(both, crossed.on_b, y->at.on_b);
    lane3 line;
    measure_gap(&ends, &line, &y->at);
    const lane3 astray = l3_add_scaled(line, -y->at.gap, y->at.n);
    const lane end_s = lane_min(s, 1.0 - s), end_t = lane_min(t, 1.0 - t), end = lane_of(HULL_END), none = lane_of(0.0);
    const lane_mask ends_a = ~edge_a | (end_s > lane_select(both, end, none));
    const lane_mask ends_b = ~edge_b | (end_t > lane_select(both, end, none));
    const lane_mask crossing = ~both | (c.area2 > HULL_SLOPE * HULL_SLOPE * (ends.uu * ends.ee));
    y->fine = lane_bits(ends_a & ends_b & crossing & (l3_dot(astray, astray) <= f->error * f->error));
    // Two edges span a parallelogram of the Minkowski difference: how far from its sides the point nearest to the origin is.
    y->inside = lane_min(end_s * lane_sqrt(c.area2 * (1.0 / ends.ee)), end_t * lane_sqrt(c.area2 * (1.0 / ends.uu)));
}

// The vertices of small hulls that are as high along d as the features, whose height is `reach`: a bit each.
static inline float_whole bits_near(const many_pairs *c, int which, float_lane3 d, float_lane reach)
{
    const float_lane level = reach - float_of(MANY_LEVEL);
    float_whole found = { 0 }, bit = found + 1;
    for (int i = 0; i < c->most[which]; ++i, bit += bit)
        found = float_pick_whole(float_below(level, f3_dot(many_at(c, which, i), d)), found | bit, found);
    return found;
}

static inline float_lane3 f3_of(lane3 first, lane3 second)
{
    return f3(float_of_lanes(first.x, second.x), float_of_lanes(first.y, second.y), float_of_lanes(first.z, second.z));
}

// Their number; and the same for large hulls, pair by pair.
static inline float_whole count_near(const many_pairs *c, int which, float_lane3 d, float_lane reach)
{
    const float_lane level = reach - float_of(MANY_LEVEL);
    float_whole found = { 0 };
    for (int i = 0; i < c->most[which]; ++i)
        found = float_pick_whole(float_below(level, f3_dot(many_at(c, which, i), d)), found + 1, found);
    return found;
}

static inline float_whole count_in_turn(const many_pairs *c, int which, float_lane3 d, float_lane reach)
{
    float way[3][FLOAT_LANES] __attribute__((aligned(64))), level[FLOAT_LANES] __attribute__((aligned(64)));
    int32_t found[FLOAT_LANES] __attribute__((aligned(64)));
    f3_put(way, d);
    float_put_row(level, reach - float_of(MANY_LEVEL));
    for (int i = 0; i < FLOAT_LANES; ++i) {
        const scree_shape *s = c->shape[which][i];
        const float_lane lowest = float_of(level[i]);
        int count = 0;
        for (int k = 0; s->hull->many_x != NULL && k < s->vertex_count; k += FLOAT_LANES) {
            const float_lane h = way[0][i] * float_at(s->hull->many_x + k) + way[1][i] * float_at(s->hull->many_y + k) +
                                 way[2][i] * float_at(s->hull->many_z + k);
            const int left = s->vertex_count - k; // the padding after these repeats vertices
            const uint64_t these = left < FLOAT_LANES ? (UINT64_C(1) << left) - 1 : UINT64_MAX;
            count += __builtin_popcountll(float_bits(float_below(lowest, h)) & these);
        }
        for (int k = 0; s->hull->many != NULL && k < s->vertex_count; ++k)
            count += level[i] < scree_float_height(s, k, way[0][i], way[1][i], way[2][i]);
        found[i] = count;
    }
    return float_whole_row(found);
}

// Which pairs have no other vertices as far along the normals as those of the features. The count includes the
// feature's own vertices; faces are exempt.
static inline unsigned many_prove(const many_group *w, const many_features x[HALVES], const many_near y[HALVES])
{
    const many_pairs *c = &w->pairs;
    const float_lane3 n = f3_of(y[0].at.n, y[1].at.n), back = many_rotate_back(c, n);
    unsigned proven = (unsigned)((UINT64_C(1) << FLOAT_LANES) - 1u);
    for (int k = 0; k < 2; ++k) {
        const float_lane3 d = k == 0 ? n : f3(-back.x, -back.y, -back.z);
        const float_lane reach = float_of_lanes(y[0].reach[k], y[1].reach[k]);
        const float_whole one = (float_whole){ 0 } + 1;
        const float_whole found = c->shape[0] != NULL ? count_in_turn(c, k, d, reach) : count_near(c, k, d, reach);
        const unsigned edges = x[0].edge[k] | x[1].edge[k] << SCREE_LANES;
        const unsigned faces = x[0].face[k] | x[1].face[k] << SCREE_LANES;
        const float_whole own = float_pick_whole(float_of_bits(edges), one + one, one);
        proven &= float_bits(float_same(found, own)) | faces;
    }
    return proven;
}

// Where the vertex is over the face, pair by pair.
static inline void look_over_faces(const gathered *g, const many_features *x, unsigned faces, lane3 over, many_near *y)
{
    double places[3][SCREE_LANES] __attribute__((aligned(64)));
    double inside[SCREE_LANES] __attribute__((aligned(64)));
    put3(places, 0, over);
    lane_put_row(inside, y->inside);
    for (; faces != 0; faces &= faces - 1) {
        const int i = __builtin_ctz(faces), reference = (int)(x->face[1] >> i & 1u), face = x->index[reference][i];
        const scree_shape *s = g->shape[reference][i];
        inside[i] = s->hull->faces[face].count > HULL_CORNERS
                        ? -1.0
                        : place_over_face(s, face, v3(places[0][i], places[1][i], places[2][i])).inside;
    }
    y->inside = lane_row(inside);
}

static inline void many_distance(const many_group *w, int half, const many_features *x, many_near *y)
{
    const lane_frame *f = &w->frame[half];
    const gathered *g = &w->g[half];
    const unsigned faces = (x->face[0] | x->face[1]) & x->known;
    near_edges(f, x, rows3(w->way[half], 0), y);
    if (faces != 0) {
        hull_measure z;
        lane3 over;
        near_face(f, x, &over, &z);
        const lane_mask of_face = lane_of_bits(faces);
        y->at.gap = lane_select(of_face, z.gap, y->at.gap);
        y->at.length = lane_select(of_face, z.length, y->at.length);
        y->at.n = l3_select(of_face, z.n, y->at.n);
        y->at.on_a = l3_select(of_face, z.on_a, y->at.on_a);
        y->at.on_b = l3_select(of_face, z.on_b, y->at.on_b);
        look_over_faces(g, x, faces, over, y);
        y->fine = (y->fine & ~faces) | (faces & lane_bits(y->inside > f->error)); // see meet_apart()
    }
    y->fine &= x->known;
    const lane3 b = lm3_mul(&f->rotation, x->at[B_FIRST]);
    y->reach[0] = l3_dot(y->at.n, x->at[A_FIRST]) / lane_row(g->body[0][CORE_RADIUS]);
    y->reach[1] = -l3_dot(y->at.n, b) / lane_row(g->body[1][CORE_RADIUS]);
}

// is_least() without its divisions.
static inline unsigned many_disc(const many_group *w, int half, const many_near *y)
{
    const lane_frame *f = &w->frame[half];
    double inner[2][SCREE_LANES] __attribute__((aligned(64)));
    for (int k = 0; k < 2; ++k)
        for (int i = 0; i < SCREE_LANES; ++i) inner[k][i] = w->g[half].shape[k][i]->hull->inner_radius;
    const lane none = lane_of(0.0), enough = 8.0 * f->error - y->at.gap, radius = y->inside - f->error;
    const lane a = lane_row(inner[0]), b = lane_row(inner[1]), along = l3_dot(y->at.n, f->shift);
    const lane3 off = l3_add_scaled(f->shift, -along, y->at.n);
    const lane across = lane_sqrt(l3_dot(off, off)), square = enough * enough + radius * radius;
    const lane cosine = enough * enough - radius * radius, sine = 2.0 * radius * enough;
    return lane_bits((radius > none) & (a > none) & (b > none) & (sine * along - cosine * across > none) &
                     ((a + b - enough) * square > along * cosine + across * sine));
}

// ----------------------------------------------------------------------------------------------- all pairs of a group

// Stores the search's guesses for the rest of the kernel.
static inline void put_guess(many_group *w, const many_guess *guess)
{
    float way[3][FLOAT_LANES] __attribute__((aligned(64)));
    float_put_row(way[0], guess->way.x);
    float_put_row(way[1], guess->way.y);
    float_put_row(way[2], guess->way.z);
    for (int k = 0; k < 3; ++k)
        for (int i = 0; i < FLOAT_LANES; ++i) w->way[i / SCREE_LANES][k][i % SCREE_LANES] = way[k][i];
    for (int k = 0; k < 2; ++k)
        for (int i = 0; i < 3; ++i) float_put_whole_row(w->vertex[k][i], guess->vertex[k][i]);
    float_put_whole_row(w->steps, guess->steps);
}

// The support features along an axis, for the pairs whose flags are set: the first three of the farthest vertices.
static inline void guess_along(const many_pairs *c, float_flags which, float_lane3 n, many_guess *guess)
{
    const float_lane3 back = many_rotate_back(c, n);
    for (int k = 0; k < 2; ++k) {
        const float_lane3 d = k == 0 ? n : f3(-back.x, -back.y, -back.z);
        float_lane most, other;
        many_reach(c, k, d, &most, &other);
        int32_t bits[FLOAT_LANES] __attribute__((aligned(64))), vertex[3][FLOAT_LANES] __attribute__((aligned(64)));
        float_put_whole_row(bits, bits_near(c, k, d, most));
        for (int i = 0; i < FLOAT_LANES; ++i) {
            const uint32_t all = (uint32_t)bits[i] | (bits[i] == 0 ? 1u : 0u), others = all & (all - 1);
            const uint32_t second = others != 0 ? others : all, more = second & (second - 1);
            vertex[0][i] = __builtin_ctz(all);
            vertex[1][i] = __builtin_ctz(second);
            vertex[2][i] = __builtin_ctz(more != 0 ? more : second);
        }
        for (int i = 0; i < 3; ++i) {
            const float_whole found = float_whole_row(vertex[i]);
            guess->vertex[k][i] = float_pick_whole(which, found, guess->vertex[k][i]);
        }
    }
    guess->way = f3_pick(which, n, guess->way);
}

// Features of a group, and distances along their normals.
typedef struct many_measures {
    many_features features[HALVES];
    many_near near[HALVES];
    unsigned proven; // there are features, and their gap is that of the hulls along their normal
    unsigned fine;   // and the features meet
} many_measures;

static inline void many_measure(many_group *w, const many_guess *guess, many_measures *m)
{
    put_guess(w, guess);
    for (int half = 0; half < HALVES; ++half) {
        many_features_of(w, half, &m->features[half]);
        many_distance(w, half, &m->features[half], &m->near[half]);
    }
    m->proven = many_prove(w, m->features, m->near) & (m->features[0].known | m->features[1].known << SCREE_LANES);
    m->fine = m->proven & (m->near[0].fine | m->near[1].fine << SCREE_LANES);
}

// Which pairs are less deep along the normal of the features than along all axes but the chosen ones: then that normal
// is one of these. (The vertices near an axis may be those of features with another normal.)
static inline unsigned below_limit(const many_group *w, const many_measures *m, float_lane limit)
{
    float values[FLOAT_LANES] __attribute__((aligned(64)));
    float_put_row(values, limit);
    unsigned below = 0;
    for (int half = 0; half < HALVES; ++half) {
        double limits[SCREE_LANES] __attribute__((aligned(64)));
        for (int i = 0; i < SCREE_LANES; ++i) limits[i] = (double)values[half * SCREE_LANES + i];
        const lane depth = HULL_TOUCH * w->frame[half].error - m->near[half].at.gap;
        below |= lane_bits_below(depth, lane_row(limits) * w->frame[half].size) << (half * SCREE_LANES);
    }
    return below;
}

// Which of these pairs have the same features in both.
static inline unsigned same_features(unsigned these, const many_measures *m, const many_measures *other)
{
    unsigned same = 0;
    for (; these != 0; these &= these - 1) {
        const int at = __builtin_ctz(these), half = at / SCREE_LANES, i = at % SCREE_LANES;
        const many_features *x = &m->features[half], *y = &other->features[half];
        bool equal = true;
        for (int k = 0; k < 2; ++k) equal = equal && x->kind[k][i] == y->kind[k][i] && x->index[k][i] == y->index[k][i];
        same |= (equal ? 1u : 0u) << at;
    }
    return same;
}

// For pairs with two axes that tie, puts the better one into `m`.
static inline void choose_axis(unsigned equal, const many_measures *other, many_measures *m)
{
    unsigned better = 0;
    for (int half = 0; half < HALVES; ++half)
        better |= lane_bits_below(m->near[half].at.gap, other->near[half].at.gap) << (half * SCREE_LANES);
    better &= equal;
    for (int half = 0; half < HALVES; ++half) {
        const unsigned bits = better >> (half * SCREE_LANES) & ((1u << SCREE_LANES) - 1u);
        const lane_mask these = lane_of_bits(bits);
        many_near *to = &m->near[half];
        const many_near *from = &other->near[half];
        to->at.gap = lane_select(these, from->at.gap, to->at.gap);
        to->inside = lane_select(these, from->inside, to->inside);
        to->at.n = l3_select(these, from->at.n, to->at.n);
        to->at.on_a = l3_select(these, from->at.on_a, to->at.on_a);
        to->at.on_b = l3_select(these, from->at.on_b, to->at.on_b);
        for (int k = 0; k < 2; ++k)
            for (int i = 0; i < SCREE_LANES; ++i) {
                if ((bits >> i & 1u) == 0u) continue;
                m->features[half].kind[k][i] = other->features[half].kind[k][i];
                m->features[half].index[k][i] = other->features[half].index[k][i];
            }
    }
    m->fine = (m->fine & ~better) | (other->fine & better);
}

// Overlapping pairs of tiny hulls: the features of the least depth. Returns the bits of the pairs that have them.
static inline __attribute__((always_inline)) unsigned many_deep(many_group *w, bool tetrahedra, many_guess *guess,
                                                                many_measures *m)
{
    many_depths x;
    if (tetrahedra) {
        tetra_least(&w->pairs, &x);
    } else {
        many_gather_axes(w, 0);
        many_gather_axes(w, 1);
        many_least(&w->pairs, &w->axes, &x);
    }
    guess_along(&w->pairs, guess->overlap, x.way[0], guess);
    many_measure(w, guess, m);
    const unsigned least = float_bits(x.certain) & m->proven & below_limit(w, m, x.limit);
    const unsigned equal = least & float_bits(guess->overlap) & ~float_bits(x.single);
    if (equal == 0) return least;
    many_measures other;
    guess_along(&w->pairs, float_of_bits(equal), x.way[1], guess);
    many_measure(w, guess, &other);
    const unsigned both = equal & other.proven & below_limit(w, &other, x.limit) & ~same_features(equal, m, &other);
    choose_axis(both, &other, m);
    return least & (~equal | both);
}

#endif
