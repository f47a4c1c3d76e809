// Prefetching: the bodies of a pair may be anywhere, and results are usually not in the cache either.
//
// Limits      Always inline: gcc takes a function that only prefetches for one without effects, and drops its calls.
#ifndef SCREE_PAIR_FETCH_H
#define SCREE_PAIR_FETCH_H

#include <stddef.h>

#include "scree/batch.h"
#include "shape/shape.h"

enum { SCREE_CACHE_LINE = 64 };

/// Prefetches the bodies of a pair, by index. Invalid pairs and bodies are skipped.
static inline __attribute__((always_inline)) void scree_fetch_bodies(const scree_batch *batch, size_t number)
{
    if (number >= batch->pair_count) return;
    const scree_pair pair = batch->pairs[number];
    if ((size_t)pair.a >= batch->body_count || (size_t)pair.b >= batch->body_count) return;
    __builtin_prefetch(&batch->bodies[pair.a]);
    __builtin_prefetch(&batch->bodies[pair.b]);
}

/// Prefetches what is read first of the shapes of a pair, whose bodies were prefetched before. Invalid pairs and bodies are skipped.
static inline __attribute__((always_inline)) void scree_fetch_shapes(const scree_batch *batch, size_t number)
{
    const scree_pair pair = batch->pairs[number];
    if ((size_t)pair.a >= batch->body_count || (size_t)pair.b >= batch->body_count) return;
    const scree_shape *const shapes[2] = { batch->bodies[pair.a].shape, batch->bodies[pair.b].shape };
    for (int i = 0; i < 2; ++i) {
        if (shapes[i] == NULL) continue;
        __builtin_prefetch(shapes[i]);
        __builtin_prefetch(&shapes[i]->bounds.radius);
    }
}

/// Prefetches the cache lines of so many bytes.
static inline __attribute__((always_inline)) void scree_fetch_all(const void *at, size_t size)
{
    for (size_t k = 0; k < size; k += SCREE_CACHE_LINE) __builtin_prefetch((const unsigned char *)at + k);
}

/// Prefetches the rest of a shape's own members, and the pointers to its arrays.
static inline __attribute__((always_inline)) void scree_fetch_hull(const scree_shape *s)
{
    __builtin_prefetch(&s->centre);
    scree_fetch_all(s->hull, offsetof(scree_hull, many));
}

/// Prefetches the arrays of a small hull: vertices, faces, and how they are connected. Those of a large one would displace what the
/// pair before it reads.
static inline __attribute__((always_inline)) void scree_fetch_arrays(const scree_shape *s)
{
    const scree_hull *h = s->hull;
    if (h->loop_spokes == NULL) return;
    const size_t vertices = (size_t)s->vertex_count, faces = (size_t)h->face_count, ends = 2 * (size_t)h->edge_count;
    scree_fetch_all(s->x, vertices * sizeof *s->x);
    scree_fetch_all(s->y, vertices * sizeof *s->y);
    scree_fetch_all(s->z, vertices * sizeof *s->z);
    scree_fetch_all(h->nodes, vertices * sizeof *h->nodes);
    scree_fetch_all(h->loop_spokes, ends * sizeof *h->loop_spokes);
    scree_fetch_all(h->faces, faces * sizeof *h->faces);
    scree_fetch_all(h->face_vertices, ends * sizeof *h->face_vertices);
}

/// Prefetches the destination of an answer.
static inline __attribute__((always_inline)) void scree_fetch_result(const scree_contact *result)
{
    for (size_t at = 0; at < sizeof *result; at += SCREE_CACHE_LINE)
        __builtin_prefetch((const unsigned char *)result + at, 1);
}

#endif
