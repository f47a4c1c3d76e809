// Caches of two polyhedra that met in more than a point.
#ifndef SCREE_PAIR_PATCH_CACHE_H
#define SCREE_PAIR_PATCH_CACHE_H

#include "scree/query.h"

/// Whether a face met an edge or a face of the other: such a pair has no use for what looks for features that meet in a point.
static inline bool scree_cache_has_patch(const scree_cache *cache)
{
    const bool has_face = cache->feature_a == SCREE_FEATURE_FACE || cache->feature_b == SCREE_FEATURE_FACE;
    return cache->filled && has_face && cache->feature_a >= SCREE_FEATURE_EDGE &&
           cache->feature_b >= SCREE_FEATURE_EDGE;
}

#endif
