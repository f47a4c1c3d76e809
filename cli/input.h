// Lines from a file, a pipe or a terminal: as many as are there, without waiting for more than one. An object that
// spans lines counts as one line.
#ifndef SCREE_CLI_INPUT_H
#define SCREE_CLI_INPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "join.h"

typedef struct line {
    const char *bytes; ///< JSON_PADDING more bytes are readable behind it; the first is a line end or 0
    size_t size;
    uint64_t number; ///< from 1, blank lines counted; of an object that spans lines, that of the first
    bool too_long;   ///< it was skipped; there are no bytes
} line;

typedef struct input {
    int fd;
    char *buffer;
    size_t capacity;   ///< of the buffer, without its padding
    size_t start, end; ///< of the bytes not yet handed out
    size_t seen;       ///< no line ends between `start` and here
    size_t chunk;      ///< bytes to read at a time
    size_t max_line;
    uint64_t lines, bytes; ///< so far
    join join;             ///< of the object at `start`, where it spans lines
    uint64_t joined;       ///< lines that it spans so far
    bool broken;           ///< it is no JSON, and only its last line is looked for
    uint64_t single_until; ///< lines before this number are not joined with the next ones
    bool at_end;
    bool skipping; ///< inside a line that is too long
    bool skipped;  ///< such a line has ended, and was not yet handed out
} input;

typedef enum input_status { INPUT_LINES, INPUT_END, INPUT_STOPPED, INPUT_FAILED } input_status;

/// Take over an open file. False where memory ran out.
bool scree_cli_input_begin(input *in, int fd, size_t chunk, size_t max_line);
void scree_cli_input_free(input *in);

/// Wait until there is a whole line, and read what else is there, up to a chunk. Earlier lines are gone then.
/// INPUT_STOPPED after a signal, INPUT_FAILED with errno.
input_status scree_cli_input_fill(input *in);

/// The next line that is not blank, of those that are there; false where there is none.
bool scree_cli_input_next(input *in, line *out);

#endif
