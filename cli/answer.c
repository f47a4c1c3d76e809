// From a line to its answer: parse, check the fields, get the two shapes, ask the library, check what came back.
#include "answer.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "body.h"
#include "json.h"
#include "number.h"
#include "parameters.h"
#include "repair.h"
#include "shapes.h"

// The reader's memory grows with the longest line. After a line beyond this, it starts afresh.
enum { LONG_LINE = 1 << 22 };

typedef struct request {
    request_id id;
    body_text bodies[2];
    scree_query_options options;
    scree_ellipsoid_parameters parameters; ///< where the options point, if the request has any
} request;

struct answerer {
    const answer_options *options;
    json_reader *reader;
    shape_store shapes;
    request request;
    text copy; ///< of a line that needs repair
    complaint complaint;
    void *scratch;
    size_t scratch_size;
    stored_shape *pair[2]; ///< of scree_cli_answer_pair()
};

answerer *scree_cli_answerer_create(const answer_options *options)
{
    answerer *self = calloc(1, sizeof *self);
    if (self == NULL) return NULL;
    self->options = options;
    self->reader = scree_cli_json_create();
    if (self->reader == NULL) {
        free(self);
        return NULL;
    }
    return self;
}

static void release_both(stored_shape *shapes[2])
{
    for (int i = 0; i < 2; ++i) {
        scree_cli_shapes_release(shapes[i]);
        shapes[i] = NULL;
    }
}

void scree_cli_answerer_destroy(answerer *self)
{
    if (self == NULL) return;
    release_both(self->pair);
    scree_cli_shapes_clear(&self->shapes);
    for (int i = 0; i < 2; ++i) scree_cli_body_free(&self->request.bodies[i]);
    scree_cli_text_free(&self->copy);
    scree_cli_json_destroy(self->reader);
    free(self->scratch);
    free(self);
}

// ------------------------------------------------------------------------------------------------------ request

typedef enum top_field { TOP_ID, TOP_A, TOP_B, TOP_METHOD, TOP_TOLERANCE, TOP_PARAMETERS, TOP_COUNT } top_field;

static const char *const top_names[TOP_COUNT] = { "id", "a", "b", "method", "tolerance", "parameters" };

typedef struct top_fields {
    unsigned present;
    json_value values[TOP_COUNT];
} top_fields;

static bool has(const top_fields *top, top_field field)
{
    return (top->present >> field & 1u) != 0;
}

/// Fields of other names are the caller's own business.
static bool collect(json_value root, top_fields *top, complaint *c)
{
    if (scree_cli_json_kind(root) != JSON_OBJECT)
        return scree_cli_complain(c, "expected an object with \"a\" and \"b\", got %s",
                                  scree_cli_json_kind_name(scree_cli_json_kind(root)));
    json_fields fields = scree_cli_json_fields(root);
    json_field field;
    const char *twice = NULL;
    while (scree_cli_json_next(&fields, &field)) {
        for (int i = 0; i < TOP_COUNT; ++i) {
            if (strlen(top_names[i]) != field.name_size || memcmp(top_names[i], field.name, field.name_size) != 0)
                continue;
            if (has(top, (top_field)i)) twice = top_names[i];
            top->present |= 1u << i;
            top->values[i] = field.value;
        }
    }
    return twice == NULL || scree_cli_complain(c, "%s: is there twice", twice);
}

