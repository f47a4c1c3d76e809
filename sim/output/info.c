#define _POSIX_C_SOURCE 200809L
#include "output/info.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "output/comments.h"
#include "output/png.h"
#include "output/view.h"
#include "scree_sim/output.h"

void scree_sim_info_line(scree_sim_bytes *out, const char *key, const char *value, size_t size)
{
    size_t first = 0, lines = 1;
    while (first < size && value[first] != '\n') first++;
    for (size_t i = 0; i < size; ++i) lines += value[i] == '\n' && i + 1 < size;
    scree_sim_bytes_format(out, "%s: ", key);
    for (size_t i = 0; i < first; ++i) {
        const char c = (unsigned char)value[i] < ' ' ? '?' : value[i];
        scree_sim_bytes_add(out, &c, 1);
    }
    if (lines > 1) scree_sim_bytes_format(out, " ... (%zu lines)", lines);
    scree_sim_bytes_words(out, "\n");
}

// -------------------------------------------------------------------------------------------------------------- CSV

static void take_comment(void *user, const char *key, const char *value, size_t size)
{
    scree_sim_info_line(user, key, value, size);
}

static void add_csv(const char *at, scree_sim_bytes *out)
{
    size_t columns = 1, lines = 0;
    at = scree_sim_comments(at, "# ", take_comment, out);
    for (; at != NULL && *at != '\0' && *at != '\n'; ++at) columns += *at == ',';
    double first = 0.0, last = 0.0;
    while (at != NULL && *at == '\n' && at[1] != '\0') {
        const char *comma = strchr(at, ',');
        at = strchr(at + 1, '\n');
        if (at == NULL || comma == NULL || comma > at) break;
        last = strtod(comma + 1, NULL);
        if (lines++ == 0) first = last;
    }
    scree_sim_bytes_format(out, "columns: %zu\nsamples: %zu\n", columns, lines);
    if (lines > 0) scree_sim_bytes_format(out, "time: %g to %g s\n", first, last);
}

/// A table of a sweep: the runs are what its first column names, one after the other.
static void add_sweep(const char *at, scree_sim_bytes *out)
{
    const bool is_summary = strncmp(at, "# scree sweep, last", 19) == 0;
    size_t columns = 1, rows = 0, runs = 0, before = 0;
    const char *last = "";
    scree_sim_bytes_format(out, "kind: %s of a sweep (CSV)\n", is_summary ? "last rows" : "time series");
    at = scree_sim_comments(at, "# ", take_comment, out);
    for (; at != NULL && *at != '\0' && *at != '\n'; ++at) columns += *at == ',';
    while (at != NULL && *at == '\n' && at[1] != '\0') {
        const size_t size = strcspn(++at, ",\n");
        runs += rows == 0 || size != before || memcmp(at, last, size) != 0;
        last = at;
        before = size;
        ++rows;
        at = strchr(at, '\n');
    }
    scree_sim_bytes_format(out, "columns: %zu\nrows: %zu\nruns: %zu\n", columns, rows, runs);
}

bool scree_sim_info_csv(const char *path, scree_sim_bytes *out, scree_error *error)
{
    scree_sim_bytes text;
    if (!scree_sim_read_file(path, &text, error)) return false;
    const char *words = (const char *)text.data;
    const bool is_series = strncmp(words, "# scree time series", 19) == 0;
    const bool is_sweep = strncmp(words, "# scree sweep,", 14) == 0;
    if (is_series) scree_sim_bytes_words(out, "kind: time series (CSV)\n");
    if (is_series) add_csv(words, out);
    if (is_sweep) add_sweep(words, out);
    scree_sim_bytes_free(&text);
    return is_series || is_sweep ||
           scree_output_fail(error, SCREE_FILE_ERROR, "%s: is no time series of scree, nor a table of a sweep", path);
}

bool scree_sim_info_pov(const char *path, scree_sim_bytes *out, scree_error *error)
{
    scree_sim_bytes text;
    if (!scree_sim_read_file(path, &text, error)) return false;
    const size_t before = out->size;
    scree_sim_bytes_words(out, "kind: scene for POV-Ray\n");
    const size_t head = out->size;
    scree_sim_comments((const char *)text.data, "// ", take_comment, out);
    scree_sim_bytes_free(&text);
    if (out->size > head) return true;
    out->size = before;
    return scree_output_fail(error, SCREE_FILE_ERROR, "%s: was not written by scree", path);
}

