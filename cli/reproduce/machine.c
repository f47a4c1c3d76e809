#define _XOPEN_SOURCE 700
#include "machine.h"

#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include "scree/version.h"

#if defined __clang__
static const char compiler[] = "clang " __clang_version__;
#elif defined __GNUC__
static const char compiler[] = "gcc " __VERSION__;
#else
static const char compiler[] = "unknown";
#endif

#if defined __OPTIMIZE__
static const char optimized[] = "";
#else
static const char optimized[] = ", not optimized: times mean nothing";
#endif

int scree_machine_processors(void)
{
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count < 1 ? 1 : count > 1024 ? 1024 : (int)count;
}

/// The value of the first line of /proc/cpuinfo that has this name, or false.
static bool find_processor(char *out, size_t size)
{
    FILE *file = fopen("/proc/cpuinfo", "r");
    char line[512];
    bool found = false;
    while (file != NULL && !found && fgets(line, sizeof line, file) != NULL) {
        const char *value = strchr(line, ':');
        found = value != NULL && strncmp(line, "model name", 10) == 0;
        if (!found) continue;
        value += 1 + strspn(value + 1, " ");
        snprintf(out, size, "%.*s", (int)strcspn(value, "\n"), value);
    }
    if (file != NULL) fclose(file);
    return found;
}

void scree_machine_describe(figures *f)
{
    char words[512];
    struct utsname system;
    bool known = uname(&system) == 0;
    int count = scree_machine_processors();
    if (!find_processor(words, sizeof words)) snprintf(words, sizeof words, "%s", known ? system.machine : "unknown");
    scree_figures_fact(f, "version", "scree %s", scree_version());
    scree_figures_fact(f, "compiler", "%s%s", compiler, optimized);
    scree_figures_fact(f, "processor", "%s, %d thread%s", words, count, count == 1 ? "" : "s");
    if (known) scree_figures_fact(f, "system", "%s %s, %s", system.sysname, system.release, system.machine);
    time_t now = time(NULL);
    struct tm calendar;
    if (gmtime_r(&now, &calendar) != NULL && strftime(words, sizeof words, "%Y-%m-%d %H:%M UTC", &calendar) > 0)
        scree_figures_fact(f, "date", "%s", words);
}
