// Jain's method: where it converges it is right, and where the ellipsoids are close it does not (Tables 3 and 4).
#include "papers/jain.h"

#include "scree/scree.h"
#include "two_ellipsoids.h"

// The largest k such that all mirror cases of d = 1, 0.1, ... 10^-k converge; -1 for none.
static int converges_to(double aspect, double factor, double eps, double scale)
{
    int reached = -1;
    bool yet = true;
    for (int d = 0; d <= 6; ++d) {
        two_ellipsoids t;
        two_mirror(&t, aspect, pow(10, -d), scale);
        scree_ellipsoid_parameters p = scree_ellipsoid_parameters_defaults();
        p.jain_factor = factor;
        scree_query_options o = two_options("jain", eps * scale);
        o.max_iterations = 5000;
        const scree_paper paper = { .ellipsoids = &p };
        o.paper = &paper;
        scree_contact c = two_query(&t, &o, "mirror");
        CHECK_MSG(counted.cut_short || (c.status == SCREE_OK && fabsl(c.distance - t.truth) <= eps * scale),
                  "aspect %g, factor %g, d 1e-%d: off by %.3g", aspect, factor, d, (double)fabsl(c.distance - t.truth));
        yet = yet && !counted.cut_short;
        if (yet) reached = d;
        two_free(&t);
    }
    return reached;
}

// The printed d* is the largest of 1, 0.1, ... that fails: its exponent is one above. Of the 45 entries most must
// agree: the method goes to and fro, and rounding has a say in where it stays.
static void check_tables(void)
{
    static const double aspects[] = { 1.0 / 6, 1.0 / 3, 2.0 / 3, 1.5, 3.0, 6.0 };
    static const double factors[] = { 1.0, 0.5, 0.25, 0.1, 0.05 };
    static const int table3[6][5] = { { 1, 2, 3, 2, 3 }, { 0, 4, 2, 2, 2 }, { 0, 6, 2, 2, 2 },
                                      { 1, 4, 2, 2, 2 }, { 2, 3, 2, 2, 2 }, { 0, 3, 2, 2, 2 } };
    static const int table4[3][5] = { { 3, 4, 3, 2, 2 }, { 2, 3, 2, 2, 2 }, { 1, 2, 2, 2, 2 } };
    int agree = 0;
    for (int k = 0; k < 6; ++k)
        for (int f = 0; f < 5; ++f) agree += converges_to(aspects[k], factors[f], 1e-6, 1.0) + 1 == table3[k][f];
    for (int e = 0; e < 3; ++e)
        for (int f = 0; f < 5; ++f)
            agree += converges_to(3.0, factors[f], pow(10, -4 - 2 * e), 1.0) + 1 == table4[e][f];
    printf("Tables 3 and 4: %d of 45 entries agree\n", agree);
    CHECK(agree >= 40);
    // It works with angles, and so alike at all scales.
    CHECK(converges_to(3.0, 1.0, 1e-6, 1e-6) == 1 && converges_to(3.0, 1.0, 1e-6, 1e6) == 1);
}

// Table 5: smaller factors fail less often, and take more steps.
static void check_factors(void)
{
    static const double factors[] = { 1.0, 0.1, 0.01 };
    double a = cbrt(1.0 / 36), b = cbrt(6.0);
    const scree_vec3 axes[2] = { s3(a, b, b), s3(a, b, b) };
    two_ellipsoids t;
    two_make(&t, axes, false);
    long failed[3], n = check_scaled(100);
    for (int f = 0; f < 3; ++f) {
        scree_random r = random_stream(71, 0, 0);
        scree_ellipsoid_parameters p = scree_ellipsoid_parameters_defaults();
        p.jain_factor = factors[f];
        failed[f] = 0;
        for (long i = 0; i < n; ++i) {
            two_apart(&t, random_decade(&r, -2, 0), &r);
            t.truth = two_distance(&t, 1e-17L);
            scree_query_options o = two_options("jain", 1e-5);
            o.max_iterations = 20000;
            const scree_paper paper = { .ellipsoids = &p };
            o.paper = &paper;
            scree_contact c = two_query(&t, &o, "random");
            CHECK(counted.cut_short || fabsl(c.distance - t.truth) <= 1e-5);
            failed[f] += c.status != SCREE_OK;
        }
        printf("factor %g: %ld of %ld failed\n", factors[f], failed[f], n);
    }
    CHECK(failed[0] >= failed[1] && failed[1] >= failed[2]);
    two_free(&t);
}

