// The keys and values of a sweep, and the runs that they make.
#define _POSIX_C_SOURCE 200809L
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

#include "scene_load.h"
#include "sweep.h"

enum { LONGEST_NAME = 120, SHORT_HASH = 8 };

static int no_memory(void)
{
    return scree_cli_trouble(&scree_cli_sweep, "out of memory");
}

// ------------------------------------------------------------------------------------------------------------------- axes

/// How many bytes of `words` belong to the first value: up to a comma that is not within brackets, braces or quotes.
static size_t value_size(const char *words)
{
    int depth = 0;
    char quote = 0;
    size_t i = 0;
    for (; words[i] != 0; ++i) {
        const char c = words[i];
        if (quote != 0)
            quote = c == quote ? 0 : quote;
        else if (c == '"' || c == '\'')
            quote = c;
        else if (c == '[' || c == '{')
            ++depth;
        else if (c == ']' || c == '}')
            --depth;
        else if (c == ',' && depth <= 0)
            break;
    }
    return i;
}

static bool add_value(sweep_axis *axis, const char *words, size_t size)
{
    char **longer = realloc(axis->values, (axis->count + 1) * sizeof *longer);
    if (longer == NULL) return false;
    axis->values = longer;
    longer[axis->count] = strndup(words, size);
    if (longer[axis->count] == NULL) return false;
    ++axis->count;
    return true;
}

static bool has_value(const sweep_axis *axis, const char *words, size_t size)
{
    for (size_t i = 0; i < axis->count; ++i) {
        if (strlen(axis->values[i]) == size && memcmp(axis->values[i], words, size) == 0) return true;
    }
    return false;
}

static int read_values(sweep_axis *axis, const char *words)
{
    for (bool more = true; more;) {
        while (*words == ' ') ++words;
        const size_t all = value_size(words);
        size_t size = all;
        while (size > 0 && words[size - 1] == ' ') --size;
        if (size == 0) return scree_cli_usage(&scree_cli_sweep, "--set %s: a value is missing", axis->key);
        if (has_value(axis, words, size))
            return scree_cli_usage(&scree_cli_sweep, "--set %s: %.*s is there twice", axis->key, (int)size, words);
        if (!add_value(axis, words, size)) return no_memory();
        more = words[all] == ',';
        words += all + 1;
    }
    return 0;
}

int scree_cli_sweep_axis(sweep *s, const char *words)
{
    const char *equals = strchr(words, '=');
    if (equals == NULL || equals == words)
        return scree_cli_usage(&scree_cli_sweep, "--set: expected KEY=VALUE,VALUE, got '%s'", words);
    if (s->axis_count == MOST_OVERRIDES)
        return scree_cli_usage(&scree_cli_sweep, "--set: at most %d of them", MOST_OVERRIDES);
    for (size_t i = 0; i < s->axis_count; ++i) {
        if (strlen(s->axes[i].key) == (size_t)(equals - words) &&
            strncmp(s->axes[i].key, words, (size_t)(equals - words)) == 0)
            return scree_cli_usage(&scree_cli_sweep, "--set %s: given twice", s->axes[i].key);
    }
    sweep_axis *longer = realloc(s->axes, (s->axis_count + 1) * sizeof *longer);
    if (longer == NULL) return no_memory();
    s->axes = longer;
    longer[s->axis_count] = (sweep_axis){ .key = strndup(words, (size_t)(equals - words)) };
    if (longer[s->axis_count].key == NULL) return no_memory();
    return read_values(&longer[s->axis_count++], equals + 1);
}

bool scree_cli_sweep_varies(const sweep *s, size_t axis)
{
    return s->axes[axis].count > 1;
}

const char *scree_cli_sweep_value(const sweep *s, const sweep_run *run, size_t axis)
{
    return run->sets[axis] + strlen(s->axes[axis].key) + 1;
}

const char *scree_cli_sweep_end_name(sweep_end end)
{
    static const char *const names[] = { "waiting", "at work", "finished", "trouble", "stopped", "failed" };
    return names[end];
}

