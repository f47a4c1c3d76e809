// Figures as one HTML page that needs nothing from outside: style, charts and their library are in it. The tables are
// plain HTML; the charts are JSON at the end of the page, which page.js draws.
#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "model.h"
#include "resources.h"
#include "text.h"
#include "whole_file.h"

// -------------------------------------------------------------------------------------------------------- words

/// With `code`, what stands between backquotes becomes code.
static void add_escaped(text *t, const char *words, bool code)
{
    bool inside = false;
    for (; *words != 0; ++words) {
        switch (*words) {
        case '&':
            scree_cli_text_words(t, "&amp;");
            break;
        case '<':
            scree_cli_text_words(t, "&lt;");
            break;
        case '>':
            scree_cli_text_words(t, "&gt;");
            break;
        case '"':
            scree_cli_text_words(t, "&quot;");
            break;
        case '`':
            if (code) scree_cli_text_words(t, inside ? "</code>" : "<code>");
            inside = !inside;
            break;
        default:
            scree_cli_text_add(t, words, 1);
        }
    }
    if (inside && code) scree_cli_text_words(t, "</code>");
}

/// open, the words, close
static void add_element(text *t, const char *open, const char *words, const char *close)
{
    scree_cli_text_words(t, open);
    add_escaped(t, words, true);
    scree_cli_text_words(t, close);
}

/// A JSON string that may stand inside a script element.
static void add_json(text *t, const char *words)
{
    text plain = { 0 };
    scree_cli_text_json(&plain, words, strlen(words));
    for (size_t i = 0; i < plain.size; ++i) {
        if (plain.bytes[i] == '<')
            scree_cli_text_words(t, "\\u003c");
        else
            scree_cli_text_add(t, plain.bytes + i, 1);
    }
    t->failed |= plain.failed;
    scree_cli_text_free(&plain);
}

static void add_resource(text *t, const char *open, const resource *r, const char *close)
{
    scree_cli_text_words(t, open);
    scree_cli_text_add(t, (const char *)r->bytes, r->size);
    scree_cli_text_words(t, close);
}

// --------------------------------------------------------------------------------------------------------- head

static const char page_title[] = "Published contact detection, measured again";

static const char introduction[] =
    "Each table here compares a figure that a paper prints with the one that this program measured, and says whether "
    "they "
    "agree: to all printed digits where the figure is exact, in rank and order of magnitude where it is a time or a "
    "rate on another machine. What a paper does not print is marked as beyond it. Methods are named as in "
    "`scree methods`; normals point from A to B, and overlaps are negative distances.";

static void add_facts(const figures *f, text *t)
{
    scree_cli_text_words(t, "<dl class=\"facts\">\n");
    for (const fact *it = f->facts; it != NULL; it = it->next) {
        add_element(t, "<div><dt>", it->name, "</dt>");
        add_element(t, "<dd>", it->value, "</dd></div>\n");
    }
    scree_cli_text_words(t, "</dl>\n");
}

static void add_tally(const part *paper, text *t)
{
    const int targets = paper->met + paper->missed;
    if (paper->agreeing + paper->differing + paper->undecided + paper->beyond + targets == 0)
        return; // nothing was judged
    scree_cli_text_printf(t, "<p class=\"tally\"><span class=\"agrees\">%d agree</span> ", paper->agreeing);
    scree_cli_text_printf(t, "<span class=\"%s\">%d differ</span> ", paper->differing > 0 ? "differs" : "beyond",
                          paper->differing);
    if (paper->undecided > 0) scree_cli_text_printf(t, "<span class=\"beyond\">%d undecided</span> ", paper->undecided);
    scree_cli_text_printf(t, "<span class=\"beyond\">%d beyond the paper</span></p>\n", paper->beyond);
    if (targets == 0) return;
    scree_cli_text_printf(t, "<p class=\"tally\">scree's own targets: <span class=\"met\">%d met</span> ", paper->met);
    scree_cli_text_printf(t, "<span class=\"%s\">%d missed</span></p>\n", paper->missed > 0 ? "missed" : "beyond",
                          paper->missed);
}

