// The fields of a JSON object with a fixed set of names: each at most once, and no others.
#ifndef SCREE_CLI_FIELDS_H
#define SCREE_CLI_FIELDS_H

#include "complaint.h"
#include "suggest.h"

enum { FIELDS_MOST = 32 };

#define FIELD_BIT(i) (1u << (i))

/// Fields as they were found: values[i] is that of names[i] where bit i of `present` is set.
typedef struct object_fields {
    unsigned present;
    json_field unknown; ///< the first one; its name is NULL where there is none
    json_value values[FIELDS_MOST];
} object_fields;

static inline bool scree_cli_fields_has(const object_fields *f, int i)
{
    return (f->present & FIELD_BIT(i)) != 0;
}

/// Sort the fields of `object`. `path` stands before their names in complaints ("a."; "" for a document alone). False
/// with a complaint where it is no object, or where a field is there twice. Unknown fields are only noted.
bool scree_cli_fields_collect(json_value object, const word *names, int count, const char *path, object_fields *out,
                              complaint *c);

/// False with a complaint where there is an unknown field. `allowed` are the names to suggest, `owner` ("a sphere") is
/// what has them.
bool scree_cli_fields_all_known(const object_fields *f, const word *names, int count, unsigned allowed,
                                const char *path, const char *owner, complaint *c);

/// "radius, rounding, position": those of `names` with a bit in `which`.
void scree_cli_fields_list(const word *names, int count, unsigned which, char *buffer, size_t size);

/// Is this string value, if it is one, the word?
bool scree_cli_is_word(const char *bytes, size_t size, word w);

#endif
