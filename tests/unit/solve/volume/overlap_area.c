// Areas shared by two polygons, against brute force in quadruple precision, closed forms and identities.
//
// Brute force: the corners of what is shared are the corners of each polygon that are inside the other, and all points
// where an edge of one crosses an edge of the other. Sorted by angle about their mean, they are its boundary. No clipping.
#include "scree/volume.h"

#include <stdint.h>
#include <string.h>

#include "check.h"
#include "oracle/quad.h"
#include "scenes/place.h"
#include "scenes/random.h"
#include "scree/scree.h"

enum { MOST_SIDES = 24, MOST_CORNERS = 4 * MOST_SIDES + MOST_SIDES * MOST_SIDES };

// Roundings of the pair's size allowed, times the perimeter; the largest seen are 9.3 where lines nearly coincide, and
// 1.8 elsewhere.
static const double ROUNDINGS = 32.0;
static const double rounding = 0x1p-53;

typedef struct flat_polygon {
    int count;
    qvec corner[MOST_SIDES]; // in the world
} flat_polygon;

static flat_polygon in_world(const scree_body *body)
{
    flat_polygon p = { .count = scree_shape_vertex_count(body->shape) };
    const qrot rotation = qrot_of(body->orientation);
    for (int i = 0; i < p.count; ++i)
        p.corner[i] =
            q3_add(qrot_apply(&rotation, q3_from(scree_shape_vertex(body->shape, i))), q3_from(body->position));
    return p;
}

static quad cross(qvec o, qvec p, qvec q)
{
    return (p.x - o.x) * (q.y - o.y) - (p.y - o.y) * (q.x - o.x);
}

static bool is_inside(const flat_polygon *p, qvec x)
{
    for (int i = 0; i < p->count; ++i)
        if (cross(p->corner[i], p->corner[(i + 1) % p->count], x) < 0) return false;
    return true;
}

static bool is_crossing(qvec a, qvec b, qvec c, qvec d, qvec *at)
{
    const quad s = cross(a, b, c), t = cross(a, b, d), u = cross(c, d, a), v = cross(c, d, b);
    if ((s > 0) == (t > 0) || (u > 0) == (v > 0) || s == t) return false;
    const quad w = s / (s - t);
    *at = q3(c.x + w * (d.x - c.x), c.y + w * (d.y - c.y), 0);
    return true;
}

typedef struct brute {
    quad area, perimeter;
    qvec centroid;
    int count;
} brute;

static double angle_of(qvec p, qvec about)
{
    return atan2((double)(p.y - about.y), (double)(p.x - about.x));
}

static brute by_brute_force(const scree_body *a, const scree_body *b)
{
    static qvec found[MOST_CORNERS];
    const flat_polygon p = in_world(a), q = in_world(b);
    brute r = { .count = 0 };
    for (int i = 0; i < p.count; ++i)
        if (is_inside(&q, p.corner[i])) found[r.count++] = p.corner[i];
    for (int i = 0; i < q.count; ++i)
        if (is_inside(&p, q.corner[i])) found[r.count++] = q.corner[i];
    for (int i = 0; i < p.count; ++i)
        for (int k = 0; k < q.count; ++k)
            if (is_crossing(p.corner[i], p.corner[(i + 1) % p.count], q.corner[k], q.corner[(k + 1) % q.count],
                            &found[r.count]))
                ++r.count;
    if (r.count == 0) return r;
    qvec mean = q3(0, 0, 0);
    for (int i = 0; i < r.count; ++i) mean = q3_add(mean, q3_scale(found[i], (quad)1 / r.count));
    for (int i = 1; i < r.count; ++i) {
        const qvec x = found[i];
        int k = i;
        for (; k > 0 && angle_of(found[k - 1], mean) > angle_of(x, mean); --k) found[k] = found[k - 1];
        found[k] = x;
    }
    qvec moment = q3(0, 0, 0);
    for (int i = 0; i < r.count; ++i) {
        const qvec u = found[i], v = found[(i + 1) % r.count];
        const quad area = cross(mean, u, v) / 2;
        r.area += area;
        r.perimeter += (quad)hypot((double)(v.x - u.x), (double)(v.y - u.y));
        moment = q3_add(moment, q3_scale(q3_add(q3_sub(u, mean), q3_sub(v, mean)), area / 3));
    }
    r.centroid = r.area > 0 ? q3_add(mean, q3_scale(moment, 1 / r.area)) : mean;
    return r;
}

