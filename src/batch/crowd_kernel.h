// Hulls, many pairs side by side: contacts, from features that floats guess.
//
// Idea        A search in floats (crowd_gjk.h, and crowd_axes.h for tiny hulls that overlap) says which features meet:
//             vertices, edges, a face. From these, the distance follows in doubles, a pair in each lane. It is proven if
//             no vertex but theirs is as far along the normal, which one more look at all vertices tells, in floats,
//             with room for their rounding; if the points are within the features; and, of pairs that overlap, if all
//             axes have been asked, or if a disc and two balls say that the depth is the least (is_least()).
// Limits      Hulls that are not too large (scree_shape.crowd_x). Features that meet in more than a point, or nearly
//             so, pairs in touch, and any doubt: left to others.
#ifndef SCREE_BATCH_CROWD_KERNEL_H
#define SCREE_BATCH_CROWD_KERNEL_H

#include <stddef.h>
#include <string.h>

#include "batch/crowd_axes.h"
#include "batch/hull_kernel.h"
#include "batch/pair_lanes.h"

enum { HALVES = 2 }; // of a group: lanes of doubles are half as many

/// Vertices that are less than this below a feature, in units of the hull's radius, are next to it; see WARM_LEVEL. The
/// rounding of heights in floats is some 5e-7.
#define CROWD_LEVEL 2e-5f

// Of the features, in the frames of their shapes: where each begins and ends; the plane of a face.
enum feature_place { A_FIRST, A_LAST, B_FIRST, B_LAST, PLANE, FEATURE_PLACES };

typedef struct crowd_features {
    lane3 at[FEATURE_PLACES];
    lane offset;               // of the plane
    unsigned edge[2], face[2]; // bit i: A, or B, of lane i has one
    unsigned known;            // lanes that have features at all
    int index[2][SCREE_LANES];
    int kind[2][SCREE_LANES]; // 1: a vertex, 2: an edge, 3: a face; else there is none
} crowd_features;

typedef struct crowd_group {
    int count;
    int32_t pair[HALF_LANES];
    unsigned swapped[HALVES]; // bit i: A is the pair's second body
    const scree_body *body[2][HALF_LANES];
    const scree_shape *shape[2][HALF_LANES]; // of large hulls
    gathered g[HALVES];
    lane_frame frame[HALVES];
    // What the search said: three vertices of each feature, and the way from A to B.
    int32_t vertex[2][3][HALF_LANES] __attribute__((aligned(64)));
    double way[HALVES][3][SCREE_LANES] __attribute__((aligned(64)));
    int32_t steps[HALF_LANES] __attribute__((aligned(64)));
    crowd_pairs pairs;
    crowd_axes axes; // of tiny hulls
} crowd_group;

// ------------------------------------------------------------------------------------------------------ gathering

enum { BODY_NUMBERS_ = sizeof(scree_body) / sizeof(double) };

// The poses, as they lie in memory, turned into rows.
static inline void crowd_poses(crowd_group *w, int half, int which)
{
    lane numbers[BODY_NUMBERS_];
    const scree_body *const *body = w->body[which] + half * SCREE_LANES;
    double(*rows)[SCREE_LANES] = w->g[half].body[which];
    for (int first = 0; first < BODY_NUMBERS_; first += SCREE_LANES) {
        for (int i = 0; i < SCREE_LANES; ++i)
            numbers[first + i] = lane_at((const double *)(const void *)body[i] + first);
        lane_transpose(numbers + first);
    }
    for (int k = PX; k <= QZ; ++k) put(rows[k], numbers[1 + k - PX]);
    for (int i = 0; i < SCREE_LANES; ++i) {
        const scree_shape *s = body[i]->shape;
        w->g[half].shape[which][i] = s;
        rows[CORE_RADIUS][i] = s->core_radius;
        rows[RADIUS][i] = s->radius;
        rows[SLACK][i] = s->slack;
        rows[BOUND][i] = s->bounds.radius;
    }
}

static inline void half_columns(const float *const from[HALF_LANES], int count, float (*rows)[HALF_LANES])
{
    for (int first = 0; first < count; first += HALF_LANES) {
        half_lane numbers[HALF_LANES];
        for (int i = 0; i < HALF_LANES; ++i) numbers[i] = half_at(from[i] + first);
        half_transpose(numbers);
        for (int i = 0; i < HALF_LANES; ++i) *(half_lane_in_memory *)(void *)rows[first + i] = numbers[i];
    }
}

// The vertices of one body of each pair.
static inline void crowd_vertices(crowd_group *w, int which)
{
    const float *from[HALF_LANES];
    int most = 0;
    for (int i = 0; i < HALF_LANES; ++i) {
        const scree_shape *s = w->body[which][i]->shape;
        most = s->vertex_count > most ? s->vertex_count : most;
        from[i] = s->crowd;
    }
    w->pairs.most[which] = most;
    half_columns(from, 3 * (most + 1), w->pairs.rows[which]);
}

