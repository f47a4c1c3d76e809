// What a checkpoint stores of a run: the scene file's name and the overrides, then numbers. The simulation itself is
// saved with it.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "run/state.h"

static const char magic[8] = "SCRUN 2";

// ----------------------------------------------------------------------------------------------------------------- bytes

typedef struct bytes_out {
    char *bytes;
    size_t size, capacity;
    bool failed;
} bytes_out;

static void put(bytes_out *out, const void *bytes, size_t size)
{
    if (out->failed) return;
    if (out->size + size > out->capacity) {
        const size_t capacity = 2 * (out->size + size) + 256;
        char *larger = realloc(out->bytes, capacity);
        if (larger == NULL) {
            out->failed = true;
            return;
        }
        out->bytes = larger;
        out->capacity = capacity;
    }
    if (size > 0) memcpy(out->bytes + out->size, bytes, size);
    out->size += size;
}

static void put_count(bytes_out *out, size_t count)
{
    const uint64_t number = count;
    put(out, &number, sizeof number);
}

static void put_text(bytes_out *out, const char *text)
{
    put_count(out, strlen(text) + 1);
    put(out, text, strlen(text) + 1);
}

typedef struct bytes_in {
    const char *at, *end;
    bool failed;
} bytes_in;

static const void *get(bytes_in *in, size_t size)
{
    const char *at = in->at;
    if (in->failed || (size_t)(in->end - at) < size) {
        in->failed = true;
        return NULL;
    }
    in->at += size;
    return at;
}

static void get_into(bytes_in *in, void *out, size_t size)
{
    const void *bytes = get(in, size);
    if (bytes != NULL && size > 0) memcpy(out, bytes, size);
}

static size_t get_count(bytes_in *in)
{
    uint64_t number = 0;
    get_into(in, &number, sizeof number);
    return (size_t)number;
}

static const char *get_text(bytes_in *in)
{
    const size_t size = get_count(in);
    const char *text = size > 0 ? get(in, size) : NULL;
    if (text == NULL || text[size - 1] != 0) in->failed = true;
    return in->failed ? "" : text;
}

static bool no_sense(scree_error *error)
{
    *error =
        (scree_error){ SCREE_FILE_ERROR, "the checkpoint does not belong to this scene, or to this version of scree" };
    return false;
}

// ------------------------------------------------------------------------------------------------------------------ save

static void put_kept(bytes_out *out, const scree_fill_maker *maker)
{
    for (int i = 0; i < maker->scene->shape_count; ++i) {
        put_count(out, maker->kept_counts[i]);
        put(out, maker->kept[i], maker->kept_counts[i] * sizeof **maker->kept);
    }
}

static void put_sides(bytes_out *out, const scree_run *run)
{
    put_count(out, run->side_capacity);
    for (int f = 0; f < run->scene->flow_count; ++f) put(out, run->sides[f], run->side_capacity * sizeof(double));
}

bool scree_run_save(const scree_run *run, void **bytes, size_t *size, scree_error *error)
{
    const scree_scene *scene = run->scene;
    bytes_out out = { .bytes = NULL };
    put(&out, magic, sizeof magic);
    put_text(&out, scene->file);
    put_count(&out, run->options.override_count);
    for (size_t i = 0; i < run->options.override_count; ++i) put_text(&out, run->options.overrides[i]);
    put(&out, &run->place, sizeof run->place);
    put_count(&out, (size_t)scene->insert_count);
    put(&out, run->supplies, (size_t)scene->insert_count * sizeof *run->supplies);
    put_count(&out, (size_t)scene->sink_count);
    put(&out, run->sinks, (size_t)scene->sink_count * sizeof *run->sinks);
    put_count(&out, (size_t)scene->flow_count);
    put(&out, run->flows, (size_t)scene->flow_count * sizeof *run->flows);
    put_count(&out, (size_t)run->wall_count);
    for (int w = 0; w < run->wall_count; ++w) {
        put(&out, &run->moves[w].given, sizeof run->moves[w].given);
        put(&out, &run->moves[w].active, sizeof run->moves[w].active);
    }
    put_kept(&out, &run->maker);
    put_sides(&out, run);
    if (out.failed) {
        free(out.bytes);
        *error = (scree_error){ SCREE_NO_MEMORY, "out of memory" };
        return false;
    }
    *bytes = out.bytes;
    *size = out.size;
    return true;
}

