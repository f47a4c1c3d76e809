// The edge test: the least F along a segment by brute force, the sphere in closed form, true intervals for capsules.
#include "papers/sq_segment.h"

#include "sq_real.h"

static const char method[] = "sq-segment";

static scree_sq_field field_of(const block *b)
{
    return scree_sq_field_of(b->body.shape);
}

// F in long double on a grid that is refined around its least value.
static real least_on(const block *b, scree_vec3 from, scree_vec3 to, real *at)
{
    real low = 0, high = 1, best = INFINITY;
    const real3 p = r3_from(from), d = r3_from(s3_sub(to, from));
    for (int round = 0; round < 9; ++round) {
        const real step = (high - low) / 20;
        for (int i = 0; i <= 20; ++i) {
            const real t = low + step * i, value = block_value(b, r3_add_scaled(p, t, d));
            if (!(value < best)) continue;
            best = value;
            *at = t;
        }
        low = fmaxl(0, *at - step);
        high = fminl(1, *at + step);
    }
    return best;
}

static void check_edge(scree_random *r)
{
    const double scale = random_decade(r, -9, 9), reach = random_decade(r, -1, 1);
    block b =
        block_make(s3(scale * random_decade(r, -2, 0), scale * random_decade(r, -2, 0), scale),
                   random_below(r, 3) ? random_between(r, 2, 20) : 2, random_below(r, 3) ? 2 + random_below(r, 99) : 2);
    const scree_sq_field f = field_of(&b);
    scree_vec3 from = s3_scale(random_direction(r), scale * reach), to = s3_scale(random_direction(r), scale * reach);
    if (random_below(r, 4) == 0) to = s3(from.x, from.y, -from.z); // along an axis
    if (random_below(r, 8) == 0) to = s3_scale(from, -1.5);        // through the centre
    const scree_sq_edge e = scree_sq_edge_test(&f, from, to);
    real at = 0;
    const real least = least_on(&b, from, to, &at);
    CHECK(e.t >= 0.0 && e.t <= 1.0 && e.steps <= 64);
    CHECK_MSG(!((double)least < 1e280) || e.value - least <= 1e-6L * (1 + fabsl(least)), "F %g at %g, but %Lg at %Lg",
              e.value, e.t, least, at);
    if (fabsl(least) > 1e-6L) CHECK((e.value < 0) == (least < 0));
    block_free(&b);
}

// Far away F is beyond doubles, and the point is found all the same.
static void check_far(void)
{
    block b = block_make(s3(1, 1, 1), 100, 100);
    const scree_sq_field f = field_of(&b);
    const scree_sq_edge through = scree_sq_edge_test(&f, s3(-1e6, 0.1, 0.2), s3(3e6, 0.1, 0.2));
    CHECK(through.value < 0 && fabs(through.point.x) < 1);
    const scree_sq_edge beside = scree_sq_edge_test(&f, s3(-1e6, 1e5, 0.2), s3(3e6, 1e5, 0.2));
    CHECK(beside.value > 0 && beside.t > 0 && beside.t < 1 && isfinite(beside.gradient.y) && beside.gradient.y > 0);
    const scree_sq_edge end = scree_sq_edge_test(&f, s3(1e5, 0, 0), s3(1e6, 0, 1));
    CHECK(end.t == 0.0 && end.value > 0);
    block_free(&b);
}