/// A card for each paper: its verdicts and its sections.
static void add_contents(const figures *f, text *t)
{
    scree_cli_text_words(t, "<nav aria-label=\"Papers\">\n");
    int section = 0;
    for (const part *p = f->parts; p != NULL; p = p->next) {
        if (p->kind != PART_PAPER) continue;
        scree_cli_text_words(t, "<div class=\"card\"><h2><a href=\"#");
        add_escaped(t, p->key, false);
        add_element(t, "\">", p->key, "</a></h2>\n");
        add_tally(p, t);
        scree_cli_text_words(t, "<ul>\n");
        for (const part *s = p->next; s != NULL && s->kind != PART_PAPER; s = s->next) {
            if (s->kind != PART_SECTION) continue;
            scree_cli_text_printf(t, "<li><a href=\"#s%d\">", ++section);
            add_element(t, "", s->title, "</a></li>\n");
        }
        scree_cli_text_words(t, "</ul></div>\n");
    }
    scree_cli_text_words(t, "</nav>\n");
}

static void add_head(const figures *f, text *t)
{
    const char *title = f->heading != NULL ? f->heading : page_title;
    // The policy makes sure of what is promised: nothing is fetched.
    scree_cli_text_words(t, "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                            "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                            "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
                            "style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n"
                            "<meta name=\"color-scheme\" content=\"light dark\">\n");
    add_element(t, "<title>", title, " - scree</title>\n");
    add_resource(t, "<style>\n", &scree_resource_page_css, "</style>\n</head>\n<body>\n");
    add_element(t, "<header class=\"top\">\n<p class=\"eyebrow\">", f->eyebrow != NULL ? f->eyebrow : "scree reproduce",
                "</p>\n");
    add_element(t, "<h1>", title, "</h1>\n");
    add_element(t, "<p class=\"lead\">", f->lead != NULL ? f->lead : introduction, "</p>\n");
    add_facts(f, t);
    add_contents(f, t);
    scree_cli_text_words(t,
                         "<noscript><p>The charts need JavaScript; the tables hold the same figures.</p></noscript>\n"
                         "</header>\n<main>\n");
}

// -------------------------------------------------------------------------------------------------------- tables

enum { LONG_CELL = 40 };

/// How a cell looks: a verdict, a word for what is not there, a number.
static const char *class_of(const char *cell, bool numeric)
{
    if (strcmp(cell, "agrees") == 0) return "verdict agrees";
    if (strcmp(cell, "differs") == 0) return "verdict differs";
    if (strcmp(cell, "beyond the paper") == 0) return "verdict beyond";
    if (strcmp(cell, "undecided") == 0) return "verdict beyond";
    if (strcmp(cell, "target met") == 0) return "verdict met";
    if (strcmp(cell, "target missed") == 0) return "verdict missed";
    if (strcmp(cell, "not available") == 0) return "missing";
    if (strlen(cell) > LONG_CELL) return "long";
    return numeric ? "number" : "";
}

static bool is_verdict(const char *cell)
{
    return strncmp(class_of(cell, false), "verdict", 7) == 0;
}

static bool holds_verdicts(const part *table, int column)
{
    for (const row *r = table->rows; r != NULL; r = r->next)
        if (is_verdict(r->cells[column])) return true;
    return false;
}

/// Columns of verdicts stay in sight on narrow screens: the last one at the right edge, one before it beside it.
static const char *stay_of(const part *table, int column)
{
    static const char *const classes[] = { "", "stay", "stay second" };
    int from_right = 0;
    if (!holds_verdicts(table, column)) return "";
    for (int i = column; i < table->columns; ++i) from_right += holds_verdicts(table, i);
    return from_right < 3 ? classes[from_right] : "";
}

static void add_class(text *t, const char *look, const char *stay)
{
    if (look[0] == 0 && stay[0] == 0) return;
    scree_cli_text_printf(t, " class=\"%s%s%s\"", look, look[0] != 0 && stay[0] != 0 ? " " : "", stay);
}

static void add_row(const part *table, const row *r, const bool *numeric, bool grouped, text *t)
{
    bool first = grouped && r->cells[0][0] != 0;
    bool printed = table->columns > 1 && strcmp(r->cells[1], "paper") == 0;
    scree_cli_text_printf(t, "<tr class=\"%s%s\">", first ? "group" : "", printed ? " printed" : "");
    for (int i = 0; i < table->columns; ++i) {
        const char *cell = r->cells[i];
        scree_cli_text_words(t, i == 0 ? "<th scope=\"row\"" : "<td");
        add_class(t, class_of(cell, numeric[i]), stay_of(table, i));
        scree_cli_text_words(t, ">");
        if (is_verdict(cell)) scree_cli_text_words(t, "<span>");
        add_escaped(t, cell, true);
        if (is_verdict(cell)) scree_cli_text_words(t, "</span>");
        scree_cli_text_words(t, i == 0 ? "</th>" : "</td>");
    }
    scree_cli_text_words(t, "</tr>\n");
}

