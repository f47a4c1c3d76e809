// One answer for each pair of a batch, in threads: for calls that answer one pair at a time.
#ifndef SCREE_REGION_EACH_PAIR_H
#define SCREE_REGION_EACH_PAIR_H

#include "base/arithmetic.h"
#include "scree/batch.h"

enum { SCREE_PAIR_BLOCK = 64 }; ///< pairs that one thread takes at a time

/// Of the pairs of a block, a bit for each.
typedef struct scree_pair_block {
    uint64_t answered, tried;
} scree_pair_block;

/// What to compute for each pair. Functions are called from several threads.
typedef struct scree_each_pair {
    const scree_contact *contacts; ///< of the answers, or NULL; a failure's status is passed on
    /// Answers pair number i, B at its image, with that much scratch. `tried`: answer_block() did not answer it.
    scree_status (*answer)(const struct scree_each_pair *what, size_t i, const scree_body *a, const scree_body *b,
                           bool tried, void *scratch, size_t scratch_size);
    /// The answer of a pair that is refused.
    void (*refuse)(const struct scree_each_pair *what, size_t i, scree_status status);
    /// NULL, or answers together what it can of the pairs from `from` on, up to SCREE_PAIR_BLOCK.
    void (*answer_block)(const struct scree_each_pair *what, const scree_batch *batch, size_t from, size_t to,
                         scree_pair_block *block);
    void *results;
    bool energy; ///< for the pressure field
} scree_each_pair;

/// The bodies of answer number i, B at its image, for which there is room at `image`. False: there are none.
bool scree_each_pair_bodies(const scree_batch *batch, size_t i, const scree_body **a, const scree_body **b,
                            scree_body *image);

/// Bytes of scratch, if `need` returns what two shapes take.
size_t scree_each_pair_scratch(const scree_batch *batch, size_t (*need)(const scree_shape *a, const scree_shape *b));

/// SCREE_OK if all pairs are, or are SCREE_UNSUPPORTED_PAIR; else the status of the first other one.
scree_status scree_each_pair_answer(const scree_batch *batch, const scree_each_pair *what);

#endif
