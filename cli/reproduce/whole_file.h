// Files that are written whole or not at all: whoever looks sees the old one or the new one, never half of it.
#ifndef SCREE_CLI_WHOLE_FILE_H
#define SCREE_CLI_WHOLE_FILE_H

#include "text.h"

/// Could it be written? False with errno. To be asked before an hour's work, not after.
bool scree_whole_file_check(const char *path);
/// False with errno.
bool scree_whole_file_write(const char *path, const text *t);

#endif
