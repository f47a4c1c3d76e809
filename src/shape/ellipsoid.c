// Ellipsoids: creation and mass.
//
// Idea    A rounded ellipsoid is the ellipsoid and a shell x = y(u) + t u, 0 <= t <= r, over all normals u. With D the
//         semi-axes, X = D^2, h = |D u| and y = X u / h, the shell's volume element is
//
//           (R + T t + t^2) dt dOmega,   R = det X / h^4,   T = sum x_j (tr X - x_j) u_j^2 / h^3,
//
//         the product and the sum of the radii of curvature. Volume and second moments are then means over all u of
//         u_i^2 and u_i^2 u_j^2 over powers of h, all of one sign. (R dOmega is the surface element: where it stands
//         with y_i^2, the mean is taken over y = D v instead, v on the unit sphere.) A mean over u is one over a
//         Gaussian vector, and with h^-p = int s^(p/2 - 1) exp(-s h^2) ds / Gamma(p/2) that is a product of three:
//         one integral over s is left. Over log s it is analytic up to +- i pi, so that the trapezoidal rule with
//         steps of 7/16 is right to exp(-2 pi^2 16/7) = 3e-20, times some hundreds, whatever the aspect ratio.
// Limits  Volume and inertia are right to about 10 roundings (tests/unit/shape/ellipsoid.c).
#include <math.h>

#include "base/fp_environment.h"
#include "math/vec3.h"
#include "shape/build.h"
#include "shape/mass/swept.h"
#include "shape/superquadric_form.h"

// The largest ratio of semi-axes. Squares of their ratios enter everywhere; beyond this too few digits of a double are
// left to locate the surface.
#define MOST_UNEQUAL 1e6

static const double PI = 3.14159265358979323846;

bool scree_check_semi_axes(scree_vec3 semi_axes, scree_error *error)
{
    if (!scree_check_positive("semi_axes.x", semi_axes.x, error)) return false;
    if (!scree_check_positive("semi_axes.y", semi_axes.y, error)) return false;
    if (!scree_check_positive("semi_axes.z", semi_axes.z, error)) return false;
    double most = v3_max_abs(semi_axes), least = fmin(semi_axes.x, fmin(semi_axes.y, semi_axes.z));
    if (most <= MOST_UNEQUAL * least) return true;
    scree_error_set(error, SCREE_INVALID_ARGUMENT,
                    "semi_axes: the longest is %g times the shortest, at most %g is served", most / least,
                    MOST_UNEQUAL);
    return false;
}

scree_shape *scree_ellipsoid_create(scree_vec3 semi_axes, double rounding, scree_error *error)
{
    SCREE_FP_GUARD();
    if (!scree_check_semi_axes(semi_axes, error)) return NULL;
    if (!scree_check_not_negative("rounding", rounding, error)) return NULL;
    scree_shape_counts none = { 0 };
    scree_shape *s = scree_shape_new(SCREE_ELLIPSOID, SCREE_CORE_ELLIPSOID, none, error);
    if (s == NULL) return NULL;
    s->rounding = s->radius = rounding;
    scree_own_form(s)->semi_axes = semi_axes;
    scree_own_form(s)->n1 = scree_own_form(s)->n2 = 2.0;
    scree_own_form(s)->along = scree_own_form(s)->across = scree_exponent_make(2.0);
    s->core_radius = v3_max_abs(semi_axes);
    scree_shape_finish(s);
    return s;
}

// E|z|^k of a Gaussian vector in space: what the mean over directions is to be divided by.
static double mean_power(int k)
{
    const double root = 0.79788456080286535588; // sqrt(2 / pi)
    switch (k) {
    case -1:
        return root;
    case 1:
        return 2.0 * root;
    case 3:
        return 8.0 * root;
    default: // -2 and 0
        return 1.0;
    }
}

// Gamma(p / 2)
static double gamma_half(int p)
{
    static const double of[6] = {
        0.0, 1.77245385090551602730, 1.0, 0.88622692545275801365, 1.0, 1.32934038817913702047
    };
    return of[p];
}

