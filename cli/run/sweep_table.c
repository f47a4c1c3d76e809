// The time series of a sweep's runs in one table, and the last row of each in another. Runs stand in the order of the
// grid, and the cells are those of the series: the same runs give the same bytes, however they were interrupted.
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/types.h>

#include "scree/version.h"
#include "sweep.h"
#include "whole_file.h"

enum { BLOCK = 1 << 16 };

/// A time series that is read line by line.
typedef struct series {
    FILE *file;
    char *line;
    size_t capacity;
} series;

/// The columns of all series, in the order in which they first come.
typedef struct columns {
    char **names;
    size_t count;
    bool failed;
} columns;

/// The next whole line that is no comment, without its end; NULL after the last.
static char *next_line(series *in)
{
    ssize_t size;
    while ((size = getline(&in->line, &in->capacity, in->file)) > 0) {
        if (in->line[size - 1] != '\n') return NULL; // a crash has cut it
        in->line[size - 1] = 0;
        if (in->line[0] != '#') return in->line;
    }
    return NULL;
}

static bool open_series(const sweep_run *run, series *in)
{
    char path[4400];
    snprintf(path, sizeof path, "%s/series.csv", run->folder);
    *in = (series){ .file = fopen(path, "r") };
    return in->file != NULL;
}

static void close_series(series *in)
{
    fclose(in->file);
    free(in->line);
}

// ---------------------------------------------------------------------------------------------------------------- columns

static size_t find(const columns *c, const char *name, size_t size)
{
    size_t i = 0;
    while (i < c->count && (strncmp(c->names[i], name, size) != 0 || c->names[i][size] != 0)) ++i;
    return i;
}

static void add_columns(columns *c, const char *head)
{
    for (const char *at = head; !c->failed;) {
        const size_t size = strcspn(at, ",");
        if (find(c, at, size) == c->count) {
            char **longer = realloc(c->names, (c->count + 1) * sizeof *longer);
            if (longer != NULL) c->names = longer;
            c->failed = longer == NULL || (longer[c->count] = strndup(at, size)) == NULL;
            c->count += !c->failed;
        }
        if (at[size] == 0) return;
        at += size + 1;
    }
}

static columns all_columns(const sweep *s)
{
    columns c = { .count = 0 };
    char *last = NULL;
    for (size_t i = 0; i < s->run_count; ++i) {
        series in;
        if (!open_series(&s->runs[i], &in)) continue;
        char *head = next_line(&in);
        if (head != NULL && (last == NULL || strcmp(head, last) != 0)) {
            add_columns(&c, head);
            free(last);
            last = strdup(head);
        }
        close_series(&in);
    }
    free(last);
    return c;
}

static void free_columns(columns *c)
{
    for (size_t i = 0; i < c->count; ++i) free(c->names[i]);
    free(c->names);
}

/// For each column of a series, its place in the table. NULL where memory ran out.
static size_t *places_of(const columns *c, const char *head, size_t *count)
{
    *count = 1;
    for (const char *at = head; *at != 0; ++at) *count += *at == ',';
    size_t *places = malloc(*count * sizeof *places);
    for (size_t i = 0; i < *count && places != NULL; ++i) {
        const size_t size = strcspn(head, ",");
        places[i] = find(c, head, size);
        head += size + (head[size] == ',');
    }
    return places;
}

// ------------------------------------------------------------------------------------------------------------------- rows

static void add_head(const sweep *s, const columns *c, bool summary, text *t)
{
    scree_cli_text_printf(t, "# scree sweep, %s, SI units\n# version: %s\n# scene_sha256: %s\n",
                          summary ? "last rows of the time series" : "time series", scree_version(), s->hash);
    for (size_t a = 0; a < s->axis_count; ++a) {
        if (!scree_cli_sweep_varies(s, a))
            scree_cli_text_printf(t, "# set: %s=%s\n", s->axes[a].key, s->axes[a].values[0]);
    }
    scree_cli_text_words(t, "run");
    for (size_t a = 0; a < s->axis_count; ++a) {
        if (!scree_cli_sweep_varies(s, a)) continue;
        scree_cli_text_words(t, ",");
        scree_cli_text_csv(t, s->axes[a].key, strlen(s->axes[a].key));
    }
    if (summary) scree_cli_text_words(t, ",end");
    for (size_t i = 0; i < c->count; ++i) scree_cli_text_printf(t, ",%s", c->names[i]);
    scree_cli_text_words(t, "\n");
}

