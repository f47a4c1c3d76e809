// Lines that begin with # say where the file comes from; then the names of the columns; then a line for each sample,
// written by one call at the end of the file, so that a crash can cut only the last one.
#define _POSIX_C_SOURCE 200809L
#include "output/series.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *const fixed_columns[] = {
    "step",
    "time",
    "kinetic_translation",
    "kinetic_rotation",
    "potential",
    "elastic",
    "dissipated",
    "work",
    "balance",
    "momentum_x",
    "momentum_y",
    "momentum_z",
    "angular_momentum_x",
    "angular_momentum_y",
    "angular_momentum_z",
    "grains",
    "contacts",
    "pairs",
    "awake",
    "unbalanced",
    "coordination",
    "packing",
    "largest_overlap",
    "stress_xx",
    "stress_xy",
    "stress_xz",
    "stress_yx",
    "stress_yy",
    "stress_yz",
    "stress_zx",
    "stress_zy",
    "stress_zz",
    "fabric_xx",
    "fabric_yy",
    "fabric_zz",
    "fabric_xy",
    "fabric_xz",
    "fabric_yz",
};
enum { FIXED_COLUMNS = sizeof fixed_columns / sizeof *fixed_columns, WALL_COLUMNS = 9 };

static const char *const wall_columns[WALL_COLUMNS] = { "x",       "y",        "z",        "force_x", "force_y",
                                                        "force_z", "torque_x", "torque_y", "torque_z" };

// ------------------------------------------------------------------------------------------------------------- head

static void add_comment(scree_sim_bytes *out, const char *key, const char *words)
{
    scree_sim_bytes_format(out, "# %s: ", key);
    for (const char *c = words; *c != '\0'; ++c) {
        if (*c == '\n')
            scree_sim_bytes_format(out, "\n# %s: ", key);
        else if (*c != '\r')
            scree_sim_bytes_add(out, c, 1);
    }
    scree_sim_bytes_words(out, "\n");
}

void scree_sim_series_head(const scree_sim_origin_copy *origin, scree_sim_bytes *out)
{
    const scree_sim_origin *o = &origin->origin;
    scree_sim_bytes_words(out, "# scree time series, SI units\n");
    add_comment(out, "version", scree_version());
    add_comment(out, "title", o->title);
    add_comment(out, "command", o->command);
    scree_sim_bytes_format(out, "# seed: %llu\n", (unsigned long long)o->seed);
    add_comment(out, "scene_sha256", origin->scene_hash);
    add_comment(out, "scene", o->scene);
}

/// A name of a column: without what would break the line.
static void add_name(scree_sim_bytes *out, const char *name)
{
    for (const char *c = name != NULL ? name : ""; *c != '\0'; ++c) {
        const bool plain = (unsigned char)*c > ' ' && *c != ',' && *c != '"' && *c != '#';
        scree_sim_bytes_add(out, plain ? c : "_", 1);
    }
}

static void add_columns(scree_sim_bytes *out, const scree_sim_output_options *options, const scree_sim_frame *first)
{
    for (size_t i = 0; i < FIXED_COLUMNS; ++i) scree_sim_bytes_format(out, i > 0 ? ",%s" : "%s", fixed_columns[i]);
    for (size_t i = 0; i < first->wall_count; ++i) {
        for (size_t k = 0; k < WALL_COLUMNS; ++k) {
            scree_sim_bytes_words(out, ",");
            add_name(out, first->walls[i].name);
            scree_sim_bytes_format(out, ".%s", wall_columns[k]);
        }
    }
    for (size_t i = 0; i < options->column_count; ++i) {
        scree_sim_bytes_words(out, ",");
        add_name(out, options->columns[i]);
    }
    scree_sim_bytes_words(out, "\n");
}

// ----------------------------------------------------------------------------------------------------------- resume

/// Where the line after the one that starts at `at` starts; NULL for a line without an end.
static const char *next_line(const char *at)
{
    const char *end = strchr(at, '\n');
    return end != NULL ? end + 1 : NULL;
}

/// How many bytes of the file are kept: whole lines with a step up to `resume_step`.
static bool kept_size(const scree_sim_bytes *text, const scree_sim_bytes *columns, int64_t resume_step,
                      const char *path, size_t *size, scree_error *error)
{
    const char *at = (const char *)text->data, *next = next_line(at);
    while (next != NULL && *at == '#') {
        at = next;
        next = next_line(at);
    }
    if (next == NULL || strncmp(at, "step,", strlen("step,")) != 0)
        return scree_output_fail(error, SCREE_FILE_ERROR, "%s: has no line with the names of columns", path);
    if ((size_t)(next - at) != columns->size || memcmp(at, columns->data, columns->size) != 0)
        return scree_output_fail(error, SCREE_INVALID_ARGUMENT, "%s: its columns are not those of this run", path);
    for (at = next; (next = next_line(at)) != NULL; at = next) {
        char *end;
        const long long step = strtoll(at, &end, 10);
        if (end == at || *end != ',' || step > resume_step) break;
    }
    *size = (size_t)(at - (const char *)text->data);
    return true;
}

static bool continue_file(scree_sim_series *series, const scree_sim_bytes *columns, int64_t resume_step,
                          scree_error *error)
{
    scree_sim_bytes text;
    size_t size = 0;
    if (!scree_sim_read_file(series->path, &text, error)) return false;
    const bool found = kept_size(&text, columns, resume_step, series->path, &size, error);
    scree_sim_bytes_free(&text);
    if (!found) return false;
    series->file = open(series->path, O_WRONLY | O_CLOEXEC);
    if (series->file < 0) return scree_output_file_error(error, "open", series->path);
    if (ftruncate(series->file, (off_t)size) != 0 || lseek(series->file, 0, SEEK_END) < 0)
        return scree_output_file_error(error, "shorten", series->path);
    return true;
}

