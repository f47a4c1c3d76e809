#include "claims.h"

#include <stdio.h>
#include <string.h>

#include "fields.h"
#include "repair.h"
#include "text.h"

enum answer_field {
    DISTANCE,
    NORMAL,
    LOWER,
    UPPER,
    TOLERANCE,
    POINT_A,
    POINT_B,
    POINT,
    STATE,
    STATUS,
    FEATURES,
    FEATURE_A,
    INDEX_A,
    FEATURE_B,
    INDEX_B,
    PATCH,
    BEYOND,
    VERTICES_A,
    VERTICES_B,
    VOLUME,
    FIELD,
    FIELD_COUNT
};

static const word names[FIELD_COUNT] = {
    [DISTANCE] = WORD("distance"),     [NORMAL] = WORD("normal"),       [LOWER] = WORD("lower"),
    [UPPER] = WORD("upper"),           [POINT_A] = WORD("point_a"),     [POINT_B] = WORD("point_b"),
    [POINT] = WORD("point"),           [STATE] = WORD("state"),         [STATUS] = WORD("status"),
    [FEATURES] = WORD("features"),     [INDEX_A] = WORD("index_a"),     [FEATURE_A] = WORD("feature_a"),
    [FEATURE_B] = WORD("feature_b"),   [INDEX_B] = WORD("index_b"),     [PATCH] = WORD("patch"),
    [BEYOND] = WORD("beyond"),         [TOLERANCE] = WORD("tolerance"), [VERTICES_A] = WORD("vertices_a"),
    [VERTICES_B] = WORD("vertices_b"), [VOLUME] = WORD("volume"),       [FIELD] = WORD("field"),
};

// Fields that scree query writes too, but that claim nothing to be checked.
static const word others[] = { WORD("id"),     WORD("method"),    WORD("iterations"),
                               WORD("counts"), WORD("cut_short"), WORD("error") };

static const word feature_names[] = { WORD("surface"), WORD("vertex"), WORD("edge"), WORD("face") };
static const word state_names[] = { WORD("separated"), WORD("touching"), WORD("overlapping") };

enum {
    FEATURE_KINDS = sizeof feature_names / sizeof *feature_names,
    STATES = sizeof state_names / sizeof *state_names
};

static bool has(const object_fields *f, enum answer_field i)
{
    return scree_cli_fields_has(f, (int)i);
}

static bool read_number(const object_fields *f, enum answer_field i, double *out, complaint *c)
{
    char buffer[64];
    if (!has(f, i) || scree_cli_json_number(f->values[i], out)) return true;
    return scree_cli_complain(c, "%s: expected a number, got %s", names[i].bytes,
                              scree_cli_value_words(f->values[i], buffer));
}

static bool read_vector(const object_fields *f, enum answer_field i, int dimension, scree_vec3 *out, complaint *c)
{
    double x[3] = { 0.0, 0.0, 0.0 };
    char buffer[64];
    if (!has(f, i)) return true;
    json_mismatch m = scree_cli_json_numbers(f->values[i], x, (size_t)dimension);
    *out = (scree_vec3){ x[0], x[1], x[2] };
    if (m.what == JSON_MATCH) return true;
    if (m.what == JSON_WRONG_COUNT)
        return scree_cli_complain(c, "%s: expected %d numbers, got %zu", names[i].bytes, dimension, m.count);
    if (m.what == JSON_NOT_ARRAY)
        return scree_cli_complain(c, "%s: expected an array of %d numbers, got %s", names[i].bytes, dimension,
                                  scree_cli_value_words(m.culprit, buffer));
    return scree_cli_complain(c, "%s[%zu]: expected a number, got %s", names[i].bytes, m.component,
                              scree_cli_value_words(m.culprit, buffer));
}

/// One of several words; its number goes into `out`.
static bool read_word(const char *bytes, size_t size, const char *field, const word *known, int count, int *out,
                      complaint *c)
{
    char list[120], suggestion[SUGGESTION_SIZE];
    for (int i = 0; i < count; ++i) {
        if (!scree_cli_is_word(bytes, size, known[i])) continue;
        *out = i;
        return true;
    }
    scree_cli_fields_list(known, count, ~0u, list, sizeof list);
    scree_cli_suggest(bytes, size, known, count, ~0u, suggestion);
    return scree_cli_complain(c, "%s: expected one of %s, got '%.*s'%s", field, list,
                              (int)scree_cli_text_cut(bytes, size, 60), bytes, suggestion);
}

