// Memory asked for before it is needed: bodies that a pair has may be anywhere, and results are mostly far away, too.
//
// Limits      Always inline: gcc takes a function that does nothing else for one without effects, and drops its calls.
#ifndef SCREE_PAIR_FETCH_H
#define SCREE_PAIR_FETCH_H

#include "scree/batch.h"

enum { SCREE_CACHE_LINE = 64 };

/// The bodies of a pair, by its number. Pairs that are none, and bodies, are passed over.
static inline __attribute__((always_inline)) void scree_fetch_bodies(const scree_batch *batch, size_t number)
{
    if (number >= batch->pair_count) return;
    const scree_pair pair = batch->pairs[number];
    if ((size_t)pair.a >= batch->body_count || (size_t)pair.b >= batch->body_count) return;
    __builtin_prefetch(&batch->bodies[pair.a]);
    __builtin_prefetch(&batch->bodies[pair.b]);
}

/// Where an answer goes.
static inline __attribute__((always_inline)) void scree_fetch_result(const scree_contact *result)
{
    for (size_t at = 0; at < sizeof *result; at += SCREE_CACHE_LINE)
        __builtin_prefetch((const unsigned char *)result + at, 1);
}

#endif
