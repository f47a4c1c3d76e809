// Quaternions from and to matrices, axes with angles and Euler angles.
//
// Source      Shepperd, "Quaternion from rotation matrix", J. Guidance and Control 1, 1978; Higham, "Computing the polar
//             decomposition with applications", SIAM J. Sci. Stat. Comput. 7, 1986.
// Idea        Newton's iteration X <- (X + X^-T) / 2 takes a matrix to its orthogonal polar factor, the nearest
//             rotation. Shepperd's four cases then divide by the largest component of the quaternion, so that
//             rotations by 180 degrees lose no digits.
// Limits      The nearest rotation of a matrix that is singular up to rounding is ill-conditioned.
#include "scree/rotation.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/fp_environment.h"
#include "math/vec3.h"

// More than a matrix of condition 1e16 needs.
enum { MOST_POLAR_STEPS = 80 };

typedef struct half_angle {
    double sine, cosine; // up to a common positive factor
} half_angle;

static const scree_quat no_rotation = { 0.0, 0.0, 0.0, 0.0 };

static double largest(scree_quat q)
{
    return max2(max2(fabs(q.w), fabs(q.x)), max2(fabs(q.y), fabs(q.z)));
}

static bool is_rotation(scree_quat q)
{
    return isfinite(q.w) && isfinite(q.x) && isfinite(q.y) && isfinite(q.z) && largest(q) > 0.0;
}

__attribute__((noinline)) static half_angle float_of(double angle)
{
    return (half_angle){ sin(0.5 * angle), cos(0.5 * angle) };
}

// At odd multiples of 90 degrees both are 1 or -1.
static half_angle half_of_degrees(double degrees)
{
    const double radian = acos(-1.0) / 180.0;
    int quarters;
    const double rest = remquo(0.5 * degrees, 90.0, &quarters); // exact, and at most 45
    double s = sin(rest * radian), c = cos(rest * radian);
    if (fabs(rest) == 45.0) {
        s = copysign(1.0, rest);
        c = 1.0;
    }
    const half_angle by_quarters[4] = { { s, c }, { c, -s }, { -s, -c }, { -c, s } };
    return by_quarters[quarters & 3];
}

// From a half angle about an axis; `angle` is passed only to check that it is finite.
static scree_quat about(scree_vec3 axis, double angle, half_angle half)
{
    const double most = v3_max_abs(axis);
    if (!isfinite(angle) || !v3_is_finite(axis) || !(most > 0.0)) return no_rotation;
    const double x = axis.x / most, y = axis.y / most, z = axis.z / most;
    const double sine = half.sine / sqrt(x * x + y * y + z * z);
    return (scree_quat){ half.cosine, sine * x, sine * y, sine * z };
}

static scree_quat product(scree_quat p, scree_quat q)
{
    return (scree_quat){ p.w * q.w - p.x * q.x - p.y * q.y - p.z * q.z, p.w * q.x + p.x * q.w + p.y * q.z - p.z * q.y,
                         p.w * q.y - p.x * q.z + p.y * q.w + p.z * q.x, p.w * q.z + p.x * q.y - p.y * q.x + p.z * q.w };
}

static scree_quat euler(scree_vec3 angles, half_angle (*half)(double))
{
    if (!v3_is_finite(angles)) return no_rotation;
    const scree_quat x = about(v3(1, 0, 0), angles.x, half(angles.x)), y = about(v3(0, 1, 0), angles.y, half(angles.y)),
                     z = about(v3(0, 0, 1), angles.z, half(angles.z));
    return product(z, product(y, x));
}

static scree_quat unit(scree_quat q)
{
    if (!is_rotation(q)) return no_rotation;
    int exponent;
    frexp(largest(q), &exponent);
    const double w = ldexp(q.w, -exponent), x = ldexp(q.x, -exponent), y = ldexp(q.y, -exponent),
                 z = ldexp(q.z, -exponent), length = sqrt(w * w + x * x + y * y + z * z);
    return (scree_quat){ w / length, x / length, y / length, z / length };
}

// Rows of the cofactor matrix, which is det(m) m^-T.
static scree_mat3 cofactors(const scree_mat3 *m)
{
    return (scree_mat3){ { v3_cross(m->row[1], m->row[2]), v3_cross(m->row[2], m->row[0]),
                           v3_cross(m->row[0], m->row[1]) } };
}

// One step of Newton's iteration with Higham's scaling, x <- (g x + x^-T / g) / 2; false where the determinant is not
// positive. `change` becomes the largest change of an entry.
static bool polar_step(scree_mat3 *x, double *change)
{
    const scree_mat3 c = cofactors(x);
    const double det = v3_dot(x->row[0], c.row[0]);
    if (!(det > 0.0)) return false;
    double own = 0.0, inverse = 0.0;
    for (int i = 0; i < 3; ++i) {
        own += v3_dot(x->row[i], x->row[i]);
        inverse += v3_dot(c.row[i], c.row[i]);
    }
    const double ratio = sqrt(sqrt(inverse / own) / det); // (|x^-T| / |x|)^(1/2) in the norm of Frobenius
    const double scale = fabs(ratio - 1.0) < 0.01 ? 1.0 : ratio;
    *change = 0.0;
    for (int i = 0; i < 3; ++i) {
        const scree_vec3 next = v3_add(v3_scale(x->row[i], 0.5 * scale), v3_scale(c.row[i], 0.5 / (scale * det)));
        *change = max2(*change, v3_max_abs(v3_sub(next, x->row[i])));
        x->row[i] = next;
    }
    return true;
}

