// Overlapping ellipsoids: the depth is the global minimum, and so says the interval.
//
// The references are closed forms, a fine search in a plane for coaxial spheroids, and for any pair climbs in long
// double from many starts. What these find is some gap, so never above the signed distance: it may not be above
// `upper`, nor above `distance` by more than rounding. That catches every minimum that was missed and every bound that
// claims too much; that `distance` itself is not too large shows in the gap along the normal of the answer.
#include "check.h"
#include "math/vec3.h"
#include "scenes/random.h"
#include "scree/scree.h"
#include "solve/ellipsoid/ellipsoid_cells.h"
#include "solve/ellipsoid/ellipsoid_climb.h"
#include "solve/ellipsoid/ellipsoid_coaxial.h"
#include "solve/ellipsoid/ellipsoid_inner.h"

typedef long double real;

// B in A's frame, A's axes along the coordinates.
typedef struct real_pair {
    real a[3], b[3], rotation[3][3], d[3]; // rotation[i]: B's axis i
} real_pair;

static void rotate_back(scree_quat q, const real v[3], bool back, real out[3])
{
    real w = back ? -(real)q.w : (real)q.w, x = q.x, y = q.y, z = q.z, s = 2 / (w * w + x * x + y * y + z * z);
    real c[3] = { y * v[2] - z * v[1], z * v[0] - x * v[2], x * v[1] - y * v[0] };
    real cc[3] = { y * c[2] - z * c[1], z * c[0] - x * c[2], x * c[1] - y * c[0] };
    for (int i = 0; i < 3; ++i) out[i] = v[i] + s * (w * c[i] + cc[i]);
}

static real_pair real_from(const scree_body *a, const scree_body *b)
{
    scree_vec3 s = scree_shape_semi_axes(a->shape), t = scree_shape_semi_axes(b->shape);
    real_pair p = { .a = { s.x, s.y, s.z }, .b = { t.x, t.y, t.z } };
    for (int i = 0; i < 3; ++i) {
        real unit[3] = { i == 0, i == 1, i == 2 }, world[3];
        rotate_back(b->orientation, unit, false, world);
        rotate_back(a->orientation, world, true, p.rotation[i]);
    }
    real d[3] = { (real)b->position.x - (real)a->position.x, (real)b->position.y - (real)a->position.y,
                  (real)b->position.z - (real)a->position.z };
    rotate_back(a->orientation, d, true, p.d);
    return p;
}

// The gap along n, of any length, and its gradient (across n, for unit n).
static real gap_along(const real_pair *p, const real n[3], real slope[3])
{
    real length = sqrtl(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]), u[3], m[3], h_a = 0, h_b = 0, gap = 0;
    for (int i = 0; i < 3; ++i) {
        u[i] = n[i] / length;
        h_a += p->a[i] * u[i] * (p->a[i] * u[i]);
    }
    for (int i = 0; i < 3; ++i) {
        m[i] = p->rotation[i][0] * u[0] + p->rotation[i][1] * u[1] + p->rotation[i][2] * u[2];
        h_b += p->b[i] * m[i] * (p->b[i] * m[i]);
    }
    h_a = sqrtl(h_a);
    h_b = sqrtl(h_b);
    for (int i = 0; i < 3; ++i) {
        slope[i] = p->d[i] - p->a[i] * p->a[i] * u[i] / h_a;
        for (int k = 0; k < 3; ++k) slope[i] -= p->b[k] * p->b[k] * m[k] / h_b * p->rotation[k][i];
        gap += u[i] * slope[i];
    }
    for (int i = 0; i < 3; ++i) slope[i] -= gap * u[i];
    return gap;
}

// Uphill from n, by steps that double and halve.
static real climb_from(const real_pair *p, const real start[3], int most)
{
    real n[3] = { start[0], start[1], start[2] }, slope[3], best = gap_along(p, n, slope), step = 0.1L / p->a[0];
    for (int k = 0; k < most; ++k) {
        real m[3], ahead[3], length = 0;
        for (int i = 0; i < 3; ++i) {
            m[i] = n[i] + step * slope[i];
            length += m[i] * m[i];
        }
        for (int i = 0; i < 3; ++i) m[i] /= sqrtl(length);
        real gap = gap_along(p, m, ahead);
        if (gap > best) {
            best = gap;
            for (int i = 0; i < 3; ++i) {
                n[i] = m[i];
                slope[i] = ahead[i];
            }
            step *= 2;
        } else {
            step *= 0.25L;
        }
    }
    return best;
}

