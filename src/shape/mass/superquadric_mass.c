// Volume and inertia of superquadrics, sharp and rounded.
//
// Source  The sharp ones are Dirichlet's integrals: over the quarter |x|^n + |y|^n <= 1, the integral of x^(p-1)
//         y^(q-1) is Gamma(p/n) Gamma(q/n) / (n^2 Gamma((p+q)/n + 1)).
//
// Idea    A rounded one is the sharp one and a shell y + t N, 0 <= t <= r, over all points y of the surface with normal
//         N; a layer of it has the area (1 + (k1 + k2) t + k1 k2 t^2) dA, with the principal curvatures. The integrals
//         over y run over xi = n2 log(v / u) and eta = n1 log(w / rho), two numbers from -inf to inf for an octant:
//         with u^n2 + v^n2 = 1 and rho^n1 + w^n1 = 1, y = (a u rho, b v rho, c w) and
//
//           dA = a b c / (n1 n2) u v rho^2 w |grad g| dxi deta.
//
//         In these variables edges and corners of any sharpness have the width 1, around 0; they are analytic within
//         i pi / 2 of the real line, and fall off as exp(-|xi| / n). The normal turns where the slopes over the
//         semi-axes are equal, up to twice the logarithm of the aspect ratio away from 0. So xi = x + 2 exp(-L) sinh x,
//         which is nearly x up to L and makes the tails fall off doubly exponentially, and the trapezoidal rule.
// Limits  Sharp: some roundings. Rounded: some 1e-14 of each number, 1e-13 at an aspect ratio of 1e6
//         (tests/unit/shape/superquadric.c); a rounded one takes up to 4 ms.
#include <math.h>

#include "shape/build.h"
#include "shape/mass/swept.h"
#include "shape/superquadric_form.h"

static const double PI = 3.14159265358979323846;

// Gamma(1 + x) for 0 < x <= 2.5.
static double factorial(double x)
{
    return tgamma(1.0 + x);
}

// The sharp one of semi-axes 1: area and second moment of the section at z = 0, times what integrals over z add.
static void add_core(double n1, double n2, const double a[3], scree_swept *out)
{
    const double k = 1.0 / n1, l = 1.0 / n2, abc = a[0] * a[1] * a[2];
    const double area = 4.0 * factorial(l) * factorial(l) / factorial(2.0 * l);
    const double wide = 4.0 / 3.0 * factorial(3.0 * l) * factorial(l) / factorial(4.0 * l);
    const double heights = 2.0 * factorial(k) * factorial(2.0 * k) / factorial(3.0 * k);
    const double across = 2.0 * factorial(k) * factorial(4.0 * k) / factorial(5.0 * k);
    const double along = 2.0 / 3.0 * factorial(3.0 * k) * factorial(2.0 * k) / factorial(5.0 * k);
    out->volume[0] = abc * area * heights;
    out->second[0][0] = abc * a[0] * a[0] * wide * across;
    out->second[1][0] = abc * a[1] * a[1] * wide * across;
    out->second[2][0] = abc * a[2] * a[2] * area * along;
}

// A point of the curve x^n + y^n = 1: what the surface needs of it, and its weight in an integral over n log(y / x).
typedef struct curve_point {
    double x, y, slope_x, slope_y; // slopes: x^(n-1), y^(n-1)
    double half_x, half_y;         // x^((n-2)/2), y^((n-2)/2)
    double weight;
} curve_point;

enum { MOST_POINTS = 400 };

// What is left beyond exp(-37) is below a rounding. Up to L the map is 1.3 times as steep as a straight line, so that
// the rule's error is exp(-2 pi (pi / 2) / (1.3 step)) = 5e-17.
static const double STEP = 0.2, DECAY = 37.0;

