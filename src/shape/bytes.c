// Shapes to bytes and back: docs/shape-bytes.md has the format.
//
// Idea    A shape of few parameters is stored as the arguments of its constructor. For hulls see hull/hull_bytes.c.
#include <string.h>

#include "base/fp_environment.h"
#include "math/vec3.h"
#include "shape/build.h"
#include "shape/byte_stream.h"
#include "shape/hull/hull_bytes.h"

enum { VERSION = 1, HEAD_SIZE = 24, CHECKSUM_SIZE = 8, MOST_PARAMETERS = 6 };

static const unsigned char magic[8] = { 's', 'c', 'r', 'e', 'e', '\r', '\n', 0x1a };

// FNV-1a, 64 bits: a change of a single byte always changes it.
static uint64_t checksum(const unsigned char *bytes, size_t size)
{
    uint64_t hash = 0xcbf29ce484222325u;
    for (size_t i = 0; i < size; ++i) hash = (hash ^ bytes[i]) * 0x100000001b3u;
    return hash;
}

// The number of doubles that a shape of this kind is made from, the rounding included; 0: not made from a few numbers.
static int parameter_count(scree_shape_kind kind)
{
    switch (kind) {
    case SCREE_SPHERE:
    case SCREE_DISC:
        return 2;
    case SCREE_CAPSULE:
    case SCREE_CYLINDER:
    case SCREE_CONE:
        return 3;
    case SCREE_TAPERED_CAPSULE:
    case SCREE_BOX:
    case SCREE_ELLIPSOID:
        return 4;
    case SCREE_HALF_SPACE:
        return 5;
    case SCREE_SUPERQUADRIC:
        return 6;
    default:
        return 0;
    }
}

static void put_parameters(scree_byte_writer *w, const scree_shape *s)
{
    scree_put_double(w, s->rounding);
    switch (s->kind) {
    case SCREE_BOX:
        scree_put_vector(w, scree_shape_half_extents(s));
        break;
    case SCREE_ELLIPSOID:
        scree_put_vector(w, s->form->semi_axes);
        break;
    case SCREE_SUPERQUADRIC:
        scree_put_vector(w, s->form->semi_axes);
        scree_put_double(w, s->form->n1);
        scree_put_double(w, s->form->n2);
        break;
    case SCREE_HALF_SPACE:
        scree_put_vector(w, s->form->given_normal);
        scree_put_double(w, s->form->given_offset);
        break;
    default:
        scree_put_double(w, s->given_radius);
        if (s->kind == SCREE_TAPERED_CAPSULE) scree_put_double(w, s->form->given_top_radius);
        if (s->kind != SCREE_SPHERE && s->kind != SCREE_DISC) scree_put_double(w, scree_shape_half_length(s));
    }
}

// From the numbers in the order of put_parameters().
static scree_shape *make(scree_shape_kind kind, const double p[MOST_PARAMETERS], scree_error *error)
{
    const scree_vec3 v = { p[1], p[2], p[3] };
    switch (kind) {
    case SCREE_SPHERE:
        return scree_sphere_create(p[1], p[0], error);
    case SCREE_DISC:
        return scree_disc_create(p[1], p[0], error);
    case SCREE_CAPSULE:
        return scree_capsule_create(p[1], p[2], p[0], error);
    case SCREE_CYLINDER:
        return scree_cylinder_create(p[1], p[2], p[0], error);
    case SCREE_CONE:
        return scree_cone_create(p[1], p[2], p[0], error);
    case SCREE_TAPERED_CAPSULE:
        return scree_tapered_capsule_create(p[1], p[2], p[3], p[0], error);
    case SCREE_BOX:
        return scree_box_create(v, p[0], error);
    case SCREE_ELLIPSOID:
        return scree_ellipsoid_create(v, p[0], error);
    case SCREE_HALF_SPACE:
        return scree_half_space_create(v, p[4], p[0], error);
    default:
        return scree_superquadric_create(v, p[4], p[5], p[0], error);
    }
}

static void put_shape(scree_byte_writer *w, const scree_shape *s, uint64_t size)
{
    for (size_t i = 0; i < sizeof magic; ++i) scree_put_whole(w, magic[i], 1);
    scree_put_count(w, VERSION);
    scree_put_count(w, (int)s->kind);
    scree_put_whole(w, size, 8);
    if (s->kind == SCREE_POLYHEDRON)
        scree_put_polyhedron(w, s);
    else if (s->kind == SCREE_POLYGON)
        scree_put_polygon(w, s);
    else
        put_parameters(w, s);
}

