#include "shape/build.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "math/vec3.h"
#include "shape/support.h"

enum { ALIGN = 64, LANES = 8 };

static size_t aligned(size_t size)
{
    return (size + ALIGN - 1) / ALIGN * ALIGN;
}

// The next `count` things of `size` bytes each; with `block` NULL, only their place is counted.
static void *take(unsigned char *block, size_t *used, int count, size_t size)
{
    if (count == 0) return NULL;
    size_t at = *used;
    *used += aligned((size_t)count * size);
    return block == NULL ? NULL : block + at;
}

static size_t lay_out(scree_shape *s, unsigned char *block, scree_shape_counts n)
{
    size_t used = 0;
    int padded = (n.vertices + LANES - 1) / LANES * LANES;
    s->x = take(block, &used, padded, sizeof *s->x);
    s->y = take(block, &used, padded, sizeof *s->y);
    s->z = take(block, &used, padded, sizeof *s->z);
    int padded_faces = (n.faces + LANES - 1) / LANES * LANES;
    s->face_x = take(block, &used, padded_faces, sizeof *s->face_x);
    s->face_y = take(block, &used, padded_faces, sizeof *s->face_y);
    s->face_z = take(block, &used, padded_faces, sizeof *s->face_z);
    s->face_offset = take(block, &used, padded_faces, sizeof *s->face_offset);
    double **spread[] = { &s->corner_x, &s->corner_y, &s->corner_z, &s->side_x,   &s->side_y,
                          &s->side_z,   &s->inward_x, &s->inward_y, &s->inward_z, &s->inward_offset,
                          &s->spoke_x,  &s->spoke_y,  &s->spoke_z };
    for (size_t i = 0; i < sizeof spread / sizeof *spread; ++i)
        *spread[i] = take(block, &used, n.fans == 0 ? 0 : n.corners + LANES - 1, sizeof **spread[i]);
    const bool scanned = n.fans > 0 && n.edges <= SCREE_EDGE_SCAN;
    double **lines[] = { &s->edge_x, &s->edge_y, &s->edge_z, &s->along_x, &s->along_y, &s->along_z, &s->along_part };
    for (size_t i = 0; i < sizeof lines / sizeof *lines; ++i)
        *lines[i] = take(block, &used, scanned ? (n.edges + LANES - 1) / LANES * LANES : 0, sizeof **lines[i]);
    s->faces = take(block, &used, n.faces, sizeof *s->faces);
    s->edges = take(block, &used, n.edges, sizeof *s->edges);
    s->face_vertices = take(block, &used, n.corners, sizeof *s->face_vertices);
    s->face_edges = take(block, &used, n.corners, sizeof *s->face_edges);
    s->fan_start = take(block, &used, n.fans == 0 ? 0 : n.vertices + 1, sizeof *s->fan_start);
    s->neighbours = take(block, &used, n.fans, sizeof *s->neighbours);
    s->vertex_edges = take(block, &used, n.fans, sizeof *s->vertex_edges);
    s->vertex_faces = take(block, &used, n.fans, sizeof *s->vertex_faces);
    s->start_side = n.fans == 0 ? 0 : scree_support_start_side(n.vertices);
    s->starts = take(block, &used, 6 * s->start_side * s->start_side, sizeof *s->starts);
    s->given_vertex = take(block, &used, n.vertices, sizeof *s->given_vertex);
    s->vertex_count = n.vertices;
    s->padded_count = padded;
    s->face_count = n.faces;
    s->edge_count = n.edges;
    return used;
}

scree_shape *scree_shape_new(scree_shape_kind kind, scree_core core, scree_shape_counts counts, scree_error *error)
{
    scree_shape plan = { .kind = kind, .core = core, .dimension = 3 };
    size_t arrays = lay_out(&plan, NULL, counts);
    unsigned char *block = malloc(sizeof(scree_shape) + ALIGN + arrays);
    if (block == NULL) {
        scree_error_set(error, SCREE_NO_MEMORY, "no memory for a shape of %d vertices", counts.vertices);
        return NULL;
    }
    uintptr_t end = (uintptr_t)(block + sizeof(scree_shape));
    unsigned char *first = block + sizeof(scree_shape) + (ALIGN - end % ALIGN) % ALIGN;
    lay_out(&plan, first, counts);
    memcpy(block, &plan, sizeof plan);
    return (scree_shape *)(void *)block;
}

static bool check_length(const char *field, double value, scree_error *error)
{
    if (isfinite(value) && value <= SCREE_LONGEST && value >= SCREE_SHORTEST) return true;
    scree_error_set(error, SCREE_INVALID_ARGUMENT,
                    isfinite(value) ? "%s: must be between 1e-60 and 1e60, got %g" : "%s: not finite, got %g", field,
                    value);
    return false;
}

bool scree_check_positive(const char *field, double value, scree_error *error)
{
    if (!(value <= 0.0) || isinf(value)) return check_length(field, value, error);
    scree_error_set(error, SCREE_INVALID_ARGUMENT, "%s: must be positive, got %g", field, value);
    return false;
}

bool scree_check_not_negative(const char *field, double value, scree_error *error)
{
    if (value == 0.0) return true;
    if (!(value < 0.0) || isinf(value)) return check_length(field, value, error);
    scree_error_set(error, SCREE_INVALID_ARGUMENT, "%s: must not be negative, got %g", field, value);
    return false;
}

// FNV-1a over words of 64 bits, each stirred first, since FNV alone moves the high bits of a double too little.
static uint64_t stir(uint64_t hash, uint64_t word)
{
    word ^= word >> 32;
    word *= 0x9e3779b97f4a7c15u;
    word ^= word >> 29;
    return (hash ^ word) * 0x100000001b3u;
}

