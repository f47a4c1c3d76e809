// 3 x 3 matrices, mostly rotations.
#ifndef SCREE_MATH_MAT3_H
#define SCREE_MATH_MAT3_H

#include "math/vec3.h"

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
