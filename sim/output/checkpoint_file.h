// One checkpoint file. It is an HDF5 file with a user block of 512 bytes, text, that has its size and the SHA-256 of all
// that follows: damage is found before HDF5 sees the file.
#ifndef SCREE_SIM_OUTPUT_CHECKPOINT_FILE_H
#define SCREE_SIM_OUTPUT_CHECKPOINT_FILE_H

#include "output/origin.h"

enum { SCREE_SIM_CHECKPOINT_FORMAT = 1 };

/// Writes and syncs the file `path`. On failure it is removed.
bool scree_sim_checkpoint_file_write(const char *path, const scree_sim_origin_copy *origin,
                                     const scree_sim_checkpoint *checkpoint, scree_error *error);
/// The size and the hash are right. On failure the message says what is wrong.
bool scree_sim_checkpoint_file_whole(const char *path, scree_error *error);
/// Reads a file that is whole.
bool scree_sim_checkpoint_file_read(const char *path, scree_sim_checkpoint *checkpoint, scree_error *error);

#endif
