// Hulls, a pair in each lane: from features to distances, in double, and their proofs. See many.c.
#ifndef SCREE_KERNELS_HULL_MANY_MANY_NEAR_H
#define SCREE_KERNELS_HULL_MANY_MANY_NEAR_H

#include "kernels/hull/hull_deep.h"
#include "kernels/hull_many/many_features.h"
#include "kernels/hull_measure.h"

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
    // The distance of the crossing from the sides of the parallelogram.
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
    *(float_lane_in_memory *)(void *)level = reach - float_of(MANY_LEVEL);
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
    return *(const float_whole_in_memory *)(const void *)found;
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
    put(inside, y->inside);
    for (; faces != 0; faces &= faces - 1) {
        const int i = __builtin_ctz(faces), reference = (int)(x->face[1] >> i & 1u), face = x->index[reference][i];
        const scree_shape *s = g->shape[reference][i];
        inside[i] = s->hull->faces[face].count > HULL_CORNERS
                        ? -1.0
                        : place_over_face(s, face, v3(places[0][i], places[1][i], places[2][i])).inside;
    }
    y->inside = row(inside);
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
    y->reach[0] = l3_dot(y->at.n, x->at[A_FIRST]) / row(g->body[0][CORE_RADIUS]);
    y->reach[1] = -l3_dot(y->at.n, b) / row(g->body[1][CORE_RADIUS]);
}

// is_least() without its divisions.
static inline unsigned many_disc(const many_group *w, int half, const many_near *y)
{
    const lane_frame *f = &w->frame[half];
    double inner[2][SCREE_LANES] __attribute__((aligned(64)));
    for (int k = 0; k < 2; ++k)
        for (int i = 0; i < SCREE_LANES; ++i) inner[k][i] = w->g[half].shape[k][i]->hull->inner_radius;
    const lane none = lane_of(0.0), enough = 8.0 * f->error - y->at.gap, radius = y->inside - f->error;
    const lane a = row(inner[0]), b = row(inner[1]), along = l3_dot(y->at.n, f->shift);
    const lane3 off = l3_add_scaled(f->shift, -along, y->at.n);
    const lane across = lane_sqrt(l3_dot(off, off)), square = enough * enough + radius * radius;
    const lane cosine = enough * enough - radius * radius, sine = 2.0 * radius * enough;
    return lane_bits((radius > none) & (a > none) & (b > none) & (sine * along - cosine * across > none) &
                     ((a + b - enough) * square > along * cosine + across * sine));
}

#endif
