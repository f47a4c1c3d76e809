#include "output/view_run.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ROWS = 8 << 20, MOST_FRAMES = 2000 }; ///< grains times frames that a page holds; more are thinned out
static const int64_t most_ids = INT64_C(1) << 28;

bool scree_sim_view_chunk(const scree_sim_view_run *run, uint64_t frame, const char *name, scree_sim_gsd_type type,
                          uint32_t columns, bool or_first, scree_sim_bytes *out, scree_error *error)
{
    *out = (scree_sim_bytes){ 0 };
    const scree_sim_gsd_entry *entry =
        or_first ? scree_sim_gsd_find_or_first(&run->gsd, frame, name) : scree_sim_gsd_find(&run->gsd, frame, name);
    if (entry == NULL) return true;
    if (entry->type != type || entry->columns != columns)
        return scree_output_fail(error, SCREE_FILE_ERROR, "%s: its chunk %s is not as scree writes it", run->gsd.path,
                                 name);
    return scree_sim_gsd_read(&run->gsd, entry, out, error);
}

void scree_sim_view_frame_free(scree_sim_view_frame *frame)
{
    for (int i = 0; i < 7; ++i) scree_sim_bytes_free(&frame->chunks[i]);
    *frame = (scree_sim_view_frame){ 0 };
}

bool scree_sim_view_frame_read(const scree_sim_view_run *run, uint64_t frame, scree_sim_view_frame *out,
                               scree_error *error)
{
    static const struct {
        const char *name;
        scree_sim_gsd_type type;
        uint32_t columns, size;
    } wanted[7] = { { "particles/position", GSD_FLOAT, 3, 12 },       { "particles/orientation", GSD_FLOAT, 4, 16 },
                    { "particles/velocity", GSD_FLOAT, 3, 12 },       { "log/particles/id", GSD_INT64, 1, 8 },
                    { "particles/typeid", GSD_UINT32, 1, 4 },         { "log/particles/material", GSD_INT32, 1, 4 },
                    { "log/particles/coordination", GSD_INT32, 1, 4 } };
    *out = (scree_sim_view_frame){ 0 };
    scree_sim_bytes count;
    if (!scree_sim_view_chunk(run, frame, "particles/N", GSD_UINT32, 1, true, &count, error)) return false;
    uint32_t n = 0;
    if (count.size == sizeof n) memcpy(&n, count.data, sizeof n);
    scree_sim_bytes_free(&count);
    out->count = n;
    for (int i = 0; i < 7 && n > 0; ++i) {
        const bool read = scree_sim_view_chunk(run, frame, wanted[i].name, wanted[i].type, wanted[i].columns, true,
                                               &out->chunks[i], error);
        if (read && out->chunks[i].size == (size_t)n * wanted[i].size) continue;
        if (read)
            scree_output_set_error(error, SCREE_FILE_ERROR, "%s: frame %llu has not as many rows of %s as grains",
                                   run->gsd.path, (unsigned long long)frame, wanted[i].name);
        scree_sim_view_frame_free(out);
        return false;
    }
    out->positions = (const float *)(const void *)out->chunks[0].data;
    out->orientations = (const float *)(const void *)out->chunks[1].data;
    out->velocities = (const float *)(const void *)out->chunks[2].data;
    out->ids = (const int64_t *)(const void *)out->chunks[3].data;
    out->types = (const uint32_t *)(const void *)out->chunks[4].data;
    out->materials = (const int32_t *)(const void *)out->chunks[5].data;
    out->coordination = (const int32_t *)(const void *)out->chunks[6].data;
    return true;
}

// ------------------------------------------------------------------------------------------------------------- scan

/// What the first look at all frames collects.
typedef struct seen {
    int32_t *type; ///< by id; -1: no such grain
    int32_t *material;
    size_t capacity;
} seen;

static bool reserve_ids(seen *s, int64_t id)
{
    if ((size_t)id < s->capacity) return true;
    size_t capacity = s->capacity > 0 ? s->capacity : 1024;
    while (capacity <= (size_t)id) capacity *= 2;
    int32_t *type = realloc(s->type, capacity * sizeof *type);
    if (type == NULL) return false;
    s->type = type;
    int32_t *material = realloc(s->material, capacity * sizeof *material);
    if (material == NULL) return false;
    s->material = material;
    for (size_t i = s->capacity; i < capacity; ++i) type[i] = -1;
    s->capacity = capacity;
    return true;
}

