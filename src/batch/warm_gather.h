// Two hulls that met a moment ago: what is collected of them, pair by pair, before lanes take over. See warm_kernel.h.
#ifndef SCREE_BATCH_WARM_GATHER_H
#define SCREE_BATCH_WARM_GATHER_H

#include "batch/hull_near.h"
#include "batch/pair_lanes.h"

// Rows of one number a lane, in the frame of each shape. Of edges: where A's and B's begin, and the way to their ends.
// Of a face: its normal, and the other body's vertex. `along` is the pair's normal, out of the shape whose vertices are
// to be looked at, the reach how far that goes along it.
enum local_row { VECTOR, PLACE = VECTOR + 3, ALONG = PLACE + 3, REACH = ALONG + 3, INNER, LOCAL_ROWS };

// Over the face, in the frame of its shape; how far inside of its sides that is; the face's own height.
enum over_row { OVER, INSIDE = OVER + 3, OFFSET, OVER_ROWS };

typedef struct warm_group {
    int count;
    size_t number[SCREE_LANES]; // of the pairs, in the batch
    int32_t pair[SCREE_LANES];  // in the work
    int turn[SCREE_LANES];      // which of the pairs of this pass it is
    int home[SCREE_LANES];      // 0, or 1 where B has the face
    int index[2][SCREE_LANES];  // of the features, A's and B's
    const scree_body *body[2][SCREE_LANES];
    gathered g;
    double of_b[SCREE_LANES] __attribute__((aligned(64))); // 1: B has the face
    double swapped[SCREE_LANES] __attribute__((aligned(64)));
    double local[2][LOCAL_ROWS][SCREE_LANES] __attribute__((aligned(64)));
    double over[OVER_ROWS][SCREE_LANES] __attribute__((aligned(64)));
} warm_group;

static inline void put_column(double rows[][SCREE_LANES], int first, int i, scree_vec3 v)
{
    rows[first][i] = v.x;
    rows[first + 1][i] = v.y;
    rows[first + 2][i] = v.z;
}

static inline bool is_number_of(int number, int count)
{
    return (unsigned)number < (unsigned)count;
}

// A face of home and a vertex of the other. False where the shapes have none such.
static inline bool take_face(const scree_shape *home, int face, const scree_shape *guest, int vertex, warm_group *w,
                             int i)
{
    if (!is_number_of(face, home->face_count) || !is_number_of(vertex, guest->vertex_count)) return false;
    const scree_face *f = &home->faces[face];
    put_column(w->local[0], VECTOR, i, f->normal);
    put_column(w->local[0], PLACE, i, scree_stored_vertex(guest, vertex));
    w->over[OFFSET][i] = f->offset;
    return f->count <= HULL_CORNERS;
}

static inline bool take_edge(const scree_shape *s, int edge, double rows[LOCAL_ROWS][SCREE_LANES], int i)
{
    if (!is_number_of(edge, s->edge_count)) return false;
    const int *ends = s->edges[edge].vertex;
    const scree_vec3 place = scree_stored_vertex(s, ends[0]);
    put_column(rows, PLACE, i, place);
    put_column(rows, VECTOR, i, v3_sub(scree_stored_vertex(s, ends[1]), place));
    return true;
}

// What is the same for all places of a shape.
static inline void gather_shape(const scree_shape *s, warm_group *w, int which, int i)
{
    double(*rows)[SCREE_LANES] = w->g.body[which];
    if (w->g.shape[which][i] == s) return; // it is there already
    w->g.shape[which][i] = s;
    rows[CORE_RADIUS][i] = s->core_radius;
    rows[RADIUS][i] = s->radius;
    rows[SLACK][i] = s->slack;
    rows[BOUND][i] = s->bounds.radius;
    w->local[which][INNER][i] = s->inner_radius;
}

