// VTP and GSD files.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "output/gsd.h"
#include "output/info.h"

enum { MOST_BYTES = 1 << 28 };

/// A file whose arrays are appended: `head` is its XML up to the data.
typedef struct vtp {
    scree_sim_bytes file;
    const char *head;
    const unsigned char *data;
    size_t data_size;
} vtp;

/// The value of an attribute in the element at `at`; "" where there is none.
static void attribute(const char *at, const char *name, char *value, size_t size)
{
    char wanted[80];
    snprintf(wanted, sizeof wanted, " %s=\"", name);
    const char *end = strchr(at, '>'), *found = strstr(at, wanted);
    value[0] = '\0';
    if (found == NULL || end == NULL || found > end) return;
    found += strlen(wanted);
    snprintf(value, size, "%.*s", (int)strcspn(found, "\""), found);
}

/// The first block of an array, uncompressed.
static bool first_block(const vtp *v, const char *element, scree_sim_bytes *out)
{
    char offset[32];
    attribute(element, "offset", offset, sizeof offset);
    const size_t at = (size_t)strtoull(offset, NULL, 10);
    uint64_t head[4];
    if (offset[0] == '\0' || v->data_size < sizeof head || at > v->data_size - sizeof head) return false;
    memcpy(head, v->data + at, sizeof head);
    const uint64_t start = at + (3 + head[0]) * sizeof *head, size = head[0] == 1 && head[2] > 0 ? head[2] : head[1];
    if (head[0] == 0 || head[0] > MOST_BYTES || start > v->data_size || head[3] > v->data_size - start ||
        size > MOST_BYTES)
        return false;
    unsigned char *room = scree_sim_bytes_room(out, (size_t)size + 1);
    uLongf got = (uLongf)size;
    if (room == NULL || uncompress(room, &got, v->data + start, (uLong)head[3]) != Z_OK) return false;
    out->size = got;
    room[got] = '\0';
    return true;
}

static void add_field(const vtp *v, const char *element, scree_sim_bytes *out)
{
    char name[64], type[16];
    attribute(element, "Name", name, sizeof name);
    attribute(element, "type", type, sizeof type);
    scree_sim_bytes value = { 0 };
    if (first_block(v, element, &value)) {
        if (strcmp(type, "String") == 0)
            scree_sim_info_line(out, name, (const char *)value.data, strlen((const char *)value.data));
        if (strcmp(type, "Float64") == 0 && value.size == sizeof(double)) {
            double number;
            memcpy(&number, value.data, sizeof number);
            scree_sim_bytes_format(out, "%s: %g\n", name, number);
        }
        if (strstr(type, "Int64") != NULL && value.size == sizeof(int64_t)) {
            int64_t number;
            memcpy(&number, value.data, sizeof number);
            scree_sim_bytes_format(out, "%s: %lld\n", name, (long long)number);
        }
    }
    scree_sim_bytes_free(&value);
}

static void add_vtp(const vtp *v, scree_sim_bytes *out)
{
    const char *end = strstr(v->head, "</FieldData>"), *at = v->head, *piece = strstr(v->head, "<Piece");
    while (end != NULL && (at = strstr(at, "Array ")) != NULL && at < end) add_field(v, at++, out);
    static const char *const counts[3][2] = { { "NumberOfPoints", "points" },
                                              { "NumberOfLines", "lines" },
                                              { "NumberOfPolys", "polygons" } };
    for (int i = 0; piece != NULL && i < 3; ++i) {
        char value[32];
        attribute(piece, counts[i][0], value, sizeof value);
        scree_sim_bytes_format(out, "%s: %s\n", counts[i][1], value);
    }
    const char *cells = strstr(v->head, "<CellData>");
    scree_sim_bytes_words(out, "arrays:");
    while (cells != NULL && (cells = strstr(cells, "<DataArray ")) != NULL) {
        char name[64];
        attribute(cells++, "Name", name, sizeof name);
        scree_sim_bytes_format(out, " %s", name);
    }
    scree_sim_bytes_words(out, "\n");
}