// ------------------------------------------------------------------------------------------------------------------- runs

/// The keys that vary, with their values; made fit for a folder's name, with a part of a hash where that changed it.
static bool name_run(const sweep *s, sweep_run *run)
{
    text exact = { 0 }, name = { 0 };
    for (size_t a = 0; a < s->axis_count; ++a) {
        if (!scree_cli_sweep_varies(s, a)) continue;
        if (exact.size > 0) scree_cli_text_words(&exact, "_");
        scree_cli_text_words(&exact, run->sets[a]);
    }
    bool changed = exact.size > LONGEST_NAME;
    for (size_t i = 0; i < exact.size && i < LONGEST_NAME; ++i) {
        const unsigned char c = (unsigned char)exact.bytes[i];
        const bool fit = isalnum(c) || c == '=' || c == '_' || c == '+' || ((c == '.' || c == '-') && i > 0);
        changed = changed || !fit;
        scree_cli_text_add(&name, fit ? &exact.bytes[i] : "_", 1);
    }
    if (changed && !exact.failed) {
        char hash[SCREE_SIM_HASH_SIZE];
        scree_sim_sha256(exact.bytes, exact.size, hash);
        scree_cli_text_printf(&name, "-%.*s", SHORT_HASH, hash);
    }
    scree_cli_text_add(&name, "", 1);
    const bool good = !exact.failed && !name.failed;
    if (good) run->name = strdup(name.bytes);
    scree_cli_text_free(&exact);
    scree_cli_text_free(&name);
    return good && run->name != NULL;
}

/// "A" + between + "B", to be given back by free().
static char *joined(const char *a, const char *between, const char *b)
{
    const size_t size = strlen(a) + strlen(between) + strlen(b) + 1;
    char *words = malloc(size);
    if (words != NULL) snprintf(words, size, "%s%s%s", a, between, b);
    return words;
}

/// Run number `index`, the last axis fastest.
static bool make_run(const sweep *s, size_t index, sweep_run *run)
{
    run->sets = calloc(s->axis_count + 1, sizeof(char *));
    if (run->sets == NULL) return false;
    for (size_t a = s->axis_count; a-- > 0; index /= s->axes[a].count) {
        const sweep_axis *axis = &s->axes[a];
        run->sets[a] = joined(axis->key, "=", axis->values[index % axis->count]);
        if (run->sets[a] == NULL) return false;
    }
    if (!name_run(s, run)) return false;
    run->folder = joined(s->folder, "/", run->name);
    return run->folder != NULL;
}

int scree_cli_sweep_grid(sweep *s)
{
    size_t count = 1;
    for (size_t a = 0; a < s->axis_count; ++a) {
        if (s->axes[a].count > MOST_RUNS / count)
            return scree_cli_usage(&scree_cli_sweep, "--set: at most %d runs", MOST_RUNS);
        count *= s->axes[a].count;
    }
    if (count == 1)
        return scree_cli_usage(&scree_cli_sweep, "nothing to sweep: --set KEY=a,b,c gives a key several values");
    s->runs = calloc(count, sizeof *s->runs);
    if (s->runs == NULL) return no_memory();
    for (; s->run_count < count; ++s->run_count) {
        if (!make_run(s, s->run_count, &s->runs[s->run_count])) {
            ++s->run_count;
            return no_memory();
        }
    }
    return 0;
}

void scree_cli_sweep_free(sweep *s)
{
    for (size_t i = 0; i < s->run_count; ++i) {
        for (size_t a = 0; s->runs[i].sets != NULL && a < s->axis_count; ++a) free(s->runs[i].sets[a]);
        free(s->runs[i].sets);
        free(s->runs[i].name);
        free(s->runs[i].folder);
    }
    for (size_t a = 0; a < s->axis_count; ++a) {
        for (size_t i = 0; i < s->axes[a].count; ++i) free(s->axes[a].values[i]);
        free(s->axes[a].values);
        free(s->axes[a].key);
    }
    free(s->axes);
    free(s->runs);
}
