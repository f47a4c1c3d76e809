// JSON as the command reads it: one document at a time, checked as a whole, then walked.
//
// A plain C door to simdjson's DOM (json.cpp). Values are small and are passed by value; they live until the reader
// parses the next document. docs/decisions/json.md says why it is simdjson.
#ifndef SCREE_CLI_JSON_H
#define SCREE_CLI_JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "scree/vec.h"

#ifdef __cplusplus
extern "C" {
#endif

/// So many bytes behind the last one of a document must be readable; what they hold does not matter.
enum { JSON_PADDING = 64 };

/// Objects and arrays may be nested this deep.
enum { JSON_MAX_DEPTH = 1024 };

typedef struct json_reader json_reader;

typedef struct json_value {
    uint64_t opaque[2];
} json_value;

typedef enum json_kind { JSON_NULL, JSON_BOOL, JSON_NUMBER, JSON_STRING, JSON_ARRAY, JSON_OBJECT } json_kind;

/// Why a document was refused. JSON_BAD_TOKEN is a number or a word that JSON does not have, such as NaN.
typedef enum json_trouble { JSON_FINE, JSON_BAD_TOKEN, JSON_BAD_DOCUMENT, JSON_NO_MEMORY } json_trouble;

/// NULL where memory ran out.
json_reader *scree_cli_json_create(void);
void scree_cli_json_destroy(json_reader *reader);

/// Parse `size` bytes. On trouble `reason` holds it in words.
json_trouble scree_cli_json_parse(json_reader *reader, const char *bytes, size_t size, json_value *root,
                                  const char **reason);

json_kind scree_cli_json_kind(json_value value);
/// "an object", "a number", ...
const char *scree_cli_json_kind_name(json_kind kind);

/// A number as the nearest double; false for any other kind.
bool scree_cli_json_number(json_value value, double *out);
/// true or false; false is returned for any other kind.
bool scree_cli_json_bool(json_value value, bool *out);
/// An integer of up to 64 bits as its decimal digits, at least 24 bytes; their count, or 0 for anything else.
size_t scree_cli_json_integer(json_value value, char *digits);
/// The bytes of a string, escapes resolved; false for any other kind.
bool scree_cli_json_string(json_value value, const char **bytes, size_t *size);

/// A walk over the fields of an object.
typedef struct json_fields {
    uint64_t at[2], end[2];
} json_fields;

typedef struct json_field {
    const char *name;
    size_t name_size;
    json_value value;
} json_field;

json_fields scree_cli_json_fields(json_value object);
/// false at the end.
bool scree_cli_json_next(json_fields *fields, json_field *out);

/// A walk over the items of an array.
typedef struct json_items {
    uint64_t at[2], end[2];
} json_items;

json_items scree_cli_json_items(json_value array);
/// false at the end.
bool scree_cli_json_next_item(json_items *items, json_value *out);

typedef enum json_match { JSON_MATCH, JSON_NOT_ARRAY, JSON_WRONG_COUNT, JSON_NOT_NUMBER } json_match;

/// What stopped the reading of numbers; all zeros where nothing did.
typedef struct json_mismatch {
    json_match what;
    size_t point;       ///< the number of the point, in an array of points
    size_t component;   ///< the number that is none
    size_t count;       ///< how many there are, with JSON_WRONG_COUNT
    json_value culprit; ///< what stands there instead
} json_mismatch;

/// An array of exactly `count` numbers.
json_mismatch scree_cli_json_numbers(json_value value, double *out, size_t count);

/// An array of points of `dimension` numbers each (z is 0 in 2-D). The first `capacity` go into `out`; `count` is how
/// many there are, whether they fit or not.
json_mismatch scree_cli_json_points(json_value value, int dimension, scree_vec3 *out, size_t capacity, size_t *count);

#ifdef __cplusplus
}
#endif

#endif
