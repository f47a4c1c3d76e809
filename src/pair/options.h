// The caller's options, with defaults in place of zeros.
#ifndef SCREE_PAIR_OPTIONS_H
#define SCREE_PAIR_OPTIONS_H

#include "scree/query.h"

/// Whether the options, which may be NULL, can be used as they are.
static inline bool scree_options_are_whole(const scree_query_options *o)
{
    return o == NULL || o->size == sizeof *o;
}

/// False where the options are those of another version of the header. Otherwise `options` points to complete options:
/// the caller's, or a copy in `own`; NULL stays NULL.
static inline bool scree_options_resolve(const scree_query_options **options, scree_query_options *own)
{
    if (scree_options_are_whole(*options)) return true;
    if ((*options)->size != 0) return false;
    *own = **options;
    own->size = (uint32_t)sizeof *own;
    if (own->tolerance == 0.0) own->tolerance = -1.0;
    *options = own;
    return true;
}

#endif
