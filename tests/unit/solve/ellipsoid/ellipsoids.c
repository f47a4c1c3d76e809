// Ellipsoids apart, touching and in shallow contact, and points in and around one, with `auto`.
//
// The references are closed forms; for points the secular equation, by bisection in long double; for pairs apart a
// climb in 113 bits that ends when two points of the surfaces and the gap along their line enclose the distance.
#include "check.h"
#include "math/vec3.h"
#include "oracle/quad.h"
#include "pair/warm.h"
#include "scenes/random.h"
#include "scree/scree.h"

static scree_shape *ellipsoid(double x, double y, double z, double rounding)
{
    scree_error error;
    scree_shape *s = scree_ellipsoid_create(v3(x, y, z), rounding, &error);
    CHECK_MSG(s != NULL, "%s", s != NULL ? "" : error.message);
    return s;
}

static scree_body body(const scree_shape *s, scree_vec3 position, scree_quat orientation)
{
    scree_body b = { .shape = s, .position = position, .orientation = orientation };
    return b;
}

static const scree_quat upright = { 1, 0, 0, 0 };

static scree_contact query(const scree_body *a, const scree_body *b, scree_cache *cache)
{
    scree_query_options o = scree_query_defaults();
    o.tolerance = 0.0; // as narrow as rounding lets it be
    o.cache = cache;
    scree_contact c;
    scree_status status = scree_query(a, b, &o, &c);
    CHECK_MSG(status == SCREE_OK, "status %s: %.17g in [%.17g, %.17g]", scree_status_name(status), c.distance, c.lower,
              c.upper);
    scree_vec3 rest = v3_sub(v3_sub(c.point_b, c.point_a), v3_scale(c.normal, c.distance));
    double reach = scree_pair_size(a->shape, b->shape) + v3_norm(a->position) + v3_norm(b->position);
    CHECK(v3_norm(rest) <= 1e-14 * reach && c.lower <= c.distance && c.distance <= c.upper);
    CHECK_NEAR(v3_norm(c.normal), 1.0, 4e-16);
    return c;
}

static void check_distance(const scree_contact *c, double exact, double size, const char *what)
{
    double slack = 1e-15 * size; // the reference's own
    CHECK_MSG(fabs(c->distance - exact) <= 1e-13 * size, "%s: %.17g, not %.17g", what, c->distance, exact);
    CHECK_MSG(c->lower <= exact + slack && exact - slack <= c->upper, "%s: %.17g is not in [%.17g, %.17g]", what, exact,
              c->lower, c->upper);
    CHECK_MSG(c->upper - c->lower <= 1e-13 * size, "%s: interval of %.3g", what, c->upper - c->lower);
}

// Balls, as ellipsoids of three equal semi-axes, as spheres, and one of each.
static void check_balls(void)
{
    scree_random r = random_stream(4, 1, 0);
    for (long i = 0; i < check_scaled(3000); ++i) {
        double scale = random_decade(&r, -9, 9), p = scale * random_between(&r, 0.1, 1), q = scale * random_unit(&r);
        double gap = (random_unit(&r) < 0.5 ? random_decade(&r, -12, 1) : -random_unit(&r) * 0.9) * (p + q);
        scree_vec3 n = random_direction(&r);
        scree_shape *a = ellipsoid(p, p, p, 0.0), *b = ellipsoid(q, q, q, 0.0), *s = scree_sphere_create(q, 0.0, NULL);
        scree_body at = body(a, v3(0, 0, 0), random_rotation(&r));
        const scree_shape *others[2] = { b, s };
        for (int k = 0; k < 2; ++k) {
            scree_body other = body(others[k], v3_scale(n, p + q + gap), random_rotation(&r));
            scree_contact c = query(&at, &other, NULL);
            check_distance(&c, v3_norm(other.position) - p - q, p + q + fabs(gap), "balls");
        }
        scree_shape_destroy(a);
        scree_shape_destroy(b);
        scree_shape_destroy(s);
    }
}

