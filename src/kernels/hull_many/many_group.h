// Hulls, a pair in each lane: a group of pairs, and how it is gathered. See many.c.
#ifndef SCREE_KERNELS_HULL_MANY_MANY_GROUP_H
#define SCREE_KERNELS_HULL_MANY_MANY_GROUP_H

#include "kernels/hull_many/many_axes.h"
#include "kernels/pair_lanes.h"

enum { HALVES = 2 }; // a group fills one vector of floats, or two of doubles

enum { SIMPLEX = 4 }; // points of the simplex of a pair that was found to overlap

// The state that deferred pairs carry: see many_deferred.h.
typedef struct many_kept {
    float at[SIMPLEX][3][FLOAT_LANES] __attribute__((aligned(64)));
    int32_t code[SIMPLEX][FLOAT_LANES] __attribute__((aligned(64)));
    int32_t steps[FLOAT_LANES] __attribute__((aligned(64)));
} many_kept;

// Pairs that wait for a full group.
typedef struct many_list {
    int count;
    unsigned swapped[HALVES]; // bit i: A is the pair's second body
    int32_t pair[FLOAT_LANES];
    const scree_body *body[2][FLOAT_LANES];
    many_kept kept; // of deferred pairs
} many_list;

// Adds a pair whose bodies are in order, or have been swapped. Returns its lane.
static inline int many_add(many_list *l, int32_t pair, const scree_body *a, const scree_body *b, bool swapped)
{
    const int i = l->count++;
    if (i == 0) l->swapped[0] = l->swapped[1] = 0;
    l->pair[i] = pair;
    l->body[0][i] = a;
    l->body[1][i] = b;
    l->swapped[i / SCREE_LANES] |= (swapped ? 1u : 0u) << (i % SCREE_LANES);
    return i;
}

// The data of a group while it is answered.
typedef struct many_group {
    const many_list *list;
    const scree_shape *shape[2][FLOAT_LANES]; // of large hulls
    gathered g[HALVES];
    lane_frame frame[HALVES];
    // The result of the search: three vertices of each feature, and the direction from A to B.
    int32_t vertex[2][3][FLOAT_LANES] __attribute__((aligned(64)));
    double way[HALVES][3][SCREE_LANES] __attribute__((aligned(64)));
    int32_t steps[FLOAT_LANES] __attribute__((aligned(64)));
    many_pairs pairs;
    many_axes axes; // of tiny hulls
} many_group;

// Gathers poses, and what depends only on the shape.
static inline void many_poses(many_group *w, int half, int which)
{
    const scree_body *const *body = w->list->body[which] + half * SCREE_LANES;
    double(*rows)[SCREE_LANES] = w->g[half].body[which];
    gather_poses(body, rows);
    for (int i = 0; i < SCREE_LANES; ++i) {
        const scree_shape *s = body[i]->shape;
        w->g[half].shape[which][i] = s;
        rows[CORE_RADIUS][i] = s->core_radius;
        rows[RADIUS][i] = s->radius;
        rows[SLACK][i] = s->slack;
        rows[BOUND][i] = s->bounds.radius;
    }
}

// Transposes the first `count` floats of each; at least `least` are there.
static inline void float_columns(const float *const from[FLOAT_LANES], int least, int count, float (*rows)[FLOAT_LANES])
{
    for (int first = 0; first < count && first < least; first += FLOAT_LANES) {
        float_lane values[FLOAT_LANES];
        for (int i = 0; i < FLOAT_LANES; ++i) values[i] = float_at(from[i] + first);
        float_transpose(values);
        for (int i = 0; i < FLOAT_LANES; ++i) float_put_row(rows[first + i], values[i]);
    }
}

// The rest, where some hulls have fewer vertices than others: padded with NaN.
__attribute__((noinline)) static void float_columns_after(const many_group *w, int which, int first, int count,
                                                          float (*rows)[FLOAT_LANES])
{
    for (; first < count; ++first)
        for (int i = 0; i < FLOAT_LANES; ++i) {
            const scree_shape *s = w->list->body[which][i]->shape;
            rows[first][i] = first < scree_many_length(s->vertex_count) ? s->hull->many[first] : NAN;
        }
}

