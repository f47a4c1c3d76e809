#include "output/origin.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "output/bytes.h"

static const char *or_empty(const char *words)
{
    return words != NULL ? words : "";
}

bool scree_sim_origin_take(const scree_sim_origin *origin, scree_sim_origin_copy *copy, scree_error *error)
{
    static const scree_sim_origin none = { .dimension = 3 };
    if (origin == NULL) origin = &none;
    *copy = (scree_sim_origin_copy){ .origin = *origin };
    scree_sim_origin *o = &copy->origin;
    const char *words[3] = { or_empty(origin->title), or_empty(origin->command), or_empty(origin->scene) };
    size_t size = origin->material_count * sizeof(char *);
    for (int i = 0; i < 3; ++i) size += strlen(words[i]) + 1;
    for (size_t i = 0; i < origin->material_count; ++i) size += strlen(or_empty(origin->materials[i])) + 1;
    copy->memory = malloc(size);
    if (copy->memory == NULL) return scree_output_no_memory(error);
    const char **names = (const char **)(void *)copy->memory;
    char *at = copy->memory + origin->material_count * sizeof(char *);
    for (size_t i = 0; i < origin->material_count; ++i) {
        names[i] = at;
        at += sprintf(at, "%s", or_empty(origin->materials[i])) + 1;
    }
    const char **kept[3] = { &o->title, &o->command, &o->scene };
    for (int i = 0; i < 3; ++i) {
        *kept[i] = at;
        at += sprintf(at, "%s", words[i]) + 1;
    }
    o->materials = names;
    scree_sim_sha256(o->scene, strlen(o->scene), copy->scene_hash);
    return true;
}

void scree_sim_origin_free(scree_sim_origin_copy *copy)
{
    free(copy->memory);
    *copy = (scree_sim_origin_copy){ 0 };
}

scree_sim_material_name scree_sim_material_name_of(const scree_sim_origin *origin, int material)
{
    scree_sim_material_name name;
    if (material >= 0 && (size_t)material < origin->material_count && or_empty(origin->materials[material])[0] != '\0')
        snprintf(name.text, sizeof name.text, "%s", origin->materials[material]);
    else
        snprintf(name.text, sizeof name.text, "%d", material);
    return name;
}
