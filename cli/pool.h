// Lines answered by several threads, in the order of the lines.
#ifndef SCREE_CLI_POOL_H
#define SCREE_CLI_POOL_H

#include "lines.h"

typedef struct pool pool;

/// `threads` counts the caller's. Where the system gives fewer, fewer do the work. NULL where memory ran out.
pool *scree_cli_pool_create(int threads, const line_work *work, const void *options, size_t max_line);
void scree_cli_pool_destroy(pool *self);

/// Answer the lines and add the answers to `out`: the same bytes for any number of threads. After an interrupt the
/// last lines may be left out. False where memory ran out.
bool scree_cli_pool_answer(pool *self, const line *lines, size_t count, text *out, tally *counts);

#endif