static void widen(scree_sim_view_run *run, const float *p, const float *v)
{
    for (int i = 0; i < 3; ++i) {
        if (p[i] < run->low[i]) run->low[i] = p[i];
        if (p[i] > run->high[i]) run->high[i] = p[i];
    }
    const float speed = sqrtf(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    if (speed > run->fastest) run->fastest = speed;
}

static bool scan_frame(scree_sim_view_run *run, const scree_sim_view_frame *f, seen *s, scree_error *error)
{
    for (size_t i = 0; i < f->count; ++i) {
        if (f->ids[i] < 0 || f->ids[i] >= most_ids || f->types[i] > INT32_MAX)
            return scree_output_fail(error, SCREE_FILE_ERROR, "%s: a grain with the id %lld", run->gsd.path,
                                     (long long)f->ids[i]);
        if (!reserve_ids(s, f->ids[i])) return scree_output_no_memory(error);
        if (s->type[f->ids[i]] < 0) run->grain_count++;
        s->type[f->ids[i]] = (int32_t)f->types[i];
        s->material[f->ids[i]] = f->materials[i];
        widen(run, f->positions + 3 * i, f->velocities + 3 * i);
    }
    return true;
}

static bool scan_forces(scree_sim_view_run *run, uint64_t frame, scree_error *error)
{
    scree_sim_bytes forces;
    if (!scree_sim_view_chunk(run, frame, "scree/contact/forces", GSD_FLOAT, 1, false, &forces, error)) return false;
    const float *values = (const float *)(const void *)forces.data;
    for (size_t i = 0; i < forces.size / sizeof *values; ++i) {
        if (values[i] > run->strongest && isfinite(values[i])) run->strongest = values[i];
    }
    scree_sim_bytes_free(&forces);
    return true;
}

static bool scan(scree_sim_view_run *run, seen *s, scree_error *error)
{
    for (int i = 0; i < 3; ++i) {
        run->low[i] = INFINITY;
        run->high[i] = -INFINITY;
    }
    for (size_t k = 0; k < run->gsd.frames; ++k) {
        scree_sim_view_frame f;
        if (!scree_sim_view_frame_read(run, k, &f, error)) return false;
        const bool done = scan_frame(run, &f, s, error) && scan_forces(run, k, error);
        scree_sim_view_frame_free(&f);
        if (!done) return false;
    }
    for (int i = 0; i < 3; ++i) {
        if (run->low[i] <= run->high[i]) continue;
        run->low[i] = 0.0F; // no grain at all
        run->high[i] = 1.0F;
    }
    return true;
}

static bool number_grains(scree_sim_view_run *run, const seen *s, scree_error *error)
{
    run->id_count = s->capacity;
    run->index = malloc((s->capacity + 1) * sizeof *run->index);
    run->types = malloc((run->grain_count + 1) * sizeof *run->types);
    run->materials = malloc((run->grain_count + 1) * sizeof *run->materials);
    if (run->index == NULL || run->types == NULL || run->materials == NULL) return scree_output_no_memory(error);
    int32_t place = 0;
    for (size_t id = 0; id < s->capacity; ++id) {
        run->index[id] = s->type[id] >= 0 ? place : -1;
        if (s->type[id] < 0) continue;
        run->types[place] = (uint32_t)s->type[id];
        run->materials[place++] = s->material[id];
    }
    return true;
}

/// Every n-th frame, and the last.
static bool choose_frames(scree_sim_view_run *run, scree_error *error)
{
    const uint64_t all = run->gsd.frames;
    size_t most = run->grain_count > 0 ? MOST_ROWS / run->grain_count : MOST_FRAMES;
    if (most > MOST_FRAMES) most = MOST_FRAMES;
    if (most < 2) most = 2;
    const uint64_t step = all > most ? (all + most - 1) / most : 1;
    run->frames = malloc((size_t)(all / step + 2) * sizeof *run->frames);
    if (run->frames == NULL) return scree_output_no_memory(error);
    for (uint64_t k = 0; k < all; k += step) run->frames[run->frame_count++] = k;
    if (all > 0 && run->frames[run->frame_count - 1] != all - 1) run->frames[run->frame_count++] = all - 1;
    run->skipped = (size_t)all - run->frame_count;
    return true;
}

bool scree_sim_view_run_open(scree_sim_view_run *run, const char *path, scree_error *error)
{
    *run = (scree_sim_view_run){ 0 };
    if (!scree_sim_gsd_open(&run->gsd, path, error)) return false;
    seen s = { 0 };
    bool done = run->gsd.frames > 0 || scree_output_fail(error, SCREE_FILE_ERROR, "%s: has no frame yet", path);
    done = done && scan(run, &s, error) && number_grains(run, &s, error) && choose_frames(run, error);
    free(s.type);
    free(s.material);
    if (!done) scree_sim_view_run_close(run);
    return done;
}

void scree_sim_view_run_close(scree_sim_view_run *run)
{
    scree_sim_gsd_close(&run->gsd);
    free(run->frames);
    free(run->index);
    free(run->types);
    free(run->materials);
    *run = (scree_sim_view_run){ .gsd = { .file = -1 } };
}