static inline void crowd_gather_axes(crowd_group *w, int which)
{
    const float *from[HALF_LANES];
    int edges = 0, faces = 0;
    for (int i = 0; i < HALF_LANES; ++i) {
        const scree_shape *s = w->body[which][i]->shape;
        edges = s->crowd_edges > edges ? s->crowd_edges : edges;
        faces = s->crowd_faces > faces ? s->crowd_faces : faces;
        from[i] = s->crowd_axes;
    }
    w->axes.edges[which] = edges;
    w->axes.faces[which] = faces;
    half_columns(from, SCREE_CROWD_AXES, w->axes.rows[which]);
}

// The middles of large hulls, which have no rows; and the hulls themselves.
static inline half3 crowd_middles(crowd_group *w, int which)
{
    float middle[3][HALF_LANES] __attribute__((aligned(64)));
    for (int i = 0; i < HALF_LANES; ++i) {
        const scree_shape *s = w->shape[which][i] = w->body[which][i]->shape;
        const scree_vec3 m = v3_scale(s->middle, 1.0 / s->core_radius);
        middle[0][i] = (float)m.x;
        middle[1][i] = (float)m.y;
        middle[2][i] = (float)m.z;
    }
    return half3_at((const float(*)[HALF_LANES])middle);
}

static inline void crowd_gather(crowd_group *w, bool large)
{
    for (int half = 0; half < HALVES; ++half) {
        crowd_poses(w, half, 0);
        crowd_poses(w, half, 1);
        make_frame(&w->g[half], &w->frame[half]);
    }
    crowd_pairs *c = &w->pairs;
    const lane_frame *f = w->frame;
    const lane part[HALVES] = { 1.0 / f[0].size, 1.0 / f[1].size };
    for (int k = 0; k < 3; ++k)
        c->turn[k] = h3(half_of_lanes(f[0].turn.row[k].x, f[1].turn.row[k].x),
                        half_of_lanes(f[0].turn.row[k].y, f[1].turn.row[k].y),
                        half_of_lanes(f[0].turn.row[k].z, f[1].turn.row[k].z));
    c->shift = h3(half_of_lanes(f[0].shift.x * part[0], f[1].shift.x * part[1]),
                  half_of_lanes(f[0].shift.y * part[0], f[1].shift.y * part[1]),
                  half_of_lanes(f[0].shift.z * part[0], f[1].shift.z * part[1]));
    for (int k = 0; k < 2; ++k)
        c->radius[k] =
            half_of_lanes(row(w->g[0].body[k][CORE_RADIUS]) * part[0], row(w->g[1].body[k][CORE_RADIUS]) * part[1]);
    half3 middle[2];
    for (int k = 0; k < 2; ++k) {
        c->shape[k] = large ? w->shape[k] : NULL;
        if (large)
            middle[k] = crowd_middles(w, k);
        else
            crowd_vertices(w, k);
        if (!large) middle[k] = crowd_at(c, k, -1);
    }
    c->middles =
        h3_add_scaled(h3_add_scaled(c->shift, c->radius[1], crowd_turn(c, middle[1])), -c->radius[0], middle[0]);
}

// ------------------------------------------------------------------------------------------------------- features

// A feature of a hull: of which kind it is (1, 2 or 3: a vertex, an edge or a face; 0: there is none), its number, the
// ends of an edge, a face. There are always some, whatever the kind.
typedef struct named_feature {
    int kind, index, ends[2], face;
} named_feature;

// The edge, or the face, that has these vertices; -1: there is none.
static inline int edge_with(const scree_shape *s, int u, int v)
{
    if (s->crowd != NULL) {
        const uint64_t edge = s->vertex_edge_bits[u] & s->vertex_edge_bits[v];
        return edge != 0 ? s->grouped_edges[__builtin_ctzll(edge)] : -1;
    }
    for (int k = s->fan_start[u]; k < s->fan_start[u + 1]; ++k)
        if (s->neighbours[k] == v) return s->vertex_edges[k];
    return -1;
}

static inline int face_with(const scree_shape *s, int u, int v, int w)
{
    if (s->crowd != NULL) {
        const uint64_t face = s->vertex_face_bits[u] & s->vertex_face_bits[v] & s->vertex_face_bits[w];
        return face != 0 ? __builtin_ctzll(face) : -1;
    }
    for (int k = s->fan_start[u]; k < s->fan_start[u + 1]; ++k) {
        const scree_face *f = &s->faces[s->vertex_faces[k]];
        int found = 0;
        for (int i = f->first; i < f->first + f->count; ++i)
            found += s->face_vertices[i] == v || s->face_vertices[i] == w;
        if (found == 2) return s->vertex_faces[k];
    }
    return -1;
}

// The feature that these vertices are of, some of which may be equal.
static inline named_feature name_feature(const scree_shape *s, int u, int v, int w)
{
    const bool second = v != u, third = w != u && w != v;
    named_feature x = { .kind = 1, .index = u, .ends = { u, second ? v : w } };
    if (!second && !third) return x;
    x.index = second && third ? face_with(s, u, v, w) : edge_with(s, u, x.ends[1]);
    x.kind = x.index < 0 ? 0 : second && third ? 3 : 2;
    x.face = x.kind == 3 ? x.index : 0;
    return x;
}

