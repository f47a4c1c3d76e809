// The motion of the walls in a step.
#ifndef SCREE_SIM_BOUNDARY_WALLS_H
#define SCREE_SIM_BOUNDARY_WALLS_H

#include "state/state.h"

/// Move all walls by one time step, and their bounds on the path since the last list.
void scree_sim_move_walls(scree_sim *sim);

#endif
