#define _POSIX_C_SOURCE 200809L
#include "progress.h"

#include <stdio.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static const double patience = 1.0; // nothing is shown for files that are done sooner
static const double pause_time = 0.2;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

progress scree_cli_progress_begin(int input_fd, int output_fd)
{
    progress bar = { .wanted = isatty(STDERR_FILENO) && !isatty(output_fd) && !isatty(input_fd) };
    struct stat facts;
    if (!bar.wanted) return bar;
    bar.begin = now();
    bar.last = bar.begin + patience - pause_time;
    if (fstat(input_fd, &facts) == 0 && S_ISREG(facts.st_mode)) bar.size = (uint64_t)facts.st_size;
    return bar;
}

void scree_cli_progress_show(progress *bar, uint64_t lines, uint64_t bytes)
{
    if (!bar->wanted) return;
    double t = now();
    if (t - bar->last < pause_time) return;
    bar->last = t;
    bar->shown = true;
    fprintf(stderr, "\r%llu lines, %.0f a second", (unsigned long long)lines, (double)lines / (t - bar->begin));
    if (bar->size > 0) fprintf(stderr, ", %.0f %%", 100.0 * (double)bytes / (double)bar->size);
    fputs("\033[K", stderr);
}

void scree_cli_progress_end(progress *bar)
{
    if (bar->shown) fputs("\r\033[K", stderr);
}
