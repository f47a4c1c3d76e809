#include "scene/parts.h"

#define FIELD(name) offsetof(scree_material, name)

static const scree_key material_keys[] = {
    { .name = "density", .type = KEY_NUMBER, .offset = FIELD(density), KEY_POSITIVE, .required = true },
    { .name = "youngs_modulus", .type = KEY_NUMBER, .offset = FIELD(youngs_modulus), KEY_POSITIVE },
    { .name = "poisson_ratio",
      .type = KEY_NUMBER,
      .offset = FIELD(poisson_ratio),
      .low = -1,
      .high = 0.5,
      .above = true },
    { .name = "restitution", .type = KEY_NUMBER, .offset = FIELD(restitution), KEY_SHARE },
    { .name = "friction", .type = KEY_NUMBER, .offset = FIELD(friction), KEY_NOT_NEGATIVE },
    { .name = "rolling_friction", .type = KEY_NUMBER, .offset = FIELD(rolling_friction), KEY_NOT_NEGATIVE },
    { .name = "torsional_friction", .type = KEY_NUMBER, .offset = FIELD(torsional_friction), KEY_NOT_NEGATIVE },
    { .name = "adhesion", .type = KEY_NUMBER, .offset = FIELD(adhesion), KEY_NOT_NEGATIVE },
};

static void read_materials(scree_scene_reader *r, const scree_yaml *node)
{
    int count;
    scree_scene_material *list = scree_scene_list(r, node, "materials", SCREE_YAML_MAP, sizeof *list, &count);
    for (int i = 0; i < count; ++i) {
        list[i].place = node->items[i].key_place;
        list[i].properties = (scree_material){ .name = node->items[i].key,
                                               .density = 1000.0,
                                               .youngs_modulus = 1e7,
                                               .poisson_ratio = 0.25,
                                               .restitution = 0.5,
                                               .friction = 0.5 };
        scree_keys_read(r, node->items[i].value, list[i].properties.name, material_keys,
                        sizeof material_keys / sizeof *material_keys, &list[i].properties);
    }
    r->scene->materials = list;
    r->scene->material_count = count;
}

static int find_material(scree_scene_reader *r, const scree_yaml *node)
{
    const scree_scene *scene = r->scene;
    if (scene->material_count == 0) return -1;
    return scree_value_name(r, node, "material", &scene->materials->properties.name, sizeof *scene->materials,
                            scene->material_count);
}

int scree_scene_read_material(scree_scene_reader *r, const scree_yaml *map, const char *what)
{
    const scree_yaml *node = scree_yaml_find(map, "material");
    if (node != NULL) return find_material(r, node);
    if (r->scene->material_count == 1) return 0;
    if (r->scene->material_count > 1 && scree_keys_lack(map, "material"))
        scree_scene_complain(r->errors, map->place, "%s: material is missing, and there are several", what);
    return -1;
}

#undef FIELD
#define FIELD(name) offsetof(scree_material_pair, name)

static const scree_key pair_keys[] = {
    { .name = "between", .type = KEY_OTHER, .required = true },
    { .name = "restitution", .type = KEY_NUMBER, .offset = FIELD(restitution), KEY_SHARE },
    { .name = "friction", .type = KEY_NUMBER, .offset = FIELD(friction), KEY_NOT_NEGATIVE },
    { .name = "rolling_friction", .type = KEY_NUMBER, .offset = FIELD(rolling_friction), KEY_NOT_NEGATIVE },
    { .name = "torsional_friction", .type = KEY_NUMBER, .offset = FIELD(torsional_friction), KEY_NOT_NEGATIVE },
    { .name = "adhesion", .type = KEY_NUMBER, .offset = FIELD(adhesion), KEY_NOT_NEGATIVE },
    { .name = "stiffness", .type = KEY_NUMBER, .offset = FIELD(stiffness), KEY_POSITIVE },
    { .name = "tangential_ratio", .type = KEY_NUMBER, .offset = FIELD(tangential_ratio), KEY_NOT_NEGATIVE },
    { .name = "collision_time", .type = KEY_NUMBER, .offset = FIELD(collision_time), KEY_POSITIVE },
};

static void read_pair(scree_scene_reader *r, const scree_yaml *node, scree_scene_pair *pair)
{
    pair->place = node->place;
    pair->properties = (scree_material_pair){ NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN };
    pair->material = pair->other = -1;
    if (!scree_keys_read(r, node, "pairs", pair_keys, sizeof pair_keys / sizeof *pair_keys, &pair->properties)) return;
    const scree_yaml *between = scree_yaml_find(node, "between"), *time = scree_yaml_find(node, "collision_time");
    if (time != NULL && scree_yaml_find(node, "stiffness") != NULL)
        scree_scene_complain(r->errors, time->place, "pairs: either stiffness or collision_time, not both");
    if (between == NULL) return;
    if (between->kind != SCREE_YAML_LIST || between->count != 2) {
        scree_scene_complain(r->errors, between->place, "between: expected two materials, as [rock, steel]");
        return;
    }
    pair->material = find_material(r, between->items[0].value);
    pair->other = find_material(r, between->items[1].value);
}

static bool is_same_pair(const scree_scene_pair *a, const scree_scene_pair *b)
{
    return a->material >= 0 && a->other >= 0 &&
           ((a->material == b->material && a->other == b->other) ||
            (a->material == b->other && a->other == b->material));
}

void scree_scene_read_materials(scree_scene_reader *r, const scree_yaml *root)
{
    const scree_yaml *materials = scree_yaml_find(root, "materials"), *pairs = scree_yaml_find(root, "pairs");
    if (materials != NULL) read_materials(r, materials);
    if (pairs == NULL) return;
    int count;
    scree_scene_pair *list = scree_scene_list(r, pairs, "pairs", SCREE_YAML_LIST, sizeof *list, &count);
    for (int i = 0; i < count; ++i) {
        read_pair(r, pairs->items[i].value, &list[i]);
        for (int j = 0; j < i; ++j) {
            if (is_same_pair(&list[i], &list[j]))
                scree_scene_complain(r->errors, list[i].place, "pairs: these two materials stand here a second time");
        }
    }
    r->scene->pairs = list;
    r->scene->pair_count = count;
}
