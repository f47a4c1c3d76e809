#define _POSIX_C_SOURCE 200809L
#include "studies.h"

#include <errno.h>
#include <getopt.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/stat.h>

#include "headway.h"
#include "interrupt.h"
#include "machine.h"
#include "whole_file.h"

enum {
    MOST_STUDIES = 32,
    MOST_THREADS = 1024,
    MOST_PAIRS = 1000000,
    MOST_REPEATS = 10000,
    FEWEST_GRAINS = 100,
    MOST_GRAINS = 1000000
};

typedef struct studies_job {
    const studies *of;
    study_options options;
    const char *html;  ///< NULL: no page
    const char *lines; ///< NULL: no lines
    bool list;
    bool strict; ///< a figure that differs or a target that is missed makes the exit status 1
    bool wanted[MOST_STUDIES];
} studies_job;

// -------------------------------------------------------------------------------------------------------- usage

static int set_number(const studies_job *job, const char *name, size_t least, size_t most, size_t *out)
{
    if (scree_cli_parse_count(optarg, most, out) && *out >= least) return 0;
    return scree_cli_usage(job->of->self, "--%s: expected a number from %zu to %zu, got '%s'", name, least, most,
                           optarg);
}

static int set_option(studies_job *job, int letter)
{
    size_t n = 0;
    int status = 0;
    switch (letter) {
    case 'q':
        job->options.quick = true;
        return 0;
    case 'l':
        job->list = true;
        return 0;
    case 'S':
        job->strict = true;
        return 0;
    case 'H':
        job->html = optarg;
        return 0;
    case 'E':
        job->lines = optarg;
        return 0;
    case 'k':
        job->options.keep = optarg;
        return 0;
    case 'G':
        status = set_number(job, "grains", FEWEST_GRAINS, MOST_GRAINS, &n);
        job->options.grains = (int)n;
        return status;
    case 'P':
        job->options.pictures = optarg;
        return 0;
    case 'r':
        status = set_number(job, "repeats", 1, MOST_REPEATS, &n);
        job->options.repeats = (int)n;
        return status;
    case 's':
        status = set_number(job, "seed", 0, SIZE_MAX, &n);
        job->options.seed = n;
        return status;
    case 't':
        status = set_number(job, "threads", 0, MOST_THREADS, &n);
        job->options.threads = (int)n;
        return status;
    case 'M':
        if (job->of->simulations == NULL)
            return scree_cli_usage(job->of->self, "--simulations: this build is without the simulator");
        job->of = job->of->simulations;
        return 0;
    case 'p':
        return set_number(job, "pairs", 1, MOST_PAIRS, &job->options.pairs);
    default:
        return -1; // --help
    }
}

static int no_such_study(const studies *of, const char *name)
{
    text names = { 0 };
    for (int i = 0; i < of->count; ++i) scree_cli_text_printf(&names, "%s, ", of->list[i]->name);
    scree_cli_text_add(&names, "all", sizeof "all");
    int status = name != NULL ? scree_cli_usage(of->self, "no %s '%s'; there are: %s", of->one, name, names.bytes)
                              : scree_cli_usage(of->self, "which %s? There are: %s", of->one, names.bytes);
    scree_cli_text_free(&names);
    return status;
}

// By its name, or by the paper's where it has several: "nezami-2006" is "nezami-2006-box" and the others.
static bool is_called(const study *s, const char *name)
{
    const size_t length = strlen(name);
    return strncmp(s->name, name, length) == 0 && (s->name[length] == 0 || s->name[length] == '-');
}

static bool want(studies_job *job, const char *name)
{
    bool found = false;
    for (int i = 0; i < job->of->count; ++i) {
        if (strcmp(name, "all") != 0 && !is_called(job->of->list[i], name)) continue;
        job->wanted[i] = true;
        found = true;
    }
    return found;
}

/// 0 to go on, -1 for help, else an exit status.
static int parse_options(studies_job *job, int argc, char **argv)
{
    enum { OF_PAIRS = 4 }; // `scree validate` has not the first four options, which only `scree reproduce` takes
    static const struct option all_options[] = {
        { "export", required_argument, NULL, 'E' },
        { "pairs", required_argument, NULL, 'p' },
        { "simulations", no_argument, NULL, 'M' },
        { "grains", required_argument, NULL, 'G' },
        { "keep", required_argument, NULL, 'k' },
        { "quick", no_argument, NULL, 'q' },
        { "html", required_argument, NULL, 'H' },
        { "pictures", required_argument, NULL, 'P' },
        { "repeats", required_argument, NULL, 'r' },
        { "seed", required_argument, NULL, 's' },
        { "threads", required_argument, NULL, 't' },
        { "list", no_argument, NULL, 'l' },
        { "strict", no_argument, NULL, 'S' },
        { "help", no_argument, NULL, 'h' },
        { NULL, 0, NULL, 0 },
    };
    const struct option *options = job->of->about_pairs ? all_options : all_options + OF_PAIRS;
    opterr = 0;
    for (;;) {
        int letter = getopt_long(argc, argv, ":qs:t:h", options, NULL);
        if (letter == -1) break;
        if (letter == '?' || letter == ':') return scree_cli_bad_option(job->of->self, letter, argv, options);
        int status = set_option(job, letter);
        if (status != 0) return status;
    }
    for (int i = optind; i < argc; ++i)
        if (!want(job, argv[i])) return no_such_study(job->of, argv[i]);
    if (optind == argc && !job->list && !(job->of->all_by_default && want(job, "all")))
        return no_such_study(job->of, NULL);
    if (job->options.keep != NULL && !job->of->simulates)
        return scree_cli_usage(job->of->self, "--keep: only simulations are kept; see --simulations");
    if (job->options.repeats > 0 && !job->of->simulates)
        return scree_cli_usage(job->of->self, "--repeats: only simulations are repeated; see --simulations");
    if (job->options.grains > 0 && !job->of->simulates)
        return scree_cli_usage(job->of->self, "--grains: only simulations have grains; see --simulations");
    if (job->options.threads == 0) job->options.threads = scree_machine_processors();
    return 0;
}

