// Vectors by value: v3_add, v3_dot, ... so that formulas read as formulas; and 3 x 3 matrices, mostly rotations.
#ifndef SCREE_MATH_VEC3_H
#define SCREE_MATH_VEC3_H

#include <math.h>
#include <stdbool.h>

#include "base/arithmetic.h"
#include "scree/vec.h"

/// The larger and the smaller of two numbers: one instruction each, where fmax() and fmin() are calls. Not for NaN.
static inline double max2(double a, double b)
{
    return a > b ? a : b;
}

static inline double min2(double a, double b)
{
    return a < b ? a : b;
}

static inline scree_vec3 v3(double x, double y, double z)
{
    scree_vec3 r = { x, y, z };
    return r;
}

static inline scree_vec3 v3_add(scree_vec3 a, scree_vec3 b)
{
    return v3(a.x + b.x, a.y + b.y, a.z + b.z);
}

static inline scree_vec3 v3_sub(scree_vec3 a, scree_vec3 b)
{
    return v3(a.x - b.x, a.y - b.y, a.z - b.z);
}

static inline scree_vec3 v3_neg(scree_vec3 a)
{
    return v3(-a.x, -a.y, -a.z);
}

static inline scree_vec3 v3_scale(scree_vec3 a, double s)
{
    return v3(a.x * s, a.y * s, a.z * s);
}

/// a + s b
static inline scree_vec3 v3_add_scaled(scree_vec3 a, double s, scree_vec3 b)
{
    return v3(a.x + s * b.x, a.y + s * b.y, a.z + s * b.z);
}

/// a + t (b - a)
static inline scree_vec3 v3_lerp(scree_vec3 a, scree_vec3 b, double t)
{
    return v3_add_scaled(a, t, v3_sub(b, a));
}

static inline double v3_dot(scree_vec3 a, scree_vec3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline scree_vec3 v3_cross(scree_vec3 a, scree_vec3 b)
{
    return v3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

static inline double v3_norm2(scree_vec3 a)
{
    return v3_dot(a, a);
}

static inline double v3_norm(scree_vec3 a)
{
    return sqrt(v3_norm2(a));
}

/// The largest of the three magnitudes.
static inline double v3_max_abs(scree_vec3 a)
{
    return max2(fabs(a.x), max2(fabs(a.y), fabs(a.z)));
}

static inline bool v3_is_finite(scree_vec3 a)
{
    return isfinite(a.x) && isfinite(a.y) && isfinite(a.z);
}

static inline bool v3_equal(scree_vec3 a, scree_vec3 b)
{
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

/// Scaled to length 1; (0, 0, 0) stays. No overflow or underflow for any finite input.
static inline scree_vec3 v3_unit(scree_vec3 a)
{
    double m = v3_max_abs(a);
    if (m == 0.0) return a;
    if (m < 1e-140 || m > 1e140) a = v3(a.x / m, a.y / m, a.z / m);
    double n = v3_norm(a);
    return v3(a.x / n, a.y / n, a.z / n);
}

/// A unit vector at right angles to the unit vector n.
static inline scree_vec3 v3_any_normal_to(scree_vec3 n)
{
    double x = fabs(n.x), y = fabs(n.y), z = fabs(n.z);
    scree_vec3 axis = x <= y && x <= z ? v3(1, 0, 0) : y <= z ? v3(0, 1, 0) : v3(0, 0, 1);
    return v3_unit(v3_cross(n, axis));
}

// ------------------------------------------------------------------------------------------------- matrices

// Always inline: a struct passed in memory is loaded as a whole, and stalls until its members are stored.
static inline __attribute__((always_inline)) scree_vec3 m3_mul(const scree_mat3 *m, scree_vec3 v)
{
    return v3(v3_dot(m->row[0], v), v3_dot(m->row[1], v), v3_dot(m->row[2], v));
}

/// The transpose times v: the inverse of a rotation.
static inline __attribute__((always_inline)) scree_vec3 m3_mul_transposed(const scree_mat3 *m, scree_vec3 v)
{
    const scree_vec3 *r = m->row;
    return v3(r[0].x * v.x + r[1].x * v.y + r[2].x * v.z, r[0].y * v.x + r[1].y * v.y + r[2].y * v.z,
              r[0].z * v.x + r[1].z * v.y + r[2].z * v.z);
}

/// a transposed times b
static inline scree_mat3 m3_transposed_mul(const scree_mat3 *a, const scree_mat3 *b)
{
    const scree_vec3 *r = b->row;
    scree_mat3 m;
    for (int i = 0; i < 3; ++i) {
        double p = i == 0 ? a->row[0].x : i == 1 ? a->row[0].y : a->row[0].z;
        double q = i == 0 ? a->row[1].x : i == 1 ? a->row[1].y : a->row[1].z;
        double s = i == 0 ? a->row[2].x : i == 1 ? a->row[2].y : a->row[2].z;
        m.row[i] = v3(p * r[0].x + q * r[1].x + s * r[2].x, p * r[0].y + q * r[1].y + s * r[2].y,
                      p * r[0].z + q * r[1].z + s * r[2].z);
    }
    return m;
}

/// The rotation of a quaternion of any length but 0. Dividing by the squared length, instead of making the quaternion
/// unit first, leaves the matrix nearer to orthogonal and needs no root.
static inline scree_mat3 m3_from_quat(scree_quat q)
{
    double m = max2(max2(fabs(q.w), fabs(q.x)), max2(fabs(q.y), fabs(q.z)));
    double w = q.w, x = q.x, y = q.y, z = q.z;
    if (m < 1e-70 || m > 1e70) { // squares would leave the range of doubles
        w /= m;
        x /= m;
        y /= m;
        z /= m;
    }
    double s = 2.0 / (w * w + x * x + y * y + z * z);
    scree_mat3 r;
    r.row[0] = v3(1.0 - s * (y * y + z * z), s * (x * y - w * z), s * (x * z + w * y));
    r.row[1] = v3(s * (x * y + w * z), 1.0 - s * (x * x + z * z), s * (y * z - w * x));
    r.row[2] = v3(s * (x * z - w * y), s * (y * z + w * x), 1.0 - s * (x * x + y * y));
    return r;
}

#endif
