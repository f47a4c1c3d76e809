// PNG, W3C recommendation, second edition: a signature, then chunks of length, type, data and CRC-32 of the last two,
// numbers with the first byte as the highest. The first chunk is the header.
#include "output/png.h"

#include <stdio.h>
#include <string.h>
#include <zlib.h>

#include "output/comments.h"
#include "output/info.h"

enum { SIGNATURE = 8, CHUNK = 12, HEADER = 13, FLAGS = 5 };
static const unsigned char signature[SIGNATURE] = { 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n' };

static uint32_t number_at(const unsigned char *at)
{
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | (uint32_t)at[3];
}

static void add_number(scree_sim_bytes *out, uint32_t n)
{
    const unsigned char bytes[4] = { (unsigned char)(n >> 24), (unsigned char)(n >> 16), (unsigned char)(n >> 8),
                                     (unsigned char)n };
    scree_sim_bytes_add(out, bytes, sizeof bytes);
}

static bool is_png(const scree_sim_bytes *file)
{
    return file->size >= SIGNATURE + CHUNK + HEADER && memcmp(file->data, signature, SIGNATURE) == 0 &&
           number_at(file->data + SIGNATURE) == HEADER;
}

// -------------------------------------------------------------------------------------------------------------------- write

/// Data: key, 0, not compressed (two zeros), no language, no translated key, each with a 0; then the text.
static void add_words(void *user, const char *key, const char *value, size_t size)
{
    static const char type[4] = { 'i', 'T', 'X', 't' }, flags[FLAGS] = { 0 };
    scree_sim_bytes *out = user, data = { 0 };
    scree_sim_bytes_add(&data, type, sizeof type);
    scree_sim_bytes_words(&data, key);
    scree_sim_bytes_add(&data, flags, sizeof flags);
    scree_sim_bytes_add(&data, value, size);
    if (data.failed) {
        out->failed = true;
        return;
    }
    add_number(out, (uint32_t)(data.size - sizeof type));
    scree_sim_bytes_add(out, data.data, data.size);
    add_number(out, (uint32_t)crc32(0, data.data, (uInt)data.size));
    scree_sim_bytes_free(&data);
}

bool scree_sim_png_describe(const char *from, const char *pov, const char *path, scree_error *error)
{
    scree_sim_bytes picture = { 0 }, words = { 0 }, out = { 0 };
    bool done = scree_sim_read_file(from, &picture, error) && scree_sim_read_file(pov, &words, error);
    if (done && !is_png(&picture)) done = scree_output_fail(error, SCREE_FILE_ERROR, "%s: is no PNG file", from);
    if (done) {
        const size_t head = SIGNATURE + CHUNK + HEADER;
        scree_sim_bytes_add(&out, picture.data, head);
        scree_sim_comments((const char *)words.data, "// ", add_words, &out);
        scree_sim_bytes_add(&out, picture.data + head, picture.size - head);
        done = !out.failed || scree_output_no_memory(error);
    }
    done = done && scree_sim_replace_file(path, out.data, out.size, false, error);
    scree_sim_bytes_free(&picture);
    scree_sim_bytes_free(&words);
    scree_sim_bytes_free(&out);
    return done;
}

// --------------------------------------------------------------------------------------------------------------------- read

/// A text chunk as add_words() writes it.
static void add_line(const char *data, size_t size, scree_sim_bytes *out)
{
    const char *end = memchr(data, 0, size);
    char key[80];
    if (end == NULL || (size_t)(end - data) + FLAGS > size) return;
    snprintf(key, sizeof key, "%s", data);
    scree_sim_info_line(out, key, end + FLAGS, size - (size_t)(end - data) - FLAGS);
}

bool scree_sim_info_png(const char *path, scree_sim_bytes *out, scree_error *error)
{
    scree_sim_bytes file;
    if (!scree_sim_read_file(path, &file, error)) return false;
    if (!is_png(&file)) {
        scree_sim_bytes_free(&file);
        return scree_output_fail(error, SCREE_FILE_ERROR, "%s: is no PNG file", path);
    }
    const unsigned char *at = file.data + SIGNATURE;
    size_t left = file.size - SIGNATURE;
    bool ended = false;
    scree_sim_bytes_format(out, "kind: picture (PNG)\nsize: %u x %u\n", number_at(at + 8), number_at(at + 12));
    while (left >= CHUNK && !ended) {
        const size_t size = number_at(at);
        if (size > left - CHUNK) break;
        if (memcmp(at + 4, "iTXt", 4) == 0) add_line((const char *)at + 8, size, out);
        ended = memcmp(at + 4, "IEND", 4) == 0;
        at += size + CHUNK;
        left -= size + CHUNK;
    }
    scree_sim_bytes_free(&file);
    return ended || scree_output_fail(error, SCREE_FILE_ERROR, "%s: is cut short", path);
}
