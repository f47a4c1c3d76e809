// Orientation signs against integer arithmetic, and double-double against numbers known to more digits.
#include "math/predicates.h"

#include "check.h"
#include "math/dd.h"
#include "shape/solid.h"

__extension__ typedef __int128 wide;

static int sign_of(double x)
{
    return (x > 0.0) - (x < 0.0);
}

static int sign_of_wide(wide x)
{
    return (x > 0) - (x < 0);
}

// Points near a plane through small integer vectors: most determinants are 0 or the smallest possible.
static void near_plane(int64_t out[4][3], int64_t range)
{
    int64_t u[3], v[3];
    for (int k = 0; k < 3; ++k) {
        u[k] = (int64_t)(random_word() % 2001) - 1000;
        v[k] = (int64_t)(random_word() % 2001) - 1000;
        out[0][k] = (int64_t)(random_word() % (uint64_t)range);
    }
    for (int i = 1; i < 4; ++i) {
        int64_t a = (int64_t)(random_word() % 100000), b = (int64_t)(random_word() % 100000);
        for (int k = 0; k < 3; ++k) out[i][k] = out[0][k] + a * u[k] + b * v[k] + (random_below(6) == 0);
    }
}

static scree_vec3 as_point(const int64_t p[3])
{
    return v3((double)p[0] * 0x1p-40, (double)p[1] * 0x1p-40, (double)p[2] * 0x1p-40);
}

static wide determinant_3(int64_t p[4][3])
{
    wide m[3][3];
    for (int i = 0; i < 3; ++i) {
        for (int k = 0; k < 3; ++k) m[i][k] = p[i + 1][k] - p[0][k];
    }
    return m[2][0] * (m[0][1] * m[1][2] - m[0][2] * m[1][1]) + m[2][1] * (m[0][2] * m[1][0] - m[0][0] * m[1][2]) +
           m[2][2] * (m[0][0] * m[1][1] - m[0][1] * m[1][0]);
}

static void test_orientations(void)
{
    long flat = 0;
    for (long n = check_scaled(100000); n > 0; --n) {
        int64_t p[4][3];
        near_plane(p, INT64_C(1) << 50); // exact as doubles, and far from the origin beside the differences
        scree_vec3 a = as_point(p[0]), b = as_point(p[1]), c = as_point(p[2]), d = as_point(p[3]);
        wide three = determinant_3(p);
        wide two = (wide)(p[0][0] - p[2][0]) * (p[1][1] - p[2][1]) - (wide)(p[0][1] - p[2][1]) * (p[1][0] - p[2][0]);
        CHECK(sign_of(scree_orient3(a, b, c, d)) == sign_of_wide(three));
        CHECK(sign_of(scree_orient2(a, b, c)) == sign_of_wide(two));
        flat += three == 0;
    }
    CHECK(flat > 0);
}

// One ulp off a line, where plain doubles are wrong: the classic picture.
static void test_one_ulp(void)
{
    scree_vec3 b = v3(12, 12, 0), c = v3(24, 24, 0);
    for (int i = 0; i < 256; ++i) {
        for (int j = 0; j < 256; ++j) {
            scree_vec3 a = v3(0.5 + i * 0x1p-53, 0.5 + j * 0x1p-53, 0);
            CHECK(sign_of(scree_orient2(a, b, c)) == (j > i) - (j < i));
        }
    }
}

static void test_double_double(void)
{
    dd third = dd_div(dd_make(1, 0), dd_make(3, 0));
    dd one = dd_sub(dd_mul_double(third, 3.0), dd_make(1, 0));
    CHECK(fabs(one.hi) < 1e-31);
    dd root = dd_sqrt(dd_make(2, 0));
    CHECK(fabs(dd_sub(dd_mul(root, root), dd_make(2, 0)).hi) < 1e-31);
    CHECK(dd_sqrt(dd_make(0, 0)).hi == 0.0);
    for (long n = check_scaled(10000); n > 0; --n) {
        scree_vec3 a = v3_scale(random_direction(), pow(10.0, random_in(-90, 90)));
        scree_vec3 u = dd3_unit(dd3_diff(a, v3(0, 0, 0)));
        long double x = a.x, y = a.y, z = a.z, r = sqrtl(x * x + y * y + z * z);
        CHECK(fabsl(u.x - x / r) < 0.51L * 0x1p-53L && fabsl(u.y - y / r) < 0.51L * 0x1p-53L &&
              fabsl(u.z - z / r) < 0.51L * 0x1p-53L);
    }
}

int main(void)
{
    test_orientations();
    test_one_ulp();
    test_double_double();
    return check_done();
}
