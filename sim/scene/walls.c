#include <stdio.h>
#include <string.h>

#include "fill/try.h"
#include "scene/parts.h"
#include "scree/mesh.h"

// ----------------------------------------------------------------------------------------------------------------- walls

#define FIELD(name) offsetof(wall_reading, name)

typedef struct wall_reading {
    scree_scene_wall wall;
    int kind, side;
    double scale;
    const char *file;
} wall_reading;

static const char *const kind_words[] = { "plane", "box", "cylinder", "plate", "mesh", "plates", NULL };
static const char *const side_words[] = { "inside", "outside", NULL };
static const char *const face_words[] = { "x-", "x+", "y-", "y+", "z-", "z+" };
static const char *const cap_words[] = { "bottom", "top" };

static const char *const keys_of_kind[] = {
    [SCREE_WALL_PLANE] = "normal offset",
    [SCREE_WALL_BOX] = "min max faces thickness",
    [SCREE_WALL_CYLINDER] = "axis centre radius length grains caps segments thickness",
    [SCREE_WALL_PLATE] = "size vertices thickness position orientation axis_angle euler_degrees angle_degrees",
    [SCREE_WALL_PLATES] = "parts position orientation axis_angle euler_degrees angle_degrees",
    [SCREE_WALL_MESH] = "file scale thickness position orientation axis_angle euler_degrees angle_degrees",
};

static const scree_key wall_keys[] = {
    { .name = "type", .type = KEY_CHOICE, .offset = FIELD(kind), .required = true, .words = kind_words },
    { .name = "material", .type = KEY_OTHER },
    { .name = "motion", .type = KEY_OTHER },
    { .name = "normal", .type = KEY_VECTOR, .offset = FIELD(wall.normal), KEY_ANY },
    { .name = "offset", .type = KEY_NUMBER, .offset = FIELD(wall.offset), KEY_ANY },
    { .name = "min", .type = KEY_VECTOR, .offset = FIELD(wall.low), KEY_ANY },
    { .name = "max", .type = KEY_VECTOR, .offset = FIELD(wall.high), KEY_ANY },
    { .name = "faces", .type = KEY_OTHER },
    { .name = "thickness", .type = KEY_NUMBER, .offset = FIELD(wall.thickness), KEY_POSITIVE },
    { .name = "axis", .type = KEY_VECTOR, .offset = FIELD(wall.axis), KEY_ANY },
    { .name = "centre", .type = KEY_VECTOR, .offset = FIELD(wall.centre), KEY_ANY },
    { .name = "radius", .type = KEY_OTHER },
    { .name = "length", .type = KEY_NUMBER, .offset = FIELD(wall.length), KEY_POSITIVE },
    { .name = "grains", .type = KEY_CHOICE, .offset = FIELD(side), .words = side_words },
    { .name = "caps", .type = KEY_OTHER },
    { .name = "segments", .type = KEY_INTEGER, .offset = FIELD(wall.segments), .low = 3, .high = 1000 },
    { .name = "size", .type = KEY_VECTOR, .offset = FIELD(wall.edges), KEY_POSITIVE },
    { .name = "vertices", .type = KEY_OTHER },
    { .name = "file", .type = KEY_TEXT, .offset = FIELD(file) },
    { .name = "scale", .type = KEY_NUMBER, .offset = FIELD(scale), KEY_POSITIVE },
    { .name = "parts", .type = KEY_OTHER },
    { .name = "position", .type = KEY_VECTOR, .offset = FIELD(wall.position), KEY_ANY },
    KEYS_OF_ORIENTATION,
};

enum { WALL_KEYS = sizeof wall_keys / sizeof *wall_keys, FIRST_OF_KIND = 3 };

/// A list of words as bits.
static unsigned read_set(scree_scene_reader *r, const scree_yaml *node, const char *name, const char *const *words,
                         int count)
{
    unsigned set = 0;
    if (node->kind != SCREE_YAML_LIST) {
        scree_scene_complain(r->errors, node->place, "%s: expected a list of %s to %s", name, words[0],
                             words[count - 1]);
        return 0;
    }
    for (size_t i = 0; i < node->count; ++i) {
        const int word = scree_value_word(r, node->items[i].value, name, words, count);
        if (word >= 0) set |= 1u << word;
    }
    return set;
}