scree_status scree_shape_to_bytes(const scree_shape *shape, void *bytes, size_t capacity, size_t *size,
                                  scree_error *error)
{
    if (size != NULL) *size = 0;
    if (shape == NULL || size == NULL || (bytes == NULL && capacity > 0))
        return scree_error_set(error, SCREE_INVALID_ARGUMENT, "shape, bytes, size: must not be NULL");
    if (shape->kind == SCREE_SUPPORT_SHAPE)
        return scree_error_set(error, SCREE_INVALID_ARGUMENT, "shape: a support function cannot be written");
    scree_byte_writer count = { NULL, 0, 0 };
    put_shape(&count, shape, 0);
    *size = count.size + CHECKSUM_SIZE;
    if (capacity < *size)
        return scree_error_set(error, SCREE_SCRATCH_TOO_SMALL, "bytes: %zu needed, got %zu", *size, capacity);
    scree_byte_writer w = { bytes, *size, 0 };
    put_shape(&w, shape, *size);
    scree_put_whole(&w, checksum(bytes, w.size), CHECKSUM_SIZE);
    return SCREE_OK;
}

// --------------------------------------------------------------------------------------------------------- reading

static bool refuse(scree_error *error, size_t at, const char *reason)
{
    scree_error_set(error, SCREE_FILE_ERROR, "byte %zu: %s", at, reason);
    return false;
}

// Leaves the reader at the first byte of the shape itself, its size at the last.
static bool read_head(scree_byte_reader *r, scree_shape_kind *kind, scree_error *error)
{
    if (r->size < HEAD_SIZE + CHECKSUM_SIZE) return refuse(error, r->size, "too short for a shape");
    if (memcmp(r->bytes, magic, sizeof magic) != 0) return refuse(error, 0, "not a shape of scree");
    r->at = sizeof magic;
    const uint32_t version = scree_get_count(r), number = scree_get_count(r);
    const uint64_t whole = scree_get_whole(r, 8);
    if (version != VERSION) return refuse(error, 8, "a version of the format that is not known");
    if (whole < HEAD_SIZE + CHECKSUM_SIZE) return refuse(error, 16, "the size is too small for a shape");
    if (whole > r->size) return refuse(error, r->size, "cut short");
    r->size = (size_t)whole - CHECKSUM_SIZE;
    scree_byte_reader tail = { r->bytes, (size_t)whole, r->size, false };
    if (scree_get_whole(&tail, CHECKSUM_SIZE) != checksum(r->bytes, r->size))
        return refuse(error, r->size, "the checksum is wrong: bytes have changed");
    *kind = (scree_shape_kind)number;
    if (number == SCREE_POLYHEDRON || number == SCREE_POLYGON || (number < 64 && parameter_count(*kind) > 0))
        return true;
    return refuse(error, 12, "a kind of shape that is not known");
}

static scree_shape *read_parameters(scree_byte_reader *r, scree_shape_kind kind, scree_error *error)
{
    double p[MOST_PARAMETERS] = { 0.0 };
    const int count = parameter_count(kind);
    if (r->size - r->at != 8 * (size_t)count) {
        refuse(error, 16, "the size does not fit the kind of shape");
        return NULL;
    }
    for (int i = 0; i < count; ++i) p[i] = scree_get_double(r);
    return make(kind, p, error);
}

// Not inlined: see base/fp_environment.h.
__attribute__((noinline)) static scree_shape *read_shape(scree_byte_reader *r, scree_shape_kind kind,
                                                         scree_error *error)
{
    scree_error inner = { SCREE_OK, "" };
    scree_shape *s = kind == SCREE_POLYHEDRON ? scree_get_polyhedron(r, &inner)
                     : kind == SCREE_POLYGON  ? scree_get_polygon(r, &inner)
                                              : read_parameters(r, kind, &inner);
    if (s != NULL) return s;
    const scree_status status = inner.status == SCREE_NO_MEMORY ? SCREE_NO_MEMORY : SCREE_FILE_ERROR;
    scree_error_set(error, status, "bytes of a %s: %s", scree_shape_kind_name(kind), inner.message);
    return NULL;
}

scree_shape *scree_shape_create_from_bytes(const void *bytes, size_t size, size_t *used, scree_error *error)
{
    SCREE_FP_GUARD();
    if (used != NULL) *used = 0;
    if (bytes == NULL) {
        scree_error_set(error, SCREE_INVALID_ARGUMENT, "bytes: must not be NULL");
        return NULL;
    }
    scree_byte_reader r = { bytes, size, 0, false };
    scree_shape_kind kind;
    if (!read_head(&r, &kind, error)) return NULL;
    const size_t whole = r.size + CHECKSUM_SIZE;
    if (used == NULL && whole < size) {
        refuse(error, whole, "more bytes after the shape");
        return NULL;
    }
    scree_shape *s = read_shape(&r, kind, error);
    if (s != NULL && used != NULL) *used = whole;
    return s;
}
