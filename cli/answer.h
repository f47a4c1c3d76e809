// One line of the query protocol: read, asked of the library, written.
#ifndef SCREE_CLI_ANSWER_H
#define SCREE_CLI_ANSWER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "scree/method.h"
#include "scree/query.h"
#include "text.h"

typedef enum answer_format { FORMAT_JSON, FORMAT_CSV, FORMAT_TABLE } answer_format;

typedef struct answer_options {
    answer_format format;
    const scree_method *method; ///< for lines that name none; NULL: auto
    double tolerance;           ///< for lines that give none; negative: the library's own
} answer_options;

/// How many lines ended in which way.
typedef struct answer_counts {
    uint64_t separated, touching, overlapping; ///< answered, converged or not
    uint64_t unconverged;                      ///< how many of those are not converged
    uint64_t errors;
} answer_counts;

typedef enum id_kind { ID_ABSENT, ID_NUMBER, ID_STRING } id_kind;

/// A number is kept as it is written, a string without its quotes and escapes.
typedef struct request_id {
    id_kind kind;
    const char *bytes;
    size_t size;
    char digits[32]; ///< where `bytes` points for most numbers
} request_id;

typedef struct answer {
    const request_id *id;
    const char *error; ///< NULL where there is an answer; the fields below are then not set
    scree_contact contact;
    int dimension;
    const char *shape_a, *shape_b;
    const char *method;
} answer;

/// What one thread needs to answer lines: parser, shapes, scratch.
typedef struct answerer answerer;

/// NULL where memory ran out. `options` must live as long.
answerer *scree_cli_answerer_create(const answer_options *options);
void scree_cli_answerer_destroy(answerer *self);

/// Answer one line that is not blank, without its end. JSON_PADDING bytes behind it must be readable, the first of them
/// no part of a number. `number` is the line's in its file. Adds one line to `out` and one to `counts`.
void scree_cli_answer_line(answerer *self, const char *line, size_t size, uint64_t number, text *out,
                           answer_counts *counts);

/// One pair alone, as a document that may span lines: its bodies, for commands that do more with them than ask, beside
/// their answer. The bodies are set unless there is an error, and live until the next pair or the answerer's end. As
/// above, JSON_PADDING bytes behind the document must be readable.
answer scree_cli_answer_pair(answerer *self, const char *document, size_t size, scree_body bodies[2]);

/// The answer to a line that is too long to be read.
void scree_cli_answer_too_long(answerer *self, uint64_t number, size_t limit, text *out, answer_counts *counts);

/// What stands before the first answer and after the last one; nothing in JSON.
void scree_cli_write_head(answer_format format, text *out);
void scree_cli_write_foot(answer_format format, const answer_counts *counts, text *out);

/// One answer as one line.
void scree_cli_write_json(const answer *a, text *out);
void scree_cli_write_csv(const answer *a, text *out);
void scree_cli_write_table(const answer *a, text *out);

#endif
