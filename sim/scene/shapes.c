#include <stdio.h>
#include <string.h>

#include "fill/cluster.h"
#include "fill/try.h"
#include "scene/parts.h"
#include "scene/sizes.h"
#include "scree/mesh.h"

typedef struct shape_reading {
    scree_scene_shape shape;
    int kind;
    scree_vec3 proportions;
    double aspect;
    bool hull;
    const char *file;
} shape_reading;

static const char *const kind_words[] = { "sphere",  "box",     "ellipsoid",       "superquadric",   "cylinder",
                                          "cone",    "capsule", "tapered_capsule", "polyhedron",     "random_hull",
                                          "cluster", "disc",    "polygon",         "random_polygon", NULL };

// The keys that a kind may have besides type, size and rounding.
static const char *const keys_of_kind[] = {
    [SCREE_SCENE_SPHERE] = "size rounding radius",
    [SCREE_SCENE_BOX] = "size rounding proportions",
    [SCREE_SCENE_ELLIPSOID] = "size rounding semi_axes aspect",
    [SCREE_SCENE_SUPERQUADRIC] = "size rounding semi_axes exponents",
    [SCREE_SCENE_CYLINDER] = "size rounding radius length aspect",
    [SCREE_SCENE_CONE] = "size rounding radius length aspect",
    [SCREE_SCENE_CAPSULE] = "size rounding radius length aspect",
    [SCREE_SCENE_TAPERED_CAPSULE] = "size rounding radius top_radius length",
    [SCREE_SCENE_POLYHEDRON] = "size rounding vertices file hull",
    [SCREE_SCENE_RANDOM_HULL] = "size rounding vertices distinct proportions",
    [SCREE_SCENE_CLUSTER] = "size rounding parts",
    [SCREE_SCENE_DISC] = "size rounding radius",
    [SCREE_SCENE_POLYGON] = "size rounding vertices",
    [SCREE_SCENE_RANDOM_POLYGON] = "size rounding vertices distinct proportions",
};

#define FIELD(name) offsetof(shape_reading, name)

static const scree_key shape_keys[] = {
    { .name = "type", .type = KEY_CHOICE, .offset = FIELD(kind), .required = true, .words = kind_words },
    { .name = "size", .type = KEY_OTHER },
    { .name = "rounding", .type = KEY_NUMBER, .offset = FIELD(shape.rounding), KEY_NOT_NEGATIVE },
    { .name = "proportions", .type = KEY_VECTOR, .offset = FIELD(proportions), KEY_POSITIVE },
    { .name = "radius", .type = KEY_NUMBER, .offset = FIELD(shape.radius), KEY_POSITIVE },
    { .name = "top_radius", .type = KEY_NUMBER, .offset = FIELD(shape.top_radius), KEY_POSITIVE },
    { .name = "length", .type = KEY_NUMBER, .offset = FIELD(shape.length), KEY_POSITIVE },
    { .name = "aspect", .type = KEY_NUMBER, .offset = FIELD(aspect), .low = 0.01, .high = 100.0 },
    { .name = "semi_axes", .type = KEY_VECTOR, .offset = FIELD(shape.semi_axes), KEY_POSITIVE },
    { .name = "exponents", .type = KEY_OTHER },
    { .name = "vertices", .type = KEY_OTHER },
    { .name = "file", .type = KEY_TEXT, .offset = FIELD(file) },
    { .name = "hull", .type = KEY_FLAG, .offset = FIELD(hull) },
    { .name = "distinct", .type = KEY_COUNT, .offset = FIELD(shape.distinct), .low = 1, .high = 1e9 },
    { .name = "parts", .type = KEY_OTHER },
};

enum { KEY_COUNT_OF_SHAPE = sizeof shape_keys / sizeof *shape_keys, FIRST_OF_KIND = 3 };

// ------------------------------------------------------------------------------------------------------------- one shape

static void read_exponents(scree_scene_reader *r, const scree_yaml *node, scree_scene_shape *s)
{
    const scree_key key = { .name = "exponents", .low = 2.0, .high = 100.0 };
    double n[2] = { 2.0, 2.0 };
    if (scree_keys_missing(r, node, s->name, "exponents")) return;
    const scree_yaml *value = scree_yaml_find(node, "exponents");
    if (value->kind == SCREE_YAML_SCALAR) {
        scree_value_number(r, value, &key, &n[0]);
        n[1] = n[0];
    } else
        scree_value_numbers(r, value, &key, 2, 2, n, NULL);
    s->exponents = (scree_vec3){ n[0], n[1], 0.0 };
}

