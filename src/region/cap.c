// Selects the cap integrals for a shape.
#include "region/cap.h"

bool scree_cap_serves(const scree_shape *shape)
{
    if (shape->dimension != 3) return false;
    switch (shape->core) {
    case SCREE_CORE_POINT:
    case SCREE_CORE_SEGMENT:
    case SCREE_CORE_POLYHEDRON:
    case SCREE_CORE_ELLIPSOID:
    case SCREE_CORE_SUPERQUADRIC:
    case SCREE_CORE_FRUSTUM:
    case SCREE_CORE_TEAR:
        return true;
    default:
        return false;
    }
}

double scree_cap_shift(const scree_shape *shape)
{
    const scree_core core = shape->core;
    const bool is_whole = core == SCREE_CORE_POINT || core == SCREE_CORE_SEGMENT || core == SCREE_CORE_TEAR;
    return is_whole ? 0.0 : shape->radius;
}

scree_cap scree_cap_of(const scree_shape *shape, const scree_cap_mesh *mesh, const scree_cap_frame *frame)
{
    const double r = shape->radius;
    switch (shape->core) {
    case SCREE_CORE_POINT:
        return scree_cap_of_ellipsoid(v3(r, r, r), frame);
    case SCREE_CORE_SEGMENT:
        return scree_cap_of_capsule(r, r, max2(shape->z[0], shape->z[1]), frame);
    case SCREE_CORE_TEAR:
        return scree_cap_of_capsule(shape->form->bottom + r, shape->form->top + r, shape->form->half_length, frame);
    case SCREE_CORE_ELLIPSOID:
        return scree_cap_of_ellipsoid(shape->form->semi_axes, frame);
    case SCREE_CORE_SUPERQUADRIC:
        return scree_cap_of_superquadric(shape, mesh, frame);
    case SCREE_CORE_FRUSTUM:
        return scree_cap_of_frustum(shape->form->bottom, shape->form->top, shape->form->half_length, frame);
    default:
        return scree_cap_of_polyhedron(shape, frame);
    }
}
