#define _POSIX_C_SOURCE 200809L
#include "run_progress.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#include "command.h"

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

// ------------------------------------------------------------------------------------------------------------- the line

/// Of text in UTF-8: bytes that do not continue a character.
static int columns_of(const char *words)
{
    int columns = 0;
    for (; *words != 0; ++words) columns += ((unsigned char)*words & 0xC0u) != 0x80u;
    return columns;
}

/// Fields above `rank`, and those of rank 0. The number of columns, or -1 if they do not fit in `size` bytes.
static int join(const progress_field *fields, int count, int rank, char *line, size_t size)
{
    size_t used = 0;
    line[0] = 0;
    for (int i = 0; i < count; ++i) {
        if (fields[i].words[0] == 0 || (fields[i].rank > 0 && fields[i].rank <= rank)) continue;
        const int n = snprintf(line + used, size - used, "%s%s", used > 0 ? ", " : "", fields[i].words);
        if (n < 0 || (size_t)n >= size - used) return -1;
        used += (size_t)n;
    }
    return columns_of(line);
}

void scree_cli_progress_fit(const progress_field *fields, int count, int width, char *line, size_t size)
{
    int highest = 0, columns = -1;
    for (int i = 0; i < count; ++i) highest = fields[i].rank > highest ? fields[i].rank : highest;
    for (int rank = 0; rank <= highest; ++rank) {
        columns = join(fields, count, rank, line, size);
        if (columns >= 0 && (width <= 0 || columns <= width)) return;
    }
    if (width <= 0) return;
    size_t end = strlen(line);
    for (; end > 0 && columns > width; --columns) {
        do --end;
        while (end > 0 && ((unsigned char)line[end] & 0xC0u) == 0x80u);
    }
    line[end] = 0;
}

/// One less than the terminal has: the last one would move the cursor to the next line.
static int terminal_width(void)
{
    struct winsize size;
    size_t columns = 0;
    if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col - 1;
    const char *given = getenv("COLUMNS");
    if (given != NULL && scree_cli_parse_count(given, 10000, &columns) && columns > 1) return (int)columns - 1;
    return 79;
}

/// The time that is left, by the speed so far.
static void write_time_left(const run_progress *p, const scree_run_status *s, double clock, progress_field *field)
{
    const double done = s->time - p->begin_time;
    if (isnan(s->end_time) || done <= 0.0) return;
    const double left = (s->end_time - s->time) / done * (clock - p->begin);
    if (left < 0.0) return;
    const double unit = left < 120.0 ? 1.0 : left < 7200.0 ? 60.0 : 3600.0;
    snprintf(field->words, sizeof field->words, "%s %.*f %s left", s->end_is_bound ? "at most" : "about",
             unit == 3600.0 ? 1 : 0, left / unit,
             unit == 1.0    ? "s"
             : unit == 60.0 ? "min"
                            : "h");
}

static void print_line(run_progress *p, const scree_run *run, double clock, bool ended)
{
    enum { NOW, STEPS, GRAINS, CONTACTS, ENERGY, SPEED, LEFT, FIELDS };
    const scree_run_status s = scree_run_status_of(run);
    const bool over = s.stage_name[0] == 0;
    const scree_sim_totals t = scree_sim_measure_motion(scree_run_sim(run));
    progress_field f[FIELDS] = {
        [STEPS].rank = 1, [CONTACTS].rank = 2, [SPEED].rank = 3, [ENERGY].rank = 4, [GRAINS].rank = 5, [LEFT].rank = 6
    };
    char wanted[32] = "", line[sizeof f];
    const size_t size = sizeof f[0].words;
    if (s.wanted > s.inserted) snprintf(wanted, sizeof wanted, " of %lld", (long long)s.wanted);
    snprintf(f[NOW].words, size, "%.60s: %.4f s", over ? "end" : s.stage_name, s.time);
    snprintf(f[STEPS].words, size, "%lld steps", (long long)s.steps);
    snprintf(f[GRAINS].words, size, "%lld%s grain%s", (long long)s.grains, wanted,
             s.grains == 1 && wanted[0] == 0 ? "" : "s");
    snprintf(f[CONTACTS].words, size, "%lld contacts", (long long)t.contacts);
    snprintf(f[ENERGY].words, size, "%.3g J kinetic", t.kinetic_translation + t.kinetic_rotation);
    if (p->work > 0.0 && clock > p->begin)
        snprintf(f[SPEED].words, size, "%.3g particle-steps/s", p->work / (clock - p->begin));
    if (!over && !ended) write_time_left(p, &s, clock, &f[LEFT]);
    scree_cli_progress_fit(f, FIELDS, p->terminal && !ended ? terminal_width() : 0, line, sizeof line);
    fprintf(stderr, "%s%s%s", p->terminal ? "\r" : "", line, p->terminal ? "\033[K" : "\n");
    p->shown = p->terminal;
}

void scree_cli_progress_step(run_progress *p, const scree_run *run)
{
    const scree_run_status s = scree_run_status_of(run);
    if (s.steps == p->steps) return; // asked while the picture is drawn
    const double clock = p->stepped = now();
    if (p->steps < 0) {
        p->begin_time = s.time;
        p->begin = clock; // what was before that made no steps: packing, or reading a checkpoint
    } else
        p->work += (double)(s.steps - p->steps) * (double)s.grains;
    p->steps = s.steps;
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