// A's boundary inside B, edge by edge: the stretch of each that is inside all edges of B. One that lies along an edge of B
// counts half if both look the same way, else not at all. `same` is how near a line is to be one with another.
static double length_inside(const scree_body *a, const scree_body *b, quad same, qvec *vector)
{
    const flat_polygon p = in_world(a), q = in_world(b);
    quad sum = 0;
    *vector = q3(0, 0, 0);
    for (int i = 0; i < p.count; ++i) {
        const qvec u = p.corner[i], v = p.corner[(i + 1) % p.count], d = q3_sub(v, u);
        quad from = 0, to = 1, share = 1;
        for (int k = 0; k < q.count; ++k) {
            const qvec r = q.corner[k], s = q.corner[(k + 1) % q.count], e = q3_sub(s, r);
            const quad length = (quad)hypot((double)e.x, (double)e.y), at_u = cross(r, s, u) / length,
                       at_v = cross(r, s, v) / length;
            if (q_abs(at_u) <= same && q_abs(at_v) <= same) {
                share = q3_dot(d, e) > 0 ? (quad)1 / 2 : 0;
            } else if (at_u < 0 || at_v < 0) {
                const quad t = at_u / (at_u - at_v);
                if (at_u < 0 && at_v <= 0)
                    to = -1;
                else if (at_u < 0)
                    from = t > from ? t : from;
                else
                    to = t < to ? t : to;
            }
        }
        if (!(to > from)) continue;
        const quad length = share * (to - from);
        sum += length * (quad)hypot((double)d.x, (double)d.y);
        *vector = q3_add(*vector, q3_scale(q3(d.y, -d.x, 0), length));
    }
    return (double)sum;
}

static scree_overlap_area_result query(const scree_body *a, const scree_body *b)
{
    scree_overlap_area_result r;
    const size_t size = scree_overlap_area_scratch(a->shape, b->shape);
    unsigned char *scratch = malloc(size + 64);
    if (scratch == NULL) exit(EXIT_FAILURE);
    memset(scratch, 0xa5, size + 64);
    const scree_status status = scree_overlap_area(a, b, scratch, size, &r);
    CHECK_MSG(status == SCREE_OK, "status %s", scree_status_name(status));
    for (int i = 0; i < 64; ++i) CHECK_MSG(scratch[size + (size_t)i] == 0xa5, "written %d bytes beyond the scratch", i);
    free(scratch);
    return r;
}

static double worst;

static void compare(const char *kind, long i, bool nearly, const scree_body *a, const scree_body *b)
{
    const scree_overlap_area_result r = query(a, b), s = query(b, a);
    const brute exact = by_brute_force(a, b);
    const double size = scree_pair_size(a->shape, b->shape), far = sqrt(s3_dot(a->position, a->position)) + size;
    const double unit = rounding * far * fmax((double)exact.perimeter, size);
    const double off = fabs(r.area - (double)exact.area) / unit;
    worst = fmax(worst, off);
    CHECK_MSG(off <= ROUNDINGS, "%s %ld: area %.17g, exact %.17g, off by %.3g roundings", kind, i, r.area,
              (double)exact.area, off);
    CHECK_MSG(fabs(s.area - r.area) <= ROUNDINGS * unit, "%s %ld: swapped, %.17g for %.17g", kind, i, s.area, r.area);
    if (r.area > 1e-6 * size * size) {
        const double x = r.centroid.x - (double)exact.centroid.x, y = r.centroid.y - (double)exact.centroid.y;
        CHECK_MSG(hypot(x, y) <= 1e3 * rounding * far * size * size / r.area, "%s %ld: centroid off by %.3g", kind, i,
                  hypot(x, y));
        // Where lines nearly coincide, either reading is right: asked for where they do, or plainly do not.
        if (!nearly) {
            CHECK_MSG(fabs(r.length_a + r.length_b - (double)exact.perimeter) <= 1e-12 * far, "%s %ld: perimeter", kind,
                      i);
            qvec vector, other;
            const double length_a = length_inside(a, b, 1e-14 * far, &vector),
                         length_b = length_inside(b, a, 1e-14 * far, &other);
            CHECK_MSG(fabs(r.length_a - length_a) <= 1e-12 * far && fabs(r.length_b - length_b) <= 1e-12 * far,
                      "%s %ld: lengths %.17g and %.17g, exact %.17g and %.17g", kind, i, r.length_a, r.length_b,
                      length_a, length_b);
            CHECK_MSG(hypot(r.length_vector.x - (double)vector.x, r.length_vector.y - (double)vector.y) <= 1e-12 * far,
                      "%s %ld: vector", kind, i);
        }
    }
    // B's share of the boundary is swapped with A's, and closes it.
    CHECK_MSG(fabs(r.length_a - s.length_b) <= 1e-12 * far && fabs(r.length_b - s.length_a) <= 1e-12 * far,
              "%s %ld: lengths %.17g and %.17g, swapped %.17g and %.17g", kind, i, r.length_a, r.length_b, s.length_a,
              s.length_b);
    CHECK_MSG(hypot(r.length_vector.x + s.length_vector.x, r.length_vector.y + s.length_vector.y) <= 1e-12 * far,
              "%s %ld: vectors", kind, i);
    CHECK(r.centroid.z == 0.0 && r.length_vector.z == 0.0 && r.couple.x == 0.0 && r.couple.y == 0.0);
    CHECK_MSG(fabs(r.couple.z + s.couple.z) <= 1e-12 * far * far, "%s %ld: couples", kind, i);
}

