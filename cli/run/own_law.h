// A contact law of the user's own, from a shared object or from source that is compiled now.
#ifndef SCREE_CLI_RUN_OWN_LAW_H
#define SCREE_CLI_RUN_OWN_LAW_H

#include "command.h"
#include "scree_sim/run.h"

/// Sets the law to the function scree_user_law() of a .so, or of a .h or .c, which is compiled with the C compiler, and its
/// region to the constant scree_user_region there, if there is one. False after a message.
bool scree_cli_own_law(const command *self, const char *file, scree_run_options *options);

#endif
