// Superquadrics: creation, support and bounds. See superquadric_form.h for the surface, superquadric_mass.c for the
// mass.
//
// Idea    The farthest point from the centre is found in two steps, as everything about a superquadric: by Hoelder, the
//         largest a^2 u^2 + b^2 v^2 with u^n + v^n = 1 is R^2 with R = (a^k + b^k)^(1/k), k = 2 n / (n - 2), and then
//         the same with R and c. Exponents of 2 leave the larger of the two.
#include <math.h>

#include "base/fp_environment.h"
#include "math/vec3.h"
#include "shape/build.h"
#include "shape/superquadric_form.h"
#include "shape/support.h"

#define MOST_BLOCKY 100.0

// How far a support point may lie off the surface, in roundings of the core radius: 12 in superquadric_form.h for its
// height along the direction, and as many for its distance from the surface.
#define ROUNDINGS_OFF 12.0

static bool check_exponent(const char *field, double n, scree_error *error)
{
    if (n >= 2.0 && n <= MOST_BLOCKY) return true;
    scree_error_set(error, SCREE_INVALID_ARGUMENT,
                    isfinite(n) ? "%s: must be between 2 and %g, got %g"
                                : "%s: not finite, must be between 2 and %g, got %g",
                    field, MOST_BLOCKY, n);
    return false;
}

static double farthest(double n, double a, double b)
{
    const double most = fmax(a, b), least = fmin(a, b), k = 2.0 * n / (n - 2.0);
    return n > 2.0 ? most * pow(1.0 + pow(least / most, k), 1.0 / k) : most;
}

scree_shape *scree_superquadric_create(scree_vec3 semi_axes, double n1, double n2, double rounding, scree_error *error)
{
    SCREE_FP_GUARD();
    if (!check_exponent("exponents.n1", n1, error) || !check_exponent("exponents.n2", n2, error)) return NULL;
    if (!scree_check_semi_axes(semi_axes, error)) return NULL;
    if (!scree_check_not_negative("rounding", rounding, error)) return NULL;
    const bool ellipsoid = n1 == 2.0 && n2 == 2.0;
    scree_shape_counts none = { 0 };
    scree_shape *s =
        scree_shape_new(SCREE_SUPERQUADRIC, ellipsoid ? SCREE_CORE_ELLIPSOID : SCREE_CORE_SUPERQUADRIC, none, error);
    if (s == NULL) return NULL;
    s->rounding = s->radius = rounding;
    scree_own_form(s)->semi_axes = semi_axes;
    scree_own_form(s)->n1 = n1;
    scree_own_form(s)->n2 = n2;
    scree_own_form(s)->along = scree_exponent_make(n1);
    scree_own_form(s)->across = scree_exponent_make(n2);
    s->core_radius = farthest(n1, farthest(n2, semi_axes.x, semi_axes.y), semi_axes.z);
    if (!ellipsoid) {
        s->core_radius *= 1.0 + 0x1p-49; // for the roundings of both steps
        s->slack = ROUNDINGS_OFF * 0x1p-53 * s->core_radius;
    }
    scree_shape_finish(s);
    return s;
}

scree_vec3 scree_superquadric_support(const scree_shape *s, scree_vec3 d)
{
    const double most = v3_max_abs(d);
    if (most < 1e-100 || most > 1e100) d = v3(d.x / most, d.y / most, d.z / most);
    double height;
    return sq_support(s, d, &height);
}

void scree_superquadric_set_bounds(scree_shape *s)
{
    const double r = s->radius, grow = r > 0.0 ? 1.0 + 0x1p-52 : 1.0;
    s->bounds.high =
        v3((s->form->semi_axes.x + r) * grow, (s->form->semi_axes.y + r) * grow, (s->form->semi_axes.z + r) * grow);
    s->bounds.low = v3_neg(s->bounds.high);
    s->bounds.centre = v3(0, 0, 0);
    s->bounds.radius = (s->core_radius + r) * grow;
}
