// What to do with a line that the JSON parser has refused.
//
// simdjson refuses integers of more than 64 bits, which are valid JSON, and says no more of NaN, Infinity and 1e999
// than that a token is wrong somewhere. Such lines are rare, so there is time to look at them once more.
#ifndef SCREE_CLI_REPAIR_H
#define SCREE_CLI_REPAIR_H

#include <stdbool.h>
#include <stddef.h>

#include "text.h"

/// A word that stood where JSON wants a number becomes a string with this first byte, so that the error can name its
/// field.
enum { REPAIR_MARK = 1 };

/// Copy a line, padded, with its long integers rewritten so that they are read as doubles, and its NaN, Infinity and
/// overflowing numbers as marked strings. `words` counts the latter. False where there was nothing to rewrite.
/// One byte behind the line must be readable, and be no part of a number.
bool scree_cli_repair(const char *line, size_t size, text *copy, size_t *words);

/// The value of "id" in the outermost object as it is written, even where the rest of the line is no JSON.
/// False where there is none, or neither a string nor a number. The value itself is not checked.
bool scree_cli_find_id(const char *line, size_t size, const char **value, size_t *value_size);

#endif
