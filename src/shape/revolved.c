// Bodies of revolution about z: cylinder, cone and tapered capsule.
//
// Idea    Cylinder and cone are hulls of two discs. A tapered capsule is the hull of two balls, and so that of a ball
//         and a point (a "tear"), swept by the smaller ball: the difference of the two radii and the half length are
//         all that searches see. Equal radii make a capsule, and where one ball holds the other the hull is a ball
//         about its centre: these get the cores of a capsule and of a sphere, which have closed forms.
#include <math.h>

#include "base/fp_environment.h"
#include "math/vec3.h"
#include "shape/build.h"
#include "shape/support.h"

// Roundings by which a support point may lie off the surface, of the core radius: of a disc's or a ball's radius times
// a unit direction, 5, and of the difference of two radii, 1.
#define ROUNDINGS_OFF 6.0

static scree_shape *revolved(scree_shape_kind kind, scree_core core, int vertices, double bottom, double top,
                             double half_length, double rounding, scree_error *error)
{
    scree_shape_counts counts = { .vertices = vertices };
    scree_shape *s = scree_shape_new(kind, core, counts, error);
    if (s == NULL) return NULL;
    s->rounding = s->radius = rounding;
    scree_own_form(s)->bottom = bottom;
    scree_own_form(s)->top = top;
    scree_own_form(s)->half_length = half_length;
    s->given_radius = bottom;
    return s;
}

static scree_shape *frustum(scree_shape_kind kind, double bottom, double top, double half_length, double rounding,
                            scree_error *error)
{
    if (!scree_check_positive("radius", bottom, error)) return NULL;
    if (!scree_check_positive("half_length", half_length, error)) return NULL;
    if (!scree_check_not_negative("rounding", rounding, error)) return NULL;
    scree_shape *s = revolved(kind, SCREE_CORE_FRUSTUM, 0, bottom, top, half_length, rounding, error);
    if (s == NULL) return NULL;
    s->core_radius = hypot(bottom, half_length) * (1.0 + 0x1p-50);
    s->slack = ROUNDINGS_OFF * 0x1p-53 * s->core_radius;
    scree_shape_finish(s);
    return s;
}

scree_shape *scree_cylinder_create(double radius, double half_length, double rounding, scree_error *error)
{
    SCREE_FP_GUARD();
    return frustum(SCREE_CYLINDER, radius, radius, half_length, rounding, error);
}

scree_shape *scree_cone_create(double radius, double half_length, double rounding, scree_error *error)
{
    SCREE_FP_GUARD();
    return frustum(SCREE_CONE, radius, 0.0, half_length, rounding, error);
}

// The ball around the lower or the upper end that contains the other one.
static scree_shape *ball(double bottom, double top, double half_length, double rounding, scree_error *error)
{
    scree_shape *s = revolved(SCREE_TAPERED_CAPSULE, SCREE_CORE_POINT, 1, bottom, top, half_length, rounding, error);
    if (s == NULL) return NULL;
    scree_own_form(s)->given_top_radius = top;
    s->radius += fmax(bottom, top);
    s->centre = v3(0, 0, bottom > top ? -half_length : half_length);
    scree_shape_finish(s);
    return s;
}

static scree_shape *capsule(double radius, double half_length, double rounding, scree_error *error)
{
    scree_shape *s =
        revolved(SCREE_TAPERED_CAPSULE, SCREE_CORE_SEGMENT, 2, radius, radius, half_length, rounding, error);
    if (s == NULL) return NULL;
    scree_own_form(s)->given_top_radius = radius;
    s->radius += radius;
    for (int i = 0; i < 2; ++i) {
        s->x[i] = s->y[i] = 0.0;
        s->z[i] = i == 0 ? -half_length : half_length;
    }
    scree_shape_finish(s);
    return s;
}

scree_shape *scree_tapered_capsule_create(double bottom_radius, double top_radius, double half_length, double rounding,
                                          scree_error *error)
{
    SCREE_FP_GUARD();
    if (!scree_check_positive("radii.bottom", bottom_radius, error)) return NULL;
    if (!scree_check_positive("radii.top", top_radius, error)) return NULL;
    if (!scree_check_not_negative("half_length", half_length, error)) return NULL;
    if (!scree_check_not_negative("rounding", rounding, error)) return NULL;
    const double less = fmin(bottom_radius, top_radius), more = fmax(bottom_radius, top_radius);
    if (2.0 * half_length <= more - less) return ball(bottom_radius, top_radius, half_length, rounding, error);
    if (more == less) return capsule(more, half_length, rounding, error);
    scree_shape *s = revolved(SCREE_TAPERED_CAPSULE, SCREE_CORE_TEAR, 0, bottom_radius - less, top_radius - less,
                              half_length, rounding, error);
    if (s == NULL) return NULL;
    s->given_radius = bottom_radius;
    scree_own_form(s)->given_top_radius = top_radius;
    s->radius += less;
    s->core_radius = (half_length + (more - less)) * (1.0 + 0x1p-50);
    s->slack = ROUNDINGS_OFF * 0x1p-53 * s->core_radius;
    scree_shape_finish(s);
    return s;
}

// Scales a direction so that its products with lengths neither overflow nor underflow.
static scree_vec3 moderate(scree_vec3 d)
{
    const double most = v3_max_abs(d);
    return most < 1e-100 || most > 1e100 ? v3(d.x / most, d.y / most, d.z / most) : d;
}

scree_vec3 scree_frustum_support(const scree_shape *s, scree_vec3 d)
{
    d = moderate(d);
    const double square = d.x * d.x + d.y * d.y, l = s->form->half_length;
    // Less than this across is along the axis to rounding: the middle of the disc is as high as its rim.
    const double across = square > 1e-280 ? sqrt(square) : 0.0;
    const bool up = d.z * l + s->form->top * across > s->form->bottom * across - d.z * l;
    const double r = up ? s->form->top : s->form->bottom, scale = across > 0.0 ? r / across : 0.0;
    return v3(scale * d.x, scale * d.y, up ? l : -l);
}

scree_vec3 scree_tear_support(const scree_shape *s, scree_vec3 d)
{
    const scree_vec3 u = v3_unit(d);
    const double l = s->form->half_length;
    const bool up = u.z * l + s->form->top > s->form->bottom - u.z * l;
    return v3_add_scaled(v3(0, 0, up ? l : -l), up ? s->form->top : s->form->bottom, u);
}

// The smallest sphere around a frustum has its centre where both rims are as far, or at the wider disc; around a tear
// it spans both ends.
void scree_revolved_set_bounds(scree_shape *s)
{
    const double r = s->radius, l = s->form->half_length, grow = r > 0.0 ? 1.0 + 0x1p-50 : 1.0;
    const double wide = (fmax(s->form->bottom, s->form->top) + r) * grow;
    double low = l + r, high = l + r, centre, radius;
    if (s->core == SCREE_CORE_TEAR) {
        low += s->form->bottom;
        high += s->form->top;
        centre = 0.5 * (s->form->top - s->form->bottom);
        radius = l + 0.5 * (s->form->top + s->form->bottom);
    } else {
        centre = 0.25 * (s->form->top - s->form->bottom) * ((s->form->top + s->form->bottom) / l);
        centre = fmax(-l, fmin(l, centre));
        radius = fmax(hypot(s->form->bottom, l + centre), hypot(s->form->top, l - centre));
    }
    s->bounds.low = v3(-wide, -wide, -low * grow);
    s->bounds.high = v3(wide, wide, high * grow);
    s->bounds.centre = v3(0, 0, centre);
    s->bounds.radius = (radius + r) * (1.0 + 0x1p-50);
}