// Axes aligned, the centres on one of them: apart, the distance is what is left between the two.
static void check_aligned(void)
{
    scree_random r = random_stream(4, 2, 0);
    for (long i = 0; i < check_scaled(3000); ++i) {
        double a[3], b[3], scale = random_decade(&r, -9, 9);
        for (int k = 0; k < 3; ++k) {
            a[k] = scale * random_decade(&r, -3, 0);
            b[k] = scale * random_decade(&r, -3, 0);
        }
        int k = random_below(&r, 3);
        double gap = scale * random_decade(&r, -12, 1), d[3] = { 0, 0, 0 };
        d[k] = random_sign(&r) * (a[k] + b[k] + gap);
        scree_shape *p = ellipsoid(a[0], a[1], a[2], 0.0), *q = ellipsoid(b[0], b[1], b[2], 0.0);
        scree_body first = body(p, v3(0, 0, 0), upright), second = body(q, v3(d[0], d[1], d[2]), upright);
        scree_contact c = query(&first, &second, NULL);
        check_distance(&c, fabs(d[k]) - a[k] - b[k], scale + gap, "aligned");
        scree_shape_destroy(p);
        scree_shape_destroy(q);
    }
}

// The signed distance of y from the ellipsoid with semi-axes a. The nearest point is x_i = a_i^2 y_i / (a_i^2 + s),
// where s > -c^2 (c: the least axis) is the root of sum (a_i y_i / (a_i^2 + s))^2 = 1, which falls with s; or s = -c^2,
// where no y_i belongs to c and the rest of the sum is below 1.
static long double point_distance(const double a[3], const double y[3])
{
    long double least = fminl(a[0], fminl(a[1], a[2])), size = 0, low, high, inside = -1;
    for (int i = 0; i < 3; ++i) {
        size += (long double)a[i] + fabsl((long double)y[i]);
        inside += ((long double)y[i] / a[i]) * ((long double)y[i] / a[i]);
    }
    low = -least * least;
    high = 4 * size * size;
    for (int k = 0; k < 300; ++k) {
        long double s = k == 0 ? low * (1 - 1e-19L) : 0.5L * (low + high), f = -1;
        for (int i = 0; i < 3; ++i) {
            long double q = a[i] * (long double)y[i] / ((long double)a[i] * a[i] + s);
            if (y[i] != 0.0) f += q * q;
        }
        if (f > 0)
            low = s;
        else
            high = s;
        if (k == 0 && !(f > 0)) break; // below 1 all the way down: the medial disc
    }
    long double s = high <= -least * least * (1 - 1e-18L) ? -least * least : 0.5L * (low + high), square = 0, left = 1;
    int flat = -1;
    for (int i = 0; i < 3; ++i) {
        long double under = (long double)a[i] * a[i] + s;
        if (y[i] == 0.0 && fabsl(under) <= 1e-15L * a[i] * a[i]) {
            flat = i;
            continue;
        }
        long double x = (long double)a[i] * a[i] * y[i] / under;
        square += (x - y[i]) * (x - y[i]);
        left -= x / a[i] * (x / a[i]);
    }
    if (flat >= 0) square += fmaxl(left, 0) * a[flat] * a[flat];
    return inside > 0 ? sqrtl(square) : -sqrtl(square);
}

static void check_point(const double a[3], const double y[3], double radius, scree_quat rotation, const char *what)
{
    scree_shape *e = ellipsoid(a[0], a[1], a[2], 0.0), *s = scree_sphere_create(radius, 0.0, NULL);
    scree_body at = body(e, v3(0, 0, 0), upright), point = body(s, v3(y[0], y[1], y[2]), rotation);
    scree_contact c = query(&at, &point, NULL);
    double size = fmax(a[0], fmax(a[1], a[2])) + radius + v3_norm(point.position);
    check_distance(&c, (double)(point_distance(a, y) - (long double)radius), size, what);
    scree_shape_destroy(e);
    scree_shape_destroy(s);
}

