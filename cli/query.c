// scree query: pairs in, contacts out, a line each. The manual page scree-query(1) holds the contract.
#include <getopt.h>

#include "answer.h"
#include "command.h"
#include "help.h"
#include "stream.h"
#include "suggest.h"

typedef struct query_job {
    answer_options answers;
    stream_options stream;
} query_job;

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
    request_defaults *d = &job->answers.defaults;
    char suggestion[SUGGESTION_SIZE];
    switch (letter) {
    case 'f':
        if (parse_format(optarg, &job->answers.format)) return 0;
        return scree_cli_usage(self, "--format: expected json, csv or table, got '%s'", optarg);
    case 'm':
        d->method = scree_method_find(optarg);
        if (d->method != NULL) return 0;
        return scree_cli_usage(self, "--method: unknown method '%s'%s", optarg,
                               scree_cli_suggest_method(optarg, strlen(optarg), suggestion));
    case 'e':
        if (scree_cli_parse_number(optarg, &d->tolerance) && d->tolerance >= 0.0) return 0;
        return scree_cli_usage(self, "--tolerance: expected a length, 0 or more, got '%s'", optarg);
    case 'M':
        if (scree_cli_parse_number(optarg, &d->margin) && d->margin >= 0.0) return 0;
        return scree_cli_usage(self, "--margin: expected a length, 0 or more, got '%s'", optarg);
    case 'E':
        job->answers.echo = true;
        return 0;
    default:
        return scree_cli_stream_option(&job->stream, self, letter);
    }
}

/// 0 to go on, -1 for help, else an exit status.
static int parse_options(query_job *job, int argc, char **argv)
{
    static const struct option options[] = {
        { "format", required_argument, NULL, 'f' },
        { "method", required_argument, NULL, 'm' },
        { "tolerance", required_argument, NULL, 'e' },
        { "margin", required_argument, NULL, 'M' },
        { "echo", no_argument, NULL, 'E' },
        STREAM_OPTIONS,
    };
    opterr = 0;
    for (;;) {
        int letter = getopt_long(argc, argv, ":t:f:m:o:h", options, NULL);
        if (letter == -1) break;
        if (letter == '?' || letter == ':') return scree_cli_bad_option(&scree_cli_query, letter, argv, options);
        int status = set_option(job, letter);
        if (status != 0) return status;
    }
    if (job->answers.echo && job->answers.format != FORMAT_JSON)
        return scree_cli_usage(&scree_cli_query, "--echo: is for --format json");
    return scree_cli_stream_file(&job->stream, &scree_cli_query, argc, argv);
}

static int run(int argc, char **argv)
{
    query_job job = { .answers = { FORMAT_JSON, REQUEST_DEFAULTS, false } };
    int status = parse_options(&job, argc, argv);
    if (status == -1) return scree_cli_print_help(&scree_cli_query);
    if (status != 0) return status;
    tally counts;
    status = scree_cli_stream_run(&job.stream, &scree_cli_query, &scree_cli_answer_work, &job.answers, &counts);
    return status == 0 && counts.of[COUNT_ERRORS] > 0 ? EXIT_SOME_ERRORS : status;
}

const command scree_cli_query = {
    .name = "query",
    .summary = "answer pairs of bodies, one JSON object a line",
    .help = scree_cli_query_help,
    .run = run,
};