static bool begin_file(scree_sim_series *series, const scree_sim_origin_copy *origin, const scree_sim_bytes *columns,
                       scree_error *error)
{
    scree_sim_bytes head = { 0 };
    scree_sim_series_head(origin, &head);
    scree_sim_bytes_add(&head, columns->data, columns->size);
    bool done = !head.failed || scree_output_no_memory(error);
    done = done && scree_sim_replace_file(series->path, head.data, head.size, false, error);
    scree_sim_bytes_free(&head);
    if (!done) return false;
    series->file = open(series->path, O_WRONLY | O_APPEND | O_CLOEXEC);
    return series->file >= 0 || scree_output_file_error(error, "open", series->path);
}

static double extent(double low, double high)
{
    return high > low ? high - low : 0.0;
}

bool scree_sim_series_open(scree_sim_series *series, const char *folder, const scree_sim_origin_copy *origin,
                           const scree_sim_output_options *options, const scree_sim_frame *first, scree_error *error)
{
    const scree_sim_origin *o = &origin->origin;
    *series = (scree_sim_series){ .file = -1, .wall_count = first->wall_count, .column_count = options->column_count };
    series->domain_volume = extent(o->domain_low.x, o->domain_high.x) * extent(o->domain_low.y, o->domain_high.y);
    if (o->dimension != 2) series->domain_volume *= extent(o->domain_low.z, o->domain_high.z);
    series->path = scree_sim_path(folder, "series.csv");
    scree_sim_bytes columns = { 0 };
    add_columns(&columns, options, first);
    bool done = (series->path != NULL && !columns.failed) || scree_output_no_memory(error);
    const bool resume = options->resume_step >= 0 && done && access(series->path, F_OK) == 0;
    if (resume)
        done = continue_file(series, &columns, options->resume_step, error);
    else if (done)
        done = begin_file(series, origin, &columns, error);
    scree_sim_bytes_free(&columns);
    if (!done) scree_sim_series_close(series);
    return done;
}

// ------------------------------------------------------------------------------------------------------------ lines

static void add_numbers(scree_sim_bytes *out, const double *numbers, size_t count)
{
    for (size_t i = 0; i < count; ++i) {
        scree_sim_bytes_words(out, ",");
        scree_sim_bytes_number(out, numbers[i]);
    }
}

static void add_vector(scree_sim_bytes *out, scree_vec3 v)
{
    const double numbers[3] = { v.x, v.y, v.z };
    add_numbers(out, numbers, 3);
}

static void add_totals(scree_sim_series *series, const scree_sim_frame *frame)
{
    const scree_sim_totals *t = &frame->totals;
    scree_sim_bytes *out = &series->line;
    const double balance =
        t->kinetic_translation + t->kinetic_rotation + t->potential + t->elastic + t->dissipated - t->work;
    const double energies[] = {
        frame->time, t->kinetic_translation, t->kinetic_rotation, t->potential, t->elastic, t->dissipated, t->work,
        balance
    };
    add_numbers(out, energies, sizeof energies / sizeof *energies);
    add_vector(out, t->momentum);
    add_vector(out, t->angular_momentum);
    scree_sim_bytes_format(out, ",%zu,%lld,%lld,%lld", frame->grains.count, (long long)t->contacts, (long long)t->pairs,
                           (long long)t->awake);
    const double packing = series->domain_volume > 0.0 ? t->volume / series->domain_volume : 0.0;
    const double packings[] = { t->unbalanced, t->coordination, packing, t->largest_overlap };
    add_numbers(out, packings, sizeof packings / sizeof *packings);
    for (int i = 0; i < 3; ++i) add_vector(out, t->stress.row[i]);
    const scree_sym3 *f = &t->fabric;
    const double fabric[] = { f->xx, f->yy, f->zz, f->xy, f->xz, f->yz };
    add_numbers(out, fabric, sizeof fabric / sizeof *fabric);
}

bool scree_sim_series_add(scree_sim_series *series, const scree_sim_frame *frame, const double *values,
                          scree_error *error)
{
    scree_sim_bytes *out = &series->line;
    out->size = 0;
    out->failed = false;
    scree_sim_bytes_format(out, "%lld", (long long)frame->step);
    add_totals(series, frame);
    for (size_t i = 0; i < series->wall_count; ++i) {
        static const scree_sim_wall_view none = { 0 };
        const scree_sim_wall_view *wall = i < frame->wall_count ? &frame->walls[i] : &none;
        add_vector(out, wall->position);
        add_vector(out, wall->force);
        add_vector(out, wall->torque);
    }
    for (size_t i = 0; i < series->column_count; ++i)
        add_numbers(out, values != NULL ? &values[i] : &(double){ 0.0 }, 1);
    scree_sim_bytes_words(out, "\n");
    if (out->failed) return scree_output_no_memory(error);
    const off_t start = lseek(series->file, 0, SEEK_END);
    if (start >= 0 && scree_sim_write_all(series->file, out->data, out->size)) return true;
    const int reason = errno;
    if (start >= 0 && ftruncate(series->file, start) != 0) errno = reason; // no half line, if that can be had
    errno = reason;
    return scree_output_file_error(error, "write", series->path);
}

bool scree_sim_series_sync(scree_sim_series *series, scree_error *error)
{
    return fsync(series->file) == 0 || scree_output_file_error(error, "sync", series->path);
}

void scree_sim_series_close(scree_sim_series *series)
{
    if (series->file >= 0) close(series->file);
    free(series->path);
    scree_sim_bytes_free(&series->line);
    *series = (scree_sim_series){ .file = -1 };
}
