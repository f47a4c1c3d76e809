// A polyhedron, box or polygon as a mesh file.
//
// Idea        Writes to a new file in the target's folder, which is then renamed: at every moment there is the old file, or
//             none, or all of the new one. Devices and pipes are written to directly.
// Limits      STL is written as text, with as many digits as a double has, since binary STL has only single precision.
#define _POSIX_C_SOURCE 200809L // open(), fsync(), fdopen(), uselocale()

#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"
#include "base/fp_environment.h"
#include "math/vec3.h"
#include "scree/mesh.h"
#include "shape/mesh/mesh_source.h"

// 17 digits give every double back.
#define POINT "%.17g %.17g %.17g\n"

// A polygon is one face, seen from above.
static bool is_planar(const scree_shape *shape)
{
    return scree_shape_dimension(shape) == 2;
}

static int face_count(const scree_shape *shape)
{
    return is_planar(shape) ? 1 : scree_shape_face_count(shape);
}

static int face_size(const scree_shape *shape, int f)
{
    return is_planar(shape) ? scree_shape_vertex_count(shape) : scree_shape_face_size(shape, f);
}

static int corner(const scree_shape *shape, int f, int i)
{
    return is_planar(shape) ? i : scree_shape_face_vertices(shape, f)[i];
}

static scree_vec3 face_normal(const scree_shape *shape, int f)
{
    return is_planar(shape) ? v3(0, 0, 1) : scree_shape_face_normal(shape, f);
}

static void write_off(FILE *file, const scree_shape *shape)
{
    int points = scree_shape_vertex_count(shape), faces = face_count(shape);
    fprintf(file, "OFF\n%d %d %d\n", points, faces, scree_shape_edge_count(shape));
    for (int i = 0; i < points; ++i) {
        scree_vec3 p = scree_shape_vertex(shape, i);
        fprintf(file, POINT, p.x, p.y, p.z);
    }
    for (int f = 0; f < faces; ++f) {
        fprintf(file, "%d", face_size(shape, f));
        for (int i = 0; i < face_size(shape, f); ++i) fprintf(file, " %d", corner(shape, f, i));
        fputc('\n', file);
    }
}

static void write_obj(FILE *file, const scree_shape *shape)
{
    for (int i = 0; i < scree_shape_vertex_count(shape); ++i) {
        scree_vec3 p = scree_shape_vertex(shape, i);
        fprintf(file, "v " POINT, p.x, p.y, p.z);
    }
    for (int f = 0; f < face_count(shape); ++f) {
        fputc('f', file);
        for (int i = 0; i < face_size(shape, f); ++i) fprintf(file, " %d", corner(shape, f, i) + 1);
        fputc('\n', file);
    }
}

static void write_stl(FILE *file, const scree_shape *shape)
{
    fputs("solid scree\n", file);
    for (int f = 0; f < face_count(shape); ++f) {
        scree_vec3 n = face_normal(shape, f);
        for (int i = 1; i + 1 < face_size(shape, f); ++i) {
            const int triangle[3] = { corner(shape, f, 0), corner(shape, f, i), corner(shape, f, i + 1) };
            fprintf(file, "facet normal " POINT "outer loop\n", n.x, n.y, n.z);
            for (int k = 0; k < 3; ++k) {
                scree_vec3 p = scree_shape_vertex(shape, triangle[k]);
                fprintf(file, "vertex " POINT, p.x, p.y, p.z);
            }
            fputs("endloop\nendfacet\n", file);
        }
    }
    fputs("endsolid scree\n", file);
}

static void write_format(FILE *file, scree_mesh_format format, const scree_shape *shape)
{
    if (format == SCREE_MESH_OFF)
        write_off(file, shape);
    else if (format == SCREE_MESH_OBJ)
        write_obj(file, shape);
    else
        write_stl(file, shape);
}

// Writes and closes `descriptor`; with `keep`, until the bytes are on the disk. 0, or the error's number.
static int write_to(int descriptor, scree_mesh_format format, const scree_shape *shape, bool keep)
{
    FILE *file = fdopen(descriptor, "w");
    if (file == NULL) {
        int reason = errno;
        close(descriptor);
        return reason;
    }
    errno = 0;
    write_format(file, format, shape);
    bool ok = fflush(file) == 0 && !ferror(file) && (!keep || fsync(descriptor) == 0);
    int reason = ok ? 0 : errno != 0 ? errno : EIO;
    if (fclose(file) != 0 && ok) reason = errno;
    return reason;
}