/// How many vertices to draw.
static void read_vertex_count(scree_scene_reader *r, const scree_yaml *node, scree_scene_shape *s)
{
    const int least = s->kind == SCREE_SCENE_RANDOM_HULL ? 4 : 3;
    const scree_key key = { .name = "vertices", .low = least, .high = 500 };
    int64_t count = least;
    if (!scree_keys_missing(r, node, s->name, "vertices"))
        scree_value_count(r, scree_yaml_find(node, "vertices"), &key, &count);
    s->vertex_count = (size_t)count;
}

static void read_mesh(scree_scene_reader *r, const scree_yaml *node, const char *path, bool hull, scree_scene_shape *s)
{
    scree_mesh mesh;
    scree_error error = { SCREE_OK, "" };
    const scree_yaml *file = scree_yaml_find(node, "file");
    s->mesh = scree_scene_path(r, path);
    if (s->mesh == NULL) return;
    if (scree_mesh_read(s->mesh, SCREE_MESH_BY_NAME, &mesh, &error) != SCREE_OK) {
        scree_scene_complain(r->errors, file->place, "file: %.200s", error.message);
        return;
    }
    if (!hull && scree_mesh_concavity(&mesh) > 1e-6)
        scree_scene_complain(r->errors, file->place, "file: %.120s is not convex; hull: true takes its hull", path);
    scree_vec3 *points = scree_arena_take(r->arena, mesh.point_count * sizeof *points);
    if (points != NULL) memcpy(points, mesh.points, mesh.point_count * sizeof *points);
    s->vertices = points;
    s->vertex_count = points != NULL ? mesh.point_count : 0;
    scree_mesh_free(&mesh);
}

static void read_polyhedron(scree_scene_reader *r, const scree_yaml *node, const shape_reading *in,
                            scree_scene_shape *s)
{
    const scree_yaml *vertices = scree_yaml_find(node, "vertices");
    const int least = s->kind == SCREE_SCENE_POLYGON ? 3 : 4;
    if (in->file != NULL && vertices != NULL)
        scree_scene_complain(r->errors, vertices->place, "%s: either vertices or file", s->name);
    else if (in->file != NULL)
        read_mesh(r, node, in->file, in->hull, s);
    else if (vertices != NULL)
        scree_value_points(r, vertices, "vertices", least, &s->vertices, &s->vertex_count);
    else if (scree_keys_lack(node, "vertices") && scree_keys_lack(node, "file"))
        scree_keys_report_missing(r, node, s->name, least == 4 ? "vertices or file" : "vertices");
}

/// Lengths from radius and length, or from the aspect where there is a size.
static void read_round(scree_scene_reader *r, const scree_yaml *node, double aspect, scree_scene_shape *s)
{
    const bool sized = s->size.kind != SCREE_SIZE_GIVEN, given = s->radius > 0.0 && s->length > 0.0;
    if (!sized && !isnan(aspect) && scree_keys_lack(node, "radius") && scree_keys_lack(node, "length")) {
        scree_keys_missing(r, node, s->name, "size"); // an aspect goes with one
        return;
    }
    if (given || (!sized && scree_keys_missing(r, node, s->name, "radius")) ||
        (!sized && scree_keys_missing(r, node, s->name, "length")))
        return;
    if (s->kind == SCREE_SCENE_TAPERED_CAPSULE) {
        (void)(scree_keys_missing(r, node, s->name, "radius") || scree_keys_missing(r, node, s->name, "length"));
        return;
    }
    s->radius = 0.5;
    if (isnan(aspect)) aspect = s->kind == SCREE_SCENE_CAPSULE ? 2.0 : 1.0;
    s->length = s->kind == SCREE_SCENE_CAPSULE ? aspect - 1.0 : aspect;
    if (s->length <= 0.0)
        scree_scene_complain(r->errors, node->place,
                             "%s: the aspect of a capsule is its whole length over its diameter, "
                             "above 1",
                             s->name);
}

