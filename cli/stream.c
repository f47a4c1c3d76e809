// The files of a command that answers lines, and its main loop: read what is there, answer it, write it.
#define _POSIX_C_SOURCE 200809L
#include "stream.h"

#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

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

/// An open stream.
typedef struct stream {
    const command *self;
    const stream_options *options;
    const line_work *work;
    const void *work_options;
    int threads, input_fd, output_fd;
    size_t max_line;
    pool *pool;
    line *lines;
    size_t line_capacity;
    text out;
    tally counts;
} stream;

static const char *input_name(const stream *job)
{
    return job->options->input_name != NULL ? job->options->input_name : "standard input";
}

// ------------------------------------------------------------------------------------------------------ options

int scree_cli_stream_option(stream_options *o, const command *self, int letter)
{
    switch (letter) {
    case 't': {
        size_t n;
        if (!scree_cli_parse_count(optarg, MOST_THREADS, &n))
            return scree_cli_usage(self, "--threads: expected a number from 0 to %d, got '%s'", MOST_THREADS, optarg);
        o->threads = (int)n;
        o->all_processors = n == 0;
        return 0;
    }
    case 'L':
        if (scree_cli_parse_count(optarg, most_max_line, &o->max_line) && o->max_line > 0) return 0;
        return scree_cli_usage(self, "--max-line: expected a number of bytes up to 2G, got '%s'", optarg);
    case 'o':
        o->output_name = optarg;
        return 0;
    default:
        return -1; // --help
    }
}

int scree_cli_stream_file(stream_options *o, const command *self, int argc, char **argv)
{
    if (argc - optind > 1) return scree_cli_usage(self, "one FILE at most, got '%s' too", argv[optind + 1]);
    if (optind < argc && strcmp(argv[optind], "-") != 0) o->input_name = argv[optind];
    return 0;
}

// -------------------------------------------------------------------------------------------------------- files

static int open_input(stream *job)
{
    struct stat facts;
    if (job->options->input_name == NULL) {
        job->input_fd = STDIN_FILENO;
        if (isatty(STDIN_FILENO) && isatty(STDERR_FILENO))
            fprintf(stderr, "scree %s: reading from the terminal, one JSON object a line; Ctrl-D ends\n",
                    job->self->name);
        return 0;
    }
    job->input_fd = open(job->options->input_name, O_RDONLY | O_CLOEXEC);
    if (job->input_fd < 0) return scree_cli_trouble(job->self, "%s: %s", job->options->input_name, strerror(errno));
    if (fstat(job->input_fd, &facts) == 0 && S_ISDIR(facts.st_mode))
        return scree_cli_trouble(job->self, "%s: is a directory", job->options->input_name);
    return 0;
}

/// The output is opened without emptying it until it is known to be another file than the input.
static int open_output(stream *job)
{
    struct stat in, out;
    job->output_fd = STDOUT_FILENO;
    if (job->options->output_name == NULL) return 0;
    job->output_fd = open(job->options->output_name, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
    if (job->output_fd < 0) return scree_cli_trouble(job->self, "%s: %s", job->options->output_name, strerror(errno));
    if (fstat(job->input_fd, &in) == 0 && fstat(job->output_fd, &out) == 0 && S_ISREG(out.st_mode)) {
        if (in.st_dev == out.st_dev && in.st_ino == out.st_ino)
            return scree_cli_trouble(job->self, "%s: is the input too", job->options->output_name);
        if (ftruncate(job->output_fd, 0) != 0)
            return scree_cli_trouble(job->self, "%s: %s", job->options->output_name, strerror(errno));
    }
    return 0;
}

static int output_trouble(const stream *job, int error)
{
    if (error == EPIPE) return EXIT_CLOSED_OUTPUT;
    return scree_cli_trouble(job->self, "%s: %s",
                             job->options->output_name != NULL ? job->options->output_name : "standard output",
                             strerror(error));
}

static int flush(stream *job)
{
    if (job->out.failed) return scree_cli_trouble(job->self, "out of memory");
    bool written = scree_cli_write_all(job->output_fd, job->out.bytes, job->out.size);
    job->out.size = 0;
    return written ? 0 : output_trouble(job, errno);
}

// --------------------------------------------------------------------------------------------------------- work

static size_t gather(stream *job, input *in)
{
    size_t count = 0;
    while (count < job->line_capacity && scree_cli_input_next(in, &job->lines[count])) ++count;
    return count;
}

/// Answer all lines that have been read.
static int answer_batches(stream *job, input *in)
{
    size_t count;
    while ((count = gather(job, in)) > 0) {
        if (!scree_cli_pool_answer(job->pool, job->lines, count, &job->out, &job->counts))
            return scree_cli_trouble(job->self, "out of memory");
        int status = flush(job);
        if (status != 0) return status;
        if (scree_cli_interrupted()) return scree_cli_interrupt_status();
    }
    return 0;
}

static int answer_stream(stream *job, input *in)
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
            status = scree_cli_trouble(job->self, "%s: %s", input_name(job), strerror(error));
        scree_cli_progress_show(&bar, in->lines, in->bytes);
    }
    scree_cli_progress_end(&bar);
    return status;
}

static int answer_all(stream *job)
{
    input in;
    size_t scale = (size_t)job->threads;
    job->line_capacity = batch_lines * scale;
    job->lines = malloc(job->line_capacity * sizeof *job->lines);
    job->pool = scree_cli_pool_create(job->threads, job->work, job->work_options, job->max_line);
    bool ready = scree_cli_input_begin(&in, job->input_fd, chunk_bytes * scale, job->max_line);
    int status = EXIT_TROUBLE;
    if (job->lines == NULL || job->pool == NULL || !ready) {
        scree_cli_trouble(job->self, "out of memory");
    } else {
        job->work->head(job->work_options, &job->out);
        status = answer_stream(job, &in);
        if (status == 0) job->work->footer(job->work_options, &job->counts, &job->out);
        if (status == 0) status = flush(job);
    }
    scree_cli_input_free(&in);
    scree_cli_pool_destroy(job->pool);
    free(job->lines);
    return status;
}

/// As many as given, or one for each processor.
static int thread_count(const stream_options *o)
{
    if (!o->all_processors) return o->threads > 0 ? o->threads : 1;
    const long processors = sysconf(_SC_NPROCESSORS_ONLN);
    return processors < 1 ? 1 : processors > MOST_THREADS ? MOST_THREADS : (int)processors;
}

int scree_cli_stream_run(const stream_options *o, const command *self, const line_work *work, const void *work_options,
                         tally *counts)
{
    stream job = { .self = self, .options = o, .work = work, .work_options = work_options };
    job.input_fd = job.output_fd = -1;
    job.threads = thread_count(o);
    job.max_line = o->max_line > 0 ? o->max_line : default_max_line;
    int status = open_input(&job);
    if (status == 0) status = open_output(&job);
    if (status == 0) status = answer_all(&job);
    if (o->output_name != NULL && job.output_fd >= 0 && close(job.output_fd) != 0 && status < EXIT_TROUBLE)
        status = output_trouble(&job, errno);
    if (o->input_name != NULL && job.input_fd >= 0) close(job.input_fd);
    scree_cli_text_free(&job.out);
    *counts = job.counts;
    return status;
}
