// Reading meshes: what the formats allow, and a clear message, with file and line, for what they do not.
#include <limits.h>
#include <locale.h>
#include <stdint.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "check.h"
#include "scree/mesh.h"

static scree_mesh read_text(const char *text, const char *name, scree_mesh_format format)
{
    scree_mesh mesh;
    scree_error error = { SCREE_OK, "" };
    scree_status status = scree_mesh_parse(text, strlen(text), name, format, &mesh, &error);
    CHECK_MSG(status == SCREE_OK, "%s: %s", name, error.message);
    return mesh;
}

static void check_counts(const char *what, const scree_mesh *m, size_t points, size_t faces, size_t corners)
{
    CHECK_MSG(m->point_count == points && m->face_count == faces && m->corner_count == corners,
              "%s: %zu points, %zu faces, %zu corners", what, m->point_count, m->face_count, m->corner_count);
    if (m->face_starts != NULL) CHECK(m->face_starts[0] == 0 && m->face_starts[m->face_count] == corners);
}

static void check_read(const char *what, const char *text, scree_mesh_format format, size_t points, size_t faces,
                       size_t corners)
{
    scree_mesh m = read_text(text, what, format);
    check_counts(what, &m, points, faces, corners);
    scree_mesh_free(&m);
    CHECK(m.points == NULL && m.face_count == 0);
}

// The whole message.
static void check_refused(const char *bytes, size_t size, const char *name, scree_mesh_format format,
                          const char *message)
{
    // A block of its own, so that AddressSanitizer sees a read beyond the end.
    char *copy = malloc(size > 0 ? size : 1);
    if (copy == NULL) exit(EXIT_FAILURE);
    memcpy(copy, bytes, size);
    scree_mesh m;
    scree_error error = { SCREE_OK, "" };
    scree_status status = scree_mesh_parse(copy, size, name, format, &m, &error);
    CHECK_MSG(status == SCREE_FILE_ERROR && error.status == status, "accepted: %s", message);
    CHECK_MSG(strcmp(error.message, message) == 0, "message: %s\n     due: %s", error.message, message);
    CHECK(m.points == NULL && m.corners == NULL && m.face_starts == NULL && m.point_count == 0);
    CHECK(scree_mesh_parse(copy, size, name, format, &m, NULL) == SCREE_FILE_ERROR);
    free(copy);
}

static void refuse(const char *text, const char *name, const char *message)
{
    check_refused(text, strlen(text), name, SCREE_MESH_BY_NAME, message);
}

static void test_off(void)
{
    const char *plain = "OFF\n4 2 0\n0 0 0\n1 0 0\n0 1 0\n0 0 1e-3\n3 0 1 2\n4 3 2 1 0\n";
    scree_mesh m = read_text(plain, "a.off", SCREE_MESH_BY_NAME);
    check_counts("plain", &m, 4, 2, 7);
    CHECK(m.points[3].z == 1e-3 && m.corners[3] == 3 && m.face_starts[1] == 3);
    scree_mesh_free(&m);
    check_read("by content", plain, SCREE_MESH_BY_NAME, 4, 2, 7);
    check_read("counts beside the word", "OFF 3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2", SCREE_MESH_BY_NAME, 3, 1, 3);
    check_read("counts run into the word", "OFF3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n", SCREE_MESH_BY_NAME, 3, 1, 3);
    check_read("no word", "3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n", SCREE_MESH_OFF, 3, 1, 3);
    check_read("no number of edges", "off\n3 1\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n", SCREE_MESH_OFF, 3, 1, 3);
    check_read("comments and blank lines",
               "# by hand\nOFF # points\n\n3 1 3 # counts\n# here\n0 0 0 # a\n1 0 0\n\n0 1 0\n3 0 1 2 # it\n# end\n",
               SCREE_MESH_BY_NAME, 3, 1, 3);
    check_read("colours", "COFF\n3 1 0\n0 0 0 255 0 0 255\n1 0 0 1 0 0 1\n0 1 0 9 9 9\n3 0 1 2 0.1 0.2 0.3\n",
               SCREE_MESH_BY_NAME, 3, 1, 3);
    check_read("normals", "NOFF\n3 1 0\n0 0 0 0 0 1\n1 0 0 0 0 1\n0 1 0 0 0 1\n3 0 1 2\n", SCREE_MESH_BY_NAME, 3, 1, 3);
    check_read("line ends of other systems", "OFF\r\n3 1 0\r\n0 0 0\r\n1 0 0\r\n0 1 0\r\n3 0 1 2\r\n",
               SCREE_MESH_BY_NAME, 3, 1, 3);
    check_read("old line ends", "OFF\r3 1 0\r0 0 0\r1 0 0\r0 1 0\r3 0 1 2\r", SCREE_MESH_BY_NAME, 3, 1, 3);
    check_read("byte order mark", "\xef\xbb\xbfOFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n", SCREE_MESH_OFF, 3, 1, 3);
    check_read("no faces", "OFF\n1 0 0\n1 2 3\n", SCREE_MESH_OFF, 1, 0, 0);
}

