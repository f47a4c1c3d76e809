// The page: one HTML file. Code and data are deflated and in base64; the browser unpacks them by itself.
#include "output/view.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scree_sim/output.h"

#ifdef SCREE_WITH_PAGE

#include "output/resources.h"
#include "output/view_data.h"

enum { LEVEL = 6 };

static void add_base64(scree_sim_bytes *out, const unsigned char *bytes, size_t size)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    char *room = scree_sim_bytes_room(out, (size + 2) / 3 * 4);
    if (room == NULL) return;
    for (size_t i = 0; i < size; i += 3) {
        const unsigned b = i + 1 < size ? bytes[i + 1] : 0, c = i + 2 < size ? bytes[i + 2] : 0;
        const unsigned word = (unsigned)bytes[i] << 16 | b << 8 | c;
        *room++ = digits[word >> 18];
        *room++ = digits[word >> 12 & 63];
        *room++ = i + 1 < size ? digits[word >> 6 & 63] : '=';
        *room++ = i + 2 < size ? digits[word & 63] : '=';
    }
    out->size += (size + 2) / 3 * 4;
}

/// One section of the page: an element that holds compressed bytes.
static void add_section(scree_sim_bytes *page, const char *name, const scree_sim_bytes *packed)
{
    scree_sim_bytes_format(page, "<script type=\"text/plain\" id=\"data-%s\">", name);
    add_base64(page, packed->data, packed->size);
    scree_sim_bytes_words(page, "</script>\n");
}

static void add_packed(scree_sim_bytes *page, const char *name, const void *data, size_t size)
{
    scree_sim_bytes packed = { 0 };
    scree_sim_packer *packer = scree_sim_packer_create(&packed, LEVEL);
    if (packer != NULL) scree_sim_packer_add(packer, data, size);
    if (packer == NULL || !scree_sim_packer_end(packer)) page->failed = true;
    add_section(page, name, &packed);
    scree_sim_bytes_free(&packed);
}

// ------------------------------------------------------------------------------------------------------------- meta

/// A text of the trajectory's first frame, or "".
static char *text_of(const scree_sim_view_run *run, uint64_t frame, const char *name)
{
    scree_sim_bytes text;
    if (!scree_sim_view_chunk(run, frame, name, GSD_UINT8, 1, false, &text, NULL)) return NULL;
    return scree_sim_bytes_string(&text);
}

static void add_json_text(scree_sim_bytes *out, const scree_sim_view_run *run, const char *key, const char *chunk)
{
    char *words = text_of(run, 0, chunk);
    scree_sim_bytes_format(out, "\"%s\":", key);
    scree_sim_bytes_json(out, words);
    scree_sim_bytes_words(out, ",");
    free(words);
}

/// Lines as a list of strings.
static void add_json_lines(scree_sim_bytes *out, const char *key, char *lines)
{
    scree_sim_bytes_format(out, "\"%s\":[", key);
    for (char *at = lines, *end; at != NULL && (end = strchr(at, '\n')) != NULL; at = end + 1) {
        *end = '\0';
        if (at != lines) scree_sim_bytes_words(out, ",");
        scree_sim_bytes_json(out, at);
    }
    scree_sim_bytes_words(out, "],");
}

static void add_json_numbers(scree_sim_bytes *out, const char *key, const float *numbers, int count)
{
    scree_sim_bytes_format(out, "\"%s\":[", key);
    for (int i = 0; i < count; ++i) {
        if (i > 0) scree_sim_bytes_words(out, ",");
        scree_sim_bytes_number(out, (double)numbers[i]);
    }
    scree_sim_bytes_words(out, "],");
}

