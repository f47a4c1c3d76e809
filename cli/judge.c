#include "judge.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "claims.h"
#include "fields.h"
#include "line_reader.h"
#include "named_features.h"
#include "number.h"
#include "shapes.h"

struct judge {
    line_reader reader;
    shape_store shapes;
    mesh_store meshes;
    request request;
    request_id id;
    claims claims;
    complaint complaint;
};

judge *scree_cli_judge_create(void)
{
    judge *self = calloc(1, sizeof *self);
    if (self == NULL) return NULL;
    if (!scree_cli_line_reader_begin(&self->reader)) {
        free(self);
        return NULL;
    }
    return self;
}

void scree_cli_judge_destroy(judge *self)
{
    if (self == NULL) return;
    scree_cli_shapes_clear(&self->shapes);
    scree_cli_meshes_clear(&self->meshes);
    scree_cli_request_free(&self->request);
    scree_cli_line_reader_end(&self->reader);
    free(self);
}

// -------------------------------------------------------------------------------------------------------- verdict

/// A missing end of the interval is one tolerance from the distance.
static void fill_interval(claims *k, const scree_body bodies[2])
{
    const double size = scree_pair_size(bodies[0].shape, bodies[1].shape);
    const double tolerance = k->tolerance >= 0.0 ? k->tolerance : 1e-9 * size;
    if (!k->lower) k->contact.lower = k->contact.distance - tolerance;
    if (!k->upper) k->contact.upper = k->contact.distance + tolerance;
}

/// Pairs of edges that are tried where two polyhedra overlap: a thousand edges each, some 10 ms.
enum { MOST_AXES = 1 << 20 };

/// Whether a body's feature is given with its number. A half space has one face, which needs none.
static bool is_named(const claims *k, const scree_body *body, int i)
{
    const bool plane = scree_shape_kind_of(body->shape) == SCREE_HALF_SPACE;
    return (k->there & SCREE_VERIFY_FEATURES) != 0 && (k->named[i] || plane);
}

/// The patch and the vertices are only defined by features that are given with their numbers. What is not checked without them
/// is noted.
static bool is_numbered(claims *k, const scree_body bodies[2])
{
    const scree_contact *x = &k->contact;
    for (int i = 0; i < 2; ++i) {
        const scree_feature feature = i == 0 ? x->feature_a : x->feature_b;
        if (k->patch.has_vertices[i] && !(is_named(k, &bodies[i], i) && feature != SCREE_FEATURE_SURFACE))
            k->ignored |= i == 0 ? IGNORED_VERTICES_A : IGNORED_VERTICES_B;
    }
    const bool numbered = is_named(k, &bodies[0], 0) && is_named(k, &bodies[1], 1);
    const bool patch = (k->there & SCREE_VERIFY_PATCH) != 0 || k->patch.has_corners || k->patch.has_centroid;
    const bool points = (k->there & SCREE_VERIFY_POINTS) != 0;
    if (!(numbered && points) && (k->there & SCREE_VERIFY_POINT)) k->ignored |= IGNORED_POINT;
    if (!(numbered && points) && patch) k->ignored |= IGNORED_PATCH;
    return numbered && points;
}

static bool verify_vertices(judge *self, stored_shape *const shapes[2], const scree_body bodies[2],
                            scree_verification *out)
{
    const claims *k = &self->claims;
    for (int i = 0; i < 2 && out->verdict != SCREE_REFUTED; ++i) {
        if (is_named(k, &bodies[i], i) &&
            !scree_cli_vertices_check(&k->patch, i, shapes[i], &k->contact, out, &self->complaint))
            return false;
    }
    return true;
}

