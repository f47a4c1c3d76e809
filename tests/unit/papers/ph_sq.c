// The six cases of a polyhedron and a superquadric: one constructed situation of each, contact points, normals and
// overlaps by hand (10)-(12); a sphere and a cube in closed form, a sphere and a tetrahedron by brute force.
#include "papers/ph_sq.h"

#include "sq_real.h"

static const char method[] = "ph-sq";

// A body rotated about y by an angle, right end up.
static scree_quat tilt(double angle)
{
    return (scree_quat){ cos(0.5 * angle), 0, -sin(0.5 * angle), 0 };
}

static double norm(scree_vec3 v)
{
    return sqrt(s3_dot(v, v));
}

static scree_vec3 rotate(scree_quat q, scree_vec3 v)
{
    const real3 t = real_rotate(q, r3_from(v), false);
    return s3((double)t.x, (double)t.y, (double)t.z);
}

// A whole scene scaled, rotated and moved: the case and the answer must go along, in either order.
typedef struct scene {
    double scale;
    scree_quat orientation;
    scree_vec3 moved;
} scene;

typedef struct expected {
    int number;
    scree_vec3 normal; // from the polyhedron
    double distance;
    scree_vec3 point; // the contact point, where there is contact
    scree_feature feature;
} expected;

static scree_quat product(scree_quat a, scree_quat b)
{
    return (scree_quat){ a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z, a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
                         a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x, a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w };
}

static scree_body put(const scene *s, const scree_shape *shape, scree_vec3 at, scree_quat q)
{
    return (scree_body){ shape, s3_add(rotate(s->orientation, s3_scale(at, s->scale)), s->moved),
                         product(s->orientation, q) };
}

static void check_expected(const scene *s, const expected *e, const scree_contact *c, bool first, double error)
{
    const scree_vec3 n = s3_scale(rotate(s->orientation, e->normal), first ? 1.0 : -1.0);
    CHECK_MSG(counted.ph_case == e->number, "case %d, expected %d", counted.ph_case, e->number);
    CHECK_MSG(fabs(c->distance - s->scale * e->distance) <= error * s->scale, "case %d: distance %.12g, expected %.12g",
              e->number, c->distance / s->scale, e->distance);
    CHECK_MSG(norm(s3_sub(c->normal, n)) <= error, "case %d: normal off by %g", e->number, norm(s3_sub(c->normal, n)));
    CHECK((first ? c->feature_a : c->feature_b) == e->feature);
    CHECK((first ? c->feature_b : c->feature_a) == SCREE_FEATURE_SURFACE);
    // Across a flat side a support point goes with the root of the direction's rounding.
    const scree_vec3 point = s3_add(rotate(s->orientation, s3_scale(e->point, s->scale)), s->moved);
    if (e->number % 2 == 0 && e->number != 8)
        CHECK_MSG(norm(s3_sub(c->point, point)) <= (e->number == 4 ? 1e-4 : error) * s->scale,
                  "case %d: point off by %g", e->number, norm(s3_sub(c->point, point)) / s->scale);
}

// The superquadric may be a sphere or an ellipsoid (block_make()); the polyhedron is a box.
static void check_case(const expected *e, scree_vec3 half, scree_vec3 axes, double n, scree_vec3 at, scree_quat q,
                       double error)
{
    scree_random r = random_stream(81, (uint64_t)e->number, 0);
    for (int i = 0; i < 12; ++i) {
        scene s = { 1.0, { 1, 0, 0, 0 }, { 0, 0, 0 } };
        if (i > 0) s.scale = random_decade(&r, -9, 9);
        if (i > 0) s.orientation = random_rotation(&r);
        if (i > 0) s.moved = s3_scale(random_direction(&r), s.scale);
        scree_shape *box = scree_box_create(s3_scale(half, s.scale), 0, NULL);
        block b = block_make(s3_scale(axes, s.scale), n, n);
        b.body = put(&s, b.body.shape, at, q);
        const scree_body a = put(&s, box, s3(0, 0, 0), (scree_quat){ 1, 0, 0, 0 });
        const scree_contact c = block_query(method, &a, &b.body, NULL);
        check_expected(&s, e, &c, true, error);
        const scree_contact back = block_query(method, &b.body, &a, NULL);
        check_expected(&s, e, &back, false, error);
        scree_shape_destroy(box);
        block_free(&b);
    }
}