// The entries over the largest of them; false where that is 0 or one is not finite.
static bool scaled(const scree_mat3 *m, scree_mat3 *out)
{
    double most = 0.0;
    for (int i = 0; i < 3; ++i) {
        if (!v3_is_finite(m->row[i])) return false;
        most = max2(most, v3_max_abs(m->row[i]));
    }
    if (!(most > 0.0)) return false;
    int exponent;
    frexp(most, &exponent);
    for (int i = 0; i < 3; ++i) {
        const scree_vec3 r = m->row[i];
        out->row[i] = v3(ldexp(r.x, -exponent), ldexp(r.y, -exponent), ldexp(r.z, -exponent));
    }
    return true;
}

// Shepperd: from the largest of w^2, x^2, y^2, z^2. Of an orthogonal matrix.
static scree_quat of_rotation(const scree_mat3 *m)
{
    const scree_vec3 *r = m->row;
    const double w = 1.0 + r[0].x + r[1].y + r[2].z, x = 1.0 + r[0].x - r[1].y - r[2].z,
                 y = 1.0 - r[0].x + r[1].y - r[2].z, z = 1.0 - r[0].x - r[1].y + r[2].z;
    const double yz = r[2].y + r[1].z, zx = r[0].z + r[2].x, xy = r[1].x + r[0].y;
    const double wx = r[2].y - r[1].z, wy = r[0].z - r[2].x, wz = r[1].x - r[0].y;
    scree_quat q;
    if (w >= x && w >= y && w >= z) {
        q = (scree_quat){ w, wx, wy, wz };
    } else if (x >= y && x >= z) {
        q = (scree_quat){ wx, x, xy, zx };
    } else if (y >= z) {
        q = (scree_quat){ wy, xy, y, yz };
    } else {
        q = (scree_quat){ wz, zx, yz, z };
    }
    q = unit(q);
    return q.w < 0.0 ? (scree_quat){ -q.w, -q.x, -q.y, -q.z } : q;
}

// Not inlined, as all that the guarded functions below call: see base/fp_environment.h.
__attribute__((noinline)) static scree_quat nearest_rotation(const scree_mat3 *m)
{
    scree_mat3 x;
    if (!scaled(m, &x)) return no_rotation;
    double change = 1.0, before = 2.0;
    // Convergence is quadratic: a change that no longer shrinks is rounding.
    for (int i = 0; i < MOST_POLAR_STEPS && change > 0.0 && (change > 0x1p-40 || change < before); ++i) {
        before = change;
        if (!polar_step(&x, &change)) return no_rotation;
    }
    return of_rotation(&x);
}

__attribute__((noinline)) static scree_quat by_axis(scree_vec3 axis, double angle, half_angle (*half)(double))
{
    return isfinite(angle) ? about(axis, angle, half(angle)) : no_rotation;
}

__attribute__((noinline)) static scree_quat by_euler(scree_vec3 angles, half_angle (*half)(double))
{
    return euler(angles, half);
}

__attribute__((noinline)) static scree_quat normalised(scree_quat q)
{
    return unit(q);
}

__attribute__((noinline)) static scree_quat multiplied(scree_quat p, scree_quat q)
{
    return product(p, q);
}

__attribute__((noinline)) static scree_mat3 matrix_of(scree_quat q)
{
    const scree_mat3 none = { { { 0.0, 0.0, 0.0 } } };
    return is_rotation(q) ? m3_from_quat(q) : none;
}

__attribute__((noinline)) static scree_vec3 rotated(scree_quat q, scree_vec3 v)
{
    const scree_mat3 m = matrix_of(q);
    return m3_mul(&m, v);
}

scree_quat scree_quat_from_axis_angle(scree_vec3 axis, double angle)
{
    SCREE_FP_GUARD();
    return by_axis(axis, angle, float_of);
}

scree_quat scree_quat_from_axis_degrees(scree_vec3 axis, double degrees)
{
    SCREE_FP_GUARD();
    return by_axis(axis, degrees, half_of_degrees);
}

scree_quat scree_quat_about_z(double angle)
{
    SCREE_FP_GUARD();
    if (!isfinite(angle)) return no_rotation;
    const half_angle half = float_of(angle);
    return (scree_quat){ half.cosine, 0.0, 0.0, half.sine };
}

scree_quat scree_quat_from_euler(scree_vec3 angles)
{
    SCREE_FP_GUARD();
    return by_euler(angles, float_of);
}

scree_quat scree_quat_from_euler_degrees(scree_vec3 degrees)
{
    SCREE_FP_GUARD();
    return by_euler(degrees, half_of_degrees);
}

scree_quat scree_quat_from_matrix(const scree_mat3 *matrix)
{
    SCREE_FP_GUARD();
    return matrix != NULL ? nearest_rotation(matrix) : no_rotation;
}

scree_mat3 scree_quat_to_matrix(scree_quat q)
{
    SCREE_FP_GUARD();
    return matrix_of(q);
}

scree_quat scree_quat_normalise(scree_quat q)
{
    SCREE_FP_GUARD();
    return normalised(q);
}

scree_quat scree_quat_multiply(scree_quat p, scree_quat q)
{
    SCREE_FP_GUARD();
    return multiplied(p, q);
}

scree_vec3 scree_quat_rotate(scree_quat q, scree_vec3 v)
{
    SCREE_FP_GUARD();
    return rotated(q, v);
}
