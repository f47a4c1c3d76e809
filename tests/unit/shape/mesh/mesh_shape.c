// From meshes to polyhedra: closed or not, convex or not, and the hull of what is neither.
#include <stdint.h>
#include <string.h>

#include "check.h"
#include "math/vec3.h"
#include "scree/mesh.h"

static scree_mesh read_text(const char *text)
{
    scree_mesh mesh;
    scree_error error = { SCREE_OK, "" };
    scree_status status = scree_mesh_parse(text, strlen(text), "mesh", SCREE_MESH_BY_NAME, &mesh, &error);
    CHECK_MSG(status == SCREE_OK, "%s", error.message);
    return mesh;
}

static scree_mesh read_file(const char *path)
{
    scree_mesh mesh;
    scree_error error = { SCREE_OK, "" };
    scree_status status = scree_mesh_read(path, SCREE_MESH_BY_NAME, &mesh, &error);
    CHECK_MSG(status == SCREE_OK, "%s", error.message);
    return mesh;
}

// Not convex, or not closed: refused with the message, unless the hull is asked for.
static void check_only_hull(const char *what, const scree_mesh *m, const char *message, double hull_volume)
{
    scree_error error = { SCREE_OK, "" };
    scree_shape *shape = scree_polyhedron_create_from_mesh(m, false, 0.0, &error);
    CHECK_MSG(shape == NULL && error.status == SCREE_NOT_CONVEX, "%s is taken", what);
    CHECK_MSG(strncmp(error.message, message, strlen(message)) == 0, "%s: %s", what, error.message);
    shape = scree_polyhedron_create_from_mesh(m, true, 0.0, &error);
    CHECK_MSG(shape != NULL, "%s: no hull", what);
    if (shape != NULL) CHECK_NEAR(scree_shape_mass(shape).volume, hull_volume, 1e-12);
    scree_shape_destroy(shape);
}

static void check_convex(const char *what, const scree_mesh *m, int vertices, int faces, double volume)
{
    scree_error error = { SCREE_OK, "" };
    CHECK_MSG(scree_mesh_concavity(m) <= 1e-12, "%s: concavity %g", what, scree_mesh_concavity(m));
    scree_shape *shape = scree_polyhedron_create_from_mesh(m, false, 0.25, &error);
    CHECK_MSG(shape != NULL, "%s: %s", what, error.message);
    if (shape == NULL) return;
    CHECK_MSG(scree_shape_vertex_count(shape) == vertices && scree_shape_face_count(shape) == faces,
              "%s: %d vertices, %d faces", what, scree_shape_vertex_count(shape), scree_shape_face_count(shape));
    CHECK(scree_shape_rounding(shape) == 0.25);
    scree_shape_destroy(shape);
    shape = scree_polyhedron_create_from_mesh(m, false, 0.0, NULL);
    CHECK(shape != NULL);
    if (shape != NULL) CHECK_NEAR(scree_shape_mass(shape).volume, volume, 1e-12 * volume);
    scree_shape_destroy(shape);
}

static void test_examples(void)
{
    scree_mesh m = read_file("examples/meshes/tetrahedron.off");
    check_convex("tetrahedron", &m, 4, 4, 8.0 / 3.0);
    scree_mesh_free(&m);
    m = read_file("examples/meshes/cube.stl");
    check_convex("cube", &m, 8, 6, 1.0);
    scree_mesh_free(&m);
    m = read_file("examples/meshes/octahedron.stl");
    check_convex("octahedron", &m, 6, 8, 4.0 / 3.0);
    scree_mesh_free(&m);
    m = read_file("examples/meshes/rock.obj");
    CHECK(scree_mesh_concavity(&m) == 0.0);
    scree_mesh_free(&m);
    m = read_file("examples/meshes/bracket.obj");
    // The inner walls x = 1 and y = 1: the block reaches 1 beyond them. Its diagonal is 3.
    CHECK_NEAR(scree_mesh_concavity(&m), 1.0 / 3.0, 1e-6);
    check_only_hull("bracket", &m, "the mesh is not convex: it rises above one of its faces by 0.333 of its size", 3.5);
    scree_mesh_free(&m);
}

static const char *const wedge_points = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n";