static bool read_string(const object_fields *f, enum answer_field i, const char **bytes, size_t *size, complaint *c)
{
    char buffer[64];
    if (scree_cli_json_string(f->values[i], bytes, size) && (*size == 0 || (*bytes)[0] != REPAIR_MARK)) return true;
    return scree_cli_complain(c, "%s: expected a string, got %s", names[i].bytes,
                              scree_cli_value_words(f->values[i], buffer));
}

/// "ok" or "no_convergence"; an answer with an error claims nothing.
static bool read_status(const object_fields *f, claims *out, complaint *c)
{
    static const word statuses[] = { WORD("ok"), WORD("no_convergence"), WORD("error") };
    const char *bytes;
    size_t size;
    int status = 0;
    if (!has(f, STATUS)) return true;
    if (!read_string(f, STATUS, &bytes, &size, c) || !read_word(bytes, size, "status", statuses, 3, &status, c))
        return false;
    if (status == 2) return scree_cli_complain(c, "status: 'error' is no answer, there is nothing to check");
    out->contact.status = status == 0 ? SCREE_OK : SCREE_NO_CONVERGENCE;
    out->there |= SCREE_VERIFY_STATUS;
    return true;
}

static bool read_state(const object_fields *f, claims *out, complaint *c)
{
    const char *bytes;
    size_t size;
    int state = 0;
    if (!has(f, STATE)) return true;
    if (!read_string(f, STATE, &bytes, &size, c) || !read_word(bytes, size, "state", state_names, STATES, &state, c))
        return false;
    out->contact.state = (scree_state)state;
    out->there |= SCREE_VERIFY_STATE;
    return true;
}

/// "vertex-face": A's feature first.
static bool read_features(const object_fields *f, claims *out, complaint *c)
{
    const char *bytes;
    size_t size;
    int a = 0, b = 0;
    if (!has(f, FEATURES)) return true;
    if (!read_string(f, FEATURES, &bytes, &size, c)) return false;
    const char *dash = memchr(bytes, '-', size);
    if (dash == NULL)
        return scree_cli_complain(c, "features: expected two joined by '-' such as vertex-face, got '%.*s'",
                                  (int)scree_cli_text_cut(bytes, size, 60), bytes);
    const size_t first = (size_t)(dash - bytes);
    if (!read_word(bytes, first, "features", feature_names, FEATURE_KINDS, &a, c) ||
        !read_word(dash + 1, size - first - 1, "features", feature_names, FEATURE_KINDS, &b, c))
        return false;
    out->contact.feature_a = (scree_feature)a;
    out->contact.feature_b = (scree_feature)b;
    out->there |= SCREE_VERIFY_FEATURES;
    return true;
}

/// The number of a feature, from 0.
static bool read_index(const object_fields *f, enum answer_field i, int *out, complaint *c)
{
    double x = 0.0;
    if (!has(f, i)) return true;
    if (!read_number(f, i, &x, c)) return false;
    if (!(x >= 0.0 && x <= 2147483647.0) || x != (double)(int)x)
        return scree_cli_complain(c, "%s: expected a number from 0, got %g", names[i].bytes, x);
    *out = (int)x;
    return true;
}

/// feature_a with index_a, and the same of B: what "features" in a request's want adds.
static bool read_numbers_of_features(const object_fields *f, claims *out, complaint *c)
{
    int kind[2] = { 0, 0 };
    const enum answer_field fields[2] = { FEATURE_A, FEATURE_B };
    out->contact.index_a = out->contact.index_b = -1;
    if (!read_index(f, INDEX_A, &out->contact.index_a, c) || !read_index(f, INDEX_B, &out->contact.index_b, c))
        return false;
    if (!has(f, FEATURE_A) || !has(f, FEATURE_B)) return true;
    for (int i = 0; i < 2; ++i) {
        const char *bytes;
        size_t size;
        if (!read_string(f, fields[i], &bytes, &size, c) ||
            !read_word(bytes, size, names[fields[i]].bytes, feature_names, FEATURE_KINDS, &kind[i], c))
            return false;
    }
    if (has(f, FEATURES) && (kind[0] != (int)out->contact.feature_a || kind[1] != (int)out->contact.feature_b))
        return scree_cli_complain(c, "features: is not what feature_a and feature_b say");
    out->contact.feature_a = (scree_feature)kind[0];
    out->contact.feature_b = (scree_feature)kind[1];
    out->there |= SCREE_VERIFY_FEATURES;
    out->named[0] = has(f, INDEX_A) || kind[0] == SCREE_FEATURE_SURFACE;
    out->named[1] = has(f, INDEX_B) || kind[1] == SCREE_FEATURE_SURFACE;
    return true;
}

