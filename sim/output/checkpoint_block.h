// The user block at the start of a checkpoint.
#ifndef SCREE_SIM_OUTPUT_CHECKPOINT_BLOCK_H
#define SCREE_SIM_OUTPUT_CHECKPOINT_BLOCK_H

#include "output/checkpoint_file.h"

enum { SCREE_SIM_BLOCK_SIZE = 512 };

/// The block for a file that is complete but for it.
bool scree_sim_block_make(const char *path, char block[SCREE_SIM_BLOCK_SIZE], scree_error *error);

#endif
