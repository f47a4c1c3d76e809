#include "scene/keys.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double LEAST_ABOVE_0 = 1e-30;

const char *scree_yaml_words(const scree_yaml *node, char buffer[48])
{
    switch (node->kind) {
    case SCREE_YAML_LIST:
        return "a list";
    case SCREE_YAML_MAP:
        return "a map";
    default:
        if (node->text_size == 0) return "nothing";
        snprintf(buffer, 48, "'%.*s%s'", node->text_size > 36 ? 36 : (int)node->text_size, node->text,
                 node->text_size > 36 ? "..." : "");
        return buffer;
    }
}

static bool expected(scree_scene_reader *r, const scree_yaml *node, const char *name, const char *what)
{
    char buffer[48];
    scree_scene_complain(r->errors, node->place, "%s: expected %s, got %s", name, what, scree_yaml_words(node, buffer));
    return false;
}

// ------------------------------------------------------------------------------------------------------------- scalars

/// A finite decimal number, all of the scalar. Hexadecimal digits, "nan" and "inf" are none.
static bool to_number(const scree_yaml *node, double *out)
{
    if (node->kind != SCREE_YAML_SCALAR || node->quoted || node->text_size == 0) return false;
    if (strspn(node->text, "0123456789+-.eE") != node->text_size) return false;
    char *end;
    *out = strtod(node->text, &end);
    return end == node->text + node->text_size && isfinite(*out);
}

/// What must be above 0 must not be so small either that it is lost in what is computed from it.
static bool is_lost(const scree_key *key, double value)
{
    return key->above && key->low == 0.0 && value > 0.0 && value < LEAST_ABOVE_0;
}

static bool is_allowed(scree_scene_reader *r, const scree_yaml *node, const scree_key *key, double value)
{
    const bool lost = is_lost(key, value);
    if (value >= key->low && value <= key->high && !(key->above && value <= key->low) && !lost) return true;
    char range[64];
    if (lost)
        snprintf(range, sizeof range, "at least %g", LEAST_ABOVE_0);
    else if (key->low <= -1e30 || key->high >= 1e30) {
        if (value > key->high)
            snprintf(range, sizeof range, "at most %g", key->high);
        else
            snprintf(range, sizeof range, "%s %g", key->above ? "above" : "at least", key->low);
    } else
        snprintf(range, sizeof range, "%s %g and at most %g", key->above ? "above" : "at least", key->low, key->high);
    scree_scene_complain(r->errors, node->place, "%s: must be %s, not %g", key->name, range, value);
    return false;
}

bool scree_value_number(scree_scene_reader *r, const scree_yaml *node, const scree_key *key, double *out)
{
    double value;
    if (node == NULL) return false;
    if (!to_number(node, &value)) return expected(r, node, key->name, "a number");
    if (!is_allowed(r, node, key, value)) return false;
    *out = value;
    return true;
}

bool scree_value_count(scree_scene_reader *r, const scree_yaml *node, const scree_key *key, int64_t *out)
{
    double value;
    if (node == NULL) return false;
    if (!to_number(node, &value)) return expected(r, node, key->name, "a whole number");
    if (!is_allowed(r, node, key, value)) return false;
    if (value != floor(value) || fabs(value) > 9e15) return expected(r, node, key->name, "a whole number");
    *out = (int64_t)value;
    return true;
}

static bool read_flag(scree_scene_reader *r, const scree_yaml *node, const scree_key *key, bool *out)
{
    static const char *const yes[] = { "true", "yes", "on" }, *const no[] = { "false", "no", "off" };
    for (int i = 0; i < 3 && node->kind == SCREE_YAML_SCALAR; ++i) {
        if (strcmp(node->text, yes[i]) != 0 && strcmp(node->text, no[i]) != 0) continue;
        *out = strcmp(node->text, yes[i]) == 0;
        return true;
    }
    return expected(r, node, key->name, "true or false");
}

static bool read_text(scree_scene_reader *r, const scree_yaml *node, const scree_key *key, const char **out)
{
    if (node->kind != SCREE_YAML_SCALAR || node->text_size == 0) return expected(r, node, key->name, "a text");
    *out = node->text;
    return true;
}

/// "a, b or c"
static void list_words(const char *const *words, int count, char *buffer, size_t size)
{
    size_t used = 0;
    buffer[0] = 0;
    for (int i = 0; i < count && used < size; ++i) {
        const char *joint = i == 0 ? "" : i + 1 < count ? ", " : " or ";
        const int n = snprintf(buffer + used, size - used, "%s%s", joint, words[i]);
        used += n > 0 ? (size_t)n : 0;
    }
}

