// The interface between the pool of threads and the work that is done on each line of a stream.
#ifndef SCREE_CLI_LINES_H
#define SCREE_CLI_LINES_H

#include <stddef.h>
#include <stdint.h>

#include "input.h"
#include "text.h"

enum { TALLY_SIZE = 8 };

/// How many lines ended in which way; the work defines what each entry counts.
typedef struct tally {
    uint64_t of[TALLY_SIZE];
} tally;

typedef struct line_work {
    /// What one thread needs; NULL where memory ran out. The options live longer.
    void *(*create)(const void *options);
    void (*destroy)(void *worker);
    /// One line that is not blank: adds one line to `out` and one to `counts`.
    void (*answer)(void *worker, const line *l, size_t max_line, text *out, tally *counts);
    /// Header and footer of the output.
    void (*head)(const void *options, text *out);
    void (*footer)(const void *options, const tally *counts, text *out);
} line_work;

#endif
