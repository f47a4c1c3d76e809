// Prefetches the cached features of many pairs, for kernels that start from them. Where every grain has a shape of its own, the
// shapes do not fit into the caches.
//
// Idea        What a kernel reads of a hull is a chain of pointers: the hull's tables, the feature, its neighbours, their vertices.
//             There is one pass over all pairs for each link; it follows the addresses that the pass before has prefetched.
//
// Limits      Hulls without loops (scree_hull.loop_sides) get only the first step. Always inline: see pair/fetch.h.
#ifndef SCREE_KERNELS_FEATURE_FETCH_H
#define SCREE_KERNELS_FEATURE_FETCH_H

#include "kernels/kernels.h"
#include "pair/fetch.h"

#define FETCH_INLINE static inline __attribute__((always_inline))

// Prefetches the cache lines of the first and of the last of `size` bytes.
FETCH_INLINE void fetch_ends(const void *at, size_t size)
{
    __builtin_prefetch(at);
    __builtin_prefetch((const unsigned char *)at + size - 1);
}

enum {
    FETCH_STEPS = 4,
    FETCH_RING = 8, // sides or spokes that are read at once, at most
    FETCH_LEAST = 4 // pairs: fewer would wait for their own prefetches
};

// Of a face: its plane, its sides, their corners.
FETCH_INLINE void fetch_face(const scree_hull *h, int face, int step)
{
    const scree_face *f = &h->faces[face];
    if (step == 1)
        fetch_ends(f, sizeof *f);
    else if (step == 2)
        fetch_ends(&h->loop_sides[f->first], FETCH_RING * sizeof *h->loop_sides);
    else
        for (int k = f->first; k < f->first + f->count; ++k) __builtin_prefetch(&h->nodes[h->loop_sides[k].from]);
}

// Of a vertex: its coordinates, the edges that leave it, their other ends.
FETCH_INLINE void fetch_vertex(const scree_hull *h, int vertex, int step)
{
    const scree_node *n = &h->nodes[vertex];
    if (step == 1)
        __builtin_prefetch(n);
    else if (step == 2)
        fetch_ends(&h->loop_spokes[n->fan], FETCH_RING * sizeof *h->loop_spokes);
    else
        for (int k = n->fan; k < n->fan_end; ++k) __builtin_prefetch(&h->nodes[h->loop_spokes[k].to]);
}

// Of an edge: its indices, then its ends and its faces.
FETCH_INLINE void fetch_edge(const scree_hull *h, int edge, int step)
{
    if (step == 1) __builtin_prefetch(&h->edges.narrow[edge]);
    if (step != 2) return;
    const scree_edge e = scree_edge_at(h, edge);
    for (int k = 0; k < 2; ++k) {
        __builtin_prefetch(&h->nodes[e.vertex[k]]);
        fetch_ends(&h->faces[e.face[k]], sizeof *h->faces);
    }
}

FETCH_INLINE void fetch_feature(const scree_shape *s, int feature, int index, int step)
{
    const scree_hull *h = s->hull;
    if (step == 0) {
        fetch_ends(h, (size_t)2 * SCREE_CACHE_LINE);
        return;
    }
    if (h->loop_sides == NULL) return;
    if (feature == SCREE_FEATURE_FACE && (unsigned)index < (unsigned)h->face_count) fetch_face(h, index, step);
    if (feature == SCREE_FEATURE_VERTEX && (unsigned)index < (unsigned)s->vertex_count) fetch_vertex(h, index, step);
    if (feature == SCREE_FEATURE_EDGE && (unsigned)index < (unsigned)h->edge_count) fetch_edge(h, index, step);
}

/// For these pairs of the work.
FETCH_INLINE void scree_fetch_features(const scree_lane_work *work, const int32_t *pairs, int count)
{
    const scree_batch *batch = work->batch;
    if (batch->caches == NULL || count < FETCH_LEAST) return;
    for (int step = 0; step < FETCH_STEPS; ++step) {
        for (int k = 0; k < count; ++k) {
            const size_t number = work->first + (size_t)pairs[k];
            const scree_cache *cache = &batch->caches[number];
            const scree_pair pair = batch->pairs[number];
            if (!cache->filled) continue;
            fetch_feature(batch->bodies[pair.a].shape, cache->feature_a, cache->index_a, step);
            fetch_feature(batch->bodies[pair.b].shape, cache->feature_b, cache->index_b, step);
        }
    }
}

#endif