static void read_box(scree_scene_reader *r, const scree_yaml *node, scree_scene_wall *w)
{
    const scree_scene *scene = r->scene;
    const int count = 2 * r->dimension;
    const scree_yaml *faces = scree_yaml_find(node, "faces");
    if (scree_yaml_find(node, "min") == NULL) w->low = scene->settings.domain_low;
    if (scree_yaml_find(node, "max") == NULL) w->high = scene->settings.domain_high;
    w->faces = faces != NULL ? read_set(r, faces, "faces", face_words, count) : (1u << count) - 1u;
    if (w->low.x >= w->high.x || w->low.y >= w->high.y || (r->dimension == 3 && w->low.z >= w->high.z))
        scree_scene_complain(r->errors, node->place, "%s: min must be below max along each axis", w->name);
}

/// What a circle does not have.
static void forbid_depth(scree_scene_reader *r, const scree_yaml *node, const char *name)
{
    static const char *const keys[] = { "axis", "length", "caps" };
    for (size_t i = 0; i < sizeof keys / sizeof *keys; ++i) {
        const scree_yaml *value = scree_yaml_find(node, keys[i]);
        if (value != NULL)
            scree_scene_complain(r->errors, value->place, "%s: in two dimensions it is a circle, without %s", name,
                                 keys[i]);
    }
}

static void read_cylinder(scree_scene_reader *r, const scree_yaml *node, bool outside, scree_scene_wall *w)
{
    const scree_key key = { .name = "radius", KEY_NOT_NEGATIVE };
    const scree_yaml *radius = scree_yaml_find(node, "radius"), *caps = scree_yaml_find(node, "caps");
    if (r->dimension == 2)
        forbid_depth(r, node, w->name);
    else
        scree_keys_missing(r, node, w->name, "length");
    if (scree_yaml_find(node, "axis") == NULL || r->dimension == 2) w->axis = (scree_vec3){ 0.0, 0.0, 1.0 };
    const double length = sqrt(w->axis.x * w->axis.x + w->axis.y * w->axis.y + w->axis.z * w->axis.z);
    if (!(length > 0.0))
        scree_scene_complain(r->errors, node->place, "%s: the axis must not be 0", w->name);
    else
        w->axis = (scree_vec3){ w->axis.x / length, w->axis.y / length, w->axis.z / length };
    if (!scree_keys_missing(r, node, w->name, "radius")) {
        if (radius->kind == SCREE_YAML_SCALAR) {
            scree_value_number(r, radius, &key, &w->radius[0]);
            w->radius[1] = w->radius[0];
        } else
            scree_value_numbers(r, radius, &key, 2, 2, w->radius, NULL);
        if (!(w->radius[0] + w->radius[1] > 0.0))
            scree_scene_complain(r->errors, radius->place, "radius: must be above 0");
    }
    w->outside = outside;
    if ((outside || r->dimension == 2) && w->radius[0] != w->radius[1])
        scree_scene_complain(r->errors, node->place, "%s: %s, the radius is one number", w->name,
                             outside ? "with the grains outside" : "in two dimensions");
    if (caps != NULL) w->caps = read_set(r, caps, "caps", cap_words, 2);
    if (w->segments == 0) w->segments = 48;
    if (w->thickness == 0.0) w->thickness = 0.2 * fmax(w->radius[0], w->radius[1]);
}

static void read_plate(scree_scene_reader *r, const scree_yaml *node, scree_scene_wall *w)
{
    const scree_yaml *size = scree_yaml_find(node, "size"), *vertices = scree_yaml_find(node, "vertices");
    if ((size != NULL) == (vertices != NULL))
        scree_scene_complain(r->errors, node->place, "%s: expected either size or vertices", w->name);
    else if (vertices != NULL)
        scree_value_points(r, vertices, "vertices", r->dimension == 2 ? 2 : 3, &w->vertices, &w->vertex_count);
}

