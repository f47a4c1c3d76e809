// Queries of one method: for one pair, or for many of them for the stopwatch.
#ifndef SCREE_CLI_QUERYING_H
#define SCREE_CLI_QUERYING_H

#include "scree/method.h"

/// What polyhedra of many vertices need; all zeros is none. Grows, and is lent to one query at a time.
typedef struct scratch {
    void *bytes;
    size_t size;
} scratch;

/// Enough for any method on these two. False where memory ran out.
bool scree_scratch_reserve(scratch *s, const scree_shape *a, const scree_shape *b);
void scree_scratch_lend(const scratch *s, scree_query_options *options);
void scree_scratch_free(scratch *s);

/// False where the method is not there or does not serve the pair.
bool scree_study_query(const scree_body *a, const scree_body *b, const scree_query_options *options,
                       scree_contact *out);

/// The same with counts, whatever the options say of them. A method has converged if the answer is not cut short;
/// whether its interval is narrow is another matter.
bool scree_study_query_counted(const scree_body *a, const scree_body *b, const scree_query_options *options,
                               scree_contact *out, scree_counts *counts);

typedef struct pair_set {
    size_t count;
    scree_body *a, *b;
} pair_set;

/// Room for `most` pairs, none of them there yet. False, with a message on standard error, where memory ran out. To be
/// closed in any case.
bool scree_pair_set_open(pair_set *s, size_t most);
void scree_pair_set_close(pair_set *s);

/// One method over a whole set.
typedef struct pair_run {
    const pair_set *pairs;
    scree_query_options options;
    double accuracy; ///< of the distance, relative to the size of each pair; 0: as the options have it
    bool missing;    ///< answer: the method does not serve some pair
} pair_run;

/// For scree_stopwatch_race(): `user` is the pair_run.
void scree_pair_run(void *user);

#endif
