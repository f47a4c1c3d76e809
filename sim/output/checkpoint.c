// The two checkpoints of a folder.
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "output/bytes.h"
#include "output/checkpoint_file.h"

typedef struct names {
    char *newest, *previous, *temporary;
} names;

static bool make_names(const char *folder, names *n)
{
    n->newest = scree_sim_path(folder, "checkpoint.h5");
    n->previous = scree_sim_path(folder, "checkpoint.previous.h5");
    n->temporary = scree_sim_path(folder, "checkpoint.h5.tmp");
    return n->newest != NULL && n->previous != NULL && n->temporary != NULL;
}

static void free_names(names *n)
{
    free(n->newest);
    free(n->previous);
    free(n->temporary);
}

/// At every moment there is a whole checkpoint under one of the two names.
static bool exchange(const names *n, scree_error *error)
{
    if (rename(n->newest, n->previous) != 0 && errno != ENOENT)
        return scree_output_file_error(error, "rename", n->newest);
    if (rename(n->temporary, n->newest) != 0) return scree_output_file_error(error, "rename", n->temporary);
    scree_sim_sync_folder_of(n->newest);
    return true;
}

bool scree_sim_checkpoint_write(const char *folder, const scree_sim_origin *origin,
                                const scree_sim_checkpoint *checkpoint, scree_error *error)
{
    if (folder == NULL || checkpoint == NULL)
        return scree_output_fail(error, SCREE_INVALID_ARGUMENT, "%s: is NULL",
                                 folder == NULL ? "folder" : "checkpoint");
    if ((checkpoint->state == NULL && checkpoint->state_size > 0) ||
        (checkpoint->run == NULL && checkpoint->run_size > 0))
        return scree_output_fail(error, SCREE_INVALID_ARGUMENT, "checkpoint: a size without bytes");
    names n = { 0 };
    scree_sim_origin_copy copy = { 0 };
    bool done = make_names(folder, &n) || scree_output_no_memory(error);
    done = done && scree_sim_origin_take(origin, &copy, error) &&
           scree_sim_checkpoint_file_write(n.temporary, &copy, checkpoint, error) && exchange(&n, error);
    scree_sim_origin_free(&copy);
    free_names(&n);
    return done;
}

static bool remove_file(const char *path, scree_error *error)
{
    return unlink(path) == 0 || errno == ENOENT || scree_output_file_error(error, "remove", path);
}

bool scree_sim_checkpoint_remove(const char *folder, scree_error *error)
{
    if (folder == NULL) return scree_output_fail(error, SCREE_INVALID_ARGUMENT, "folder: is NULL");
    names n = { 0 };
    bool done = make_names(folder, &n) || scree_output_no_memory(error);
    // The older one first: a stop between the two leaves no old checkpoint that passes for the one before a new one.
    done = done && remove_file(n.previous, error) && remove_file(n.newest, error);
    free_names(&n);
    return done;
}

// ------------------------------------------------------------------------------------------------------------- read

static bool read_file(const char *path, scree_sim_checkpoint *checkpoint, scree_error *error)
{
    return scree_sim_checkpoint_file_whole(path, error) && scree_sim_checkpoint_file_read(path, checkpoint, error);
}

static bool read_folder(const names *n, scree_sim_checkpoint *checkpoint, scree_error *error)
{
    scree_error newest = { 0 }, previous = { 0 };
    if (read_file(n->newest, checkpoint, &newest)) return true;
    if (read_file(n->previous, checkpoint, &previous)) {
        checkpoint->previous = true;
        snprintf(checkpoint->warning, sizeof checkpoint->warning, "%s", newest.message);
        return true;
    }
    if (access(n->newest, F_OK) != 0 && access(n->previous, F_OK) != 0)
        return scree_output_fail(error, SCREE_FILE_ERROR, "%s: there is no checkpoint", n->newest);
    if (error != NULL) *error = access(n->newest, F_OK) == 0 ? newest : previous;
    return false;
}

bool scree_sim_checkpoint_read(const char *path, scree_sim_checkpoint *checkpoint, scree_error *error)
{
    if (path == NULL || checkpoint == NULL)
        return scree_output_fail(error, SCREE_INVALID_ARGUMENT, "%s: is NULL", path == NULL ? "path" : "checkpoint");
    *checkpoint = (scree_sim_checkpoint){ 0 };
    struct stat status;
    if (stat(path, &status) != 0) return scree_output_file_error(error, "open", path);
    if (!S_ISDIR(status.st_mode)) return read_file(path, checkpoint, error);
    names n = { 0 };
    const bool done = make_names(path, &n) ? read_folder(&n, checkpoint, error) : scree_output_no_memory(error);
    free_names(&n);
    return done;
}

void scree_sim_checkpoint_free(scree_sim_checkpoint *checkpoint)
{
    if (checkpoint == NULL) return;
    free(checkpoint->state);
    free(checkpoint->run);
    free(checkpoint->version);
    free(checkpoint->title);
    free(checkpoint->command);
    free(checkpoint->scene);
    *checkpoint = (scree_sim_checkpoint){ 0 };
}
