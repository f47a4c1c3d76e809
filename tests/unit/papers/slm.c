// The shortest link method, bodies apart: against the distances of all pairs of features, from any start; features that
// are parallel or nearly so; and the ends of what it takes.
#include "papers/slm.h"

#include "linked.h"
#include "scenes/pairs.h"

// A point of the surface: a vertex, or the middle of an edge or of a face.
static scree_vec3 point_of(scree_random *r, const scree_shape *s)
{
    int kind = random_below(r, s->dimension), number, face;
    if (kind == 0) return scree_shape_vertex(s, random_below(r, s->vertex_count));
    number = random_below(r, s->hull->edge_count);
    face = random_below(r, s->hull->face_count);
    const scree_edge edge = scree_edge_at(s->hull, kind == 1 ? number : 0);
    const int *corner = kind == 1 ? edge.vertex : &s->hull->face_vertices[s->hull->faces[face].first];
    int count = kind == 1 ? 2 : s->hull->faces[face].count;
    scree_vec3 sum = s3(0, 0, 0);
    for (int i = 0; i < count; ++i) sum = s3_add(sum, s3_scale(scree_shape_vertex(s, corner[i]), 1.0 / count));
    return sum;
}

// From any link.
static void check_starts(scree_random *r, const scree_body *a, const scree_body *b, real truth)
{
    for (int i = 0; i < 4; ++i) {
        start from = { .own = { .link_a = point_of(r, a->shape), .link_b = point_of(r, b->shape), .linked = true } };
        scree_contact c = query(a, b, &from);
        check_apart(a, b, &c, truth);
    }
}

static void check_random(scree_random *r, bool planar)
{
    scree_shape *shape_a = random_shape(r, planar), *shape_b = random_shape(r, planar);
    scree_body a = { shape_a, { random_between(r, -9, 9), 1, 0 }, random_orientation(r, planar) };
    scree_body b = { shape_b, a.position, random_below(r, 4) ? random_orientation(r, planar) : a.orientation };
    double gap = random_decade(r, -6, 1);
    move_to_gap(&a, &b, random_line(r, planar), gap);
    real truth = true_distance(&a, &b);
    start from = { .own.linked = false };
    scree_contact c = query(&a, &b, &from), flipped = query(&b, &a, NULL), again = query(&a, &b, &from);
    check_apart(&a, &b, &c, truth);
    check_apart(&a, &b, &again, truth);
    check_apart(&b, &a, &flipped, truth);
    CHECK_MSG(counted.link_iterations <= 2, "%d iterations from the answer", counted.link_iterations);
    check_starts(r, &a, &b, truth);
    // What the two are rotated and scaled by together changes nothing.
    double scale = ldexp(1.0, random_below(r, 61) - 30);
    scree_quat rotation = random_orientation(r, planar);
    scree_body ta = { shape_a, quat_rotate(rotation, a.position), quat_times(rotation, a.orientation) };
    scree_body tb = { shape_b, quat_rotate(rotation, b.position), quat_times(rotation, b.orientation) };
    scree_contact rotated = query(&ta, &tb, NULL);
    CHECK_NEAR(rotated.distance, c.distance, 1e-14 * (20 + c.distance));
    scree_vec3 p[MOST];
    int count = scree_shape_vertex_count(shape_a);
    for (int i = 0; i < count; ++i) p[i] = s3_scale(scree_shape_vertex(shape_a, i), scale);
    scree_shape *large =
        planar ? scree_polygon_create(p, (size_t)count, 0, NULL) : scree_polyhedron_create(p, (size_t)count, 0, NULL);
    scree_body la = { large, s3_scale(a.position, scale), a.orientation };
    scree_body lb = { large, s3_scale(b.position, scale), b.orientation }, sb = { shape_a, b.position, b.orientation };
    CHECK_NEAR(query(&la, &lb, NULL).distance, scale * query(&a, &sb, NULL).distance, 1e-13 * scale);
    scree_shape_destroy(large);
    scree_shape_destroy(shape_a);
    scree_shape_destroy(shape_b);
}

// ---- the special cases of 3.5.2 ------------------------------------------------------------------------------------

static void check_case(const scree_shape *a, const scree_shape *b, scree_vec3 at, scree_quat rotation, double distance,
                       const char *what)
{
    scree_body body_a = scree_body_at(a, s3(0, 0, 0)), body_b = { b, at, rotation };
    for (int i = 0; i < 2; ++i) {
        scree_contact c = query(i ? &body_b : &body_a, i ? &body_a : &body_b, NULL);
        CHECK_MSG(fabs(c.distance - distance) <= 1e-14 && c.status == SCREE_OK, "%s: %.17g", what, c.distance);
        CHECK_MSG(counted.link_iterations <= 8, "%s: %d iterations", what, counted.link_iterations);
    }
}