// A vertex, x, y, z and one more number in a row; those of large hulls are put into `room`.
static inline const double *place_of(const scree_shape *s, int vertex, double room[4])
{
    if (s->crowd_places != NULL) return s->crowd_places[vertex];
    room[0] = s->x[vertex];
    room[1] = s->y[vertex];
    room[2] = s->z[vertex];
    return room;
}

static inline void crowd_features_of(const crowd_group *w, int half, crowd_features *x)
{
    const double *from[FEATURE_PLACES][SCREE_LANES];
    double room[4][SCREE_LANES][4] = { { { 0.0 } } };
    x->edge[0] = x->edge[1] = x->face[0] = x->face[1] = x->known = 0;
    for (int i = 0; i < SCREE_LANES; ++i) {
        named_feature f[2];
        for (int k = 0; k < 2; ++k) {
            const scree_shape *s = w->g[half].shape[k][i];
            const int at = half * SCREE_LANES + i;
            f[k] = name_feature(s, w->vertex[k][0][at], w->vertex[k][1][at], w->vertex[k][2][at]);
            from[2 * k][i] = place_of(s, f[k].ends[0], room[2 * k][i]);
            from[2 * k + 1][i] = place_of(s, f[k].ends[1], room[2 * k + 1][i]);
            x->edge[k] |= (f[k].kind == 2 ? 1u : 0u) << i;
            x->face[k] |= (f[k].kind == 3 ? 1u : 0u) << i;
            x->kind[k][i] = f[k].kind;
            x->index[k][i] = f[k].index;
        }
        const int home = f[1].kind == 3;
        const bool fine = (f[0].kind > 0) & (f[1].kind > 0) & (f[0].kind + f[1].kind <= 4);
        x->known |= (fine ? 1u : 0u) << i;
        from[PLANE][i] = &w->g[half].shape[home][i]->faces[f[home].face].normal.x; // and the offset
    }
    for (int k = 0; k < FEATURE_PLACES; ++k) {
        lane rows[4];
        lane_columns_of_four(from[k], 0, rows);
        x->at[k] = l3(rows[0], rows[1], rows[2]);
        x->offset = rows[3]; // the plane's is the last
    }
}

// --------------------------------------------------------------------------------------------------- the distance

typedef struct crowd_near {
    lane gap, length, inside;
    lane3 n, on_a, on_b;
    unsigned fine; // the points are within the features, as far as that is seen here
    lane reach[2]; // how far the features are along n, and against it, in units of the hulls' radii
} crowd_near;

// A face and a vertex.
static inline void near_face(const lane_frame *f, const crowd_features *x, lane_mask face_b, lane3 *over_face,
                             crowd_near *y)
{
    const lane3 plane = x->at[PLANE], a = x->at[A_FIRST], b = x->at[B_FIRST];
    const lane3 turned = lm3_mul(&f->turn, l3_select(face_b, plane, b)), p = l3_add(turned, f->shift);
    const lane3 over = l3_select(face_b, lm3_mul_transposed(&f->turn, l3_sub(a, f->shift)), p);
    *over_face = over;
    y->gap = y->length = l3_dot(plane, over) - x->offset;
    y->n = l3_select(face_b, l3(-turned.x, -turned.y, -turned.z), plane);
    y->on_a = l3_select(face_b, a, l3_add_scaled(p, -y->gap, y->n));
    y->on_b = l3_select(face_b, l3_add_scaled(a, y->gap, y->n), p);
}

// Vertices and edges.
static inline void near_edges(const lane_frame *f, const crowd_features *x, lane3 guess, crowd_near *y)
{
    const lane_mask edge_a = lane_of_bits(x->edge[0]), edge_b = lane_of_bits(x->edge[1]), both = edge_a & edge_b;
    const lane none = lane_of(0.0);
    const lane3 p = x->at[A_FIRST], u = l3_sub(x->at[A_LAST], p), b0 = x->at[B_FIRST], b1 = x->at[B_LAST];
    const lane3 q = l3_add(lm3_mul(&f->turn, b0), f->shift), e = lm3_mul(&f->turn, l3_sub(b1, b0));
    const lane3 away = l3_sub(q, p);
    const lane u2 = l3_dot(u, u), e2 = l3_dot(e, e), part_u = 1.0 / u2, part_e = 1.0 / e2;
    // Two edges: see scree_edge_normal(). Here it has the length of their product.
    const lane3 plain = l3_cross(u, e), upright = l3_add_scaled(plain, -l3_dot(plain, u) * part_u, u);
    const lane3 across_b = l3_cross(upright, e), across_a = l3_cross(upright, u);
    const lane area = l3_dot(upright, upright), part = 1.0 / l3_dot(u, across_b);
    const lane s_both = l3_dot(away, across_b) * part, t_both = l3_dot(away, across_a) * part;
    const lane s = lane_select(both, s_both, lane_select(edge_a, l3_dot(away, u) * part_u, none));
    const lane t = lane_select(both, t_both, lane_select(edge_b, -l3_dot(away, e) * part_e, none));
    y->on_a = l3_add_scaled(p, s, u);
    y->on_b = l3_add_scaled(q, t, e);
    const lane3 d = l3_sub(y->on_b, y->on_a);
    // An edge and a vertex: what is along the edge is rounding, see normal_across().
    const lane3 along = l3_select(edge_a, u, e);
    const lane slip = lane_select(edge_a | edge_b, -l3_dot(d, along) * lane_select(edge_a, part_u, part_e), none);
    const lane3 straight = l3_add_scaled(d, slip, along);
    const lane back = lane_select(l3_dot(upright, guess) < none, lane_of(-1.0), lane_of(1.0));
    const lane3 way = l3_select(both, l3_scale(upright, back), straight);
    const lane3 n = l3_scale(way, 1.0 / lane_sqrt(l3_dot(way, way)));
    y->n = n;
    y->length = lane_sqrt(l3_dot(d, d));
    y->gap = l3_dot(n, away) + lane_min(l3_dot(n, e), none) - lane_max(l3_dot(n, u), none);
    const lane3 astray = l3_add_scaled(d, -y->gap, n);
    const lane end_s = lane_min(s, 1.0 - s), end_t = lane_min(t, 1.0 - t), end = lane_of(HULL_END);
    const lane_mask ends_a = ~edge_a | (end_s > lane_select(both, end, none));
    const lane_mask ends_b = ~edge_b | (end_t > lane_select(both, end, none));
    const lane_mask crossing = ~both | (area > HULL_PARALLEL * HULL_PARALLEL * (u2 * e2));
    y->fine = lane_bits(ends_a & ends_b & crossing & (l3_dot(astray, astray) <= f->error * f->error));
    // How far the crossing is from the sides of the parallelogram.
    y->inside = lane_min(end_s * lane_sqrt(area * part_e), end_t * lane_sqrt(area * part_u));
}