static real best_gap(const real_pair *p, scree_random *r, int starts, int steps)
{
    real best = -INFINITY;
    for (int i = 0; i < starts + 6; ++i) {
        scree_vec3 u = random_direction(r);
        real n[3] = { u.x, u.y, u.z };
        for (int k = 0; i >= starts && k < 3; ++k)
            n[k] = (i - starts < 3 ? (real)(k == i - starts) : p->rotation[i - starts - 3][k]) + 0.01L * n[k];
        real side = n[0] * p->d[0] + n[1] * p->d[1] + n[2] * p->d[2];
        for (int k = 0; side < 0 && k < 3; ++k) n[k] = -n[k]; // the other side is never better
        real gap = climb_from(p, n, steps);
        if (gap > best) best = gap;
    }
    return best;
}

static scree_body body(const scree_shape *s, scree_vec3 position, scree_quat orientation)
{
    scree_body b = { .shape = s, .position = position, .orientation = orientation };
    return b;
}

static scree_contact query(const scree_body *a, const scree_body *b)
{
    scree_query_options o = scree_query_defaults();
    o.tolerance = 0.0; // as narrow as rounding lets it be
    scree_contact c;
    scree_status status = scree_query(a, b, &o, &c);
    CHECK(status == SCREE_OK || status == SCREE_NO_CONVERGENCE);
    return c;
}

// The gap along the answer's normal is its distance.
static void check_normal(const scree_body *a, const scree_body *b, const scree_contact *c, double size)
{
    real_pair p = real_from(a, b);
    real n[3], slope[3], world[3] = { c->normal.x, c->normal.y, c->normal.z };
    rotate_back(a->orientation, world, true, n);
    double gap = (double)gap_along(&p, n, slope);
    CHECK_MSG(fabs(gap - c->distance) <= 2e-14 * size, "gap %.17g along the normal, distance %.17g", gap, c->distance);
}

static const scree_quat upright = { 1, 0, 0, 0 };

// One centre, and axes along the same directions: h^2 is linear in the squares of n's parts, so the sum of the two h is
// concave in them and least along an axis.
static void check_concentric(void)
{
    scree_random r = random_stream(5, 1, 0);
    for (long i = 0; i < check_scaled(3000); ++i) {
        double a[3], b[3], least = INFINITY, size = 0.0, scale = random_decade(&r, -9, 9);
        for (int k = 0; k < 3; ++k) {
            a[k] = scale * (i % 4 == 0 ? random_below(&r, 3) + 1 : random_decade(&r, -3, 0));
            b[k] = scale * (i % 4 == 0 ? random_below(&r, 3) + 1 : random_decade(&r, -3, 0));
            least = fmin(least, a[k] + b[k]);
            size = fmax(size, a[k] + b[k]);
        }
        scree_shape *s = scree_ellipsoid_create(v3(a[0], a[1], a[2]), 0.0, NULL);
        scree_shape *t = scree_ellipsoid_create(v3(b[0], b[1], b[2]), 0.0, NULL);
        scree_quat rotation = random_rotation(&r);
        scree_vec3 place = v3_scale(random_direction(&r), scale);
        scree_body first = body(s, place, rotation), second = body(t, place, rotation);
        scree_contact c = query(&first, &second);
        CHECK_MSG(c.status == SCREE_OK, "%g %g %g and %g %g %g: no convergence, width %.3g", a[0], a[1], a[2], b[0],
                  b[1], b[2], (c.upper - c.lower) / size);
        CHECK_NEAR(c.distance, -least, 1e-14 * size);
        CHECK(c.lower <= -least && -least <= c.upper && c.upper - c.lower <= 1e-13 * size);
        check_normal(&first, &second, &c, size);
        scree_shape_destroy(s);
        scree_shape_destroy(t);
    }
}