static void test_bad_off(void)
{
    refuse("OFF\n", "a.off", "a.off:2: the file ends after its header");
    refuse("OFF\n3\n", "a.off", "a.off:3: the file ends before the number of its faces");
    refuse("OFF BINARY\n3 1 0\n", "a.off", "a.off:1: binary OFF files cannot be read");
    refuse("4OFF\n3 1 0\n", "a.off", "a.off:1: '4OFF' is not a header of an OFF file that can be read");
    refuse("ply\n", "a.off", "a.off:1: 'ply' is not a header of an OFF file that can be read");
    refuse("OFF\n-3 1 0\n", "a.off", "a.off:2: -3 vertices: out of range");
    refuse("OFF\n3 99999999999999999999999 0\n", "a.off", "a.off:2: 99999999999999999999999 faces: out of range");
    refuse("OFF\n3 1.5 0\n", "a.off", "a.off:2: '1.5' is not a whole number");
    refuse("OFF\n2000000000 1 0\n0 0 0\n1 0 0\n", "a.off", "a.off:5: the file ends after 2 of 2000000000 vertices");
    refuse("OFF\n1 2000000000 0\n0 0 0\n3 0 0 0\n", "a.off", "a.off:5: the file ends after 1 of 2000000000 faces");
    refuse("OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 3\n", "a.off", "a.off:6: vertex index 3 is out of range");
    refuse("OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 -1\n", "a.off", "a.off:6: vertex index -1 is out of range");
    refuse("OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n2 0 1\n", "a.off",
           "a.off:6: a face needs at least 3 vertices, this one has 2");
    refuse("OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n2000000000 0 1\n", "a.off", "a.off:7: the file ends within a face");
    refuse("OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n3 0 1 2\n", "a.off",
           "a.off:7: there is more than 3 vertices and 1 faces");
    refuse("OFF\n1 0 0\n0 0 nan\n", "a.off", "a.off:3: 'nan' is not a number");
    refuse("OFF\n1 0 0\n0 inf 0\n", "a.off", "a.off:3: 'inf' is not a number");
    refuse("OFF\n1 0 0\n0 0x10 0\n", "a.off", "a.off:3: '0x10' is not a number");
    refuse("OFF\n1 0 0\n0 1e400 0\n", "a.off", "a.off:3: the number '1e400' is too large");
    refuse("OFF\n1 0 0\n0 1,5 0\n", "a.off", "a.off:3: '1,5' is not a number");
    refuse("OFF\n0 0 0\n", "a.off", "a.off: there are no vertices in it");
    check_refused("OFF\n1 0 0\n0 \0 0\n", 16, "a.off", SCREE_MESH_OFF, "a.off:3: a zero byte: this is not a text file");
}

