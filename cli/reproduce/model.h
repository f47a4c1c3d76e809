// What figures.c gathers, for the two ways of showing it: plain.c (text) and page.c (HTML).
#ifndef SCREE_CLI_MODEL_H
#define SCREE_CLI_MODEL_H

#include "figures.h"
#include "text.h"

typedef enum part_kind { PART_PAPER, PART_SECTION, PART_NOTE, PART_TABLE, PART_CHART, PART_DRAWING } part_kind;

typedef struct row {
    const struct row *next;
    const char *cells[]; ///< as many as the table has columns
} row;

/// One thing after the other, as the study told them.
typedef struct part {
    struct part *next;
    part_kind kind;
    const char *key, *doi;           ///< paper; NULL: no DOI
    const char *title;               ///< paper; section: its heading; table: its caption
    const char *words;               ///< paper: the authors; section and note: the prose; drawing: the listing, or NULL
    int agreeing, differing, beyond; ///< paper: verdicts on its figures, and figures that it does not have
    int undecided;                   ///< paper: its figures that the errors leave open
    int met, missed;                 ///< paper: verdicts on what scree sets itself
    int columns;                     ///< table
    const char *const *headings;
    const row *rows;
    row *last_row;
    chart chart;
    const drawn_line *lines; ///< drawing
    int line_count;
} part;

typedef struct fact {
    struct fact *next;
    const char *name, *value;
} fact;

struct figures {
    bool echo;
    bool failed;                          ///< memory ran out: nothing more is gathered
    struct held *held;                    ///< all memory of the parts
    const char *eyebrow, *heading, *lead; ///< of the page; NULL: those of the papers
    fact *facts, *last_fact;
    part *parts, *last;
    part *paper; ///< the one at hand
    part *table; ///< the one that may still get rows, not printed yet
};

/// Does the cell hold a number, with or without a unit?
bool scree_figures_is_number(const char *cell);
/// Is the column one of numbers (and of words such as "-" where there is none)?
bool scree_figures_is_numeric(const part *table, int column);

/// A drawing as SVG.
void scree_page_drawing(const part *drawing, text *t);

/// As text on standard output.
void scree_plain_fact(const fact *it);
void scree_plain_part(const part *it);
void scree_plain_doi(const part *paper);
void scree_plain_tally(const part *paper);

#endif
