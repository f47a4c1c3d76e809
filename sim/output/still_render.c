// Runs POV-Ray, in the folder of the picture: it takes no names with blanks that are not quoted, and none that are not ASCII.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "output/png.h"
#include "scree_sim/output.h"

enum { ARGUMENTS = 12 };

static bool wait_for(pid_t child, const scree_sim_still_options *options, int *status)
{
    while (waitpid(child, status, 0) < 0) {
        if (errno != EINTR) return false;
        if (options->go_on != NULL && !options->go_on(options->user)) kill(child, SIGTERM);
    }
    return true;
}

/// Starts it in a folder, with nothing to read, and with what it prints in the file `log`.
static int start(char *const arguments[], const char *folder, const char *log, pid_t *child)
{
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, log, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    posix_spawn_file_actions_addchdir_np(&actions, folder);
    const int failure = posix_spawnp(child, arguments[0], &actions, NULL, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    return failure;
}

/// The first line with these words, but for those about files of settings, which POV-Ray does without. NULL: none.
static const char *find_line(const char *text, const char *words, size_t *length)
{
    for (const char *line = text; *line != 0; line += *length, line += strspn(line, "\r\n")) {
        *length = strcspn(line, "\r\n");
        const char *found = strstr(line, words), *settings = strstr(line, "configuration file");
        const char *end = line + *length;
        if (found != NULL && found < end && (settings == NULL || settings >= end)) return line;
    }
    return NULL;
}

/// The line of the log that says why.
static void find_reason(const char *log, char *reason, size_t size)
{
    static const char *const words[] = { "cancelled by user", "rror:", "annot" };
    scree_sim_bytes text;
    snprintf(reason, size, "it ended with an error");
    if (!scree_sim_read_file(log, &text, NULL)) return;
    const char *line = NULL;
    size_t length = 0;
    for (size_t i = 0; i < sizeof words / sizeof words[0] && line == NULL; ++i)
        line = find_line((const char *)text.data, words[i], &length);
    if (line != NULL) snprintf(reason, size, "%.*s", (int)length, line);
    scree_sim_bytes_free(&text);
}

static bool run(char *const arguments[], const char *folder, const scree_sim_still_options *options, const char *png,
                const char *log, scree_error *error)
{
    pid_t child = 0;
    int status = 0;
    const int failure = start(arguments, folder, log, &child);
    if (failure == ENOENT)
        return scree_output_fail(error, SCREE_FILE_ERROR,
                                 "%s: POV-Ray draws it, and is not installed: apt-get install povray", png);
    if (failure != 0) return scree_output_fail(error, SCREE_FILE_ERROR, "povray: cannot start: %s", strerror(failure));
    if (!wait_for(child, options, &status)) return scree_output_file_error(error, "wait for", "povray");
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return true;
    if (WIFEXITED(status) && WEXITSTATUS(status) == 127)
        return scree_output_fail(error, SCREE_FILE_ERROR,
                                 "%s: POV-Ray draws it, and is not installed: apt-get install povray", png);
    char reason[160];
    find_reason(log, reason, sizeof reason);
    return scree_output_fail(error, SCREE_FILE_ERROR, "%s: POV-Ray did not draw it: %s", png, reason);
}

static char *text_of(const char *start, const char *middle, const char *end)
{
    scree_sim_bytes text = { 0 };
    scree_sim_bytes_format(&text, "%s%s%s", start, middle, end);
    return scree_sim_bytes_string(&text);
}

static const char *name_in(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

/// The folder of a file, "." or with the slash at its end.
static char *folder_of(const char *path)
{
    const size_t size = (size_t)(name_in(path) - path);
    return size > 0 ? strndup(path, size) : strdup(".");
}

/// The option that names the scene, as seen from the folder of the picture.
static char *input_of(const char *pov, const char *folder)
{
    char *own = folder_of(pov), *whole = realpath(pov, NULL);
    const bool is_there = own != NULL && strcmp(own, folder) == 0;
    char *option = text_of("+I\"", is_there || whole == NULL ? name_in(pov) : whole, "\"");
    free(own);
    free(whole);
    return option;
}

bool scree_sim_still_can_render(void)
{
    const char *at = getenv("PATH");
    if (at == NULL) return true; // the search goes through folders of the system's own then
    for (;; ++at) {
        const size_t size = strcspn(at, ":");
        char *folder = strndup(at, size),
             *path = folder != NULL ? text_of(size > 0 ? folder : ".", "/", "povray") : NULL;
        const bool is_there = path != NULL && access(path, X_OK) == 0;
        free(folder);
        free(path);
        at += size;
        if (is_there || *at == 0) return is_there;
    }
}

bool scree_sim_still_render(const char *pov, const char *png, const scree_sim_still_options *options, int threads,
                            scree_error *error)
{
    if (pov == NULL || png == NULL)
        return scree_output_fail(error, SCREE_INVALID_ARGUMENT, "%s: is NULL", pov == NULL ? "pov" : "png");
    const scree_sim_still_options defaults = scree_sim_still_defaults();
    if (options == NULL) options = &defaults;
    char width[20], height[20], work[20];
    snprintf(width, sizeof width, "+W%d", options->width);
    snprintf(height, sizeof height, "+H%d", options->height);
    snprintf(work, sizeof work, "+WT%d", threads);
    char *folder = folder_of(png), *input = folder != NULL ? input_of(pov, folder) : NULL;
    char *output = text_of("+O\"", name_in(png), ".tmp.png\""), *made = text_of(png, ".tmp.png", ""),
         *log = text_of(png, ".log", ""), *begun = text_of(png, ".tmp.pov-state", "");
    bool done = (input != NULL && output != NULL && made != NULL && log != NULL && begun != NULL) ||
                scree_output_no_memory(error);
    if (done) {
        char name[] = "povray", antialias[] = "+A0.3", no_jitter[] = "-J", no_window[] = "-D", form[] = "+FN",
             no_pause[] = "-P";
        char *const arguments[ARGUMENTS] = { name,
                                             input,
                                             output,
                                             width,
                                             height,
                                             antialias,
                                             no_jitter,
                                             form,
                                             no_window,
                                             no_pause,
                                             threads > 0 ? work : NULL };
        done = run(arguments, folder, options, png, log, error);
        unlink(log);
        unlink(begun); // POV-Ray leaves it where it was interrupted
        done = done && scree_sim_png_describe(made, pov, png, error);
        unlink(made);
    }
    free(folder);
    free(input);
    free(output);
    free(made);
    free(log);
    free(begun);
    return done;
}