static bool read_vertices(const object_fields *f, claims *out, complaint *c)
{
    for (int i = 0; i < 2; ++i) {
        const enum answer_field field = i == 0 ? VERTICES_A : VERTICES_B;
        if (has(f, field) && !scree_cli_patch_vertices_read(f->values[field], i, &out->patch, c)) return false;
    }
    return true;
}

static bool read_area(json_value value, claims *out, complaint *c)
{
    char buffer[64];
    out->there |= SCREE_VERIFY_PATCH;
    if (scree_cli_json_number(value, &out->contact.patch_area)) return true;
    return scree_cli_complain(c, "patch.area: expected a number, got %s", scree_cli_value_words(value, buffer));
}

static bool read_patch(const object_fields *f, int dimension, claims *out, complaint *c)
{
    enum { AREA, CENTROID, CORNERS, COUNT };
    static const word parts[COUNT] = {
        [AREA] = WORD("area"), [CENTROID] = WORD("centroid"), [CORNERS] = WORD("corners")
    };
    char buffer[64];
    object_fields patch;
    if (!has(f, PATCH)) return true;
    if (scree_cli_json_kind(f->values[PATCH]) != JSON_OBJECT)
        return scree_cli_complain(c, "patch: expected an object, got %s",
                                  scree_cli_value_words(f->values[PATCH], buffer));
    if (!scree_cli_fields_collect(f->values[PATCH], parts, COUNT, "patch.", &patch, c)) return false;
    if (scree_cli_fields_has(&patch, AREA) && !read_area(patch.values[AREA], out, c)) return false;
    if (scree_cli_fields_has(&patch, CENTROID)) {
        double x[3] = { 0.0, 0.0, 0.0 };
        if (scree_cli_json_numbers(patch.values[CENTROID], x, (size_t)dimension).what != JSON_MATCH)
            return scree_cli_complain(c, "patch.centroid: expected an array of %d numbers", dimension);
        out->patch.centroid = (scree_vec3){ x[0], x[1], x[2] };
        out->patch.has_centroid = true;
    }
    return !scree_cli_fields_has(&patch, CORNERS) ||
           scree_cli_patch_corners_read(patch.values[CORNERS], dimension, &out->patch, c);
}

/// Notes the fields of the answer that are not checked: some need other fields, for some there is no check.
static void find_ignored(const object_fields *f, claims *out)
{
    const bool beyond = out->contact.beyond != 0;
    if (beyond && has(f, POINT_A)) out->ignored |= IGNORED_POINT_A | IGNORED_POINT_B;
    if (beyond && has(f, POINT)) out->ignored |= IGNORED_POINT;
    if (has(f, FEATURES) || has(f, FEATURE_A) || has(f, FEATURE_B)) {
        if (beyond || (out->there & SCREE_VERIFY_FEATURES) == 0) out->ignored |= IGNORED_FEATURES;
    }
    if (beyond && has(f, VERTICES_A)) out->ignored |= IGNORED_VERTICES_A;
    if (beyond && has(f, VERTICES_B)) out->ignored |= IGNORED_VERTICES_B;
    if (beyond && has(f, PATCH)) out->ignored |= IGNORED_PATCH;
    if (has(f, VOLUME)) out->ignored |= IGNORED_VOLUME;
    if (has(f, FIELD)) out->ignored |= IGNORED_FIELD;
}