// Spheroids on one axis: a plane through it shows all there is.
static real coaxial_depth(real a, real b, real c, real d, real z)
{
    enum { SAMPLES = 4000 };
    real best = INFINITY, at = 0, step = acosl(-1) / SAMPLES;
    for (int i = 0; i <= SAMPLES + 160; ++i) {
        if (i > SAMPLES && i % 2 == 1) step *= 0.6L;
        real angle = i <= SAMPLES ? step * i : i % 2 == 1 ? at + step : at - step, u = cosl(angle), v = sinl(angle);
        real depth = hypotl(b * u, a * v) + hypotl(d * u, c * v) - z * u;
        if (!(depth < best)) continue;
        best = depth;
        at = angle;
    }
    return best;
}

static void check_coaxial(void)
{
    scree_random r = random_stream(5, 2, 0);
    for (long i = 0; i < check_scaled(600); ++i) {
        double low = i % 3 == 0 ? -3.0 : -0.5, a = random_decade(&r, low, 0), b = random_decade(&r, low, 0);
        double c = random_decade(&r, low, 0), d = random_decade(&r, low, 0), z = (b + d) * random_unit(&r);
        scree_shape *s = scree_ellipsoid_create(v3(a, a, b), 0.0, NULL),
                    *t = scree_ellipsoid_create(v3(c, c, d), 0.0, NULL);
        scree_quat rotation = random_rotation(&r);
        real along[3] = { 0, 0, z }, world[3];
        rotate_back(rotation, along, false, world);
        scree_body first = body(s, v3(0, 0, 0), rotation);
        scree_body second = body(t, v3((double)world[0], (double)world[1], (double)world[2]), rotation);
        scree_contact x = query(&first, &second);
        double exact = -(double)coaxial_depth(a, b, c, d, z), size = fmax(a, b) + fmax(c, d);
        CHECK_MSG(x.status == SCREE_OK, "coaxial %.17g %.17g, %.17g %.17g, %.17g: no convergence, width %.3g", a, b, c,
                  d, z, x.upper - x.lower);
        CHECK_NEAR(x.distance, exact, 1e-13 * size);
        CHECK(x.lower <= exact + 1e-15 * size && exact <= x.upper + 1e-15 * size);
        scree_shape_destroy(s);
        scree_shape_destroy(t);
    }
}

typedef struct made_pair {
    scree_shape *s, *t;
    scree_body a, b;
    double size;
} made_pair;

// Random axes and rotations; B from touching (deep = 0) to concentric (deep = 1).
static made_pair make_pair(scree_random *r, double thin, double deep)
{
    made_pair m;
    double scale = random_decade(r, -9, 9);
    scree_vec3 x = v3(scale, scale * random_decade(r, thin, 0), scale * random_decade(r, thin, 0));
    scree_vec3 y = v3(scale * random_decade(r, thin, 0), scale * random_decade(r, thin, 0), scale);
    if (random_below(r, 3) == 0) x.y = x.z;
    if (random_below(r, 3) == 0) y.y = y.z;
    m.s = scree_ellipsoid_create(x, 0.0, NULL);
    m.t = scree_ellipsoid_create(y, 0.0, NULL);
    m.size = 2.0 * scale;
    m.a = body(m.s, v3(0, 0, 0), random_rotation(r));
    m.b = body(m.t, v3(0, 0, 0), random_rotation(r));
    real_pair p = real_from(&m.a, &m.b);
    scree_vec3 u = random_direction(r);
    real n[3] = { u.x, u.y, u.z }, slope[3], world[3];
    real gap = gap_along(&p, n, slope);
    for (int i = 0; i < 3; ++i) slope[i] = -(slope[i] + gap * n[i]) * (1 - deep);
    rotate_back(m.a.orientation, slope, false, world);
    m.b.position = v3((double)world[0], (double)world[1], (double)world[2]);
    return m;
}

static void free_pair(made_pair *m)
{
    scree_shape_destroy(m->s);
    scree_shape_destroy(m->t);
}

static void check_random_pairs(void)
{
    long open = 0, count = check_scaled(4000);
    for (long i = 0; i < count; ++i) {
        scree_random r = random_stream(5, 3, (uint64_t)i);
        made_pair m = make_pair(&r, i % 4 == 0 ? -3.0 : -0.8, random_unit(&r));
        scree_contact c = query(&m.a, &m.b);
        open += c.status != SCREE_OK;
        real_pair p = real_from(&m.a, &m.b);
        double best = (double)best_gap(&p, &r, 12, 40);
        CHECK_MSG(best <= c.distance + 1e-14 * m.size, "pair %ld: gap %.17g was missed, %.17g given", i, best,
                  c.distance);
        CHECK_MSG(best <= c.upper, "pair %ld: gap %.17g above [%.17g, %.17g]", i, best, c.lower, c.upper);
        if (c.status == SCREE_OK) CHECK(c.upper - c.lower <= 1e-13 * m.size);
        check_normal(&m.a, &m.b, &c, m.size);
        free_pair(&m);
    }
    CHECK_MSG(open == 0, "%ld of %ld without convergence", open, count);
}

