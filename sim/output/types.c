// Types of particles: what OVITO draws them as, and the meshes that the page draws.
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "output/trajectory.h"

enum { FIRST_TYPES = 16, FINE_TYPES = 256, MOST_JSON = 16 << 20 };

/// A mesh in a grain's frame: relative to its centre of mass, not rotated.
typedef struct local_mesh {
    scree_sim_bytes points;  ///< 3 floats each
    scree_sim_bytes corners; ///< 3 uint32_t a triangle
} local_mesh;

static void mesh_free(local_mesh *m)
{
    scree_sim_bytes_free(&m->points);
    scree_sim_bytes_free(&m->corners);
}

static size_t mesh_points(const local_mesh *m)
{
    return m->points.size / (3 * sizeof(float));
}

static scree_quat inverse(scree_quat q)
{
    return (scree_quat){ q.w, -q.x, -q.y, -q.z };
}

/// A point of a part, in the frame of its grain.
static scree_vec3 local_point(const scree_sim_grains_view *g, size_t grain, const scree_body *part, scree_vec3 point)
{
    const scree_vec3 p = scree_body_point(part, point), c = g->positions[grain];
    return scree_quat_rotate(inverse(g->orientations[grain]), (scree_vec3){ p.x - c.x, p.y - c.y, p.z - c.z });
}

static void add_part(local_mesh *m, const scree_sim_grains_view *g, size_t grain, const scree_body *part,
                     const scree_sim_facets *f)
{
    const uint32_t first = (uint32_t)mesh_points(m);
    for (size_t i = 0; i < f->point_count; ++i) {
        const scree_vec3 p = local_point(g, grain, part, f->points[i]);
        const float out[3] = { (float)p.x, (float)p.y, (float)p.z };
        scree_sim_bytes_add(&m->points, out, sizeof out);
    }
    int32_t start = 0;
    for (size_t i = 0; i < f->polygon_count; ++i) {
        for (int32_t k = start + 2; k < f->ends[i]; ++k) {
            const uint32_t triangle[3] = { first + (uint32_t)f->corners[start], first + (uint32_t)f->corners[k - 1],
                                           first + (uint32_t)f->corners[k] };
            scree_sim_bytes_add(&m->corners, triangle, sizeof triangle);
        }
        start = f->ends[i];
    }
}

static bool make_mesh(scree_sim_trajectory *t, const scree_sim_grains_view *g, size_t grain, local_mesh *m)
{
    *m = (local_mesh){ 0 };
    for (int32_t k = g->first_parts[grain]; k < g->first_parts[grain + 1]; ++k) {
        const scree_sim_facets *f = scree_sim_facets_of(&t->facets, g->parts[k].shape);
        if (f == NULL) return false;
        add_part(m, g, grain, &g->parts[k], f);
    }
    return !m->points.failed && !m->corners.failed;
}

// ------------------------------------------------------------------------------------------------------------- JSON

static void add_number(scree_sim_bytes *out, double number)
{
    char text[40];
    snprintf(text, sizeof text, "%.7g", number);
    for (char *c = text; *c != '\0'; ++c) {
        if (*c == ',') *c = '.';
    }
    scree_sim_bytes_words(out, text);
}

static void add_sphere(scree_sim_bytes *out, double diameter)
{
    scree_sim_bytes_words(out, "{\"type\":\"Sphere\",\"diameter\":");
    add_number(out, diameter);
    scree_sim_bytes_words(out, "}");
}

static void add_ellipsoid(scree_sim_bytes *out, scree_vec3 axes)
{
    scree_sim_bytes_words(out, "{\"type\":\"Ellipsoid\",\"a\":");
    add_number(out, axes.x);
    scree_sim_bytes_words(out, ",\"b\":");
    add_number(out, axes.y);
    scree_sim_bytes_words(out, ",\"c\":");
    add_number(out, axes.z);
    scree_sim_bytes_words(out, "}");
}

static void add_point(scree_sim_bytes *out, bool first, const double *numbers, int count)
{
    scree_sim_bytes_words(out, first ? "[" : ",[");
    for (int i = 0; i < count; ++i) {
        if (i > 0) scree_sim_bytes_words(out, ",");
        add_number(out, numbers[i]);
    }
    scree_sim_bytes_words(out, "]");
}

