// Where figures were measured: compiler, processor, system.
#ifndef SCREE_CLI_MACHINE_H
#define SCREE_CLI_MACHINE_H

#include "figures.h"

/// Adds the facts.
void scree_machine_describe(figures *f);
/// Processors that can be used now.
int scree_machine_processors(void);

#endif
