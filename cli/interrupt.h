// Ctrl-C and its like: finish the lines at hand, then stop. A second one ends the program at once.
#ifndef SCREE_CLI_INTERRUPT_H
#define SCREE_CLI_INTERRUPT_H

#include <stdbool.h>

/// From now on SIGINT, SIGTERM and SIGHUP are only recorded, and writing to a closed pipe, or beyond the limit on the
/// size of files, fails with an error instead of ending the program.
void scree_cli_interrupt_catch(void);
/// Block those signals in the calling thread and in the threads it starts, until scree_cli_interrupt_allow().
void scree_cli_interrupt_block(void);
void scree_cli_interrupt_allow(void);

/// Has one of those signals arrived?
bool scree_cli_interrupted(void);
/// The exit status that a shell would report for it.
int scree_cli_interrupt_status(void);

#endif
