// A contact law of the user's own, from a shared object or from source that is compiled now.
#ifndef SCREE_CLI_RUN_OWN_LAW_H
#define SCREE_CLI_RUN_OWN_LAW_H

#include "command.h"
#include "scree_sim/law.h"

/// The function scree_user_law() of a .so, or of a .h or .c, which is compiled with the C compiler. NULL after a message.
scree_law_function scree_cli_own_law(const command *self, const char *file);

#endif