/// What scree_sim_bytes_xml() made, back.
static void add_unescaped(scree_sim_bytes *out, const char *at, const char *end)
{
    static const char *const names[][2] = {
        { "&amp;", "&" }, { "&lt;", "<" }, { "&gt;", ">" }, { "&quot;", "\"" }, { "&#10;", "\n" }
    };
    while (at < end) {
        size_t i = 0;
        const size_t count = sizeof names / sizeof *names;
        while (i < count && strncmp(at, names[i][0], strlen(names[i][0])) != 0) i++;
        scree_sim_bytes_add(out, i < count ? names[i][1] : at, 1);
        at += i < count ? strlen(names[i][0]) : 1;
    }
}

bool scree_sim_info_page(const char *path, scree_sim_bytes *out, scree_error *error)
{
    scree_sim_bytes text;
    if (!scree_sim_read_file(path, &text, error)) return false;
    const char *at = (const char *)text.data;
    int lines = 0;
    static const char middle[] = "\" content=\"";
    scree_sim_bytes_words(out, "kind: page that plays a run\n");
    while ((at = strstr(at, scree_sim_page_mark)) != NULL) {
        at += strlen(scree_sim_page_mark);
        const char *value = strstr(at, middle), *end = strstr(at, "\">");
        if (value == NULL || end == NULL || end < value + sizeof middle - 1) break;
        char key[32];
        scree_sim_bytes words = { 0 };
        snprintf(key, sizeof key, "%.*s", (int)(value - at), at);
        add_unescaped(&words, value + sizeof middle - 1, end);
        if (!words.failed) scree_sim_info_line(out, key, (const char *)words.data, words.size);
        scree_sim_bytes_free(&words);
        lines++;
    }
    scree_sim_bytes_free(&text);
    return lines > 0 || scree_output_fail(error, SCREE_FILE_ERROR, "%s: was not written by scree", path);
}

/// The instructions at the head of a .pvd file: <?scree key="value"?>.
static void add_instructions(const char *at, scree_sim_bytes *out)
{
    static const char start[] = "<?scree ", middle[] = "=\"", tail[] = "\"?>";
    while ((at = strstr(at, start)) != NULL) {
        const char *key = at + sizeof start - 1, *value = strstr(key, middle), *end = strstr(key, tail);
        if (value == NULL || end == NULL || end < value + sizeof middle - 1) return;
        char name[32];
        scree_sim_bytes words = { 0 };
        snprintf(name, sizeof name, "%.*s", (int)(value - key), key);
        add_unescaped(&words, value + sizeof middle - 1, end);
        if (!words.failed) scree_sim_info_line(out, name, (const char *)words.data, words.size);
        scree_sim_bytes_free(&words);
        at = end;
    }
}

bool scree_sim_info_pvd(const char *path, scree_sim_bytes *out, scree_error *error)
{
    scree_sim_bytes text;
    if (!scree_sim_read_file(path, &text, error)) return false;
    const char *at = (const char *)text.data;
    const bool whole = strstr(at, "type=\"Collection\"") != NULL && strstr(at, "</VTKFile>") != NULL;
    size_t frames = 0;
    double first = 0.0, last = 0.0;
    while ((at = strstr(at, "timestep=\"")) != NULL) {
        at += strlen("timestep=\"");
        last = strtod(at, NULL);
        if (frames++ == 0) first = last;
    }
    if (whole) {
        scree_sim_bytes_words(out, "kind: series of VTP files (PVD)\n");
        add_instructions((const char *)text.data, out);
        scree_sim_bytes_format(out, "frames: %zu\n", frames);
    }
    scree_sim_bytes_free(&text);
    if (!whole) return scree_output_fail(error, SCREE_FILE_ERROR, "%s: is no whole PVD file", path);
    if (frames > 0) scree_sim_bytes_format(out, "time: %g to %g s\n", first, last);
    return true;
}