static void check_wedge(const char *what, const char *faces, bool closed, const char *message)
{
    char text[400];
    snprintf(text, sizeof text, "%s%s", wedge_points, faces);
    scree_mesh m = read_text(text);
    if (closed)
        check_convex(what, &m, 4, 4, 1.0 / 6.0);
    else {
        CHECK_MSG(isinf(scree_mesh_concavity(&m)), "%s: concavity %g", what, scree_mesh_concavity(&m));
        check_only_hull(what, &m, message, 1.0 / 6.0);
    }
    scree_mesh_free(&m);
}

static void test_closed(void)
{
    const char *open = "the mesh is not closed";
    check_wedge("outward", "f 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n", true, NULL);
    check_wedge("inward", "f 1 2 3\nf 1 4 2\nf 1 3 4\nf 2 4 3\n", true, NULL);
    check_wedge("face missing", "f 1 3 2\nf 1 2 4\nf 1 4 3\n", false,
                "the mesh is not closed: its edge between points 1 and 2 (from 0)");
    check_wedge("one turned round", "f 1 2 3\nf 1 2 4\nf 1 4 3\nf 2 3 4\n", false, open);
    check_wedge("one twice", "f 1 3 2\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n", false, open);
    check_wedge("one on both sides", "f 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\nf 1 2 3\nf 1 3 2\n", false, open);
    check_wedge("all twice", "f 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n", false, open);
    check_wedge("faces without area", "f 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\nf 1 1 2\nf 3 3 3\n", true, NULL);
    check_wedge("a corner twice in a row", "f 1 3 3 2\nf 1 2 4 1\nf 1 4 3\nf 2 3 4\n", true, NULL);
    check_wedge("points alone", "", false, "the mesh has no faces");
    // Each face with points of its own, as exporters with normals write them; a point that no face uses.
    scree_mesh m = read_text("v 0 0 0\nv 0 1 0\nv 1 0 0\nv -0 0 0\nv 1 0 0\nv 0 0 1\nv 0 0 0\nv 0 0 1\nv 0 1 0\n"
                             "v 1 0 0\nv 0 1 0\nv 0 0 1\nv 9 9 9\nf 1 2 3\nf 4 5 6\nf 7 8 9\nf 10 11 12\n");
    check_convex("split points", &m, 4, 4, 1.0 / 6.0);
    scree_mesh_free(&m);
}

static void test_bad_meshes(void)
{
    scree_error error = { SCREE_OK, "" };
    scree_mesh m = read_text("OFF\n4 2 0\n0 0 0\n1 0 0\n0 1 0\n1 1 0\n3 0 1 2\n3 0 2 1\n");
    CHECK(scree_mesh_concavity(&m) == 0.0); // flat, but closed
    CHECK(scree_polyhedron_create_from_mesh(&m, true, 0.0, &error) == NULL && error.status == SCREE_DEGENERATE_SHAPE);
    m.corners[4] = 3;
    CHECK(scree_polyhedron_create_from_mesh(&m, true, 0.0, &error) == NULL && error.status == SCREE_DEGENERATE_SHAPE);
    m.corners[4] = 4;
    CHECK(scree_polyhedron_create_from_mesh(&m, true, 0.0, &error) == NULL && error.status == SCREE_INVALID_ARGUMENT);
    CHECK(strcmp(error.message, "corners[4] is not a point's number") == 0);
    CHECK(isinf(scree_mesh_concavity(&m)));
    m.corners[4] = 1;
    m.face_starts[1] = 5;
    CHECK(scree_polyhedron_create_from_mesh(&m, true, 0.0, &error) == NULL &&
          strstr(error.message, "face_starts[1]") != NULL);
    m.face_starts[1] = 3;
    m.points[2].y = NAN;
    CHECK(scree_polyhedron_create_from_mesh(&m, true, 0.0, &error) == NULL &&
          strstr(error.message, "points[2]") != NULL);
    scree_mesh_free(&m);
}

static uint64_t random_state = 4711;

static double uniform(double low, double high)
{
    random_state = random_state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return low + (high - low) * (double)(random_state >> 11) * 0x1p-53;
}

