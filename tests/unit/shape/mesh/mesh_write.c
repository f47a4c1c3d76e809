// Writing meshes: what is written reads as the same doubles, and a file is all there or not there.
#include <dirent.h>
#include <errno.h>
#include <stdint.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "check.h"
#include "math/vec3.h"
#include "scree/mesh.h"

static char folder[] = "/tmp/scree-write-XXXXXX";

static void path_of(char path[128], const char *name)
{
    snprintf(path, 128, "%s/%s", folder, name);
}

static int files_in_folder(void)
{
    int count = 0;
    DIR *d = opendir(folder);
    CHECK(d != NULL);
    for (struct dirent *e = d != NULL ? readdir(d) : NULL; e != NULL; e = readdir(d)) count += e->d_name[0] != '.';
    if (d != NULL) closedir(d);
    return count;
}

static uint64_t random_state = 99;

static double uniform(double low, double high)
{
    random_state = random_state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return low + (high - low) * (double)(random_state >> 11) * 0x1p-53;
}

static bool has_vertex(const scree_shape *shape, scree_vec3 p)
{
    for (int i = 0; i < scree_shape_vertex_count(shape); ++i) {
        if (v3_equal(scree_shape_vertex(shape, i), p)) return true;
    }
    return false;
}

static void check_round_trip(const char *name, const scree_shape *shape)
{
    char path[128];
    path_of(path, name);
    scree_error error = { SCREE_OK, "" };
    CHECK_MSG(scree_mesh_write(path, SCREE_MESH_BY_NAME, shape, &error) == SCREE_OK, "%s", error.message);
    scree_mesh m;
    CHECK_MSG(scree_mesh_read(path, SCREE_MESH_BY_NAME, &m, &error) == SCREE_OK, "%s", error.message);
    CHECK_MSG(m.point_count == (size_t)scree_shape_vertex_count(shape), "%s: %zu points", name, m.point_count);
    for (size_t i = 0; i < m.point_count; ++i) CHECK_MSG(has_vertex(shape, m.points[i]), "%s: point %zu", name, i);
    scree_shape *again = scree_polyhedron_create_from_mesh(&m, false, 0.0, &error);
    CHECK_MSG(again != NULL, "%s: %s", name, error.message);
    if (again != NULL) {
        CHECK(scree_shape_face_count(again) == scree_shape_face_count(shape));
        CHECK(scree_shape_edge_count(again) == scree_shape_edge_count(shape));
    }
    scree_shape_destroy(again);
    scree_mesh_free(&m);
    CHECK(files_in_folder() == 1);
    CHECK(unlink(path) == 0);
}

static void check_all_formats(const scree_shape *shape)
{
    CHECK(shape != NULL);
    if (shape == NULL) return;
    check_round_trip("a.off", shape);
    check_round_trip("b.obj", shape);
    check_round_trip("c.STL", shape);
}

static void test_round_trips(void)
{
    scree_shape *box = scree_box_create(v3(0.1, 1.0 / 3.0, 1e-9), 0.0, NULL);
    check_all_formats(box);
    scree_shape_destroy(box);
    static const double scales[] = { 1e-40, 1e-9, 1.0, 1e9, 1e40 };
    for (size_t k = 0; k < sizeof scales / sizeof *scales; ++k) {
        scree_vec3 points[60];
        for (int i = 0; i < 60; ++i) {
            scree_vec3 u = v3_unit(v3(uniform(-1, 1), uniform(-1, 1), uniform(-1, 1)));
            points[i] = v3_scale(u, scales[k]);
        }
        scree_shape *grain = scree_polyhedron_create(points, 60, 0.0, NULL);
        check_all_formats(grain);
        scree_shape_destroy(grain);
    }
}

static void refuse(const char *name, const scree_shape *shape, scree_status status, const char *message)
{
    char path[128];
    path_of(path, name);
    int before = files_in_folder();
    scree_error error = { SCREE_OK, "" };
    CHECK(scree_mesh_write(path, SCREE_MESH_BY_NAME, shape, &error) == status && error.status == status);
    CHECK_MSG(strstr(error.message, message) != NULL, "%s", error.message);
    CHECK(scree_mesh_write(path, SCREE_MESH_BY_NAME, shape, NULL) == status);
    CHECK(files_in_folder() == before);
}