static bool verify_patch(judge *self, const scree_body bodies[2], const scree_verify_options *options,
                         scree_verification *out)
{
    claims *k = &self->claims;
    const double usual = 1e-12 * scree_pair_size(bodies[0].shape, bodies[1].shape);
    const double wide = (k->there & SCREE_VERIFY_INTERVAL) != 0 ? k->contact.upper - k->contact.lower : 0.0;
    const double slack = 4.0 * (wide + (options->tolerance > usual ? options->tolerance : 0.0));
    if (!scree_cli_patch_known(bodies, &k->contact))
        k->ignored |= (k->patch.has_corners ? IGNORED_CORNERS : 0u) | (k->patch.has_centroid ? IGNORED_CENTROID : 0u);
    return scree_cli_patch_check(&k->patch, bodies, &k->contact, slack, (k->there & SCREE_VERIFY_PATCH) != 0, out,
                                 &self->complaint);
}

static bool verify(judge *self, stored_shape *const shapes[2], const scree_body bodies[2], scree_verification *out)
{
    claims *k = &self->claims;
    const scree_query_options *asked = &self->request.options;
    scree_verify_options options = scree_verify_defaults();
    complaint *c = &self->complaint;
    c->path = "answer.";
    if (k->contact.beyond && !asked->within) return scree_cli_complain(c, "beyond: the request has no margin");
    options.within = asked->within;
    options.margin = asked->margin;
    options.most_axes = MOST_AXES;
    const bool interval = (k->there & SCREE_VERIFY_INTERVAL) != 0;
    options.tolerance = interval ? asked->tolerance : k->tolerance;
    if (interval) fill_interval(k, bodies);
    options.claims = k->there;
    const bool numbered = is_numbered(k, bodies);
    if (!numbered) options.claims &= ~(unsigned)(SCREE_VERIFY_PATCH | SCREE_VERIFY_POINT);
    c->path = "request.";
    const scree_status status = scree_cli_verify_named(bodies, &k->contact, &options, out);
    if (status != SCREE_OK) return scree_cli_complain(c, "a, b: %s", scree_status_text(status));
    if (k->contact.beyond || out->verdict == SCREE_REFUTED) return true;
    if (!verify_vertices(self, shapes, bodies, out)) return false;
    return !numbered || out->verdict == SCREE_REFUTED || verify_patch(self, bodies, &options, out);
}

/// A line of scree query --echo that was no request: its answer says why.
static bool complain_no_request(judge *self, json_value answer, complaint *c)
{
    json_fields fields = scree_cli_json_fields(answer);
    json_field field;
    const char *words;
    size_t size;
    complaint none = { .line = 0 };
    while (scree_cli_json_next(&fields, &field)) {
        if (self->id.kind == ID_ABSENT && field.name_size == 2 && memcmp(field.name, "id", 2) == 0)
            (void)scree_cli_id_read(field.value, "", 0, &self->id, &none);
        if (field.name_size != 5 || memcmp(field.name, "error", 5) != 0) continue;
        if (!scree_cli_json_string(field.value, &words, &size)) continue;
        return scree_cli_complain(c, "request: missing; the answer is an error: %.*s",
                                  (int)scree_cli_text_cut(words, size, 400), words);
    }
    return scree_cli_complain(c, "request: missing");
}

