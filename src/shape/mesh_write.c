// A polyhedron or box as a mesh file.
//
// Idea        Everything goes to a new file beside the one that is wanted, which is then renamed: at every moment there
//             is the old file, or none, or all of the new one. Devices and pipes are written to directly.
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
#include "math/vec3.h"
#include "scree/mesh.h"
#include "shape/mesh_source.h"

// 17 digits give every double back.
#define POINT "%.17g %.17g %.17g\n"

static void write_off(FILE *file, const scree_shape *shape)
{
    int points = scree_shape_vertex_count(shape), faces = scree_shape_face_count(shape);
    fprintf(file, "OFF\n%d %d %d\n", points, faces, scree_shape_edge_count(shape));
    for (int i = 0; i < points; ++i) {
        scree_vec3 p = scree_shape_vertex(shape, i);
        fprintf(file, POINT, p.x, p.y, p.z);
    }
    for (int f = 0; f < faces; ++f) {
        const int *corners = scree_shape_face_vertices(shape, f);
        fprintf(file, "%d", scree_shape_face_size(shape, f));
        for (int i = 0; i < scree_shape_face_size(shape, f); ++i) fprintf(file, " %d", corners[i]);
        fputc('\n', file);
    }
}

static void write_obj(FILE *file, const scree_shape *shape)
{
    for (int i = 0; i < scree_shape_vertex_count(shape); ++i) {
        scree_vec3 p = scree_shape_vertex(shape, i);
        fprintf(file, "v " POINT, p.x, p.y, p.z);
    }
    for (int f = 0; f < scree_shape_face_count(shape); ++f) {
        const int *corners = scree_shape_face_vertices(shape, f);
        fputc('f', file);
        for (int i = 0; i < scree_shape_face_size(shape, f); ++i) fprintf(file, " %d", corners[i] + 1);
        fputc('\n', file);
    }
}

static void write_stl(FILE *file, const scree_shape *shape)
{
    fputs("solid scree\n", file);
    for (int f = 0; f < scree_shape_face_count(shape); ++f) {
        const int *corners = scree_shape_face_vertices(shape, f);
        scree_vec3 n = scree_shape_face_normal(shape, f);
        for (int i = 1; i + 1 < scree_shape_face_size(shape, f); ++i) {
            const int triangle[3] = { corners[0], corners[i], corners[i + 1] };
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
    if (format == SCREE_MESH_OFF)
        write_off(file, shape);
    else if (format == SCREE_MESH_OBJ)
        write_obj(file, shape);
    else
        write_stl(file, shape);
    bool ok = fflush(file) == 0 && !ferror(file) && (!keep || fsync(descriptor) == 0);
    int reason = ok ? 0 : errno != 0 ? errno : EIO;
    if (fclose(file) != 0 && ok) reason = errno;
    return reason;
}

// A new file beside `path`; its name goes to `name`. -1 and errno otherwise.
static int open_beside(const char *path, char *name, size_t size)
{
    enum { TRIES = 100 };
    for (int i = 0; i < TRIES; ++i) {
        snprintf(name, size, "%s.%ld-%d.tmp", path, (long)getpid(), i);
        int descriptor = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (descriptor >= 0 || errno != EEXIST) return descriptor;
    }
    return -1;
}

static int write_beside(const char *path, scree_mesh_format format, const scree_shape *shape)
{
    size_t size = strlen(path) + 64;
    char *name = malloc(size);
    if (name == NULL) return ENOMEM;
    int descriptor = open_beside(path, name, size);
    int reason = descriptor < 0 ? errno : write_to(descriptor, format, shape, true);
    if (descriptor >= 0 && reason == 0 && rename(name, path) != 0) reason = errno;
    if (descriptor >= 0 && reason != 0) unlink(name);
    free(name);
    return reason;
}

static int write_mesh(const char *path, scree_mesh_format format, const scree_shape *shape)
{
    struct stat there;
    if (stat(path, &there) != 0 || S_ISREG(there.st_mode)) return write_beside(path, format, shape);
    int descriptor = open(path, O_WRONLY | O_CLOEXEC);
    return descriptor < 0 ? errno : write_to(descriptor, format, shape, false);
}

scree_status scree_mesh_write(const char *path, scree_mesh_format format, const scree_shape *shape, scree_error *error)
{
    scree_shape_kind kind = scree_shape_kind_of(shape);
    scree_mesh_source s = { .name = path, .error = error };
    if (kind != SCREE_POLYHEDRON && kind != SCREE_BOX)
        return scree_error_set(error, SCREE_INVALID_ARGUMENT, "a %s has no faces to write",
                               scree_shape_kind_name(kind));
    if (format == SCREE_MESH_BY_NAME) format = scree_mesh_format_of(path);
    if (format == SCREE_MESH_BY_NAME) {
        scree_mesh_fail(&s, "the name ends neither in .stl nor in .obj nor in .off");
        return s.status;
    }
    locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t)0); // a decimal point, whatever the caller's locale
    if (plain == (locale_t)0) return scree_error_set(error, SCREE_NO_MEMORY, "out of memory");
    locale_t before = uselocale(plain);
    int reason = write_mesh(path, format, shape);
    if (reason != 0) scree_mesh_fail(&s, "cannot be written: %s", strerror_l(reason, plain));
    uselocale(before);
    freelocale(plain);
    return s.status;
}
