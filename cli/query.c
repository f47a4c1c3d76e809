// scree query: pairs in, contacts out, a line each. The manual page scree-query(1) holds the contract.
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "answer.h"
#include "command.h"
#include "help.h"
#include "input.h"
#include "interrupt.h"
#include "pool.h"
#include "progress.h"

enum { MOST_THREADS = 1024 };

// What a thread gets at a time. A quarter of a megabyte stays in its cache and still makes system calls rare.
static const size_t chunk_bytes = (size_t)1 << 18;
static const size_t batch_lines = 1024;
static const size_t default_max_line = (size_t)256 << 20;
static const size_t most_max_line = (size_t)2 << 30; // simdjson's own limit is 4 GiB

typedef struct query_job {
    answer_options answers;
    int threads;
    size_t max_line;
    const char *input_name;  ///< NULL or "-": standard input
    const char *output_name; ///< NULL: standard output
    int input_fd, output_fd;
    pool *pool;
    line *lines;
    size_t line_capacity;
    text out;
    answer_counts counts;
} query_job;

static const char *input_name(const query_job *job)
{
    return job->input_name != NULL ? job->input_name : "standard input";
}

// -------------------------------------------------------------------------------------------------------- usage

static bool parse_format(const char *name, answer_format *out)
{
    static const char *const names[] = { "json", "csv", "table" };
    for (int i = 0; i < 3; ++i) {
        if (strcmp(names[i], name) != 0) continue;
        *out = (answer_format)i;
        return true;
    }
    return false;
}

static int set_option(query_job *job, int letter)
{
    const command *self = &scree_cli_query;
    size_t n;
    switch (letter) {
    case 't':
        if (!scree_cli_parse_count(optarg, MOST_THREADS, &n))
            return scree_cli_usage(self, "--threads: expected a number from 0 to %d, got '%s'", MOST_THREADS, optarg);
        job->threads = (int)n;
        return 0;
    case 'f':
        if (parse_format(optarg, &job->answers.format)) return 0;
        return scree_cli_usage(self, "--format: expected json, csv or table, got '%s'", optarg);
    case 'm':
        job->answers.method = scree_method_find(optarg);
        if (job->answers.method != NULL) return 0;
        return scree_cli_usage(self, "--method: unknown method '%s'; 'scree methods' lists them", optarg);
    case 'e':
        if (scree_cli_parse_number(optarg, &job->answers.tolerance) && job->answers.tolerance >= 0.0) return 0;
        return scree_cli_usage(self, "--tolerance: expected a length, 0 or more, got '%s'", optarg);
    case 'L':
        if (scree_cli_parse_count(optarg, most_max_line, &job->max_line) && job->max_line > 0) return 0;
        return scree_cli_usage(self, "--max-line: expected a number of bytes up to 2G, got '%s'", optarg);
    case 'o':
        job->output_name = optarg;
        return 0;
    default:
        return -1; // --help
    }
}

/// 0 to go on, -1 for help, else an exit status.
static int parse_options(query_job *job, int argc, char **argv)
{
    static const struct option options[] = {
        { "threads", required_argument, NULL, 't' },  { "format", required_argument, NULL, 'f' },
        { "method", required_argument, NULL, 'm' },   { "tolerance", required_argument, NULL, 'e' },
        { "max-line", required_argument, NULL, 'L' }, { "output", required_argument, NULL, 'o' },
        { "help", no_argument, NULL, 'h' },           { NULL, 0, NULL, 0 },
    };
    opterr = 0;
    for (;;) {
        int letter = getopt_long(argc, argv, ":t:f:m:o:h", options, NULL);
        if (letter == -1) break;
        if (letter == '?' || letter == ':') return scree_cli_bad_option(&scree_cli_query, letter, argv);
        int status = set_option(job, letter);
        if (status != 0) return status;
    }
    if (argc - optind > 1) return scree_cli_usage(&scree_cli_query, "one FILE at most, got '%s' too", argv[optind + 1]);
    if (optind < argc && strcmp(argv[optind], "-") != 0) job->input_name = argv[optind];
    return 0;
}

// -------------------------------------------------------------------------------------------------------- files

static int open_input(query_job *job)
{
    struct stat facts;
    if (job->input_name == NULL) {
        job->input_fd = STDIN_FILENO;
        if (isatty(STDIN_FILENO) && isatty(STDERR_FILENO))
            fputs("scree query: reading pairs from the terminal, one JSON object a line; Ctrl-D ends\n", stderr);
        return 0;
    }
    job->input_fd = open(job->input_name, O_RDONLY | O_CLOEXEC);
    if (job->input_fd < 0) return scree_cli_trouble(&scree_cli_query, "%s: %s", job->input_name, strerror(errno));
    if (fstat(job->input_fd, &facts) == 0 && S_ISDIR(facts.st_mode))
        return scree_cli_trouble(&scree_cli_query, "%s: is a directory", job->input_name);
    return 0;
}