static bool read_line(judge *self, const char *bytes, size_t size)
{
    enum { ID, REQUEST, ANSWER, COUNT };
    static const word names[COUNT] = { [ID] = WORD("id"), [REQUEST] = WORD("request"), [ANSWER] = WORD("answer") };
    static const request_defaults defaults = REQUEST_DEFAULTS;
    json_value root;
    object_fields f;
    complaint *c = &self->complaint;
    request *r = &self->request;
    c->path = NULL;
    const line_verdict verdict = scree_cli_line_read(&self->reader, bytes, size, &root, &self->id, c);
    if (verdict == LINE_BAD) return false;
    if (!scree_cli_fields_collect(root, names, COUNT, "", &f, c)) return false;
    if (scree_cli_fields_has(&f, ID) && !scree_cli_id_read(f.values[ID], bytes, size, &self->id, c)) return false;
    if (!scree_cli_fields_all_known(&f, names, COUNT, ~0u, "", "a line", c)) return false;
    if (!scree_cli_fields_has(&f, ANSWER)) return scree_cli_complain(c, "answer: missing");
    if (!scree_cli_fields_has(&f, REQUEST)) return complain_no_request(self, f.values[ANSWER], c);
    for (int i = REQUEST; i <= ANSWER; ++i) {
        char buffer[64];
        if (scree_cli_json_kind(f.values[i]) != JSON_OBJECT)
            return scree_cli_complain(c, "%s: expected an object, got %s", names[i].bytes,
                                      scree_cli_value_words(f.values[i], buffer));
    }
    c->path = "request.";
    const bool read = scree_cli_request_read(f.values[REQUEST], bytes, size, &defaults, &self->meshes, r, c);
    if (self->id.kind == ID_ABSENT) self->id = r->id;
    if (self->id.bytes == r->id.digits) self->id.bytes = self->id.digits;
    if (!read) return false;
    if (r->bodies[0].dimension != r->bodies[1].dimension)
        return scree_cli_complain(c, "a, b: %s", scree_status_text(SCREE_MIXED_DIMENSIONS));
    c->path = "answer.";
    if (!scree_cli_claims_read(f.values[ANSWER], r->bodies[0].dimension, &self->claims, c)) return false;
    c->path = NULL;
    return verdict == LINE_FINE || scree_cli_complain_not_finite(c);
}

static bool get_shapes(judge *self, stored_shape *shapes[2])
{
    // The numbers of features must not depend on the lines before.
    const bool unpatterned = (self->claims.there & SCREE_VERIFY_FEATURES) != 0;
    for (int i = 0; i < 2; ++i) {
        scree_error error = { SCREE_OK, "" };
        shapes[i] = scree_cli_shapes_get(&self->shapes, i, &self->request.bodies[i].key, unpatterned, &error);
        if (shapes[i] == NULL) return scree_cli_complain(&self->complaint, "request.%c.%s", "ab"[i], error.message);
    }
    return true;
}

static bool judge_pair(judge *self, scree_verification *out)
{
    stored_shape *shapes[2] = { NULL, NULL };
    bool judged = get_shapes(self, shapes);
    if (judged) {
        scree_body bodies[2];
        for (int i = 0; i < 2; ++i) {
            const body_text *b = &self->request.bodies[i];
            bodies[i] = (scree_body){ shapes[i]->shape, b->position, b->orientation };
        }
        judged = verify(self, shapes, bodies, out);
    }
    for (int i = 0; i < 2; ++i) scree_cli_shapes_release(shapes[i]);
    return judged;
}

// ---------------------------------------------------------------------------------------------------------- write

/// A number in a sentence: it may be infinite there.
static void add_number(text *out, const char *before, double x)
{
    scree_cli_text_words(out, before);
    if (!isfinite(x)) {
        scree_cli_text_words(out, isnan(x) ? "NaN" : x > 0.0 ? "infinity" : "-infinity");
        return;
    }
    char *room = scree_cli_text_room(out, NUMBER_SIZE);
    if (room != NULL) out->size += (size_t)(scree_cli_number_put(room, x) - room);
}

/// "; not checked: volume, field"
static void add_ignored(const claims *k, text *out)
{
    const char *before = "; not checked: ";
    for (int i = 0; scree_cli_claims_ignored(i) != NULL; ++i) {
        if ((k->ignored & 1u << i) == 0) continue;
        scree_cli_text_words(out, before);
        scree_cli_text_words(out, scree_cli_claims_ignored(i));
        before = ", ";
    }
}

