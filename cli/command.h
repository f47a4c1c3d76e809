// The subcommands of scree, and what they share.
#ifndef SCREE_CLI_COMMAND_H
#define SCREE_CLI_COMMAND_H

#include <stdbool.h>
#include <stddef.h>

#include "text.h"

/// Exit status.
enum {
    EXIT_ANSWERED = 0,
    EXIT_SOME_ERRORS = 1,     ///< lines that could not be answered, a shape that is not sound
    EXIT_TROUBLE = 2,         ///< wrong usage, or files that cannot be read or written
    EXIT_CLOSED_OUTPUT = 141, ///< whoever read the output has had enough: what a shell reports for SIGPIPE
};

typedef struct command {
    const char *name;
    const char *summary;
    const char *help;
    int (*run)(int argc, char **argv); ///< argv[0] is the command's name
} command;

extern const command scree_cli_query, scree_cli_verify, scree_cli_methods, scree_cli_shape, scree_cli_minkowski,
    scree_cli_pack, scree_cli_reproduce;
/// Where scree was built with the simulator.
extern const command scree_cli_run, scree_cli_check, scree_cli_init, scree_cli_sweep;
extern const command scree_cli_view, scree_cli_info, scree_cli_validate;

/// NULL where there is none of that name.
const command *scree_cli_command_find(const char *name);

/// That there is no such command, and which one was most likely meant; returns EXIT_TROUBLE.
int scree_cli_no_command(const char *name);

/// "scree NAME: ..." on standard error; returns EXIT_TROUBLE. _usage adds where to find help.
int scree_cli_trouble(const command *self, const char *format, ...) __attribute__((format(printf, 2, 3)));
int scree_cli_usage(const command *self, const char *format, ...) __attribute__((format(printf, 2, 3)));

struct option;

/// What getopt_long() has just answered by '?' (an unknown option) or ':' (its value is missing), and the option most
/// likely meant, of those known.
int scree_cli_bad_option(const command *self, int letter, char **argv, const struct option *known);

/// Write to an open file, all of it. False with errno.
bool scree_cli_write_all(int fd, const char *bytes, size_t size);

/// The whole of a file ("-": standard input) into `out`. 0, or an exit status after a message.
int scree_cli_read_all(const command *self, const char *name, text *out);

/// Print a finished text on standard output; returns `status`, or what trouble with the output makes of it.
int scree_cli_print(const command *self, const text *t, int status);

/// Print the help of a command, or of scree itself where `self` is NULL.
int scree_cli_print_help(const command *self);

/// The whole of `words` as a finite number.
bool scree_cli_parse_number(const char *words, double *out);
/// The whole of `words` as a count, at most `most`; K, M and G stand for 2^10, 2^20 and 2^30.
bool scree_cli_parse_count(const char *words, size_t most, size_t *out);

#endif
