// Prefetching: the bodies of a pair may be anywhere, and results are usually not in the cache either.
//
// Limits      Always inline: gcc takes a function that only prefetches for one without effects, and drops its calls.
#ifndef SCREE_PAIR_FETCH_H
#define SCREE_PAIR_FETCH_H

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

/// Prefetches the destination of an answer.
static inline __attribute__((always_inline)) void scree_fetch_result(const scree_contact *result)
{
    for (size_t at = 0; at < sizeof *result; at += SCREE_CACHE_LINE)
        __builtin_prefetch((const unsigned char *)result + at, 1);
}

#endif
