#include "batch_run.h"

#include <stdlib.h>

#include "command.h"

static bool reserve(batch_run *run, size_t count)
{
    run->bodies = malloc((2 * count + 1) * sizeof *run->bodies);
    run->pairs = malloc((count + 1) * sizeof *run->pairs);
    run->results = malloc((count + 1) * sizeof *run->results);
    return run->bodies != NULL && run->pairs != NULL && run->results != NULL;
}

bool scree_batch_run_open(batch_run *run, const pair_set *pairs)
{
    *run = (batch_run){ .bodies = NULL };
    bool whole = reserve(run, pairs->count);
    for (size_t i = 0; whole && i < pairs->count; ++i) {
        run->bodies[2 * i] = pairs->a[i];
        run->bodies[2 * i + 1] = pairs->b[i];
        run->pairs[i] = (scree_pair){ .a = (int32_t)(2 * i), .b = (int32_t)(2 * i + 1) };
    }
    if (whole) {
        run->batch = (scree_batch){ .bodies = run->bodies, .body_count = 2 * pairs->count, .pairs = run->pairs };
        run->batch.pair_count = pairs->count;
        run->batch.threads = 1;
        run->batch.scratch_size = scree_batch_scratch(&run->batch);
        run->batch.scratch = malloc(run->batch.scratch_size);
        whole = run->batch.scratch != NULL;
    }
    if (!whole) scree_cli_trouble(&scree_cli_reproduce, "out of memory");
    return whole;
}

void scree_batch_run_close(batch_run *run)
{
    free(run->bodies);
    free(run->pairs);
    free(run->results);
    free(run->batch.scratch);
}

void scree_batch_run(void *user)
{
    batch_run *run = user;
    (void)scree_query_batch(&run->batch, NULL, run->results);
}