// A sphere and a capsule: exact.
static void check_sphere(scree_random *r)
{
    const double scale = random_decade(r, -9, 9), radius = scale * random_between(r, 0.01, 1);
    block b = block_make(s3(scale, scale, scale), 2, 2);
    scree_shape *capsule = scree_capsule_create(radius, scale, 0, NULL);
    scree_body rod = scree_body_at(capsule, s3_scale(random_direction(r), 3 * scale * random_unit(r)));
    const scree_vec3 p = rod.position;
    const double along = fmin(scale, fmax(-scale, -p.z)), x = hypot(p.x, p.y), core = hypot(x, p.z + along);
    const double truth = core - scale - radius;
    const scree_contact c = block_query(method, &b.body, &rod, NULL), back = block_query(method, &rod, &b.body, NULL);
    CHECK_NEAR(c.distance, truth, 1e-14 * 8 * scale);
    CHECK_NEAR(back.distance, truth, 1e-14 * 8 * scale);
    CHECK(c.lower <= truth + 1e-15 * scale && c.upper >= truth - 1e-15 * scale);
    if (core > scale) CHECK_MSG(c.status == SCREE_OK && back.status == SCREE_OK, "[%g, %g]", c.lower, c.upper);
    scree_shape_destroy(capsule);
    block_free(&b);
}

// The gap of a superquadric and a segment along n.
static real gap_along(const block *b, const scree_body *rod, double half, real3 n)
{
    const real3 axis = real_rotate(rod->orientation, r3(0, 0, 1), false);
    const real3 apart = r3_add_scaled(r3_from(rod->position), -1, r3_from(b->body.position));
    return r3_dot(n, apart) - block_height(b, n) - half * fabsl(r3_dot(n, axis));
}

static void check_capsule(scree_random *r)
{
    block b = block_make(s3(random_decade(r, -1, 0), random_decade(r, -1, 0), 1), random_between(r, 2, 12),
                         2 + random_below(r, 10));
    b.body.orientation = random_rotation(r);
    scree_shape *capsule = scree_capsule_create(0.1, 0.7, 0, NULL);
    scree_body rod = scree_body_at(capsule, s3_scale(random_direction(r), random_between(r, 0, 2)));
    rod.orientation = random_rotation(r);
    const scree_contact c = block_query(method, &b.body, &rod, NULL);
    real truth = -INFINITY;
    for (int start = 0; start < 3; ++start) {
        real3 n = start == 0 ? r3_unit(r3_from(c.normal)) : r3_from(random_direction(r));
        real best = gap_along(&b, &rod, 0.7, n);
        for (real step = 0.5L; step > 1e-7L; step *= 0.7L) {
            for (int i = 0; i < 3; ++i) {
                const real3 m = r3_unit(r3_add_scaled(n, step, r3_from(random_direction(r))));
                const real gap = gap_along(&b, &rod, 0.7, m);
                if (gap > best) n = m;
                best = fmaxl(best, gap);
            }
        }
        truth = fmaxl(truth, best - 0.1L);
    }
    CHECK_MSG(c.upper >= truth, "upper %.17g, but a gap of %.17Lg", c.upper, truth);
    if (truth > -0.1L) CHECK_MSG(c.lower <= truth + 1e-6L, "lower %.17g, truth %.17Lg", c.lower, truth);
    real at = 0;
    const real3 axis = real_rotate(rod.orientation, r3(0, 0, 0.7L), false);
    const scree_vec3 half = s3((double)axis.x, (double)axis.y, (double)axis.z);
    const real least = least_on(&b, s3_sub(rod.position, half), s3_add(rod.position, half), &at);
    if (fabsl(least) > 1e-6L)
        CHECK_MSG((least < 0) == (c.distance < -0.1), "F %Lg at %Lg, distance %g", least, at, c.distance);
    scree_query_options o = scree_query_defaults();
    o.detail = SCREE_DETAIL_SEARCH;
    const scree_contact quick = block_query(method, &b.body, &rod, &o), back = block_query(method, &rod, &b.body, NULL);
    CHECK(quick.distance == c.distance && quick.lower <= c.lower);
    CHECK_NEAR(back.distance, c.distance, 1e-6);
    scree_shape_destroy(capsule);
    block_free(&b);
}

int main(void)
{
    scree_random r = random_stream(72, 0, 0);
    for (long i = 0, n = check_scaled(2000); i < n; ++i) check_edge(&r);
    for (long i = 0, n = check_scaled(2000); i < n; ++i) check_sphere(&r);
    for (long i = 0, n = check_scaled(600); i < n; ++i) check_capsule(&r);
    check_far();
    return check_done();
}