static scree_shape *random_polygon(scree_random *r, double scale)
{
    scree_vec3 points[MOST_SIDES];
    const int count = 3 + random_below(r, MOST_SIDES - 2);
    for (int i = 0; i < count; ++i)
        points[i] = s3(scale * random_between(r, -1, 1), scale * random_between(r, -1, 1), 0);
    return scree_polygon_create(points, (size_t)count, 0.0, NULL);
}

// A lattice makes edges coincide, cross in corners, and touch.
static scree_shape *lattice_polygon(scree_random *r)
{
    for (;;) {
        scree_vec3 points[8];
        const int count = 3 + random_below(r, 6);
        for (int i = 0; i < count; ++i) points[i] = s3(random_below(r, 5) - 2, random_below(r, 5) - 2, 0);
        scree_shape *s = scree_polygon_create(points, (size_t)count, 0.0, NULL);
        if (s != NULL) return s;
    }
}

static void test_random(void)
{
    for (long i = 0; i < check_scaled(20000); ++i) {
        scree_random r = random_stream(31, 0, (uint64_t)i);
        const double scale = random_decade(&r, -6, 6), ratio = i % 3 == 0 ? random_decade(&r, -3, 0) : 1.0;
        scree_body a = { .shape = random_polygon(&r, scale) }, b = { .shape = random_polygon(&r, scale * ratio) };
        if (a.shape != NULL && b.shape != NULL) {
            a.orientation = scree_quat_about_z(random_between(&r, -4, 4));
            b.orientation = scree_quat_about_z(random_between(&r, -4, 4));
            a.position = s3(scale * random_between(&r, -1, 1), scale * random_between(&r, -1, 1), 0);
            b.position = s3(a.position.x + scale * random_between(&r, -1.2, 1.2),
                            a.position.y + scale * random_between(&r, -1.2, 1.2), 0);
            compare("random", i, false, &a, &b);
        }
        scree_shape_destroy((scree_shape *)a.shape);
        scree_shape_destroy((scree_shape *)b.shape);
    }
}

static void test_lattice(void)
{
    long touching = 0;
    for (long i = 0; i < check_scaled(20000); ++i) {
        scree_random r = random_stream(32, 0, (uint64_t)i);
        scree_body a = scree_body_at(lattice_polygon(&r), s3(0, 0, 0)),
                   b = scree_body_at(lattice_polygon(&r), s3(0, 0, 0));
        b.position = s3(random_below(&r, 5) - 2, random_below(&r, 5) - 2, 0);
        if (i % 2 == 1) { // the same, rotated a quarter about the origin
            b.orientation = scree_quat_about_z(0.5 * 3.14159265358979323846);
        }
        compare("lattice", i, false, &a, &b);
        touching += query(&a, &b).area == 0.0;
        // The same, off by as little as a rounding and as much as one may see.
        b.position = s3_add(b.position, s3_scale(s3(random_between(&r, -1, 1), random_between(&r, -1, 1), 0),
                                                 random_decade(&r, -16, -4)));
        b.orientation = quat_times(b.orientation, scree_quat_about_z(random_decade(&r, -16, -4)));
        compare("nearly", i, true, &a, &b);
        scree_shape_destroy((scree_shape *)a.shape);
        scree_shape_destroy((scree_shape *)b.shape);
    }
    CHECK(touching > check_scaled(20000) / 50);
}

