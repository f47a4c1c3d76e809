// Source is compiled into a shared object in a folder of its own, which is gone once it is loaded. The headers of scree
// are looked for where the command is installed (PREFIX/include), or in the source tree that it was built from.
#define _GNU_SOURCE
#include "own_law.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "whole_file.h"

enum { PATH_SIZE = 4096, INCLUDES = 4 };

static bool ends_with(const char *words, const char *end)
{
    const size_t size = strlen(words), tail = strlen(end);
    return size > tail && strcmp(words + size - tail, end) == 0;
}

/// Where the headers may be, relative to the folder of the command.
static const char *const header_folders[] = { "../include", "../../include", "../../sim/include" };

/// "-I" and a folder for each that is there; how many.
static int find_headers(char words[INCLUDES][PATH_SIZE])
{
    char own[PATH_SIZE];
    const ssize_t size = readlink("/proc/self/exe", own, sizeof own - 1);
    int count = 0;
    if (size <= 0) return 0;
    own[size] = 0;
    char *slash = strrchr(own, '/');
    if (slash == NULL) return 0;
    *slash = 0;
    for (size_t i = 0; i < sizeof header_folders / sizeof *header_folders; ++i) {
        const int length = snprintf(words[count], PATH_SIZE, "-I%s/%s", own, header_folders[i]);
        if (length < PATH_SIZE && access(words[count] + 2, F_OK) == 0) ++count;
    }
    return count;
}

/// Run the compiler, and wait. False after a message.
static bool compile(const command *self, const char *source, const char *object)
{
    char headers[INCLUDES][PATH_SIZE];
    const char *given = getenv("CC");
    const int header_count = find_headers(headers);
    char *words[16 + INCLUDES];
    int count = 0, status = 0;
    words[count++] = (char *)(given != NULL && given[0] != 0 ? given : "cc");
    words[count++] = (char *)"-std=c17";
    words[count++] = (char *)"-O2";
    words[count++] = (char *)"-ffp-contract=off";
    words[count++] = (char *)"-shared";
    words[count++] = (char *)"-fPIC";
    words[count++] = (char *)"-o";
    words[count++] = (char *)object;
    words[count++] = (char *)source;
    for (int i = 0; i < header_count; ++i) words[count++] = headers[i];
    words[count++] = (char *)"-lm";
    words[count] = NULL;
    const pid_t process = fork();
    if (process == 0) {
        execvp(words[0], words);
        fprintf(stderr, "%s: %s\n", words[0], strerror(errno));
        _exit(127);
    }
    while (process > 0 && waitpid(process, &status, 0) < 0 && errno == EINTR) {
    }
    if (process > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0) return true;
    scree_cli_trouble(self, "--law: it could not be compiled");
    return false;
}

static bool load(const command *self, const char *path, const char *symbol, const char *file,
                 scree_run_options *options)
{
    void *object = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (object == NULL) {
        scree_cli_trouble(self, "--law: %s", dlerror());
        return false;
    }
    void *found = dlsym(object, symbol);
    if (found == NULL) {
        scree_cli_trouble(self, "--law: %s has no function scree_user_law", file);
        return false;
    }
    const scree_law_region *region = dlsym(object, "scree_user_region");
    if (region != NULL && (*region < SCREE_LAW_REGION_POINT || *region > SCREE_LAW_REGION_PLANE)) {
        scree_cli_trouble(self, "--law: %s: scree_user_region is none of scree_law_region", file);
        return false;
    }
    memcpy(&options->user_law, &found, sizeof found); // ISO C has no way from an object to a function
    options->user_region = region != NULL ? *region : SCREE_LAW_REGION_POINT;
    return true;
}

/// A file that includes the user's, and calls it by a name that is exported whatever the user's is. A region must be
/// exported: the declaration makes a static one an error.
static bool write_source(const char *path, const char *file)
{
    text t = { 0 };
    scree_cli_text_printf(
        &t,
        "#include \"scree_sim/law.h\"\n"
        "extern const scree_law_region scree_user_region;\n"
        "#include \"%s\"\n"
        "scree_contact_force scree_user_law_entry(const scree_contact_region *region,\n"
        "    const scree_contact_motion *motions, const scree_contact_constants *constants, double dt,\n"
        "    scree_contact_history *history)\n"
        "{ return scree_user_law(region, motions, constants, dt, history); }\n",
        file);
    const bool written = !t.failed && scree_whole_file_write(path, &t);
    scree_cli_text_free(&t);
    return written;
}

static bool build(const command *self, const char *file, scree_run_options *options)
{
    const char *base = getenv("TMPDIR");
    char folder[PATH_SIZE], source[PATH_SIZE + 16], object[PATH_SIZE + 16];
    bool loaded = false;
    const int size =
        snprintf(folder, sizeof folder, "%s/scree-law.XXXXXX", base != NULL && base[0] != 0 ? base : "/tmp");
    if (size >= PATH_SIZE || mkdtemp(folder) == NULL) {
        scree_cli_trouble(self, "--law: %s: %s", folder, strerror(errno));
        return false;
    }
    snprintf(source, sizeof source, "%s/law.c", folder);
    snprintf(object, sizeof object, "%s/law.so", folder);
    if (!write_source(source, file))
        scree_cli_trouble(self, "--law: %s: %s", source, strerror(errno));
    else if (compile(self, source, object))
        loaded = load(self, object, "scree_user_law_entry", file, options);
    unlink(source);
    unlink(object);
    rmdir(folder);
    return loaded;
}

bool scree_cli_own_law(const command *self, const char *file, scree_run_options *options)
{
    char *path = realpath(file, NULL);
    bool loaded = false;
    if (path == NULL)
        scree_cli_trouble(self, "--law: %s: %s", file, strerror(errno));
    else if (strpbrk(path, "\"\\\n") != NULL)
        scree_cli_trouble(self, "--law: %s: no file of this name can be included", file);
    else if (ends_with(path, ".h") || ends_with(path, ".c"))
        loaded = build(self, path, options);
    else if (ends_with(path, ".so") || ends_with(path, ".dylib"))
        loaded = load(self, path, "scree_user_law", file, options);
    else
        scree_cli_usage(self, "--law: expected a .h, .c or .so, got '%s'", file);
    free(path);
    return loaded;
}