// The vertices of small hulls that are as far along d as the features, which reach so far: a bit each.
static inline half_whole bits_near(const crowd_pairs *c, int which, half3 d, half_lane reach)
{
    const half_lane level = reach - half_of(CROWD_LEVEL);
    half_whole found = { 0 }, bit = found + 1;
    for (int i = 0; i < c->most[which]; ++i, bit += bit)
        found = half_pick_whole(half_below(level, h3_dot(crowd_at(c, which, i), d)), found | bit, found);
    return found;
}

static inline half3 half3_of(lane3 first, lane3 second)
{
    return h3(half_of_lanes(first.x, second.x), half_of_lanes(first.y, second.y), half_of_lanes(first.z, second.z));
}

// How many there are; and the same for large hulls, pair by pair.
static inline half_whole count_near(const crowd_pairs *c, int which, half3 d, half_lane reach)
{
    const half_lane level = reach - half_of(CROWD_LEVEL);
    half_whole found = { 0 };
    for (int i = 0; i < c->most[which]; ++i)
        found = half_pick_whole(half_below(level, h3_dot(crowd_at(c, which, i), d)), found + 1, found);
    return found;
}

static inline half_whole count_in_turn(const crowd_pairs *c, int which, half3 d, half_lane reach)
{
    float way[3][HALF_LANES] __attribute__((aligned(64))), level[HALF_LANES] __attribute__((aligned(64)));
    int32_t found[HALF_LANES] __attribute__((aligned(64)));
    half3_put(way, d);
    *(half_lane_in_memory *)(void *)level = reach - half_of(CROWD_LEVEL);
    for (int i = 0; i < HALF_LANES; ++i) {
        const scree_shape *s = c->shape[which][i];
        const half_lane lowest = half_of(level[i]);
        int count = 0;
        for (int k = 0; k < s->vertex_count; k += HALF_LANES) {
            const half_lane h = way[0][i] * half_at(s->crowd_x + k) + way[1][i] * half_at(s->crowd_y + k) +
                                way[2][i] * half_at(s->crowd_z + k);
            count += __builtin_popcount(half_bits(half_below(lowest, h)));
        }
        found[i] = count;
    }
    return *(const half_whole_in_memory *)(const void *)found;
}

// Which pairs have no vertices but those of the features as far along the normals: these are among those that are
// counted, so that their number tells. A face has none by what it is.
static inline unsigned crowd_prove(const crowd_group *w, const crowd_features x[HALVES], const crowd_near y[HALVES])
{
    const crowd_pairs *c = &w->pairs;
    const half3 n = half3_of(y[0].n, y[1].n), back = crowd_turn_back(c, n);
    unsigned proven = (unsigned)((UINT64_C(1) << HALF_LANES) - 1u);
    for (int k = 0; k < 2; ++k) {
        const half3 d = k == 0 ? n : h3(-back.x, -back.y, -back.z);
        const half_lane reach = half_of_lanes(y[0].reach[k], y[1].reach[k]);
        const half_whole one = (half_whole){ 0 } + 1;
        const half_whole found = c->shape[0] != NULL ? count_in_turn(c, k, d, reach) : count_near(c, k, d, reach);
        const unsigned edges = x[0].edge[k] | x[1].edge[k] << SCREE_LANES;
        const unsigned faces = x[0].face[k] | x[1].face[k] << SCREE_LANES;
        const half_whole own = half_pick_whole(half_of_bits(edges), one + one, one);
        proven &= half_bits(half_same(found, own)) | faces;
    }
    return proven;
}

