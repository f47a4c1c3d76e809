// Lines of the query protocol, and of scree verify. Nothing may crash, and for every input
//
//   1. each line gets exactly one answer, which is itself a JSON object with a known status,
//   2. a thread that has answered other lines before gives the same bytes as a fresh one,
//   3. CSV and table agree with JSON on which lines are errors,
//   4. the same lines as lines of scree verify get one verdict each, which is a JSON object with a known verdict,
//   5. where an object ends that spans lines is found in whatever pieces it comes, and agrees with the parser,
//   6. what is answered without an error is not malformed as a line of scree verify; and not refuted, by `auto`.
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "answer.h"
#include "join.h"
#include "json.h"
#include "judge.h"
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

/// The value of a field must be one of `known`; which one.
static int word_of(json_value root, const char *name, const char *const *known, int count)
{
    json_fields fields = scree_cli_json_fields(root);
    json_field field;
    while (scree_cli_json_next(&fields, &field)) {
        if (field.name_size != strlen(name) || memcmp(field.name, name, field.name_size) != 0) continue;
        for (int i = 0; i < count; ++i) {
            if (has_word(field.value, known[i])) return i;
        }
    }
    abort();
}

static const char *const statuses[] = { "ok", "no_convergence", "error" };
static const char *const verdicts[] = { "proven", "refuted", "undecided", "error" };

/// Each line of `out` is an object, in which `name` is one of `known`; counts how often each one is.
static tally count_words(const text *out, const char *name, const char *const *known, int count)
{
    json_reader *reader = scree_cli_json_create();
    tally counts = { { 0 } };
    demand(reader != NULL);
    for (size_t at = 0; at < out->size;) {
        const char *start = out->bytes + at, *end = memchr(start, '\n', out->size - at);
        demand(end != NULL);
        text copy = { 0 };
        ++counts.of[word_of(parsed(reader, start, (size_t)(end - start), &copy), name, known, count)];
        scree_cli_text_free(&copy);
        at = (size_t)(end + 1 - out->bytes);
    }
    scree_cli_json_destroy(reader);
    return counts;
}

static void check_json(const text *out, const tally *counts)
{
    const tally found = count_words(out, "status", statuses, 3);
    demand(found.of[0] + found.of[1] + found.of[2] == total(counts) && found.of[2] == counts->of[COUNT_ERRORS]);
}

/// As lines of scree verify; the verdicts go into `out`.
static tally judge_all(const uint8_t *data, size_t size, text *out)
{
    judge *j = scree_cli_judge_create();
    demand(j != NULL);
    tally counts = { { 0 } };
    uint64_t number = 0;
    for (size_t at = 0; at <= size;) {
        const uint8_t *end = at < size ? memchr(data + at, '\n', size - at) : NULL;
        size_t length = end != NULL ? (size_t)(end - data) - at : size - at;
        char *copy = calloc(1, length + JSON_PADDING);
        demand(copy != NULL);
        if (length > 0) memcpy(copy, data + at, length);
        scree_cli_judge_line(j, copy, length, ++number, out, &counts);
        free(copy);
        at += length + 1;
    }
    scree_cli_judge_destroy(j);
    const tally found = count_words(out, "verdict", verdicts, 4);
    demand(memcmp(&found, &counts, sizeof found) == 0);
    return counts;
}

/// Could a line ask for a method? A name may also be written with escapes.
static bool names_method(const uint8_t *data, size_t size)
{
    static const char word[] = "method";
    const size_t length = sizeof word - 1;
    for (size_t i = 0; i < size; ++i) {
        if (data[i] == '\\' || (size - i >= length && memcmp(data + i, word, length) == 0)) return true;
    }
    return false;
}

/// The library's own answers, with their requests, through scree verify.
static void check_own_answers(const uint8_t *data, size_t size)
{
    static const answer_options options = { FORMAT_JSON, REQUEST_DEFAULTS, true };
    answerer *a = scree_cli_answerer_create(&options);
    demand(a != NULL);
    text both = { 0 }, out = { 0 };
    const tally answered = answer_all(a, data, size, &both);
    demand(!both.failed && both.size > 0);
    const tally judged = judge_all((const uint8_t *)both.bytes, both.size - 1, &out);
    demand(judged.of[JUDGED_ERRORS] == answered.of[COUNT_ERRORS]);
    // The features that the papers' methods name, where they have not converged, need not hold the points.
    if (!names_method(data, size)) demand(judged.of[JUDGED_REFUTED] == 0);
    scree_cli_answerer_destroy(a);
    scree_cli_text_free(&both);
    scree_cli_text_free(&out);
}

static bool is_blank(const uint8_t *data, size_t size)
{
    size_t i = 0;
    while (i < size && (data[i] == ' ' || data[i] == '\t' || data[i] == '\r' || data[i] == '\n')) ++i;
    return i == size;
}

/// The input as one document: what the parser takes for an object or array is whole at its end.
static void check_join(const uint8_t *data, size_t size)
{
    join whole = { 0 }, pieces = { 0 };
    const char *bytes = (const char *)data;
    const join_status status = scree_cli_join_scan(&whole, bytes, size);
    join_status piecewise = JOIN_OPEN;
    for (size_t known = 1; known <= size && piecewise == JOIN_OPEN; ++known)
        piecewise = scree_cli_join_scan(&pieces, bytes, known);
    demand(piecewise == status && pieces.scanned == whole.scanned);
    json_reader *reader = scree_cli_json_create();
    char *copy = calloc(1, size + JSON_PADDING);
    json_value root;
    const char *reason;
    demand(reader != NULL && copy != NULL);
    if (size > 0) memcpy(copy, data, size);
    size_t first = 0;
    while (first < size && is_blank(data + first, 1)) ++first;
    if (first < size && (data[first] == '{' || data[first] == '[') &&
        scree_cli_json_parse(reader, copy, size, &root, &reason) == JSON_FINE)
        demand(status == JOIN_WHOLE && is_blank(data + whole.scanned, size - whole.scanned));
    free(copy);
    scree_cli_json_destroy(reader);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const answer_options options[] = {
        { FORMAT_JSON, REQUEST_DEFAULTS, false },
        { FORMAT_CSV, REQUEST_DEFAULTS, false },
        { FORMAT_TABLE, REQUEST_DEFAULTS, false },
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
    check_join(data, size);
    text judged = { 0 };
    judge_all(data, size, &judged);
    scree_cli_text_free(&judged);
    check_own_answers(data, size);
    return 0;
}