int scree_value_word(scree_scene_reader *r, const scree_yaml *node, const char *name, const char *const *words,
                     int count)
{
    char list[160], buffer[48], hint[80];
    const char *text = node->kind == SCREE_YAML_SCALAR ? node->text : "";
    for (int i = 0; i < count; ++i)
        if (strcmp(text, words[i]) == 0) return i;
    list_words(words, count, list, sizeof list);
    if (scree_scene_likeliest(text, words, sizeof *words, count) != NULL)
        scree_scene_complain(r->errors, node->place, "%s: no %s%s", name, scree_yaml_words(node, buffer),
                             scree_scene_hint(text, words, sizeof *words, count, hint));
    else
        scree_scene_complain(r->errors, node->place, "%s: expected %s, got %s", name, list,
                             scree_yaml_words(node, buffer));
    return -1;
}

bool scree_value_choice(scree_scene_reader *r, const scree_yaml *node, const scree_key *key, int *out)
{
    int count = 0;
    if (node == NULL) return false;
    while (key->words[count] != NULL) ++count;
    const int found = scree_value_word(r, node, key->name, key->words, count);
    if (found >= 0) *out = found;
    return found >= 0;
}

// --------------------------------------------------------------------------------------------------------------- lists

bool scree_value_numbers(scree_scene_reader *r, const scree_yaml *node, const scree_key *key, int least, int most,
                         double *out, int *count)
{
    char what[64];
    if (node == NULL) return false;
    if (least == most)
        snprintf(what, sizeof what, "a list of %d numbers", most);
    else
        snprintf(what, sizeof what, "a list of %d to %d numbers", least, most);
    if (node->kind != SCREE_YAML_LIST) return expected(r, node, key->name, what);
    if (node->count < (size_t)least || node->count > (size_t)most) {
        scree_scene_complain(r->errors, node->place, "%s: expected %s, got %zu", key->name, what, node->count);
        return false;
    }
    bool good = true;
    for (size_t i = 0; i < node->count; ++i) good = scree_value_number(r, node->items[i].value, key, &out[i]) && good;
    if (count != NULL) *count = (int)node->count;
    return good;
}

bool scree_value_vector(scree_scene_reader *r, const scree_yaml *node, const scree_key *key, scree_vec3 *out)
{
    double v[3] = { 0.0, 0.0, 0.0 };
    if (!scree_value_numbers(r, node, key, r->dimension, 3, v, NULL)) return false;
    if (r->dimension == 2 && v[2] != 0.0) {
        scree_scene_complain(r->errors, node->place, "%s: in two dimensions z must be 0", key->name);
        return false;
    }
    *out = (scree_vec3){ v[0], v[1], v[2] };
    return true;
}

bool scree_value_points(scree_scene_reader *r, const scree_yaml *node, const char *name, int least,
                        const scree_vec3 **out, size_t *count)
{
    const scree_key key = { .name = name, KEY_ANY };
    if (node == NULL) return false;
    if (node->kind != SCREE_YAML_LIST || node->count < (size_t)least) {
        char what[64];
        snprintf(what, sizeof what, "a list of at least %d points", least);
        return expected(r, node, name, what);
    }
    scree_vec3 *points = scree_arena_take(r->arena, node->count * sizeof *points);
    bool good = points != NULL;
    for (size_t i = 0; i < node->count && points != NULL; ++i)
        good = scree_value_vector(r, node->items[i].value, &key, &points[i]) && good;
    *out = points;
    *count = good ? node->count : 0;
    return good;
}

// ---------------------------------------------------------------------------------------------------------------- maps

static bool read_value(scree_scene_reader *r, const scree_yaml *node, const scree_key *key, void *field)
{
    int64_t whole;
    switch (key->type) {
    case KEY_NUMBER:
        return scree_value_number(r, node, key, field);
    case KEY_COUNT:
        return scree_value_count(r, node, key, field);
    case KEY_INTEGER:
        if (!scree_value_count(r, node, key, &whole)) return false;
        *(int *)field = (int)whole;
        return true;
    case KEY_VECTOR:
        return scree_value_vector(r, node, key, field);
    case KEY_FLAG:
        return read_flag(r, node, key, field);
    case KEY_TEXT:
        return read_text(r, node, key, field);
    case KEY_CHOICE:
        return scree_value_choice(r, node, key, field);
    default:
        return true;
    }
}

