// Quaternions from and to matrices, axes and Euler angles, against rotation matrices in long double and closed forms.
#include "scree/rotation.h"

#include <fenv.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

#include "check.h"
#include "scenes/random.h"
#include "scree/body.h"

static const double turn = 6.283185307179586;

/// Rotation about an axis of coordinates: x to y to z to x.
static scree_vec3 about(int axis, double degrees, scree_vec3 v)
{
    const long double angle = (long double)degrees * acosl(-1.0L) / 180.0L;
    const double c = (double)cosl(angle), s = (double)sinl(angle);
    if (axis == 0) return (scree_vec3){ v.x, c * v.y - s * v.z, s * v.y + c * v.z };
    if (axis == 1) return (scree_vec3){ c * v.x + s * v.z, v.y, c * v.z - s * v.x };
    return (scree_vec3){ c * v.x - s * v.y, s * v.x + c * v.y, v.z };
}

/// Rodrigues: v cos + (k x v) sin + k (k . v) (1 - cos), k the unit axis.
static scree_vec3 rodrigues(scree_vec3 axis, double angle, scree_vec3 v)
{
    const long double l =
        sqrtl((long double)axis.x * axis.x + (long double)axis.y * axis.y + (long double)axis.z * axis.z);
    const long double x = axis.x / l, y = axis.y / l, z = axis.z / l, c = cosl(angle), s = sinl(angle);
    const long double k = (x * v.x + y * v.y + z * v.z) * (1.0L - c);
    return (scree_vec3){ (double)(v.x * c + (y * v.z - z * v.y) * s + x * k),
                         (double)(v.y * c + (z * v.x - x * v.z) * s + y * k),
                         (double)(v.z * c + (x * v.y - y * v.x) * s + z * k) };
}

static bool is_near(scree_vec3 a, scree_vec3 b, double error)
{
    return fabs(a.x - b.x) <= error && fabs(a.y - b.y) <= error && fabs(a.z - b.z) <= error;
}