/// The reason in words, with the numbers where there are any.
static void add_reason(const scree_verification *v, const claims *claimed, text *out)
{
    const scree_contact *k = &claimed->contact;
    const bool whole = v->verdict == SCREE_PROVEN && claimed->ignored != 0;
    scree_cli_text_words(out, whole ? "every claim that is checked holds" : v->reason);
    if (whole) add_ignored(claimed, out);
    if (v->verdict == SCREE_PROVEN) {
        add_number(out, "; the signed distance is in [", v->lower);
        add_number(out, ", ", v->upper);
        scree_cli_text_words(out, "]");
    } else if (v->claim == SCREE_CLAIM_STATE) { // numbers of an enum tell nobody anything
        scree_cli_text_printf(out, ": claimed %s", scree_state_name(k->state));
        add_number(out, ", distance ", k->distance);
        add_number(out, ", tolerance ", v->allowed);
    } else if (v->claimed != 0.0 || v->found != 0.0 || v->allowed != 0.0) {
        add_number(out, ": claimed ", v->claimed);
        add_number(out, ", found ", v->found);
        add_number(out, ", allowed ", v->allowed);
    }
    if (v->verdict == SCREE_UNDECIDED) add_ignored(claimed, out);
}

static void write_line(const request_id *id, const char *verdict, const char *what, const char *reason, size_t size,
                       text *out)
{
    scree_cli_text_words(out, "{");
    scree_cli_id_write(id, out);
    scree_cli_text_printf(out, "\"verdict\":\"%s\",", verdict);
    if (what != NULL) scree_cli_text_printf(out, "\"what\":\"%s\",", what);
    scree_cli_text_words(out, "\"reason\":");
    scree_cli_text_json(out, reason, size);
    scree_cli_text_words(out, "}\n");
}

static void write_error(const judge *self, text *out, tally *counts)
{
    ++counts->of[JUDGED_ERRORS];
    write_line(&self->id, "error", NULL, self->complaint.words, strlen(self->complaint.words), out);
}

void scree_cli_judge_line(judge *self, const char *bytes, size_t size, uint64_t number, text *out, tally *counts)
{
    scree_verification v = { .reason = "" };
    self->complaint.line = number;
    self->id.kind = ID_ABSENT;
    if (read_line(self, bytes, size) && judge_pair(self, &v)) {
        text reason = { 0 };
        add_reason(&v, &self->claims, &reason);
        ++counts->of[v.verdict == SCREE_PROVEN    ? JUDGED_PROVEN
                     : v.verdict == SCREE_REFUTED ? JUDGED_REFUTED
                                                  : JUDGED_UNDECIDED];
        write_line(&self->id, scree_verdict_name(v.verdict), scree_claim_name(v.claim), reason.bytes, reason.size, out);
        if (reason.failed) out->failed = true;
        scree_cli_text_free(&reason);
    } else {
        write_error(self, out, counts);
    }
    if (scree_cli_line_reader_renew(&self->reader, size)) scree_cli_request_free(&self->request);
}

// ---------------------------------------------------------------------------------------------------------- lines

static void *create_worker(const void *options)
{
    (void)options;
    return scree_cli_judge_create();
}

static void destroy_worker(void *self)
{
    scree_cli_judge_destroy(self);
}

static void work_on(void *worker, const line *l, size_t max_line, text *out, tally *counts)
{
    judge *self = worker;
    if (!l->too_long) {
        scree_cli_judge_line(self, l->bytes, l->size, l->number, out, counts);
        return;
    }
    self->complaint.line = l->number;
    self->complaint.path = NULL;
    self->id.kind = ID_ABSENT;
    scree_cli_complain(&self->complaint, "longer than %zu bytes (see --max-line)", max_line);
    write_error(self, out, counts);
}

static void add_nothing(const void *options, text *out)
{
    (void)options;
    (void)out;
}

static void add_no_footer(const void *options, const tally *counts, text *out)
{
    (void)options;
    (void)counts;
    (void)out;
}

const line_work scree_cli_judge_work = { create_worker, destroy_worker, work_on, add_nothing, add_no_footer };