/// A double or an integer of each frame.
static bool add_json_series(scree_sim_bytes *out, const scree_sim_view_run *run, const char *key, const char *chunk,
                            scree_sim_gsd_type type, scree_error *error)
{
    scree_sim_bytes_format(out, "\"%s\":[", key);
    for (size_t k = 0; k < run->frame_count; ++k) {
        scree_sim_bytes value;
        if (!scree_sim_view_chunk(run, run->frames[k], chunk, type, 1, false, &value, error)) return false;
        double number = 0.0;
        uint64_t whole = 0;
        if (value.size == sizeof whole) memcpy(&whole, value.data, sizeof whole);
        if (type == GSD_DOUBLE) memcpy(&number, &whole, sizeof number);
        if (k > 0) scree_sim_bytes_words(out, ",");
        if (type == GSD_DOUBLE)
            scree_sim_bytes_number(out, number);
        else
            scree_sim_bytes_format(out, "%llu", (unsigned long long)whole);
        scree_sim_bytes_free(&value);
    }
    scree_sim_bytes_words(out, "],");
    return true;
}

static bool add_meta(scree_sim_bytes *out, const scree_sim_view_run *run, uint32_t types, uint32_t walls,
                     scree_error *error)
{
    scree_sim_bytes_words(out, "{");
    add_json_text(out, run, "title", "scree/title");
    add_json_text(out, run, "version", "scree/version");
    add_json_text(out, run, "command", "scree/command");
    add_json_text(out, run, "scene", "scree/scene");
    add_json_text(out, run, "sceneHash", "scree/scene_sha256");
    uint64_t last = run->gsd.frames;
    while (last > 0 && scree_sim_gsd_find(&run->gsd, last - 1, "scree/wall/names") == NULL) last--;
    char *wall_names = last > 0 ? text_of(run, last - 1, "scree/wall/names") : NULL;
    char *materials = text_of(run, 0, "scree/materials");
    add_json_lines(out, "walls", wall_names);
    add_json_lines(out, "materials", materials);
    free(wall_names);
    free(materials);
    add_json_numbers(out, "low", run->low, 3);
    add_json_numbers(out, "high", run->high, 3);
    const float largest[2] = { run->fastest, run->strongest };
    add_json_numbers(out, "largest", largest, 2);
    const bool done = add_json_series(out, run, "times", "log/time", GSD_DOUBLE, error) &&
                      add_json_series(out, run, "steps", "configuration/step", GSD_UINT64, error);
    scree_sim_bytes_format(out, "\"skipped\":%zu,\"grains\":%zu,\"types\":%u,\"wallCount\":%u}", run->skipped,
                           run->grain_count, types, walls);
    return done;
}

// ------------------------------------------------------------------------------------------------------------- page

/// The lines that scree_sim_info() reads.
static void add_head(scree_sim_bytes *page, const scree_sim_view_run *run)
{
    static const char *const keys[][2] = { { "title", "scree/title" },
                                           { "version", "scree/version" },
                                           { "command", "scree/command" },
                                           { "scene_sha256", "scree/scene_sha256" },
                                           { "scene", "scree/scene" } };
    for (size_t i = 0; i < sizeof keys / sizeof *keys; ++i) {
        char *words = text_of(run, 0, keys[i][1]);
        scree_sim_bytes_format(page, "%s%s\" content=\"", scree_sim_page_mark, keys[i][0]);
        for (const char *c = words; c != NULL && *c != '\0'; ++c) {
            const char one[2] = { *c, '\0' };
            if (*c == '\n')
                scree_sim_bytes_words(page, "&#10;");
            else
                scree_sim_bytes_xml(page, one);
        }
        scree_sim_bytes_words(page, "\">\n");
        free(words);
    }
    scree_sim_bytes_format(page, "%sframes\" content=\"%zu\">\n%sgrains\" content=\"%zu\">\n", scree_sim_page_mark,
                           run->frame_count, scree_sim_page_mark, run->grain_count);
}

static void add_resource(scree_sim_bytes *page, const resource *r)
{
    scree_sim_bytes_add(page, r->bytes, r->size);
}

typedef bool (*put_function)(const scree_sim_view_run *run, scree_sim_packer *packer, uint32_t *count,
                             scree_error *error);

static bool put_grains(const scree_sim_view_run *run, scree_sim_packer *packer, uint32_t *count, scree_error *error)
{
    *count = (uint32_t)run->grain_count;
    return scree_sim_view_put_grains(run, packer, error);
}