static bool is_same(scree_vec3 a, scree_vec3 b)
{
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

static double length(scree_quat q)
{
    return sqrt(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
}

static bool is_none(scree_quat q)
{
    return q.w == 0.0 && q.x == 0.0 && q.y == 0.0 && q.z == 0.0;
}

/// How far p and q are from being the same rotation: q and -q are.
static double apart(scree_quat p, scree_quat q)
{
    const double same = fabs(p.w - q.w) + fabs(p.x - q.x) + fabs(p.y - q.y) + fabs(p.z - q.z);
    const double opposite = fabs(p.w + q.w) + fabs(p.x + q.x) + fabs(p.y + q.y) + fabs(p.z + q.z);
    return fmin(same, opposite);
}

static scree_vec3 vector_within(scree_random *r, double most)
{
    return (scree_vec3){ random_between(r, -most, most), random_between(r, -most, most),
                         random_between(r, -most, most) };
}

static void check_axes(scree_random *r)
{
    const scree_vec3 axis = vector_within(r, 1.0), v = vector_within(r, 1.0);
    const double angle = random_between(r, -3.0 * turn, 3.0 * turn);
    const scree_quat q = scree_quat_from_axis_angle(axis, angle);
    CHECK(is_near(scree_quat_rotate(q, v), rodrigues(axis, angle, v), 4e-15));
    CHECK_NEAR(length(q), 1.0, 4e-16);
    const scree_vec3 tiny = { 0.0, 1e-310, 0.0 }, huge = { 0.0, 1e300, 0.0 };
    CHECK(is_near(scree_quat_rotate(scree_quat_from_axis_angle(tiny, angle), v), rodrigues(huge, angle, v), 4e-15));
    CHECK(is_near(scree_quat_rotate(scree_quat_from_axis_angle(huge, angle), v), rodrigues(huge, angle, v), 4e-15));
    CHECK(apart(scree_quat_about_z(angle), scree_quat_from_axis_angle((scree_vec3){ 0, 0, 2 }, angle)) < 1e-15);
    CHECK(is_near(scree_quat_rotate(scree_quat_from_axis_degrees(axis, angle), axis), axis, 1e-14)); // the axis stays
}

static void check_euler(scree_random *r)
{
    const scree_vec3 e = vector_within(r, 720.0), v = vector_within(r, 1.0);
    const scree_vec3 expected = about(2, e.z, about(1, e.y, about(0, e.x, v)));
    CHECK(is_near(scree_quat_rotate(scree_quat_from_euler_degrees(e), v), expected, 1e-14));
    const double radian = acos(-1.0) / 180.0;
    const scree_vec3 radians = { e.x * radian, e.y * radian, e.z * radian };
    CHECK(is_near(scree_quat_rotate(scree_quat_from_euler(radians), v), expected, 1e-14));
    CHECK_NEAR(length(scree_quat_from_euler(radians)), 1.0, 1e-15);
    const scree_body body = { NULL, { 0.0, 0.0, 0.0 }, scree_quat_from_euler(radians) };
    CHECK(is_near(scree_body_point(&body, v), expected, 1e-14));
}

static void check_products(scree_random *r)
{
    const scree_quat p = random_rotation(r), q = random_rotation(r);
    const scree_vec3 v = vector_within(r, 1.0);
    const scree_vec3 twice = scree_quat_rotate(p, scree_quat_rotate(q, v));
    CHECK(is_near(scree_quat_rotate(scree_quat_multiply(p, q), v), twice, 4e-15));
}

// Any scale, any size of a half turn's missing part; back to the quaternion.
static void check_matrices(scree_random *r)
{
    scree_quat q = random_rotation(r);
    const int kind = random_below(r, 4);
    if (kind == 1) q.w *= pow(10.0, random_between(r, -20.0, 0.0)); // a half turn, or nearly
    if (kind == 2) q = (scree_quat){ 0.0, q.x > 0, q.y > 0, q.z > 0 };
    if (kind == 3) q = (scree_quat){ q.w * 1e-200, q.x * 1e-200, q.y * 1e-200, q.z * 1e-200 };
    if (is_none(q)) q.x = 1.0;
    const scree_quat unit = scree_quat_normalise(q);
    CHECK_NEAR(length(unit), 1.0, 4e-16);
    scree_mat3 m = scree_quat_to_matrix(q);
    CHECK(apart(scree_quat_from_matrix(&m), unit) < 2e-15);
    CHECK(scree_quat_from_matrix(&m).w >= 0.0);
    const double scale = pow(10.0, random_between(r, -300.0, 300.0)), noise = random_below(r, 2) == 0 ? 0.0 : 1e-6;
    for (int i = 0; i < 3; ++i) {
        m.row[i].x = scale * (m.row[i].x + noise * random_between(r, -1.0, 1.0));
        m.row[i].y = scale * (m.row[i].y + noise * random_between(r, -1.0, 1.0));
        m.row[i].z = scale * (m.row[i].z + noise * random_between(r, -1.0, 1.0));
    }
    CHECK(apart(scree_quat_from_matrix(&m), unit) < (noise > 0.0 ? 1e-5 : 4e-15));
}

// The nearest rotation of R S, S symmetric and positive definite, is R.
static void check_polar(scree_random *r)
{
    const scree_quat q = random_rotation(r);
    const scree_mat3 m = scree_quat_to_matrix(q), f = scree_quat_to_matrix(random_rotation(r));
    const double stretch[3] = { pow(10.0, random_between(r, -3, 3)), pow(10.0, random_between(r, -3, 3)), 1.0 };
    double s[3][3] = { { 0 } }; // F^T diag(stretch) F
    for (int k = 0; k < 3; ++k) {
        const double row[3] = { f.row[k].x, f.row[k].y, f.row[k].z };
        for (int i = 0; i < 3; ++i)
            for (int j = 0; j < 3; ++j) s[i][j] += stretch[k] * row[i] * row[j];
    }
    scree_mat3 product;
    for (int i = 0; i < 3; ++i) {
        const double row[3] = { m.row[i].x, m.row[i].y, m.row[i].z };
        double to[3] = { 0 };
        for (int j = 0; j < 3; ++j)
            for (int k = 0; k < 3; ++k) to[j] += row[k] * s[k][j];
        product.row[i] = (scree_vec3){ to[0], to[1], to[2] };
    }
    CHECK(apart(scree_quat_from_matrix(&product), q) < 1e-8); // conditions up to 1e6
}

static void check_exact(void)
{
    // Quarter turns in degrees are exact, however many.
    const scree_vec3 v = { 0.1, 0.7, -0.3 };
    for (int k = -9; k <= 9; ++k) {
        scree_vec3 w = v;
        for (int i = 0; i < ((k % 4) + 4) % 4; ++i) w = (scree_vec3){ -w.y, w.x, w.z };
        CHECK(is_same(scree_quat_rotate(scree_quat_from_euler_degrees((scree_vec3){ 0.0, 0.0, 90.0 * k }), v), w));
    }
    // The convention: a quarter turn about x, then one about z, takes y to z and leaves it there; z to -y to x.
    const scree_quat q = scree_quat_from_euler_degrees((scree_vec3){ 90.0, 0.0, 90.0 });
    CHECK(is_same(scree_quat_rotate(q, (scree_vec3){ 0, 1, 0 }), (scree_vec3){ 0, 0, 1 }));
    CHECK(is_same(scree_quat_rotate(q, (scree_vec3){ 0, 0, 1 }), (scree_vec3){ 1, 0, 0 }));
    // Half rotates about the axes, and the identity, from their matrices.
    for (int k = 0; k < 4; ++k) {
        scree_mat3 m = { { { k == 1 || k == 0 ? 1 : -1, 0, 0 },
                           { 0, k == 2 || k == 0 ? 1 : -1, 0 },
                           { 0, 0, k == 3 || k == 0 ? 1 : -1 } } };
        const scree_quat back = scree_quat_from_matrix(&m);
        CHECK(back.w == (k == 0) && fabs(back.x) == (k == 1) && fabs(back.y) == (k == 2) && fabs(back.z) == (k == 3));
    }
}

static void check_refused(void)
{
    const scree_vec3 zero = { 0, 0, 0 }, x = { 1, 0, 0 }, bad = { NAN, 0, 0 };
    CHECK(is_none(scree_quat_from_axis_angle(zero, 1.0)) && is_none(scree_quat_from_axis_degrees(zero, 1.0)));
    CHECK(is_none(scree_quat_from_axis_angle(bad, 1.0)) && is_none(scree_quat_from_axis_angle(x, (double)INFINITY)));
    CHECK(is_none(scree_quat_from_axis_degrees(x, (double)NAN)) && is_none(scree_quat_about_z((double)INFINITY)));
    CHECK(is_none(scree_quat_from_euler(bad)) && is_none(scree_quat_from_euler_degrees(bad)));
    CHECK(is_none(scree_quat_normalise((scree_quat){ 0, 0, 0, 0 })));
    CHECK(is_none(scree_quat_normalise((scree_quat){ (double)INFINITY, 0, 0, 0 })));
    CHECK(is_same(scree_quat_rotate((scree_quat){ 0, 0, 0, 0 }, x), zero));
    CHECK(is_same(scree_quat_to_matrix((scree_quat){ 0, (double)NAN, 0, 0 }).row[0], zero));
    const scree_mat3 none = { { { 0, 0, 0 } } }, mirror = { { { -1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } } },
                     infinite = { { { (double)INFINITY, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } } },
                     flat = { { { 1, 0, 0 }, { 0, 1, 0 }, { 1, 1, 0 } } };
    CHECK(is_none(scree_quat_from_matrix(&none)) && is_none(scree_quat_from_matrix(&mirror)));
    CHECK(is_none(scree_quat_from_matrix(&infinite)) && is_none(scree_quat_from_matrix(&flat)));
    CHECK(is_none(scree_quat_from_matrix(NULL)));
    CHECK_NEAR(length(scree_quat_normalise((scree_quat){ 5e-324, 5e-324, 0, 5e-324 })), 1.0, 4e-16);
    CHECK_NEAR(length(scree_quat_normalise((scree_quat){ 1e308, -1e308, 1e308, 1e308 })), 1.0, 4e-16);
}

typedef struct answers {
    scree_quat q[6];
    scree_mat3 matrix;
    scree_vec3 rotated;
} answers;

static answers query(void)
{
    const scree_vec3 axis = { 0.1, -0.7, 0.3 }, angles = { 0.3, 1.1, -2.7 };
    answers a;
    memset(&a, 0, sizeof a);
    a.q[0] = scree_quat_from_axis_angle(axis, 0.7);
    a.q[1] = scree_quat_from_axis_degrees(axis, 77.0);
    a.q[2] = scree_quat_about_z(0.3);
    a.q[3] = scree_quat_from_euler(angles);
    a.q[4] = scree_quat_normalise(scree_quat_multiply(a.q[0], a.q[3]));
    a.matrix = scree_quat_to_matrix(a.q[4]);
    a.q[5] = scree_quat_from_matrix(&a.matrix);
    a.rotated = scree_quat_rotate(a.q[5], axis);
    return a;
}

// The caller's rounding mode makes no difference.
static void check_environment(void)
{
    const int modes[] = { FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO };
    const answers usual = query();
    for (size_t i = 0; i < sizeof modes / sizeof *modes; ++i) {
        if (fesetround(modes[i]) != 0) continue;
        const answers now = query();
        const int mode = fegetround();
        fesetround(FE_TONEAREST);
        CHECK(mode == modes[i] && memcmp(&now, &usual, sizeof now) == 0);
    }
}

int main(void)
{
    scree_random random = random_stream(1, 2, 3);
    for (int i = 0; i < check_scaled(20000); ++i) {
        check_axes(&random);
        check_euler(&random);
        check_products(&random);
        check_matrices(&random);
        check_polar(&random);
    }
    check_exact();
    check_refused();
    check_environment();
    return check_done();
}
