#define _POSIX_C_SOURCE 200809L
#include "run_progress.h"

#include <math.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

static const double pause_on_terminal = 0.5, pause_elsewhere = 10.0;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

void scree_cli_progress_start(run_progress *p, bool quiet)
{
    *p = (run_progress){ .quiet = quiet, .terminal = isatty(STDERR_FILENO) != 0, .steps = -1 };
    p->begin = now();
    p->last = p->begin;
}

/// The time that is left, by the speed so far.
static void print_left(const run_progress *p, const scree_run_status *s, double clock)
{
    const double done = s->time - p->begin_time;
    if (isnan(s->end_time) || done <= 0.0) return;
    const double left = (s->end_time - s->time) / done * (clock - p->begin);
    if (left < 0.0) return;
    if (left < 120.0)
        fprintf(stderr, ", at most %.0f s left", left);
    else if (left < 7200.0)
        fprintf(stderr, ", at most %.0f min left", left / 60.0);
    else
        fprintf(stderr, ", at most %.1f h left", left / 3600.0);
}

static void print_line(run_progress *p, const scree_run *run, double clock, bool ended)
{
    const scree_run_status s = scree_run_status_of(run);
    const bool over = s.stage_name[0] == 0;
    const scree_sim_totals t = scree_sim_measure_motion(scree_run_sim(run));
    fprintf(stderr, "%s%s: %.4f s, %lld steps, %lld", p->terminal ? "\r" : "", over ? "end" : s.stage_name, s.time,
            (long long)s.steps, (long long)s.grains);
    if (s.wanted > s.inserted) fprintf(stderr, " of %lld", (long long)s.wanted);
    fprintf(stderr, " grain%s, %lld contacts, %.3g J kinetic, %.3g particle-steps/s", s.grains == 1 ? "" : "s",
            (long long)t.contacts, t.kinetic_translation + t.kinetic_rotation,
            clock > p->begin ? p->work / (clock - p->begin) : 0.0);
    if (!over && !ended) print_left(p, &s, clock);
    fputs(p->terminal ? "\033[K" : "\n", stderr);
    p->shown = p->terminal;
}

void scree_cli_progress_step(run_progress *p, const scree_run *run)
{
    const scree_run_status s = scree_run_status_of(run);
    if (p->steps < 0)
        p->begin_time = s.time;
    else
        p->work += (double)(s.steps - p->steps) * (double)s.grains;
    p->steps = s.steps;
    const double clock = p->stepped = now();
    if (p->quiet || clock - p->last < (p->terminal ? pause_on_terminal : pause_elsewhere)) return;
    p->last = clock;
    print_line(p, run, clock, false);
}

static void clear(run_progress *p)
{
    if (p->shown) fputs("\r\033[K", stderr);
    p->shown = false;
}

void scree_cli_progress_note(run_progress *p, const char *words)
{
    clear(p);
    fprintf(stderr, "%s\n", words);
}

void scree_cli_progress_done(run_progress *p, const scree_run *run)
{
    clear(p);
    if (!p->quiet && run != NULL) print_line(p, run, p->stepped, true);
    if (p->shown) fputs("\n", stderr);
    p->shown = false;
}
