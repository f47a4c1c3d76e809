// For tests of the papers' methods: a query with the counts of its search.
#ifndef SCREE_TESTS_COUNTED_H
#define SCREE_TESTS_COUNTED_H

#include "scree/paper.h"
#include "scree/query.h"

static scree_counts counted; ///< of the last query_counted()

/// scree_query() with counts; the knobs and the cache are those of the options.
static inline scree_status query_counted(const scree_body *a, const scree_body *b, const scree_query_options *options,
                                         scree_contact *out)
{
    scree_query_options o = *options;
    scree_paper paper = { .ellipsoids = NULL };
    if (options->paper != NULL) paper = *options->paper;
    paper.counts = &counted;
    o.paper = &paper;
    return scree_query(a, b, &o, out);
}

#endif