// A mesh of the faces of a shape, every coordinate rounded to single precision as STL does.
static scree_mesh rounded_mesh(const scree_shape *s)
{
    scree_mesh m = { 0 };
    m.point_count = (size_t)scree_shape_vertex_count(s);
    m.face_count = (size_t)scree_shape_face_count(s);
    m.points = malloc(m.point_count * sizeof *m.points);
    m.corners = malloc(2 * (size_t)scree_shape_edge_count(s) * sizeof *m.corners);
    m.face_starts = calloc(m.face_count + 1, sizeof *m.face_starts);
    if (m.points == NULL || m.corners == NULL || m.face_starts == NULL) exit(EXIT_FAILURE);
    for (int i = 0; i < scree_shape_vertex_count(s); ++i) {
        scree_vec3 p = scree_shape_vertex(s, i);
        m.points[i] = v3((double)(float)p.x, (double)(float)p.y, (double)(float)p.z);
    }
    for (int f = 0; f < scree_shape_face_count(s); ++f) {
        for (int k = 0; k < scree_shape_face_size(s, f); ++k)
            m.corners[m.corner_count++] = scree_shape_face_vertices(s, f)[k];
        m.face_starts[f + 1] = m.corner_count;
    }
    return m;
}

// Convex shapes stay convex in single precision, however small their faces; a dent of 1e-5 does not pass.
static void test_rounding_of_files(void)
{
    static const int counts[] = { 8, 30, 300, 3000 };
    for (size_t c = 0; c < sizeof counts / sizeof *counts; ++c) {
        scree_vec3 *points = malloc((size_t)counts[c] * sizeof *points);
        if (points == NULL) exit(EXIT_FAILURE);
        scree_vec3 middle = v3(uniform(-2, 2), uniform(-2, 2), uniform(-2, 2));
        for (int i = 0; i < counts[c]; ++i)
            points[i] = v3_add(middle, v3_unit(v3(uniform(-1, 1), uniform(-1, 1), uniform(-1, 1))));
        scree_shape *s = scree_polyhedron_create(points, (size_t)counts[c], 0.0, NULL);
        free(points);
        CHECK(s != NULL);
        if (s == NULL) continue;
        scree_mesh m = rounded_mesh(s);
        scree_shape_destroy(s);
        CHECK_MSG(scree_mesh_concavity(&m) <= 1e-7, "%d points: concavity %g", counts[c], scree_mesh_concavity(&m));
        scree_error error = { SCREE_OK, "" };
        s = scree_polyhedron_create_from_mesh(&m, false, 0.0, &error);
        CHECK_MSG(s != NULL, "%d points: %s", counts[c], error.message);
        scree_shape_destroy(s);
        scree_mesh_free(&m);
    }
}

// A cube whose top has a middle point, pressed in by a little.
static void test_dents(void)
{
    for (int i = 0; i < 12; ++i) {
        double depth = pow(10.0, -i), top = 1.0 - depth;
        char text[600];
        snprintf(text, sizeof text,
                 "OFF\n9 9 0\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n0 0 1\n1 0 1\n1 1 1\n0 1 1\n0.5 0.5 %.17g\n4 3 2 1 0\n"
                 "4 0 1 5 4\n4 1 2 6 5\n4 2 3 7 6\n4 3 0 4 7\n3 4 5 8\n3 5 6 8\n3 6 7 8\n3 7 4 8\n",
                 top);
        scree_mesh m = read_text(text);
        // The planes of the four small faces fall by depth over 0.5; the far edge of the top is 0.5 beyond the dent.
        double height = 2.0 * depth / sqrt(1.0 + 4.0 * depth * depth), exact = height / sqrt(3.0);
        double concavity = scree_mesh_concavity(&m);
        CHECK_MSG(concavity <= exact * (1 + 1e-12) && concavity >= exact - 1e-6, "dent of %g: %g, exactly %g", depth,
                  concavity, exact);
        scree_shape *s = scree_polyhedron_create_from_mesh(&m, false, 0.0, NULL);
        CHECK_MSG((s != NULL) == (concavity <= 1e-6), "dent of %g", depth);
        CHECK_MSG(depth < 1e-5 || s == NULL, "dent of %g is taken", depth);
        CHECK_MSG(depth > 1e-7 || s != NULL, "dent of %g is not taken", depth);
        scree_shape_destroy(s);
        scree_mesh_free(&m);
    }
}

int main(void)
{
    test_examples();
    test_closed();
    test_bad_meshes();
    test_rounding_of_files();
    test_dents();
    return check_done();
}
