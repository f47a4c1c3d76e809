// scree verify: requests with somebody's answers in, verdicts out, a line each. See the manual page scree-verify(1).
#include <getopt.h>
#include <stdio.h>

#include "command.h"
#include "help.h"
#include "judge.h"
#include "stream.h"

typedef struct verify_job {
    stream_options stream;
    bool summary;
} verify_job;

/// 0 to go on, -1 for help, else an exit status.
static int parse_options(verify_job *job, int argc, char **argv)
{
    static const struct option options[] = { { "summary", no_argument, NULL, 's' }, STREAM_OPTIONS };
    opterr = 0;
    for (;;) {
        int letter = getopt_long(argc, argv, ":t:o:sh", options, NULL);
        if (letter == -1) break;
        if (letter == '?' || letter == ':') return scree_cli_bad_option(&scree_cli_verify, letter, argv, options);
        if (letter == 's') {
            job->summary = true;
            continue;
        }
        int status = scree_cli_stream_option(&job->stream, &scree_cli_verify, letter);
        if (status != 0) return status;
    }
    return scree_cli_stream_file(&job->stream, &scree_cli_verify, argc, argv);
}

static int run(int argc, char **argv)
{
    verify_job job = { .summary = false };
    int status = parse_options(&job, argc, argv);
    if (status == -1) return scree_cli_print_help(&scree_cli_verify);
    if (status != 0) return status;
    tally counts;
    status = scree_cli_stream_run(&job.stream, &scree_cli_verify, &scree_cli_judge_work, NULL, &counts);
    if (job.summary && status == 0)
        fprintf(stderr, "%llu proven, %llu refuted, %llu undecided, %llu malformed\n",
                (unsigned long long)counts.of[JUDGED_PROVEN], (unsigned long long)counts.of[JUDGED_REFUTED],
                (unsigned long long)counts.of[JUDGED_UNDECIDED], (unsigned long long)counts.of[JUDGED_ERRORS]);
    if (status != 0) return status;
    if (counts.of[JUDGED_ERRORS] > 0) return EXIT_TROUBLE;
    return counts.of[JUDGED_REFUTED] > 0 ? EXIT_SOME_ERRORS : EXIT_ANSWERED;
}

const command scree_cli_verify = {
    .name = "verify",
    .summary = "prove or refute answers, scree's or any other library's",
    .help = scree_cli_verify_help,
    .run = run,
};