static void test_obj(void)
{
    const char *all = "# a wedge\nmtllib rock.mtl\no wedge\ng side front\nv 0 0 0\nv 1 0 0 1.0\nv 0 1 0 0.5 0.5 0.5\n"
                      "vn 0 0 1\nvt 0.5 0.5\nvp 1\nv 0 0 1 # top\nusemtl stone\ns off\nf 1 3 2\nf 1/1 2/1 4/1\n"
                      "f 1/1/1 4/1/1 3/1/1\nf 2//1 3//1 \\\n  4//1\nl 1 2\n";
    scree_mesh m = read_text(all, "a.obj", SCREE_MESH_BY_NAME);
    static const int due[] = { 0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3 };
    check_counts("obj", &m, 4, 4, 12);
    CHECK(memcmp(m.corners, due, sizeof due) == 0);
    scree_mesh_free(&m);
    check_read("by content", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", SCREE_MESH_BY_NAME, 3, 1, 3);
    check_read("faces first", "f 1 2 3\nv 0 0 0\nv 1 0 0\nv 0 1 0\n", SCREE_MESH_BY_NAME, 3, 1, 3);
    m = read_text("v 0 0 0\nv 1 0 0\nv 0 1 0\nf -3 -2 -1\nv 0 0 1\nf -4 -1 -3\n", "a.obj", SCREE_MESH_BY_NAME);
    static const int backwards[] = { 0, 1, 2, 0, 3, 1 };
    check_counts("backwards", &m, 4, 2, 6);
    CHECK(memcmp(m.corners, backwards, sizeof backwards) == 0);
    scree_mesh_free(&m);
}

static void test_bad_obj(void)
{
    refuse("v 0 0 0\nv 1 0 0\nv 0 1 0\n\nf 1 2 9\n", "grain.obj", "grain.obj:5: vertex index 9 is out of range");
    refuse("v 0 0 0\nf 1 2 0\n", "a.obj", "a.obj:2: vertex index 0 is out of range");
    refuse("v 0 0 0\nf 1 1 -2\n", "a.obj", "a.obj:2: vertex index -2 is out of range");
    refuse("v 0 0 0\nf 1 1 99999999999999999999\n", "a.obj",
           "a.obj:2: vertex index 99999999999999999999 is out of range");
    refuse("v 0 0 0\nf 1 1\n", "a.obj", "a.obj:2: a face needs at least 3 vertices, this one has 2");
    refuse("v 0 0 0\nf 1 1 x\n", "a.obj", "a.obj:2: 'x' is not a whole number");
    refuse("v 0 0 0\nf 1 1 /2\n", "a.obj", "a.obj:2: '' is not a whole number");
    refuse("v 0 0\n", "a.obj", "a.obj:1: a vertex needs 3 coordinates, 2 found");
    refuse("v 0 0 \\\n\\\nq\n", "a.obj", "a.obj:3: 'q' is not a number");
    refuse("# x\n0 1 2\n", "a.obj", "a.obj:2: '0' cannot begin a line of an OBJ file");
    refuse("f 1 2 3\n", "a.obj", "a.obj:1: vertex index 3 is out of range");
    refuse("# nothing\n", "a.obj", "a.obj: there are no vertices in it");
}

static const char *const facet = "facet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\n"
                                 "endfacet\n";

static void test_text_stl(void)
{
    char text[2000];
    snprintf(text, sizeof text, "solid two\n%s%sendsolid two\n", facet, facet);
    scree_mesh m = read_text(text, "a.STL", SCREE_MESH_BY_NAME);
    check_counts("equal points are one", &m, 3, 2, 6);
    CHECK(m.corners[0] == m.corners[3] && m.corners[2] == m.corners[5]);
    scree_mesh_free(&m);
    snprintf(text, sizeof text, "solid\n%sendsolid\nsolid b\n%sendsolid b", facet, facet);
    check_read("two solids", text, SCREE_MESH_BY_NAME, 3, 2, 6);
    check_read("as it comes",
               "SOLID x\nFACET NORMAL nan -nan(ind) 1e999 OUTER LOOP VERTEX -0 0 0 VERTEX 1 0 0\n"
               "VERTEX 0 1 0 ENDLOOP ENDFACET\nfacet normal 0 0 1 outer loop vertex 0 -0 0 vertex 0 1 0 vertex 0 0 1 "
               "endloop endfacet endsolid",
               SCREE_MESH_STL, 4, 2, 6);
}

static void test_bad_text_stl(void)
{
    char text[2000];
    snprintf(text, sizeof text, "solid\n%s", facet);
    refuse(text, "a.stl", "a.stl:9: the file ends without 'endsolid'");
    refuse("solid\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nendloop\n", "a.stl",
           "a.stl:6: 'endloop' stands where 'vertex' is due");
    refuse("solid\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0\n", "a.stl",
           "a.stl:6: a vertex needs 3 coordinates, 2 found");
    refuse("solid\nfacet normal 0 0\n", "a.stl", "a.stl:3: the file ends within a normal");
    refuse("solid\nfacet\n", "a.stl", "a.stl:3: the file ends where 'normal' is due");
    refuse("solid\nvertex 1 2 3\n", "a.stl", "a.stl:2: 'vertex' stands where 'facet' or 'endsolid' is due");
    refuse("solid\nendsolid\nmore\n", "a.stl", "a.stl:3: 'more' stands where 'solid' is due");
    refuse("solid\nendsolid\n", "a.stl", "a.stl: there are no vertices in it");
    refuse("v 0 0 0\n", "a.stl", "a.stl: 8 bytes are too few for an STL file");
}

enum { HEADER = 84, TRIANGLE = 50 };

static void put_u32(unsigned char *at, uint32_t value)
{
    for (int i = 0; i < 4; ++i) at[i] = (unsigned char)(value >> (8 * i));
}

static void put_float(unsigned char *at, float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    put_u32(at, bits);
}

// Two triangles of a unit square, after a header that begins as a text file does.
static void make_binary(unsigned char bytes[HEADER + 2 * TRIANGLE])
{
    static const float corners[2][9] = { { 0, 0, 0, 1, 0, 0, 1, 1, 0.1F }, { 0, 0, 0, 1, 1, 0.1F, 0, 1, 0 } };
    memset(bytes, 0, HEADER + 2 * TRIANGLE);
    memcpy(bytes, "solid square", 12);
    put_u32(bytes + HEADER - 4, 2);
    for (int i = 0; i < 2; ++i) {
        for (int k = 0; k < 9; ++k) put_float(bytes + HEADER + i * TRIANGLE + 12 + 4 * k, corners[i][k]);
    }
}

static void test_binary_stl(void)
{
    unsigned char bytes[HEADER + 2 * TRIANGLE];
    make_binary(bytes);
    const char *text = (const char *)bytes;
    scree_mesh m;
    CHECK(scree_mesh_parse(bytes, sizeof bytes, "square", SCREE_MESH_BY_NAME, &m, NULL) == SCREE_OK);
    check_counts("binary", &m, 4, 2, 6);
    CHECK(m.point_count == 4 && m.points[2].z == (double)0.1F);
    scree_mesh_free(&m);
    check_refused(text, sizeof bytes - 1, "a.stl", SCREE_MESH_STL, "a.stl:1: a zero byte: this is not a text file");
    bytes[0] = 'b';
    check_refused(text, sizeof bytes - 1, "a.stl", SCREE_MESH_STL,
                  "a.stl: says that it has 2 triangles, hence 184 bytes, but has 183 bytes");
    put_u32(bytes + HEADER - 4, UINT32_MAX);
    check_refused(text, sizeof bytes, "a.stl", SCREE_MESH_STL,
                  "a.stl: says that it has 4294967295 triangles, hence 214748364834 bytes, but has 184 bytes");
    make_binary(bytes);
    put_float(bytes + HEADER + TRIANGLE + 16, NAN);
    check_refused(text, sizeof bytes, "a.stl", SCREE_MESH_STL, "a.stl: triangle 2 has a coordinate that is not finite");
}

static void test_whole_files(void)
{
    scree_mesh m;
    scree_error error;
    CHECK(scree_mesh_read("examples/meshes/tetrahedron.off", SCREE_MESH_BY_NAME, &m, NULL) == SCREE_OK);
    check_counts("tetrahedron", &m, 4, 4, 12);
    scree_mesh_free(&m);
    CHECK(scree_mesh_read("examples/meshes/cube.stl", SCREE_MESH_BY_NAME, &m, NULL) == SCREE_OK);
    check_counts("cube", &m, 8, 12, 36);
    scree_mesh_free(&m);
    CHECK(scree_mesh_read("examples/meshes/octahedron.stl", SCREE_MESH_BY_NAME, &m, NULL) == SCREE_OK);
    check_counts("octahedron", &m, 6, 8, 24);
    scree_mesh_free(&m);
    CHECK(scree_mesh_read("examples/meshes/rock.obj", SCREE_MESH_BY_NAME, &m, NULL) == SCREE_OK);
    check_counts("rock", &m, 32, 60, 180);
    scree_mesh_free(&m);
    CHECK(scree_mesh_read("examples/meshes/none.obj", SCREE_MESH_BY_NAME, &m, &error) == SCREE_FILE_ERROR);
    CHECK(strcmp(error.message, "examples/meshes/none.obj: cannot be read: No such file or directory") == 0);
    CHECK(scree_mesh_read("examples/meshes", SCREE_MESH_OFF, &m, &error) == SCREE_FILE_ERROR);
    CHECK(strcmp(error.message, "examples/meshes: cannot be read: Is a directory") == 0);
    refuse("", "a.obj", "a.obj: the file is empty");
    refuse("hello\n", "a.txt", "a.txt: neither its name nor what it holds says whether it is STL, OBJ or OFF");
    check_refused("v 0", 3, "", SCREE_MESH_OBJ, ":1: a vertex needs 3 coordinates, 1 found");
}

// Long lines, long words and long names: quick, and the message still says what is wrong.
static void test_long(void)
{
    enum { LENGTH = 1000000 };
    char *text = malloc(LENGTH + 100);
    if (text == NULL) exit(EXIT_FAILURE);
    strcpy(text, "v ");
    memset(text + 2, '1', LENGTH);
    text[LENGTH + 2] = '\0';
    refuse(text, "a.obj", "a.obj:1: '1111111111111111111111111111111111111111' is not a number");
    strcpy(text, "v 0 0 0\nv 1 0 0\nv 0 1 0\nf");
    size_t at = strlen(text), faces = 0;
    for (; at + 4 < LENGTH; at += 2, ++faces) memcpy(text + at, " 1", 3);
    check_read("a face of half a million corners", text, SCREE_MESH_OBJ, 3, 1, faces);
    char name[1000];
    memset(name, 'n', sizeof name);
    strcpy(name + sizeof name - 5, ".obj");
    scree_mesh m;
    scree_error error;
    CHECK(scree_mesh_parse("v x", 3, name, SCREE_MESH_BY_NAME, &m, &error) == SCREE_FILE_ERROR);
    CHECK(strncmp(error.message, "...n", 4) == 0 && strstr(error.message, "n.obj:1: 'x' is not a number") != NULL);
    refuse("v \x01z\xff 0 0\n", "a.obj", "a.obj:1: '?z?' is not a number");
    free(text);
}

// Numbers do not depend on the locale of the program, and the program keeps its locale.
static void test_locale(void)
{
    static const char *const names[] = { "de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8", "fr_FR.utf8", "da_DK.utf8" };
    const char *found = NULL;
    for (size_t i = 0; found == NULL && i < sizeof names / sizeof *names; ++i) found = setlocale(LC_ALL, names[i]);
    scree_mesh m = read_text("v 0.5 1.25e-3 -7\n", "a.obj", SCREE_MESH_OBJ);
    CHECK(m.point_count == 1 && m.points[0].x == 0.5 && m.points[0].y == 1.25e-3 && m.points[0].z == -7.0);
    scree_mesh_free(&m);
    if (found != NULL) CHECK(strcmp(localeconv()->decimal_point, ",") == 0);
    setlocale(LC_ALL, "C");
}

// A pipe has no size and comes in pieces.
static void test_pipe(void)
{
    char folder[] = "/tmp/scree-mesh-XXXXXX", path[64];
    CHECK(mkdtemp(folder) != NULL);
    snprintf(path, sizeof path, "%s/pipe", folder);
    CHECK(mkfifo(path, 0600) == 0);
    pid_t child = fork();
    if (child == 0) {
        FILE *pipe = fopen(path, "w");
        if (pipe == NULL) _exit(1);
        for (int i = 0; i < 30000; ++i) fprintf(pipe, "v %d 0 0\n", i);
        fclose(pipe);
        _exit(0);
    }
    scree_mesh m;
    CHECK(scree_mesh_read(path, SCREE_MESH_OBJ, &m, NULL) == SCREE_OK);
    CHECK(m.point_count == 30000 && m.points[29999].x == 29999.0);
    scree_mesh_free(&m);
    unlink(path);
    rmdir(folder);
}

int main(void)
{
    test_off();
    test_bad_off();
    test_obj();
    test_bad_obj();
    test_text_stl();
    test_bad_text_stl();
    test_binary_stl();
    test_whole_files();
    test_long();
    test_locale();
    test_pipe();
    scree_mesh_free(NULL);
    return check_done();
}