static uint64_t stir_double(uint64_t hash, double value)
{
    uint64_t word;
    value += 0.0; // -0 and 0 are the same coordinate
    memcpy(&word, &value, sizeof word);
    return stir(hash, word);
}

static uint64_t fingerprint_of(const scree_shape *s)
{
    uint64_t hash = stir(0xcbf29ce484222325u, (uint64_t)s->kind * 64 + (uint64_t)s->core);
    hash = stir_double(hash, s->radius);
    for (int i = 0; i < s->vertex_count; ++i) {
        hash = stir_double(stir_double(stir_double(hash, s->x[i]), s->y[i]), s->z[i]);
    }
    hash = stir_double(stir_double(stir_double(hash, s->plane_normal.x), s->plane_normal.y), s->plane_normal.z);
    hash = stir_double(hash, s->plane_offset);
    hash = stir_double(stir_double(stir_double(hash, s->semi_axes.x), s->semi_axes.y), s->semi_axes.z);
    hash = stir_double(stir_double(hash, s->n1), s->n2);
    hash = stir_double(stir_double(stir_double(hash, s->bottom), s->top), s->half_length);
    if (s->core == SCREE_CORE_SUPPORT) { // not the pointers, which differ from run to run
        hash = stir_double(stir_double(hash, s->core_radius), s->mass.volume);
    }
    return hash ^ hash >> 32;
}

void scree_shape_pad(scree_shape *s)
{
    for (int i = s->vertex_count; i < s->padded_count; ++i) {
        s->x[i] = s->x[0];
        s->y[i] = s->y[0];
        s->z[i] = s->z[0];
    }
}

// Faces may have been merged since the arrays were laid out: there are at most as many as there is room for.
static void spread_planes(scree_shape *s)
{
    s->padded_face_count = (s->face_count + LANES - 1) / LANES * LANES;
    for (int i = 0; i < s->padded_face_count; ++i) {
        const scree_face *f = &s->faces[i < s->face_count ? i : 0];
        s->face_x[i] = f->normal.x;
        s->face_y[i] = f->normal.y;
        s->face_z[i] = f->normal.z;
        s->face_offset[i] = f->offset;
        if (i == 0 || f->offset < s->inner_radius) s->inner_radius = f->offset;
    }
}

static void spread_vector(scree_vec3 v, int k, double *x, double *y, double *z)
{
    x[k] = v.x;
    y[k] = v.y;
    z[k] = v.z;
}

static void spread_side(scree_shape *s, scree_vec3 normal, scree_vec3 from, scree_vec3 to, int k)
{
    const scree_vec3 along = v3_sub(to, from), inward = v3_unit(v3_cross(normal, along));
    spread_vector(from, k, s->corner_x, s->corner_y, s->corner_z);
    spread_vector(along, k, s->side_x, s->side_y, s->side_z);
    spread_vector(inward, k, s->inward_x, s->inward_y, s->inward_z);
    s->inward_offset[k] = v3_dot(inward, from);
}

static void spread_loops(scree_shape *s)
{
    if (s->side_x == NULL) return;
    for (int f = 0; f < s->face_count; ++f) {
        const scree_face *face = &s->faces[f];
        for (int i = 0; i < face->count; ++i) {
            const int k = face->first + i, next = face->first + (i + 1) % face->count;
            spread_side(s, face->normal, scree_stored_vertex(s, s->face_vertices[k]),
                        scree_stored_vertex(s, s->face_vertices[next]), k);
        }
    }
    for (int v = 0; v < s->vertex_count; ++v)
        for (int k = s->fan_start[v]; k < s->fan_start[v + 1]; ++k)
            spread_vector(v3_sub(scree_stored_vertex(s, s->neighbours[k]), scree_stored_vertex(s, v)), k, s->spoke_x,
                          s->spoke_y, s->spoke_z);
    const scree_vec3 none = v3(0, 0, 0);
    for (int k = 2 * s->edge_count; k < 2 * s->edge_count + LANES - 1; ++k) {
        spread_side(s, none, none, none, k);
        spread_vector(none, k, s->spoke_x, s->spoke_y, s->spoke_z);
    }
}

static void spread_edges(scree_shape *s)
{
    if (s->edge_x == NULL) return;
    s->padded_edge_count = (s->edge_count + LANES - 1) / LANES * LANES;
    for (int i = 0; i < s->padded_edge_count; ++i) {
        const int *v = s->edges[i < s->edge_count ? i : 0].vertex;
        const scree_vec3 from = scree_stored_vertex(s, v[0]), along = v3_sub(scree_stored_vertex(s, v[1]), from);
        spread_vector(from, i, s->edge_x, s->edge_y, s->edge_z);
        spread_vector(along, i, s->along_x, s->along_y, s->along_z);
        s->along_part[i] = 1.0 / v3_norm2(along);
    }
}

void scree_shape_finish(scree_shape *s)
{
    double farthest = 0.0;
    for (int i = 0; i < s->vertex_count; ++i) {
        double d = v3_norm(scree_stored_vertex(s, i));
        if (d > farthest) farthest = d;
    }
    scree_shape_pad(s);
    spread_planes(s);
    spread_loops(s);
    spread_edges(s);
    scree_shape_find_box(s);
    const double norm_error = 1.0 + 0x1p-50; // the norm's few roundings, upwards
    if (s->vertex_count > 0) s->core_radius = farthest * norm_error;
    if (s->starts != NULL) scree_support_fill_starts(s);
    s->fingerprint = fingerprint_of(s);
    scree_shape_set_bounds(s);
    scree_shape_set_mass(s);
}
