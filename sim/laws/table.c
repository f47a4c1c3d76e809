// Which law serves which pair of shapes.
#include "laws/laws.h"

enum { LINEAR = SCREE_LAW_LINEAR, DEPTH = SCREE_LAW_DEPTH, FIELD = SCREE_LAW_PRESSURE_FIELD };
enum { PLANE = SCREE_LAW_FLOATING_PLANE };

// One contact point is enough where one of the two is smooth. By the classes of A and B; symmetric. The columns are in the
// order of the rows: point, polyhedron, polygon, half space, blocky, user, rounded polygon, sheet.
static const unsigned char table[SIM_CLASSES][SIM_CLASSES] = {
    [SIM_CLASS_POINT] = { LINEAR, LINEAR, LINEAR, LINEAR, LINEAR, DEPTH, LINEAR, LINEAR },
    [SIM_CLASS_POLYHEDRON] = { LINEAR, FIELD, DEPTH, FIELD, PLANE, DEPTH, DEPTH, DEPTH },
    [SIM_CLASS_POLYGON] = { LINEAR, DEPTH, FIELD, FIELD, DEPTH, DEPTH, DEPTH, DEPTH },
    [SIM_CLASS_HALF_SPACE] = { LINEAR, FIELD, FIELD, DEPTH, PLANE, DEPTH, DEPTH, DEPTH },
    [SIM_CLASS_BLOCKY] = { LINEAR, PLANE, DEPTH, PLANE, PLANE, DEPTH, DEPTH, DEPTH },
    [SIM_CLASS_USER] = { DEPTH, DEPTH, DEPTH, DEPTH, DEPTH, DEPTH, DEPTH, DEPTH },
    [SIM_CLASS_ROUNDED_POLYGON] = { LINEAR, DEPTH, DEPTH, DEPTH, DEPTH, DEPTH, DEPTH, DEPTH },
    [SIM_CLASS_SHEET] = { LINEAR, DEPTH, DEPTH, DEPTH, DEPTH, DEPTH, DEPTH, DEPTH },
};

static bool is_solid(sim_class a)
{
    return a == SIM_CLASS_POLYHEDRON || a == SIM_CLASS_BLOCKY;
}

// Polyhedra and blocky bodies with each other, with half spaces and with smooth bodies.
static bool has_plane(sim_class a, sim_class b)
{
    const bool meets = is_solid(b) || b == SIM_CLASS_POINT || b == SIM_CLASS_HALF_SPACE;
    return is_solid(a) && meets;
}

static bool serves(scree_law law, sim_class a, sim_class b)
{
    switch (law) {
    case SCREE_LAW_LINEAR:
    case SCREE_LAW_HERTZ:
    case SCREE_LAW_DEPTH:
    case SCREE_LAW_USER:
        return true;
    case SCREE_LAW_PRESSURE_FIELD:
        return table[a][b] == FIELD;
    case SCREE_LAW_VOLUME:
        return a == b && (a == SIM_CLASS_POLYHEDRON || a == SIM_CLASS_POLYGON);
    case SCREE_LAW_FLOATING_PLANE:
        return has_plane(a, b) || has_plane(b, a);
    default:
        return false;
    }
}

static scree_law law_for(scree_law wanted, sim_class a, sim_class b)
{
    return serves(wanted, a, b) ? wanted : (scree_law)table[a][b];
}

scree_law scree_sim_law_for(const scree_sim *sim, sim_class a, sim_class b)
{
    const scree_law wanted = sim->settings.law;
    return serves(scree_sim_base_law(sim, wanted), a, b) ? wanted : (scree_law)table[a][b];
}

scree_law scree_sim_law_of(const scree_shape *a, const scree_shape *b)
{
    if (a == NULL || b == NULL) return SCREE_LAW_AUTO;
    return (scree_law)table[scree_sim_class_of(a)][scree_sim_class_of(b)];
}

scree_law scree_sim_law_chosen(scree_law wanted, const scree_shape *a, const scree_shape *b, bool is_sheet)
{
    if (a == NULL || b == NULL) return SCREE_LAW_AUTO;
    return law_for(wanted, scree_sim_class_of(a), is_sheet ? SIM_CLASS_SHEET : scree_sim_class_of(b));
}
