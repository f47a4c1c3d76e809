// Newton's method on the Lagrange function of two superquadrics: its point solves the printed equations, its overlap is
// that of the printed line, its interval is true; at any size, warm and cold.
#include "papers/sq_newton.h"

#include "sq_real.h"

static const char method[] = "sq-newton";

static double random_exponent(scree_random *r, double most)
{
    const double n = random_between(r, 2.0, most);
    return random_below(r, 2) ? n : floor(n);
}

static scree_vec3 random_axes(scree_random *r, double aspect, double scale)
{
    const double most = log10(aspect);
    return s3(scale * random_decade(r, -most, 0), scale * random_decade(r, -most, 0), scale);
}

static real3 world(scree_vec3 v)
{
    return r3_from(v);
}

// (4), (2) and (7) at the contact point; the normal is along both gradients.
static void check_equations(const block *a, const block *b, const scree_contact *c, double size)
{
    const real3 x = world(c->point), n = world(c->normal);
    const real fa = block_value(a, x), fb = block_value(b, x), level = fmaxl(fabsl(fa), fabsl(fb));
    const real3 ga = r3_unit(block_gradient(a, x, size)), gb = r3_unit(block_gradient(b, x, size));
    const real3 across = r3_cross(ga, gb);
    CHECK_MSG(fabsl(fa - fb) <= 1.1e-5L * level + 1e-9L, "F_A %Lg, F_B %Lg", fa, fb);
    CHECK_MSG(sqrtl(r3_dot(across, across)) <= 1.1e-5L, "sine %Lg", sqrtl(r3_dot(across, across)));
    // Apart, the line along the gradients may miss the bodies.
    if (fa < 0)
        CHECK_MSG(r3_dot(ga, n) > 1 - 1e-9L && r3_dot(gb, n) < -1 + 1e-9L, "normal %Lg %Lg", r3_dot(ga, n),
                  r3_dot(gb, n));
    if (level > 1e-9L) CHECK_MSG((fa < 0) == (c->distance < 0), "F %Lg, distance %g", fa, c->distance);
}

// No point nearby has a lesser F_A or F_B, whichever is the larger one: F is convex, so none has anywhere.
static void check_least(const block *a, const block *b, const scree_contact *c, double size, scree_random *r)
{
    const real3 x = world(c->point);
    const real least = fmaxl(block_value(a, x), block_value(b, x));
    for (int i = 0; i < 40; ++i) {
        const real3 y = r3_add_scaled(x, size * random_decade(r, -5, -1), r3_from(random_direction(r)));
        const real other = fmaxl(block_value(a, y), block_value(b, y));
        CHECK_MSG(other >= least - 1e-4L * (1e-4L + fabsl(least)), "%Lg for %Lg", other, least);
    }
}

static void check_surface(const block *b, scree_vec3 point, double size)
{
    const real3 x = world(point), g = block_gradient(b, x, size);
    const real off = fabsl(block_value(b, x)) / sqrtl(r3_dot(g, g));
    CHECK_MSG(off <= 1e-10L * size, "a point is %Lg off the surface", off / size);
}

static void check_bounds(const block *a, const block *b, const scree_contact *c, scree_random *r, double size)
{
    real truth = blocks_climb(a, b, world(c->normal), r);
    for (int i = 0; i < 3; ++i) truth = fmaxl(truth, blocks_climb(a, b, r3_from(random_direction(r)), r));
    CHECK_MSG(c->upper >= truth, "upper %.17g, but a gap of %.17Lg", c->upper, truth);
    CHECK_MSG(c->lower <= truth + 1e-7L * size, "lower %.17g, truth %.17Lg", c->lower, truth);
}