/// The output is opened without emptying it until it is known to be another file than the input.
static int open_output(query_job *job)
{
    struct stat in, out;
    job->output_fd = STDOUT_FILENO;
    if (job->output_name == NULL) return 0;
    job->output_fd = open(job->output_name, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
    if (job->output_fd < 0) return scree_cli_trouble(&scree_cli_query, "%s: %s", job->output_name, strerror(errno));
    if (fstat(job->input_fd, &in) == 0 && fstat(job->output_fd, &out) == 0 && S_ISREG(out.st_mode)) {
        if (in.st_dev == out.st_dev && in.st_ino == out.st_ino)
            return scree_cli_trouble(&scree_cli_query, "%s: is the input too", job->output_name);
        if (ftruncate(job->output_fd, 0) != 0)
            return scree_cli_trouble(&scree_cli_query, "%s: %s", job->output_name, strerror(errno));
    }
    return 0;
}

static int output_trouble(const query_job *job, int error)
{
    if (error == EPIPE) return EXIT_CLOSED_OUTPUT;
    return scree_cli_trouble(&scree_cli_query, "%s: %s",
                             job->output_name != NULL ? job->output_name : "standard output", strerror(error));
}

static int flush(query_job *job)
{
    if (job->out.failed) return scree_cli_trouble(&scree_cli_query, "out of memory");
    bool written = scree_cli_write_all(job->output_fd, job->out.bytes, job->out.size);
    job->out.size = 0;
    return written ? 0 : output_trouble(job, errno);
}

// --------------------------------------------------------------------------------------------------------- work

static size_t gather(query_job *job, input *in)
{
    size_t count = 0;
    while (count < job->line_capacity && scree_cli_input_next(in, &job->lines[count])) ++count;
    return count;
}

/// Answer all lines that have been read.
static int answer_batches(query_job *job, input *in)
{
    size_t count;
    while ((count = gather(job, in)) > 0) {
        if (!scree_cli_pool_answer(job->pool, job->lines, count, &job->out, &job->counts))
            return scree_cli_trouble(&scree_cli_query, "out of memory");
        int status = flush(job);
        if (status != 0) return status;
        if (scree_cli_interrupted()) return scree_cli_interrupt_status();
    }
    return 0;
}

static int stream(query_job *job, input *in)
{
    progress bar = scree_cli_progress_begin(job->input_fd, job->output_fd);
    int status = 0;
    while (status == 0) {
        input_status got = scree_cli_input_fill(in);
        if (got == INPUT_END) break;
        if (got == INPUT_STOPPED) status = scree_cli_interrupt_status();
        int error = errno;
        // Lines that came whole before the trouble are answered.
        int answered = status == 0 ? answer_batches(job, in) : 0;
        if (answered != 0)
            status = answered;
        else if (got == INPUT_FAILED)
            status = scree_cli_trouble(&scree_cli_query, "%s: %s", input_name(job), strerror(error));
        scree_cli_progress_show(&bar, in->lines, in->bytes);
    }
    scree_cli_progress_end(&bar);
    return status;
}

static int answer_all(query_job *job)
{
    input in;
    size_t scale = (size_t)job->threads;
    job->line_capacity = batch_lines * scale;
    job->lines = malloc(job->line_capacity * sizeof *job->lines);
    job->pool = scree_cli_pool_create(job->threads, &job->answers, job->max_line);
    bool ready = scree_cli_input_begin(&in, job->input_fd, chunk_bytes * scale, job->max_line);
    int status = EXIT_TROUBLE;
    if (job->lines == NULL || job->pool == NULL || !ready) {
        scree_cli_trouble(&scree_cli_query, "out of memory");
    } else {
        scree_cli_write_head(job->answers.format, &job->out);
        status = stream(job, &in);
        if (status == 0) scree_cli_write_foot(job->answers.format, &job->counts, &job->out);
        if (status == 0) status = flush(job);
        if (status == 0 && job->counts.errors > 0) status = EXIT_SOME_ERRORS;
    }
    scree_cli_input_free(&in);
    scree_cli_pool_destroy(job->pool);
    free(job->lines);
    return status;
}

static int run(int argc, char **argv)
{
    query_job job = { .answers = { FORMAT_JSON, NULL, -1.0 }, .threads = 1, .max_line = default_max_line };
    job.input_fd = job.output_fd = -1;
    int status = parse_options(&job, argc, argv);
    if (status == -1) return scree_cli_print_help(&scree_cli_query);
    if (status != 0) return status;
    if (job.threads == 0) {
        long processors = sysconf(_SC_NPROCESSORS_ONLN);
        job.threads = processors < 1 ? 1 : processors > MOST_THREADS ? MOST_THREADS : (int)processors;
    }
    status = open_input(&job);
    if (status == 0) status = open_output(&job);
    if (status == 0) status = answer_all(&job);
    if (job.output_name != NULL && job.output_fd >= 0 && close(job.output_fd) != 0 && status < EXIT_TROUBLE)
        status = output_trouble(&job, errno);
    if (job.input_name != NULL && job.input_fd >= 0) close(job.input_fd);
    scree_cli_text_free(&job.out);
    return status;
}

const command scree_cli_query = {
    .name = "query",
    .summary = "answer pairs of bodies, one JSON object a line",
    .help = scree_cli_query_help,
    .run = run,
};