// The pair's features, into the next lane of the group that they belong to: edges second. NULL where there is nothing
// in the cache that serves here.
static inline warm_group *gather_warm(const scree_lane_work *work, int32_t pair, warm_group groups[2])
{
    enum { V = SCREE_FEATURE_VERTEX, E = SCREE_FEATURE_EDGE, F = SCREE_FEATURE_FACE };
    const scree_batch *batch = work->batch;
    const size_t number = work->first + (size_t)pair;
    const scree_cache *cache = &batch->caches[number];
    const scree_cache_hint *h = &cache->hint;
    const bool edges = h->feature_a == E && h->feature_b == E;
    const bool face_a = h->feature_a == F && h->feature_b == V, face_b = h->feature_a == V && h->feature_b == F;
    if (!cache->filled || cache->linked || !(edges || face_a || face_b)) return NULL;
    const scree_body *a = &batch->bodies[batch->pairs[number].a], *b = &batch->bodies[batch->pairs[number].b];
    if (!scree_is_hull_pair(a->shape, b->shape) || !a->shape->centred || !b->shape->centred) return NULL;
    const bool swapped = !scree_pair_in_order(a, b);
    warm_group *const w = &groups[edges];
    const int i = w->count, home = (int)(face_b != swapped);
    const scree_body *body[2] = { swapped ? b : a, swapped ? a : b };
    const int index[2] = { swapped ? h->index_b : h->index_a, swapped ? h->index_a : h->index_b };
    if (edges) {
        if (!take_edge(body[0]->shape, index[0], w->local[0], i) ||
            !take_edge(body[1]->shape, index[1], w->local[1], i))
            return NULL;
    } else if (!take_face(body[home]->shape, index[home], body[!home]->shape, index[!home], w, i)) {
        return NULL;
    }
    for (int k = 0; k < 2; ++k) {
        w->body[k][i] = body[k];
        w->index[k][i] = index[k];
        gather_shape(body[k]->shape, w, k, i);
    }
    gather_axis(cache, swapped, w->g.axis, i);
    w->g.swapped[i] = swapped;
    w->swapped[i] = swapped ? 1.0 : 0.0;
    w->home[i] = edges ? 0 : home;
    w->of_b[i] = home != 0 ? 1.0 : 0.0;
    w->number[i] = number;
    w->pair[i] = pair;
    ++w->count;
    return w;
}

static inline void fill_rows(double (*rows)[SCREE_LANES], int count, lane_mask used)
{
    for (int k = 0; k < count; ++k) put(rows[k], lane_select(used, row(rows[k]), lane_of(rows[k][0])));
}

// Lanes that have no pair get the first one's.
static inline void fill_up(warm_group *w)
{
    const lane_mask used = lane_first(w->count);
    for (int k = 0; k < 2; ++k) {
        for (int i = w->count; i < SCREE_LANES; ++i) {
            w->body[k][i] = w->body[k][0];
            w->g.shape[k][i] = NULL; // what this lane has is no longer its own shape's
        }
        fill_rows(w->g.body[k] + CORE_RADIUS, BODY_ROWS - CORE_RADIUS, used);
        fill_rows(w->local[k], ALONG, used);
        fill_rows(w->local[k] + INNER, 1, used);
        put(w->local[k][REACH], lane_of(0.0));
    }
    put(w->over[INSIDE], lane_of(0.0));
    fill_rows(w->g.axis, AXIS_ROWS, used);
    fill_rows(w->over + OFFSET, 1, used);
    fill_rows(&w->of_b, 1, used);
    fill_rows(&w->swapped, 1, used);
}

// The numbers of a body in memory: its shape, its place and its orientation.
enum { BODY_NUMBERS = sizeof(scree_body) / sizeof(double) };

// The poses, as they lie in memory, turned into rows.
static inline void gather_poses(warm_group *w, int which)
{
    lane numbers[BODY_NUMBERS];
    for (int first = 0; first < BODY_NUMBERS; first += SCREE_LANES) {
        for (int i = 0; i < SCREE_LANES; ++i)
            numbers[first + i] = lane_at((const double *)(const void *)w->body[which][i] + first);
        lane_transpose(numbers + first);
    }
    for (int k = PX; k <= QZ; ++k) put(w->g.body[which][k], numbers[1 + k - PX]);
}

#endif
