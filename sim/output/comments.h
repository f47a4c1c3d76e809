// Comments "MARK key: value" at the start of a text file: .csv and .pov files say so where they come from.
#ifndef SCREE_SIM_OUTPUT_COMMENTS_H
#define SCREE_SIM_OUTPUT_COMMENTS_H

#include "output/bytes.h"

/// `value` has `size` bytes; a 0 is behind them.
typedef void (*scree_sim_comment_function)(void *user, const char *key, const char *value, size_t size);

/// Calls `take` for each key; lines with the same key, one after the other, are the lines of one value. Comments without
/// a key are passed over. Returns where the comments end.
const char *scree_sim_comments(const char *text, const char *mark, scree_sim_comment_function take, void *user);

#endif