// Each bound from above is one for any normal, good or bad.
static void check_bounds(void)
{
    for (long i = 0; i < check_scaled(2000); ++i) {
        scree_random r = random_stream(5, 4, (uint64_t)i);
        made_pair m = make_pair(&r, i % 4 == 0 ? -3.0 : -0.5, i % 5 == 0 ? -0.1 : random_unit(&r));
        real_pair q = real_from(&m.a, &m.b);
        double best = (double)best_gap(&q, &r, 8, 40), slack = 1e-14 * m.size;
        scree_cores c = scree_cores_make(&m.a, &m.b);
        scree_ellipsoid_pair p;
        scree_ellipsoid_pair_make(&c, &p);
        for (int k = 0; k < 12; ++k) {
            scree_ellipsoid_view x;
            scree_ellipsoid_look(&p, random_direction(&r), &x);
            if (k % 2 == 0) (void)scree_ellipsoid_climb(&p, &x, k);
            CHECK(best <= x.gap + scree_ellipsoid_doubt(&p, &x) + slack);
            CHECK(best <= x.gap + scree_ellipsoid_inner_doubt(&p, &x, 0.0) + slack);
            scree_vec3 planar;
            if (x.gap < 0.0) CHECK(best <= x.gap + scree_ellipsoid_coaxial_doubt(&p, c.error, &x, &planar) + slack);
        }
        free_pair(&m);
    }
}

// Cells alone, without the proofs that mostly come first: they end, and say what those say.
static void check_cells(void)
{
    for (long i = 0; i < check_scaled(300); ++i) {
        scree_random r = random_stream(5, 5, (uint64_t)i);
        made_pair m = make_pair(&r, -0.7, random_between(&r, 0.1, 0.9));
        scree_cores c = scree_cores_make(&m.a, &m.b);
        scree_ellipsoid_pair p;
        scree_ellipsoid_pair_make(&c, &p);
        scree_ellipsoid_view x;
        scree_ellipsoid_look(&p, random_direction(&r), &x);
        (void)scree_ellipsoid_climb(&p, &x, 100);
        int budget = 100000;
        scree_cells_verdict verdict = SCREE_CELLS_BETTER;
        while (verdict == SCREE_CELLS_BETTER) verdict = scree_ellipsoid_cells(&p, c.error, &budget, &x);
        scree_contact answer = query(&m.a, &m.b);
        CHECK_MSG(verdict == SCREE_CELLS_PROVEN, "pair %ld: open after 100000 cells", i);
        CHECK_MSG(fabs(x.gap - answer.distance) <= 2e-14 * m.size, "pair %ld: %.17g, and %.17g", i, x.gap,
                  answer.distance);
        free_pair(&m);
    }
}

// Spheroids of which one is prolate, coaxial up to a little, or not at all: the answer is narrow, and nothing is
// missed.
static void check_rolled(void)
{
    for (long i = 0; i < check_scaled(600); ++i) {
        scree_random r = random_stream(5, 8, (uint64_t)i);
        const double off = random_decade(&r, -16, 0), scale = random_decade(&r, -9, 9);
        const double oblate = i % 3 == 0 ? random_decade(&r, -0.7, 0.7) : random_decade(&r, -0.7, 0.0);
        scree_shape *s = scree_ellipsoid_create(v3(scale, scale, scale * oblate), 0.0, NULL);
        const double wide = scale * (i % 2 == 0 ? 1.0 : random_decade(&r, -0.5, 0.5));
        scree_shape *t = scree_ellipsoid_create(v3(wide, wide, wide * random_decade(&r, 0.0, 0.8)), 0.0, NULL);
        const scree_vec3 aside = random_direction(&r), rotation = random_direction(&r);
        const double along = i % 5 == 0 ? 0.0 : scale * random_unit(&r), far = i % 7 == 0 ? 0.0 : off * scale;
        const scree_vec3 place = v3(far * aside.x, far * aside.y, along);
        const scree_body flat = body(s, v3(0, 0, 0), upright),
                         longer =
                             body(t, place, (scree_quat){ 1, off * rotation.x, off * rotation.y, off * rotation.z });
        const scree_body *a = i % 4 < 2 ? &flat : &longer, *b = i % 4 < 2 ? &longer : &flat;
        const double size = scree_pair_size(s, t);
        const scree_contact c = query(a, b);
        CHECK_MSG(c.status == SCREE_OK, "rolled %ld: no convergence, width %.3g", i, (c.upper - c.lower) / size);
        const real_pair p = real_from(a, b);
        const double best = (double)best_gap(&p, &r, 24, 150);
        CHECK_MSG(best <= c.distance + 1e-14 * size, "rolled %ld: gap %.17g was missed, %.17g given", i, best,
                  c.distance);
        CHECK(best <= c.upper);
        check_normal(a, b, &c, size);
        scree_shape_destroy(s);
        scree_shape_destroy(t);
    }
}