static void check_cases(void)
{
    const scree_vec3 cube = s3(1, 1, 1), ball = s3(1, 1, 1);
    const scree_quat straight = { 1, 0, 0, 0 };
    const double h = sqrt(0.5), t = sqrt(1.0 / 3.0);
    // Over a face, apart and not.
    const expected over = { 1, { 0, 0, 1 }, 0.25, { 0, 0, 0 }, SCREE_FEATURE_FACE };
    check_case(&over, cube, ball, 2, s3(0.2, 0.1, 2.25), straight, 1e-14);
    const expected in = { 2, { 0, 0, 1 }, -0.25, { 0.2, 0.1, 0.75 }, SCREE_FEATURE_FACE };
    check_case(&in, cube, ball, 2, s3(0.2, 0.1, 1.75), straight, 1e-14);
    // A needle beside +x, above +z, that reaches over the edge: X0 is its end, beneath +x and above +z.
    const scree_vec3 needle = s3(0.5, 0.05, 0.05);
    const expected needle_over = { 3, { 0, 0, 1 }, 0.1, { 0, 0, 0 }, SCREE_FEATURE_FACE };
    check_case(&needle_over, cube, needle, 2, s3(1.2, 0, 1.15), straight, 1e-14);
    // A beam, left end down: its end's upper corner is beneath +x and above +z, the lower one beneath both. The corner
    // (-a, -c) of a long exponent is the support point against z.
    const double angle = 0.3, n = 4.0, p = n / (n - 1.0);
    const double dx = 0.5 * sin(angle), dz = 0.2 * cos(angle); // semi-axes times the direction in the beam's frame
    const double height = pow(pow(dx, p) + pow(dz, p), 1.0 / p);
    const double x = -0.5 * pow(dx / height, 1.0 / (n - 1.0)), z = -0.2 * pow(dz / height, 1.0 / (n - 1.0));
    const scree_vec3 corner = s3(1.3 + x * cos(angle) - z * sin(angle), 0, 1.1 + x * sin(angle) + z * cos(angle));
    const expected beam = { 4, { 0, 0, 1 }, 1.1 - height - 1.0, corner, SCREE_FEATURE_FACE };
    check_case(&beam, cube, s3(0.5, 0.2, 0.2), n, s3(1.3, 0, 1.1), tilt(angle), 1e-13);
    // Past an edge: apart along the line from the edge, overlapping along (11).
    const expected beside = { 5, { h, 0, h }, 0.1, { 0, 0, 0 }, SCREE_FEATURE_EDGE };
    check_case(&beside, cube, ball, 2, s3(1 + 1.1 * h, 0.3, 1 + 1.1 * h), straight, 1e-13);
    const expected edge = { 6, { h, 0, h }, (0.6 + 0.7) * h - 1.0, { 1, 0.3, 1 }, SCREE_FEATURE_EDGE };
    check_case(&edge, cube, ball, 2, s3(1.6, 0.3, 1.7), straight, 1e-13);
    // Past a vertex: (12), along the diagonal.
    const expected vertex = { 6, { t, t, t }, (0.5 + 0.6 + 0.55) * t - 1.0, { 1, 1, 1 }, SCREE_FEATURE_VERTEX };
    check_case(&vertex, cube, ball, 2, s3(1.5, 1.6, 1.55), straight, 1e-13);
    const expected past = { 5, { t, t, t }, 0.1, { 0, 0, 0 }, SCREE_FEATURE_VERTEX };
    check_case(&past, cube, ball, 2, s3(1 + 1.1 * t, 1 + 1.1 * t, 1 + 1.1 * t), straight, 1e-13);
    // The ellipsoid and the cube of Fig. 10 (c): a vertex in an ellipsoid that stands across the diagonal.
    const scree_vec3 egg = s3(2, 1, 0.5);
    const double reach = sqrt((4 + 1 + 0.25) / 3.0); // the ellipsoid's extent along (1, 1, 1) / sqrt 3
    const expected egg_vertex = { 6, { t, t, t }, (0.9 + 0.5 + 0.3) * t - reach, { 1, 1, 1 }, SCREE_FEATURE_VERTEX };
    check_case(&egg_vertex, cube, egg, 2, s3(1.9, 1.5, 1.3), straight, 1e-13);
    // The centre inside.
    const expected centre = { 8, { 0, 1, 0 }, -0.2 - 1.0, { 0, 0, 0 }, SCREE_FEATURE_FACE };
    check_case(&centre, s3(1, 1, 1), ball, 2, s3(0.1, 0.8, 0.2), straight, 1e-14);
}

