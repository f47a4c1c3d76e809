// The runs of a sweep, some at a time, each in a process of its own: one that fails takes no other with it.
//
// sweep.txt in a run's folder says which scene and values it belongs to and, once it has ended, how. It is written whole,
// so that a sweep that was killed at any moment goes on: with a resumed run where there is a checkpoint, else anew.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include "interrupt.h"
#include "scene_load.h"
#include "sweep.h"
#include "whole_file.h"

enum { PAUSE_MILLISECONDS = 20, NAME_SIZE = 4400 };

/// How far the whole sweep is.
typedef struct headway {
    size_t done, before, at_work;
    double begin, shown;
    bool terminal, line;
} headway;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void path_in(const sweep_run *run, const char *file, char path[NAME_SIZE])
{
    snprintf(path, NAME_SIZE, "%s/%s", run->folder, file);
}

static bool is_there(const sweep_run *run, const char *file)
{
    char path[NAME_SIZE];
    path_in(run, file, path);
    return access(path, F_OK) == 0;
}

// ----------------------------------------------------------------------------------------------------------------- record

/// What sweep.txt begins with: two that are equal belong to the same run.
static void add_record(const sweep *s, const sweep_run *run, text *t)
{
    scree_cli_text_printf(t, "scree sweep 1\nscene %s\n", s->hash);
    for (size_t a = 0; a < s->axis_count; ++a) scree_cli_text_printf(t, "set %s\n", run->sets[a]);
}

static bool write_record(const sweep *s, const sweep_run *run)
{
    char path[NAME_SIZE];
    text t = { 0 };
    path_in(run, "sweep.txt", path);
    add_record(s, run, &t);
    if (run->end != SWEEP_AT_WORK) scree_cli_text_printf(&t, "end %s\n", scree_cli_sweep_end_name(run->end));
    const bool written = !t.failed && scree_whole_file_write(path, &t);
    if (!written) scree_cli_trouble(&scree_cli_sweep, "%s: %s", path, t.failed ? "out of memory" : strerror(errno));
    scree_cli_text_free(&t);
    return written;
}

/// What is in the run's folder: false where it is a run of another scene or other values.
static bool read_record(const sweep *s, sweep_run *run)
{
    char path[NAME_SIZE];
    text ours = { 0 }, found = { 0 };
    path_in(run, "sweep.txt", path);
    run->end = SWEEP_WAITING;
    if (access(path, F_OK) != 0)
        return !is_there(run, "checkpoint.h5") && !is_there(run, "checkpoint.previous.h5") &&
               !is_there(run, "series.csv");
    add_record(s, run, &ours);
    bool same = scree_cli_read_all(&scree_cli_sweep, path, &found) == 0 && !ours.failed && found.size >= ours.size &&
                memcmp(found.bytes, ours.bytes, ours.size) == 0;
    if (same) {
        const char *rest = found.bytes + ours.size;
        const size_t size = found.size - ours.size;
        if (size == strlen("end finished\n") && memcmp(rest, "end finished\n", size) == 0) run->end = SWEEP_FINISHED;
        if (size == strlen("end trouble\n") && memcmp(rest, "end trouble\n", size) == 0) run->end = SWEEP_TROUBLE;
    }
    scree_cli_text_free(&ours);
    scree_cli_text_free(&found);
    return same;
}

// ---------------------------------------------------------------------------------------------------------------- process

