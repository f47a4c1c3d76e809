// The grains and polygons that stand for those of nezami-2006 and feng-tan-2020 are what the studies say they are.
#include "scenes/grains.h"

#include "check.h"
#include "oracle/distance.h"
#include "scenes/place.h"
#include "scenes/planar.h"
#include "scree/method.h"

enum { POINTS_MAX = 16 };

static oracle_hull *hull_of(const scree_shape *shape, int dimension)
{
    scree_vec3 points[POINTS_MAX];
    int count = scree_shape_vertex_count(shape);
    if (!CHECK(count <= POINTS_MAX)) return NULL;
    for (int i = 0; i < count; ++i) points[i] = scree_shape_vertex(shape, i);
    return scree_oracle_hull(points, count, dimension, 0.0);
}

static oracle_answer exact(const scree_body *a, const scree_body *b, int dimension, qrot *rotation)
{
    oracle_hull *hull_a = hull_of(a->shape, dimension), *hull_b = hull_of(b->shape, dimension);
    oracle_pair pair = { 0 };
    oracle_answer r = { 0 };
    if (CHECK(hull_a != NULL && hull_b != NULL && scree_oracle_place(&pair, hull_a, a, hull_b, b)))
        r = scree_oracle_distance(&pair);
    *rotation = pair.rotation;
    scree_oracle_pair_free(&pair);
    scree_oracle_hull_free(hull_a);
    scree_oracle_hull_free(hull_b);
    return r;
}

static void test_shapes(void)
{
    static const struct {
        scree_grain grain;
        int vertices, faces;
    } expected[] = { { SCREE_GRAIN_TETRAHEDRON, 4, 4 }, { SCREE_GRAIN_PYRAMID, 5, 5 }, { SCREE_GRAIN_CUBE, 8, 6 },
                     { SCREE_GRAIN_FOURTEEN, 14, 24 },  { SCREE_GRAIN_P5, 5, 5 },      { SCREE_GRAIN_P16, 16, 10 },
                     { SCREE_GRAIN_F16, 16, 10 },       { SCREE_GRAIN_SPHERE, 0, 0 } };
    for (size_t i = 0; i < sizeof expected / sizeof *expected; ++i) {
        scree_shape *s = scree_grain_make(expected[i].grain, 3.0, NULL);
        if (!CHECK(s != NULL)) continue;
        const char *name = scree_grain_name(expected[i].grain);
        CHECK_MSG(scree_shape_vertex_count(s) == expected[i].vertices, "%s: vertices", name);
        CHECK_MSG(scree_shape_face_count(s) == expected[i].faces, "%s: faces", name);
        double farthest = 0.0;
        for (int k = 0; k < scree_shape_vertex_count(s); ++k) {
            scree_vec3 v = scree_shape_vertex(s, k);
            farthest = fmax(farthest, sqrt(s3_dot(v, v)));
        }
        if (expected[i].grain != SCREE_GRAIN_SPHERE) CHECK_NEAR(2.0 * farthest, 3.0, 1e-14);
        CHECK(scree_shape_support(s, s3(0, 0, 1)).z <= 1.5 + 1e-14);
        scree_shape_destroy(s);
    }
    CHECK(scree_grain_make(SCREE_GRAIN_CUBE, 0.0, NULL) == NULL);
}

// Placed at a gap or an overlap, and there still after small steps.
static void test_placing(void)
{
    long pairs = check_scaled(300);
    for (long k = 0; k < pairs; ++k) {
        scree_random r = random_stream(5, 1, (uint64_t)k);
        scree_shape *a = scree_grain_make((scree_grain)random_below(&r, SCREE_GRAIN_SPHERE), 1.0, NULL);
        scree_shape *b = scree_grain_make((scree_grain)random_below(&r, SCREE_GRAIN_SPHERE), 0.6, NULL);
        double gap = random_sign(&r) * random_decade(&r, -4, -2);
        scree_body body_a, body_b;
        qrot rotation;
        if (!CHECK(scree_grains_place(a, b, gap, &r, &body_a, &body_b))) continue;
        CHECK_NEAR((double)exact(&body_a, &body_b, 3, &rotation).distance, gap, 2e-9);
        scree_grain_motion motion = scree_grains_motion(1e-3, 1e-3, &r);
        CHECK_NEAR(s3_dot(motion.way, motion.way), 1e-6, 1e-18);
        CHECK_NEAR(2.0 * acos(motion.rotation.w), 1e-3, 1e-9);
        CHECK(scree_grains_move(&body_a, &body_b, &motion, gap));
        CHECK_NEAR((double)exact(&body_a, &body_b, 3, &rotation).distance, gap, 2e-9);
        if (CHECK(scree_grains_collide(a, b, gap, NULL, &r, &body_a, &body_b)))
            CHECK_NEAR((double)exact(&body_a, &body_b, 3, &rotation).distance, gap, 2e-9);
        scree_shape_destroy(a);
        scree_shape_destroy(b);
    }
}

// An overlap that two cubes cannot have: said so, not sought for ever.
static void test_impossible(void)
{
    scree_shape *a = scree_grain_make(SCREE_GRAIN_CUBE, 1.0, NULL);
    scree_body body_a, body_b;
    scree_random r = random_stream(5, 2, 1);
    CHECK(!scree_grains_place(a, a, -10.0, &r, &body_a, &body_b));
    scree_shape_destroy(a);
}

