// The benchmark's reference for polytopes against closed forms, and against the reference by all features in 113 bits.
#include "bench/hull_truth.h"

#include <string.h>

#include "check.h"
#include "oracle/distance.h"
#include "oracle/solid.h"
#include "scenes/place.h"
#include "scenes/random.h"

enum { SEED = 41, MANY = 1000 };

// A hull of points on the unit sphere, or its mirror image through the origin.
static bool make_hull(scree_solid *s, scree_vec3 *points, int count, uint64_t number, double sign)
{
    scree_random r = random_stream(SEED, 1, number);
    for (int i = 0; i < count; ++i) points[i] = s3_scale(random_direction(&r), sign);
    *s = (scree_solid){ .kind = SCREE_POLYHEDRON, .count = count, .points = points };
    s->shape = scree_polyhedron_create(points, (size_t)count, 0.0, NULL);
    return s->shape != NULL;
}

static long double height(const scree_shape *s, int face, const long double n[3], long double length)
{
    const scree_vec3 p = scree_shape_vertex(s, scree_shape_face_vertices(s, face)[0]);
    return (n[0] * p.x + n[1] * p.y + n[2] * p.z) / length;
}

static long double normal_of(const scree_shape *s, int face, long double n[3])
{
    const int *c = scree_shape_face_vertices(s, face);
    const scree_vec3 p = scree_shape_vertex(s, c[0]), q = scree_shape_vertex(s, c[1]), t = scree_shape_vertex(s, c[2]);
    const long double d[3] = { (long double)q.x - p.x, (long double)q.y - p.y, (long double)q.z - p.z };
    const long double e[3] = { (long double)t.x - p.x, (long double)t.y - p.y, (long double)t.z - p.z };
    n[0] = d[1] * e[2] - d[2] * e[1];
    n[1] = d[2] * e[0] - d[0] * e[2];
    n[2] = d[0] * e[1] - d[1] * e[0];
    const long double length = sqrtl(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    const scree_vec3 out = scree_shape_face_normal(s, face);
    return n[0] * out.x + n[1] * out.y + n[2] * out.z < 0 ? -length : length;
}

// How deep a point is in `times` the hull, by all faces.
static double depth_in(const scree_shape *s, double times, scree_vec3 c)
{
    long double least = INFINITY;
    for (int f = 0; f < scree_shape_face_count(s); ++f) {
        long double n[3];
        const long double length = normal_of(s, f, n);
        const long double along = (n[0] * c.x + n[1] * c.y + n[2] * c.z) / length;
        least = fminl(least, times * height(s, f, n, length) - along);
    }
    return (double)least;
}

// A hull less its mirror image, which is at c, is twice the hull, less c.
static void test_mirror_images(int count, int pairs)
{
    static scree_vec3 points[MANY], mirrored[MANY];
    bench_hull_truth truth = { NULL };
    scree_solid a, b;
    if (!make_hull(&a, points, count, (uint64_t)count, 1.0) || !make_hull(&b, mirrored, count, (uint64_t)count, -1.0)) {
        CHECK(false);
        return;
    }
    const scree_body fixed = scree_body_at(a.shape, (scree_vec3){ 0, 0, 0 });
    scree_random r = random_stream(SEED, 2, (uint64_t)count);
    for (int i = 0; i < pairs; ++i) {
        const scree_vec3 c = s3_scale(random_direction(&r), random_between(&r, 0.1, 0.7));
        const scree_body moved = scree_body_at(b.shape, c);
        double distance = NAN;
        CHECK(bench_hull_truth_of(&truth, &a, &fixed, &b, &moved, &distance));
        CHECK_NEAR(distance, -depth_in(a.shape, 2.0, c), 2e-16);
    }
    // Above a face of the doubled hull, at its middle.
    for (int f = 0; f < scree_shape_face_count(a.shape); f += 1 + scree_shape_face_count(a.shape) / pairs) {
        const int *corner = scree_shape_face_vertices(a.shape, f);
        scree_vec3 middle = { 0, 0, 0 };
        for (int k = 0; k < 3; ++k)
            middle = s3_add(middle, s3_scale(scree_shape_vertex(a.shape, corner[k]), 2.0 / 3.0));
        const scree_vec3 c = s3_add(middle, s3_scale(scree_shape_face_normal(a.shape, f), 0.05));
        const scree_body moved = scree_body_at(b.shape, c);
        double distance = NAN;
        CHECK(bench_hull_truth_of(&truth, &a, &fixed, &b, &moved, &distance));
        CHECK_NEAR(distance, 0.05, 1e-15);
    }
    bench_hull_truth_free(&truth);
    scree_shape_destroy(a.shape);
    scree_shape_destroy(b.shape);
}

static void test_balls(void)
{
    static scree_vec3 cube[8];
    for (int i = 0; i < 8; ++i) cube[i] = (scree_vec3){ i & 1 ? 0.5 : -0.5, i & 2 ? 0.5 : -0.5, i & 4 ? 0.5 : -0.5 };
    const scree_solid box = { .kind = SCREE_POLYHEDRON, .count = 8, .points = cube };
    const scree_solid ball = { .kind = SCREE_SPHERE, .radius = 0.25 };
    static const struct {
        scree_vec3 centre;
        double core;
    } cases[] = { { { 1.0, 0.1, 0.2 }, 0.5 },  // off a face
                  { { 0.8, 0.9, 0.1 }, 0.5 },  // off an edge
                  { { 0.7, 0.8, 1.1 }, 0.7 },  // off a corner
                  { { 0.4, 0.1, 0.2 }, -0.1 }, // inside
                  { { 0.1, -0.3, 0.0 }, -0.2 } };
    bench_hull_truth truth = { NULL };
    scree_body pose = { .orientation = { 1, 0, 0, 0 } }, at = pose;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        double distance = NAN;
        at.position = cases[i].centre;
        CHECK(bench_hull_truth_of(&truth, &box, &pose, &ball, &at, &distance));
        CHECK_NEAR(distance, cases[i].core - 0.25, 3e-16);
        CHECK(bench_hull_truth_of(&truth, &ball, &at, &box, &pose, &distance));
        CHECK_NEAR(distance, cases[i].core - 0.25, 3e-16);
    }
    bench_hull_truth_free(&truth);
}

