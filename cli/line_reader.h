// One line from bytes to JSON: parsed, repaired where that is possible, with what is wrong in words.
#ifndef SCREE_CLI_LINE_READER_H
#define SCREE_CLI_LINE_READER_H

#include "request.h"
#include "text.h"

/// All zeros is a reader without memory: begin it first.
typedef struct line_reader {
    json_reader *json;
    text copy; ///< of a line that needs repair
} line_reader;

typedef enum line_verdict {
    LINE_FINE,
    LINE_NOT_FINITE, ///< JSON but for NaN, Infinity or overflowing numbers, which are marked strings now (repair.h)
    LINE_BAD         ///< with a complaint; the id is set where it could be found all the same
} line_verdict;

/// False where memory ran out.
bool scree_cli_line_reader_begin(line_reader *self);
void scree_cli_line_reader_end(line_reader *self);

/// JSON_PADDING bytes behind the line must be readable. The value lives until the next line is read.
line_verdict scree_cli_line_read(line_reader *self, const char *line, size_t size, json_value *root, request_id *id,
                                 complaint *c);

/// What is wrong with a line that is LINE_NOT_FINITE, where none of its fields was refused for that; always false.
bool scree_cli_complain_not_finite(complaint *c);

/// After a line of this size: a very long one leaves the parser with as much memory, which is given back. True if so.
bool scree_cli_line_reader_renew(line_reader *self, size_t size);

#endif