const char *scree_cli_claims_ignored(int i)
{
    static const char *const fields[] = { "point_a",        "point_b",    "point", "features",
                                          "vertices_a",     "vertices_b", "patch", "patch.corners",
                                          "patch.centroid", "volume",     "field" };
    return (size_t)i < sizeof fields / sizeof *fields ? fields[i] : NULL;
}

static bool read_beyond(const object_fields *f, claims *out, complaint *c)
{
    char buffer[64];
    bool beyond = false;
    if (has(f, BEYOND) && !scree_cli_json_bool(f->values[BEYOND], &beyond))
        return scree_cli_complain(c, "beyond: expected true or false, got %s",
                                  scree_cli_value_words(f->values[BEYOND], buffer));
    out->contact.beyond = beyond ? 1 : 0;
    return true;
}

/// A field that looks like one that is checked and is not there was probably meant to be it.
static bool check_unknown(json_value value, const object_fields *f, complaint *c)
{
    json_fields fields = scree_cli_json_fields(value);
    json_field field;
    char suggestion[SUGGESTION_SIZE];
    while (scree_cli_json_next(&fields, &field)) {
        bool known = false;
        for (int i = 0; i < FIELD_COUNT; ++i) known = known || scree_cli_is_word(field.name, field.name_size, names[i]);
        for (size_t i = 0; i < sizeof others / sizeof *others; ++i)
            known = known || scree_cli_is_word(field.name, field.name_size, others[i]);
        if (!known &&
            scree_cli_suggest(field.name, field.name_size, names, FIELD_COUNT, ~f->present, suggestion)[0] != 0)
            return scree_cli_complain(c, "%.*s: unknown field%s",
                                      (int)scree_cli_text_cut(field.name, field.name_size, 60), field.name, suggestion);
    }
    return true;
}

static bool read_interval(const object_fields *f, claims *out, complaint *c)
{
    if (!read_number(f, LOWER, &out->contact.lower, c) || !read_number(f, UPPER, &out->contact.upper, c) ||
        !read_number(f, TOLERANCE, &out->tolerance, c))
        return false;
    if (has(f, TOLERANCE) && !(out->tolerance >= 0.0))
        return scree_cli_complain(c, "tolerance: must not be negative, got %g", out->tolerance);
    out->lower = has(f, LOWER);
    out->upper = has(f, UPPER);
    if (out->lower || out->upper) out->there |= SCREE_VERIFY_INTERVAL;
    return true;
}

static bool read_points(const object_fields *f, int dimension, claims *out, complaint *c)
{
    scree_contact *k = &out->contact;
    if (!read_vector(f, POINT_A, dimension, &k->point_a, c) || !read_vector(f, POINT_B, dimension, &k->point_b, c) ||
        !read_vector(f, POINT, dimension, &k->point, c))
        return false;
    if (has(f, POINT_A) != has(f, POINT_B))
        return scree_cli_complain(c, "%s: missing, the other point is there", has(f, POINT_A) ? "point_b" : "point_a");
    if (has(f, POINT_A)) out->there |= SCREE_VERIFY_POINTS;
    if (has(f, POINT)) out->there |= SCREE_VERIFY_POINT;
    return true;
}

bool scree_cli_claims_read(json_value value, int dimension, claims *out, complaint *c)
{
    object_fields f;
    *out = (claims){ .tolerance = -1.0 };
    if (!scree_cli_fields_collect(value, names, FIELD_COUNT, "", &f, c) || !check_unknown(value, &f, c) ||
        !read_status(&f, out, c))
        return false;
    for (int i = DISTANCE; i <= NORMAL; ++i) {
        if (!scree_cli_fields_has(&f, i)) return scree_cli_complain(c, "%s: missing", names[i].bytes);
    }
    if (!read_number(&f, DISTANCE, &out->contact.distance, c) ||
        !read_vector(&f, NORMAL, dimension, &out->contact.normal, c) || !read_interval(&f, out, c) ||
        !read_points(&f, dimension, out, c) || !read_state(&f, out, c) || !read_features(&f, out, c) ||
        !read_numbers_of_features(&f, out, c) || !read_vertices(&f, out, c) || !read_patch(&f, dimension, out, c) ||
        !read_beyond(&f, out, c))
        return false;
    find_ignored(&f, out);
    return true;
}
