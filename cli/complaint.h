// Error messages about a line or a document that name the field.
#ifndef SCREE_CLI_COMPLAINT_H
#define SCREE_CLI_COMPLAINT_H

#include <stdbool.h>
#include <stdint.h>

#include "json.h"

/// All zeros is an empty complaint about a document without line numbers.
typedef struct complaint {
    uint64_t line;    ///< "line N: " comes first; 0: not a line of a file
    const char *path; ///< then this, such as "request."; NULL: nothing
    char words[640];  ///< UTF-8
} complaint;

/// Fill in the words; always returns false.
bool scree_cli_complain(complaint *c, const char *format, ...) __attribute__((format(printf, 2, 3)));

/// A value in a few words: "a string", "NaN". `buffer` must hold 64 bytes.
const char *scree_cli_value_words(json_value value, char *buffer);

#endif