// --------------------------------------------------------------------------------------------------------------- restore

static bool begin(bytes_in *in, const void *bytes, size_t size, scree_error *error)
{
    *in = (bytes_in){ .at = bytes, .end = (const char *)bytes + size };
    const void *first = get(in, sizeof magic);
    return (first != NULL && memcmp(first, magic, sizeof magic) == 0) || no_sense(error);
}

bool scree_run_read_head(const void *bytes, size_t size, const char **file, const char ***overrides, size_t *count,
                         scree_error *error)
{
    bytes_in in;
    if (!begin(&in, bytes, size, error)) return false;
    *file = get_text(&in);
    *count = get_count(&in);
    if (in.failed || *count > size) return no_sense(error);
    *overrides = calloc(*count + 1, sizeof **overrides);
    if (*overrides == NULL) {
        *error = (scree_error){ SCREE_NO_MEMORY, "out of memory" };
        return false;
    }
    for (size_t i = 0; i < *count; ++i) (*overrides)[i] = get_text(&in);
    if (!in.failed) return true;
    free(*overrides);
    return no_sense(error);
}

/// A list with as many items as the scene has.
static bool get_list(bytes_in *in, void *list, int count, size_t size)
{
    if (get_count(in) != (size_t)count) in->failed = true;
    if (!in->failed) get_into(in, list, (size_t)count * size);
    return !in->failed;
}

static void get_kept(bytes_in *in, scree_fill_maker *maker)
{
    for (int i = 0; i < maker->scene->shape_count && !in->failed; ++i) {
        if (get_count(in) != maker->kept_counts[i])
            in->failed = true;
        else
            get_into(in, maker->kept[i], maker->kept_counts[i] * sizeof **maker->kept);
    }
}

static void get_sides(bytes_in *in, scree_run *run)
{
    const size_t capacity = get_count(in);
    if (run->scene->flow_count == 0 || in->failed) return;
    if (capacity > (size_t)(in->end - in->at) / sizeof(double)) in->failed = true;
    for (int f = 0; f < run->scene->flow_count && !in->failed; ++f) {
        run->sides[f] = malloc(capacity * sizeof(double) + 1);
        if (run->sides[f] == NULL)
            in->failed = true;
        else
            get_into(in, run->sides[f], capacity * sizeof(double));
    }
    if (!in->failed) run->side_capacity = capacity;
}

bool scree_run_restore(scree_run *run, const void *bytes, size_t size, scree_error *error)
{
    bytes_in in;
    if (!begin(&in, bytes, size, error)) return false;
    get_text(&in);
    const size_t overrides = get_count(&in);
    for (size_t i = 0; i < overrides && !in.failed; ++i) get_text(&in);
    get_into(&in, &run->place, sizeof run->place);
    get_list(&in, run->supplies, run->scene->insert_count, sizeof *run->supplies);
    get_list(&in, run->sinks, run->scene->sink_count, sizeof *run->sinks);
    get_list(&in, run->flows, run->scene->flow_count, sizeof *run->flows);
    if (!in.failed) scree_run_recall(run);
    if (get_count(&in) != (size_t)run->wall_count) in.failed = true;
    for (int w = 0; w < run->wall_count && !in.failed; ++w) {
        get_into(&in, &run->moves[w].given, sizeof run->moves[w].given);
        get_into(&in, &run->moves[w].active, sizeof run->moves[w].active);
    }
    get_kept(&in, &run->maker);
    get_sides(&in, run);
    return (!in.failed && in.at == in.end && run->place.dt > 0.0) || no_sense(error);
}
