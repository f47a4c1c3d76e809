// Collects the figures of a reproduction. Nothing is removed: all memory is held in one list and freed at once.
#include "figures.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model.h"

typedef struct held {
    struct held *next;
    max_align_t bytes[];
} held;

// ------------------------------------------------------------------------------------------------------- memory

/// Zeros. NULL where memory has run out, now or before.
static void *hold(figures *f, size_t size)
{
    if (f->failed) return NULL;
    held *h = calloc(1, sizeof *h + size);
    if (h == NULL) {
        f->failed = true;
        return NULL;
    }
    h->next = f->held;
    f->held = h;
    return h->bytes;
}

static char *hold_words(figures *f, const char *words)
{
    size_t size = strlen(words) + 1;
    char *copy = hold(f, size);
    if (copy != NULL) memcpy(copy, words, size);
    return copy;
}

static char *hold_format(figures *f, const char *format, va_list arguments)
{
    va_list again;
    va_copy(again, arguments);
    int size = vsnprintf(NULL, 0, format, arguments);
    char *words = size < 0 ? NULL : hold(f, (size_t)size + 1);
    if (words != NULL) vsnprintf(words, (size_t)size + 1, format, again);
    va_end(again);
    return words;
}

static const double *hold_numbers(figures *f, const double *numbers, int count)
{
    if (numbers == NULL || count == 0) return NULL;
    double *copy = hold(f, (size_t)count * sizeof *copy);
    if (copy != NULL) memcpy(copy, numbers, (size_t)count * sizeof *copy);
    return copy;
}

figures *scree_figures_create(bool echo)
{
    figures *f = calloc(1, sizeof *f);
    if (f != NULL) f->echo = echo;
    return f;
}

void scree_figures_destroy(figures *f)
{
    if (f == NULL) return;
    while (f->held != NULL) {
        held *next = f->held->next;
        free(f->held);
        f->held = next;
    }
    free(f);
}

void scree_figures_head(figures *f, const char *eyebrow, const char *title, const char *lead)
{
    f->eyebrow = eyebrow;
    f->heading = title;
    f->lead = lead;
}

// -------------------------------------------------------------------------------------------------------- parts

/// A table is laid out when it is whole: now that something else comes.
static void close_table(figures *f)
{
    if (f->table != NULL && f->echo) scree_plain_part(f->table);
    f->table = NULL;
}

static part *add_part(figures *f, part_kind kind)
{
    close_table(f);
    part *p = hold(f, sizeof *p);
    if (p == NULL) return NULL;
    p->kind = kind;
    if (f->last != NULL)
        f->last->next = p;
    else
        f->parts = p;
    f->last = p;
    return p;
}

void scree_figures_fact(figures *f, const char *name, const char *value, ...)
{
    va_list arguments;
    va_start(arguments, value);
    fact *it = hold(f, sizeof *it);
    char *words = hold_format(f, value, arguments);
    va_end(arguments);
    if (it == NULL || words == NULL) return;
    it->name = hold_words(f, name);
    it->value = words;
    if (f->failed) return;
    if (f->last_fact != NULL)
        f->last_fact->next = it;
    else
        f->facts = it;
    f->last_fact = it;
    if (f->echo) scree_plain_fact(it);
}

void scree_figures_paper(figures *f, const char *key, const char *title, const char *authors)
{
    part *p = add_part(f, PART_PAPER);
    if (p == NULL) return;
    p->key = hold_words(f, key);
    p->title = hold_words(f, title);
    p->words = hold_words(f, authors);
    f->paper = p;
    if (f->echo && !f->failed) scree_plain_part(p);
}

void scree_figures_doi(figures *f, const char *doi)
{
    if (f->paper == NULL) return;
    f->paper->doi = hold_words(f, doi);
    if (f->echo && !f->failed) scree_plain_doi(f->paper);
}

void scree_figures_section(figures *f, const char *heading, const char *prose, ...)
{
    part *p = add_part(f, PART_SECTION);
    if (p == NULL) return;
    va_list arguments;
    va_start(arguments, prose);
    p->title = hold_words(f, heading);
    p->words = hold_format(f, prose, arguments);
    va_end(arguments);
    if (f->echo && !f->failed) scree_plain_part(p);
}

void scree_figures_note(figures *f, const char *prose, ...)
{
    part *p = add_part(f, PART_NOTE);
    if (p == NULL) return;
    va_list arguments;
    va_start(arguments, prose);
    p->words = hold_format(f, prose, arguments);
    va_end(arguments);
    if (f->echo && !f->failed) scree_plain_part(p);
}

// ------------------------------------------------------------------------------------------------------- tables

static int count_cells(const char *words)
{
    int count = 1;
    for (; *words != 0; ++words) count += *words == '\t';
    return count;
}

/// Parts `words` at its tabs, in place. Cells that are not there are empty, and what is too much stays in the last.
static void split(char *words, const char **cells, int count)
{
    for (int i = 0; i < count; ++i) {
        char *tab = i < count - 1 ? strchr(words, '\t') : NULL;
        cells[i] = words;
        if (tab != NULL) *tab = 0;
        words = tab != NULL ? tab + 1 : words + strlen(words);
    }
}

