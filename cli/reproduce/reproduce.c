// scree reproduce: the papers, measured again. The manual page scree-reproduce(1) holds the contract.
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <getopt.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>

#include "command.h"
#include "headway.h"
#include "help.h"
#include "interrupt.h"
#include "machine.h"
#include "study.h"
#include "whole_file.h"

static const study *const studies[] = { &scree_study_descantes_2019, &scree_study_nezami_2006,
                                        &scree_study_feng_tan_2020, &scree_study_girault_2022,
                                        &scree_study_peng_hanley_2019 };

enum { STUDY_COUNT = sizeof studies / sizeof *studies, MOST_THREADS = 1024, MOST_PAIRS = 1000000 };

typedef struct reproduce_job {
    study_options options;
    const char *html;  ///< NULL: no page
    const char *lines; ///< NULL: no lines
    bool list;
    bool strict; ///< a figure that differs or a target that is missed makes the exit status 1
    bool wanted[STUDY_COUNT];
} reproduce_job;

// -------------------------------------------------------------------------------------------------------- usage

static int set_number(const char *name, size_t least, size_t most, size_t *out)
{
    if (scree_cli_parse_count(optarg, most, out) && *out >= least) return 0;
    return scree_cli_usage(&scree_cli_reproduce, "--%s: expected a number from %zu to %zu, got '%s'", name, least, most,
                           optarg);
}

static int set_option(reproduce_job *job, int letter)
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
    case 's':
        status = set_number("seed", 0, SIZE_MAX, &n);
        job->options.seed = n;
        return status;
    case 't':
        status = set_number("threads", 0, MOST_THREADS, &n);
        job->options.threads = (int)n;
        return status;
    case 'p':
        return set_number("pairs", 1, MOST_PAIRS, &job->options.pairs);
    default:
        return -1; // --help
    }
}

static int no_such_paper(const char *name)
{
    text names = { 0 };
    for (int i = 0; i < STUDY_COUNT; ++i) scree_cli_text_printf(&names, "%s, ", studies[i]->name);
    scree_cli_text_add(&names, "all", sizeof "all");
    int status = name != NULL ? scree_cli_usage(&scree_cli_reproduce, "no paper '%s'; there are: %s", name, names.bytes)
                              : scree_cli_usage(&scree_cli_reproduce, "which paper? There are: %s", names.bytes);
    scree_cli_text_free(&names);
    return status;
}

static bool want(reproduce_job *job, const char *name)
{
    bool found = false;
    for (int i = 0; i < STUDY_COUNT; ++i) {
        if (strcmp(name, "all") != 0 && strcmp(name, studies[i]->name) != 0) continue;
        job->wanted[i] = true;
        found = true;
    }
    return found;
}

/// 0 to go on, -1 for help, else an exit status.
static int parse_options(reproduce_job *job, int argc, char **argv)
{
    static const struct option options[] = {
        { "quick", no_argument, NULL, 'q' },        { "html", required_argument, NULL, 'H' },
        { "export", required_argument, NULL, 'E' }, { "seed", required_argument, NULL, 's' },
        { "pairs", required_argument, NULL, 'p' },  { "threads", required_argument, NULL, 't' },
        { "list", no_argument, NULL, 'l' },         { "strict", no_argument, NULL, 'S' },
        { "help", no_argument, NULL, 'h' },         { NULL, 0, NULL, 0 },
    };
    opterr = 0;
    for (;;) {
        int letter = getopt_long(argc, argv, ":qs:t:h", options, NULL);
        if (letter == -1) break;
        if (letter == '?' || letter == ':') return scree_cli_bad_option(&scree_cli_reproduce, letter, argv, options);
        int status = set_option(job, letter);
        if (status != 0) return status;
    }
    for (int i = optind; i < argc; ++i)
        if (!want(job, argv[i])) return no_such_paper(argv[i]);
    if (optind == argc && !job->list) return no_such_paper(NULL);
    if (job->options.threads == 0) job->options.threads = scree_machine_processors();
    return 0;
}

static int print_list(void)
{
    text t = { 0 };
    for (int i = 0; i < STUDY_COUNT; ++i)
        scree_cli_text_printf(&t, "%-16s  %s\n", studies[i]->name, studies[i]->summary);
    int status = scree_cli_print(&scree_cli_reproduce, &t, EXIT_ANSWERED);
    scree_cli_text_free(&t);
    return status;
}

// --------------------------------------------------------------------------------------------------------- work

static void describe(const reproduce_job *job, int argc, char **argv, figures *f)
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

static int finish(const reproduce_job *job, figures *f)
{
    const command *self = &scree_cli_reproduce;
    if (!scree_figures_end(f)) return scree_cli_trouble(self, "out of memory");
    if (fflush(stdout) != 0 || ferror(stdout)) return scree_cli_trouble(self, "standard output: %s", strerror(errno));
    if (job->html != NULL && !scree_figures_write_html(f, job->html))
        return scree_cli_trouble(self, "%s: %s", job->html, strerror(errno));
    if (job->lines != NULL && !scree_figures_write_listings(f, job->lines))
        return scree_cli_trouble(self, "%s: %s", job->lines, strerror(errno));
    return job->strict && scree_figures_differing(f) + scree_figures_missed(f) > 0 ? EXIT_SOME_ERRORS : EXIT_ANSWERED;
}

static int study_all(const reproduce_job *job, figures *f)
{
    for (int i = 0; i < STUDY_COUNT; ++i) {
        if (!job->wanted[i]) continue;
        bool whole = studies[i]->run(&job->options, f);
        scree_headway_clear();
        if (scree_cli_interrupted()) return scree_cli_interrupt_status();
        if (!whole) return EXIT_TROUBLE;
    }
    return finish(job, f);
}

static int run(int argc, char **argv)
{
    reproduce_job job = { .options = { .seed = 1 } };
    int status = parse_options(&job, argc, argv);
    if (status == -1) return scree_cli_print_help(&scree_cli_reproduce);
    if (status != 0) return status;
    if (job.list) return print_list();
    const char *const files[] = { job.html, job.lines };
    for (int i = 0; i < 2; ++i)
        if (files[i] != NULL && !scree_whole_file_check(files[i]))
            return scree_cli_trouble(&scree_cli_reproduce, "%s: %s", files[i], strerror(errno));
    // A reader that goes away ends the program: nothing is half written, and minutes of work are for nobody.
    signal(SIGPIPE, SIG_DFL);
    figures *f = scree_figures_create(true);
    if (f == NULL) return scree_cli_trouble(&scree_cli_reproduce, "out of memory");
    describe(&job, argc, argv, f);
    status = study_all(&job, f);
    scree_figures_destroy(f);
    return status;
}

const command scree_cli_reproduce = {
    .name = "reproduce",
    .summary = "measure the papers again, figure beside figure",
    .help = scree_cli_reproduce_help,
    .run = run,
};