/// The corners of a polyhedron or polygon, with the rounding.
static void add_vertices(scree_sim_bytes *out, const scree_sim_grains_view *g, size_t grain)
{
    const scree_body *part = &g->parts[g->first_parts[grain]];
    const bool flat = scree_shape_dimension(part->shape) == 2;
    scree_sim_bytes_format(out, "{\"type\":\"%s\",\"rounding_radius\":", flat ? "Polygon" : "ConvexPolyhedron");
    add_number(out, scree_shape_rounding(part->shape));
    scree_sim_bytes_words(out, ",\"vertices\":[");
    for (int i = 0; i < scree_shape_vertex_count(part->shape); ++i) {
        const scree_vec3 p = local_point(g, grain, part, scree_shape_vertex(part->shape, i));
        const double numbers[3] = { p.x, p.y, p.z };
        add_point(out, i == 0, numbers, flat ? 2 : 3);
    }
    scree_sim_bytes_words(out, "]}");
}

static void add_mesh(scree_sim_bytes *out, const local_mesh *m)
{
    const float *points = (const float *)(const void *)m->points.data;
    const uint32_t *corners = (const uint32_t *)(const void *)m->corners.data;
    scree_sim_bytes_words(out, "{\"type\":\"Mesh\",\"vertices\":[");
    for (size_t i = 0; i < mesh_points(m); ++i) {
        const double numbers[3] = { (double)points[3 * i], (double)points[3 * i + 1], (double)points[3 * i + 2] };
        add_point(out, i == 0, numbers, 3);
    }
    scree_sim_bytes_words(out, "],\"indices\":[");
    for (size_t i = 0; i < m->corners.size / (3 * sizeof *corners); ++i)
        scree_sim_bytes_format(out, "%s[%u,%u,%u]", i > 0 ? "," : "", corners[3 * i], corners[3 * i + 1],
                               corners[3 * i + 2]);
    scree_sim_bytes_words(out, "]}");
}

static char *json_of(const scree_sim_grains_view *g, size_t grain, const local_mesh *m, double diameter)
{
    scree_sim_bytes out = { 0 };
    const scree_shape *shape = g->parts[g->first_parts[grain]].shape;
    const scree_shape_kind kind = scree_shape_kind_of(shape);
    const bool single = g->first_parts[grain + 1] - g->first_parts[grain] == 1;
    if (single && (kind == SCREE_SPHERE || kind == SCREE_DISC))
        add_sphere(&out, diameter);
    else if (single && kind == SCREE_ELLIPSOID && scree_shape_rounding(shape) == 0.0)
        add_ellipsoid(&out, scree_shape_semi_axes(shape));
    else if (single && scree_shape_vertex_count(shape) > 0)
        add_vertices(&out, g, grain);
    else
        add_mesh(&out, m);
    return scree_sim_bytes_string(&out);
}

// ------------------------------------------------------------------------------------------------------------ types

static double diameter_of(const scree_sim_grains_view *g, size_t grain)
{
    double volume = 0.0;
    const double pi = acos(-1.0);
    const int dimension = scree_shape_dimension(g->parts[g->first_parts[grain]].shape);
    for (int32_t k = g->first_parts[grain]; k < g->first_parts[grain + 1]; ++k)
        volume += scree_shape_mass(g->parts[k].shape).volume;
    return dimension == 2 ? 2.0 * sqrt(volume / pi) : cbrt(6.0 * volume / pi);
}

static bool reserve(scree_sim_trajectory *t, int32_t shape)
{
    if (t->type_count == t->type_capacity) {
        const size_t capacity = t->type_capacity > 0 ? 2 * t->type_capacity : FIRST_TYPES;
        scree_sim_type *types = realloc(t->types, capacity * sizeof *types);
        if (types == NULL) return false;
        t->types = types;
        t->type_capacity = capacity;
    }
    if ((size_t)shape < t->shape_capacity) return true;
    size_t capacity = t->shape_capacity > 0 ? 2 * t->shape_capacity : FIRST_TYPES;
    while (capacity <= (size_t)shape) capacity *= 2;
    int32_t *map = realloc(t->type_of_shape, capacity * sizeof *map);
    if (map == NULL) return false;
    for (size_t i = t->shape_capacity; i < capacity; ++i) map[i] = -1;
    t->type_of_shape = map;
    t->shape_capacity = capacity;
    return true;
}

/// Takes over `name` and `json`.
static bool keep_type(scree_sim_trajectory *t, int32_t shape, double diameter, char *name, char *json)
{
    if (name == NULL || json == NULL || !reserve(t, shape)) {
        free(name);
        free(json);
        return false;
    }
    t->type_of_shape[shape] = (int32_t)t->type_count;
    t->types[t->type_count++] = (scree_sim_type){ shape, diameter, name, json };
    return true;
}

