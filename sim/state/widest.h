// Which of the copies of a loop that is compiled once for each width (cmake/sim.cmake): the widest that the processor has.
#ifndef SCREE_SIM_STATE_WIDEST_H
#define SCREE_SIM_STATE_WIDEST_H

#include "scree/batch.h"

/// Calls name2, name4 or name8.
#ifdef SCREE_WIDE_LANES
#define SIM_WIDEST(name, ...)                                                                                          \
    do {                                                                                                               \
        const int widest = scree_batch_lanes();                                                                        \
        (widest >= 8 ? name##8 : widest >= 4 ? name##4 : name##2)(__VA_ARGS__);                                        \
    } while (0)
#else
#define SIM_WIDEST(name, ...) name##2(__VA_ARGS__)
#endif

#endif
