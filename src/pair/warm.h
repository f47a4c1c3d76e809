// What a cache keeps of an answer, and what can be had from it.
#ifndef SCREE_PAIR_WARM_H
#define SCREE_PAIR_WARM_H

#include "scree/query.h"

/// The last normal of a cache that is filled or linked; of any length, where another hand than ours has filled it.
static inline scree_vec3 scree_cache_axis(const scree_cache *cache)
{
    if (!cache->linked) return cache->axis;
    return (scree_vec3){ (double)cache->link_axis[0], (double)cache->link_axis[1], (double)cache->link_axis[2] };
}

/// The normal of an answer, its distance and what met.
static inline void scree_cache_keep(scree_cache *cache, const scree_contact *x)
{
    cache->distance = (float)x->distance;
    cache->axis = x->normal;
    cache->hint.feature_a = (int32_t)x->feature_a;
    cache->hint.feature_b = (int32_t)x->feature_b;
    cache->hint.index_a = x->index_a;
    cache->hint.index_b = x->index_b;
    if (cache->linked) cache->hint.vertex_a = cache->hint.vertex_b = 0;
    cache->filled = true;
    cache->linked = false;
}

/// Beside the link that the method has left: single precision is enough for a direction to start from.
static inline void scree_cache_keep_link(scree_cache *cache, const scree_contact *x)
{
    cache->link_axis[0] = (float)x->normal.x;
    cache->link_axis[1] = (float)x->normal.y;
    cache->link_axis[2] = (float)x->normal.z;
}

/// The same seen from the other side: A and B change places.
static inline void scree_cache_turn_round(scree_cache *cache)
{
    if (!cache->filled) return;
    const scree_cache_hint h = cache->hint;
    cache->axis = (scree_vec3){ -cache->axis.x, -cache->axis.y, -cache->axis.z };
    cache->hint = (scree_cache_hint){ h.feature_b, h.feature_a, h.index_b, h.index_a, h.vertex_b, h.vertex_a };
}

#endif
