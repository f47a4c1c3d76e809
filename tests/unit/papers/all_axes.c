// The method `sat`: closed forms, the oracle, and how much it looks at.
#include "queried.h"

static scree_contact query_sat(const scree_body *a, const scree_body *b)
{
    scree_query_options o = queried_options("sat");
    return query(&o, a, b);
}

// A pair of boxes with known distance and normal, scaled, moved, and the other way round.
static void check_boxes(scree_random *r, scree_vec3 half_a, scree_vec3 half_b, scree_vec3 offset, double distance,
                        scree_vec3 normal)
{
    for (int k = 0; k < 8; ++k) {
        double scale = k == 0 ? 1.0 : random_decade(r, -9, 9);
        scree_shape *shape_a = scree_box_create(s3_scale(half_a, scale), 0.0, NULL);
        scree_shape *shape_b = scree_box_create(s3_scale(half_b, scale), 0.0, NULL);
        scree_quat rotation = k == 0 ? quat_about(s3(0, 0, 1), 0.0) : random_rotation(r);
        scree_vec3 shift = s3_scale(random_direction(r), k == 0 ? 0.0 : scale);
        scree_body a = queried_moved(scree_body_at(shape_a, s3(0, 0, 0)), rotation, shift);
        scree_body b = queried_moved(scree_body_at(shape_b, s3_scale(offset, scale)), rotation, shift);
        scree_body origin = scree_body_at(shape_a, normal);
        scree_vec3 n = queried_moved(origin, rotation, s3(0, 0, 0)).position;
        scree_contact c = query_sat(&a, &b), flipped = query_sat(&b, &a);
        CHECK_NEAR(c.distance, distance * scale, 2e-15 * scale * 8.0);
        CHECK(c.status == SCREE_OK && flipped.status == SCREE_OK);
        CHECK_NEAR(flipped.distance, c.distance, 2e-15 * scale * 8.0);
        CHECK_NEAR(s3_dot(c.normal, n), 1.0, 1e-12);
        CHECK_NEAR(s3_dot(flipped.normal, n), -1.0, 1e-12);
        scree_shape_destroy(shape_a);
        scree_shape_destroy(shape_b);
    }
}

static void check_closed_forms(scree_random *r)
{
    const scree_vec3 unit = s3(0.5, 0.5, 0.5), flat = s3(2, 2, 0.25);
    check_boxes(r, unit, unit, s3(0.1, 0.2, 0.75), -0.25, s3(0, 0, 1));
    check_boxes(r, unit, unit, s3(-0.9, 0.2, 0.3), -0.1, s3(-1, 0, 0));
    check_boxes(r, flat, unit, s3(0.4, -0.3, 0.5), -0.25, s3(0, 0, 1));
    check_boxes(r, unit, unit, s3(0.1, 0.2, 1.5), 0.5, s3(0, 0, 1));
    check_boxes(r, unit, unit, s3(4, 1, 5), 5, s3(0.6, 0, 0.8));                     // edge to edge, 3 and 4 apart
    check_boxes(r, unit, unit, s3(3, 3, 2), 3, s3(2.0 / 3.0, 2.0 / 3.0, 1.0 / 3.0)); // corner to corner
}

// Two tetrahedra that cross by an edge each: the depth is that of the edges, 0.25, along z.
static void check_crossed_edges(void)
{
    const scree_vec3 roof[4] = { { -4, 0, 0 }, { 4, 0, 0 }, { 0, 1, -4 }, { 0, -1, -4 } };
    const scree_vec3 keel[4] = { { 0, -4, -0.25 }, { 0, 4, -0.25 }, { 1, 0, 3.75 }, { -1, 0, 3.75 } };
    scree_shape *a = scree_polyhedron_create(roof, 4, 0.0, NULL), *b = scree_polyhedron_create(keel, 4, 0.0, NULL);
    scree_body body_a = scree_body_at(a, s3(0, 0, 0)), body_b = scree_body_at(b, s3(0, 0, 0));
    scree_contact c = query_sat(&body_a, &body_b);
    CHECK_NEAR(c.distance, -0.25, 1e-15);
    CHECK(c.normal.z == 1.0 && c.feature_a == SCREE_FEATURE_EDGE && c.feature_b == SCREE_FEATURE_EDGE);
    CHECK_NEAR(c.point_a.x, 0.0, 1e-15);
    CHECK_NEAR(c.point_a.z, 0.0, 1e-15);
    CHECK_NEAR(c.point_b.z, -0.25, 1e-15);
    scree_shape_destroy(a);
    scree_shape_destroy(b);
}