bool scree_sim_info_vtp(const char *path, scree_sim_bytes *out, scree_error *error)
{
    vtp v = { 0 };
    if (!scree_sim_read_file(path, &v.file, error)) return false;
    v.head = (const char *)v.file.data;
    char *data = strstr((char *)v.file.data, "<AppendedData"), *start = data != NULL ? strchr(data, '_') : NULL;
    static const char end[] = "</VTKFile>\n";
    const size_t size = v.file.size, tail = sizeof end - 1;
    const bool whole = start != NULL && strstr(v.head, "type=\"PolyData\"") != NULL && size > tail &&
                       memcmp(v.file.data + size - tail, end, tail) == 0;
    if (whole) {
        v.data = (const unsigned char *)start + 1;
        v.data_size = size - (size_t)(v.data - v.file.data);
        *data = '\0';
        scree_sim_bytes_words(out, "kind: VTK PolyData (VTP)\n");
        add_vtp(&v, out);
    }
    scree_sim_bytes_free(&v.file);
    return whole || scree_output_fail(error, SCREE_FILE_ERROR, "%s: is no whole VTP file with appended data", path);
}

// -------------------------------------------------------------------------------------------------------------- GSD

static void add_text(const scree_sim_gsd *gsd, const char *chunk, const char *key, scree_sim_bytes *out)
{
    const scree_sim_gsd_entry *entry = scree_sim_gsd_find(gsd, 0, chunk);
    scree_sim_bytes text;
    if (entry == NULL || entry->type != GSD_UINT8 || !scree_sim_gsd_read(gsd, entry, &text, NULL)) return;
    scree_sim_info_line(out, key, (const char *)text.data, text.size);
    scree_sim_bytes_free(&text);
}

/// The only value of a chunk, as a double.
static bool value_of(const scree_sim_gsd *gsd, uint64_t frame, const char *chunk, double *value)
{
    const scree_sim_gsd_entry *entry = scree_sim_gsd_find_or_first(gsd, frame, chunk);
    scree_sim_bytes bytes;
    if (entry == NULL || scree_sim_gsd_size(entry) > 8 || !scree_sim_gsd_read(gsd, entry, &bytes, NULL)) return false;
    uint64_t whole = 0;
    memcpy(&whole, bytes.data, bytes.size);
    *value = (double)whole;
    if (entry->type == GSD_DOUBLE) memcpy(value, bytes.data, sizeof *value);
    scree_sim_bytes_free(&bytes);
    return true;
}

static void add_range(const scree_sim_gsd *gsd, const char *chunk, const char *key, const char *unit,
                      scree_sim_bytes *out)
{
    double first, last;
    if (gsd->frames > 0 && value_of(gsd, 0, chunk, &first) && value_of(gsd, gsd->frames - 1, chunk, &last))
        scree_sim_bytes_format(out, "%s: %g to %g%s\n", key, first, last, unit);
}

bool scree_sim_info_gsd(const char *path, scree_sim_bytes *out, scree_error *error)
{
    scree_sim_gsd gsd;
    if (!scree_sim_gsd_open(&gsd, path, error)) return false;
    scree_sim_bytes_format(out, "kind: trajectory (GSD %u.%u, schema %.64s)\n", gsd.head.gsd_version >> 16,
                           gsd.head.gsd_version & 0xffff, gsd.head.schema);
    add_text(&gsd, "scree/version", "version", out);
    add_text(&gsd, "scree/title", "title", out);
    add_text(&gsd, "scree/command", "command", out);
    add_text(&gsd, "scree/scene_sha256", "scene_sha256", out);
    add_text(&gsd, "scree/scene", "scene", out);
    double seed;
    if (gsd.frames > 0 && value_of(&gsd, 0, "scree/seed", &seed)) scree_sim_bytes_format(out, "seed: %.0f\n", seed);
    scree_sim_bytes_format(out, "frames: %llu\n", (unsigned long long)gsd.frames);
    add_range(&gsd, "configuration/step", "steps", "", out);
    add_range(&gsd, "log/time", "time", " s", out);
    add_range(&gsd, "particles/N", "grains", "", out);
    const scree_sim_gsd_entry *types =
        gsd.frames > 0 ? scree_sim_gsd_find_or_first(&gsd, gsd.frames - 1, "particles/types") : NULL;
    if (types != NULL) scree_sim_bytes_format(out, "shapes: %llu\n", (unsigned long long)types->rows);
    scree_sim_gsd_close(&gsd);
    return true;
}