// Coaxial up to a little: whatever is claimed holds.
static void check_nearly_coaxial(void)
{
    for (long i = 0; i < check_scaled(150); ++i) {
        scree_random r = random_stream(5, 6, (uint64_t)i);
        double off = random_decade(&r, -16, -1);
        scree_shape *s = scree_ellipsoid_create(v3(1, 1, random_decade(&r, -0.7, 0.7)), 0.0, NULL);
        scree_shape *t = scree_ellipsoid_create(v3(0.8, 0.8 * (1 + off), random_decade(&r, -0.7, 0.7)), 0.0, NULL);
        scree_vec3 aside = random_direction(&r);
        scree_body a = body(s, v3(0, 0, 0), upright);
        scree_body b = body(t, v3(off * aside.x, off * aside.y, random_unit(&r)),
                            (scree_quat){ 1, off * aside.z, off * aside.x, off });
        scree_contact c = query(&a, &b);
        real_pair p = real_from(&a, &b);
        double best = (double)best_gap(&p, &r, 24, 150);
        CHECK_MSG(best <= c.distance + 1e-13 * 2, "nearly coaxial %ld: gap %.17g was missed, %.17g given", i, best,
                  c.distance);
        CHECK(best <= c.upper);
        check_normal(&a, &b, &c, 2.0);
        scree_shape_destroy(s);
        scree_shape_destroy(t);
    }
}

// A body that is tiny beside the rounding of the other's long axis, but not of its short ones, inside a needle: the
// ring of normals across the needle is what it decides between. An eigenvalue beside one that is 1e6 and more times as
// large once lost its digits here, and the proof its ground.
static void check_tiny_in_needle(void)
{
    for (long i = 0; i < check_scaled(300); ++i) {
        scree_random r = random_stream(5, 7, (uint64_t)i);
        double thin = random_decade(&r, -4, -1), tiny = thin * random_decade(&r, -15, -6);
        scree_shape *s = scree_ellipsoid_create(v3(thin, thin, 1), 0.0, NULL);
        scree_shape *t = scree_ellipsoid_create(v3(tiny, tiny * random_decade(&r, -3, 0), tiny), 0.0, NULL);
        scree_body a = body(s, v3(0, 0, 0), random_rotation(&r));
        scree_body b = body(t, v3_scale(random_direction(&r), tiny * random_unit(&r)), random_rotation(&r));
        scree_contact c = query(&a, &b);
        real_pair p = real_from(&a, &b);
        real best = -INFINITY;
        for (int k = 0; k < 1000; ++k) {
            real angle = 2 * acosl(-1) * k / 1000, n[3] = { cosl(angle), sinl(angle), 0 }, slope[3];
            best = fmaxl(best, gap_along(&p, n, slope));
        }
        CHECK_MSG(best <= (real)c.upper, "tiny %ld: gap %.17g above [%.17g, %.17g]", i, (double)best, c.lower, c.upper);
        scree_shape_destroy(s);
        scree_shape_destroy(t);
    }
}

int main(void)
{
    check_concentric();
    check_coaxial();
    check_random_pairs();
    check_bounds();
    check_cells();
    check_rolled();
    check_nearly_coaxial();
    check_tiny_in_needle();
    return check_done();
}