static void check_special(void)
{
    const double eighth = 0.78539816339744828, root = sqrt(0.5);
    scree_shape *cube = scree_box_create(s3(1, 1, 1), 0.0, NULL),
                *plate = scree_box_create(s3(50, 40, 1e-4), 0.0, NULL);
    scree_shape *needle = scree_box_create(s3(1e-5, 1e-5, 10), 0.0, NULL);
    const scree_quat none = { 1, 0, 0, 0 }, z = quat_about(s3(0, 0, 1), eighth), x = quat_about(s3(1, 0, 0), eighth);
    const scree_quat y = quat_about(s3(0, 1, 0), eighth), tilt = quat_about(s3(0, 1, 0), 1e-9);
    check_case(cube, cube, s3(0.5, 0.25, 3), none, 1, "parallel faces");
    check_case(cube, cube, s3(0.5, 0.25, 3), z, 1, "parallel faces, rotated");
    check_case(cube, cube, s3(2.75, 0.5, 3), none, sqrt(0.5625 + 1), "parallel faces adjacent to each other");
    check_case(cube, cube, s3(5, 6, 3), none, sqrt(9.0 + 16 + 1), "vertices");
    check_case(cube, cube, s3(0.5, 0.25, 4), tilt, 2 - 5e-10, "faces tilted by 1e-9");
    check_case(cube, cube, s3(0.5, 0.25, 2 + 2 * root), x, 1, "edge over face");
    check_case(plate, cube, s3(20, -30, 2 + 1e-4), none, 1, "cube over a plate");
    check_case(plate, plate, s3(20, -30, 2 + 2e-4), z, 2, "plates");
    check_case(plate, needle, s3(7, 9, 11 + 1e-4), none, 1, "needle on end");
    check_case(needle, needle, s3(0, 3, 0), quat_about(s3(0, 1, 0), 2 * eighth), 3 - 2e-5, "needles across");
    scree_body a = scree_body_at(cube, s3(0, 0, 0)), b = scree_body_at(needle, s3(0.5, 0.25, 12));
    const scree_vec3 starts[4][2] = { { { 0.5, 0.25, 1 }, { 0, 0, -10 } },      // two faces, one over the other
                                      { { 0.75, -0.5, 1 }, { 0, 0, -10 } },     // beside each other
                                      { { 0.75, -0.5, 1 }, { 1e-5, 1e-5, 3 } }, // an edge at right angles to a face
                                      { { 1, 0.5, 0 }, { 1e-5, 0, -10 } } };    // a face, and an edge that misses it
    for (int i = 0; i < 4; ++i) {
        start from = { .own = { .link_a = starts[i][0], .link_b = starts[i][1], .linked = true } };
        CHECK_NEAR(query(&a, &b, &from).distance, 1, 1e-14);
        CHECK_NEAR(from.own.link_a.z, 1, 1e-14);
        CHECK_NEAR(from.own.link_b.z, -10, 1e-14);
    }
    a = (scree_body){ cube, { 0, 0, 0 }, x }; // two edges across each other
    b = (scree_body){ cube, { 0.1, 0.2, 5 }, y };
    scree_contact c = query(&a, &b, NULL);
    CHECK_NEAR(c.distance, 5 - 4 * root, 1e-14);
    CHECK_NEAR(c.normal.z, 1, 1e-15);
    b = (scree_body){ cube, { 0.3, 0.1, 5 }, x }; // two parallel edges
    c = query(&a, &b, NULL);
    CHECK_NEAR(c.distance, sqrt((5 - 4 * root) * (5 - 4 * root) + 0.01), 1e-14);
    scree_shape_destroy(cube);
    scree_shape_destroy(plate);
    scree_shape_destroy(needle);
}

// ---- all but parallel ----------------------------------------------------------------------------------------------