/// A plate among several: where it is, in the frame of all.
static void read_part(scree_scene_reader *r, const scree_yaml *node, const scree_scene_wall *whole,
                      scree_scene_wall *out)
{
    static const scree_key keys[] = {
        { .name = "size", .type = KEY_VECTOR, .offset = FIELD(wall.edges), KEY_POSITIVE },
        { .name = "vertices", .type = KEY_OTHER },
        { .name = "thickness", .type = KEY_NUMBER, .offset = FIELD(wall.thickness), KEY_POSITIVE },
        { .name = "position", .type = KEY_VECTOR, .offset = FIELD(wall.position), KEY_ANY },
        KEYS_OF_ORIENTATION,
    };
    wall_reading in = { .kind = SCREE_WALL_PLATE };
    if (!scree_keys_read(r, node, "part", keys, sizeof keys / sizeof *keys, &in)) return;
    in.wall.kind = SCREE_WALL_PLATE;
    in.wall.name = whole->name;
    in.wall.place = node->place;
    in.wall.orientation = scree_value_orientation(r, node);
    read_plate(r, node, &in.wall);
    *out = in.wall;
}

static void read_parts(scree_scene_reader *r, const scree_yaml *node, scree_scene_wall *w)
{
    if (scree_keys_missing(r, node, w->name, "parts")) return;
    const scree_yaml *list = scree_yaml_find(node, "parts");
    int count;
    scree_scene_wall *parts = scree_scene_list(r, list, "parts", SCREE_YAML_LIST, sizeof *parts, &count);
    if (list->kind == SCREE_YAML_LIST && list->count == 0)
        scree_scene_complain(r->errors, list->place, "parts: expected at least one plate");
    for (int i = 0; i < count; ++i) {
        parts[i] = (scree_scene_wall){ .kind = SCREE_WALL_PLATE, .orientation = { 1.0, 0.0, 0.0, 0.0 } };
        read_part(r, list->items[i].value, w, &parts[i]);
    }
    w->parts = parts;
    w->part_count = (size_t)count;
}

/// The corners of all triangles, three each; faces of more corners are cut into fans.
static void copy_triangles(scree_scene_reader *r, const scree_mesh *mesh, double scale, scree_scene_wall *w)
{
    size_t count = 0;
    for (size_t f = 0; f < mesh->face_count; ++f) count += mesh->face_starts[f + 1] - mesh->face_starts[f] - 2;
    scree_vec3 *corners = scree_arena_take(r->arena, 3 * count * sizeof *corners + 1);
    if (corners == NULL) return;
    size_t n = 0;
    for (size_t f = 0; f < mesh->face_count; ++f) {
        const int *face = &mesh->corners[mesh->face_starts[f]];
        const size_t size = mesh->face_starts[f + 1] - mesh->face_starts[f];
        for (size_t k = 1; k + 1 < size; ++k) {
            const int three[3] = { face[0], face[k], face[k + 1] };
            for (int i = 0; i < 3; ++i) {
                const scree_vec3 p = mesh->points[three[i]];
                corners[n++] = (scree_vec3){ scale * p.x, scale * p.y, scale * p.z };
            }
        }
    }
    w->vertices = corners;
    w->vertex_count = n;
}

static void read_mesh(scree_scene_reader *r, const scree_yaml *node, const wall_reading *in, scree_scene_wall *w)
{
    scree_mesh mesh;
    scree_error error = { SCREE_OK, "" };
    if (r->dimension == 2) scree_scene_complain(r->errors, node->place, "%s: meshes are three-dimensional", w->name);
    if (scree_keys_missing(r, node, w->name, "file") || in->file == NULL) return;
    w->mesh = scree_scene_path(r, in->file);
    if (w->mesh == NULL || r->resumed) return;
    if (scree_mesh_read(w->mesh, SCREE_MESH_BY_NAME, &mesh, &error) != SCREE_OK) {
        scree_scene_complain(r->errors, scree_yaml_find(node, "file")->place, "file: %.200s", error.message);
        return;
    }
    copy_triangles(r, &mesh, in->scale, w);
    scree_mesh_free(&mesh);
}

