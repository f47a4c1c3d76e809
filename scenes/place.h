// Vectors and rotations that scenes are placed with. Plain double arithmetic: what a scene is, is what comes out.
#ifndef SCREE_SCENES_PLACE_H
#define SCREE_SCENES_PLACE_H

#include <math.h>

#include "scree/vec.h"

static inline scree_vec3 s3(double x, double y, double z)
{
    scree_vec3 r = { x, y, z };
    return r;
}

static inline scree_vec3 s3_add(scree_vec3 a, scree_vec3 b)
{
    return s3(a.x + b.x, a.y + b.y, a.z + b.z);
}

static inline scree_vec3 s3_sub(scree_vec3 a, scree_vec3 b)
{
    return s3(a.x - b.x, a.y - b.y, a.z - b.z);
}

static inline scree_vec3 s3_scale(scree_vec3 a, double s)
{
    return s3(a.x * s, a.y * s, a.z * s);
}

static inline double s3_dot(scree_vec3 a, scree_vec3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline scree_vec3 s3_cross(scree_vec3 a, scree_vec3 b)
{
    return s3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

/// Of length 1; (0, 0, 0) stays.
static inline scree_vec3 s3_unit(scree_vec3 a)
{
    double m = fmax(fabs(a.x), fmax(fabs(a.y), fabs(a.z)));
    if (m == 0.0) return a;
    a = s3_scale(a, 1.0 / m);
    return s3_scale(a, 1.0 / sqrt(s3_dot(a, a)));
}

/// Some direction at right angles to n.
static inline scree_vec3 s3_across(scree_vec3 n)
{
    double x = fabs(n.x), y = fabs(n.y), z = fabs(n.z);
    return s3_unit(s3_cross(n, x <= y && x <= z ? s3(1, 0, 0) : y <= z ? s3(0, 1, 0) : s3(0, 0, 1)));
}

static inline scree_quat quat_times(scree_quat a, scree_quat b)
{
    scree_quat r = { a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z, a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
                     a.w * b.y + a.y * b.w + a.z * b.x - a.x * b.z, a.w * b.z + a.z * b.w + a.x * b.y - a.y * b.x };
    return r;
}

static inline scree_quat quat_about(scree_vec3 axis, double angle)
{
    double s = sin(0.5 * angle);
    scree_quat r = { cos(0.5 * angle), s * axis.x, s * axis.y, s * axis.z };
    return r;
}

static inline scree_quat quat_scale(scree_quat q, double s)
{
    scree_quat r = { q.w * s, q.x * s, q.y * s, q.z * s };
    return r;
}

/// The rotation that takes the unit vector `from` to the unit vector `to`.
static inline scree_quat quat_from_to(scree_vec3 from, scree_vec3 to)
{
    double c = s3_dot(from, to);
    if (c < -0.999999) return quat_about(s3_across(from), 3.141592653589793);
    scree_vec3 axis = s3_cross(from, to);
    scree_quat r = { 1.0 + c, axis.x, axis.y, axis.z };
    double n = sqrt(r.w * r.w + r.x * r.x + r.y * r.y + r.z * r.z);
    return quat_scale(r, 1.0 / n);
}

/// v rotated by q, which need not be unit.
static inline scree_vec3 quat_rotate(scree_quat q, scree_vec3 v)
{
    scree_vec3 u = s3(q.x, q.y, q.z);
    double s = 2.0 / (q.w * q.w + s3_dot(u, u));
    scree_vec3 t = s3_scale(s3_cross(u, v), s);
    return s3_add(v, s3_add(s3_scale(t, q.w), s3_cross(u, t)));
}

#endif
