// Lines of the query protocol. Nothing may crash, and for every input
//
//   1. each line gets exactly one answer, which is itself a JSON object with a known status,
//   2. a thread that has answered other lines before gives the same bytes as a fresh one,
//   3. CSV and table agree with JSON on which lines are errors.
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "answer.h"
#include "json.h"
#include "repair.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void demand(bool holds)
{
    if (!holds) abort();
}

/// The lines of `data`, answered one by one; each line is copied, so that a read beyond its padding is seen.
static tally answer_all(answerer *a, const uint8_t *data, size_t size, text *out)
{
    tally counts = { { 0 } };
    uint64_t number = 0;
    for (size_t at = 0; at <= size;) {
        const uint8_t *end = at < size ? memchr(data + at, '\n', size - at) : NULL;
        size_t length = end != NULL ? (size_t)(end - data) - at : size - at;
        char *copy = calloc(1, length + JSON_PADDING);
        demand(copy != NULL);
        if (length > 0) memcpy(copy, data + at, length);
        scree_cli_answer_line(a, copy, length, ++number, out, &counts);
        free(copy);
        at += length + 1;
    }
    return counts;
}

static uint64_t total(const tally *c)
{
    return c->of[COUNT_SEPARATED] + c->of[COUNT_TOUCHING] + c->of[COUNT_OVERLAPPING] + c->of[COUNT_ERRORS];
}

static bool has_word(json_value value, const char *word)
{
    const char *bytes;
    size_t size;
    return scree_cli_json_string(value, &bytes, &size) && size == strlen(word) && memcmp(bytes, word, size) == 0;
}

/// An answer must be JSON; an echoed id may be an integer that is too long for the parser, as in a request.
static json_value parsed(json_reader *reader, const char *bytes, size_t size, text *copy)
{
    json_value root = { { 0, 0 } };
    const char *reason;
    size_t words = 0;
    scree_cli_text_add(copy, bytes, size);
    demand(scree_cli_text_room(copy, JSON_PADDING) != NULL);
    memset(copy->bytes + copy->size, 0, JSON_PADDING);
    if (scree_cli_json_parse(reader, copy->bytes, size, &root, &reason) == JSON_FINE) return root;
    text mended = { 0 };
    demand(scree_cli_repair(copy->bytes, size, &mended, &words) && words == 0);
    scree_cli_text_free(copy);
    *copy = mended;
    demand(scree_cli_json_parse(reader, copy->bytes, copy->size, &root, &reason) == JSON_FINE);
    return root;
}

static bool is_error(json_value root)
{
    json_fields fields = scree_cli_json_fields(root);
    json_field field;
    while (scree_cli_json_next(&fields, &field)) {
        if (field.name_size != 6 || memcmp(field.name, "status", 6) != 0) continue;
        bool error = has_word(field.value, "error");
        demand(error || has_word(field.value, "ok") || has_word(field.value, "no_convergence"));
        return error;
    }
    abort();
}

static void check_json(const text *out, const tally *counts)
{
    json_reader *reader = scree_cli_json_create();
    demand(reader != NULL);
    uint64_t lines = 0, errors = 0;
    for (size_t at = 0; at < out->size; ++lines) {
        const char *start = out->bytes + at, *end = memchr(start, '\n', out->size - at);
        demand(end != NULL);
        text copy = { 0 };
        if (is_error(parsed(reader, start, (size_t)(end - start), &copy))) ++errors;
        scree_cli_text_free(&copy);
        at = (size_t)(end + 1 - out->bytes);
    }
    demand(lines == total(counts) && errors == counts->of[COUNT_ERRORS]);
    scree_cli_json_destroy(reader);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const answer_options options[] = {
        { FORMAT_JSON, REQUEST_DEFAULTS },
        { FORMAT_CSV, REQUEST_DEFAULTS },
        { FORMAT_TABLE, REQUEST_DEFAULTS },
    };
    static answerer *seasoned; // has seen every input before
    if (seasoned == NULL) seasoned = scree_cli_answerer_create(&options[0]);
    demand(seasoned != NULL);
    text old = { 0 };
    answer_all(seasoned, data, size, &old);
    demand(!old.failed);
    tally first = { { 0 } };
    for (int i = 0; i < 3; ++i) {
        answerer *fresh = scree_cli_answerer_create(&options[i]);
        demand(fresh != NULL);
        text out = { 0 };
        tally counts = answer_all(fresh, data, size, &out);
        demand(!out.failed);
        if (i == 0) {
            first = counts;
            check_json(&out, &counts);
            demand(out.size == old.size && memcmp(out.bytes, old.bytes, out.size) == 0);
        }
        demand(counts.of[COUNT_ERRORS] == first.of[COUNT_ERRORS] && total(&counts) == total(&first));
        scree_cli_text_free(&out);
        scree_cli_answerer_destroy(fresh);
    }
    scree_cli_text_free(&old);
    return 0;
}