static void check_pair(double most, double aspect, double scale, scree_random *r, long *cut)
{
    block a = block_make(random_axes(r, aspect, scale), random_exponent(r, most), random_exponent(r, most));
    block b = block_make(random_axes(r, aspect, scale * random_decade(r, -0.5, 0.5)), random_exponent(r, most),
                         random_exponent(r, most));
    const double size = scree_pair_size(a.body.shape, b.body.shape);
    blocks_place(&a, &b, random_between(r, -0.2, 0.05) * fmin(a.axes.z, b.axes.z), r);
    const scree_contact c = block_query(method, &a.body, &b.body, NULL);
    const bool is_cut = counted.cut_short;
    *cut += is_cut;
    CHECK(!is_cut || c.status == SCREE_NO_CONVERGENCE);
    CHECK(c.feature_a == SCREE_FEATURE_SURFACE && c.feature_b == SCREE_FEATURE_SURFACE);
    check_bounds(&a, &b, &c, r, size);
    if (!is_cut) {
        check_equations(&a, &b, &c, fmin(a.axes.z, b.axes.z));
        check_least(&a, &b, &c, size, r);
        check_surface(&a, c.point_a, size);
        check_surface(&b, c.point_b, size);
        const scree_contact back = block_query(method, &b.body, &a.body, NULL);
        CHECK_NEAR(back.distance, c.distance, 1e-4 * size);
    }
    scree_query_options o = scree_query_defaults();
    o.detail = SCREE_DETAIL_SEARCH;
    const scree_contact quick = block_query(method, &a.body, &b.body, &o);
    CHECK(quick.distance == c.distance && quick.iterations == c.iterations);
    CHECK(is_cut || quick.lower <= c.lower);
    block_free(&a);
    block_free(&b);
}

static void check_random(void)
{
    scree_random r = random_stream(61, 0, 0);
    const struct {
        double most, aspect;
    } of[] = { { 2, 3 }, { 4, 3 }, { 8, 3 }, { 8, 10 }, { 20, 3 } };
    for (int k = 0; k < 5; ++k) {
        long cut = 0, n = check_scaled(150);
        for (long i = 0; i < n; ++i) check_pair(of[k].most, of[k].aspect, random_decade(&r, -9, 9), &r, &cut);
        CHECK_MSG(cut <= n / 100 + 1, "%ld of %ld did not converge, exponents to %g", cut, n, of[k].most);
    }
}

// Spheres: exact, from the start.
static void check_spheres(void)
{
    scree_random r = random_stream(62, 0, 0);
    for (long i = 0, n = check_scaled(200); i < n; ++i) {
        const double scale = random_decade(&r, -9, 9), ra = scale, rb = scale * random_decade(&r, -3, 3);
        block a = block_make(s3(ra, ra, ra), 2, 2), b = block_make(s3(rb, rb, rb), 2, 2);
        const double apart = (ra + rb) * random_between(&r, 0.7, 2.0), size = ra + rb + apart;
        const scree_vec3 d = random_direction(&r);
        b.body.position = s3_scale(d, apart);
        const scree_contact c = block_query(method, &a.body, &b.body, NULL);
        CHECK_NEAR(c.distance, apart - ra - rb, 1e-14 * size);
        CHECK_NEAR(s3_dot(c.normal, d), 1.0, 1e-14);
        if (apart > ra + rb) CHECK(c.status == SCREE_OK);
        CHECK(c.lower <= apart - ra - rb + 1e-14 * size && c.upper >= apart - ra - rb - 1e-14 * size);
        block_free(&a);
        block_free(&b);
    }
}

// Two unit cubes of exponent n, face to face: all is known. The point is the middle.
static void check_faces(void)
{
    static const double exponents[] = { 2, 3, 4, 7.5, 20, 100 };
    for (int i = 0; i < 6; ++i) {
        for (int k = 0; k < 2; ++k) {
            const double apart = k == 0 ? 1.9 : 2.1, n = exponents[i];
            block a = block_make(s3(1, 1, 1), n, n), b = block_make(s3(1, 1, 1), n, n);
            b.body.position = s3(0, apart, 0);
            const scree_contact c = block_query(method, &a.body, &b.body, NULL);
            CHECK_NEAR(c.distance, apart - 2.0, 1e-13);
            CHECK_NEAR(c.normal.y, 1.0, 1e-13);
            CHECK_NEAR(c.point.y, 0.5 * apart, 1e-12);
            CHECK_NEAR(c.lower, apart - 2.0, 1e-13);
            CHECK(k == 0 || c.status == SCREE_OK);
            block_free(&a);
            block_free(&b);
        }
    }
}

