// Values that several parts of a scene have: orientations, spins and regions.
#include <string.h>

#include "scene/keys.h"

// -------------------------------------------------------------------------------------------------------- orientations

typedef struct axis_angle {
    scree_vec3 axis;
    double degrees;
} axis_angle;

static scree_quat read_axis_angle(scree_scene_reader *r, const scree_yaml *node)
{
    static const scree_key keys[] = {
        { .name = "axis", .type = KEY_VECTOR, .offset = offsetof(axis_angle, axis), KEY_ANY, .required = true },
        { .name = "degrees", .type = KEY_NUMBER, .offset = offsetof(axis_angle, degrees), KEY_ANY, .required = true },
    };
    axis_angle value = { { 0.0, 0.0, 1.0 }, 0.0 };
    scree_keys_read(r, node, "axis_angle", keys, sizeof keys / sizeof *keys, &value);
    return scree_quat_from_axis_degrees(value.axis, value.degrees);
}

scree_quat scree_value_orientation(scree_scene_reader *r, const scree_yaml *map)
{
    static const char *const names[] = { "orientation", "axis_angle", "euler_degrees", "angle_degrees" };
    const scree_key any = { .name = "orientation", KEY_ANY }, euler = { .name = "euler_degrees", KEY_ANY },
                    angle = { .name = "angle_degrees", KEY_ANY };
    const scree_yaml *given = NULL, *nodes[4];
    scree_quat q = { 1.0, 0.0, 0.0, 0.0 };
    double w[4], degrees = 0.0;
    scree_vec3 angles = { 0.0, 0.0, 0.0 };
    for (int i = 0; i < 4; ++i) {
        nodes[i] = scree_yaml_find(map, names[i]);
        if (nodes[i] != NULL && given != NULL)
            scree_scene_complain(r->errors, nodes[i]->place, "%s: the orientation is given twice", names[i]);
        if (nodes[i] != NULL) given = nodes[i];
    }
    // `orientation: random` is what an insertion says; it reads that itself.
    if (nodes[0] != NULL && nodes[0]->kind == SCREE_YAML_SCALAR && strcmp(nodes[0]->text, "random") == 0) return q;
    if (nodes[0] != NULL && nodes[0]->kind == SCREE_YAML_MAP)
        scree_scene_complain(r->errors, nodes[0]->place,
                             "orientation: expected a list of 4 numbers, a quaternion; axis_angle, euler_degrees or "
                             "angle_degrees stand in its place, not in it");
    else if (nodes[0] != NULL && scree_value_numbers(r, nodes[0], &any, 4, 4, w, NULL))
        q = (scree_quat){ w[0], w[1], w[2], w[3] };
    if (nodes[1] != NULL) q = read_axis_angle(r, nodes[1]);
    if (nodes[2] != NULL && scree_value_vector(r, nodes[2], &euler, &angles)) q = scree_quat_from_euler_degrees(angles);
    if (nodes[3] != NULL && scree_value_number(r, nodes[3], &angle, &degrees))
        q = scree_quat_from_axis_degrees((scree_vec3){ 0.0, 0.0, 1.0 }, degrees);
    const scree_quat unit = scree_quat_normalise(q);
    if (unit.w != 0.0 || unit.x != 0.0 || unit.y != 0.0 || unit.z != 0.0) return unit;
    scree_scene_complain(r->errors, given != NULL ? given->place : map->place, "the orientation is no rotation");
    return (scree_quat){ 1.0, 0.0, 0.0, 0.0 };
}

// --------------------------------------------------------------------------------------------------------------- spins

bool scree_value_spin(scree_scene_reader *r, const scree_yaml *map, const char *name, scree_vec3 *out)
{
    const scree_yaml *node = scree_yaml_find(map, name);
    const scree_key key = { .name = name, KEY_ANY };
    double v[3] = { 0.0, 0.0, 0.0 };
    if (node == NULL) return false;
    if (r->dimension == 2) {
        if (!scree_value_number(r, node, &key, &v[2])) return false;
    } else if (!scree_value_numbers(r, node, &key, 3, 3, v, NULL))
        return false;
    *out = (scree_vec3){ v[0], v[1], v[2] };
    return true;
}

