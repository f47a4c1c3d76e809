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

// The simulations of a study: work of all, of those done, of those that took time (others were kept), and the one at hand.
static struct {
    double all, done, timed, seconds;
    double at_hand, began;
} work;

static void print_time(double seconds)
{
    const double minute = 60.0, hour = 3600.0;
    if (seconds < 2.0 * minute)
        fprintf(stderr, "%.0f s", seconds);
    else if (seconds < 2.0 * hour)
        fprintf(stderr, "%.0f min", seconds / minute);
    else
        fprintf(stderr, "%.1f h", seconds / hour);
}

void scree_headway_study(double all)
{
    work.all = all;
    work.done = work.timed = work.seconds = work.at_hand = 0.0;
}

void scree_headway_simulation(double amount)
{
    const double now = scree_stopwatch_now(), noticed = 0.5; // s; what was kept takes less
    if (work.at_hand > 0.0 && now - work.began > noticed) {
        work.timed += work.at_hand;
        work.seconds += now - work.began;
    }
    work.done += work.at_hand;
    work.at_hand = amount;
    work.began = now;
    at_hand = NULL;
}

static void print_others(void)
{
    const double others = work.all - work.done - work.at_hand;
    if (!(others > 1e-9 * work.all)) return;
    fprintf(stderr, "; simulations after this one: ");
    if (work.timed > 0.0)
        print_time(work.seconds / work.timed * others);
    else
        fprintf(stderr, "%.0f %% of the work", 100.0 * others / work.all);
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
    if (done > began_with && all > done) {
        fputs(", ", stderr);
        print_time((now - began) * (double)(all - done) / (double)(done - began_with));
        fputs(" left", stderr);
    }
    print_others();
    fputs(terminal ? "\033[K" : "\n", stderr);
}

void scree_headway_clear(void)
{
    if (shown) fputs("\r\033[K", stderr);
    shown = false;
}