static void report_unknown(scree_scene_reader *r, scree_yaml_item *item, const char *what, const scree_key *keys,
                           int count)
{
    char hint[80];
    const size_t before = r->errors->count;
    item->meant = scree_scene_likeliest(item->key, &keys->name, sizeof *keys, count);
    scree_scene_complain(r->errors, item->key_place, "%s: unknown key %.60s%s", what,
                         item->key[0] != 0 ? item->key : "''",
                         scree_scene_hint(item->key, &keys->name, sizeof *keys, count, hint));
    item->complaint = r->errors->count > before ? r->errors->count : 0;
}

bool scree_keys_read(scree_scene_reader *r, const scree_yaml *node, const char *what, const scree_key *keys, int count,
                     void *out)
{
    if (node->kind != SCREE_YAML_MAP) return expected(r, node, what, "a map of keys and values");
    for (size_t i = 0; i < node->count; ++i) {
        scree_yaml_item *item = &node->items[i];
        int k = 0;
        while (k < count && strcmp(keys[k].name, item->key) != 0) ++k;
        if (k == count)
            report_unknown(r, item, what, keys, count);
        else if (keys[k].type != KEY_OTHER)
            read_value(r, item->value, &keys[k], (char *)out + keys[k].offset);
    }
    for (int k = 0; k < count; ++k) {
        if (keys[k].required) scree_keys_missing(r, node, what, keys[k].name);
    }
    return true;
}

bool scree_keys_lack(const scree_yaml *map, const char *key)
{
    for (size_t i = 0; map->kind == SCREE_YAML_MAP && i < map->count; ++i) {
        const char *name = map->items[i].meant != NULL ? map->items[i].meant : map->items[i].key;
        if (strcmp(name, key) == 0) return false;
    }
    return true;
}

bool scree_keys_missing(scree_scene_reader *r, const scree_yaml *node, const char *what, const char *key)
{
    if (scree_yaml_find(node, key) != NULL) return false;
    if (scree_keys_lack(node, key)) scree_keys_report_missing(r, node, what, key);
    return true;
}

void scree_keys_report_missing(scree_scene_reader *r, const scree_yaml *node, const char *what, const char *key)
{
    for (size_t i = 0; node->kind == SCREE_YAML_MAP && i < node->count; ++i) {
        scree_yaml_item *item = &node->items[i];
        if (item->complaint == 0 || item->meant != NULL) continue;
        scree_scene_error *error = &r->errors->list[item->complaint - 1];
        const size_t size = strlen(error->message);
        snprintf(error->message + size, sizeof error->message - size, "; %s is missing", key);
        item->meant = key; // so that one key that is missing goes with one that is unknown
        return;
    }
    scree_scene_complain(r->errors, node->place, "%s: %s is missing", what, key);
}

static bool has_word(const char *list, const char *word)
{
    const size_t size = strlen(word);
    for (const char *at = strstr(list, word); at != NULL; at = strstr(at + 1, word)) {
        if ((at == list || at[-1] == ' ') && (at[size] == 0 || at[size] == ' ')) return true;
    }
    return false;
}

void scree_keys_check_kind(scree_scene_reader *r, const scree_yaml *node, const char *what, const scree_key *keys,
                           int first, int count, const char *allowed)
{
    for (int k = first; k < count; ++k) {
        const scree_yaml *value = scree_yaml_find(node, keys[k].name);
        if (value == NULL || has_word(allowed, keys[k].name)) continue;
        scree_scene_complain(r->errors, value->place, "%s: a %s has no such key; its own are: %s", keys[k].name, what,
                             allowed);
    }
}

int scree_value_name(scree_scene_reader *r, const scree_yaml *node, const char *kind, const char *const *names,
                     size_t stride, int count)
{
    char hint[80], buffer[48];
    if (node == NULL) return -1;
    if (node->kind != SCREE_YAML_SCALAR) {
        expected(r, node, kind, "a name");
        return -1;
    }
    for (int i = 0; i < count; ++i) {
        const char *name;
        memcpy(&name, (const char *)names + (size_t)i * stride, sizeof name);
        if (strcmp(name, node->text) == 0) return i;
    }
    scree_scene_complain(r->errors, node->place, "there is no %s %s%s", kind, scree_yaml_words(node, buffer),
                         scree_scene_hint(node->text, names, stride, count, hint));
    return -1;
}