// A pair that moves by small steps takes fewer of Newton's, and comes to the same point.
static void check_warm(void)
{
    scree_random r = random_stream(63, 0, 0);
    long cold = 0, warm = 0;
    for (long i = 0, n = check_scaled(100); i < n; ++i) {
        block a = block_make(random_axes(&r, 3, 1), 2 + random_below(&r, 7), 2 + random_below(&r, 7));
        block b = block_make(random_axes(&r, 3, 1), 2 + random_below(&r, 7), 2 + random_below(&r, 7));
        blocks_place(&a, &b, -0.02, &r);
        scree_paper_cache last = { .linked = false };
        const scree_paper paper = { .cache = &last };
        scree_query_options o = scree_query_defaults();
        o.paper = &paper;
        const scree_vec3 step = s3_scale(random_direction(&r), 1e-4);
        for (int k = 0; k < 8; ++k) {
            const scree_contact c = block_query(method, &a.body, &b.body, NULL);
            const bool cut = counted.cut_short;
            const scree_contact w = block_query(method, &a.body, &b.body, &o);
            CHECK(last.linked && last.filled);
            if (k > 0) cold += c.iterations;
            if (k > 0) warm += w.iterations;
            if (!cut && !counted.cut_short) CHECK_NEAR(c.distance, w.distance, 1e-3);
            b.body.position = s3_add(b.body.position, step);
        }
        block_free(&a);
        block_free(&b);
    }
    printf("moving pairs: %ld steps cold, %ld warm\n", cold, warm);
    CHECK(2 * warm < cold);
}

// A tolerance of one's own is a bound on the last step: the equations then hold as well as doubles let them.
static void check_tolerance(void)
{
    scree_random r = random_stream(64, 0, 0);
    for (long i = 0, n = check_scaled(100); i < n; ++i) {
        block a = block_make(random_axes(&r, 3, 1), 4, 4), b = block_make(random_axes(&r, 3, 1), 3, 5);
        blocks_place(&a, &b, -0.02, &r);
        scree_query_options o = scree_query_defaults();
        o.tolerance = i % 2 ? 0.0 : 1e-13;
        const scree_contact c = block_query(method, &a.body, &b.body, &o);
        const real3 x = world(c.point);
        CHECK(!counted.cut_short);
        CHECK_MSG(fabsl(block_value(&a, x) - block_value(&b, x)) < 1e-12L, "%Lg",
                  block_value(&a, x) - block_value(&b, x));
        block_free(&a);
        block_free(&b);
    }
}

// Absurd input: a valid and finite answer all the same, in bounded time.
static void check_hard(void)
{
    scree_random r = random_stream(65, 0, 0);
    long most = 0, cut = 0, n = check_scaled(300);
    for (long i = 0; i < n; ++i) {
        const double ratio = random_decade(&r, -4, 4);
        block a = block_make(random_axes(&r, 100, 1), random_between(&r, 2, 100), random_between(&r, 2, 100));
        block b = block_make(random_axes(&r, 100, ratio), random_between(&r, 2, 100), random_between(&r, 2, 100));
        const int how = random_below(&r, 5);
        blocks_place(&a, &b, how == 0 ? 1e6 : 0.01 * random_sign(&r), &r);
        if (how == 1) b.body.position = a.body.position; // concentric
        if (how == 2) b.body.orientation = a.body.orientation;
        const scree_contact c = block_query(method, &a.body, &b.body, NULL);
        const real truth = blocks_climb(&a, &b, world(c.normal), &r);
        CHECK_MSG(c.upper >= truth, "upper %.17g, but a gap of %.17Lg", c.upper, truth);
        if (c.iterations > most) most = c.iterations;
        cut += counted.cut_short;
        block_free(&a);
        block_free(&b);
    }
    printf("hard pairs: %ld of %ld not converged, %ld steps at most\n", cut, n, most);
    CHECK(most < 5000);
}

static void check_bound(void)
{
    block a = block_make(s3(1, 0.2, 0.5), 12, 12), b = block_make(s3(1, 0.1, 0.3), 9, 12);
    b.body.position = s3(0.7, 0.4, 0.6);
    scree_query_options o = scree_query_defaults();
    o.max_iterations = 1;
    const scree_contact c = block_query(method, &a.body, &b.body, &o);
    CHECK(counted.cut_short && c.iterations == 1 && c.status == SCREE_NO_CONVERGENCE);
    block_free(&a);
    block_free(&b);
}

int main(void)
{
    check_spheres();
    check_faces();
    check_random();
    check_warm();
    check_tolerance();
    check_hard();
    check_bound();
    return check_done();
}