static void check_points(void)
{
    scree_random r = random_stream(4, 3, 0);
    for (long i = 0; i < check_scaled(20000); ++i) {
        double a[3], y[3], scale = random_decade(&r, -9, 9), flat = random_decade(&r, -3, 0);
        double reach = i % 3 == 0 ? 3.0 : random_unit(&r);
        scree_vec3 n = random_direction(&r);
        for (int k = 0; k < 3; ++k)
            a[k] = scale * (i % 2 == 0 ? random_between(&r, flat, 1) : random_decade(&r, -3, 0));
        y[0] = reach * a[0] * n.x;
        y[1] = reach * a[1] * n.y;
        y[2] = reach * a[2] * n.z;
        check_point(a, y, scale * random_decade(&r, -3, 0), random_rotation(&r), "point");
    }
    // The centre, points on the axes and in the planes of symmetry, and the focal points of spheroids.
    const double axes[4][3] = { { 3, 2, 1 }, { 2, 2, 1 }, { 2, 1, 1 }, { 1, 0.001, 0.5 } };
    for (int i = 0; i < 4; ++i) {
        for (int j = 0; j < 64; ++j) {
            const double *a = axes[i],
                         y[3] = { (j & 3) * 0.25 * a[0], (j >> 2 & 3) * 0.25 * a[1], (j >> 4) * 0.25 * a[2] };
            check_point(a, y, 0.125, upright, "symmetric point");
        }
    }
    const double long_axes[3] = { 2, 1, 1 }, flat_axes[3] = { 2, 2, 1 };
    const double on_focus[3] = { 1.5, 0, 0 }, on_ring[3] = { 0, 1.5, 0 }, near_focus[3] = { 1.5 + 1e-9, 1e-12, 0 };
    check_point(long_axes, on_focus, 0.5, upright, "centre of curvature");
    check_point(long_axes, near_focus, 0.5, upright, "near a centre of curvature");
    check_point(flat_axes, on_ring, 0.5, upright, "ring of centres of curvature");
}

// Two ellipsoids in 113 bits.
typedef struct exact_pair {
    qvec a, b;    // squared semi-axes
    qvec axes[3]; // of B, unit, in A's frame
    qvec d;
} exact_pair;

static qvec rotated(qvec v, scree_quat q, bool back)
{
    quad w = q.w, x = q.x, y = q.y, z = q.z, s = 2 / (w * w + x * x + y * y + z * z);
    if (back) w = -w;
    qvec u = q3(x, y, z), c = q3_cross(u, v), cc = q3_cross(u, c);
    return q3_add(v, q3_add(q3_scale(c, s * w), q3_scale(cc, s)));
}

static exact_pair exact_from(const scree_body *a, const scree_body *b)
{
    exact_pair p;
    qvec s = q3_from(scree_shape_semi_axes(a->shape)), t = q3_from(scree_shape_semi_axes(b->shape));
    p.a = q3(s.x * s.x, s.y * s.y, s.z * s.z);
    p.b = q3(t.x * t.x, t.y * t.y, t.z * t.z);
    const qvec unit[3] = { q3(1, 0, 0), q3(0, 1, 0), q3(0, 0, 1) };
    for (int i = 0; i < 3; ++i) p.axes[i] = rotated(rotated(unit[i], b->orientation, false), a->orientation, true);
    p.d = rotated(q3_sub(q3_from(b->position), q3_from(a->position)), a->orientation, true);
    return p;
}

// v = p_B - p_A of the points that face each other along unit n.
static qvec between(const exact_pair *p, qvec n)
{
    qvec s = q3(p->a.x * n.x, p->a.y * n.y, p->a.z * n.z);
    quad x = p->b.x * q3_dot(p->axes[0], n), y = p->b.y * q3_dot(p->axes[1], n), z = p->b.z * q3_dot(p->axes[2], n);
    qvec t = q3_add(q3_add(q3_scale(p->axes[0], x), q3_scale(p->axes[1], y)), q3_scale(p->axes[2], z));
    quad h_a = q_sqrt(q3_dot(s, n)), h_b = q_sqrt(q3_dot(t, n));
    return q3_sub(p->d, q3_add(q3_scale(s, 1 / h_a), q3_scale(t, 1 / h_b)));
}