static void test_known(void)
{
    const scree_vec3 square[4] = { { 0, 0, 0 }, { 2, 0, 0 }, { 2, 2, 0 }, { 0, 2, 0 } };
    scree_shape *s = scree_polygon_create(square, 4, 0.0, NULL);
    scree_body a = scree_body_at(s, s3(0, 0, 0)), b = scree_body_at(s, s3(1, 0.5, 0));
    scree_overlap_area_result r = query(&a, &b);
    CHECK(r.area == 1.5 && r.centroid.x == 1.5 && r.centroid.y == 1.25);
    // Inside B is A's right side and its top; the other two sides are B's.
    CHECK(r.length_a == 2.5 && r.length_b == 2.5 && r.length_vector.x == 1.5 && r.length_vector.y == 1.0);
    // Itself: every edge is both's.
    r = query(&a, &a);
    CHECK(r.area == 4.0 && r.centroid.x == 1.0 && r.centroid.y == 1.0 && r.length_a == 4.0 && r.length_b == 4.0);
    CHECK(r.length_vector.x == 0.0 && r.length_vector.y == 0.0);
    // Side by side, corner to corner, and apart.
    const scree_vec3 places[3] = { { 2, 0.5, 0 }, { 2, 2, 0 }, { 5, 0, 0 } };
    for (int i = 0; i < 3; ++i) {
        b.position = places[i];
        r = query(&a, &b);
        CHECK(r.area == 0.0 && r.length_a == 0.0 && r.length_b == 0.0 && r.length_vector.x == 0.0);
        CHECK(r.centroid.x >= 1.999999 && r.centroid.x <= 5.0);
    }
    // A small one inside: all of it, and its boundary alone.
    const scree_vec3 small[3] = { { 0, 0, 0 }, { 0.5, 0, 0 }, { 0, 0.5, 0 } };
    scree_shape *t = scree_polygon_create(small, 3, 0.0, NULL);
    scree_body c = scree_body_at(t, s3(1, 1, 0));
    r = query(&a, &c);
    CHECK(r.area == 0.125 && r.length_a == 0.0);
    CHECK_NEAR(r.length_b, 1.0 + sqrt(0.5), 1e-15);
    // Two strips across each other, at every angle: width^2 / sin.
    const scree_vec3 strip[4] = { { -50, -0.5, 0 }, { 50, -0.5, 0 }, { 50, 0.5, 0 }, { -50, 0.5, 0 } };
    scree_shape *u = scree_polygon_create(strip, 4, 0.0, NULL);
    scree_body d = scree_body_at(u, s3(3, 4, 0)), e = d;
    for (int i = 1; i < 60; ++i) {
        const double angle = 0.05 * i;
        if (sin(angle) < 0.05) continue;
        e.orientation = scree_quat_about_z(angle);
        r = query(&d, &e);
        CHECK_NEAR(r.area * sin(angle), 1.0, 1e-13);
        CHECK_NEAR(r.centroid.x, 3.0, 1e-13);
        CHECK_NEAR(r.centroid.y, 4.0, 1e-13);
    }
    scree_shape_destroy(s);
    scree_shape_destroy(t);
    scree_shape_destroy(u);
}

// A polygon divided among half planes (large squares) is all there; and the area's change as B moves is the boundary's.
static void test_identities(void)
{
    const scree_vec3 half[4] = { { 0, -9, 0 }, { 9, -9, 0 }, { 9, 9, 0 }, { 0, 9, 0 } };
    scree_shape *right = scree_polygon_create(half, 4, 0.0, NULL);
    for (long i = 0; i < check_scaled(2000); ++i) {
        scree_random r = random_stream(33, 0, (uint64_t)i);
        scree_body a = { .shape = random_polygon(&r, 1.0),
                         .orientation = scree_quat_about_z(random_between(&r, -4, 4)) };
        scree_body b = scree_body_at(right, s3(random_between(&r, -1, 1), random_between(&r, -1, 1), 0)), c = b;
        const double angle = random_between(&r, -4, 4);
        if (a.shape == NULL) continue;
        b.orientation = scree_quat_about_z(angle);
        c.orientation = scree_quat_about_z(angle + 3.14159265358979323846);
        const double whole = scree_shape_mass(a.shape).volume;
        CHECK_NEAR(query(&a, &b).area + query(&a, &c).area, whole, 1e-14);
        // Moving B by v adds the integral of n.v over B's boundary inside A, which is minus A's vector.
        const double step = 1e-6;
        const scree_overlap_area_result at = query(&a, &b);
        c = b;
        c.position.x += step;
        const double rise = (query(&a, &c).area - at.area) / step;
        CHECK_MSG(fabs(rise + at.length_vector.x) <= 1e-4, "%ld: %.6g for %.6g", i, rise, -at.length_vector.x);
        c = b;
        c.orientation = scree_quat_about_z(angle + step);
        const double growth = (query(&a, &c).area - at.area) / step;
        const double moment = at.couple.z + s3_cross(s3_sub(at.centroid, b.position), at.length_vector).z;
        CHECK_MSG(fabs(growth + moment) <= 1e-4, "%ld: %.6g for %.6g, rotated", i, growth, -moment);
        scree_shape_destroy((scree_shape *)a.shape);
    }
    scree_shape_destroy(right);
}

