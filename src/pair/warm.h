// What a cache keeps of an answer, and how it is read.
#ifndef SCREE_PAIR_WARM_H
#define SCREE_PAIR_WARM_H

#include "scree/query.h"

/// The last normal of a filled cache; of any length, where the caller has filled it.
static inline scree_vec3 scree_cache_axis(const scree_cache *cache)
{
    return (scree_vec3){ (double)cache->axis[0], (double)cache->axis[1], (double)cache->axis[2] };
}

static inline void scree_cache_set_axis(scree_cache *cache, scree_vec3 n)
{
    cache->axis[0] = (float)n.x;
    cache->axis[1] = (float)n.y;
    cache->axis[2] = (float)n.z;
}

/// Stores the normal of an answer, its distance and the features.
static inline void scree_cache_keep(scree_cache *cache, const scree_contact *x)
{
    scree_cache_set_axis(cache, x->normal);
    cache->distance = (float)x->distance;
    cache->feature_a = (uint8_t)x->feature_a;
    cache->feature_b = (uint8_t)x->feature_b;
    cache->index_a = x->index_a;
    cache->index_b = x->index_b;
    cache->filled = true;
}

/// The same seen from the other side: swaps A and B.
static inline void scree_cache_swap(scree_cache *cache)
{
    if (!cache->filled) return;
    const scree_cache c = *cache;
    for (int i = 0; i < 3; ++i) cache->axis[i] = -c.axis[i];
    cache->feature_a = c.feature_b;
    cache->feature_b = c.feature_a;
    cache->index_a = c.index_b;
    cache->index_b = c.index_a;
    cache->vertex_a = c.vertex_b;
    cache->vertex_b = c.vertex_a;
}

/// Whether, of two polyhedra, a face met an edge or a face of the other: such a pair has no use for what looks for features that meet
/// in a point.
static inline bool scree_cache_has_patch(const scree_cache *cache)
{
    const bool has_face = cache->feature_a == SCREE_FEATURE_FACE || cache->feature_b == SCREE_FEATURE_FACE;
    return cache->filled && has_face && cache->feature_a >= SCREE_FEATURE_EDGE &&
           cache->feature_b >= SCREE_FEATURE_EDGE;
}

#endif
