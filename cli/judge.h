// One line of scree verify: a request and somebody's answer to it, read and checked by the library, and the verdict.
#ifndef SCREE_CLI_JUDGE_H
#define SCREE_CLI_JUDGE_H

#include "lines.h"

/// How many lines ended in which way.
enum { JUDGED_PROVEN, JUDGED_REFUTED, JUDGED_UNDECIDED, JUDGED_ERRORS };

/// What one thread needs to judge lines.
typedef struct judge judge;

/// NULL where memory ran out.
judge *scree_cli_judge_create(void);
void scree_cli_judge_destroy(judge *self);

/// Judge one line that is not blank, without its end. JSON_PADDING bytes behind it must be readable, the first of them
/// no part of a number. Adds one line to `out` and one to `counts`.
void scree_cli_judge_line(judge *self, const char *bytes, size_t size, uint64_t number, text *out, tally *counts);

/// The same for the lines of a stream; it has no options.
extern const line_work scree_cli_judge_work;

#endif
