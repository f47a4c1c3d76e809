#define _POSIX_C_SOURCE 200809L
#include "headway.h"

#include <stdbool.h>
#include <stdio.h>
#include <unistd.h>

#include "stopwatch.h"

static const double pause_time = 0.2;

// There is one terminal, and one thread that writes to it.
static bool shown;
static double last;

void scree_headway(const char *what, size_t done, size_t all)
{
    if (!isatty(STDERR_FILENO)) return;
    double now = scree_stopwatch_now();
    if (now - last < pause_time) return;
    last = now;
    shown = true;
    fprintf(stderr, "\r%s: %zu of %zu, %.0f %%\033[K", what, done, all, 100.0 * (double)done / (double)all);
}

void scree_headway_clear(void)
{
    if (shown) fputs("\r\033[K", stderr);
    shown = false;
}
