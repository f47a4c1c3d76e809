// The parts of the study of feng-tan-2020.
#ifndef SCREE_CLI_FENG_TAN_H
#define SCREE_CLI_FENG_TAN_H

#include "figures.h"

/// Figs. 1 to 3: the Minkowski difference, the contact state and the entrance block. False where it could not go on.
bool scree_feng_tan_entrance(figures *f);

#endif