// Where the vertex is over the face, pair by pair.
static inline void look_over_faces(const gathered *g, const crowd_features *x, unsigned faces, lane3 over,
                                   crowd_near *y)
{
    double places[3][SCREE_LANES] __attribute__((aligned(64)));
    double inside[SCREE_LANES] __attribute__((aligned(64)));
    put3(places, 0, over);
    put(inside, y->inside);
    for (; faces != 0; faces &= faces - 1) {
        const int i = __builtin_ctz(faces), home = (int)(x->face[1] >> i & 1u), face = x->index[home][i];
        const scree_shape *s = g->shape[home][i];
        inside[i] = s->faces[face].count > HULL_CORNERS
                        ? -1.0
                        : place_over_face(s, face, v3(places[0][i], places[1][i], places[2][i])).inside;
    }
    y->inside = row(inside);
}

static inline void crowd_distance(const crowd_group *w, int half, const crowd_features *x, crowd_near *y)
{
    const lane_frame *f = &w->frame[half];
    const gathered *g = &w->g[half];
    const unsigned faces = (x->face[0] | x->face[1]) & x->known;
    near_edges(f, x, rows3(w->way[half], 0), y);
    if (faces != 0) {
        crowd_near z;
        lane3 over;
        near_face(f, x, lane_of_bits(x->face[1]), &over, &z);
        const lane_mask of_face = lane_of_bits(faces);
        y->gap = lane_select(of_face, z.gap, y->gap);
        y->length = lane_select(of_face, lane_abs(z.gap), y->length);
        y->n = l3_select(of_face, z.n, y->n);
        y->on_a = l3_select(of_face, z.on_a, y->on_a);
        y->on_b = l3_select(of_face, z.on_b, y->on_b);
        look_over_faces(g, x, faces, over, y);
        y->fine = (y->fine & ~faces) | (faces & lane_bits(y->inside >= lane_of(0.0)));
    }
    y->fine &= x->known;
    const lane3 b = lm3_mul(&f->turn, x->at[B_FIRST]);
    y->reach[0] = l3_dot(y->n, x->at[A_FIRST]) / row(g->body[0][CORE_RADIUS]);
    y->reach[1] = -l3_dot(y->n, b) / row(g->body[1][CORE_RADIUS]);
}

// is_least(), without its quotients.
static inline unsigned crowd_disc(const crowd_group *w, int half, const crowd_near *y)
{
    const lane_frame *f = &w->frame[half];
    double inner[2][SCREE_LANES] __attribute__((aligned(64)));
    for (int k = 0; k < 2; ++k)
        for (int i = 0; i < SCREE_LANES; ++i) inner[k][i] = w->g[half].shape[k][i]->inner_radius;
    const lane none = lane_of(0.0), enough = 8.0 * f->error - y->gap, radius = y->inside - f->error;
    const lane a = row(inner[0]), b = row(inner[1]), along = l3_dot(y->n, f->shift);
    const lane3 off = l3_add_scaled(f->shift, -along, y->n);
    const lane across = lane_sqrt(l3_dot(off, off)), square = enough * enough + radius * radius;
    const lane cosine = enough * enough - radius * radius, sine = 2.0 * radius * enough;
    return lane_bits((radius > none) & (a > none) & (b > none) & (sine * along - cosine * across > none) &
                     ((a + b - enough) * square > along * cosine + across * sine));
}

// ------------------------------------------------------------------------------------------------------ the answer

// Numbers at the beginning of a contact, which `published` has in the order of memory, but for the last one.
enum { CONTACT_NUMBERS = 16 };

// A and B change places where they have done so before; and rows become contacts.
static inline void turn_contacts(const published *p, unsigned swapped, lane numbers[CONTACT_NUMBERS])
{
    const lane_mask these = lane_of_bits(swapped);
    for (int k = 0; k < CONTACT_NUMBERS - 1; ++k) numbers[k] = row(p->out[k]);
    numbers[CONTACT_NUMBERS - 1] = lane_of(0.0);
    for (int k = 0; k < 3; ++k) {
        const lane a = numbers[AX_OUT + k], b = numbers[BX + k], n = numbers[NX + k];
        numbers[NX + k] = lane_select(these, 0.0 - n, n);
        numbers[AX_OUT + k] = lane_select(these, b, a);
        numbers[BX + k] = lane_select(these, a, b);
    }
    for (int first = 0; first < CONTACT_NUMBERS; first += SCREE_LANES) lane_transpose(numbers + first);
}

static inline void write_crowd(const scree_lane_work *work, const crowd_group *w, int half, const crowd_features *x,
                               const published *out, const lane numbers[CONTACT_NUMBERS], int i)
{
    const size_t pair = work->first + (size_t)w->pair[half * SCREE_LANES + i];
    const int swapped = (int)(w->swapped[half] >> i & 1u);
    scree_contact *const c = &work->results[pair];
    double *const to = (double *)(void *)c;
    for (int first = 0; first < CONTACT_NUMBERS; first += SCREE_LANES)
        *(lane_anywhere *)(void *)(to + first) = numbers[first + i];
    c->feature_a = (scree_feature)x->kind[swapped][i];
    c->feature_b = (scree_feature)x->kind[1 - swapped][i];
    c->index_a = x->index[swapped][i];
    c->index_b = x->index[1 - swapped][i];
    c->iterations = w->steps[half * SCREE_LANES + i];
    const scree_state state = out->out[DISTANCE][i] > 0.0 ? SCREE_SEPARATED : SCREE_OVERLAPPING;
    c->state = (out->touching >> i & 1u) != 0u ? SCREE_TOUCHING : state;
    const size_t from = offsetof(scree_contact, status);
    memset((unsigned char *)c + from, 0, sizeof *c - from);
    if (work->batch->caches != NULL) scree_cache_keep(&work->batch->caches[pair], c);
}

