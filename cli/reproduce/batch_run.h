// A set of pairs as one batch, for the stopwatch: all of them in one call, on one thread.
#ifndef SCREE_CLI_BATCH_RUN_H
#define SCREE_CLI_BATCH_RUN_H

#include "querying.h"
#include "scree/batch.h"

typedef struct batch_run {
    scree_body *bodies;
    scree_pair *pairs;
    scree_contact *results;
    scree_batch batch;
} batch_run;

/// Cold, by `auto`. False, with a message on standard error, where memory ran out. To be closed in any case.
bool scree_batch_run_open(batch_run *run, const pair_set *pairs);
void scree_batch_run_close(batch_run *run);

/// For scree_stopwatch_race(): `user` is the batch_run.
void scree_batch_run(void *user);

#endif