// Apart. Steepest ascent with a step that doubles and halves is slow and cannot go wrong; it starts at the answer that
// is to be judged, and only the enclosure counts. False where it has not closed.
static bool exact_distance(const exact_pair *p, scree_vec3 start, quad size, quad *distance)
{
    qvec n = q3_from(start);
    n = q3_scale(n, 1 / q_sqrt(q3_dot(n, n)));
    quad step = 1 / size;
    for (int k = 0; k < 4000; ++k) {
        qvec v = between(p, n);
        quad gap = q3_dot(n, v), length = q_sqrt(q3_dot(v, v));
        *distance = gap;
        if (gap > 0 && length - gap <= (quad)1e-17L * size) return true;
        qvec m = q3_add_scaled(n, step, q3_sub(v, q3_scale(n, gap)));
        m = q3_scale(m, 1 / q_sqrt(q3_dot(m, m)));
        if (q3_dot(m, between(p, m)) > gap) {
            n = m;
            step = step * 2;
        } else {
            step = step / 4;
        }
    }
    return false;
}

// B placed so that it touches A where its normal is n, and moved off by `gap`.
static scree_body placed(const scree_body *a, const scree_shape *shape, scree_random *r, double gap)
{
    scree_body b = body(shape, a->position, random_rotation(r));
    scree_vec3 n = random_direction(r);
    exact_pair p = exact_from(a, &b);
    qvec from = rotated(between(&p, q3_from(n)), a->orientation, false),
         along = rotated(q3_from(n), a->orientation, false);
    qvec d = q3_add_scaled(q3_neg(from), (quad)gap, along);
    b.position = v3_add(a->position, v3((double)d.x, (double)d.y, (double)d.z));
    return b;
}

static void check_pairs_apart(void)
{
    long closed = 0, count = check_scaled(3000);
    for (long i = 0; i < count; ++i) {
        scree_random r = random_stream(4, 4, (uint64_t)i);
        double scale = random_decade(&r, -9, 9), thin = i % 2 == 0 ? -0.8 : -3.0;
        scree_shape *s = ellipsoid(scale * random_decade(&r, thin, 0), scale * random_decade(&r, thin, 0), scale, 0.0);
        scree_shape *t = ellipsoid(scale * random_decade(&r, thin, 0), scale, scale * random_decade(&r, thin, 0), 0.0);
        scree_body a = body(s, v3_scale(random_direction(&r), scale), random_rotation(&r));
        scree_body b = placed(&a, t, &r, scale * random_decade(&r, -12, 1));
        scree_contact c = query(&a, &b, NULL);
        exact_pair p = exact_from(&a, &b);
        qvec n = rotated(q3_from(c.normal), a.orientation, true);
        quad exact, size = (quad)(2.0 * scale + fabs(c.distance));
        if (exact_distance(&p, v3((double)n.x, (double)n.y, (double)n.z), size, &exact)) {
            ++closed;
            check_distance(&c, (double)exact, (double)size, "pair apart");
        }
        scree_shape_destroy(s);
        scree_shape_destroy(t);
    }
    CHECK_MSG(closed >= count * 9 / 10, "the reference came to an end for %ld of %ld", closed, count);
}