// Searches that come round to a face without ever returning to the one before; in the second the verdict is wrong, and
// the interval says that it may be.
static void check_round(void)
{
    const struct {
        double n;
        scree_vec3 axes, at;
        scree_quat q;
        int number;
    } of[2] = { { 12, { 0.8, 0.5, 1 }, { 0.9, -1.2, -1.4 }, { -3, 1, -3, 0.5 }, 6 },
                { 20, { 0.6, 0.7, 1 }, { 0.8, 1.1, 0.4 }, { 1, 0, 2, 0.5 }, 5 } };
    scree_shape *cube = scree_box_create(s3(1, 1, 1), 0, NULL);
    const scree_body a = scree_body_at(cube, s3(0, 0, 0));
    for (int i = 0; i < 2; ++i) {
        block b = block_make(of[i].axes, of[i].n, of[i].n);
        b.body.position = of[i].at;
        b.body.orientation = of[i].q;
        const scree_contact c = block_query(method, &a, &b.body, NULL);
        CHECK_MSG(counted.cut_short && counted.ph_case == of[i].number, "case %d", counted.ph_case);
        const scree_contact exact = block_query("auto", &a, &b.body, NULL);
        CHECK(exact.upper < 0 && c.lower <= exact.upper && c.upper >= exact.lower);
        block_free(&b);
    }
    scree_shape_destroy(cube);
}

// ---- a sphere and a cube --------------------------------------------------------------------------------------------

static double clamp(double x)
{
    return fmin(1.0, fmax(-1.0, x));
}

// Signed, of a ball of radius 1 and a cube of half extent 1.
static double ball_and_cube(scree_vec3 c)
{
    const scree_vec3 off = s3_sub(c, s3(clamp(c.x), clamp(c.y), clamp(c.z)));
    const double inside = fmax(fabs(c.x), fmax(fabs(c.y), fabs(c.z))) - 1.0;
    return inside > 0.0 ? norm(off) - 1.0 : inside - 1.0;
}

// Table 1: the centre anywhere in a cube of 6. The verdict is right every time.
static void check_table(void)
{
    scree_random r = random_stream(82, 0, 0);
    scree_shape *cube = scree_box_create(s3(1, 1, 1), 0, NULL);
    block ball = block_make(s3(1, 1, 1), 2, 2);
    const scree_body a = scree_body_at(cube, s3(0, 0, 0));
    long count[9] = { 0 }, n = check_scaled(100000);
    for (long i = 0; i < n; ++i) {
        const scree_vec3 c = s3(random_between(&r, -3, 3), random_between(&r, -3, 3), random_between(&r, -3, 3));
        ball.body.position = c;
        const scree_contact k = block_query(method, &a, &ball.body, NULL);
        const double truth = ball_and_cube(c);
        const int number = counted.ph_case;
        if (!CHECK_MSG(number >= 1 && number <= 8 && number != 7, "case %d", number)) continue;
        ++count[number];
        CHECK_MSG(fabs(truth) < 1e-13 || (number % 2 == 0) == (truth < 0), "case %d, distance %g", number, truth);
        CHECK_MSG(k.lower <= truth + 1e-15 && k.upper >= truth - 1e-15, "case %d: [%.17g, %.17g] for %.17g", number,
                  k.lower, k.upper, truth);
        CHECK((number == 8) == (fmax(fabs(c.x), fmax(fabs(c.y), fabs(c.z))) <= 1.0));
        // Over a face the gap is that of the plane, beside an edge (6) the overlap a rule of thumb.
        const bool exact = number == 2 || number == 5 || number == 8;
        CHECK_MSG(!exact || fabs(k.distance - truth) < 1e-13, "case %d: %g for %g", number, k.distance, truth);
    }
    const double total = (double)n, contact = (double)(count[2] + count[4] + count[6]) / total;
    const double band = 4.0 / sqrt(total);
    CHECK_NEAR((double)count[8] / total, 8.0 / 216.0, band);
    const double pi = acos(-1.0); // slabs, quarters of cylinders, eighths of a ball
    CHECK_NEAR(contact, (6 * 4 + 6 * pi + 4.0 / 3.0 * pi) / 216.0, band);
    CHECK(count[4] == 0); // as the paper says of cubes
    scree_shape_destroy(cube);
    block_free(&ball);
}