static char *name_of(const scree_sim_grains_view *g, size_t grain)
{
    scree_sim_bytes name = { 0 };
    const bool cluster = g->first_parts[grain + 1] - g->first_parts[grain] > 1;
    const scree_shape *shape = g->parts[g->first_parts[grain]].shape;
    scree_sim_bytes_format(&name, "%s-%d", cluster ? "cluster" : scree_shape_kind_name(scree_shape_kind_of(shape)),
                           (int)g->shapes[grain]);
    return scree_sim_bytes_string(&name);
}

/// The meshes of the types that are new in a frame.
typedef struct new_meshes {
    scree_sim_bytes sizes; ///< points and triangles of each
    scree_sim_bytes points, corners;
} new_meshes;

/// Types beyond the first ones are drawn with fewer triangles: there may be thousands.
static void choose_detail(scree_sim_trajectory *t, int wanted)
{
    const int detail = t->type_count < FINE_TYPES || wanted < 1 ? wanted : 1;
    if (detail == t->facets.detail) return;
    scree_sim_facet_cache_free(&t->facets);
    t->facets.detail = detail;
}

static bool add_type(scree_sim_trajectory *t, const scree_sim_grains_view *g, size_t grain, int detail, new_meshes *out)
{
    choose_detail(t, detail);
    local_mesh m = { 0 };
    const double diameter = diameter_of(g, grain);
    bool done = make_mesh(t, g, grain, &m);
    done = done && keep_type(t, g->shapes[grain], diameter, name_of(g, grain), json_of(g, grain, &m, diameter));
    const uint32_t sizes[2] = { (uint32_t)mesh_points(&m), (uint32_t)(m.corners.size / (3 * sizeof(uint32_t))) };
    scree_sim_bytes_add(&out->sizes, sizes, sizeof sizes);
    scree_sim_bytes_add(&out->points, m.points.data, m.points.size);
    scree_sim_bytes_add(&out->corners, m.corners.data, m.corners.size);
    mesh_free(&m);
    return done && !out->sizes.failed && !out->points.failed && !out->corners.failed;
}

bool scree_sim_types_add(scree_sim_trajectory *t, const scree_sim_frame *frame, const uint32_t *order,
                         scree_error *error)
{
    const scree_sim_grains_view *g = &frame->grains;
    new_meshes meshes = { 0 };
    const uint32_t first = (uint32_t)t->type_count;
    bool done = true;
    for (size_t i = 0; i < g->count && done; ++i) {
        const int32_t shape = g->shapes[order[i]];
        if ((size_t)shape < t->shape_capacity && t->type_of_shape[shape] >= 0) continue;
        done = add_type(t, g, order[i], t->detail, &meshes);
    }
    if (!done) scree_output_no_memory(error);
    const uint64_t added = meshes.sizes.size / (2 * sizeof(uint32_t));
    scree_sim_gsd *gsd = &t->gsd;
    done = done && (added == 0 || scree_sim_gsd_add(gsd, "scree/mesh/first", GSD_UINT32, 1, 1, &first, error));
    done = done && scree_sim_gsd_add(gsd, "scree/mesh/sizes", GSD_UINT32, added, 2, meshes.sizes.data, error);
    done = done && scree_sim_gsd_add(gsd, "scree/mesh/points", GSD_FLOAT, meshes.points.size / (3 * sizeof(float)), 3,
                                     meshes.points.data, error);
    done = done && scree_sim_gsd_add(gsd, "scree/mesh/corners", GSD_UINT32,
                                     meshes.corners.size / (3 * sizeof(uint32_t)), 3, meshes.corners.data, error);
    scree_sim_bytes_free(&meshes.sizes);
    scree_sim_bytes_free(&meshes.points);
    scree_sim_bytes_free(&meshes.corners);
    return done;
}

// ----------------------------------------------------------------------------------------------------------- chunks

/// Strings as rows of one width, filled up with zeros.
static bool put_strings(scree_sim_trajectory *t, const char *name, char *const *strings, scree_error *error)
{
    size_t width = 1;
    for (size_t i = 0; i < t->type_count; ++i) width = strlen(strings[i]) + 1 > width ? strlen(strings[i]) + 1 : width;
    char *rows = calloc(t->type_count + 1, width);
    if (rows == NULL) return scree_output_no_memory(error);
    for (size_t i = 0; i < t->type_count; ++i) memcpy(rows + i * width, strings[i], strlen(strings[i]));
    const bool done = scree_sim_trajectory_put(t, name, GSD_INT8, t->type_count, (uint32_t)width, rows, error);
    free(rows);
    return done;
}

