#define _POSIX_C_SOURCE 200809L
#include "headway.h"

#include <stdbool.h>
#include <stdio.h>
#include <unistd.h>

#include "stopwatch.h"

// Between two lines, s: on a terminal, where each takes the place of the one before, and elsewhere.
static const double terminal_pause = 0.2, plain_pause = 300.0;

// Static, since there is one terminal and one thread that writes to it.
static bool shown;
static double last;

// What is counted now, when its first count came, and what that was: the time left follows from the rate since then.
static const char *at_hand;
static double began;
static size_t began_with;

static void print_time(double seconds)
{
    const double minute = 60.0, hour = 3600.0;
    if (seconds < 2.0 * minute)
        fprintf(stderr, ", %.0f s left", seconds);
    else if (seconds < 2.0 * hour)
        fprintf(stderr, ", %.0f min left", seconds / minute);
    else
        fprintf(stderr, ", %.1f h left", seconds / hour);
}

void scree_headway(const char *what, size_t done, size_t all)
{
    const bool terminal = isatty(STDERR_FILENO) != 0;
    const double now = scree_stopwatch_now();
    if (what != at_hand || done < began_with) {
        at_hand = what;
        began = now;
        began_with = done;
    }
    if (last == 0.0 && !terminal) last = now;
    if (now - last < (terminal ? terminal_pause : plain_pause)) return;
    last = now;
    shown = terminal;
    if (terminal) fputc('\r', stderr);
    fprintf(stderr, "%s: %zu of %zu, %.0f %%", what, done, all, 100.0 * (double)done / (double)all);
    if (done > began_with && all > done) print_time((now - began) * (double)(all - done) / (double)(done - began_with));
    fputs(terminal ? "\033[K" : "\n", stderr);
}

void scree_headway_clear(void)
{
    if (shown) fputs("\r\033[K", stderr);
    shown = false;
}