// ---- a sphere and a tetrahedron -------------------------------------------------------------------------------------

static const scree_vec3 corners[4] = { { 1, 1, 1 }, { 1, -1, -1 }, { -1, 1, -1 }, { -1, -1, 1 } };

static double to_segment(scree_vec3 p, scree_vec3 a, scree_vec3 b)
{
    const scree_vec3 d = s3_sub(b, a);
    const double t = fmin(1.0, fmax(0.0, s3_dot(s3_sub(p, a), d) / s3_dot(d, d)));
    return norm(s3_sub(p, s3_add(a, s3_scale(d, t))));
}

// From a point outside, by its six edges and four faces.
static double to_tetrahedron(scree_vec3 p, bool *inside)
{
    double least = INFINITY;
    *inside = true;
    for (int i = 0; i < 4; ++i) {
        const scree_vec3 n = s3_scale(corners[i], -1.0 / sqrt(3.0)); // of the face across from corner i
        const double height = s3_dot(n, p) - 1.0 / sqrt(3.0);
        if (height > 0.0) *inside = false;
        const scree_vec3 projection = s3_sub(p, s3_scale(n, height));
        bool in_face = true;
        for (int k = 0; k < 4; ++k)
            if (k != i && -s3_dot(corners[k], projection) > 1.0) in_face = false;
        if (in_face && height > 0.0) least = fmin(least, height);
        for (int k = 0; k < i; ++k) least = fmin(least, to_segment(p, corners[i], corners[k]));
    }
    return least;
}

static void check_tetrahedron(void)
{
    scree_random r = random_stream(83, 0, 0);
    scree_shape *hull = scree_polyhedron_create(corners, 4, 0, NULL);
    block ball = block_make(s3(0.8, 0.8, 0.8), 2, 2);
    const scree_body a = scree_body_at(hull, s3(0, 0, 0));
    long wrong = 0, n = check_scaled(50000);
    for (long i = 0; i < n; ++i) {
        bool inside;
        ball.body.position = s3(random_between(&r, -2, 2), random_between(&r, -2, 2), random_between(&r, -2, 2));
        const double apart = to_tetrahedron(ball.body.position, &inside) - 0.8;
        const scree_contact c = block_query(method, &a, &ball.body, NULL);
        CHECK((counted.ph_case == 8) == inside);
        if (inside) continue;
        wrong += fabs(apart) > 1e-13 && (counted.ph_case % 2 == 0) != (apart < 0);
        CHECK_MSG(c.lower <= apart + 1e-15 && c.upper >= apart - 1e-15, "case %d: [%.17g, %.17g] for %.17g",
                  counted.ph_case, c.lower, c.upper, apart);
    }
    CHECK_MSG(wrong == 0, "sphere and tetrahedron: %ld of %ld verdicts are wrong", wrong, n);
    scree_shape_destroy(hull);
    block_free(&ball);
}

// ---- anything -------------------------------------------------------------------------------------------------------

static scree_shape *random_solid(scree_random *r, double scale)
{
    scree_vec3 points[40];
    const int count = 4 + random_below(r, 36);
    const scree_vec3 squeeze = s3(random_decade(r, -1.5, 0), random_decade(r, -1.5, 0), 1);
    for (int i = 0; i < count; ++i) {
        const scree_vec3 d = random_direction(r);
        points[i] = s3_scale(s3(d.x * squeeze.x, d.y * squeeze.y, d.z * squeeze.z), scale);
    }
    return scree_polyhedron_create(points, (size_t)count, 0, NULL);
}