/// What stands before the cells of the series.
static void add_start(const sweep *s, const sweep_run *run, bool summary, text *t)
{
    scree_cli_text_csv(t, run->name, strlen(run->name));
    for (size_t a = 0; a < s->axis_count; ++a) {
        if (!scree_cli_sweep_varies(s, a)) continue;
        const char *value = scree_cli_sweep_value(s, run, a);
        scree_cli_text_words(t, ",");
        scree_cli_text_csv(t, value, strlen(value));
    }
    if (summary) scree_cli_text_printf(t, ",%s", scree_cli_sweep_end_name(run->end));
}

/// A row of a series, its cells put where the table has their columns; NULL: a row of empty cells.
static void add_cells(const columns *c, const size_t *places, size_t count, const char *line, const char **cells,
                      text *t)
{
    for (size_t i = 0; i < c->count; ++i) cells[i] = "";
    for (size_t i = 0; i < count && line != NULL; ++i) {
        cells[places[i]] = line;
        line = strchr(line, ',');
        if (line != NULL) ++line;
    }
    for (size_t i = 0; i < c->count; ++i) {
        scree_cli_text_words(t, ",");
        scree_cli_text_add(t, cells[i], strcspn(cells[i], ","));
    }
    scree_cli_text_words(t, "\n");
}

static bool flush(whole_file *file, text *t, size_t above)
{
    if (t->failed) errno = ENOMEM;
    if (t->failed || (t->size > above && !scree_cli_write_all(file->fd, t->bytes, t->size))) return false;
    if (t->size > above) t->size = 0;
    return true;
}

/// The rows of one run: all, or for the summary the last. False with errno.
static bool add_run(const sweep *s, const sweep_run *run, const columns *c, bool summary, whole_file *file, text *t)
{
    text start = { 0 }, last = { 0 };
    series in;
    size_t count = 0;
    bool good = true;
    const char **cells = calloc(c->count + 1, sizeof *cells);
    const bool opened = open_series(run, &in);
    const char *head = opened ? next_line(&in) : NULL;
    size_t *places = head != NULL ? places_of(c, head, &count) : NULL;
    add_start(s, run, summary, &start);
    if (cells == NULL || (head != NULL && places == NULL)) good = false;
    for (const char *line; good && head != NULL && (line = next_line(&in)) != NULL;) {
        if (summary) {
            last.size = 0;
            scree_cli_text_add(&last, line, strlen(line) + 1);
        } else {
            scree_cli_text_add(t, start.bytes, start.size);
            add_cells(c, places, count, line, cells, t);
            good = flush(file, t, BLOCK);
        }
    }
    if (summary && good) {
        scree_cli_text_add(t, start.bytes, start.size);
        add_cells(c, places, count, last.size > 0 ? last.bytes : NULL, cells, t);
        good = flush(file, t, BLOCK);
    }
    if (start.failed || last.failed) good = false;
    if (opened) close_series(&in);
    free(cells);
    free(places);
    scree_cli_text_free(&start);
    scree_cli_text_free(&last);
    return good;
}

static int write_table(const sweep *s, const columns *c, bool summary)
{
    char path[4400];
    whole_file file;
    text t = { 0 };
    snprintf(path, sizeof path, "%s/%s", s->folder, summary ? "summary.csv" : "sweep.csv");
    if (!scree_whole_file_open(&file, path))
        return scree_cli_trouble(&scree_cli_sweep, "%s: %s", path, strerror(errno));
    add_head(s, c, summary, &t);
    bool good = true;
    for (size_t i = 0; i < s->run_count && good; ++i) good = add_run(s, &s->runs[i], c, summary, &file, &t);
    good = good && flush(&file, &t, 0);
    int error = errno;
    if (!scree_whole_file_close(&file, good) && good) {
        good = false;
        error = errno;
    }
    scree_cli_text_free(&t);
    return good ? 0 : scree_cli_trouble(&scree_cli_sweep, "%s: %s", path, strerror(error));
}

int scree_cli_sweep_gather(const sweep *s)
{
    columns c = all_columns(s);
    int status = c.failed ? scree_cli_trouble(&scree_cli_sweep, "out of memory") : 0;
    if (status == 0) status = write_table(s, &c, false);
    if (status == 0) status = write_table(s, &c, true);
    free_columns(&c);
    return status;
}
