// The bytes go into a temporary file in the same folder, which then replaces the old one by a rename.
#define _XOPEN_SOURCE 700
#include "whole_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "command.h"

/// Devices and pipes cannot be replaced by a rename: they are opened and written directly. open() refuses a folder.
static bool is_special(const char *path)
{
    struct stat facts;
    return stat(path, &facts) == 0 && !S_ISREG(facts.st_mode);
}

/// Frees the names and preserves errno.
static void forget(whole_file *file)
{
    int error = errno;
    free(file->target);
    free(file->aside);
    *file = (whole_file){ .fd = -1 };
    errno = error;
}

/// A new file in the folder of `path`, or of what it links to.
static bool open_temporary(whole_file *file, const char *path)
{
    file->target = realpath(path, NULL);
    if (file->target == NULL && errno == ENOENT) file->target = strdup(path); // there is none yet
    size_t size = file->target != NULL ? strlen(file->target) + sizeof ".XXXXXX" : 0;
    file->aside = file->target != NULL ? malloc(size) : NULL;
    if (file->aside == NULL) return false;
    snprintf(file->aside, size, "%s.XXXXXX", file->target);
    file->fd = mkstemp(file->aside);
    return file->fd >= 0;
}

bool scree_whole_file_open(whole_file *file, const char *path)
{
    *file = (whole_file){ .fd = -1 };
    if (is_special(path)) {
        file->fd = open(path, O_WRONLY | O_CLOEXEC);
        return file->fd >= 0;
    }
    if (open_temporary(file, path)) return true;
    forget(file);
    return false;
}

/// Gives the file the usual permissions: mkstemp() makes it readable by its owner only.
static bool open_to_readers(int fd)
{
    mode_t mask = umask(0);
    umask(mask);
    return fchmod(fd, 0666 & ~mask) == 0;
}

bool scree_whole_file_close(whole_file *file, bool keep)
{
    bool kept = keep && (file->aside == NULL || open_to_readers(file->fd));
    int error = errno;
    if (close(file->fd) != 0) kept = false;
    if (file->aside != NULL && !(kept && rename(file->aside, file->target) == 0)) {
        if (kept) error = errno;
        kept = false;
        unlink(file->aside);
    }
    errno = error;
    forget(file);
    return kept || !keep;
}

bool scree_whole_file_write(const char *path, const text *t)
{
    whole_file file;
    if (!scree_whole_file_open(&file, path)) return false;
    bool written = scree_cli_write_all(file.fd, t->bytes, t->size);
    int error = errno;
    bool closed = scree_whole_file_close(&file, written);
    if (!written) errno = error;
    return written && closed;
}

bool scree_whole_file_check(const char *path)
{
    whole_file file;
    return scree_whole_file_open(&file, path) && scree_whole_file_close(&file, false);
}