/// A table whose first cells are partly empty is one of groups: a cell stands for the empty ones below it.
static bool is_grouped(const part *table)
{
    for (const row *r = table->rows; r != NULL; r = r->next)
        if (r->cells[0][0] == 0) return true;
    return false;
}

static void add_table(const part *table, text *t)
{
    bool *numeric = calloc((size_t)table->columns, sizeof *numeric);
    if (numeric == NULL) {
        t->failed = true;
        return;
    }
    add_element(t, "<figure class=\"table\">\n<figcaption>", table->title, "</figcaption>\n");
    scree_cli_text_words(t, "<div class=\"scroll\" tabindex=\"0\"><table>\n<thead><tr>");
    for (int i = 0; i < table->columns; ++i) {
        numeric[i] = scree_figures_is_numeric(table, i);
        scree_cli_text_words(t, "<th scope=\"col\"");
        add_class(t, numeric[i] ? "number" : "", stay_of(table, i));
        add_element(t, ">", table->headings[i], "</th>");
    }
    scree_cli_text_words(t, "</tr></thead>\n<tbody>\n");
    bool grouped = is_grouped(table);
    for (const row *r = table->rows; r != NULL; r = r->next) add_row(table, r, numeric, grouped, t);
    scree_cli_text_words(t, "</tbody></table></div>\n</figure>\n");
    free(numeric);
}

// -------------------------------------------------------------------------------------------------------- charts

static void add_number(text *t, double x)
{
    if (isfinite(x))
        scree_cli_text_printf(t, "%.9g", x);
    else
        scree_cli_text_words(t, "null");
}

static void add_pair(text *t, const char *name, const char *value)
{
    scree_cli_text_printf(t, "\"%s\":", name);
    add_json(t, value);
    scree_cli_text_words(t, ",");
}

static void add_numbers(text *t, const char *name, const double *numbers, int count)
{
    scree_cli_text_printf(t, ",\"%s\":[", name);
    for (int i = 0; i < count; ++i) {
        if (i > 0) scree_cli_text_words(t, ",");
        add_number(t, numbers[i]);
    }
    scree_cli_text_words(t, "]");
}

static void add_chart(const chart *c, text *t)
{
    static const char *const kinds[] = { "bars", "lines", "points" };
    scree_cli_text_words(t, "{");
    add_pair(t, "kind", kinds[c->kind]);
    add_pair(t, "title", c->title);
    add_pair(t, "x", c->x_label);
    add_pair(t, "y", c->y_label);
    scree_cli_text_printf(t, "\"logX\":%s,\"logY\":%s,\"marks\":%s,\"categories\":", c->log_x ? "true" : "false",
                          c->log_y ? "true" : "false", c->paper_marks ? "true" : "false");
    scree_cli_text_words(t, c->categories != NULL ? "[" : "null");
    for (int i = 0; c->categories != NULL && i < c->category_count; ++i) {
        if (i > 0) scree_cli_text_words(t, ",");
        add_json(t, c->categories[i]);
    }
    scree_cli_text_words(t, c->categories != NULL ? "],\"series\":[" : ",\"series\":[");
    for (int i = 0; i < c->series_count; ++i) {
        scree_cli_text_words(t, i > 0 ? ",{\"name\":" : "{\"name\":");
        add_json(t, c->series[i].name);
        if (c->series[i].x != NULL) add_numbers(t, "x", c->series[i].x, c->series[i].count);
        if (c->series[i].y != NULL) add_numbers(t, "y", c->series[i].y, c->series[i].count);
        if (c->series[i].error != NULL) add_numbers(t, "error", c->series[i].error, c->series[i].count);
        scree_cli_text_printf(t, ",\"line\":%s}", c->series[i].line ? "true" : "false");
    }
    scree_cli_text_words(t, "]}");
}

static void add_all_charts(const figures *f, text *t)
{
    bool first = true;
    scree_cli_text_words(t, "<script type=\"application/json\" id=\"charts\">[");
    for (const part *p = f->parts; p != NULL; p = p->next) {
        if (p->kind != PART_CHART) continue;
        scree_cli_text_words(t, first ? "\n" : ",\n");
        add_chart(&p->chart, t);
        first = false;
    }
    scree_cli_text_words(t, "]</script>\n");
}