static void read_ellipsoid(scree_scene_reader *r, const scree_yaml *node, double aspect, scree_scene_shape *s)
{
    if (s->semi_axes.x > 0.0) return;
    const bool sized = s->size.kind != SCREE_SIZE_GIVEN;
    if (sized && (!isnan(aspect) || s->kind == SCREE_SCENE_SUPERQUADRIC))
        s->semi_axes = (scree_vec3){ isnan(aspect) ? 1.0 : aspect, 1.0, 1.0 };
    else if (!isnan(aspect) && scree_keys_lack(node, "semi_axes"))
        scree_keys_missing(r, node, s->name, "size");
    else if (scree_keys_lack(node, "semi_axes") && scree_keys_lack(node, "aspect"))
        scree_keys_report_missing(r, node, s->name, sized ? "semi_axes (or aspect)" : "semi_axes");
}

/// Radius and size say the same of a sphere.
static void read_ball(scree_scene_reader *r, const scree_yaml *node, scree_scene_shape *s)
{
    if (s->radius > 0.0 && s->size.kind != SCREE_SIZE_GIVEN)
        scree_scene_complain(r->errors, node->place, "%s: either radius or size (the diameter)", s->name);
    else if (s->radius > 0.0)
        s->size = (scree_scene_size){ .kind = SCREE_SIZE_FIXED, .low = 2.0 * s->radius, .high = 2.0 * s->radius };
    else if (s->size.kind == SCREE_SIZE_GIVEN && scree_keys_lack(node, "radius"))
        scree_keys_missing(r, node, s->name, "size");
    s->radius = 0.5;
}

static void read_kind(scree_scene_reader *r, const scree_yaml *node, const shape_reading *in, scree_scene_shape *s)
{
    switch (s->kind) {
    case SCREE_SCENE_SPHERE:
    case SCREE_SCENE_DISC:
        read_ball(r, node, s);
        break;
    case SCREE_SCENE_BOX:
        scree_keys_missing(r, node, s->name, "size");
        if (s->size.kind == SCREE_SIZE_GIVEN) break;
        s->edges = (scree_vec3){ 1.0, 1.0, 1.0 };
        break;
    case SCREE_SCENE_SUPERQUADRIC:
        read_exponents(r, node, s);
        read_ellipsoid(r, node, in->aspect, s);
        break;
    case SCREE_SCENE_ELLIPSOID:
        read_ellipsoid(r, node, in->aspect, s);
        break;
    case SCREE_SCENE_CYLINDER:
    case SCREE_SCENE_CONE:
    case SCREE_SCENE_CAPSULE:
    case SCREE_SCENE_TAPERED_CAPSULE:
        read_round(r, node, in->aspect, s);
        break;
    case SCREE_SCENE_RANDOM_HULL:
    case SCREE_SCENE_RANDOM_POLYGON:
        scree_keys_missing(r, node, s->name, "size");
        read_vertex_count(r, node, s);
        break;
    case SCREE_SCENE_POLYHEDRON:
    case SCREE_SCENE_POLYGON:
        read_polyhedron(r, node, in, s);
        break;
    case SCREE_SCENE_CLUSTER:
        scree_keys_missing(r, node, s->name, "parts");
        break;
    }
    if (in->proportions.x > 0.0) {
        const double most = fmax(in->proportions.x, fmax(in->proportions.y, in->proportions.z));
        s->edges = (scree_vec3){ in->proportions.x / most, in->proportions.y / most, in->proportions.z / most };
    }
}

static void read_shape(scree_scene_reader *r, const scree_yaml_item *item, scree_scene_shape *out)
{
    shape_reading in = { .kind = -1, .aspect = NAN };
    const scree_yaml *size = scree_yaml_find(item->value, "size");
    out->place = item->key_place;
    out->name = item->key;
    if (!scree_keys_read(r, item->value, item->key, shape_keys, KEY_COUNT_OF_SHAPE, &in) || in.kind < 0) {
        if (size != NULL) scree_scene_read_size(r, size, true, &in.shape.size, &in.shape.edges); // for its errors
        return;
    }
    in.shape.place = item->key_place;
    in.shape.name = item->key;
    in.shape.kind = (scree_scene_shape_kind)in.kind;
    scree_keys_check_kind(r, item->value, kind_words[in.kind], shape_keys, FIRST_OF_KIND, KEY_COUNT_OF_SHAPE,
                          keys_of_kind[in.kind]);
    const bool flat = in.shape.kind >= SCREE_SCENE_DISC;
    if (flat != (r->dimension == 2) && in.shape.kind != SCREE_SCENE_CLUSTER)
        scree_scene_complain(r->errors, item->value->place, "%s: a %s is %s, the scene has dimension %d", item->key,
                             kind_words[in.kind], flat ? "two-dimensional" : "three-dimensional", r->dimension);
    if (size != NULL) scree_scene_read_size(r, size, in.shape.kind == SCREE_SCENE_BOX, &in.shape.size, &in.shape.edges);
    read_kind(r, item->value, &in, &in.shape);
    *out = in.shape;
}