// The vertices of one body of each pair.
static inline void many_vertices(many_group *w, int which)
{
    const float *from[FLOAT_LANES];
    int most = 0, fewest = SCREE_MANY_VERTICES;
    for (int i = 0; i < FLOAT_LANES; ++i) {
        const scree_shape *s = w->list->body[which][i]->shape;
        most = s->vertex_count > most ? s->vertex_count : most;
        fewest = s->vertex_count < fewest ? s->vertex_count : fewest;
        from[i] = s->hull->many;
    }
    const int least = scree_many_length(fewest), count = 3 * (most + 1);
    w->pairs.most[which] = most;
    float_columns(from, least, count, w->pairs.rows[which]);
    if (count > least) float_columns_after(w, which, least, count, w->pairs.rows[which]);
}

static inline void many_gather_axes(many_group *w, int which)
{
    const float *from[FLOAT_LANES];
    int edges = 0, faces = 0;
    for (int i = 0; i < FLOAT_LANES; ++i) {
        const scree_shape *s = w->list->body[which][i]->shape;
        edges = s->hull->many_edges > edges ? s->hull->many_edges : edges;
        faces = s->hull->many_faces > faces ? s->hull->many_faces : faces;
        from[i] = s->hull->many_axes;
    }
    w->axes.edges[which] = edges;
    w->axes.faces[which] = faces;
    float_columns(from, SCREE_MANY_AXES, SCREE_MANY_AXES, w->axes.rows[which]);
}

// The middles of large hulls, which have no rows; and the hulls themselves.
static inline float_lane3 many_middles(many_group *w, int which)
{
    float middle[3][FLOAT_LANES] __attribute__((aligned(64)));
    for (int i = 0; i < FLOAT_LANES; ++i) {
        const scree_shape *s = w->shape[which][i] = w->list->body[which][i]->shape;
        const scree_vec3 m = v3_scale(s->hull->middle, 1.0 / s->core_radius);
        middle[0][i] = (float)m.x;
        middle[1][i] = (float)m.y;
        middle[2][i] = (float)m.z;
    }
    return f3_at((const float(*)[FLOAT_LANES])middle);
}

static inline void many_gather(many_group *w, bool large)
{
    for (int half = 0; half < HALVES; ++half) {
        many_poses(w, half, 0);
        many_poses(w, half, 1);
        make_frame(&w->g[half], &w->frame[half]);
    }
    many_pairs *c = &w->pairs;
    const lane_frame *f = w->frame;
    const lane part[HALVES] = { 1.0 / f[0].size, 1.0 / f[1].size };
    for (int k = 0; k < 3; ++k)
        c->rotation[k] = f3(float_of_lanes(f[0].rotation.row[k].x, f[1].rotation.row[k].x),
                            float_of_lanes(f[0].rotation.row[k].y, f[1].rotation.row[k].y),
                            float_of_lanes(f[0].rotation.row[k].z, f[1].rotation.row[k].z));
    c->shift = f3(float_of_lanes(f[0].shift.x * part[0], f[1].shift.x * part[1]),
                  float_of_lanes(f[0].shift.y * part[0], f[1].shift.y * part[1]),
                  float_of_lanes(f[0].shift.z * part[0], f[1].shift.z * part[1]));
    for (int k = 0; k < 2; ++k)
        c->radius[k] = float_of_lanes(lane_row(w->g[0].body[k][CORE_RADIUS]) * part[0],
                                      lane_row(w->g[1].body[k][CORE_RADIUS]) * part[1]);
    float_lane3 middle[2];
    for (int k = 0; k < 2; ++k) {
        c->shape[k] = large ? w->shape[k] : NULL;
        if (large)
            middle[k] = many_middles(w, k);
        else
            many_vertices(w, k);
        if (!large) middle[k] = many_at(c, k, -1);
    }
    c->middles =
        f3_add_scaled(f3_add_scaled(c->shift, c->radius[1], many_rotate(c, middle[1])), -c->radius[0], middle[0]);
}

#endif