// Opens a new file in the folder of `path`; its name goes to `name`. -1 and errno otherwise.
static int open_temporary(const char *path, char *name, size_t size)
{
    enum { TRIES = 100 };
    for (int i = 0; i < TRIES; ++i) {
        snprintf(name, size, "%s.%ld-%d.tmp", path, (long)getpid(), i);
        int descriptor = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (descriptor >= 0 || errno != EEXIST) return descriptor;
    }
    return -1;
}

static int write_adjacent(const char *path, scree_mesh_format format, const scree_shape *shape)
{
    size_t size = strlen(path) + 64;
    char *name = malloc(size);
    if (name == NULL) return ENOMEM;
    int descriptor = open_temporary(path, name, size);
    int reason = descriptor < 0 ? errno : write_to(descriptor, format, shape, true);
    if (descriptor >= 0 && reason == 0 && rename(name, path) != 0) reason = errno;
    if (descriptor >= 0 && reason != 0) unlink(name);
    free(name);
    return reason;
}

static int write_mesh(const char *path, scree_mesh_format format, const scree_shape *shape)
{
    struct stat there;
    if (stat(path, &there) != 0 || S_ISREG(there.st_mode)) return write_adjacent(path, format, shape);
    int descriptor = open(path, O_WRONLY | O_CLOEXEC);
    return descriptor < 0 ? errno : write_to(descriptor, format, shape, false);
}

static scree_status check_kind(const scree_shape *shape, scree_error *error)
{
    if (shape == NULL) return scree_error_set(error, SCREE_INVALID_ARGUMENT, "shape: must not be NULL");
    scree_shape_kind kind = scree_shape_kind_of(shape);
    if (kind == SCREE_POLYHEDRON || kind == SCREE_BOX || kind == SCREE_POLYGON) return SCREE_OK;
    return scree_error_set(error, SCREE_INVALID_ARGUMENT, "a %s has no faces to write", scree_shape_kind_name(kind));
}

// A decimal point, whatever the caller's locale; (locale_t)0 without memory.
static locale_t plain_locale(scree_error *error)
{
    locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    if (plain == (locale_t)0) scree_error_set(error, SCREE_NO_MEMORY, "out of memory");
    return plain;
}

scree_status scree_mesh_write(const char *path, scree_mesh_format format, const scree_shape *shape, scree_error *error)
{
    SCREE_FP_GUARD();
    scree_mesh_source s = { .name = path, .error = error };
    if (path == NULL) return scree_error_set(error, SCREE_INVALID_ARGUMENT, "path: must not be NULL");
    if (check_kind(shape, error) != SCREE_OK) return SCREE_INVALID_ARGUMENT;
    if (format == SCREE_MESH_BY_NAME) format = scree_mesh_format_of(path);
    if (format == SCREE_MESH_BY_NAME) {
        scree_mesh_fail(&s, "the name ends neither in .stl nor in .obj nor in .off");
        return s.status;
    }
    locale_t plain = plain_locale(error);
    if (plain == (locale_t)0) return SCREE_NO_MEMORY;
    locale_t before = uselocale(plain);
    int reason = write_mesh(path, format, shape);
    if (reason != 0) scree_mesh_fail(&s, "cannot be written: %s", strerror_l(reason, plain));
    uselocale(before);
    freelocale(plain);
    return s.status;
}

scree_status scree_mesh_print(FILE *file, scree_mesh_format format, const scree_shape *shape, scree_error *error)
{
    SCREE_FP_GUARD();
    if (file == NULL) return scree_error_set(error, SCREE_INVALID_ARGUMENT, "file: must not be NULL");
    if (check_kind(shape, error) != SCREE_OK) return SCREE_INVALID_ARGUMENT;
    if (format == SCREE_MESH_BY_NAME)
        return scree_error_set(error, SCREE_INVALID_ARGUMENT, "format: an open file has no name to tell it by");
    locale_t plain = plain_locale(error);
    if (plain == (locale_t)0) return SCREE_NO_MEMORY;
    locale_t before = uselocale(plain);
    errno = 0;
    write_format(file, format, shape);
    bool ok = fflush(file) == 0 && !ferror(file);
    int reason = ok || errno != 0 ? errno : EIO;
    if (!ok) scree_error_set(error, SCREE_FILE_ERROR, "cannot be written: %s", strerror_l(reason, plain));
    uselocale(before);
    freelocale(plain);
    errno = reason;
    return ok ? SCREE_OK : SCREE_FILE_ERROR;
}