/// Until no other run writes there: what a sweep that was killed had started may still be at its checkpoint. False where
/// that was interrupted.
static bool wait_for_folder(const sweep_run *run)
{
    const int folder = open(run->folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    while (folder >= 0 && !scree_cli_interrupted() && flock(folder, LOCK_EX) != 0 && errno == EINTR) continue;
    if (folder >= 0) close(folder);
    return !scree_cli_interrupted();
}

/// In the new process: its words go to run.log, and it runs the scene as `scree run` would.
static int be_run(const sweep *s, const sweep_run *run)
{
    char path[NAME_SIZE], threads[32];
    char *words[2 * MOST_OVERRIDES + 16];
    int count = 0;
    if (!wait_for_folder(run)) return scree_cli_interrupt_status();
    const bool resume = !s->force && (is_there(run, "checkpoint.h5") || is_there(run, "checkpoint.previous.h5"));
    path_in(run, "run.log", path);
    const int log = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | (resume ? O_APPEND : O_TRUNC), 0666);
    if (log < 0) return EXIT_TROUBLE;
    dup2(log, STDOUT_FILENO);
    dup2(log, STDERR_FILENO);
    snprintf(threads, sizeof threads, "%zu", s->threads);
    words[count++] = (char *)"run";
    words[count++] = (char *)"--threads";
    words[count++] = threads;
    if (s->keep_going) words[count++] = (char *)"--keep-going";
    if (s->law != NULL) {
        words[count++] = (char *)"--law";
        words[count++] = (char *)s->law;
    }
    words[count++] = resume ? (char *)"--resume" : (char *)"--output";
    words[count++] = run->folder;
    if (!resume) {
        words[count++] = (char *)"--force";
        for (size_t a = 0; a < s->axis_count; ++a) {
            words[count++] = (char *)"--set";
            words[count++] = run->sets[a];
        }
        words[count++] = (char *)"--";
        words[count++] = (char *)s->scene;
    }
    words[count] = NULL;
    const int status = scree_cli_run.run(count, words);
    return fflush(stdout) == 0 ? status : EXIT_TROUBLE;
}

/// False after a message; the run has then failed.
static bool start(const sweep *s, sweep_run *run)
{
    if (mkdir(run->folder, 0777) != 0 && errno != EEXIST) {
        scree_cli_trouble(&scree_cli_sweep, "%s: %s", run->folder, strerror(errno));
        return false;
    }
    run->end = SWEEP_AT_WORK;
    run->began = now();
    if (!write_record(s, run)) return false;
    fflush(stdout);
    fflush(stderr);
    const pid_t parent = getpid();
    run->process = fork();
    if (run->process < 0) {
        scree_cli_trouble(&scree_cli_sweep, "%s: %s", run->name, strerror(errno));
        return false;
    }
    if (run->process > 0) return true;
    // A group of its own: Ctrl-C reaches it once, from here, and lets it write its checkpoint.
    setpgid(0, 0);
    (void)parent;
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (getppid() != parent) _exit(EXIT_TROUBLE);
#endif
    _exit(be_run(s, run));
}

/// The last line of a run's log that says something, without its end.
static void last_words(const sweep_run *run, char *words, size_t size)
{
    char path[NAME_SIZE], line[512];
    path_in(run, "run.log", path);
    FILE *log = fopen(path, "r");
    words[0] = 0;
    if (log == NULL) return;
    while (fgets(line, sizeof line, log) != NULL) {
        line[strcspn(line, "\n")] = 0;
        if (line[0] != 0) snprintf(words, size, "%s", line);
    }
    fclose(log);
    scree_cli_text_clean(words);
}

static sweep_end end_of(int status)
{
    if (!WIFEXITED(status)) return SWEEP_FAILED;
    switch (WEXITSTATUS(status)) {
    case EXIT_ANSWERED:
        return SWEEP_FINISHED;
    case EXIT_SOME_ERRORS:
        return SWEEP_TROUBLE;
    case 128 + SIGINT:
    case 128 + SIGTERM:
    case 128 + SIGHUP:
        return SWEEP_STOPPED;
    default:
        return SWEEP_FAILED;
    }
}

// --------------------------------------------------------------------------------------------------------------- progress

static void clear(headway *h)
{
    if (h->line) fputs("\r\033[K", stderr);
    h->line = false;
}

/// The one line on a terminal: what is done, and how long the rest may take.
static void show(const sweep *s, headway *h)
{
    const double clock = now();
    if (s->quiet || !h->terminal || clock - h->shown < 0.5) return;
    h->shown = clock;
    fprintf(stderr, "\r%zu of %zu runs done, %zu at work", h->done, s->run_count, h->at_work);
    const size_t own = h->done - h->before;
    if (own > 0) {
        const double left = (clock - h->begin) / (double)own * (double)(s->run_count - h->done);
        if (left < 120.0)
            fprintf(stderr, ", about %.0f s left", left);
        else
            fprintf(stderr, ", about %.0f min left", left / 60.0);
    }
    fputs("\033[K", stderr);
    h->line = true;
}

