// Moving Balls, and GJK as Algorithm 2 of girault-2022: |d - d*| <= eps_d, at any scale, on the mirror case of 3.2 and
// on random pairs, with either threshold.
#include "papers/moving_balls.h"

#include "scree/scree.h"
#include "two_ellipsoids.h"

static const double aspects[] = { 1.0 / 6, 1.0 / 3, 2.0 / 3, 1.0, 1.5, 3.0, 6.0 };

// The three ways: the constant threshold (2.9), the adaptive one (F.6), and GJK.
enum { WAYS = 3 };
static const char *const names[WAYS] = { "moving-balls", "moving-balls, adaptive", "gjk-johnson" };

static scree_ellipsoid_parameters parameters[WAYS];
static scree_paper papers[WAYS];

static scree_query_options way(int i, double tolerance)
{
    scree_query_options o = two_options(i < 2 ? "moving-balls" : "gjk-johnson", tolerance);
    parameters[i] = scree_ellipsoid_parameters_defaults();
    parameters[i].adaptive_angle = i == 1;
    papers[i].ellipsoids = &parameters[i];
    o.paper = &papers[i];
    return o;
}

static void check_mirror(double aspect, double d, double eps)
{
    static const double scales[] = { 1, 1e-3, 1e3, 1e-6, 1e6, 1e-9, 1e9 };
    int steps[WAYS] = { 0 };
    for (long k = 0, n = check_scaled(7); k < n; ++k) {
        double scale = scales[k];
        two_ellipsoids t;
        two_mirror(&t, aspect, d, scale);
        CHECK_NEAR((double)t.truth / scale, d, 1e-14 * t.size / scale);
        for (int i = 0; i < WAYS; ++i) {
            scree_query_options o = way(i, eps * scale);
            scree_cache start = { .axis = { -1, -0.4f, 0.3f },
                                  .filled = true }; // from the centres GJK is there at once
            if (i == 2) o.cache = &start;
            scree_contact c = two_query(&t, &o, names[i]);
            CHECK_MSG(c.status == SCREE_OK && !counted.cut_short, "%s: aspect %g, d %g, scale %g", names[i], aspect, d,
                      scale);
            CHECK_MSG(fabsl(c.distance - t.truth) <= eps * scale, "%s: aspect %g, d %g, scale %g: off by %.3g of %g",
                      names[i], aspect, d, scale, (double)fabsl(c.distance - t.truth) / scale, eps);
            if (k == 0) steps[i] = c.iterations;
            // GJK's last simplices are thin, and rounding decides which points they keep.
            CHECK_MSG(i == 2 || abs(c.iterations - steps[i]) <= 1, "%s: %d steps at scale %g, %d at 1", names[i],
                      c.iterations, scale, steps[i]);
        }
        two_free(&t);
    }
}

static void check_random(double aspect, double eps, scree_random *r, long steps[WAYS])
{
    double scale = random_decade(r, -9, 9), stretch[2] = { cbrt(aspect), 1.0 };
    if (random_below(r, 2)) stretch[1] = cbrt(random_decade(r, -0.7, 0.7));
    scree_vec3 axes[2];
    for (int m = 0; m < 2; ++m) {
        double a = scale * stretch[m] * stretch[m], b = scale / stretch[m];
        axes[m] = s3(a, b, random_below(r, 2) ? b : b * random_between(r, 0.9, 1.1));
    }
    two_ellipsoids t;
    two_make(&t, axes, random_below(r, 2) == 0);
    two_apart(&t, random_decade(r, -10, 1) * scale, r);
    t.truth = two_distance(&t, 1e-17L);
    for (int i = 0; i < WAYS; ++i) {
        scree_query_options o = way(i, eps * t.size);
        scree_contact c = two_query(&t, &o, names[i]);
        steps[i] += c.iterations;
        CHECK_MSG(c.status == SCREE_OK, "%s: aspect %g, gap %g of the size: [%.3g, %.3g] in %d", names[i], aspect,
                  (double)t.truth / t.size, (double)(c.lower - t.truth) / t.size, (double)(c.upper - t.truth) / t.size,
                  c.iterations);
        CHECK_MSG(fabsl(c.distance - t.truth) <= eps * t.size, "%s: aspect %g, gap %g of the size: off by %.3g of %g",
                  names[i], aspect, (double)t.truth / t.size, (double)fabsl(c.distance - t.truth) / t.size, eps);
    }
    two_free(&t);
}

static void check_all_random(void)
{
    scree_random r = random_stream(42, 0, 0);
    for (int k = 0; k < 7; ++k) {
        long steps[WAYS] = { 0 }, n = check_scaled(1000);
        for (long i = 0; i < n; ++i) check_random(aspects[k], pow(10, random_between(&r, -8, -4)), &r, steps);
        printf("aspect %.3g: steps %.1f, adaptive %.1f, gjk-johnson %.1f\n", aspects[k], (double)steps[0] / (double)n,
               (double)steps[1] / (double)n, (double)steps[2] / (double)n);
        CHECK(steps[1] <= steps[0]);
    }
}

// Needles and plates: what is true stays true, whether the bound on steps is met or not.
static void check_slender(void)
{
    scree_random r = random_stream(43, 0, 0);
    long cut = 0, n = check_scaled(60);
    for (long i = 0; i < n; ++i) {
        scree_vec3 axes[2];
        for (int m = 0; m < 2; ++m) axes[m] = s3(random_decade(&r, -3, 0), random_decade(&r, -3, 0), 1.0);
        two_ellipsoids t;
        two_make(&t, axes, false);
        two_apart(&t, random_decade(&r, -12, 1), &r);
        t.truth = two_distance(&t, 1e-14L);
        scree_query_options o = way((int)(i % 2), -1.0);
        scree_contact c = two_query(&t, &o, "slender");
        CHECK_MSG(c.status == SCREE_OK || counted.cut_short, "[%.3g, %.3g] in %d", (double)(c.lower - t.truth),
                  (double)(c.upper - t.truth), c.iterations);
        cut += counted.cut_short;
        two_free(&t);
    }
    printf("slender: %ld of %ld met the bound on steps\n", cut, n);
}

// Any tolerance: too large to search at all, 0, infinite.
static void check_tolerances(void)
{
    static const double odd[] = { 0.0, 1e-300, 1e-16, 10.0, 1e300, INFINITY };
    two_ellipsoids t;
    two_mirror(&t, 3.0, 0.01, 1.0);
    for (int i = 0; i < 6; ++i) {
        for (int k = 0; k < 2; ++k) {
            scree_query_options o = way(k, odd[i]);
            scree_contact c = two_query(&t, &o, names[k]);
            CHECK_MSG(c.status == SCREE_OK, "tolerance %g", odd[i]);
        }
    }
    two_free(&t);
}

int main(void)
{
    for (int k = 0; k < 7; ++k)
        for (int d = 0; d <= 6; ++d)
            for (int e = -8; e <= -4; e += 2) check_mirror(aspects[k], pow(10, -d), pow(10, e));
    two_check_ends("moving-balls");
    two_check_aligned("moving-balls");
    check_all_random();
    check_slender();
    check_tolerances();
    return check_done();
}
