// The table of methods: every way to answer the query, by name.
#ifndef SCREE_METHOD_H
#define SCREE_METHOD_H

#include "scree/paper.h"
#include "scree/query.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef scree_status (*scree_method_fn)(const scree_body *a, const scree_body *b, const scree_query_options *options,
                                        scree_contact *out);

/// The bodies handed to `answer` are valid and of the same dimension; the method serves their shapes.
struct scree_method {
    const char *name;
    const char *source;          ///< the paper, as a key of docs/references.bib; "scree" for our own
    const char *summary;         ///< one line
    const char *pairs;           ///< the pairs served, in words
    bool separated, overlapping; ///< whether it answers pairs that are apart, and pairs that overlap
    bool links;                  ///< starts from its last link, or contact point: scree_paper_cache.link_a
    bool (*serves)(const scree_shape *a, const scree_shape *b);
    size_t (*scratch)(const scree_shape *a, const scree_shape *b); ///< bytes; symmetric; NULL: as auto
    scree_method_fn answer;
};

SCREE_API int scree_method_count(void);
/// Method i of the table, 0 <= i < scree_method_count(); number 0 is `auto`.
SCREE_API const scree_method *scree_method_at(int i);
/// NULL if there is none of that name, and for NULL.
SCREE_API const scree_method *scree_method_find(const char *name);
/// Bytes of scratch that a query of these two shapes by this method needs (NULL: auto); 0 if it does not support them
/// or one is NULL.
SCREE_API size_t scree_method_scratch(const scree_method *method, const scree_shape *a, const scree_shape *b);

#ifdef __cplusplus
}
#endif

#endif
