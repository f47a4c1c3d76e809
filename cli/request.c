#include "request.h"

#include <stdio.h>
#include <string.h>

#include "fields.h"
#include "number.h"
#include "parameters.h"
#include "repair.h"
#include "text.h"

typedef enum top_field {
    TOP_ID,
    TOP_A,
    TOP_B,
    TOP_METHOD,
    TOP_TOLERANCE,
    TOP_MARGIN,
    TOP_PARAMETERS,
    TOP_WANT,
    TOP_COUNT
} top_field;

static const word top_names[TOP_COUNT] = {
    [TOP_ID] = WORD("id"),
    [TOP_A] = WORD("a"),
    [TOP_B] = WORD("b"),
    [TOP_METHOD] = WORD("method"),
    [TOP_TOLERANCE] = WORD("tolerance"),
    [TOP_MARGIN] = WORD("margin"),
    [TOP_PARAMETERS] = WORD("parameters"),
    [TOP_WANT] = WORD("want"),
};

void scree_cli_request_free(request *r)
{
    for (int i = 0; i < 2; ++i) scree_cli_body_free(&r->bodies[i]);
}

/// Integers of up to 64 bits come from the parser; any other number is echoed as it is written.
bool scree_cli_id_read(json_value value, const char *line, size_t size, request_id *id, complaint *c)
{
    char buffer[64];
    if (scree_cli_json_string(value, &id->bytes, &id->size) && (id->size == 0 || id->bytes[0] != REPAIR_MARK)) {
        id->kind = ID_STRING;
        return true;
    }
    if (scree_cli_json_kind(value) != JSON_NUMBER)
        return scree_cli_complain(c, "id: expected a string or a number, got %s", scree_cli_value_words(value, buffer));
    id->kind = ID_NUMBER;
    id->size = scree_cli_json_integer(value, id->digits);
    id->bytes = id->digits;
    if (id->size > 0 || scree_cli_find_id(line, size, &id->bytes, &id->size)) return true;
    double x = 0.0; // the name is written with escapes, and so not found in the line
    scree_cli_json_number(value, &x);
    id->bytes = id->digits;
    id->size = (size_t)(scree_cli_number_put(id->digits, x) - id->digits);
    return true;
}

void scree_cli_id_write(const request_id *id, text *out)
{
    if (id->kind == ID_ABSENT) return;
    scree_cli_text_words(out, "\"id\":");
    if (id->kind == ID_NUMBER)
        scree_cli_text_add(out, id->bytes, id->size);
    else
        scree_cli_text_json(out, id->bytes, id->size);
    scree_cli_text_words(out, ",");
}

/// A string that came as such, not as a word that was repaired.
static bool is_string(json_value value, const char **bytes, size_t *size)
{
    return scree_cli_json_string(value, bytes, size) && (*size == 0 || (*bytes)[0] != REPAIR_MARK);
}

static bool read_method(json_value value, const scree_method **method, complaint *c)
{
    char name[64], buffer[64], suggestion[SUGGESTION_SIZE];
    const char *bytes;
    size_t size;
    if (!is_string(value, &bytes, &size))
        return scree_cli_complain(c, "method: expected a string, got %s", scree_cli_value_words(value, buffer));
    size_t shown = scree_cli_text_cut(bytes, size, sizeof name - 1);
    memcpy(name, bytes, shown);
    name[shown] = 0;
    // A name with a 0 byte in it is no name, though C would see only its start.
    *method = shown == size && strlen(name) == size ? scree_method_find(name) : NULL;
    return *method != NULL || scree_cli_complain(c, "method: unknown method '%s'%s", name,
                                                 scree_cli_suggest_method(bytes, size, suggestion));
}

/// A length, 0 or more.
static bool read_length(const object_fields *top, top_field field, double *out, complaint *c)
{
    char buffer[64];
    const char *name = top_names[field].bytes;
    if (!scree_cli_fields_has(top, (int)field)) return true;
    if (!scree_cli_json_number(top->values[field], out))
        return scree_cli_complain(c, "%s: expected a number, got %s", name,
                                  scree_cli_value_words(top->values[field], buffer));
    return *out >= 0.0 || scree_cli_complain(c, "%s: must not be negative, got %g", name, *out);
}

