#include "fields.h"

#include <stdio.h>
#include <string.h>

#include "text.h"

bool scree_cli_is_word(const char *bytes, size_t size, word w)
{
    return size == w.size && memcmp(bytes, w.bytes, size) == 0;
}

static int index_of(const json_field *field, const word *names, int count)
{
    const size_t size = field->name_size;
    for (int i = 0; i < count && size > 0; ++i) {
        // Comparing the first byte first saves most calls.
        if (names[i].size == size && names[i].bytes[0] == field->name[0] &&
            memcmp(names[i].bytes, field->name, size) == 0)
            return i;
    }
    return -1;
}

bool scree_cli_fields_collect(json_value object, const word *names, int count, const char *path, object_fields *out,
                              complaint *c)
{
    char buffer[64];
    out->present = 0;
    out->unknown.name = NULL;
    if (scree_cli_json_kind(object) != JSON_OBJECT) {
        const int size = (int)strlen(path);
        return scree_cli_complain(c, "%.*s%sexpected an object, got %s", size > 0 ? size - 1 : 0, path,
                                  size > 0 ? ": " : "", scree_cli_value_words(object, buffer));
    }
    json_fields fields = scree_cli_json_fields(object);
    json_field field;
    int twice = -1;
    while (scree_cli_json_next(&fields, &field)) {
        const int i = index_of(&field, names, count);
        if (i < 0) {
            if (out->unknown.name == NULL) out->unknown = field;
            continue;
        }
        if (scree_cli_fields_has(out, i)) twice = i;
        out->present |= FIELD_BIT(i);
        out->values[i] = field.value;
    }
    return twice < 0 || scree_cli_complain(c, "%s%s: is there twice", path, names[twice].bytes);
}

void scree_cli_fields_list(const word *names, int count, unsigned which, char *buffer, size_t size)
{
    size_t n = 0;
    buffer[0] = 0;
    for (int i = 0; i < count; ++i) {
        if (!(which & FIELD_BIT(i)) || n + names[i].size + 3 > size) continue;
        n += (size_t)snprintf(buffer + n, size - n, "%s%s", n > 0 ? ", " : "", names[i].bytes);
    }
}

bool scree_cli_fields_all_known(const object_fields *f, const word *names, int count, unsigned allowed,
                                const char *path, const char *owner, complaint *c)
{
    const json_field *u = &f->unknown;
    if (u->name == NULL) return true;
    const int shown = (int)scree_cli_text_cut(u->name, u->name_size, 60);
    char suggestion[SUGGESTION_SIZE], list[240];
    if (scree_cli_suggest(u->name, u->name_size, names, count, allowed, suggestion)[0] != 0)
        return scree_cli_complain(c, "%s%.*s: unknown field%s", path, shown, u->name, suggestion);
    scree_cli_fields_list(names, count, allowed, list, sizeof list);
    return scree_cli_complain(c, "%s%.*s: unknown field; %s has %s", path, shown, u->name, owner, list);
}