static void reach(const scree_body *b, double low[3], double high[3])
{
    for (int axis = 0; axis < 3; ++axis) low[axis] = INFINITY, high[axis] = -INFINITY;
    for (int i = 0; i < scree_shape_vertex_count(b->shape); ++i) {
        scree_vec3 v = s3_add(b->position, quat_rotate(b->orientation, scree_shape_vertex(b->shape, i)));
        const double c[3] = { v.x, v.y, v.z };
        for (int axis = 0; axis < 3; ++axis) {
            low[axis] = fmin(low[axis], c[axis]);
            high[axis] = fmax(high[axis], c[axis]);
        }
    }
}

static void test_boxes(void)
{
    scree_shape *a = scree_grain_make(SCREE_GRAIN_P16, 1.0, NULL), *b = scree_grain_make(SCREE_GRAIN_P5, 0.4, NULL);
    int overlapping = 0;
    enum { PAIRS = 500 };
    for (int k = 0; k < PAIRS; ++k) {
        scree_random r = random_stream(5, 3, (uint64_t)k);
        scree_body body_a, body_b;
        double low_a[3], high_a[3], low_b[3], high_b[3];
        scree_grains_box_pair(a, b, &r, &body_a, &body_b);
        reach(&body_a, low_a, high_a);
        reach(&body_b, low_b, high_b);
        for (int axis = 0; axis < 3; ++axis)
            CHECK(low_b[axis] <= high_a[axis] + 1e-14 && low_a[axis] <= high_b[axis] + 1e-14);
        bool overlap = false;
        CHECK(scree_overlap(&body_a, &body_b, NULL, &overlap) == SCREE_OK);
        overlapping += overlap;
    }
    CHECK_MSG(overlapping > PAIRS / 10 && overlapping < PAIRS * 9 / 10, "%d of %d overlap", overlapping, PAIRS);
    scree_shape_destroy(a);
    scree_shape_destroy(b);
}

// Fig. 13: apart, and all three methods find the common plane.
static void test_link_pairs(void)
{
    static const char *const methods[] = { "cp", "fcp", "slm", "auto" };
    scree_planar_pair pairs[SCREE_LINK_PAIRS];
    if (!CHECK(scree_link_pairs_open(pairs, NULL))) return;
    for (int i = 0; i < SCREE_LINK_PAIRS; ++i) {
        qrot rotation;
        oracle_answer x = exact(&pairs[i].a, &pairs[i].b, 2, &rotation);
        qvec n = qrot_apply(&rotation, x.normal);
        CHECK_MSG((double)x.distance > 0.02, "%s: gap %.3g", pairs[i].what, (double)x.distance);
        for (size_t m = 0; m < sizeof methods / sizeof *methods; ++m) {
            scree_query_options o = scree_query_defaults();
            scree_contact c;
            o.method = scree_method_find(methods[m]);
            scree_query(&pairs[i].a, &pairs[i].b, &o, &c);
            CHECK_MSG(fabs(c.distance - (double)x.distance) < 1e-7, "%s, %s: %.17g, exact %.17g", pairs[i].what,
                      methods[m], c.distance, (double)x.distance);
            CHECK_MSG(hypot(c.normal.x - (double)n.x, c.normal.y - (double)n.y) < 1e-7, "%s, %s: normal", pairs[i].what,
                      methods[m]);
        }
    }
    scree_planar_close(pairs, SCREE_LINK_PAIRS);
}

// Fig. 4: by closed form, the vertex at (x, 0.5) is x from the left edge and 0.5 from the bottom one.
static void test_rotated_pairs(void)
{
    static const double depth[SCREE_ROTATED_PAIRS] = { 0.48, 0.5, 0.5, 0.52 };
    scree_planar_pair pairs[SCREE_ROTATED_PAIRS];
    if (!CHECK(scree_rotated_pairs_open(pairs, NULL))) return;
    for (int i = 0; i < SCREE_ROTATED_PAIRS; ++i) {
        bool bottom = i == 1 || i == 2;
        static const char *const methods[] = { "gjk-epa", "auto" };
        for (int m = 0; m < 2; ++m) {
            scree_query_options o = scree_query_defaults();
            scree_contact c;
            o.method = scree_method_find(methods[m]);
            scree_query(&pairs[i].a, &pairs[i].b, &o, &c);
            CHECK_NEAR(c.distance, -depth[i], 1e-14);
            CHECK_NEAR(c.normal.x, bottom ? 0.0 : -1.0, 1e-14);
            CHECK_NEAR(c.normal.y, bottom ? -1.0 : 0.0, 1e-14);
            CHECK(c.feature_a == SCREE_FEATURE_EDGE);
            CHECK(c.feature_b == (i == 2 ? SCREE_FEATURE_EDGE : SCREE_FEATURE_VERTEX));
        }
    }
    scree_planar_close(pairs, SCREE_ROTATED_PAIRS);
}

int main(void)
{
    test_shapes();
    test_placing();
    test_impossible();
    test_boxes();
    test_link_pairs();
    test_rotated_pairs();
    return check_done();
}
