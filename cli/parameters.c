// The library takes any number, and the default for one that makes no sense. A request with a parameter that has no effect is
// more likely a slip, so here it is an error.
#include "parameters.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "suggest.h"
#include "text.h"

typedef enum knob_kind {
    FLAG,
    POSITIVE,
    LENGTH, ///< or a power of one; 0 leaves it to the pair
    PORTION ///< above 0 and below 1
} knob_kind;

typedef struct knob {
    const char *name;
    const char *method; ///< the only one that reads it
    knob_kind kind;
    size_t at; ///< in scree_ellipsoid_parameters
} knob;

#define KNOB(field, method_name, knob_kind)                                                                            \
    {                                                                                                                  \
        .name = #field, .method = (method_name), .kind = (knob_kind),                                                  \
        .at = offsetof(scree_ellipsoid_parameters, field)                                                              \
    }

static const knob knobs[] = {
    KNOB(adaptive_angle, "moving-balls", FLAG),
    KNOB(initial_coulomb, "newton-coulomb", FLAG),
    KNOB(coulomb_most, "newton-coulomb", POSITIVE),
    KNOB(coulomb_near, "newton-coulomb", POSITIVE),
    KNOB(coulomb_shrink, "newton-coulomb", PORTION),
    KNOB(coulomb_force, "newton-coulomb", LENGTH),
    KNOB(coulomb_drag, "newton-coulomb", POSITIVE),
    KNOB(coulomb_step, "newton-coulomb", POSITIVE),
    KNOB(penalty, "exterior-penalty", LENGTH),
    KNOB(penalty_stop, "exterior-penalty", LENGTH),
    KNOB(jain_factor, "jain", POSITIVE),
    KNOB(jain_shrink, "jain", PORTION),
};

enum { KNOB_COUNT = sizeof knobs / sizeof *knobs };

static const knob *find(const json_field *field)
{
    for (int i = 0; i < KNOB_COUNT; ++i) {
        if (strlen(knobs[i].name) == field->name_size && memcmp(knobs[i].name, field->name, field->name_size) == 0)
            return &knobs[i];
    }
    return NULL;
}

static bool is_in_range(knob_kind kind, double x)
{
    return kind == LENGTH ? x >= 0.0 : x > 0.0 && (kind != PORTION || x < 1.0);
}

static bool read_value(const knob *k, json_value value, scree_ellipsoid_parameters *out, complaint *c)
{
    static const char *const ranges[] = {
        [POSITIVE] = "must be positive", [LENGTH] = "must not be negative", [PORTION] = "must be above 0 and below 1"
    };
    char *place = (char *)out + k->at, buffer[64];
    if (k->kind == FLAG) {
        bool flag;
        if (!scree_cli_json_bool(value, &flag))
            return scree_cli_complain(c, "parameters.%s: expected true or false, got %s", k->name,
                                      scree_cli_value_words(value, buffer));
        memcpy(place, &flag, sizeof flag);
        return true;
    }
    double x;
    if (!scree_cli_json_number(value, &x))
        return scree_cli_complain(c, "parameters.%s: expected a number, got %s", k->name,
                                  scree_cli_value_words(value, buffer));
    if (!is_in_range(k->kind, x))
        return scree_cli_complain(c, "parameters.%s: %s, got %g", k->name, ranges[k->kind], x);
    memcpy(place, &x, sizeof x);
    return true;
}

/// Each method that has any, once: they stand together in the table.
static bool complain_method(const char *method, complaint *c)
{
    char names[160] = "";
    size_t size = 0;
    for (int i = 0; i < KNOB_COUNT; ++i) {
        if (i > 0 && strcmp(knobs[i].method, knobs[i - 1].method) == 0) continue;
        size += (size_t)snprintf(names + size, sizeof names - size, "%s%s", i > 0 ? ", " : "", knobs[i].method);
    }
    return scree_cli_complain(c, "parameters: '%s' has none; these have: %s", method, names);
}

static bool complain_unknown(const json_field *field, const char *method, complaint *c)
{
    word names[KNOB_COUNT];
    unsigned allowed = 0;
    char suggestion[SUGGESTION_SIZE];
    for (int i = 0; i < KNOB_COUNT; ++i) {
        names[i] = (word){ knobs[i].name, strlen(knobs[i].name) };
        if (strcmp(knobs[i].method, method) == 0) allowed |= 1u << i;
    }
    return scree_cli_complain(c, "parameters.%.*s: unknown field%s",
                              (int)scree_cli_text_cut(field->name, field->name_size, 60), field->name,
                              scree_cli_suggest(field->name, field->name_size, names, KNOB_COUNT, allowed, suggestion));
}

static bool has_any(const char *method)
{
    for (int i = 0; i < KNOB_COUNT; ++i) {
        if (strcmp(knobs[i].method, method) == 0) return true;
    }
    return false;
}

bool scree_cli_parameters_read(json_value value, const scree_method *method, scree_ellipsoid_parameters *out,
                               complaint *c)
{
    const char *name = method != NULL ? method->name : scree_method_at(0)->name;
    char buffer[64];
    json_field field;
    unsigned present = 0;
    *out = scree_ellipsoid_parameters_defaults();
    if (scree_cli_json_kind(value) != JSON_OBJECT)
        return scree_cli_complain(c, "parameters: expected an object, got %s", scree_cli_value_words(value, buffer));
    if (!has_any(name)) return complain_method(name, c);
    json_fields fields = scree_cli_json_fields(value);
    while (scree_cli_json_next(&fields, &field)) {
        const knob *k = find(&field);
        if (k == NULL) return complain_unknown(&field, name, c);
        if (strcmp(k->method, name) != 0)
            return scree_cli_complain(c, "parameters.%s: '%s' does not read it, only '%s' does", k->name, name,
                                      k->method);
        const unsigned bit = 1u << (k - knobs);
        if (present & bit) return scree_cli_complain(c, "parameters.%s: is there twice", k->name);
        present |= bit;
        if (!read_value(k, field.value, out, c)) return false;
    }
    return true;
}