// -------------------------------------------------------------------------------------------------------------- clusters

static bool may_be_part(const scree_scene_shape *s)
{
    return s->kind != SCREE_SCENE_CLUSTER && s->kind != SCREE_SCENE_RANDOM_HULL &&
           s->kind != SCREE_SCENE_RANDOM_POLYGON && s->size.kind <= SCREE_SIZE_FIXED;
}

static void read_part(scree_scene_reader *r, const scree_yaml *node, scree_scene_part *part)
{
    static const scree_key keys[] = {
        { .name = "shape", .type = KEY_OTHER, .required = true },
        { .name = "position", .type = KEY_VECTOR, .offset = offsetof(scree_scene_part, position), KEY_ANY },
        KEYS_OF_ORIENTATION,
    };
    part->place = node->place;
    part->shape = -1;
    if (!scree_keys_read(r, node, "parts", keys, sizeof keys / sizeof *keys, part)) return;
    part->orientation = scree_value_orientation(r, node);
    const scree_yaml *name = scree_yaml_find(node, "shape");
    if (name == NULL) return;
    const scree_scene *scene = r->scene;
    part->shape = scree_value_name(r, name, "shape", &scene->shapes->name, sizeof *scene->shapes, scene->shape_count);
    if (part->shape < 0 || may_be_part(&scene->shapes[part->shape])) return;
    scree_scene_complain(r->errors, name->place, "shape: a part has one size and is neither random nor a cluster");
    part->shape = -1;
}

static void read_parts(scree_scene_reader *r, const scree_yaml *shape, scree_scene_shape *out)
{
    const scree_yaml *node = scree_yaml_find(shape, "parts");
    int count;
    if (node == NULL) return;
    scree_scene_part *parts = scree_scene_list(r, node, "parts", SCREE_YAML_LIST, sizeof *parts, &count);
    for (int i = 0; i < count; ++i) read_part(r, node->items[i].value, &parts[i]);
    out->parts = parts;
    out->part_count = (size_t)count;
}

/// Once, since parts that overlap take some time.
static void measure(scree_scene_reader *r, scree_scene_shape *cluster)
{
    scree_error error = { SCREE_OK, "" };
    if (!scree_fill_cluster_mass(r->scene, cluster, &cluster->mass, &error))
        scree_scene_complain(r->errors, cluster->place, "%s: %s", cluster->name, error.message);
}

void scree_scene_read_shapes(scree_scene_reader *r, const scree_yaml *root)
{
    const scree_yaml *node = scree_yaml_find(root, "shapes");
    int count;
    if (node == NULL) return;
    scree_scene_shape *list = scree_scene_list(r, node, "shapes", SCREE_YAML_MAP, sizeof *list, &count);
    bool *good = scree_arena_take(r->arena, (size_t)count + 1);
    if (good == NULL) return;
    for (int i = 0; i < count; ++i) {
        const size_t before = r->errors->count;
        read_shape(r, &node->items[i], &list[i]);
        good[i] = r->errors->count == before;
    }
    r->scene->shapes = list;
    r->scene->shape_count = count;
    for (int i = 0; i < count; ++i) {
        const size_t before = r->errors->count;
        if (list[i].kind == SCREE_SCENE_CLUSTER) read_parts(r, node->items[i].value, &list[i]);
        // Values may be right one by one and yet make no shape: coplanar vertices, a rounding that is too large.
        if (good[i] && r->errors->count == before)
            scree_fill_try_shape(r->scene, &list[i], scree_scene_report, r->errors);
        if (list[i].kind == SCREE_SCENE_CLUSTER && good[i] && r->errors->count == before) measure(r, &list[i]);
    }
}