// The mirror case of girault-2022, 3.2: two equal ellipsoids, mirror images in a plane that both are d / 2 away from.
static void check_mirror(void)
{
    scree_random r = random_stream(4, 5, 0);
    for (long i = 0; i < check_scaled(2000); ++i) {
        double scale = random_decade(&r, -6, 6), ratio = random_decade(&r, -3, 3),
               radius = scale * pow(ratio, -1.0 / 3.0);
        scree_shape *s = ellipsoid(radius, radius, ratio * radius, 0.0);
        double d = scale * random_decade(&r, -6, 0), angle = random_between(&r, 0, 1.5707963);
        // The spheroid's axis in the x-z plane, rotated about y; its image across z = 0 rotated the other way.
        scree_quat up = { cos(0.5 * angle), 0, sin(0.5 * angle), 0 },
                   down = { cos(0.5 * angle), 0, -sin(0.5 * angle), 0 };
        long double c = (long double)cos(0.5 * angle), w = (long double)sin(0.5 * angle), unit = c * c + w * w;
        long double along = (c * c - w * w) / unit, across = 2 * c * w / unit;
        long double height = sqrtl(along * along * ratio * ratio + across * across) * radius;
        double z = (double)(height + 0.5L * d);
        scree_body a = body(s, v3(0, 0, -z), up), b = body(s, v3(0, 0, z), down);
        scree_contact contact = query(&a, &b, NULL);
        double size = 2.0 * fmax(radius, ratio * radius);
        check_distance(&contact, (double)(2 * ((long double)z - height)), size, "mirror");
        scree_shape_destroy(s);
    }
}

// Swapped, the same bits; scaled, or from a wrong start, the same distance to rounding.
static void check_invariance(void)
{
    for (long i = 0; i < check_scaled(2000); ++i) {
        scree_random r = random_stream(4, 6, (uint64_t)i);
        double x = random_decade(&r, -2, 0), y = random_decade(&r, -2, 0), z = random_decade(&r, -2, 0);
        scree_shape *s = ellipsoid(x, 1, y, 0.0), *t = ellipsoid(1, z, y, 0.0);
        scree_shape *s2 = ellipsoid(1024 * x, 1024, 1024 * y, 0.0), *t2 = ellipsoid(1024, 1024 * z, 1024 * y, 0.0);
        scree_body a = body(s, v3(0, 0, 0), random_rotation(&r));
        scree_body b = placed(&a, t, &r, random_between(&r, -0.5, 0.5));
        scree_contact c = query(&a, &b, NULL), swapped = query(&b, &a, NULL);
        CHECK(c.distance == swapped.distance && v3_equal(c.normal, v3_neg(swapped.normal)));
        CHECK(v3_equal(c.point_a, swapped.point_b) && c.lower == swapped.lower && c.upper == swapped.upper);
        scree_body a2 = body(s2, v3_scale(a.position, 1024), a.orientation);
        scree_body b2 = body(t2, v3_scale(b.position, 1024), b.orientation);
        scree_contact scaled = query(&a2, &b2, NULL);
        CHECK_NEAR(scaled.distance / 1024, c.distance, 1e-14); // the bodies may have changed places inside
        scree_cache cache = { .filled = true };
        scree_cache_set_axis(&cache, random_direction(&r));
        scree_contact misled = query(&a, &b, &cache);
        CHECK_MSG(fabs(misled.distance - c.distance) <= 1e-13, "%.17g from a wrong start, %.17g cold", misled.distance,
                  c.distance);
        scree_shape_destroy(s);
        scree_shape_destroy(t);
        scree_shape_destroy(s2);
        scree_shape_destroy(t2);
    }
}

// Pairs that move by a thousandth of the size between two questions.
static void check_warm_start(void)
{
    long steps = 0, asked = 0, most = 0;
    for (long i = 0; i < check_scaled(500); ++i) {
        scree_random r = random_stream(4, 7, (uint64_t)i);
        scree_shape *s = ellipsoid(random_between(&r, 0.3, 1), random_between(&r, 0.3, 1), 1, 0.0);
        scree_body a = body(s, v3(0, 0, 0), random_rotation(&r));
        scree_body b = placed(&a, s, &r, random_between(&r, -0.05, 0.2));
        scree_cache cache = { .filled = 0 };
        (void)query(&a, &b, &cache);
        for (int k = 0; k < 10; ++k) {
            b.position = v3_add_scaled(b.position, 1e-3, random_direction(&r));
            scree_contact c = query(&a, &b, &cache);
            steps += c.iterations;
            ++asked;
            if (c.iterations > most) most = c.iterations;
        }
        scree_shape_destroy(s);
    }
    CHECK_MSG((double)steps <= 2.0 * (double)asked, "%.2f steps a question", (double)steps / (double)asked);
    CHECK_MSG(most <= 4, "up to %ld steps", most);
}