static void read_kind(scree_scene_reader *r, const scree_yaml *node, const wall_reading *in, scree_scene_wall *w)
{
    switch (w->kind) {
    case SCREE_WALL_PLANE:
        scree_keys_missing(r, node, w->name, "offset");
        if (!scree_keys_missing(r, node, w->name, "normal") && w->normal.x == 0.0 && w->normal.y == 0.0 &&
            w->normal.z == 0.0)
            scree_scene_complain(r->errors, node->place, "%s: the normal must not be 0", w->name);
        break;
    case SCREE_WALL_BOX:
        read_box(r, node, w);
        break;
    case SCREE_WALL_CYLINDER:
        read_cylinder(r, node, in->side == 1, w);
        break;
    case SCREE_WALL_PLATE:
        read_plate(r, node, w);
        break;
    case SCREE_WALL_MESH:
        read_mesh(r, node, in, w);
        break;
    case SCREE_WALL_PLATES:
        read_parts(r, node, w);
        break;
    }
}

static void read_wall(scree_scene_reader *r, const scree_yaml_item *item, bool tool, scree_scene_wall *out)
{
    wall_reading in = { .kind = -1, .scale = 1.0 };
    const scree_yaml *node = item->value;
    out->name = item->key;
    out->place = item->key_place;
    if (!scree_keys_read(r, node, item->key, wall_keys, WALL_KEYS, &in) || in.kind < 0) return;
    in.wall.name = item->key;
    in.wall.place = item->key_place;
    in.wall.tool = tool;
    in.wall.kind = (scree_scene_wall_kind)in.kind;
    in.wall.material = scree_scene_read_material(r, node, item->key);
    scree_keys_check_kind(r, node, kind_words[in.kind], wall_keys, FIRST_OF_KIND, WALL_KEYS, keys_of_kind[in.kind]);
    in.wall.orientation = scree_value_orientation(r, node);
    read_kind(r, node, &in, &in.wall);
    *out = in.wall;
}

void scree_scene_read_walls(scree_scene_reader *r, const scree_yaml *root)
{
    static const char *const sections[] = { "walls", "tools" };
    int counts[2] = { 0, 0 };
    const scree_yaml *nodes[2];
    for (int s = 0; s < 2; ++s) {
        nodes[s] = scree_yaml_find(root, sections[s]);
        if (nodes[s] != NULL && nodes[s]->kind != SCREE_YAML_MAP) {
            int none;
            (void)scree_scene_list(r, nodes[s], sections[s], SCREE_YAML_MAP, 1, &none);
        } else if (nodes[s] != NULL)
            counts[s] = (int)nodes[s]->count;
    }
    scree_scene_wall *list = scree_arena_take(r->arena, (size_t)(counts[0] + counts[1]) * sizeof *list + 1);
    if (list == NULL) return;
    int n = 0;
    for (int s = 0; s < 2; ++s) {
        for (int i = 0; i < counts[s]; ++i, ++n) {
            const scree_yaml_item *item = &nodes[s]->items[i];
            for (int j = 0; s == 1 && j < counts[0]; ++j) {
                if (strcmp(list[j].name, item->key) == 0)
                    scree_scene_complain(r->errors, item->key_place, "%s: a wall has this name", item->key);
            }
            const size_t before = r->errors->count;
            read_wall(r, item, s == 1, &list[n]);
            if (r->errors->count == before && !r->resumed)
                scree_fill_try_wall(r->scene, &list[n], scree_scene_report, r->errors);
        }
    }
    r->scene->walls = list;
    r->scene->wall_count = n;
    for (int s = 0, w = 0; s < 2; ++s) { // motions refer to other walls
        for (int i = 0; i < counts[s]; ++i, ++w) {
            const scree_yaml *value = nodes[s]->items[i].value;
            const scree_yaml *motion = value->kind == SCREE_YAML_MAP ? scree_yaml_find(value, "motion") : NULL;
            if (motion != NULL) scree_scene_read_motions(r, motion, &list[w].motions, &list[w].motion_count);
        }
    }
}