bool scree_value_rpm(scree_scene_reader *r, const scree_yaml *map, const char *name, scree_vec3 *out)
{
    const double f = 2.0 * 3.14159265358979323846 / 60.0;
    scree_vec3 rpm;
    if (!scree_value_spin(r, map, name, &rpm)) return false;
    *out = (scree_vec3){ f * rpm.x, f * rpm.y, f * rpm.z };
    return true;
}

// ------------------------------------------------------------------------------------------------------------- regions

static bool is_box(scree_vec3 low, scree_vec3 high, int dimension)
{
    return low.x < high.x && low.y < high.y && (dimension == 2 || low.z < high.z);
}

typedef struct region_reading {
    scree_scene_region region;
    int type;
} region_reading;

bool scree_value_region(scree_scene_reader *r, const scree_yaml *node, scree_scene_region *out)
{
    static const char *const types[] = { "box", "cylinder", "half_space", NULL };
    static const scree_key keys[] = {
        { .name = "type", .type = KEY_CHOICE, .offset = offsetof(region_reading, type), .words = types },
        { .name = "min", .type = KEY_VECTOR, .offset = offsetof(region_reading, region.low), KEY_ANY },
        { .name = "max", .type = KEY_VECTOR, .offset = offsetof(region_reading, region.high), KEY_ANY },
        { .name = "from", .type = KEY_VECTOR, .offset = offsetof(region_reading, region.low), KEY_ANY },
        { .name = "to", .type = KEY_VECTOR, .offset = offsetof(region_reading, region.high), KEY_ANY },
        { .name = "radius", .type = KEY_NUMBER, .offset = offsetof(region_reading, region.radius), KEY_POSITIVE },
        { .name = "normal", .type = KEY_VECTOR, .offset = offsetof(region_reading, region.normal), KEY_ANY },
        { .name = "offset", .type = KEY_NUMBER, .offset = offsetof(region_reading, region.offset), KEY_ANY },
    };
    // What each type must have, in the order of `types`.
    static const char *const needs[3][3] = { { "min", "max", NULL },
                                             { "from", "to", "radius" },
                                             { "normal", "offset" } };
    region_reading g = { .type = 0 };
    if (scree_yaml_find(node, "radius") != NULL) g.type = 1;
    if (scree_yaml_find(node, "normal") != NULL) g.type = 2;
    if (!scree_keys_read(r, node, "region", keys, sizeof keys / sizeof *keys, &g)) return false;
    bool whole = true;
    for (int i = 0; i < 3 && needs[g.type][i] != NULL; ++i) {
        if (scree_keys_missing(r, node, "region", needs[g.type][i])) whole = false;
    }
    const scree_vec3 n = g.region.normal, low = g.region.low, high = g.region.high;
    if (whole && g.type == 0 && !is_box(low, high, r->dimension)) {
        scree_scene_complain(r->errors, node->place, "region: min must be below max along each axis");
        whole = false;
    }
    if (whole && g.type == 1 && low.x == high.x && low.y == high.y && low.z == high.z) {
        scree_scene_complain(r->errors, node->place, "region: from and to must differ");
        whole = false;
    }
    if (whole && g.type == 2 && n.x == 0.0 && n.y == 0.0 && n.z == 0.0) {
        scree_scene_complain(r->errors, node->place, "region: the normal must not be 0");
        whole = false;
    }
    static const scree_region_kind kinds[] = { SCREE_REGION_BOX, SCREE_REGION_CYLINDER, SCREE_REGION_HALF_SPACE };
    g.region.kind = kinds[g.type];
    if (whole) *out = g.region;
    return whole;
}
