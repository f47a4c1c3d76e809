// Mesh files, whatever their format: from a path or from bytes to a scree_mesh.
#define _POSIX_C_SOURCE 200809L // open(), fstat(), uselocale()

#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"
#include "base/fp_environment.h"
#include "scree/mesh.h"
#include "shape/mesh/mesh_source.h"

static const struct {
    const char *ending;
    scree_mesh_format format;
} formats[] = { { "stl", SCREE_MESH_STL }, { "obj", SCREE_MESH_OBJ }, { "off", SCREE_MESH_OFF } };

scree_mesh_format scree_mesh_format_of(const char *name)
{
    const char *dot = strrchr(name, '.');
    if (dot == NULL) return SCREE_MESH_BY_NAME;
    scree_word ending = { dot + 1, strlen(dot + 1) };
    for (size_t i = 0; i < sizeof formats / sizeof *formats; ++i) {
        if (scree_word_is(ending, formats[i].ending)) return formats[i].format;
    }
    return SCREE_MESH_BY_NAME;
}

// The format that the first word says, where the name says nothing.
static scree_mesh_format format_by_content(const scree_mesh_source *s)
{
    static const char *const obj_words[] = { "v", "vn", "vt", "f", "o", "g", "s", "mtllib", "usemtl" };
    if (scree_mesh_is_binary_stl(s)) return SCREE_MESH_STL;
    scree_mesh_source ahead = *s;
    ahead.comments = true;
    scree_word word;
    if (!scree_mesh_word_ahead(&ahead, &word)) return SCREE_MESH_BY_NAME;
    if (scree_word_is(word, "solid")) return SCREE_MESH_STL;
    if (scree_word_opens_off(word)) return SCREE_MESH_OFF;
    for (size_t i = 0; i < sizeof obj_words / sizeof *obj_words; ++i) {
        if (scree_word_is(word, obj_words[i])) return SCREE_MESH_OBJ;
    }
    return SCREE_MESH_BY_NAME;
}

// A mark that some editors put before UTF-8 text.
static void skip_byte_order_mark(scree_mesh_source *s)
{
    if (s->end - s->at >= 3 && memcmp(s->at, "\xef\xbb\xbf", 3) == 0) s->at += 3;
}

static bool parse(scree_mesh_source *s, scree_mesh_format format)
{
    size_t line = s->line;
    s->line = 0; // what is wrong with the file as a whole is wrong with no line
    if (s->at == s->end) return scree_mesh_fail(s, "the file is empty");
    if (format == SCREE_MESH_BY_NAME) format = scree_mesh_format_of(s->name);
    if (format == SCREE_MESH_BY_NAME) format = format_by_content(s);
    if (format == SCREE_MESH_BY_NAME)
        return scree_mesh_fail(s, "neither its name nor what it holds says whether it is STL, OBJ or OFF");
    s->line = line;
    skip_byte_order_mark(s);
    bool ok = format == SCREE_MESH_STL   ? scree_mesh_parse_stl(s)
              : format == SCREE_MESH_OBJ ? scree_mesh_parse_obj(s)
                                         : scree_mesh_parse_off(s);
    if (!ok) return false;
    s->line = 0;
    if (s->mesh->point_count == 0) return scree_mesh_fail(s, "there are no vertices in it");
    if (s->mesh->face_starts == NULL) s->mesh->face_starts = calloc(1, sizeof *s->mesh->face_starts);
    return s->mesh->face_starts != NULL || scree_mesh_no_memory(s);
}

scree_status scree_mesh_parse(const void *bytes, size_t size, const char *name, scree_mesh_format format,
                              scree_mesh *out, scree_error *error)
{
    SCREE_FP_GUARD();
    if (out == NULL) return scree_error_set(error, SCREE_INVALID_ARGUMENT, "out: must not be NULL");
    memset(out, 0, sizeof *out);
    if (bytes == NULL && size > 0) return scree_error_set(error, SCREE_INVALID_ARGUMENT, "bytes: must not be NULL");
    const char *start = size > 0 ? bytes : "";
    scree_mesh_source s = { .bytes = start,
                            .at = start,
                            .end = start + size,
                            .name = name != NULL ? name : "mesh",
                            .line = 1,
                            .mesh = out,
                            .error = error };
    // strtod() obeys the locale of the thread, and a decimal comma would stop at the point of "0.5".
    locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    if (plain == (locale_t)0) {
        scree_mesh_no_memory(&s);
        return s.status;
    }
    locale_t before = uselocale(plain);
    if (!parse(&s, format)) scree_mesh_free(out);
    uselocale(before);
    freelocale(plain);
    return s.status;
}

// All bytes of an open file; NULL and errno otherwise. Reads what is there, so that pipes work too.
static char *read_all(int file, size_t *size)
{
    size_t capacity = (size_t)1 << 16;
    char *bytes = malloc(capacity);
    *size = 0;
    while (bytes != NULL) {
        ssize_t got = read(file, bytes + *size, capacity - *size);
        if (got < 0 && errno == EINTR) continue;
        if (got == 0) return bytes;
        if (got < 0) break;
        *size += (size_t)got;
        if (*size < capacity) continue;
        char *larger = capacity <= SIZE_MAX / 2 ? realloc(bytes, 2 * capacity) : NULL;
        if (larger == NULL) {
            errno = ENOMEM;
            break;
        }
        bytes = larger;
        capacity *= 2;
    }
    int reason = errno;
    free(bytes);
    errno = reason;
    return NULL;
}

static scree_status cannot_read(const char *path, int reason, scree_error *error)
{
    scree_mesh_source s = { .name = path, .error = error };
    locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    if (reason == ENOMEM || plain == (locale_t)0)
        scree_mesh_no_memory(&s);
    else
        scree_mesh_fail(&s, "cannot be read: %s", strerror_l(reason, plain));
    if (plain != (locale_t)0) freelocale(plain);
    return s.status;
}

scree_status scree_mesh_read(const char *path, scree_mesh_format format, scree_mesh *out, scree_error *error)
{
    if (out == NULL) return scree_error_set(error, SCREE_INVALID_ARGUMENT, "out: must not be NULL");
    memset(out, 0, sizeof *out);
    if (path == NULL) return scree_error_set(error, SCREE_INVALID_ARGUMENT, "path: must not be NULL");
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return cannot_read(path, errno, error);
    size_t size;
    char *bytes = read_all(file, &size);
    int reason = errno;
    close(file);
    if (bytes == NULL) return cannot_read(path, reason, error);
    scree_status status = scree_mesh_parse(bytes, size, path, format, out, error);
    free(bytes);
    return status;
}

void scree_mesh_free(scree_mesh *mesh)
{
    if (mesh == NULL) return;
    free(mesh->points);
    free(mesh->corners);
    free(mesh->face_starts);
    memset(mesh, 0, sizeof *mesh);
}
