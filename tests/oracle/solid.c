#include "oracle/solid.h"

oracle_hull *scree_oracle_solid(const scree_solid *s)
{
    switch (s->kind) {
    case SCREE_SPHERE:
        return scree_oracle_ball(s->radius, s->rounding, false);
    case SCREE_DISC:
        return scree_oracle_ball(s->radius, s->rounding, true);
    case SCREE_CAPSULE:
        return scree_oracle_capsule(s->radius, s->half_length, s->rounding);
    case SCREE_HALF_SPACE:
        return scree_oracle_half_space(s->vector, s->offset, s->rounding);
    case SCREE_BOX:
        return scree_oracle_box(s->vector, s->rounding);
    case SCREE_POLYGON:
        return scree_oracle_hull(s->points, s->count, 2, s->rounding);
    case SCREE_POLYHEDRON:
        if (s->count <= SCREE_ORACLE_BRUTE) return scree_oracle_hull(s->points, s->count, 3, s->rounding);
        return scree_oracle_hull_checked(s->shape, s->points, s->count);
    case SCREE_SUPPORT_SHAPE:
        break;
    }
    return NULL;
}