bool scree_sim_info_checkpoint(const char *path, scree_sim_bytes *out, scree_error *error)
{
    scree_sim_checkpoint c;
    if (!scree_sim_checkpoint_read(path, &c, error)) return false;
    scree_sim_bytes_words(out, "kind: checkpoint (HDF5), whole\n");
    scree_sim_info_line(out, "version", c.version, strlen(c.version));
    scree_sim_info_line(out, "title", c.title, strlen(c.title));
    scree_sim_info_line(out, "command", c.command, strlen(c.command));
    scree_sim_info_line(out, "scene_sha256", c.scene_hash, strlen(c.scene_hash));
    scree_sim_info_line(out, "scene", c.scene, strlen(c.scene));
    scree_sim_bytes_format(out, "seed: %llu\nstep: %lld\ntime: %g s\nstate: %zu bytes\nrun: %zu bytes\n",
                           (unsigned long long)c.seed, (long long)c.step, c.time, c.state_size, c.run_size);
    char hash[SCREE_SIM_HASH_SIZE];
    scree_sim_sha256(c.state, c.state_size, hash);
    scree_sim_info_line(out, "state_sha256", hash, strlen(hash));
    scree_sim_checkpoint_free(&c);
    return true;
}

// ----------------------------------------------------------------------------------------------------------- choice

static bool ends_with(const char *path, const char *end)
{
    const size_t size = strlen(path), tail = strlen(end);
    return size >= tail && strcmp(path + size - tail, end) == 0;
}

static bool add_file(const char *path, scree_sim_bytes *out, scree_error *error)
{
    if (ends_with(path, ".csv")) return scree_sim_info_csv(path, out, error);
    if (ends_with(path, ".vtp")) return scree_sim_info_vtp(path, out, error);
    if (ends_with(path, ".pvd")) return scree_sim_info_pvd(path, out, error);
    if (ends_with(path, ".gsd")) return scree_sim_info_gsd(path, out, error);
    if (ends_with(path, ".h5")) return scree_sim_info_checkpoint(path, out, error);
    if (ends_with(path, ".pov")) return scree_sim_info_pov(path, out, error);
    if (ends_with(path, ".png")) return scree_sim_info_png(path, out, error);
    if (ends_with(path, ".html")) return scree_sim_info_page(path, out, error);
    if (ends_with(path, ".yaml") || ends_with(path, ".yml"))
        return scree_output_fail(error, SCREE_FILE_ERROR, "%s: is a scene, and no file of a run: try 'scree check'",
                                 path);
    return scree_output_fail(error, SCREE_FILE_ERROR,
                             "%s: neither a folder nor a .csv, .vtp, .pvd, .gsd, .h5, .pov, .png or .html file", path);
}

/// The files of a run, or of a sweep, each indented under its name; those that are damaged say so.
static bool add_folder(const char *folder, scree_sim_bytes *out, scree_error *error)
{
    static const char *const names[] = {
        "checkpoint.h5", "checkpoint.previous.h5", "series.csv", "sweep.csv", "summary.csv", "trajectory.gsd",
        "grains.pvd",    "contacts.pvd",           "walls.pvd",  "still.pov", "still.png",   "view.html"
    };
    int found = 0;
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i) {
        char *path = scree_sim_path(folder, names[i]);
        if (path == NULL) return scree_output_no_memory(error);
        if (access(path, F_OK) == 0) {
            scree_sim_bytes part = { 0 };
            scree_error reason = { 0 };
            found++;
            scree_sim_bytes_format(out, "%s\n", names[i]);
            if (!add_file(path, &part, &reason)) scree_sim_bytes_format(&part, "error: %s\n", reason.message);
            for (size_t k = 0; k < part.size; ++k) {
                if (k == 0 || part.data[k - 1] == '\n') scree_sim_bytes_words(out, "  ");
                scree_sim_bytes_add(out, part.data + k, 1);
            }
            scree_sim_bytes_free(&part);
        }
        free(path);
    }
    return found > 0 || scree_output_fail(error, SCREE_FILE_ERROR, "%s: holds no files of a run or a sweep", folder);
}

char *scree_sim_info(const char *path, scree_error *error)
{
    struct stat status;
    scree_sim_bytes out = { 0 };
    bool done = path != NULL || scree_output_fail(error, SCREE_INVALID_ARGUMENT, "path: is NULL");
    if (done && stat(path, &status) != 0) done = scree_output_file_error(error, "open", path);
    done = done && (S_ISDIR(status.st_mode) ? add_folder(path, &out, error) : add_file(path, &out, error));
    char *text = done ? scree_sim_bytes_string(&out) : NULL;
    if (done && text == NULL) scree_output_no_memory(error);
    scree_sim_bytes_free(&out);
    return text;
}
