// The parts of the study of feng-tan-2020.
#ifndef SCREE_CLI_FENG_TAN_H
#define SCREE_CLI_FENG_TAN_H

#include "figures.h"

enum { FENG_TAN_STAGES = 4, FENG_TAN_GROUPS = 8 };

/// Pyramid, octagonal prism, octagonal frustum, sphere.
typedef enum feng_tan_type { FENG_TAN_P5, FENG_TAN_P16, FENG_TAN_F16, FENG_TAN_S, FENG_TAN_TYPES } feng_tan_type;

typedef struct feng_tan_figures {
    double apart, contact, epa; ///< GJK(0), GJK(1) and EPA; NAN where there is none
} feng_tan_figures;

typedef struct feng_tan_group {
    const char *name;
    feng_tan_type a, b;
    feng_tan_figures first[FENG_TAN_STAGES],
        second[FENG_TAN_STAGES]; ///< Tables I and II; all 0 where it has not this group
} feng_tan_group;

extern const feng_tan_group scree_feng_tan_groups[FENG_TAN_GROUPS];

/// Figs. 1 to 3: the Minkowski difference, the contact state and the entrance block. False where it could not go on.
bool scree_feng_tan_entrance(figures *f);

#endif
