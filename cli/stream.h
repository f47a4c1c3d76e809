// A command that answers lines: its files and threads, and the loop around its work.
#ifndef SCREE_CLI_STREAM_H
#define SCREE_CLI_STREAM_H

#include "command.h"
#include "lines.h"

/// All zeros: standard input to standard output, one thread, lines of up to 256 MiB.
typedef struct stream_options {
    int threads;
    bool all_processors; ///< one thread for each
    size_t max_line;
    const char *input_name;  ///< NULL: standard input
    const char *output_name; ///< NULL: standard output
} stream_options;

/// The options that all such commands share, for getopt_long().
#define STREAM_OPTIONS                                                                                                 \
    { "threads", required_argument, NULL, 't' }, { "max-line", required_argument, NULL, 'L' },                         \
        { "output", required_argument, NULL, 'o' }, { "help", no_argument, NULL, 'h' },                                \
    {                                                                                                                  \
        NULL, 0, NULL, 0                                                                                               \
    }

/// Take over one of these. 0, -1 for help, or an exit status after a message.
int scree_cli_stream_option(stream_options *o, const command *self, int letter);
/// Take over the FILE behind the options. 0, or an exit status after a message.
int scree_cli_stream_file(stream_options *o, const command *self, int argc, char **argv);

/// Answer all lines. 0 with the counts, or an exit status after a message.
int scree_cli_stream_run(const stream_options *o, const command *self, const line_work *work, const void *work_options,
                         tally *counts);

#endif