static bool put_contacts(const scree_sim_view_run *run, scree_sim_packer *packer, uint32_t *count, scree_error *error)
{
    *count = 0;
    return scree_sim_view_put_contacts(run, packer, error);
}

static bool add_data(scree_sim_bytes *page, const char *name, const scree_sim_view_run *run, put_function put,
                     uint32_t *count, scree_error *error)
{
    scree_sim_bytes packed = { 0 };
    scree_sim_packer *packer = scree_sim_packer_create(&packed, LEVEL);
    if (packer == NULL) return scree_output_no_memory(error);
    const bool done = put(run, packer, count, error);
    if (!scree_sim_packer_end(packer)) page->failed = true;
    if (done) add_section(page, name, &packed);
    scree_sim_bytes_free(&packed);
    return done;
}

static void add_series(scree_sim_bytes *page, const char *folder)
{
    char *path = scree_sim_path(folder, "series.csv");
    scree_sim_bytes text = { 0 };
    if (path != NULL && scree_sim_read_file(path, &text, NULL)) add_packed(page, "series", text.data, text.size);
    free(path);
    scree_sim_bytes_free(&text);
}

static bool make_page(scree_sim_bytes *page, const scree_sim_view_run *run, const char *folder, scree_error *error)
{
    scree_sim_bytes meta = { 0 };
    uint32_t counts[4] = { 0 };
    scree_sim_bytes_words(page, "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n");
    add_head(page, run);
    scree_sim_bytes_words(page, "<style>");
    add_resource(page, &scree_resource_view_css);
    scree_sim_bytes_words(page, "</style>\n");
    add_resource(page, &scree_resource_view_html);
    bool done = add_data(page, "meshes", run, scree_sim_view_put_meshes, &counts[0], error) &&
                add_data(page, "walls", run, scree_sim_view_put_walls, &counts[1], error) &&
                add_data(page, "grains", run, put_grains, &counts[2], error) &&
                add_data(page, "contacts", run, put_contacts, &counts[3], error) &&
                add_meta(&meta, run, counts[0], counts[1], error);
    if (done) {
        add_packed(page, "meta", meta.data, meta.size);
        add_series(page, folder);
        add_packed(page, "code", scree_resource_view_js.bytes, scree_resource_view_js.size);
        scree_sim_bytes_words(page, "<!--\nThis page holds three.js:\n\n");
        add_resource(page, &scree_resource_view_three_license);
        scree_sim_bytes_words(page, "\nand uPlot:\n\n");
        add_resource(page, &scree_resource_view_uplot_license);
        scree_sim_bytes_words(page, "\n-->\n");
    }
    if (done && (page->failed || meta.failed)) done = scree_output_no_memory(error);
    scree_sim_bytes_free(&meta);
    return done;
}

static bool write_page(const char *folder, const char *html, scree_error *error)
{
    char *path = scree_sim_path(folder, "trajectory.gsd");
    if (path == NULL) return scree_output_no_memory(error);
    scree_sim_view_run run;
    bool done = scree_sim_view_run_open(&run, path, error);
    free(path);
    if (!done) return false;
    scree_sim_bytes page = { 0 };
    done = make_page(&page, &run, folder, error) && scree_sim_replace_file(html, page.data, page.size, false, error);
    scree_sim_bytes_free(&page);
    scree_sim_view_run_close(&run);
    return done;
}

#else

static bool write_page(const char *folder, const char *html, scree_error *error)
{
    (void)folder;
    return scree_output_fail(
        error, SCREE_FILE_ERROR,
        "%s: scree was built without the page: install npm (Debian), run cmake/setup.sh build, and "
        "build again",
        html);
}

#endif

bool scree_sim_view_write(const char *folder, const char *html, scree_error *error)
{
    if (folder == NULL || html == NULL)
        return scree_output_fail(error, SCREE_INVALID_ARGUMENT, "%s: is NULL", folder == NULL ? "folder" : "html");
    return write_page(folder, html, error);
}