static void test_refusals(void)
{
    scree_shape *box = scree_box_create(v3(1, 1, 1), 0.0, NULL), *ball = scree_sphere_create(1.0, 0.0, NULL);
    refuse("ball.off", ball, SCREE_INVALID_ARGUMENT, "a sphere has no faces to write");
    refuse("box.ply", box, SCREE_FILE_ERROR, "box.ply: the name ends neither in .stl nor in .obj nor in .off");
    refuse("none/box.off", box, SCREE_FILE_ERROR, "none/box.off: cannot be written: No such file or directory");
    char path[128];
    path_of(path, "folder.off");
    CHECK(mkdir(path, 0700) == 0);
    refuse("folder.off", box, SCREE_FILE_ERROR, "folder.off: cannot be written: Is a directory");
    CHECK(rmdir(path) == 0);
    // A device that is full: the error comes back. (It is there on every Linux system.)
    scree_error error = { SCREE_OK, "" };
    if (access("/dev/full", W_OK) == 0) {
        CHECK(scree_mesh_write("/dev/full", SCREE_MESH_OBJ, box, &error) == SCREE_FILE_ERROR);
        CHECK(strcmp(error.message, "/dev/full: cannot be written: No space left on device") == 0);
    }
    scree_shape_destroy(box);
    scree_shape_destroy(ball);
}

// A polygon is one face in the plane z = 0, counter-clockwise from above; to an open file as to one by name.
static void test_polygon(void)
{
    scree_vec3 points[5] = { { 0, 0, 0 }, { 3, 0, 0 }, { 1, 1, 0 }, { 0.1, 2, 0 }, { -1, 1, 0 } };
    scree_shape *polygon = scree_polygon_create(points, 5, 0.25, NULL), *ball = scree_sphere_create(1.0, 0.0, NULL);
    char path[128];
    path_of(path, "flat.obj");
    static const scree_mesh_format formats[3] = { SCREE_MESH_OFF, SCREE_MESH_OBJ, SCREE_MESH_STL };
    for (int k = 0; k < 6; ++k) {
        if (k < 3) {
            CHECK(scree_mesh_write(path, formats[k], polygon, NULL) == SCREE_OK);
        } else {
            FILE *file = fopen(path, "w");
            CHECK(file != NULL && scree_mesh_print(file, formats[k - 3], polygon, NULL) == SCREE_OK);
            CHECK(file != NULL && fclose(file) == 0); // it was left open
        }
        scree_mesh m;
        CHECK(scree_mesh_read(path, formats[k % 3], &m, NULL) == SCREE_OK);
        CHECK(m.point_count == 4 && m.face_count == (k % 3 == 2 ? 2 : 1));
        for (size_t i = 0; i < m.point_count; ++i) CHECK(has_vertex(polygon, m.points[i]));
        double area = 0.0;
        for (size_t f = 0; f < m.face_count; ++f) {
            const int *c = m.corners + m.face_starts[f];
            for (size_t i = 2; i < m.face_starts[f + 1] - m.face_starts[f]; ++i)
                area += 0.5 *
                        v3_cross(v3_sub(m.points[c[i - 1]], m.points[c[0]]), v3_sub(m.points[c[i]], m.points[c[0]])).z;
        }
        CHECK_NEAR(area, 4.05, 1e-14);
        scree_mesh_free(&m);
        CHECK(unlink(path) == 0);
    }
    scree_error error = { SCREE_OK, "" };
    CHECK(scree_mesh_print(stdout, SCREE_MESH_OFF, ball, &error) == SCREE_INVALID_ARGUMENT);
    CHECK(strcmp(error.message, "a sphere has no faces to write") == 0);
    CHECK(scree_mesh_print(stdout, SCREE_MESH_BY_NAME, polygon, &error) == SCREE_INVALID_ARGUMENT);
    FILE *full = fopen("/dev/full", "w");
    if (full != NULL) {
        CHECK(scree_mesh_print(full, SCREE_MESH_OFF, polygon, &error) == SCREE_FILE_ERROR && errno == ENOSPC);
        CHECK(strcmp(error.message, "cannot be written: No space left on device") == 0);
        fclose(full);
    }
    scree_shape_destroy(polygon);
    scree_shape_destroy(ball);
}

// An old file is replaced as a whole, and keeps neither its bytes nor its length.
static void test_replace(void)
{
    char path[128];
    path_of(path, "old.off");
    FILE *file = fopen(path, "w");
    CHECK(file != NULL);
    if (file == NULL) return;
    for (int i = 0; i < 10000; ++i) fputs("this was here before\n", file);
    fclose(file);
    scree_shape *box = scree_box_create(v3(1, 2, 3), 0.5, NULL);
    CHECK(scree_mesh_write(path, SCREE_MESH_BY_NAME, box, NULL) == SCREE_OK);
    struct stat there;
    CHECK(stat(path, &there) == 0 && there.st_size < 400);
    scree_mesh m;
    CHECK(scree_mesh_read(path, SCREE_MESH_BY_NAME, &m, NULL) == SCREE_OK && m.point_count == 8 && m.face_count == 6);
    scree_mesh_free(&m);
    CHECK(unlink(path) == 0);
    scree_shape_destroy(box);
}

int main(void)
{
    CHECK(mkdtemp(folder) != NULL);
    test_round_trips();
    test_refusals();
    test_replace();
    test_polygon();
    CHECK(rmdir(folder) == 0);
    return check_done();
}
