// The folder of a run: made if it is not there, and held, so that no two runs write into it at the same time.
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "run/state.h"

/// Is there a folder that the last part of a path would be in?
static bool has_parent(const char *path, size_t parent_size)
{
    struct stat status;
    char parent[4096];
    if (parent_size >= sizeof parent) return false;
    memcpy(parent, path, parent_size);
    parent[parent_size] = 0;
    return stat(parent, &status) == 0 && S_ISDIR(status.st_mode);
}

bool scree_run_make_folder(const char *folder, scree_error *error)
{
    struct stat status;
    if (folder == NULL || mkdir(folder, 0777) == 0) return true;
    const int reason = errno;
    if (reason == EEXIST && stat(folder, &status) == 0 && S_ISDIR(status.st_mode)) return true;
    const char *slash = strrchr(folder, '/');
    if (reason == ENOENT && slash != NULL && slash > folder && has_parent(folder, (size_t)(slash - folder)))
        snprintf(error->message, sizeof error->message, "%.90s: no folder can be made in %.*s", folder,
                 slash - folder < 90 ? (int)(slash - folder) : 90, folder);
    else if (reason == ENOENT && slash != NULL && slash > folder)
        snprintf(error->message, sizeof error->message, "%.90s: there is no folder %.*s to make it in", folder,
                 slash - folder < 90 ? (int)(slash - folder) : 90, folder);
    else
        snprintf(error->message, sizeof error->message, "%.150s: %s", folder,
                 reason == EEXIST ? "is a file, not a folder" : strerror(reason));
    error->status = SCREE_FILE_ERROR;
    return false;
}

// The lock is on the folder itself: it leaves no file behind, and goes with the process, however that ends. A file system
// without locks lets every run in.
bool scree_run_hold_folder(const char *folder, int *hold, scree_error *error)
{
    *hold = folder != NULL ? open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
    if (*hold < 0 || flock(*hold, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK) return true;
    close(*hold);
    *hold = -1;
    error->status = SCREE_FILE_ERROR;
    snprintf(error->message, sizeof error->message, "%.150s: another run is writing there", folder);
    return false;
}
