// One line of the query protocol: reads the request, queries the library, writes the answer.
#ifndef SCREE_CLI_ANSWER_H
#define SCREE_CLI_ANSWER_H

#include <stdint.h>

#include "lines.h"
#include "request.h"
#include "text.h"
#include "wanted.h"

typedef enum answer_format { FORMAT_JSON, FORMAT_CSV, FORMAT_TABLE } answer_format;

typedef struct answer_options {
    answer_format format;
    request_defaults defaults; ///< for lines that do not say
    bool echo;                 ///< with FORMAT_JSON: an object with request and answer each, as scree verify reads them
} answer_options;

/// How many lines ended in which way.
enum {
    COUNT_SEPARATED,
    COUNT_TOUCHING,
    COUNT_OVERLAPPING, ///< these three: answered, converged or not
    COUNT_UNCONVERGED, ///< how many of those are not converged
    COUNT_ERRORS
};

typedef struct answer {
    const request_id *id;
    const char *error; ///< NULL where there is an answer; the fields below are then not set
    scree_contact contact;
    scree_counts counts;
    int dimension;
    const char *shape_a, *shape_b;
    const char *method;
    const wanted *wanted; ///< what else was asked for
} answer;

/// What one thread needs to answer lines: parser, shapes, scratch.
typedef struct answerer answerer;

/// NULL where memory ran out. `options` must live as long.
answerer *scree_cli_answerer_create(const answer_options *options);
void scree_cli_answerer_destroy(answerer *self);

/// Answer one line that is not blank, without its end. JSON_PADDING bytes behind it must be readable, the first of them
/// no part of a number. `number` is the line's in its file. Adds one line to `out` and one to `counts`.
void scree_cli_answer_line(answerer *self, const char *bytes, size_t size, uint64_t number, text *out, tally *counts);

/// A single pair, as a document that may span lines: its bodies, for commands that do more with them than a query, and
/// their answer. The bodies are set unless there is an error, and live until the next pair or the answerer's end. As
/// above, JSON_PADDING bytes behind the document must be readable.
answer scree_cli_answer_pair(answerer *self, const char *document, size_t size, scree_body bodies[2]);

/// All of the above for the lines of a stream; its options are answer_options.
extern const line_work scree_cli_answer_work;

/// Header and footer of the output; nothing in JSON.
void scree_cli_write_head(answer_format format, text *out);
void scree_cli_write_footer(answer_format format, const tally *counts, text *out);

/// One answer as one line.
void scree_cli_write_json(const answer *a, text *out);
void scree_cli_write_csv(const answer *a, text *out);
void scree_cli_write_table(const answer *a, text *out);

#endif