/// All rows have the width of the longest: a few long ones among many types are replaced by spheres of equal volume.
static bool put_shapes(scree_sim_trajectory *t, char **strings, scree_error *error)
{
    const size_t limit = MOST_JSON / (t->type_count + 1);
    for (size_t i = 0; i < t->type_count; ++i) {
        if (strlen(t->types[i].json) > limit) {
            scree_sim_bytes sphere = { 0 };
            add_sphere(&sphere, t->types[i].diameter);
            char *json = scree_sim_bytes_string(&sphere);
            if (json == NULL) return scree_output_no_memory(error);
            free(t->types[i].json);
            t->types[i].json = json;
        }
        strings[i] = t->types[i].json;
    }
    return put_strings(t, "particles/type_shapes", strings, error);
}

bool scree_sim_types_write(scree_sim_trajectory *t, scree_error *error)
{
    char **strings = malloc((t->type_count + 1) * sizeof *strings);
    int32_t *shapes = malloc((t->type_count + 1) * sizeof *shapes);
    double *diameters = malloc((t->type_count + 1) * sizeof *diameters);
    bool done = (strings != NULL && shapes != NULL && diameters != NULL) || scree_output_no_memory(error);
    for (size_t i = 0; i < t->type_count && done; ++i) {
        strings[i] = t->types[i].name;
        shapes[i] = t->types[i].shape;
        diameters[i] = t->types[i].diameter;
    }
    done = done && put_strings(t, "particles/types", strings, error) && put_shapes(t, strings, error) &&
           scree_sim_trajectory_put(t, "scree/type_shape", GSD_INT32, t->type_count, 1, shapes, error) &&
           scree_sim_trajectory_put(t, "scree/type_diameter", GSD_DOUBLE, t->type_count, 1, diameters, error);
    free(strings);
    free(shapes);
    free(diameters);
    return done;
}

static char *row_of(const scree_sim_bytes *rows, const scree_sim_gsd_entry *entry, size_t i)
{
    return strndup((const char *)rows->data + i * entry->columns, entry->columns);
}

bool scree_sim_types_read(scree_sim_trajectory *t, scree_error *error)
{
    static const char *const names[4] = { "scree/type_shape", "scree/type_diameter", "particles/types",
                                          "particles/type_shapes" };
    static const uint8_t types[4] = { GSD_INT32, GSD_DOUBLE, GSD_INT8, GSD_INT8 };
    const scree_sim_gsd_entry *entries[4] = { 0 };
    scree_sim_bytes chunks[4] = { { 0 }, { 0 }, { 0 }, { 0 } };
    bool done = true, found = t->gsd.frames > 0;
    for (int i = 0; i < 4 && found; ++i) {
        entries[i] = scree_sim_gsd_find_or_first(&t->gsd, t->gsd.frames - 1, names[i]);
        found = entries[i] != NULL && entries[i]->type == types[i] && entries[i]->rows == entries[0]->rows;
    }
    for (int i = 0; i < 4 && found && done; ++i) done = scree_sim_gsd_read(&t->gsd, entries[i], &chunks[i], error);
    for (size_t i = 0; found && done && i < (size_t)entries[0]->rows; ++i) {
        int32_t shape;
        double diameter;
        memcpy(&shape, chunks[0].data + i * sizeof shape, sizeof shape);
        memcpy(&diameter, chunks[1].data + i * sizeof diameter, sizeof diameter);
        if (shape < 0)
            done = scree_output_fail(error, SCREE_FILE_ERROR, "%s: a type without a shape", t->gsd.path);
        else
            done =
                keep_type(t, shape, diameter, row_of(&chunks[2], entries[2], i), row_of(&chunks[3], entries[3], i)) ||
                scree_output_no_memory(error);
    }
    for (int i = 0; i < 4; ++i) scree_sim_bytes_free(&chunks[i]);
    return done;
}

void scree_sim_types_free(scree_sim_trajectory *t)
{
    for (size_t i = 0; i < t->type_count; ++i) {
        free(t->types[i].name);
        free(t->types[i].json);
    }
    free(t->types);
    free(t->type_of_shape);
    t->types = NULL;
    t->type_of_shape = NULL;
    t->type_count = t->type_capacity = t->shape_capacity = 0;
}
