// The text goes into a new file beside the old one, which then takes its name.
#define _XOPEN_SOURCE 700
#include "whole_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "command.h"

/// Devices and pipes have no name to take, and are written as they are; a folder is refused by open().
static bool is_special(const char *path)
{
    struct stat facts;
    return stat(path, &facts) == 0 && !S_ISREG(facts.st_mode);
}

/// A new file beside `path`, or beside what it links to: its name (to be freed) and the one to take. -1 with errno.
static int open_aside(const char *path, char **target, char **aside)
{
    *target = realpath(path, NULL);
    if (*target == NULL && errno == ENOENT) *target = strdup(path); // there is none yet
    size_t size = *target != NULL ? strlen(*target) + sizeof ".XXXXXX" : 0;
    *aside = *target != NULL ? malloc(size) : NULL;
    if (*aside == NULL) return -1;
    snprintf(*aside, size, "%s.XXXXXX", *target);
    return mkstemp(*aside);
}

static bool write_and_close(int fd, const text *t)
{
    bool written = scree_cli_write_all(fd, t->bytes, t->size);
    int error = errno;
    if (close(fd) != 0) return false;
    errno = error;
    return written;
}

/// As another program would have made it: mkstemp() keeps it from all but the user.
static bool open_to_readers(int fd)
{
    mode_t mask = umask(0);
    umask(mask);
    return fchmod(fd, 0666 & ~mask) == 0;
}

static bool write_aside(const char *path, const text *t)
{
    char *target, *aside;
    int fd = open_aside(path, &target, &aside);
    bool made = false;
    if (fd >= 0) {
        made = open_to_readers(fd);
        made = write_and_close(fd, t) && made && rename(aside, target) == 0;
        int error = errno;
        if (!made) unlink(aside);
        errno = error;
    }
    int error = errno;
    free(target);
    free(aside);
    errno = error;
    return made;
}

bool scree_whole_file_write(const char *path, const text *t)
{
    if (!is_special(path)) return write_aside(path, t);
    int fd = open(path, O_WRONLY | O_CLOEXEC);
    return fd >= 0 && write_and_close(fd, t);
}

bool scree_whole_file_check(const char *path)
{
    char *target, *aside;
    bool special = is_special(path);
    int fd = special ? open(path, O_WRONLY | O_CLOEXEC) : open_aside(path, &target, &aside);
    int error = errno;
    if (fd >= 0) close(fd);
    if (!special) {
        if (fd >= 0) unlink(aside);
        free(target);
        free(aside);
    }
    errno = error;
    return fd >= 0;
}
