// Bodies of revolution about z: cylinder, cone and tapered capsule.
#include <math.h>

#include "math/vec3.h"
#include "shape/build.h"
#include "shape/support.h"

static scree_shape *revolved(scree_shape_kind kind, scree_core core, double bottom, double top, double half_length,
                             double rounding, scree_error *error)
{
    if (!scree_check_not_negative("rounding", rounding, error)) return NULL;
    scree_shape_counts none = { 0 };
    scree_shape *s = scree_shape_new(kind, core, none, error);
    if (s == NULL) return NULL;
    s->rounding = s->radius = rounding;
    s->bottom = bottom;
    s->top = top;
    s->half_length = half_length;
    return s;
}

scree_shape *scree_cylinder(double radius, double half_length, double rounding, scree_error *error)
{
    if (!scree_check_positive("radius", radius, error)) return NULL;
    if (!scree_check_positive("half_length", half_length, error)) return NULL;
    scree_shape *s = revolved(SCREE_CYLINDER, SCREE_CORE_FRUSTUM, radius, radius, half_length, rounding, error);
    if (s == NULL) return NULL;
    s->core_radius = hypot(radius, half_length) * (1.0 + 0x1p-50);
    scree_shape_finish(s);
    return s;
}

scree_shape *scree_cone(double radius, double half_length, double rounding, scree_error *error)
{
    if (!scree_check_positive("radius", radius, error)) return NULL;
    if (!scree_check_positive("half_length", half_length, error)) return NULL;
    scree_shape *s = revolved(SCREE_CONE, SCREE_CORE_FRUSTUM, radius, 0.0, half_length, rounding, error);
    if (s == NULL) return NULL;
    s->core_radius = hypot(radius, half_length) * (1.0 + 0x1p-50);
    scree_shape_finish(s);
    return s;
}

scree_shape *scree_tapered_capsule(double bottom_radius, double top_radius, double half_length, double rounding,
                                   scree_error *error)
{
    if (!scree_check_positive("bottom_radius", bottom_radius, error)) return NULL;
    if (!scree_check_positive("top_radius", top_radius, error)) return NULL;
    if (!scree_check_not_negative("half_length", half_length, error)) return NULL;
    const double less = fmin(bottom_radius, top_radius), more = fmax(bottom_radius, top_radius);
    scree_shape *s = revolved(SCREE_TAPERED_CAPSULE, SCREE_CORE_TEAR, bottom_radius - less, top_radius - less,
                              half_length, rounding, error);
    if (s == NULL) return NULL;
    s->radius += less;
    s->core_radius = half_length + (more - less);
    s->core_radius *= 1.0 + 0x1p-50;
    scree_shape_finish(s);
    return s;
}

scree_vec3 scree_frustum_support(const scree_shape *s, scree_vec3 d)
{
    const double across = hypot(d.x, d.y), l = s->half_length;
    const bool up = d.z * l + s->top * across > s->bottom * across - d.z * l;
    const double r = up ? s->top : s->bottom, scale = across > 0.0 ? r / across : 0.0;
    return v3(scale * d.x, scale * d.y, up ? l : -l);
}

scree_vec3 scree_tear_support(const scree_shape *s, scree_vec3 d)
{
    const scree_vec3 u = v3_unit(d);
    const double l = s->half_length;
    const bool up = u.z * l + s->top > s->bottom - u.z * l;
    return v3_add_scaled(v3(0, 0, up ? l : -l), up ? s->top : s->bottom, u);
}

void scree_revolved_set_bounds(scree_shape *s)
{
    const double grow = 1.0 + 0x1p-50, r = s->radius;
    const bool balls = s->core == SCREE_CORE_TEAR;
    const double wide = (fmax(s->bottom, s->top) + r) * grow;
    const double low = s->half_length + r + (balls ? s->bottom : 0.0),
                 high = s->half_length + r + (balls ? s->top : 0.0);
    s->bounds.low = v3(-wide, -wide, -low * grow);
    s->bounds.high = v3(wide, wide, high * grow);
    s->bounds.centre = v3(0, 0, 0);
    s->bounds.radius = (s->core_radius + r) * grow;
}

void scree_frustum_set_mass(scree_shape *s)
{
    s->mass = (scree_mass){ .volume = s->half_length * s->bottom * s->bottom };
}

void scree_tear_set_mass(scree_shape *s)
{
    s->mass = (scree_mass){ .volume = s->half_length * s->bottom * s->bottom };
}
