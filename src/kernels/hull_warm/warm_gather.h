// Two hulls with cached features: gathers them pair by pair. See warm.c.
#ifndef SCREE_KERNELS_HULL_WARM_WARM_GATHER_H
#define SCREE_KERNELS_HULL_WARM_WARM_GATHER_H

#include "kernels/hull/hull_near.h"
#include "kernels/pair_lanes.h"
#include "lanes/lane_rows.h"
#include "pair/fetch.h"
#include "pair/warm.h"

// The features: a face and a vertex, or two edges.
enum warm_kind { WARM_FACE, WARM_EDGES, WARM_KINDS };

// A pair to be tested.
typedef struct warm_item {
    int32_t pair;   // in the work
    int16_t tries;  // features tried so far
    int16_t before; // index of the saved original cache; -1: still in the cache
} warm_item;

// Pairs in lists: a pair is in one of them at most.
typedef struct warm_lists {
    int count[WARM_KINDS];
    warm_item item[WARM_KINDS][SCREE_MOST_WORK];
} warm_lists;

static inline void push_item(warm_lists *lists, enum warm_kind kind, warm_item item)
{
    lists->item[kind][lists->count[kind]++] = item;
}

// Other features to try, A's first.
typedef struct warm_next {
    bool found;
    scree_feature feature[2];
    int index[2];
    bool rotated; // of edges: their normal is not near that of the cache, but is `n`, from A to B, in A's frame
    scree_vec3 n;
} warm_next;

// A face and an edge that are level with each other.
typedef struct warm_level {
    int reference;  // the body that has the face: 0 for A
    int face, edge; // their indices
} warm_level;

typedef struct warm_group {
    int count;
    unsigned valid;         // a bit for each pair: the shapes have the cached features
    unsigned swapped, of_b; // A and B are swapped; B has the face
    warm_item item[SCREE_LANES];
    size_t number[SCREE_LANES]; // indices of the pairs in the batch
    unsigned was_level;         // the cache has a face and an edge: see warm_level.h
    int index[2][SCREE_LANES];  // of the features, A's and B's
    int edge_was[SCREE_LANES];  // that edge
    int other_end[SCREE_LANES]; // its second vertex, where the first one is the pair's
    int spoke[SCREE_LANES];     // the index, in the fans, of the only edge at the vertex that may be level
    warm_level level[SCREE_LANES];
    unsigned near[SCREE_LANES]; // bits of sides of the face
    const scree_body *body[2][SCREE_LANES];
    double last[SCREE_LANES][4];           // for edges: the cached normal, from the first body to the second
    const double *face[SCREE_LANES];       // its plane
    const double *edge[2][4][SCREE_LANES]; // of the edges, A's and B's: the ends, and the normals of the faces
    gathered g;
    const double *vertex[SCREE_LANES], *other[SCREE_LANES];  // before the face; the other end of the edge that is level
    const double *shape[2][SCREE_LANES];                     // as arrays of doubles
    double inside[SCREE_LANES] __attribute__((aligned(64))); // how far inside the sides of the face
    double over[3][SCREE_LANES] __attribute__((aligned(64))); // the vertex, in the frame of the face
} warm_group;

static inline bool is_number_of(int number, int count)
{
    return (unsigned)number < (unsigned)count;
}

// A face of the reference and a vertex of the other, or the ends of an edge. False where the shapes have no such features.
static inline bool take_face(const scree_shape *reference, int *face, const scree_shape *incident, int *vertex,
                             bool is_edge, warm_group *w, int i)
{
    const int count = is_edge ? incident->hull->edge_count : incident->vertex_count;
    bool fine = is_number_of(*face, reference->hull->face_count) && is_number_of(*vertex, count);
    if (!fine) *face = *vertex = 0;
    const scree_face *f = &reference->hull->faces[*face];
    w->face[i] = &f->normal.x;
    w->edge_was[i] = w->other_end[i] = *vertex;
    if (is_edge) {
        const scree_edge edge = scree_edge_at(incident->hull, *vertex);
        *vertex = edge.vertex[0];
        w->other_end[i] = edge.vertex[1];
    }
    w->vertex[i] = &incident->hull->nodes[*vertex].at.x;
    w->other[i] = &incident->hull->nodes[w->other_end[i]].at.x;
    return fine && f->count <= HULL_CORNERS;
}

static inline bool take_edge(const scree_shape *s, int *edge, warm_group *w, int which, int i)
{
    const bool fine = is_number_of(*edge, s->hull->edge_count);
    if (!fine) *edge = 0;
    const scree_edge e = scree_edge_at(s->hull, *edge);
    for (int k = 0; k < 2; ++k) {
        w->edge[which][k][i] = &s->hull->nodes[e.vertex[k]].at.x;
        w->edge[which][2 + k][i] = &s->hull->faces[e.face[k]].normal.x;
    }
    return fine;
}