// Nearly the same place: whichever lies outside, the swapped pair has the negative, to the last bit.
static void test_nearly_identical(void)
{
    for (long i = 0; i < check_scaled(2000); ++i) {
        scree_random r = random_stream(34, 0, (uint64_t)i);
        const double turn = random_between(&r, -4, 4);
        const scree_body a = { .shape = random_polygon(&r, 1.0), .orientation = scree_quat_about_z(turn) };
        scree_body b = a;
        if (a.shape == NULL) continue;
        b.position = s3(random_signed_decade(&r, -17, -9), random_signed_decade(&r, -17, -9), 0.0);
        b.orientation = scree_quat_about_z(turn + random_signed_decade(&r, -17, -9));
        const scree_overlap_area_result p = query(&a, &b), q = query(&b, &a), same = query(&a, &a);
        CHECK_MSG(p.area == q.area && p.length_a == q.length_b && p.length_b == q.length_a &&
                      p.length_vector.x == -q.length_vector.x && p.length_vector.y == -q.length_vector.y &&
                      p.couple.z == -q.couple.z,
                  "%ld: length vector %g %g, swapped %g %g", i, p.length_vector.x, p.length_vector.y, q.length_vector.x,
                  q.length_vector.y);
        CHECK_NEAR(same.length_a, same.length_b, 1e-13);
        CHECK_NEAR(s3_dot(same.length_vector, same.length_vector), 0.0, 1e-26);
        scree_shape_destroy((scree_shape *)a.shape);
    }
}

static void test_refusals(void)
{
    const scree_vec3 square[4] = { { 0, 0, 0 }, { 2, 0, 0 }, { 2, 2, 0 }, { 0, 2, 0 } };
    scree_shape *s = scree_polygon_create(square, 4, 0.0, NULL), *soft = scree_polygon_create(square, 4, 0.1, NULL);
    scree_shape *box = scree_box_create(s3(1, 1, 1), 0.0, NULL), *disc = scree_disc_create(1.0, 0.0, NULL);
    const scree_body a = scree_body_at(s, s3(0, 0, 0)), b = scree_body_at(soft, s3(0, 0, 0));
    const scree_body c = scree_body_at(box, s3(0, 0, 0)), d = scree_body_at(disc, s3(0, 0, 0));
    scree_body lost = scree_body_at(s, s3(NAN, 0, 0)), lifted = scree_body_at(s, s3(0, 0, 1));
    scree_overlap_area_result r;
    double scratch[256];
    const scree_body *others[] = { &b, &c, &d };
    for (int i = 0; i < 3; ++i) {
        CHECK(scree_overlap_area(&a, others[i], scratch, sizeof scratch, &r) == SCREE_UNSUPPORTED_PAIR);
        CHECK(scree_overlap_area(others[i], &a, scratch, sizeof scratch, &r) == SCREE_UNSUPPORTED_PAIR);
        CHECK(scree_overlap_area_scratch(s, others[i]->shape) == 0);
    }
    CHECK(scree_overlap_area(&a, &lost, scratch, sizeof scratch, &r) == SCREE_INVALID_POSE);
    CHECK(scree_overlap_area(&lifted, &a, scratch, sizeof scratch, &r) == SCREE_INVALID_POSE);
    const size_t size = scree_overlap_area_scratch(s, s);
    CHECK(size > 0 && size <= sizeof scratch);
    CHECK(scree_overlap_area(&a, &a, scratch, size / 2, &r) == SCREE_SCRATCH_TOO_SMALL);
    CHECK(scree_overlap_area(&a, &a, NULL, 0, &r) == SCREE_SCRATCH_TOO_SMALL);
    CHECK(scree_overlap_area(&a, &a, scratch, size, NULL) == SCREE_INVALID_ARGUMENT);
    CHECK(scree_overlap_area(NULL, &a, scratch, size, &r) == SCREE_INVALID_ARGUMENT);
    CHECK(scree_overlap_area(&a, NULL, scratch, size, &r) == SCREE_INVALID_ARGUMENT);
    scree_shape_destroy(s);
    scree_shape_destroy(soft);
    scree_shape_destroy(box);
    scree_shape_destroy(disc);
}

int main(void)
{
    test_known();
    test_random();
    test_lattice();
    test_identities();
    test_nearly_identical();
    test_refusals();
    printf("largest error of an area: %.2f roundings of the size, times the perimeter\n", worst);
    return check_done();
}
