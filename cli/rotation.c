#include "rotation.h"

#include <math.h>

/// Sine and cosine of an angle in degrees, up to a common factor: at odd multiples of 45 degrees both are 1 or -1.
static void sine_cosine(double degrees, double *sine, double *cosine)
{
    const double radian = acos(-1.0) / 180.0;
    int quarters;
    const double rest = remquo(degrees, 90.0, &quarters); // exact, and at most 45
    double s = sin(rest * radian), c = cos(rest * radian);
    if (fabs(rest) == 45.0) {
        s = copysign(1.0, rest);
        c = 1.0;
    }
    const double turned[4][2] = { { s, c }, { c, -s }, { -s, -c }, { -c, s } };
    *sine = turned[quarters & 3][0];
    *cosine = turned[quarters & 3][1];
}

scree_quat scree_cli_quat_axis_angle(scree_vec3 axis, double degrees)
{
    const double most = fmax(fabs(axis.x), fmax(fabs(axis.y), fabs(axis.z)));
    double x = axis.x / most, y = axis.y / most, z = axis.z / most, sine, cosine;
    const double length = sqrt(x * x + y * y + z * z);
    sine_cosine(0.5 * degrees, &sine, &cosine);
    sine /= length;
    return (scree_quat){ cosine, sine * x, sine * y, sine * z };
}

static scree_quat product(scree_quat p, scree_quat q)
{
    return (scree_quat){ p.w * q.w - p.x * q.x - p.y * q.y - p.z * q.z, p.w * q.x + p.x * q.w + p.y * q.z - p.z * q.y,
                         p.w * q.y - p.x * q.z + p.y * q.w + p.z * q.x, p.w * q.z + p.x * q.y - p.y * q.x + p.z * q.w };
}

scree_quat scree_cli_quat_euler(scree_vec3 degrees)
{
    const scree_quat x = scree_cli_quat_axis_angle((scree_vec3){ 1.0, 0.0, 0.0 }, degrees.x),
                     y = scree_cli_quat_axis_angle((scree_vec3){ 0.0, 1.0, 0.0 }, degrees.y),
                     z = scree_cli_quat_axis_angle((scree_vec3){ 0.0, 0.0, 1.0 }, degrees.z);
    return product(z, product(y, x));
}
