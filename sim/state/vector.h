// Vectors, rotations and inertia of the simulator: the few formulas that run for each grain in each step, inline.
#ifndef SCREE_SIM_STATE_VECTOR_H
#define SCREE_SIM_STATE_VECTOR_H

#include <math.h>

#include "scree/vec.h"

static inline scree_vec3 v3(double x, double y, double z)
{
    return (scree_vec3){ x, y, z };
}

static inline scree_vec3 v3_add(scree_vec3 a, scree_vec3 b)
{
    return v3(a.x + b.x, a.y + b.y, a.z + b.z);
}

static inline scree_vec3 v3_sub(scree_vec3 a, scree_vec3 b)
{
    return v3(a.x - b.x, a.y - b.y, a.z - b.z);
}

static inline scree_vec3 v3_scale(double s, scree_vec3 a)
{
    return v3(s * a.x, s * a.y, s * a.z);
}

/// a + s b
static inline scree_vec3 v3_add_scaled(scree_vec3 a, double s, scree_vec3 b)
{
    return v3(a.x + s * b.x, a.y + s * b.y, a.z + s * b.z);
}

static inline double v3_dot(scree_vec3 a, scree_vec3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline scree_vec3 v3_cross(scree_vec3 a, scree_vec3 b)
{
    return v3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

static inline double v3_length(scree_vec3 a)
{
    return sqrt(v3_dot(a, a));
}

/// The sum of the magnitudes of the coordinates.
static inline double v3_norm1(scree_vec3 a)
{
    return fabs(a.x) + fabs(a.y) + fabs(a.z);
}

static inline bool v3_is_finite(scree_vec3 a)
{
    return isfinite(a.x) && isfinite(a.y) && isfinite(a.z);
}

/// p q: the rotation q, followed by p.
static inline scree_quat quat_mul(scree_quat p, scree_quat q)
{
    return (scree_quat){ p.w * q.w - p.x * q.x - p.y * q.y - p.z * q.z, p.w * q.x + p.x * q.w + p.y * q.z - p.z * q.y,
                         p.w * q.y - p.x * q.z + p.y * q.w + p.z * q.x, p.w * q.z + p.x * q.y - p.y * q.x + p.z * q.w };
}

static inline scree_quat quat_conjugate(scree_quat q)
{
    return (scree_quat){ q.w, -q.x, -q.y, -q.z };
}

static inline scree_quat quat_scaled(scree_quat q, double s)
{
    return (scree_quat){ s * q.w, s * q.x, s * q.y, s * q.z };
}

static inline scree_quat quat_unit(scree_quat q)
{
    return quat_scaled(q, 1.0 / sqrt(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z));
}

/// Rotate v by a unit quaternion.
static inline scree_vec3 quat_rotate(scree_quat q, scree_vec3 v)
{
    const scree_vec3 u = v3(q.x, q.y, q.z), t = v3_scale(2.0, v3_cross(u, v));
    return v3_add(v3_add_scaled(v, q.w, t), v3_cross(u, t));
}

/// The inverse rotation.
static inline scree_vec3 quat_rotate_back(scree_quat q, scree_vec3 v)
{
    return quat_rotate(quat_conjugate(q), v);
}

#endif