// ---------------------------------------------------------------------------------------------------------- body

typedef struct place {
    bool in_paper, in_section;
    int sections, charts;
} place;

static void close_section(place *at, text *t)
{
    if (at->in_section) scree_cli_text_words(t, "</section>\n");
    at->in_section = false;
}

static void close_paper(place *at, text *t)
{
    close_section(at, t);
    if (at->in_paper) scree_cli_text_words(t, "</article>\n");
    at->in_paper = false;
}

static void add_part(const part *p, place *at, text *t)
{
    switch (p->kind) {
    case PART_PAPER:
        close_paper(at, t);
        scree_cli_text_words(t, "<article id=\"");
        add_escaped(t, p->key, false);
        add_element(t, "\">\n<p class=\"eyebrow\">", p->key, "</p>\n");
        add_element(t, "<h2>", p->title, "</h2>\n");
        add_element(t, "<p class=\"authors\">", p->words, "");
        if (p->doi != NULL) {
            scree_cli_text_words(t, " <a href=\"https://doi.org/");
            add_escaped(t, p->doi, false);
            add_element(t, "\">doi:", p->doi, "</a>");
        }
        scree_cli_text_words(t, "</p>\n");
        at->in_paper = true;
        break;
    case PART_SECTION:
        close_section(at, t);
        scree_cli_text_printf(t, "<section id=\"s%d\">\n", ++at->sections);
        add_element(t, "<h3>", p->title, "</h3>\n");
        if (p->words[0] != 0) add_element(t, "<p>", p->words, "</p>\n");
        at->in_section = true;
        break;
    case PART_NOTE:
        add_element(t, "<p>", p->words, "</p>\n");
        break;
    case PART_TABLE:
        add_table(p, t);
        break;
    case PART_CHART:
        add_element(t, "<figure class=\"chart\">\n<figcaption>", p->chart.title, "</figcaption>\n");
        scree_cli_text_printf(t, "<div class=\"plot\"><canvas data-chart=\"%d\" role=\"img\" aria-label=\"",
                              at->charts++);
        add_escaped(t, p->chart.title, false);
        scree_cli_text_words(t, "\"></canvas></div>\n</figure>\n");
        break;
    case PART_DRAWING:
        add_element(t, "<figure class=\"drawing\">\n<figcaption>", p->title, "</figcaption>\n");
        scree_page_drawing(p, t);
        if (p->words != NULL) {
            scree_cli_text_words(
                t, "<details><summary>coordinates, as a line for <code>scree query</code></summary><pre>");
            add_escaped(t, p->words, false);
            scree_cli_text_words(t, "</pre></details>\n");
        }
        scree_cli_text_words(t, "</figure>\n");
        break;
    }
}

static void add_page(const figures *f, text *t)
{
    place at = { 0 };
    add_head(f, t);
    for (const part *p = f->parts; p != NULL; p = p->next) add_part(p, &at, t);
    close_paper(&at, t);
    scree_cli_text_words(
        t, "</main>\n<footer><p>Written by scree; the charts are drawn by Chart.js (MIT).</p></footer>\n");
    add_all_charts(f, t);
    add_resource(t, "<script>\n", &scree_resource_chart_js, "\n</script>\n");
    add_resource(t, "<script>\n", &scree_resource_page_js, "</script>\n</body>\n</html>\n");
}

/// Written whole or not at all; the text is freed.
static bool write_text(const figures *f, const char *path, text *t)
{
    bool written = false;
    if (f->failed || t->failed)
        errno = ENOMEM;
    else
        written = scree_whole_file_write(path, t);
    int error = errno;
    scree_cli_text_free(t);
    errno = error;
    return written;
}

bool scree_figures_write_listings(const figures *f, const char *path)
{
    text t = { 0 };
    for (const part *p = f->parts; p != NULL; p = p->next) {
        if (p->kind != PART_DRAWING || p->words == NULL) continue;
        scree_cli_text_words(&t, p->words);
        scree_cli_text_words(&t, "\n");
    }
    return write_text(f, path, &t);
}

bool scree_figures_write_html(const figures *f, const char *path)
{
    text t = { 0 };
    add_page(f, &t);
    return write_text(f, path, &t);
}