// Puts one pair into lane i.
static inline void take_pair(const scree_lane_work *work, warm_item item, enum warm_kind kind, warm_group *w, int i)
{
    const scree_batch *batch = work->batch;
    const size_t number = work->first + (size_t)item.pair;
    const scree_cache *cache = &batch->caches[number];
    const scree_body *a = &batch->bodies[batch->pairs[number].a], *b = &batch->bodies[batch->pairs[number].b];
    const int swapped = !scree_pair_in_order(a, b);
    // Branch-free: the order is unpredictable.
    const ptrdiff_t change = (b - a) & -(ptrdiff_t)swapped;
    const uint32_t change_index = ((uint32_t)cache->index_b - (uint32_t)cache->index_a) & -(uint32_t)swapped;
    int index[2] = { (int)((uint32_t)cache->index_a + change_index), (int)((uint32_t)cache->index_b - change_index) };
    const scree_body *first = a + change, *second = b - change;
    const scree_shape *s[2] = { first->shape, second->shape };
    w->body[0][i] = first;
    w->body[1][i] = second;
    bool fine = s[0]->centred && s[1]->centred;
    const bool is_level = kind == WARM_FACE && scree_cache_has_patch(cache);
    int of_b = 0;
    if (kind == WARM_EDGES) {
        fine &= take_edge(s[0], &index[0], w, 0, i);
        fine &= take_edge(s[1], &index[1], w, 1, i);
        for (int k = 0; k < 3; ++k) w->last[i][k] = (double)cache->axis[k];
    } else {
        of_b = (cache->feature_b == SCREE_FEATURE_FACE) != swapped;
        fine &= take_face(s[of_b], &index[of_b], s[!of_b], &index[!of_b], is_level, w, i);
    }
    for (int k = 0; k < 2; ++k) {
        w->index[k][i] = index[k];
        w->g.shape[k][i] = s[k];
        w->shape[k][i] = (const double *)(const void *)s[k];
    }
    scree_fetch_result(&work->results[number]);
    w->item[i] = item;
    w->number[i] = number;
    w->valid |= (fine ? 1u : 0u) << i;
    w->was_level |= (is_level ? 1u : 0u) << i;
    w->swapped |= (unsigned)swapped << i;
    w->of_b |= (unsigned)of_b << i;
}

// The last pairs of a list; unused lanes repeat the first one of these.
static inline void gather_group(const scree_lane_work *work, warm_lists *lists, enum warm_kind kind, warm_group *w)
{
    const int count = lists->count[kind] < SCREE_LANES ? lists->count[kind] : SCREE_LANES;
    const warm_item *from = lists->item[kind] + (lists->count[kind] - count);
    w->count = count;
    w->valid = w->swapped = w->of_b = w->was_level = 0;
    for (int i = 0; i < SCREE_LANES; ++i) take_pair(work, from[i < count ? i : 0], kind, w, i);
    lists->count[kind] -= count;
}

// What depends only on the shape.
static inline void gather_shapes(warm_group *w, int which)
{
    double(*rows)[SCREE_LANES] = w->g.body[which];
    lane_put_row(rows[CORE_RADIUS], lane_column(w->shape[which], NUMBER_OF(core_radius)));
    lane_put_row(rows[RADIUS], lane_column(w->shape[which], NUMBER_OF(radius)));
    lane_put_row(rows[SLACK], lane_column(w->shape[which], NUMBER_OF(slack)));
    lane_put_row(rows[BOUND], lane_column(w->shape[which], NUMBER_OF(bounds.radius)));
}

// Faces: their normals and offsets.
static inline lane3 gather_faces(const warm_group *w, lane *offset)
{
    lane rows[4];
    lane_columns_of_four(w->face, 0, rows);
    *offset = rows[3];
    return l3(rows[0], rows[1], rows[2]);
}

static inline lane3 gather_vertices(const warm_group *w)
{
    return vectors_at(w->vertex);
}

// Edges: their ends, and the normals of the faces to the left and right of them.
typedef struct lane_edges {
    lane3 start, end, left, right;
} lane_edges;

static inline lane_edges gather_edges(const warm_group *w, int which)
{
    return (lane_edges){ vectors_at(w->edge[which][0]), vectors_at(w->edge[which][1]), vectors_at(w->edge[which][2]),
                         vectors_at(w->edge[which][3]) };
}

// The list that a pair belongs to; false where its cache has no features that this kernel tests. A face and an edge are
// tried as a face and an end of the edge.
static inline bool kind_of_cache(const scree_cache *cache, enum warm_kind *kind)
{
    enum { V = SCREE_FEATURE_VERTEX, E = SCREE_FEATURE_EDGE, F = SCREE_FEATURE_FACE };
    const int a = cache->feature_a, b = cache->feature_b;
    const bool edges = (a == E) & (b == E), face = ((a == F) & (b == V)) | ((a == V) & (b == F));
    const bool level = ((a == F) & (b == E)) | ((a == E) & (b == F));
    *kind = edges ? WARM_EDGES : WARM_FACE;
    return cache->filled & (edges | face | level);
}

#endif