static void check_polygons(void)
{
    const scree_vec3 square[4] = { { -1, -1, 0 }, { 1, -1, 0 }, { 1, 1, 0 }, { -1, 1, 0 } };
    scree_shape *s = scree_polygon_create(square, 4, 0.0, NULL), *soft = scree_polygon_create(square, 4, 0.5, NULL);
    scree_body a = scree_body_at(s, s3(0, 0, 0)), b = scree_body_at(s, s3(1.75, 0.5, 0)), far = b, rounded = far;
    scree_contact c = query_sat(&a, &b);
    CHECK(c.distance == -0.25 && c.normal.x == 1.0 && c.patch_area == 1.5);
    CHECK(counted.candidates == 8 && c.iterations == 8);
    far.position = s3(5, 6, 0);
    c = query_sat(&a, &far);
    CHECK_NEAR(c.distance, 5.0, 1e-14);
    CHECK(counted.candidates == 8 + 32);
    rounded = scree_body_at(soft, far.position);
    CHECK_NEAR(query_sat(&a, &rounded).distance, 4.5, 1e-14);
    scree_shape_destroy(s);
    scree_shape_destroy(soft);
}

// All faces, both normals of all pairs of edges; apart, all faces with all vertices and all edges with all edges too.
static void check_counts(void)
{
    scree_shape *cube = scree_box_create(s3(1, 1, 1), 0.0, NULL);
    scree_body a = scree_body_at(cube, s3(0, 0, 0)), b = scree_body_at(cube, s3(1, 0.5, 0.25));
    b.orientation = quat_about(s3_unit(s3(1, 2, 3)), 0.7);
    (void)query_sat(&a, &b);
    CHECK(counted.candidates == 6 + 6 + 2 * 12 * 12);
    b.position = s3(5, 1, 1);
    (void)query_sat(&a, &b);
    CHECK(counted.candidates == 6 + 6 + 2 * 12 * 12 + 2 * 6 * 8 + 12 * 12);

    // Cut short at any point, the interval is true, and it says so.
    for (int where = 0; where < 2; ++where) {
        b.position = where == 0 ? s3(1, 0.5, 0.25) : s3(3.25, 0.25, 0.25);
        double truth = query_sat(&a, &b).distance;
        for (int most = 1; most < 700; most += 37) {
            scree_query_options o = queried_options("sat");
            o.max_iterations = most;
            scree_contact c = query(&o, &a, &b);
            CHECK(c.iterations <= most && c.lower <= truth + 1e-15 && truth <= c.upper + 1e-15);
            CHECK(counted.cut_short == (most < (where == 0 ? 300 : 540)));
        }
    }
    scree_shape_destroy(cube);
}

typedef struct exactness {
    long pairs, undecided;
    double worst; // error of the distance, in roundings of size + |distance|
} exactness;

static void check_pair(const queried_pair *p, void *user)
{
    exactness *e = user;
    scree_query_options o = queried_options("sat");
    if (p->number % 2 == 1) o.tolerance = 0.0;
    scree_contact c = query(&o, &p->pose.body_a, &p->pose.body_b);
    queried_interval_holds(p, &c);
    ++e->pairs;
    e->undecided += c.status != SCREE_OK;
    double error = fabs((double)(c.distance - p->truth.distance)) / (0x1p-53 * p->size);
    e->worst = fmax(e->worst, error);
    CHECK_MSG(error <= 64.0, "class %s pair %ld: %.17g for %.17g, off by %.3g roundings",
              scree_scene_class_name(p->pose.scene->class_number), p->number, c.distance, p->distance, error);
}

static void check_oracle(void)
{
    static const char *const classes[] = {
        "hulls",          "hull-features",   "solid-features",     "parallel-edges", "face-face",
        "edge-face",      "lattice",         "lattice-tilted",     "coincident",     "nested",
        "plate-features", "needle-features", "size-ratio",         "tiny",           "huge",
        "far-vertices",   "unclean-faces",   "rounded-edges",      "polygons",       "polygon-features",
        "polygon-edges",  "squares-tilted",  "polygon-concentric", "slivers",        "polygon-ratio",
        "polygon-tiny",   "polygon-huge",    "polygon-far"
    };
    exactness e = { 0 };
    for (size_t i = 0; i < sizeof classes / sizeof *classes; ++i)
        queried_class(classes[i], "sat", check_scaled(150), check_pair, &e);
    printf("sat: %ld pairs, worst error %.2f roundings, %ld undecided\n", e.pairs, e.worst, e.undecided);
    CHECK(e.pairs > 0 && e.undecided == 0);
}

int main(void)
{
    scree_random r = { 31 };
    check_closed_forms(&r);
    check_crossed_edges();
    check_polygons();
    check_counts();
    check_oracle();
    return check_done();
}