static int curve(double n, double aspect, curve_point *points)
{
    const double uneven = log(aspect), plain = 2.0 + uneven * n / (n - 1.0), scale = exp(-plain);
    int count = 0;
    for (int k = 0; count < MOST_POINTS - 1; ++k) {
        const double at = k * STEP, xi = at + 2.0 * scale * sinh(at), rest = log1p(exp(-xi)) / n;
        if (xi > (DECAY + uneven) * n) break;
        const double log_x = -xi / n - rest, log_y = -rest;
        curve_point p = { exp(log_x),
                          exp(log_y),
                          exp((n - 1.0) * log_x),
                          exp((n - 1.0) * log_y),
                          exp(0.5 * (n - 2.0) * log_x),
                          exp(0.5 * (n - 2.0) * log_y),
                          STEP * (1.0 + 2.0 * scale * cosh(at)) };
        points[count++] = p;
        curve_point mirrored = { p.y, p.x, p.slope_y, p.slope_x, p.half_y, p.half_x, p.weight };
        if (k > 0) points[count++] = mirrored;
    }
    return count;
}

// A surface point's share of every factor: eight times, for the octants.
static void add_point(const double a[3], double n1, double n2, const curve_point *f, const curve_point *g,
                      scree_swept *out)
{
    const double y[3] = { a[0] * f->x * g->x, a[1] * f->y * g->x, a[2] * g->y };
    const scree_vec3 gradient = v3(g->slope_x * f->slope_x / a[0], g->slope_x * f->slope_y / a[1], g->slope_y / a[2]);
    const double steep = v3_norm(gradient);
    const scree_vec3 n = v3_scale(gradient, 1.0 / steep);
    const double bend = sqrt(n2 - 1.0) * g->half_x * f->half_x * f->half_y;
    const double tilt = sqrt(n1 - 1.0) * g->half_x * g->half_y;
    const scree_vec3 p = v3(bend * f->y / a[0], -bend * f->x / a[1], 0.0);
    const scree_vec3 q = v3(tilt * g->y * f->slope_x / a[0], tilt * g->y * f->slope_y / a[1], -tilt * g->x / a[2]);
    const double root = v3_dot(n, v3_cross(p, q)) / steep, gauss = root * root;
    const double sum = (v3_norm2(v3_cross(n, p)) + v3_norm2(v3_cross(n, q))) / steep;
    const double area =
        8.0 * a[0] * a[1] * a[2] / (n1 * n2) * f->x * f->y * g->x * g->x * g->y * steep * f->weight * g->weight;
    const double normal[3] = { n.x, n.y, n.z };
    out->volume[1] += area;
    out->volume[2] += 0.5 * area * sum;
    for (int i = 0; i < 3; ++i) {
        const double yy = y[i] * y[i], yn = y[i] * normal[i], nn = normal[i] * normal[i];
        out->second[i][1] += area * yy;
        out->second[i][2] += area * (yn + 0.5 * sum * yy);
        out->second[i][3] += area / 3.0 * (nn + 2.0 * sum * yn + gauss * yy);
        out->second[i][4] += area * (0.25 * sum * nn + 0.5 * gauss * yn);
    }
}

static void add_shell(const double a[3], double n1, double n2, scree_swept *out)
{
    curve_point across[MOST_POINTS], along[MOST_POINTS];
    const double aspect = fmax(a[0], fmax(a[1], a[2])) / fmin(a[0], fmin(a[1], a[2]));
    const int columns = curve(n2, aspect, across), rows = curve(n1, aspect, along);
    for (int i = 0; i < rows; ++i) {
        for (int j = 0; j < columns; ++j) add_point(a, n1, n2, &across[j], &along[i], out);
    }
    out->volume[3] = 4.0 * PI / 3.0;
    for (int i = 0; i < 3; ++i) out->second[i][5] = 4.0 * PI / 15.0;
}

void scree_superquadric_set_mass(scree_shape *s)
{
    const double size = v3_max_abs(s->form->semi_axes);
    const double a[3] = { s->form->semi_axes.x / size, s->form->semi_axes.y / size, s->form->semi_axes.z / size };
    scree_swept m = { .volume = { 0.0 } };
    add_core(s->form->n1, s->form->n2, a, &m);
    if (s->radius > 0.0) add_shell(a, s->form->n1, s->form->n2, &m);
    *s->mass = scree_swept_mass(&m, size, s->radius);
}
