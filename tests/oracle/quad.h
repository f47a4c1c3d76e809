// Arithmetic for the oracle: 113-bit numbers, and vectors of them.
//
// libquadmath is not needed: the compilers' own support library adds, multiplies and divides, and the square root is
// two Newton steps here. Where the compiler has no __float128 (it is then a machine whose long double is as long), long
// double takes its place.
#ifndef SCREE_ORACLE_QUAD_H
#define SCREE_ORACLE_QUAD_H

#include <math.h>

#include "scree/body.h"
#include "scree/vec.h"

#if defined(__SIZEOF_FLOAT128__)
__extension__ typedef __float128 quad;
#else
typedef long double quad;
#endif

/// One rounding of a quad, and of a long double, relative.
#define QUAD_UNIT ((quad)1e-34L)
#define LONG_UNIT 5.5e-20L
/// One rounding of a double: what the library's errors are counted in.
#define DOUBLE_UNIT 1.1102230246251565e-16

typedef struct qvec {
    quad x, y, z;
} qvec;

typedef struct lvec {
    long double x, y, z;
} lvec;

static inline qvec q3(quad x, quad y, quad z)
{
    qvec r = { x, y, z };
    return r;
}

static inline qvec q3_from(scree_vec3 v)
{
    return q3((quad)v.x, (quad)v.y, (quad)v.z);
}

static inline qvec q3_add(qvec a, qvec b)
{
    return q3(a.x + b.x, a.y + b.y, a.z + b.z);
}

static inline qvec q3_sub(qvec a, qvec b)
{
    return q3(a.x - b.x, a.y - b.y, a.z - b.z);
}

static inline qvec q3_neg(qvec a)
{
    return q3(-a.x, -a.y, -a.z);
}

static inline qvec q3_scale(qvec a, quad s)
{
    return q3(a.x * s, a.y * s, a.z * s);
}

static inline qvec q3_add_scaled(qvec a, quad s, qvec b)
{
    return q3(a.x + s * b.x, a.y + s * b.y, a.z + s * b.z);
}

static inline quad q3_dot(qvec a, qvec b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline qvec q3_cross(qvec a, qvec b)
{
    return q3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

static inline quad q_abs(quad a)
{
    return a < 0 ? -a : a;
}

static inline quad q_max(quad a, quad b)
{
    return a > b ? a : b;
}

static inline quad q_min(quad a, quad b)
{
    return a < b ? a : b;
}

/// Two Newton steps double the 64 right bits of sqrtl() to more than 113.
static inline quad q_sqrt(quad a)
{
    if (!(a > 0)) return 0;
    long double start = sqrtl((long double)a);
    if (!(start > 0)) return 0;
    quad r = (quad)start;
    r = (r + a / r) / 2;
    return (r + a / r) / 2;
}

static inline quad q3_max_abs(qvec a)
{
    return q_max(q_abs(a.x), q_max(q_abs(a.y), q_abs(a.z)));
}

/// Free of overflow and underflow: the exponent of a quad holds the square of any double.
static inline quad q3_norm(qvec a)
{
    quad m = q3_max_abs(a);
    if (m == 0) return 0;
    qvec s = q3_scale(a, 1 / m);
    return m * q_sqrt(q3_dot(s, s));
}

static inline qvec q3_unit(qvec a)
{
    quad n = q3_norm(a);
    return n == 0 ? a : q3_scale(a, 1 / n);
}

static inline lvec l3_from(qvec v)
{
    lvec r = { (long double)v.x, (long double)v.y, (long double)v.z };
    return r;
}

static inline long double l3_dot(lvec a, lvec b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline lvec l3_sub(lvec a, lvec b)
{
    lvec r = { a.x - b.x, a.y - b.y, a.z - b.z };
    return r;
}

static inline lvec l3_add_scaled(lvec a, long double s, lvec b)
{
    lvec r = { a.x + s * b.x, a.y + s * b.y, a.z + s * b.z };
    return r;
}

static inline lvec l3_cross(lvec a, lvec b)
{
    lvec r = { a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x };
    return r;
}

static inline long double l3_norm(lvec a)
{
    return sqrtl(l3_dot(a, a));
}

/// A rotation: the matrix of q / |q|, which is rational in q and needs no square root.
typedef struct qrot {
    qvec row[3];
} qrot;

static inline qrot qrot_from(quad w, quad x, quad y, quad z)
{
    quad s = 2 / (w * w + x * x + y * y + z * z);
    qrot r = { {
        { 1 - s * (y * y + z * z), s * (x * y - w * z), s * (x * z + w * y) },
        { s * (x * y + w * z), 1 - s * (x * x + z * z), s * (y * z - w * x) },
        { s * (x * z - w * y), s * (y * z + w * x), 1 - s * (x * x + y * y) },
    } };
    return r;
}

static inline qrot qrot_of(scree_quat q)
{
    return qrot_from((quad)q.w, (quad)q.x, (quad)q.y, (quad)q.z);
}

static inline qvec qrot_apply(const qrot *r, qvec v)
{
    return q3(q3_dot(r->row[0], v), q3_dot(r->row[1], v), q3_dot(r->row[2], v));
}

/// By the transpose: world to local.
static inline qvec qrot_undo(const qrot *r, qvec v)
{
    qvec t = q3_scale(r->row[0], v.x);
    t = q3_add_scaled(t, v.y, r->row[1]);
    return q3_add_scaled(t, v.z, r->row[2]);
}

/// conj(a) b: B's orientation seen from A. Grouped so that equal orientations give exactly the identity.
static inline qrot qrot_between(scree_quat a, scree_quat b)
{
    quad aw = (quad)a.w, ax = (quad)a.x, ay = (quad)a.y, az = (quad)a.z;
    quad bw = (quad)b.w, bx = (quad)b.x, by = (quad)b.y, bz = (quad)b.z;
    return qrot_from(aw * bw + ax * bx + ay * by + az * bz, (aw * bx - ax * bw) + (az * by - ay * bz),
                     (aw * by - ay * bw) + (ax * bz - az * bx), (aw * bz - az * bw) + (ay * bx - ax * by));
}

#endif