// scree_closer_than() and scree_overlap() say what the distance says.
static void check_margins(void)
{
    for (long i = 0; i < check_scaled(3000); ++i) {
        scree_random r = random_stream(4, 8, (uint64_t)i);
        scree_shape *s = ellipsoid(random_decade(&r, -2, 0), random_decade(&r, -2, 0), 1, 0.01);
        scree_body a = body(s, v3(0, 0, 0), random_rotation(&r));
        scree_body b = placed(&a, s, &r, random_between(&r, -0.2, 0.2));
        scree_contact c = query(&a, &b, NULL);
        double margin = random_between(&r, -0.1, 0.3);
        bool overlap, closer;
        CHECK(scree_overlap(&a, &b, NULL, &overlap) == SCREE_OK && overlap == (c.distance <= 0.0));
        CHECK(scree_closer_than(&a, &b, margin, NULL, &closer) == SCREE_OK && closer == (c.distance <= margin));
        scree_shape_destroy(s);
    }
}

static void count_step(void *user, const scree_trace_step *step)
{
    int *count = user;
    CHECK(step->iteration == *count && step->lower <= step->upper);
    ++*count;
}

// A bound on the steps is kept, with a true interval; and a trace is told of each.
static void check_bounds_and_trace(void)
{
    scree_shape *s = ellipsoid(0.2, 0.5, 1, 0.0), *t = ellipsoid(1, 0.1, 0.3, 0.0);
    scree_body a = body(s, v3(0, 0, 0), upright), b = body(t, v3(1.0, 0.9, 0.7), (scree_quat){ 1, 0.4, 0.3, 0.2 });
    const double exact = query(&a, &b, NULL).distance;
    for (int most = 1; most < 8; ++most) {
        scree_query_options o = scree_query_defaults();
        o.max_iterations = most;
        scree_contact c;
        (void)scree_query(&a, &b, &o, &c);
        CHECK(c.lower <= exact && exact <= c.upper);
        CHECK(most < 8 || c.status == SCREE_OK);
    }
    int count = 0;
    scree_query_options o = scree_query_defaults();
    o.trace = count_step;
    o.trace_user = &count;
    scree_contact c;
    CHECK(scree_query(&a, &b, &o, &c) == SCREE_OK && count > 1);
    CHECK_NEAR(c.distance, exact, 1e-15);
    scree_shape_destroy(s);
    scree_shape_destroy(t);
}

// Axes as unequal as the library serves, of bodies of very different size: a true answer.
static void check_extremes(void)
{
    const double thin[4] = { 1e-6, 1e-5, 1e-4, 1.0 };
    for (int i = 0; i < 64; ++i) {
        scree_shape *s = ellipsoid(thin[i & 3], thin[i >> 2 & 3], 1, 0.0),
                    *t = ellipsoid(1e3, 1e3 * thin[i >> 4], 1e-3, 0.0);
        scree_body a = body(s, v3(0, 0, 0), upright), b = body(t, v3(0, 0, 1 + 0.001 + 0.25), upright);
        scree_query_options o = scree_query_defaults();
        scree_contact c;
        scree_status status = scree_query(&a, &b, &o, &c);
        CHECK(status == SCREE_OK || status == SCREE_NO_CONVERGENCE);
        CHECK_MSG(c.lower <= 0.25 && 0.25 <= c.upper, "%d: 0.25 is not in [%.17g, %.17g]", i, c.lower, c.upper);
        CHECK(status == SCREE_OK);
        b.position = v3(0, 0, 0);
        status = scree_query(&a, &b, &o, &c);
        CHECK(status == SCREE_OK || status == SCREE_NO_CONVERGENCE);
        scree_shape_destroy(s);
        scree_shape_destroy(t);
    }
}

int main(void)
{
    check_balls();
    check_aligned();
    check_points();
    check_pairs_apart();
    check_mirror();
    check_invariance();
    check_warm_start();
    check_margins();
    check_bounds_and_trace();
    check_extremes();
    return check_done();
}