// The poles of the parametrisation, where phi is free: on z, and through it.
static void check_poles(void)
{
    const scree_vec3 axes[2] = { s3(1, 0.9, 0.8), s3(0.9, 1, 0.8) };
    two_ellipsoids t;
    two_make(&t, axes, false);
    for (int k = 0; k < 3; ++k) {
        scree_body b = { .position = s3(k * 0.4, -k * 0.3, 3), .orientation = quat_about(s3(0, 1, 0), 0.3 * k) };
        two_place(&t, scree_body_at(NULL, s3(0, 0, 0)), b);
        t.normal = r3(0, 0, 1);
        t.truth = two_distance(&t, 1e-17L);
        scree_ellipsoid_parameters p = scree_ellipsoid_parameters_defaults();
        p.jain_factor = 0.1;
        scree_query_options o = two_options("jain", 1e-6);
        const scree_paper paper = { .ellipsoids = &p };
        o.paper = &paper;
        scree_contact c = two_query(&t, &o, "poles");
        CHECK_MSG(c.status == SCREE_OK && fabsl(c.distance - t.truth) <= 1e-6, "%d: off by %.3g in %d", k,
                  (double)fabsl(c.distance - t.truth), c.iterations);
        p.jain_factor = -1.0; // as published
        (void)two_query(&t, &o, "poles");
    }
    two_free(&t);
}

// 3.4.5: with the backtracking loop the distance falls from step to step.
typedef struct falling {
    double last;
    int rises;
} falling;

static void watch(void *user, const scree_trace_step *step)
{
    falling *f = user;
    const scree_vec3 d = step->simplex[0];
    const double length = sqrt(s3_dot(d, d));
    if (step->simplex_size > 0) {
        f->rises += f->last > 0.0 && length > f->last * (1 + 1e-12);
        f->last = length;
    }
}

// The direction of the step is one in which the distance falls: the loop gets through where the published step, and
// parts of it, go to and fro.
static void check_backtracking(void)
{
    static const double aspects[] = { 1.0 / 6, 1.0 / 3, 2.0 / 3, 1.5, 3.0, 6.0 };
    scree_random r = random_stream(72, 0, 0);
    for (int k = 0; k < 6; ++k) {
        double a = cbrt(aspects[k] * aspects[k]), b = 1 / cbrt(aspects[k]);
        const scree_vec3 axes[2] = { s3(a, b, b), s3(a, b, b) };
        long n = check_scaled(30), without = 0, most = 0;
        two_ellipsoids t;
        two_make(&t, axes, false);
        for (long i = 0; i < n; ++i) {
            two_apart(&t, random_decade(&r, -2, 0), &r);
            t.truth = two_distance(&t, 1e-17L);
            scree_ellipsoid_parameters p = scree_ellipsoid_parameters_defaults();
            scree_query_options o = two_options("jain", 1e-5);
            falling f = { 0 };
            const scree_paper paper = { .ellipsoids = &p };
            o.paper = &paper;
            o.max_iterations = 2000;
            (void)two_query(&t, &o, "as published");
            without += counted.cut_short;
            p.jain_shrink = 0.5;
            o.max_iterations = 100000;
            o.trace = watch;
            o.trace_user = &f;
            scree_contact c = two_query(&t, &o, "backtracking");
            CHECK_MSG(c.status == SCREE_OK && fabsl(c.distance - t.truth) <= 1e-5, "aspect %g: %d steps, off by %.3g",
                      aspects[k], c.iterations, (double)fabsl(c.distance - t.truth));
            CHECK_MSG(f.rises == 0, "aspect %g: the distance rose in %d of %d steps", aspects[k], f.rises,
                      c.iterations);
            if (c.iterations > most) most = c.iterations;
        }
        printf("aspect %.3g: backtracking took %ld steps at most; without it %ld of %ld failed\n", aspects[k], most,
               without, n);
        CHECK(without > n / 2);
        two_free(&t);
    }
}

// A factor that is not below 1 is no loop; one next to 1 comes to an end all the same.
static void check_shrink(void)
{
    two_ellipsoids t;
    two_mirror(&t, 3.0, 0.01, 1.0);
    scree_ellipsoid_parameters p = scree_ellipsoid_parameters_defaults();
    scree_query_options o = two_options("jain", 1e-6);
    o.max_iterations = 1000;
    const scree_paper paper = { .ellipsoids = &p };
    o.paper = &paper;
    const scree_contact usual = two_query(&t, &o, "usual");
    static const double odd[] = { 0.0, -1.0, 1.0, INFINITY, NAN };
    for (int i = 0; i < 5; ++i) {
        p.jain_shrink = odd[i];
        scree_contact c = two_query(&t, &o, "odd");
        CHECK(c.iterations == usual.iterations && c.distance == usual.distance);
    }
    p.jain_shrink = 0.999999;
    (void)two_query(&t, &o, "hardly any");
    two_free(&t);
}

int main(void)
{
    check_tables();
    two_check_ends("jain");
    two_check_aligned("jain");
    check_factors();
    check_poles();
    check_backtracking();
    check_shrink();
    return check_done();
}
