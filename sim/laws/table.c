// Which law serves which pair of shapes.
#include "laws/laws.h"
#include "state/state.h"

enum { LINEAR = SCREE_LAW_LINEAR, DEPTH = SCREE_LAW_DEPTH };

// One contact point is enough where one of the two is smooth. By the classes of A and B; symmetric.
static const unsigned char table[SIM_CLASSES][SIM_CLASSES] = {
    //                         point   polyhedron polygon half space blocky user
    [SIM_CLASS_POINT] = /*  */ { LINEAR, LINEAR, LINEAR, LINEAR, LINEAR, DEPTH },
    [SIM_CLASS_POLYHEDRON] = { LINEAR, DEPTH, DEPTH, DEPTH, DEPTH, DEPTH },
    [SIM_CLASS_POLYGON] = /**/ { LINEAR, DEPTH, DEPTH, DEPTH, DEPTH, DEPTH },
    [SIM_CLASS_HALF_SPACE] = { LINEAR, DEPTH, DEPTH, DEPTH, DEPTH, DEPTH },
    [SIM_CLASS_BLOCKY] = /* */ { LINEAR, DEPTH, DEPTH, DEPTH, DEPTH, DEPTH },
    [SIM_CLASS_USER] = /*   */ { DEPTH, DEPTH, DEPTH, DEPTH, DEPTH, DEPTH },
};

static bool serves(scree_law law, sim_class a, sim_class b)
{
    (void)a;
    (void)b;
    return law == SCREE_LAW_LINEAR || law == SCREE_LAW_HERTZ || law == SCREE_LAW_DEPTH || law == SCREE_LAW_USER;
}

scree_law scree_sim_law_for(const scree_sim *sim, sim_class a, sim_class b)
{
    const scree_law wanted = sim->settings.law;
    return wanted != SCREE_LAW_AUTO && serves(wanted, a, b) ? wanted : (scree_law)table[a][b];
}

scree_law scree_sim_law_of(const scree_shape *a, const scree_shape *b)
{
    if (a == NULL || b == NULL) return SCREE_LAW_AUTO;
    return (scree_law)table[scree_sim_class_of(a)][scree_sim_class_of(b)];
}