/// Integers of up to 64 bits come from the parser; any other number is echoed as it is written.
static bool read_id(json_value value, const char *line, size_t size, request_id *id, complaint *c)
{
    char word[64];
    if (scree_cli_json_string(value, &id->bytes, &id->size) && (id->size == 0 || id->bytes[0] != REPAIR_MARK)) {
        id->kind = ID_STRING;
        return true;
    }
    if (scree_cli_json_kind(value) != JSON_NUMBER)
        return scree_cli_complain(c, "id: expected a string or a number, got %s", scree_cli_value_words(value, word));
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

static bool read_method(json_value value, const scree_method **method, complaint *c)
{
    char name[64], word[64];
    const char *bytes;
    size_t size;
    if (!scree_cli_json_string(value, &bytes, &size) || (size > 0 && bytes[0] == REPAIR_MARK))
        return scree_cli_complain(c, "method: expected a string, got %s", scree_cli_value_words(value, word));
    size_t shown = scree_cli_text_cut(bytes, size, sizeof name - 1);
    memcpy(name, bytes, shown);
    name[shown] = 0;
    // A name with a 0 byte in it is no name, though C would see only its start.
    *method = shown == size && strlen(name) == size ? scree_method_find(name) : NULL;
    return *method != NULL || scree_cli_complain(c, "method: unknown method '%s'; 'scree methods' lists them", name);
}

static bool read_tolerance(json_value value, double *tolerance, complaint *c)
{
    char word[64];
    if (!scree_cli_json_number(value, tolerance))
        return scree_cli_complain(c, "tolerance: expected a number, got %s", scree_cli_value_words(value, word));
    return *tolerance >= 0.0 || scree_cli_complain(c, "tolerance: must not be negative, got %g", *tolerance);
}

/// What the request says of how to answer; the command line's options where it does not.
static bool read_options(const answerer *self, const top_fields *top, request *r, complaint *c)
{
    r->options = scree_query_defaults();
    r->options.method = self->options->method;
    r->options.tolerance = self->options->tolerance;
    if (has(top, TOP_METHOD) && !read_method(top->values[TOP_METHOD], &r->options.method, c)) return false;
    if (has(top, TOP_TOLERANCE) && !read_tolerance(top->values[TOP_TOLERANCE], &r->options.tolerance, c)) return false;
    if (!has(top, TOP_PARAMETERS)) return true;
    r->options.ellipsoids = &r->parameters;
    return scree_cli_parameters_read(top->values[TOP_PARAMETERS], r->options.method, &r->parameters, c);
}

static bool read_request(answerer *self, json_value root, const char *line, size_t size)
{
    request *r = &self->request;
    complaint *c = &self->complaint;
    top_fields top = { 0 };
    bool sound = collect(root, &top, c);
    // The id comes first, so that complaints about the rest carry it.
    complaint about_id;
    if (has(&top, TOP_ID) && !read_id(top.values[TOP_ID], line, size, &r->id, &about_id) && sound) {
        *c = about_id;
        sound = false;
    }
    if (!sound) return false;
    for (int i = 0; i < 2; ++i) {
        top_field field = i == 0 ? TOP_A : TOP_B;
        if (!has(&top, field)) return scree_cli_complain(c, "%s: missing", top_names[field]);
        if (!scree_cli_body_read(top.values[field], i == 0 ? "a." : "b.", &r->bodies[i], c)) return false;
    }
    return read_options(self, &top, r, c);
}

/// The id of a line that is no JSON, so that whoever asked can tell which line it was.
static void rescue_id(answerer *self, const char *line, size_t size)
{
    request_id *id = &self->request.id;
    const char *value, *reason;
    size_t value_size;
    json_value root;
    if (!scree_cli_find_id(line, size, &value, &value_size)) return;
    self->copy.size = 0;
    scree_cli_text_add(&self->copy, value, value_size);
    char *padding = scree_cli_text_room(&self->copy, JSON_PADDING);
    if (padding == NULL) return;
    memset(padding, 0, JSON_PADDING);
    if (scree_cli_json_parse(self->reader, self->copy.bytes, value_size, &root, &reason) != JSON_FINE) return;
    if (scree_cli_json_kind(root) == JSON_NUMBER) {
        *id = (request_id){ .kind = ID_NUMBER, .bytes = value, .size = value_size };
    } else if (scree_cli_json_string(root, &id->bytes, &id->size)) {
        id->kind = ID_STRING;
    }
}

/// About a line as a whole; number 0 stands for a document that is no line of a file.
static bool complain_line(answerer *self, uint64_t number, const char *what, const char *reason)
{
    if (number == 0) return scree_cli_complain(&self->complaint, "%s%s", what, reason);
    return scree_cli_complain(&self->complaint, "line %llu: %s%s", (unsigned long long)number, what, reason);
}

static bool read_line(answerer *self, const char *line, size_t size, uint64_t number)
{
    json_value root;
    const char *reason = "", *again = "";
    size_t words = 0;
    self->request.id.kind = ID_ABSENT;
    json_trouble trouble = scree_cli_json_parse(self->reader, line, size, &root, &reason);
    if (trouble == JSON_FINE) return read_request(self, root, line, size);

    if (trouble == JSON_BAD_TOKEN && scree_cli_repair(line, size, &self->copy, &words) &&
        scree_cli_json_parse(self->reader, self->copy.bytes, self->copy.size, &root, &again) == JSON_FINE) {
        if (!read_request(self, root, line, size)) return false;
        if (words == 0) return true;
        return complain_line(self, number, "NaN, Infinity or a number too large for a double", "");
    }
    rescue_id(self, line, size);
    if (trouble == JSON_NO_MEMORY) return scree_cli_complain(&self->complaint, "out of memory");
    return complain_line(self, number, "not JSON: ", reason);
}

// ------------------------------------------------------------------------------------------------------- answer

static bool is_finite3(scree_vec3 v)
{
    return isfinite(v.x) && isfinite(v.y) && isfinite(v.z);
}

static bool is_finite(const scree_contact *k)
{
    return isfinite(k->distance) && isfinite(k->lower) && isfinite(k->upper) && is_finite3(k->normal) &&
           is_finite3(k->point_a) && is_finite3(k->point_b) && is_finite3(k->point);
}

static bool get_shape(answerer *self, int i, stored_shape **out)
{
    scree_error error = { SCREE_OK, "" };
    *out = scree_cli_shapes_get(&self->shapes, i, &self->request.bodies[i].key, &error);
    return *out != NULL || scree_cli_complain(&self->complaint, "%c.%s", "ab"[i], error.message);
}

static bool reserve_scratch(answerer *self, const scree_shape *a, const scree_shape *b)
{
    size_t size = scree_method_scratch(self->request.options.method, a, b);
    if (size > self->scratch_size) {
        free(self->scratch);
        self->scratch = malloc(size);
        self->scratch_size = self->scratch != NULL ? size : 0;
        if (self->scratch == NULL) return false;
    }
    self->request.options.scratch = self->scratch;
    self->request.options.scratch_size = self->scratch_size;
    return true;
}

/// Which of the two poses the library refuses: orientations of length 0 were found earlier.
static bool complain_pose(const request *r, complaint *c)
{
    const double farthest = 1e60; // the library's limit of all lengths
    for (int i = 0; i < 2; ++i) {
        scree_vec3 p = r->bodies[i].position;
        double x[3] = { p.x, p.y, p.z };
        for (int k = 0; k < 3; ++k) {
            if (!(fabs(x[k]) <= farthest))
                return scree_cli_complain(c, "%c.position[%d]: must be between -1e60 and 1e60, got %g", "ab"[i], k,
                                          x[k]);
        }
    }
    return scree_cli_complain(c, "a, b: %s", scree_status_text(SCREE_INVALID_POSE));
}

/// Names those who would have answered.
static bool complain_method(const scree_shape *a, const scree_shape *b, const answer *x, complaint *c)
{
    char names[256] = "";
    size_t size = 0;
    for (int i = 0; i < scree_method_count(); ++i) {
        const scree_method *m = scree_method_at(i);
        if (!m->serves(a, b) || size + strlen(m->name) + 3 > sizeof names) continue;
        size += (size_t)snprintf(names + size, sizeof names - size, "%s%s", size > 0 ? ", " : "", m->name);
    }
    return scree_cli_complain(c, "method: '%s' does not serve %s with %s; these do: %s", x->method, x->shape_a,
                              x->shape_b, names);
}

static bool ask(answerer *self, const scree_shape *a, const scree_shape *b, answer *out)
{
    const request *r = &self->request;
    complaint *c = &self->complaint;
    out->dimension = r->bodies[0].dimension;
    out->shape_a = scree_shape_kind_name(scree_shape_kind_of(a));
    out->shape_b = scree_shape_kind_name(scree_shape_kind_of(b));
    out->method = r->options.method != NULL ? r->options.method->name : scree_method_at(0)->name;
    if (r->bodies[1].dimension != out->dimension)
        return scree_cli_complain(c, "b.shape: a %d-D %s cannot meet a %d-D %s", r->bodies[1].dimension, out->shape_b,
                                  out->dimension, out->shape_a);
    if (!reserve_scratch(self, a, b)) return scree_cli_complain(c, "out of memory");
    scree_body body_a = { a, r->bodies[0].position, r->bodies[0].orientation };
    scree_body body_b = { b, r->bodies[1].position, r->bodies[1].orientation };
    scree_status status = scree_query(&body_a, &body_b, &r->options, &out->contact);
    if (status == SCREE_UNSUPPORTED_PAIR) return complain_method(a, b, out, c);
    if (status == SCREE_INVALID_POSE) return complain_pose(r, c);
    if (status != SCREE_OK && status != SCREE_NO_CONVERGENCE)
        return scree_cli_complain(c, "a, b: %s", scree_status_text(status));
    return is_finite(&out->contact) || scree_cli_complain(c, "a, b: the answer is too large for a double");
}

static void write(answer_format format, const answer *a, text *out)
{
    switch (format) {
    case FORMAT_JSON:
        scree_cli_write_json(a, out);
        break;
    case FORMAT_CSV:
        scree_cli_write_csv(a, out);
        break;
    case FORMAT_TABLE:
        scree_cli_write_table(a, out);
        break;
    }
}

static void count(const answer *a, answer_counts *counts)
{
    if (a->error != NULL) {
        ++counts->errors;
        return;
    }
    if (a->contact.status == SCREE_NO_CONVERGENCE) ++counts->unconverged;
    switch (a->contact.state) {
    case SCREE_SEPARATED:
        ++counts->separated;
        break;
    case SCREE_TOUCHING:
        ++counts->touching;
        break;
    case SCREE_OVERLAPPING:
        ++counts->overlapping;
        break;
    }
}

/// A very long line leaves the parser with as much memory; give it back.
static void renew_reader(answerer *self)
{
    json_reader *fresh = scree_cli_json_create();
    scree_cli_text_free(&self->copy);
    for (int i = 0; i < 2; ++i) scree_cli_body_free(&self->request.bodies[i]);
    if (fresh == NULL) return;
    scree_cli_json_destroy(self->reader);
    self->reader = fresh;
}

static answer answer_to(answerer *self, const char *line, size_t size, uint64_t number, stored_shape *shapes[2])
{
    answer result = { .id = &self->request.id };
    bool answered = read_line(self, line, size, number) && get_shape(self, 0, &shapes[0]) &&
                    get_shape(self, 1, &shapes[1]) && ask(self, shapes[0]->shape, shapes[1]->shape, &result);
    if (!answered) result.error = self->complaint.words;
    return result;
}

void scree_cli_answer_line(answerer *self, const char *line, size_t size, uint64_t number, text *out,
                           answer_counts *counts)
{
    stored_shape *shapes[2] = { NULL, NULL };
    answer result = answer_to(self, line, size, number, shapes);
    write(self->options->format, &result, out);
    count(&result, counts);
    release_both(shapes);
    if (size > LONG_LINE) renew_reader(self);
}

answer scree_cli_answer_pair(answerer *self, const char *document, size_t size, scree_body bodies[2])
{
    release_both(self->pair);
    answer result = answer_to(self, document, size, 0, self->pair);
    for (int i = 0; i < 2 && result.error == NULL; ++i) {
        const body_text *b = &self->request.bodies[i];
        bodies[i] = (scree_body){ self->pair[i]->shape, b->position, b->orientation };
    }
    return result;
}

void scree_cli_answer_too_long(answerer *self, uint64_t number, size_t limit, text *out, answer_counts *counts)
{
    request_id none = { .kind = ID_ABSENT };
    answer result = { .id = &none, .error = self->complaint.words };
    scree_cli_complain(&self->complaint, "line %llu: longer than %zu bytes (see --max-line)",
                       (unsigned long long)number, limit);
    write(self->options->format, &result, out);
    count(&result, counts);
}
