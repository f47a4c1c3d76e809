// A line on the terminal that says how far a long file has come.
#ifndef SCREE_CLI_PROGRESS_H
#define SCREE_CLI_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct progress {
    bool wanted;
    bool shown;
    double begin, last; ///< in seconds
    uint64_t size;      ///< of the input in bytes; 0 where it is not known
} progress;

/// Shown only where standard error is a terminal and the output is not.
progress scree_cli_progress_begin(int input_fd, int output_fd);
/// Some times a second at most.
void scree_cli_progress_show(progress *bar, uint64_t lines, uint64_t bytes);
/// Take the line away.
void scree_cli_progress_end(progress *bar);

#endif