// The mean over all directions u of u_i^2 g(u) / h^p, for i = x, y, z, where h^2 = sum x_j u_j^2 and g is 1 or
// sum q_j u_j^2.
static void means(const double x[3], int p, const double *q, double out[3])
{
    const double step = 7.0 / 16.0,
                 decay = 2.0 * 38.0; // exp(-38) < 2^-53; integrands fall like exp(-|log s| / 2) or faster
    // Whole steps from log s = 0, so that log s is exact.
    int low = (int)((-decay - log(fmax(x[0], fmax(x[1], x[2])))) / step);
    int high = (int)((decay - log(fmin(x[0], fmin(x[1], x[2])))) / step);
    out[0] = out[1] = out[2] = 0.0;
    for (int k = low; k <= high; ++k) {
        double s = exp(k * step), v[3], weight = pow(s, 0.5 * p), mean = 0.0;
        for (int i = 0; i < 3; ++i) {
            v[i] = 1.0 / (1.0 + 2.0 * s * x[i]);
            weight *= sqrt(v[i]);
        }
        for (int i = 0; i < 3 && q != NULL; ++i) mean += q[i] * v[i];
        for (int i = 0; i < 3; ++i) out[i] += weight * v[i] * (q == NULL ? 1.0 : mean + 2.0 * q[i] * v[i]);
    }
    double scale = step / (gamma_half(p) * mean_power((q == NULL ? 2 : 4) - p));
    for (int i = 0; i < 3; ++i) out[i] *= scale;
}

// For an ellipsoid whose longest semi-axis is 1.
static void add_shell(const double a[3], scree_swept *out)
{
    const double x[3] = { a[0] * a[0], a[1] * a[1], a[2] * a[2] }, trace = x[0] + x[1] + x[2], abc = a[0] * a[1] * a[2];
    double q[3], dual[3], area[3], width[3], bent[3], along[3], across[3], flat[3], tilted[3];
    for (int i = 0; i < 3; ++i) {
        q[i] = x[i] * (trace - x[i]);
        dual[i] = 1.0 / x[i];
    }
    means(dual, 1, dual, area); // u_i^2 h of the dual ellipsoid: the surface element of y = D v, over abc
    means(x, 1, NULL, width);
    means(x, 5, q, bent);
    means(x, 2, NULL, along);
    means(x, 4, q, across);
    means(x, 4, NULL, flat);
    means(x, 3, q, tilted);
    for (int i = 0; i < 3; ++i) {
        out->volume[1] += 4.0 * PI * abc * area[i];
        out->volume[2] += 4.0 * PI * x[i] * width[i];
        double *m = out->second[i];
        m[1] = 4.0 * PI * abc * x[i] * area[i];
        m[2] = 4.0 * PI * (0.5 * x[i] * x[i] * bent[i] + abc / 3.0);
        m[3] = 4.0 * PI / 3.0 * (x[i] * x[i] * along[i] + 2.0 * x[i] * across[i] + abc * abc * flat[i]);
        m[4] = 4.0 * PI * (0.5 * x[i] * width[i] + 0.25 * tilted[i]);
        m[5] = 4.0 * PI / 15.0;
    }
    out->volume[3] = 4.0 * PI / 3.0;
}

void scree_ellipsoid_set_mass(scree_shape *s)
{
    const double size = s->core_radius, r = s->radius;
    const double a[3] = { s->form->semi_axes.x / size, s->form->semi_axes.y / size, s->form->semi_axes.z / size };
    scree_swept m = { .volume = { 4.0 * PI / 3.0 * a[0] * a[1] * a[2] } };
    for (int i = 0; i < 3; ++i) m.second[i][0] = 0.2 * m.volume[0] * a[i] * a[i];
    if (r > 0.0) add_shell(a, &m);
    *s->mass = scree_swept_mass(&m, size, r);
}
