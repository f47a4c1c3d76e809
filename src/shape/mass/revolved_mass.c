// Volume, centroid and inertia of bodies of revolution, sharp or rounded.
//
// Idea    The outline of all of them, in the half plane (distance from the axis, z), is an arc about the lower end, a
//         straight line that touches both, and an arc about the upper end; a sharp rim is an arc of radius 0. With s
//         the distance from the axis, the volume is pi int s^2 dz, and the second moments are pi/4 int s^4 dz across
//         and pi int s^2 z^2 dz along, all terms positive, as z never falls along the outline. Gauss's rule of 3 points
//         is exact for the line (a polynomial of degree 4), that of 16 points right to a rounding for an arc, where the
//         integrands are trigonometric polynomials of degree 5 over half a turn at most.
// Limits  Some ten roundings of each number (tests/unit/shape/revolved.c).
#include <math.h>

#include "math/vec3.h"
#include "shape/build.h"

static const double PI = 3.14159265358979323846;

enum { HALF_POINTS = 8 };

static const double nodes[HALF_POINTS] = { 0.0950125098376374401853, 0.281603550779258913230, 0.458016777657227386342,
                                           0.617876244402643748447,  0.755404408355003033895, 0.865631202387831743880,
                                           0.944575023073232576078,  0.989400934991649932596 };
static const double weights[HALF_POINTS] = { 0.189450610455068496285,  0.182603415044923588867,
                                             0.169156519395002538189,  0.149595988816576732081,
                                             0.124628971255533872052,  0.0951585116824927848099,
                                             0.0622535239386478928628, 0.0271524594117540948518 };

// Integrals over the body of 1, z, x^2 (or y^2) and z^2.
typedef struct outline {
    double volume, first, across, along;
} outline;

// A piece of the outline at distance s and height z that rises by dz.
static void add(outline *o, double s, double z, double dz)
{
    const double disc = PI * s * s * dz;
    o->volume += disc;
    o->first += disc * z;
    o->across += 0.25 * disc * s * s;
    o->along += disc * z * z;
}

static void add_line(outline *o, double s0, double s1, double z0, double rise)
{
    const double aside = 0.38729833462074168852; // sqrt(3 / 5) / 2
    add(o, s0 * (0.5 + aside) + s1 * (0.5 - aside), z0 + rise * (0.5 - aside), 5.0 / 18.0 * rise);
    add(o, 0.5 * (s0 + s1), z0 + 0.5 * rise, 8.0 / 18.0 * rise);
    add(o, s0 * (0.5 - aside) + s1 * (0.5 + aside), z0 + rise * (0.5 + aside), 5.0 / 18.0 * rise);
}

// About (s, z), from the angle `from` above the horizontal to `to`.
static void add_arc(outline *o, double s, double z, double radius, double from, double to)
{
    const double middle = 0.5 * (from + to), half = 0.5 * (to - from);
    for (int i = -HALF_POINTS; i < HALF_POINTS; ++i) {
        const int k = i < 0 ? -i - 1 : i;
        const double angle = middle + (i < 0 ? -half : half) * nodes[k];
        add(o, s + radius * cos(angle), z + radius * sin(angle), weights[k] * half * radius * cos(angle));
    }
}

void scree_revolved_set_mass(scree_shape *s)
{
    const bool balls = s->core == SCREE_CORE_TEAR;
    // In units of the size, so that fourth and fifth powers neither overflow nor underflow.
    const double size = s->core_radius + s->radius, l = s->form->half_length / size, r = s->radius / size;
    const double bottom = s->form->bottom / size, top = s->form->top / size, less = bottom - top;
    // The line's normal is (flat, steep): across the difference of two discs, or tangent to both balls.
    const double length = balls ? 2.0 * l : hypot(2.0 * l, less);
    const double steep = less / length,
                 flat = balls ? sqrt((2.0 * l - less) * (2.0 * l + less)) / length : 2.0 * l / length;
    const double tilt = atan2(steep, flat);
    const double s0 = balls ? 0.0 : bottom, s1 = balls ? 0.0 : top, r0 = balls ? r + bottom : r,
                 r1 = balls ? r + top : r;
    outline o = { 0.0, 0.0, 0.0, 0.0 };
    add_arc(&o, s0, -l, r0, -0.5 * PI, tilt);
    add_line(&o, s0 + r0 * flat, s1 + r1 * flat, -l + r0 * steep, 2.0 * l - (balls ? less * steep : 0.0));
    add_arc(&o, s1, l, r1, tilt, 0.5 * PI);
    const double centre = o.first / o.volume, along = o.along - o.volume * centre * centre;
    const double volume = size * size * size, square = size * size;
    *s->mass = (scree_mass){ .volume = o.volume * volume, .centroid = v3(0, 0, centre * size) };
    s->mass->inertia.xx = s->mass->inertia.yy = (o.across + along) * volume * square;
    s->mass->inertia.zz = 2.0 * o.across * volume * square;
}
