// Figures as text: prose in lines of a terminal's width, tables in columns. Charts and drawings are for the page; what
// charts show also stands in the tables.
#include <stdio.h>
#include <string.h>

#include "headway.h"
#include "model.h"

enum { LINE_WIDTH = 100, FACT_WIDTH = 10, MOST_COLUMNS = 32 };

/// In characters, not bytes.
static int width_of(const char *words)
{
    int width = 0;
    for (; *words != 0; ++words) width += ((unsigned char)*words & 0xC0) != 0x80;
    return width;
}

static void print_times(char c, int count)
{
    for (int i = 0; i < count; ++i) putchar(c);
}

static void print_wrapped(const char *words)
{
    int column = 0;
    while (*words != 0) {
        size_t size = strcspn(words, " ");
        int width = 0;
        for (size_t i = 0; i < size; ++i) width += ((unsigned char)words[i] & 0xC0) != 0x80;
        if (column > 0 && column + 1 + width > LINE_WIDTH) {
            putchar('\n');
            column = 0;
        }
        if (column > 0) column += printf(" ");
        fwrite(words, 1, size, stdout);
        column += width;
        words += size;
        words += strspn(words, " ");
    }
    if (column > 0) putchar('\n');
}

static void print_cell(const char *cell, int width, bool right, bool last)
{
    int spaces = width - width_of(cell);
    if (right) print_times(' ', spaces);
    fputs(cell, stdout);
    if (last)
        putchar('\n');
    else
        print_times(' ', (right ? 0 : spaces) + 2);
}

static void print_table(const part *table)
{
    int widths[MOST_COLUMNS];
    bool right[MOST_COLUMNS];
    int columns = table->columns < MOST_COLUMNS ? table->columns : MOST_COLUMNS;
    for (int i = 0; i < columns; ++i) {
        widths[i] = width_of(table->headings[i]);
        right[i] = scree_figures_is_numeric(table, i);
        for (const row *r = table->rows; r != NULL; r = r->next) {
            int width = width_of(r->cells[i]);
            if (width > widths[i]) widths[i] = width;
        }
    }
    printf("\n%s\n", table->title);
    for (int i = 0; i < columns; ++i) print_cell(table->headings[i], widths[i], right[i], i == columns - 1);
    for (int i = 0; i < columns; ++i) {
        print_times('-', widths[i]);
        fputs(i < columns - 1 ? "  " : "\n", stdout);
    }
    for (const row *r = table->rows; r != NULL; r = r->next)
        for (int i = 0; i < columns; ++i) print_cell(r->cells[i], widths[i], right[i], i == columns - 1);
}

void scree_plain_fact(const fact *it)
{
    printf("%-*s  %s\n", FACT_WIDTH, it->name, it->value);
}

void scree_plain_part(const part *it)
{
    scree_headway_clear();
    switch (it->kind) {
    case PART_PAPER:
        printf("\n%s\n", it->key);
        print_times('=', width_of(it->key));
        putchar('\n');
        print_wrapped(it->title);
        print_wrapped(it->words);
        break;
    case PART_SECTION:
        printf("\n\n%s\n", it->title);
        print_times('-', width_of(it->title));
        putchar('\n');
        print_wrapped(it->words);
        break;
    case PART_NOTE:
        putchar('\n');
        print_wrapped(it->words);
        break;
    case PART_TABLE:
        print_table(it);
        break;
    case PART_CHART:
    case PART_DRAWING:
        break;
    }
    fflush(stdout);
}

void scree_plain_doi(const part *paper)
{
    printf("https://doi.org/%s\n", paper->doi);
}

void scree_plain_tally(const part *paper)
{
    scree_headway_clear();
    const int targets = paper->met + paper->missed;
    const int judged = paper->agreeing + paper->differing + paper->undecided;
    if (judged + paper->beyond + targets == 0) return; // nothing was judged
    printf("\n%s: of the paper's %d figures %d agree, %d differ", paper->key, judged, paper->agreeing,
           paper->differing);
    if (paper->undecided > 0) printf(", %d are undecided", paper->undecided);
    printf("; %d are beyond the paper\n", paper->beyond);
    if (targets > 0)
        printf("%s: of scree's own %d targets %d are met, %d missed\n", paper->key, targets, paper->met, paper->missed);
    fflush(stdout);
}