static int print_list(const studies *of)
{
    text t = { 0 };
    for (int i = 0; i < of->count; ++i)
        scree_cli_text_printf(&t, "%-20s  %s (%s)\n", of->list[i]->name, of->list[i]->summary, of->list[i]->takes);
    int status = scree_cli_print(of->self, &t, EXIT_ANSWERED);
    scree_cli_text_free(&t);
    return status;
}

// --------------------------------------------------------------------------------------------------------- work

static void describe(const studies_job *job, int argc, char **argv, figures *f)
{
    text line = { 0 };
    scree_cli_text_words(&line, "scree");
    for (int i = 0; i < argc; ++i) {
        scree_cli_text_words(&line, " ");
        scree_cli_text_words(&line, argv[i]);
    }
    scree_cli_text_add(&line, "", 1);
    scree_machine_describe(f);
    scree_figures_fact(f, "seed", "%llu", (unsigned long long)job->options.seed);
    if (!line.failed) scree_figures_fact(f, "command", "%s", line.bytes);
    scree_cli_text_free(&line);
}

static int finish(const studies_job *job, figures *f)
{
    const command *self = job->of->self;
    if (!scree_figures_end(f)) return scree_cli_trouble(self, "out of memory");
    if (fflush(stdout) != 0 || ferror(stdout)) return scree_cli_trouble(self, "standard output: %s", strerror(errno));
    if (job->html != NULL && !scree_figures_write_html(f, job->html))
        return scree_cli_trouble(self, "%s: %s", job->html, strerror(errno));
    if (job->options.pictures != NULL && !scree_figures_write_charts(f, job->options.pictures))
        return scree_cli_trouble(self, "%s: %s", job->options.pictures, strerror(errno));
    if (job->lines != NULL && !scree_figures_write_listings(f, job->lines))
        return scree_cli_trouble(self, "%s: %s", job->lines, strerror(errno));
    return job->strict && scree_figures_differing(f) + scree_figures_missed(f) > 0 ? EXIT_SOME_ERRORS : EXIT_ANSWERED;
}

static int study_all(const studies_job *job, figures *f)
{
    for (int i = 0; i < job->of->count; ++i) {
        if (!job->wanted[i]) continue;
        scree_headway_study(0.0);
        bool whole = job->of->list[i]->run(&job->options, f);
        scree_headway_clear();
        if (scree_cli_interrupted()) return scree_cli_interrupt_status();
        if (!whole) return EXIT_TROUBLE;
    }
    return finish(job, f);
}

int scree_studies_run(const studies *of, int argc, char **argv)
{
    studies_job job = { .of = of, .options = { .seed = 1 } };
    int status = parse_options(&job, argc, argv);
    if (status == -1) return scree_cli_print_help(of->self);
    if (status != 0) return status;
    of = job.of;
    job.options.self = of->self;
    if (job.list) return print_list(of);
    const char *const files[] = { job.html, job.lines, job.options.keep };
    for (int i = 0; i < 3; ++i)
        if (files[i] != NULL && !scree_whole_file_check(files[i]))
            return scree_cli_trouble(of->self, "%s: %s", files[i], strerror(errno));
    if (job.options.pictures != NULL && mkdir(job.options.pictures, 0777) != 0 && errno != EEXIST)
        return scree_cli_trouble(of->self, "%s: %s", job.options.pictures, strerror(errno));
    // A reader that goes away ends the program: nothing is half written, and minutes of work are for nobody.
    signal(SIGPIPE, SIG_DFL);
    figures *f = scree_figures_create(true);
    if (f == NULL) return scree_cli_trouble(of->self, "out of memory");
    if (of->title != NULL) scree_figures_head(f, of->eyebrow, of->title, of->lead);
    describe(&job, argc, argv, f);
    status = study_all(&job, f);
    scree_figures_destroy(f);
    return status;
}