// Scenes of features that are parallel or nearly so, at gaps of any size. Where a link is so short that rounding hides
// which way it should go, a few answers may be off; their intervals must not be.
static void check_scene(const char *name)
{
    static _Alignas(64) unsigned char scratch[1 << 20];
    scree_query_options o = slm(NULL), by_auto = scree_query_defaults();
    o.scratch = by_auto.scratch = scratch;
    o.scratch_size = by_auto.scratch_size = sizeof scratch;
    scree_scene *scene = scree_scene_open(scree_scene_class_find(name), 34, NULL);
    if (!CHECK(scene != NULL)) return;
    long apart = 0, right = 0, narrow = 0;
    for (long i = 0, count = check_scaled(2000); i < count; ++i) {
        scree_scene_pose pose;
        scree_scene_pair(scene, (uint64_t)i, &pose);
        scree_contact truth, c;
        CHECK(scree_query(&pose.body_a, &pose.body_b, &by_auto, &truth) == SCREE_OK);
        scree_status status = query_counted(&pose.body_a, &pose.body_b, &o, &c);
        CHECK(status == SCREE_OK || status == SCREE_NO_CONVERGENCE);
        CHECK_MSG(c.lower <= truth.upper && c.upper >= truth.lower, "%s %ld: [%.17g, %.17g] for %.17g", name, i,
                  c.lower, c.upper, truth.distance);
        CHECK_MSG(!counted.cut_short, "%s %ld", name, i);
        if (!(truth.lower > 0.0)) continue;
        ++apart;
        right += fabs(c.distance - truth.distance) <= truth.upper - truth.lower;
        narrow += status == SCREE_OK;
    }
    const double allowed = 2.0 + 0.01 * (double)apart; // two more, for runs of a few pairs
    CHECK_MSG((double)(apart - right) <= allowed && (double)(apart - narrow) <= allowed,
              "%s: of %ld pairs apart %ld are right, %ld narrow", name, apart, right, narrow);
    scree_scene_close(scene);
}

static void check_scenes(void)
{
    const char *names[] = { "face-face",      "edge-face",     "parallel-edges", "lattice", "lattice-turned",
                            "lattice-tilted", "plate-faces",   "needles",        "tiny",    "huge",
                            "far-vertices",   "unclean-faces", "polygon-edges",  "squares", "squares-tilted",
                            "slivers",        "size-ratio" };
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i) check_scene(names[i]);
}

// ---- starts ---------------------------------------------------------------------------------------------------------

// A link of anybody's: of another pair, of a larger shape, off the surface, NaN.
static void check_caches(scree_random *r)
{
    scree_shape *s = random_shape(r, false), *far = NULL;
    scree_vec3 p[MOST];
    int count = scree_shape_vertex_count(s);
    for (int i = 0; i < count; ++i) p[i] = s3_add(scree_shape_vertex(s, i), s3(4096, -8192, 1024));
    far = scree_polyhedron_create(p, (size_t)count, 0.0, NULL);
    scree_body a = { s, { 0, 0, 0 }, random_rotation(r) }, b = { s, { 0, 0, 0 }, random_rotation(r) };
    move_to_gap(&a, &b, random_direction(r), random_decade(r, -3, 0));
    real truth = true_distance(&a, &b);
    const double nan_value = nan(""), sizes[5] = { 0.1, 1, 100, 1e300, nan_value };
    for (int i = 0; i < 5; ++i) {
        start from = { .own.linked = true };
        from.own.link_a = s3_scale(random_direction(r), sizes[i]);
        from.own.link_b = s3_scale(random_direction(r), sizes[(i + 1) % 3]);
        scree_contact c = query(&a, &b, &from);
        check_apart(&a, &b, &c, truth);
    }
    // A shape that stands far from its origin stores its links in given coordinates.
    scree_body fa = { far, s3_scale(quat_rotate(a.orientation, s3(4096, -8192, 1024)), -1), a.orientation };
    scree_body fb = { far, s3_add(b.position, s3_scale(quat_rotate(b.orientation, s3(4096, -8192, 1024)), -1)),
                      b.orientation };
    start from = { .own.linked = false };
    scree_contact c = query(&fa, &fb, &from), again = query(&fa, &fb, &from);
    CHECK_NEAR(c.distance, (double)truth, 1e-11);
    CHECK_NEAR(again.distance, c.distance, 1e-14);
    CHECK_MSG(counted.link_iterations <= 2, "%d", counted.link_iterations);
    CHECK(fabs(from.own.link_a.x - 4096) <= 2 && fabs(from.own.link_b.y + 8192) <= 2);
    scree_shape_destroy(s);
    scree_shape_destroy(far);
}

// Hulls too large to look at every face.
static void check_large(scree_random *r, bool planar)
{
    enum { POINTS = 200 };
    scree_vec3 p[POINTS];
    for (int i = 0; i < POINTS; ++i) p[i] = planar ? s3_unit(random_line(r, true)) : random_direction(r);
    scree_shape *s = planar ? scree_polygon_create(p, POINTS, 0, NULL) : scree_polyhedron_create(p, POINTS, 0, NULL);
    scree_body a = { s, { 0, 0, 0 }, random_orientation(r, planar) },
               b = { s, { 0, 0, 0 }, random_orientation(r, planar) };
    move_to_gap(&a, &b, random_line(r, planar), random_decade(r, -3, 0));
    static _Alignas(64) unsigned char scratch[1 << 20];
    start from = { .own.linked = false };
    scree_query_options o = slm(&from), by_auto = scree_query_defaults();
    o.scratch = by_auto.scratch = scratch;
    o.scratch_size = by_auto.scratch_size = sizeof scratch;
    scree_contact truth, c;
    CHECK(scree_query(&a, &b, &by_auto, &truth) == SCREE_OK);
    for (int i = 0; i < 2; ++i) {
        CHECK(query_counted(&a, &b, &o, &c) == SCREE_OK);
        CHECK_NEAR(c.distance, truth.distance, 1e-14);
    }
    CHECK_MSG(counted.link_iterations <= 2, "%d", counted.link_iterations);
    scree_shape_destroy(s);
}