static void report_end(const sweep *s, headway *h, const sweep_run *run, int status)
{
    char words[512];
    clear(h);
    last_words(run, words, sizeof words);
    if (run->end == SWEEP_FINISHED || run->end == SWEEP_STOPPED) {
        if (!s->quiet)
            fprintf(stderr, "%zu of %zu: %s %s after %.3g s\n", h->done, s->run_count, run->name,
                    scree_cli_sweep_end_name(run->end), now() - run->began);
    } else if (WIFSIGNALED(status))
        fprintf(stderr, "scree sweep: %s: ended by signal %d\n", run->folder, WTERMSIG(status));
    else
        fprintf(stderr, "scree sweep: %s: %s\n", run->folder,
                words[0] != 0 ? words : scree_cli_sweep_end_name(run->end));
}

// ------------------------------------------------------------------------------------------------------------------- work

/// Which of the runs are over, by their processes.
static void reap(const sweep *s, headway *h)
{
    for (size_t i = 0; i < s->run_count && h->at_work > 0; ++i) {
        sweep_run *run = &s->runs[i];
        int status;
        if (run->end != SWEEP_AT_WORK || waitpid(run->process, &status, WNOHANG) != run->process) continue;
        run->end = end_of(status);
        --h->at_work;
        ++h->done;
        if ((run->end == SWEEP_FINISHED || run->end == SWEEP_TROUBLE) && !write_record(s, run)) run->end = SWEEP_FAILED;
        report_end(s, h, run, status);
    }
}

static void pass_signal(const sweep *s)
{
    for (size_t i = 0; i < s->run_count; ++i) {
        if (s->runs[i].end == SWEEP_AT_WORK) kill(s->runs[i].process, SIGTERM);
    }
}

/// What was done before: ended runs stay as they are. False where a folder holds another run.
static bool look_around(const sweep *s, headway *h)
{
    bool good = true;
    for (size_t i = 0; i < s->run_count; ++i) {
        sweep_run *run = &s->runs[i];
        if (run->end != SWEEP_WAITING || s->force) continue;
        if (!read_record(s, run)) {
            scree_cli_trouble(&scree_cli_sweep,
                              "%s holds a run of another scene or with other values: --force replaces it, --output "
                              "takes another folder",
                              run->folder);
            good = false;
        }
        if (run->end == SWEEP_TROUBLE && s->keep_going) run->end = SWEEP_WAITING;
        run->before = run->end != SWEEP_WAITING;
        if (run->end == SWEEP_TROUBLE)
            fprintf(stderr, "scree sweep: %s: stopped at a trouble, in an earlier sweep; see its run.log\n",
                    run->folder);
        if (run->end == SWEEP_FINISHED) ++h->before;
    }
    if (good && h->before > 0 && !s->quiet)
        fprintf(stderr, "%zu of %zu runs are there, finished\n", h->before, s->run_count);
    return good;
}

static void start_some(sweep *s, headway *h, size_t *next)
{
    for (; *next < s->run_count && h->at_work < s->jobs; ++*next) {
        sweep_run *run = &s->runs[*next];
        if (run->end != SWEEP_WAITING) continue;
        if (start(s, run))
            ++h->at_work;
        else {
            run->end = SWEEP_FAILED;
            ++h->done;
        }
    }
}

int scree_cli_sweep_work(sweep *s)
{
    const struct timespec pause = { .tv_nsec = 1000000L * PAUSE_MILLISECONDS };
    headway h = { .begin = now(), .terminal = isatty(STDERR_FILENO) != 0 };
    size_t next = 0;
    bool passed = false;
    if (!look_around(s, &h)) return EXIT_TROUBLE;
    for (size_t i = 0; i < s->run_count; ++i) h.done += s->runs[i].end != SWEEP_WAITING;
    h.before = h.done;
    while (h.at_work > 0 || (next < s->run_count && !scree_cli_interrupted())) {
        if (!scree_cli_interrupted()) start_some(s, &h, &next);
        if (scree_cli_interrupted() && !passed) {
            passed = true;
            pass_signal(s);
        }
        nanosleep(&pause, NULL);
        reap(s, &h);
        show(s, &h);
    }
    clear(&h);
    return 0;
}