void scree_figures_table(figures *f, const char *caption, const char *headings)
{
    part *p = add_part(f, PART_TABLE);
    if (p == NULL) return;
    int columns = count_cells(headings);
    const char **cells = hold(f, (size_t)columns * sizeof *cells);
    char *words = hold_words(f, headings);
    p->title = hold_words(f, caption);
    if (f->failed) return;
    split(words, cells, columns);
    p->columns = columns;
    p->headings = cells;
    f->table = p;
}

void scree_figures_row(figures *f, const char *cells, ...)
{
    if (f->table == NULL) return;
    part *p = f->table;
    va_list arguments;
    va_start(arguments, cells);
    row *r = hold(f, sizeof *r + (size_t)p->columns * sizeof *r->cells);
    char *words = hold_format(f, cells, arguments);
    va_end(arguments);
    if (r == NULL || words == NULL) return;
    split(words, r->cells, p->columns);
    if (p->last_row != NULL)
        p->last_row->next = r;
    else
        p->rows = r;
    p->last_row = r;
}

bool scree_figures_is_number(const char *cell)
{
    char *end;
    if (strncmp(cell, "< ", 2) == 0) cell += 2;
    strtod(cell, &end);
    return end != cell && (*end == 0 || *end == ' ' || *end == '%');
}

bool scree_figures_is_numeric(const part *table, int column)
{
    int numbers = 0;
    for (const row *r = table->rows; r != NULL; r = r->next) {
        const char *cell = r->cells[column];
        if (scree_figures_is_number(cell))
            ++numbers;
        else if (cell[0] != 0 && strcmp(cell, "-") != 0 && strcmp(cell, "not available") != 0)
            return false;
    }
    return numbers > 0;
}

// ------------------------------------------------------------------------------------------ verdicts and charts

const char *scree_figures_verdict(figures *f, bool agrees)
{
    if (f->paper != NULL) {
        f->paper->agreeing += agrees;
        f->paper->differing += !agrees;
    }
    return agrees ? "agrees" : "differs";
}

const char *scree_figures_undecided(figures *f)
{
    if (f->paper != NULL) ++f->paper->undecided;
    return "undecided";
}

const char *scree_figures_target(figures *f, bool met)
{
    if (f->paper != NULL) {
        f->paper->met += met;
        f->paper->missed += !met;
    }
    return met ? "target met" : "target missed";
}

const char *scree_figures_beyond(figures *f)
{
    if (f->paper != NULL) ++f->paper->beyond;
    return "beyond the paper";
}

int scree_figures_agreeing(const figures *f)
{
    int count = 0;
    for (const part *p = f->parts; p != NULL; p = p->next) count += p->agreeing;
    return count;
}

int scree_figures_differing(const figures *f)
{
    int count = 0;
    for (const part *p = f->parts; p != NULL; p = p->next) count += p->differing;
    return count;
}

int scree_figures_missed(const figures *f)
{
    int count = 0;
    for (const part *p = f->parts; p != NULL; p = p->next) count += p->missed;
    return count;
}

void scree_figures_chart(figures *f, const chart *c)
{
    part *p = add_part(f, PART_CHART);
    if (p == NULL) return;
    chart *copy = &p->chart;
    *copy = *c;
    copy->title = hold_words(f, c->title);
    copy->x_label = hold_words(f, c->x_label != NULL ? c->x_label : "");
    copy->y_label = hold_words(f, c->y_label != NULL ? c->y_label : "");
    if (c->categories != NULL) {
        const char **names = hold(f, ((size_t)c->category_count + 1) * sizeof *names);
        for (int i = 0; names != NULL && i < c->category_count; ++i) names[i] = hold_words(f, c->categories[i]);
        copy->categories = names;
    }
    for (int i = 0; i < c->series_count; ++i) {
        copy->series[i].name = hold_words(f, c->series[i].name);
        copy->series[i].x = hold_numbers(f, c->series[i].x, c->series[i].count);
        copy->series[i].y = hold_numbers(f, c->series[i].y, c->series[i].count);
        copy->series[i].error = hold_numbers(f, c->series[i].error, c->series[i].count);
    }
}

void scree_figures_drawing(figures *f, const char *title, const drawn_line *lines, int count, const char *listing)
{
    part *p = add_part(f, PART_DRAWING);
    drawn_line *copy = p != NULL ? hold(f, ((size_t)count + 1) * sizeof *copy) : NULL;
    if (copy == NULL) return;
    for (int i = 0; i < count; ++i) {
        copy[i] = lines[i];
        copy[i].x = hold_numbers(f, lines[i].x, lines[i].count);
        copy[i].y = hold_numbers(f, lines[i].y, lines[i].count);
    }
    p->title = hold_words(f, title);
    p->words = listing != NULL ? hold_words(f, listing) : NULL;
    p->lines = copy;
    p->line_count = count;
}

bool scree_figures_end(figures *f)
{
    close_table(f);
    for (const part *p = f->parts; p != NULL && f->echo && !f->failed; p = p->next)
        if (p->kind == PART_PAPER) scree_plain_tally(p);
    return !f->failed;
}