// Which pairs of a half are answered; `least`: those that overlap, and along whose normal the depth is known to be the
// least.
static inline unsigned crowd_publish(const scree_lane_work *work, const crowd_group *w, int half, unsigned fine,
                                     unsigned overlap, unsigned least, const crowd_near *y, published *out)
{
    const lane_frame *f = &w->frame[half];
    const gathered *g = &w->g[half];
    lane_mask usual = pose_is_usual(g->body[0]) & pose_is_usual(g->body[1]);
    const lane_answer x = { .distance = y->gap,
                            .lower = y->gap - f->error,
                            .upper = lane_max(lane_select(lane_of_bits(overlap), y->gap, y->length), y->gap) + f->error,
                            .steps = lane_of(1.0),
                            .n = y->n,
                            .on_a = y->on_a,
                            .on_b = y->on_b };
    publish(g, f, &x, work->tolerance, out, &usual);
    const lane touch = HULL_TOUCH * f->error;
    const unsigned apart = lane_bits_below(touch, y->gap) & ~overlap;
    unsigned deep = lane_bits_below(y->gap, -touch) & overlap & fine;
    if ((deep & ~least) != 0) least |= crowd_disc(w, half, y);
    deep &= least;
    return fine & (apart | deep) & lane_bits(usual);
}

// The search's guesses, where the rest of the kernel reads them.
static inline void put_guess(crowd_group *w, const crowd_guess *guess)
{
    float way[3][HALF_LANES] __attribute__((aligned(64)));
    *(half_lane_in_memory *)(void *)way[0] = guess->way.x;
    *(half_lane_in_memory *)(void *)way[1] = guess->way.y;
    *(half_lane_in_memory *)(void *)way[2] = guess->way.z;
    for (int k = 0; k < 3; ++k)
        for (int i = 0; i < HALF_LANES; ++i) w->way[i / SCREE_LANES][k][i % SCREE_LANES] = way[k][i];
    for (int k = 0; k < 2; ++k)
        for (int i = 0; i < 3; ++i) *(half_whole_in_memory *)(void *)w->vertex[k][i] = guess->vertex[k][i];
    *(half_whole_in_memory *)(void *)w->steps = guess->steps;
}

// What is farthest along an axis, of the pairs whose flag is set: the first three of the vertices that are.
static inline void guess_along(const crowd_pairs *c, half_flags which, half3 n, crowd_guess *guess)
{
    const half3 back = crowd_turn_back(c, n);
    for (int k = 0; k < 2; ++k) {
        const half3 d = k == 0 ? n : h3(-back.x, -back.y, -back.z);
        half_lane most, other;
        crowd_reach(c, k, d, &most, &other);
        int32_t bits[HALF_LANES] __attribute__((aligned(64))), vertex[3][HALF_LANES] __attribute__((aligned(64)));
        *(half_whole_in_memory *)(void *)bits = bits_near(c, k, d, most);
        for (int i = 0; i < HALF_LANES; ++i) {
            const uint32_t all = (uint32_t)bits[i] | (bits[i] == 0 ? 1u : 0u), others = all & (all - 1);
            const uint32_t second = others != 0 ? others : all, more = second & (second - 1);
            vertex[0][i] = __builtin_ctz(all);
            vertex[1][i] = __builtin_ctz(second);
            vertex[2][i] = __builtin_ctz(more != 0 ? more : second);
        }
        for (int i = 0; i < 3; ++i) {
            const half_whole found = *(const half_whole_in_memory *)(const void *)vertex[i];
            guess->vertex[k][i] = half_pick_whole(which, found, guess->vertex[k][i]);
        }
    }
    guess->way = h3_pick(which, n, guess->way);
}

// Features, and distances along their normals, of a group.
typedef struct crowd_measures {
    crowd_features features[HALVES];
    crowd_near near[HALVES];
    unsigned proven; // there are features, and the distance is that of the hulls along their normal
    unsigned fine;   // and the features meet
} crowd_measures;

static inline void crowd_measure(crowd_group *w, const crowd_guess *guess, crowd_measures *m)
{
    put_guess(w, guess);
    for (int half = 0; half < HALVES; ++half) {
        crowd_features_of(w, half, &m->features[half]);
        crowd_distance(w, half, &m->features[half], &m->near[half]);
    }
    m->proven = crowd_prove(w, m->features, m->near) & (m->features[0].known | m->features[1].known << SCREE_LANES);
    m->fine = m->proven & (m->near[0].fine | m->near[1].fine << SCREE_LANES);
}