// The gap along n, a lower bound of the signed distance.
static real gap_along(const scree_body *hull, const block *b, real3 n)
{
    real most = -INFINITY;
    const real3 d = real_rotate(hull->orientation, n, true);
    for (int i = 0; i < scree_shape_vertex_count(hull->shape); ++i)
        most = fmaxl(most, r3_dot(d, r3_from(scree_shape_vertex(hull->shape, i))));
    const real3 apart = r3_add_scaled(r3_from(b->body.position), -1.0L, r3_from(hull->position));
    return r3_dot(n, apart) - most - block_height(b, r3(-n.x, -n.y, -n.z));
}

static real climb(const scree_body *hull, const block *b, real3 n, scree_random *r)
{
    real best = gap_along(hull, b, n);
    for (real step = 0.5L; step > 1e-6L; step *= 0.6L) {
        for (int i = 0; i < 2; ++i) {
            const real3 m = r3_unit(r3_add_scaled(n, step, r3_from(random_direction(r))));
            const real gap = gap_along(hull, b, m);
            if (gap > best) n = m;
            best = fmaxl(best, gap);
        }
    }
    return best;
}

// Slender solids and superquadrics of any exponent, near touching, deep or far: the search ends, what it says of itself
// is so, and the interval is true.
static void check_random(void)
{
    scree_random r = random_stream(84, 0, 0);
    long of[9] = { 0 }, wrong = 0, round = 0, n = check_scaled(4000);
    for (long i = 0; i < n; ++i) {
        const double scale = random_decade(&r, -9, 9), size = scale * random_decade(&r, -2, 2);
        scree_shape *hull = random_solid(&r, scale);
        if (hull == NULL) continue;
        block b = block_make(s3(size * random_decade(&r, -1.5, 0), size * random_decade(&r, -1.5, 0), size),
                             random_below(&r, 3) ? random_between(&r, 2, 100) : 2, 2 + random_below(&r, 20));
        scree_body a = scree_body_at(hull, s3_scale(random_direction(&r), scale));
        a.orientation = random_rotation(&r);
        b.body.orientation = random_rotation(&r);
        const scree_vec3 d = random_direction(&r);
        const real near = -gap_along(&a, &b, r3_from(d)) * random_between(&r, 0.0, 1.4);
        b.body.position = s3_add(a.position, s3_scale(d, (double)near));
        const scree_contact c = i % 2 ? block_query(method, &a, &b.body, NULL) : block_query(method, &b.body, &a, NULL);
        const scree_counts counts = counted;
        const scree_contact exact = block_query("auto", &a, &b.body, NULL);
        ++of[counts.ph_case];
        round += counts.cut_short;
        // The lower end is the gap along the normal, and no gap is above the upper end.
        const real3 along = r3_unit(r3_from(i % 2 ? c.normal : s3_scale(c.normal, -1.0)));
        const real gap = gap_along(&a, &b, along), unit = scree_pair_size(hull, b.body.shape) + fabsl(gap);
        const real most = fmaxl(climb(&a, &b, along, &r), climb(&a, &b, r3_from(d), &r));
        CHECK_MSG(c.lower <= gap + 1e-15L * unit, "case %d: lower %.17g, gap %.17Lg", counts.ph_case, c.lower, gap);
        CHECK_MSG(c.upper >= most, "case %d: upper %.17g, but a gap of %.17Lg", counts.ph_case, c.upper, most);
        const bool contact = counts.ph_case % 2 == 0;
        CHECK(contact ? c.distance <= 0 || counts.ph_case == 4 : c.distance >= 0);
        wrong += contact ? most > 0 : most < 0 && exact.upper < 0; // auto has the last word where it is deep
        scree_query_options o = scree_query_defaults();
        o.detail = SCREE_DETAIL_SEARCH;
        const scree_contact quick = i % 2 ? block_query(method, &a, &b.body, &o) : block_query(method, &b.body, &a, &o);
        CHECK(counted.ph_case == counts.ph_case && quick.distance <= quick.upper);
        CHECK(quick.lower <= most + 1e-15L * unit && quick.upper >= most);
        scree_shape_destroy(hull);
        block_free(&b);
    }
    printf("random pairs: cases %ld %ld %ld %ld %ld %ld, 8: %ld; came round %ld, wrong %ld of %ld\n", of[1], of[2],
           of[3], of[4], of[5], of[6], of[8], round, wrong, n);
}

int main(void)
{
    check_cases();
    check_round();
    check_table();
    check_tetrahedron();
    check_random();
    return check_done();
}
