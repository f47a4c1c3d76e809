// Superquadrics: creation, support, bounds and mass.
#include <math.h>

#include "math/vec3.h"
#include "shape/build.h"
#include "shape/support.h"

#define MOST_UNEQUAL 1e6
#define MOST_BLOCKY 100.0

static bool check_exponent(const char *field, double n, scree_error *error)
{
    if (n >= 2.0 && n <= MOST_BLOCKY) return true;
    scree_error_set(error, SCREE_INVALID_ARGUMENT, "%s: must be between 2 and %g, got %g", field, MOST_BLOCKY, n);
    return false;
}

scree_shape *scree_superquadric(scree_vec3 semi_axes, double n1, double n2, double rounding, scree_error *error)
{
    if (!check_exponent("exponents.n1", n1, error) || !check_exponent("exponents.n2", n2, error)) return NULL;
    scree_shape *s = scree_ellipsoid(semi_axes, rounding, error); // which checks the axes
    if (s == NULL) return NULL;
    s->kind = SCREE_SUPERQUADRIC;
    s->n1 = n1;
    s->n2 = n2;
    if (n1 != 2.0 || n2 != 2.0) {
        s->core = SCREE_CORE_SUPERQUADRIC;
        s->core_radius = v3_norm(semi_axes) * (1.0 + 0x1p-50);
    }
    scree_shape_finish(s);
    return s;
}

scree_vec3 scree_superquadric_support(const scree_shape *s, scree_vec3 d)
{
    const scree_vec3 a = s->semi_axes;
    d = v3_scale(d, 1.0 / v3_max_abs(d));
    const double x = fabs(a.x * d.x), y = fabs(a.y * d.y), z = fabs(a.z * d.z);
    const double p1 = 1.0 / (s->n1 - 1.0), p2 = 1.0 / (s->n2 - 1.0); // dual exponents less 1
    const double widest = fmax(x, y), narrow = fmin(x, y);
    double across = 0.0, u = 0.0, v = 0.0;
    if (widest > 0.0) {
        across = widest * pow(1.0 + pow(narrow / widest, 1.0 + p2), 1.0 / (1.0 + p2));
        u = pow(x / across, p2);
        v = pow(y / across, p2);
    }
    const double high = fmax(across, z), low = fmin(across, z);
    const double h = high * pow(1.0 + pow(low / high, 1.0 + p1), 1.0 / (1.0 + p1));
    const double w = pow(across / h, p1);
    return v3(copysign(a.x * u * w, d.x), copysign(a.y * v * w, d.y), copysign(a.z * pow(z / h, p1), d.z));
}

void scree_superquadric_set_bounds(scree_shape *s)
{
    const double r = s->radius, grow = 1.0 + 0x1p-50;
    s->bounds.high = v3((s->semi_axes.x + r) * grow, (s->semi_axes.y + r) * grow, (s->semi_axes.z + r) * grow);
    s->bounds.low = v3_neg(s->bounds.high);
    s->bounds.centre = v3(0, 0, 0);
    s->bounds.radius = (s->core_radius + r) * grow;
}

void scree_superquadric_set_mass(scree_shape *s)
{
    s->mass = (scree_mass){ .volume = 8.0 * s->semi_axes.x * s->semi_axes.y * s->semi_axes.z };
}