static bool add_want(json_value value, size_t i, unsigned *want, complaint *c)
{
    enum { FEATURES, PATCH, VOLUME, FIELD, COUNT };
    static const word names[COUNT] = {
        [FEATURES] = WORD("features"), [PATCH] = WORD("patch"), [VOLUME] = WORD("volume"), [FIELD] = WORD("field")
    };
    static const unsigned bits[COUNT] = { WANT_FEATURES, WANT_PATCH, WANT_VOLUME, WANT_FIELD };
    const char *bytes;
    size_t size;
    char buffer[64], suggestion[SUGGESTION_SIZE];
    if (!is_string(value, &bytes, &size))
        return scree_cli_complain(c, "want[%zu]: expected a string, got %s", i, scree_cli_value_words(value, buffer));
    for (int k = 0; k < COUNT; ++k) {
        if (!scree_cli_is_word(bytes, size, names[k])) continue;
        *want |= bits[k];
        return true;
    }
    scree_cli_suggest(bytes, size, names, COUNT, ~0u, suggestion);
    return scree_cli_complain(c, "want[%zu]: unknown word '%.*s'%s", i, (int)scree_cli_text_cut(bytes, size, 60), bytes,
                              suggestion[0] != 0 ? suggestion : "; it may list features, patch, volume, field");
}

static bool read_want(json_value value, unsigned *want, complaint *c)
{
    char buffer[64];
    if (scree_cli_json_kind(value) != JSON_ARRAY)
        return scree_cli_complain(c, "want: expected an array of words such as [\"patch\"], got %s",
                                  scree_cli_value_words(value, buffer));
    json_items items = scree_cli_json_items(value);
    json_value item;
    for (size_t i = 0; scree_cli_json_next_item(&items, &item); ++i) {
        if (!add_want(item, i, want, c)) return false;
    }
    return true;
}

/// What the request says of how to answer; the defaults where it does not.
static bool read_options(const object_fields *top, const request_defaults *defaults, request *r, complaint *c)
{
    double margin = defaults->margin;
    r->options = scree_query_defaults();
    r->options.method = defaults->method;
    r->options.tolerance = defaults->tolerance;
    r->want = 0;
    if (scree_cli_fields_has(top, TOP_METHOD) && !read_method(top->values[TOP_METHOD], &r->options.method, c))
        return false;
    if (!read_length(top, TOP_TOLERANCE, &r->options.tolerance, c) || !read_length(top, TOP_MARGIN, &margin, c))
        return false;
    r->own_tolerance = scree_cli_fields_has(top, TOP_TOLERANCE);
    r->own_margin = scree_cli_fields_has(top, TOP_MARGIN);
    r->options.within = margin >= 0.0;
    r->options.margin = r->options.within ? margin : 0.0;
    if (scree_cli_fields_has(top, TOP_WANT) && !read_want(top->values[TOP_WANT], &r->want, c)) return false;
    r->has_parameters = scree_cli_fields_has(top, TOP_PARAMETERS);
    if (!r->has_parameters) return true;
    return scree_cli_parameters_read(top->values[TOP_PARAMETERS], r->options.method, &r->parameters, c);
}

bool scree_cli_request_read(json_value root, const char *line, size_t size, const request_defaults *defaults,
                            mesh_store *meshes, request *r, complaint *c)
{
    object_fields top;
    char buffer[64];
    r->id.kind = ID_ABSENT;
    if (scree_cli_json_kind(root) == JSON_ARRAY)
        return scree_cli_complain(c, "expected an object with \"a\" and \"b\", got an array; one object a line: try "
                                     "jq -c '.[]'");
    if (scree_cli_json_kind(root) != JSON_OBJECT)
        return scree_cli_complain(c, "expected an object with \"a\" and \"b\", got %s",
                                  scree_cli_value_words(root, buffer));
    bool sound = scree_cli_fields_collect(root, top_names, TOP_COUNT, "", &top, c);
    // The id comes first, so that complaints about the rest carry it.
    complaint about_id = { .line = c->line, .path = c->path };
    if (scree_cli_fields_has(&top, TOP_ID) && !scree_cli_id_read(top.values[TOP_ID], line, size, &r->id, &about_id) &&
        sound) {
        *c = about_id;
        sound = false;
    }
    if (!sound || !scree_cli_fields_all_known(&top, top_names, TOP_COUNT, ~0u, "", "a request", c)) return false;
    for (int i = 0; i < 2; ++i) {
        const top_field field = i == 0 ? TOP_A : TOP_B;
        if (!scree_cli_fields_has(&top, (int)field))
            return scree_cli_complain(c, "%s: missing", top_names[field].bytes);
        if (!scree_cli_body_read(top.values[field], i == 0 ? "a." : "b.", meshes, &r->bodies[i], c)) return false;
    }
    return read_options(&top, defaults, r, c);
}
