// From a line to its answer: parse, check the fields, get the two shapes, query the library, check the result.
#include "answer.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "line_reader.h"
#include "number.h"
#include "shapes.h"

struct answerer {
    const answer_options *options;
    line_reader reader;
    shape_store shapes;
    mesh_store meshes;
    request request;
    wanted wanted;
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
    if (!scree_cli_line_reader_begin(&self->reader)) {
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
    scree_cli_meshes_clear(&self->meshes);
    scree_cli_request_free(&self->request);
    scree_cli_wanted_free(&self->wanted);
    scree_cli_line_reader_end(&self->reader);
    free(self->scratch);
    free(self);
}

static bool read_line(answerer *self, const char *bytes, size_t size)
{
    json_value root;
    request *r = &self->request;
    line_verdict verdict = scree_cli_line_read(&self->reader, bytes, size, &root, &r->id, &self->complaint);
    if (verdict == LINE_BAD) return false;
    if (!scree_cli_request_read(root, bytes, size, &self->options->defaults, &self->meshes, r, &self->complaint))
        return false;
    return verdict == LINE_FINE || scree_cli_complain_not_finite(&self->complaint);
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
    // The numbers of features must not depend on the lines before.
    bool unpatterned = (self->request.want & WANT_FEATURES) != 0;
    *out = scree_cli_shapes_get(&self->shapes, i, &self->request.bodies[i].key, unpatterned, &error);
    return *out != NULL || scree_cli_complain(&self->complaint, "%c.%s", "ab"[i], error.message);
}

static bool reserve_scratch(answerer *self, const scree_shape *a, const scree_shape *b)
{
    size_t size = scree_method_scratch(self->request.options.method, a, b);
    size_t more = self->request.want != 0 ? scree_cli_wanted_scratch(self->request.want, a, b) : 0;
    if (size < more) size = more;
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

/// With a margin an answer is either the full one or a proof that the pair is beyond; nothing in between. Methods that
/// do not stop at the proof have found more than was asked for.
static void settle_margin(const scree_query_options *options, scree_contact *k)
{
    if (!options->within || k->beyond || !(k->lower > options->margin)) return;
    k->beyond = 1;
    k->status = SCREE_OK;
    k->distance = k->lower;
}

static bool query_pair(answerer *self, stored_shape *const shapes[2], answer *out)
{
    const request *r = &self->request;
    const scree_shape *a = shapes[0]->shape, *b = shapes[1]->shape;
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
    const scree_paper paper = { .ellipsoids = r->has_parameters ? &r->parameters : NULL, .counts = &out->counts };
    scree_query_options options = r->options;
    options.paper = &paper;
    scree_status status = scree_query(&body_a, &body_b, &options, &out->contact);
    if (status == SCREE_UNSUPPORTED_PAIR) return complain_method(a, b, out, c);
    if (status == SCREE_INVALID_POSE) return complain_pose(r, c);
    if (status != SCREE_OK && status != SCREE_NO_CONVERGENCE)
        return scree_cli_complain(c, "a, b: %s", scree_status_text(status));
    if (!is_finite(&out->contact)) return scree_cli_complain(c, "a, b: the answer is too large for a double");
    settle_margin(&r->options, &out->contact);
    return scree_cli_wanted_find(&self->wanted, r, shapes, &out->contact, c);
}

static void add_field(text *out, const char *name, double x)
{
    scree_cli_text_words(out, name);
    char *room = scree_cli_text_room(out, NUMBER_SIZE + 1);
    if (room == NULL) return;
    char *end = scree_cli_number_put(room, x);
    *end++ = ',';
    out->size += (size_t)(end - room);
}

/// The line as it is, on one line, with what the command line adds to it.
static void add_request(const request *r, const char *bytes, size_t size, text *out)
{
    const char *open = memchr(bytes, '{', size); // it is an object
    const size_t start = open != NULL ? (size_t)(open - bytes) + 1 : 0;
    scree_cli_text_words(out, "\"request\":{");
    if (r->options.tolerance >= 0.0 && !r->own_tolerance) add_field(out, "\"tolerance\":", r->options.tolerance);
    if (r->options.within && !r->own_margin) add_field(out, "\"margin\":", r->options.margin);
    char *room = scree_cli_text_room(out, size);
    if (room == NULL) return;
    for (size_t i = start; i < size; ++i) *room++ = bytes[i] == '\n' || bytes[i] == '\r' ? ' ' : bytes[i];
    out->size += size - start;
    scree_cli_text_words(out, ",");
}

/// The request and its answer. A line that is no request is not repeated.
static void write_both(const request *r, const char *bytes, size_t size, const answer *a, text *out)
{
    scree_cli_text_words(out, "{");
    if (a->error == NULL) add_request(r, bytes, size, out);
    scree_cli_text_words(out, "\"answer\":");
    scree_cli_write_json(a, out);
    if (out->failed) return;
    --out->size; // the end of its line
    scree_cli_text_words(out, "}\n");
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

static void count(const answer *a, tally *counts)
{
    if (a->error != NULL) {
        ++counts->of[COUNT_ERRORS];
        return;
    }
    if (a->contact.status == SCREE_NO_CONVERGENCE) ++counts->of[COUNT_UNCONVERGED];
    switch (a->contact.state) {
    case SCREE_SEPARATED:
        ++counts->of[COUNT_SEPARATED];
        break;
    case SCREE_TOUCHING:
        ++counts->of[COUNT_TOUCHING];
        break;
    case SCREE_OVERLAPPING:
        ++counts->of[COUNT_OVERLAPPING];
        break;
    }
}

static answer answer_to(answerer *self, const char *bytes, size_t size, uint64_t number, stored_shape *shapes[2])
{
    answer result = { .id = &self->request.id, .wanted = &self->wanted };
    self->complaint.line = number;
    self->wanted.there = 0;
    bool answered = read_line(self, bytes, size) && get_shape(self, 0, &shapes[0]) && get_shape(self, 1, &shapes[1]) &&
                    query_pair(self, shapes, &result);
    if (!answered) result.error = self->complaint.words;
    return result;
}

void scree_cli_answer_line(answerer *self, const char *bytes, size_t size, uint64_t number, text *out, tally *counts)
{
    stored_shape *shapes[2] = { NULL, NULL };
    answer result = answer_to(self, bytes, size, number, shapes);
    if (self->options->echo)
        write_both(&self->request, bytes, size, &result, out);
    else
        write(self->options->format, &result, out);
    count(&result, counts);
    release_both(shapes);
    if (scree_cli_line_reader_renew(&self->reader, size)) scree_cli_request_free(&self->request);
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

// -------------------------------------------------------------------------------------------------------- lines

static void *create_worker(const void *options)
{
    return scree_cli_answerer_create(options);
}

static void destroy_worker(void *self)
{
    scree_cli_answerer_destroy(self);
}

static void work_on(void *worker, const line *l, size_t max_line, text *out, tally *counts)
{
    answerer *self = worker;
    if (!l->too_long) {
        scree_cli_answer_line(self, l->bytes, l->size, l->number, out, counts);
        return;
    }
    request_id none = { .kind = ID_ABSENT };
    answer result = { .id = &none, .error = self->complaint.words };
    self->complaint.line = l->number;
    scree_cli_complain(&self->complaint, "longer than %zu bytes (see --max-line)", max_line);
    write(self->options->format, &result, out);
    count(&result, counts);
}

static void add_head(const void *options, text *out)
{
    scree_cli_write_head(((const answer_options *)options)->format, out);
}

static void add_footer(const void *options, const tally *counts, text *out)
{
    scree_cli_write_footer(((const answer_options *)options)->format, counts, out);
}

const line_work scree_cli_answer_work = { create_worker, destroy_worker, work_on, add_head, add_footer };