// Which pairs are less deep along the normal of the features than all axes but those that were chosen: then it is one of
// these. Vertices that are next to an axis may be those of features that another one belongs to.
static inline unsigned below_limit(const crowd_group *w, const crowd_measures *m, half_lane limit)
{
    float numbers[HALF_LANES] __attribute__((aligned(64)));
    *(half_lane_in_memory *)(void *)numbers = limit;
    unsigned below = 0;
    for (int half = 0; half < HALVES; ++half) {
        double limits[SCREE_LANES] __attribute__((aligned(64)));
        for (int i = 0; i < SCREE_LANES; ++i) limits[i] = (double)numbers[half * SCREE_LANES + i];
        const lane depth = HULL_TOUCH * w->frame[half].error - m->near[half].gap;
        below |= lane_bits_below(depth, row(limits) * w->frame[half].size) << (half * SCREE_LANES);
    }
    return below;
}

// Which of these pairs have the same features in both.
static inline unsigned same_features(unsigned these, const crowd_measures *m, const crowd_measures *other)
{
    unsigned same = 0;
    for (; these != 0; these &= these - 1) {
        const int at = __builtin_ctz(these), half = at / SCREE_LANES, i = at % SCREE_LANES;
        const crowd_features *x = &m->features[half], *y = &other->features[half];
        bool equal = true;
        for (int k = 0; k < 2; ++k) equal = equal && x->kind[k][i] == y->kind[k][i] && x->index[k][i] == y->index[k][i];
        same |= (equal ? 1u : 0u) << at;
    }
    return same;
}

// Of pairs with two axes that are as good as equal, the better one, into the first.
static inline void choose_axis(unsigned equal, const crowd_measures *other, crowd_measures *m)
{
    unsigned better = 0;
    for (int half = 0; half < HALVES; ++half)
        better |= lane_bits_below(m->near[half].gap, other->near[half].gap) << (half * SCREE_LANES);
    better &= equal;
    for (int half = 0; half < HALVES; ++half) {
        const unsigned bits = better >> (half * SCREE_LANES) & ((1u << SCREE_LANES) - 1u);
        const lane_mask these = lane_of_bits(bits);
        crowd_near *to = &m->near[half];
        const crowd_near *from = &other->near[half];
        to->gap = lane_select(these, from->gap, to->gap);
        to->inside = lane_select(these, from->inside, to->inside);
        to->n = l3_select(these, from->n, to->n);
        to->on_a = l3_select(these, from->on_a, to->on_a);
        to->on_b = l3_select(these, from->on_b, to->on_b);
        for (int k = 0; k < 2; ++k)
            for (int i = 0; i < SCREE_LANES; ++i) {
                if ((bits >> i & 1u) == 0u) continue;
                m->features[half].kind[k][i] = other->features[half].kind[k][i];
                m->features[half].index[k][i] = other->features[half].index[k][i];
            }
    }
    m->fine = (m->fine & ~better) | (other->fine & better);
}

// Overlapping pairs of tiny hulls: the features of the least depth. Returns the pairs that have it.
static inline __attribute__((always_inline)) unsigned crowd_deep(crowd_group *w, crowd_guess *guess, crowd_measures *m)
{
    crowd_depths x;
    crowd_gather_axes(w, 0);
    crowd_gather_axes(w, 1);
    crowd_least(&w->pairs, &w->axes, &x);
    guess_along(&w->pairs, guess->overlap, x.way[0], guess);
    crowd_measure(w, guess, m);
    const unsigned least = half_bits(x.certain) & m->proven & below_limit(w, m, x.limit);
    const unsigned equal = least & half_bits(guess->overlap) & ~half_bits(x.alone);
    if (equal == 0) return least;
    crowd_measures other;
    guess_along(&w->pairs, half_of_bits(equal), x.way[1], guess);
    crowd_measure(w, guess, &other);
    const unsigned both = equal & other.proven & below_limit(w, &other, x.limit) & ~same_features(equal, m, &other);
    choose_axis(both, &other, m);
    return least & (~equal | both);
}

// What a pair that overlaps may have met with, and the normal.
static inline void keep_guess(const crowd_group *w, int half, const crowd_features *x, const published *out, int i,
                              scree_cache *guess)
{
    const int swapped = (int)(w->swapped[half] >> i & 1u);
    const scree_vec3 n = column3(out->out, NX, i);
    *guess = (scree_cache){ .filled = true };
    guess->axis = swapped != 0 ? v3_neg(n) : n;
    guess->hint.feature_a = x->kind[swapped][i];
    guess->hint.feature_b = x->kind[1 - swapped][i];
    guess->hint.index_a = x->index[swapped][i];
    guess->hint.index_b = x->index[1 - swapped][i];
}

// What is left of the work: pairs, and guesses of what may have met, by their numbers.
typedef struct crowd_rest {
    scree_cache *guesses;
    int32_t *left;
    int count;
} crowd_rest;