// In random orientations, apart and not.
static void test_against_all_features(int count, int pairs)
{
    static scree_vec3 points[2][MANY];
    bench_hull_truth truth = { NULL };
    oracle_pair pair = { 0 };
    for (int i = 0; i < pairs; ++i) {
        scree_solid s[2];
        scree_random r = random_stream(SEED, 3, (uint64_t)i);
        if (!make_hull(&s[0], points[0], count, 2 * (uint64_t)i + 7, 1.0)) continue;
        if (!make_hull(&s[1], points[1], count, 2 * (uint64_t)i + 8, 1.0)) continue;
        scree_body a = scree_body_at(s[0].shape, random_direction(&r));
        scree_body b = scree_body_at(
            s[1].shape, s3_add(a.position, s3_scale(random_direction(&r), 2.2 * random_between(&r, 0.0, 1.0))));
        a.orientation = random_rotation(&r);
        b.orientation = random_rotation(&r);
        oracle_hull *hulls[2] = { scree_oracle_solid(&s[0]), scree_oracle_solid(&s[1]) };
        double distance = NAN;
        CHECK(hulls[0] != NULL && hulls[1] != NULL && scree_oracle_place(&pair, hulls[0], &a, hulls[1], &b));
        if (CHECK(bench_hull_truth_of(&truth, &s[0], &a, &s[1], &b, &distance)))
            CHECK_NEAR(distance, (double)scree_oracle_distance(&pair).distance, 3e-16);
        for (int k = 0; k < 2; ++k) {
            scree_oracle_hull_free(hulls[k]);
            scree_shape_destroy(s[k].shape);
        }
    }
    scree_oracle_pair_free(&pair);
    bench_hull_truth_free(&truth);
}

int main(void)
{
    test_balls();
    test_mirror_images(6, 20);
    test_mirror_images(40, 20);
    test_mirror_images(MANY, 10);
    test_against_all_features(4, 60);
    test_against_all_features(12, 40);
    return check_done();
}
