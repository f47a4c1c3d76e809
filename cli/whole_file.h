// Files that are written whole or not at all: whoever looks sees the old one or the new one, never half of it.
#ifndef SCREE_CLI_WHOLE_FILE_H
#define SCREE_CLI_WHOLE_FILE_H

#include "text.h"

/// One that is being written. Devices and pipes are written as they are.
typedef struct whole_file {
    int fd;
    char *target, *aside; ///< the name to take, and the one until then; NULL for devices and pipes
} whole_file;

/// False with errno.
bool scree_whole_file_open(whole_file *file, const char *path);
/// With `keep`, the file takes its name; else it is gone. False with errno.
bool scree_whole_file_close(whole_file *file, bool keep);

/// Could it be written? False with errno. To be asked before an hour's work, not after.
bool scree_whole_file_check(const char *path);
/// All at once. False with errno.
bool scree_whole_file_write(const char *path, const text *t);

#endif