// Answers what it can of a half.
static inline void write_half(const scree_lane_work *work, const crowd_group *w, int half, unsigned answered,
                              unsigned guessed, const crowd_features *x, const published *out, crowd_rest *rest)
{
    const int first = half * SCREE_LANES;
    lane numbers[CONTACT_NUMBERS];
    turn_contacts(out, w->swapped[half], numbers);
    for (int i = 0; i < SCREE_LANES && first + i < w->count; ++i) {
        const int32_t pair = w->pair[first + i];
        if ((answered >> i & 1u) != 0u) {
            write_crowd(work, w, half, x, out, numbers, i);
            continue;
        }
        rest->left[rest->count++] = pair;
        if ((guessed & x->known) >> i & 1u) keep_guess(w, half, x, out, i, &rest->guesses[pair]);
    }
}

// Where a group has fewer pairs than lanes, the first one's bodies fill it up.
static inline void fill_crowd(crowd_group *w)
{
    for (int i = w->count; i < HALF_LANES; ++i)
        for (int k = 0; k < 2; ++k) w->body[k][i] = w->body[k][0];
}

// What a group has in common: small hulls of which neither has few axes, one has, both have; others.
typedef enum crowd_kind { MANY_AXES, ONE_TINY, BOTH_TINY, LARGE, CROWD_KINDS } crowd_kind;

static inline __attribute__((always_inline)) void finish_crowd(const scree_lane_work *work, crowd_group *w,
                                                               crowd_kind kind, crowd_rest *rest)
{
    if (w->count == 0) return;
    fill_crowd(w);
    crowd_gather(w, kind == LARGE);
    const unsigned used = (unsigned)((UINT64_C(1) << w->count) - 1u);
    crowd_guess guess;
    crowd_search_all(&w->pairs, half_of_bits(used), kind == MANY_AXES || kind == LARGE, &guess);
    const unsigned overlap = half_bits(guess.overlap) & used, lost = kind == ONE_TINY ? overlap : half_bits(guess.lost);
    if ((used & ~lost) == 0) {
        for (int i = 0; i < w->count; ++i) rest->left[rest->count++] = w->pair[i];
        w->count = 0;
        return;
    }
    unsigned least = 0;
    crowd_measures m;
    if (kind == BOTH_TINY && overlap != 0)
        least = crowd_deep(w, &guess, &m);
    else
        crowd_measure(w, &guess, &m);
    for (int half = 0; half < HALVES; ++half) {
        const int first = half * SCREE_LANES;
        published out;
        const unsigned answered =
            crowd_publish(work, w, half, m.fine >> first, overlap >> first, least >> first, &m.near[half], &out);
        write_half(work, w, half, answered, (overlap & ~lost) >> first, &m.features[half], &out, rest);
    }
    w->count = 0;
}

// One copy of the code for each kind.
static inline void finish_kind(const scree_lane_work *work, crowd_group groups[CROWD_KINDS], crowd_kind kind,
                               crowd_rest *rest)
{
    if (kind == BOTH_TINY)
        finish_crowd(work, &groups[kind], BOTH_TINY, rest);
    else if (kind == ONE_TINY)
        finish_crowd(work, &groups[kind], ONE_TINY, rest);
    else if (kind == LARGE)
        finish_crowd(work, &groups[kind], LARGE, rest);
    else
        finish_crowd(work, &groups[kind], MANY_AXES, rest);
}

static inline bool is_in_crowd(const scree_shape *s)
{
    return s->crowd_x != NULL && s->centred;
}

/// Answers what it can; of the other pairs, `guesses` may say what met.
static inline int run_crowd(const scree_lane_work *work, scree_cache *guesses, int32_t *left)
{
    crowd_group groups[CROWD_KINDS];
    for (int k = 0; k < CROWD_KINDS; ++k) groups[k].count = 0;
    crowd_rest rest = { guesses, left, 0 };
    for (int k = 0; k < work->count; ++k) {
        const int32_t pair = work->pairs[k];
        const scree_batch *batch = work->batch;
        const scree_pair *p = &batch->pairs[work->first + (size_t)pair];
        const scree_body *a = &batch->bodies[p->a], *b = &batch->bodies[p->b];
        guesses[pair].filled = false;
        if (!is_in_crowd(a->shape) || !is_in_crowd(b->shape)) {
            left[rest.count++] = pair;
            continue;
        }
        const bool swapped = !scree_pair_in_order(a, b);
        const int tiny = (a->shape->crowd_axes != NULL ? 1 : 0) + (b->shape->crowd_axes != NULL ? 1 : 0);
        const int kind = a->shape->crowd == NULL || b->shape->crowd == NULL ? (int)LARGE : tiny;
        crowd_group *w = &groups[kind];
        const int i = w->count++;
        if (i == 0) w->swapped[0] = w->swapped[1] = 0;
        w->pair[i] = pair;
        w->body[0][i] = swapped ? b : a;
        w->body[1][i] = swapped ? a : b;
        w->swapped[i / SCREE_LANES] |= (swapped ? 1u : 0u) << (i % SCREE_LANES);
        if (w->count == HALF_LANES) finish_kind(work, groups, (crowd_kind)kind, &rest);
    }
    for (int kind = 0; kind < CROWD_KINDS; ++kind) finish_kind(work, groups, (crowd_kind)kind, &rest);
    return rest.count;
}

#endif