// ---- ends ----------------------------------------------------------------------------------------------------------

static void count_step(void *user, const scree_trace_step *step)
{
    int *steps = user;
    CHECK(step->phase[0] == 's' && step->simplex_size == 1 && step->iteration >= 1);
    CHECK(step->lower <= step->upper && !isnan(step->upper));
    ++*steps;
}

// One iteration only: still an answer, and a true interval.
static void check_bounds(scree_random *r, bool planar)
{
    scree_shape *shape_a = random_shape(r, planar), *shape_b = random_shape(r, planar);
    scree_body a = { shape_a, { 0, 0, 0 }, random_orientation(r, planar) },
               b = { shape_b, a.position, random_orientation(r, planar) };
    move_to_gap(&a, &b, random_line(r, planar), random_between(r, -0.3, 0.3));
    scree_query_options o = slm(NULL);
    int steps = 0;
    o.max_iterations = 1;
    o.trace = count_step;
    o.trace_user = &steps;
    scree_contact c;
    scree_status status = query_counted(&a, &b, &o, &c);
    double truth = depth_by_auto(&a, &b);
    CHECK(status == SCREE_OK || status == SCREE_NO_CONVERGENCE);
    CHECK(c.lower <= truth + 1e-14 && c.upper >= truth - 1e-14);
    CHECK(c.iterations == steps && steps <= 2 && counted.link_iterations <= 1);
    CHECK(counted.cut_short || fabs(c.distance - truth) <= 1e-13 || truth < 0.0);
    scree_shape_destroy(shape_a);
    scree_shape_destroy(shape_b);
}

// Touching, one in the other, one on the other, one a million times as large.
static void check_ends(void)
{
    scree_shape *cube = scree_box_create(s3(1, 1, 1), 0.0, NULL),
                *grain_of = scree_box_create(s3(1e-6, 1e-6, 1e-6), 0.0, NULL);
    const scree_vec3 corner[4] = { { -1, -1, 0 }, { 1, -1, 0 }, { 1, 1, 0 }, { -1, 1, 0 } };
    scree_shape *square = scree_polygon_create(corner, 4, 0.0, NULL);
    const struct {
        const scree_shape *a, *b;
        scree_vec3 at;
        double distance;
    } cases[] = { { cube, cube, { 2, 0.5, 0 }, 0 },
                  { cube, cube, { 2, 2, 2 }, 0 },
                  { cube, cube, { 0, 0, 0 }, -2 },
                  { cube, grain_of, { 0, 0, 0 }, -1 - 1e-6 },
                  { cube, grain_of, { 1 + 2e-6, 0, 0 }, 1e-6 },
                  { square, square, { 2, 0.5, 0 }, 0 },
                  { square, square, { 0, 0, 0 }, -2 },
                  { square, square, { 2, 2, 0 }, 0 },
                  { square, square, { 2.5, 0.5, 0 }, 0.5 } };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        scree_body a = scree_body_at(cases[i].a, s3(0, 0, 0)), b = scree_body_at(cases[i].b, cases[i].at);
        scree_contact c = query(&a, &b, NULL), flipped = query(&b, &a, NULL);
        CHECK_MSG(fabs(c.distance - cases[i].distance) <= 1e-14, "case %zu: %.17g", i, c.distance);
        CHECK_MSG(fabs(flipped.distance - cases[i].distance) <= 1e-14, "case %zu: %.17g", i, flipped.distance);
        CHECK_NEAR(s3_dot(c.normal, c.normal), 1, 1e-15);
    }
    scree_shape_destroy(cube);
    scree_shape_destroy(grain_of);
    scree_shape_destroy(square);
}

int main(void)
{
    scree_random r = random_stream(33, 0, 0);
    check_special();
    check_ends();
    check_scenes();
    for (long i = 0, count = check_scaled(20000); i < count; ++i) check_random(&r, false);
    for (long i = 0, count = check_scaled(20000); i < count; ++i) check_random(&r, true);
    for (long i = 0, count = check_scaled(500); i < count; ++i) check_caches(&r);
    for (long i = 0, count = check_scaled(200); i < count; ++i) check_large(&r, i % 2 == 0);
    for (long i = 0, count = check_scaled(4000); i < count; ++i) check_bounds(&r, i % 2 == 0);
    return check_done();
}
