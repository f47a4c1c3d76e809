#define _POSIX_C_SOURCE 200809L
#include "output/bytes.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { NUMBER_SIZE = 40, FIRST_CAPACITY = 4096 };

// ------------------------------------------------------------------------------------------------------------ bytes

void scree_sim_bytes_free(scree_sim_bytes *b)
{
    free(b->data);
    *b = (scree_sim_bytes){ 0 };
}

void *scree_sim_bytes_room(scree_sim_bytes *b, size_t more)
{
    if (b->failed) return NULL;
    if (more > SIZE_MAX / 4 || b->size > SIZE_MAX / 4) {
        b->failed = true;
        return NULL;
    }
    const size_t needed = b->size + more;
    if (needed > b->capacity) {
        size_t capacity = b->capacity > 0 ? b->capacity : FIRST_CAPACITY;
        while (capacity < needed) capacity *= 2;
        unsigned char *data = realloc(b->data, capacity);
        if (data == NULL) {
            b->failed = true;
            return NULL;
        }
        b->data = data;
        b->capacity = capacity;
    }
    return b->data + b->size;
}

char *scree_sim_bytes_string(scree_sim_bytes *b)
{
    char *end = scree_sim_bytes_room(b, 1);
    if (end == NULL) {
        scree_sim_bytes_free(b);
        return NULL;
    }
    *end = '\0';
    char *string = (char *)b->data, *fitting = realloc(b->data, b->size + 1);
    *b = (scree_sim_bytes){ 0 };
    return fitting != NULL ? fitting : string;
}

void scree_sim_bytes_add(scree_sim_bytes *b, const void *data, size_t size)
{
    if (size == 0) return;
    void *room = scree_sim_bytes_room(b, size);
    if (room == NULL) return;
    memcpy(room, data, size);
    b->size += size;
}

void scree_sim_bytes_words(scree_sim_bytes *b, const char *words)
{
    if (words != NULL) scree_sim_bytes_add(b, words, strlen(words));
}

void scree_sim_bytes_number(scree_sim_bytes *b, double number)
{
    char text[NUMBER_SIZE] = "nan";
    if (isinf(number)) snprintf(text, sizeof text, "%s", number > 0.0 ? "inf" : "-inf");
    for (int digits = 15; digits <= 17 && isfinite(number); ++digits) {
        snprintf(text, sizeof text, "%.*g", digits, number);
        if (strtod(text, NULL) == number) break;
    }
    for (char *c = text; *c != '\0'; ++c) {
        if (*c == ',') *c = '.';
    }
    scree_sim_bytes_words(b, text);
}

void scree_sim_bytes_format(scree_sim_bytes *b, const char *format, ...)
{
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    const int size = vsnprintf(NULL, 0, format, again);
    va_end(again);
    char *room = size >= 0 ? scree_sim_bytes_room(b, (size_t)size + 1) : NULL;
    if (room != NULL) {
        vsnprintf(room, (size_t)size + 1, format, arguments);
        b->size += (size_t)size;
    }
    va_end(arguments);
}

void scree_sim_bytes_xml(scree_sim_bytes *b, const char *words)
{
    for (const char *c = words; c != NULL && *c != '\0'; ++c) {
        const unsigned char byte = (unsigned char)*c;
        if (byte == '&')
            scree_sim_bytes_words(b, "&amp;");
        else if (byte == '<')
            scree_sim_bytes_words(b, "&lt;");
        else if (byte == '>')
            scree_sim_bytes_words(b, "&gt;");
        else if (byte == '"')
            scree_sim_bytes_words(b, "&quot;");
        else if (byte < ' ' && byte != '\n' && byte != '\t')
            scree_sim_bytes_words(b, "?");
        else
            scree_sim_bytes_add(b, c, 1);
    }
}

/// How many bytes the character of UTF-8 has that starts here; 0 where none does.
static size_t character_size(const char *at)
{
    const unsigned char *c = (const unsigned char *)at;
    const size_t size = c[0] < 0x80 ? 1 : c[0] < 0xc2 ? 0 : c[0] < 0xe0 ? 2 : c[0] < 0xf0 ? 3 : c[0] < 0xf5 ? 4 : 0;
    for (size_t i = 1; i < size; ++i) {
        if ((c[i] & 0xc0) != 0x80) return 0;
    }
    return size;
}

void scree_sim_bytes_json(scree_sim_bytes *b, const char *words)
{
    scree_sim_bytes_words(b, "\"");
    for (const char *c = words != NULL ? words : ""; *c != '\0';) {
        const size_t size = character_size(c);
        if (size == 0)
            scree_sim_bytes_words(b, "?");
        else if (*c == '"' || *c == '\\')
            scree_sim_bytes_format(b, "\\%c", *c);
        else if ((unsigned char)*c < ' ')
            scree_sim_bytes_format(b, "\\u%04x", (unsigned)(unsigned char)*c);
        else
            scree_sim_bytes_add(b, c, size);
        c += size > 0 ? size : 1;
    }
    scree_sim_bytes_words(b, "\"");
}

// ----------------------------------------------------------------------------------------------------------- errors

void scree_output_set_error(scree_error *error, scree_status status, const char *format, ...)
{
    if (error == NULL) return;
    va_list arguments;
    va_start(arguments, format);
    error->status = status;
    vsnprintf(error->message, sizeof error->message, format, arguments);
    va_end(arguments);
}

void scree_output_set_file_error(scree_error *error, const char *what, const char *path)
{
    const int reason = errno;
    scree_output_set_error(error, SCREE_FILE_ERROR, "%s: cannot %s: %s", path, what, strerror(reason));
    errno = reason;
}

// ------------------------------------------------------------------------------------------------------------ files

char *scree_sim_path(const char *folder, const char *name)
{
    scree_sim_bytes path = { 0 };
    scree_sim_bytes_format(&path, "%s/%s", folder, name);
    return scree_sim_bytes_string(&path);
}

bool scree_sim_write_all(int file, const void *data, size_t size)
{
    const unsigned char *at = data;
    while (size > 0) {
        const ssize_t written = write(file, at, size < INT_MAX ? size : INT_MAX);
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return false;
        at += written;
        size -= (size_t)written;
    }
    return true;
}

void scree_sim_sync_folder_of(const char *path)
{
    const char *end = strrchr(path, '/');
    char *folder = end == NULL ? strdup(".") : end == path ? strdup("/") : strndup(path, (size_t)(end - path));
    const int file = folder != NULL ? open(folder, O_RDONLY | O_CLOEXEC) : -1;
    free(folder);
    if (file < 0) return;
    fsync(file);
    close(file);
}

bool scree_sim_sync_file(const char *path, scree_error *error)
{
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return errno == ENOENT || scree_output_file_error(error, "open", path);
    const bool done = fsync(file) == 0 || scree_output_file_error(error, "sync", path);
    close(file);
    return done;
}

static bool write_temporary(const char *temporary, const void *data, size_t size, bool sync)
{
    const int file = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (file < 0) return false;
    const bool written = scree_sim_write_all(file, data, size) && (!sync || fsync(file) == 0);
    const int reason = errno;
    if (close(file) != 0 && written) return false;
    errno = reason;
    return written;
}

bool scree_sim_replace_file(const char *path, const void *data, size_t size, bool sync, scree_error *error)
{
    scree_sim_bytes text = { 0 };
    scree_sim_bytes_format(&text, "%s.tmp", path);
    char *temporary = scree_sim_bytes_string(&text);
    if (temporary == NULL) return scree_output_no_memory(error);
    const bool done = write_temporary(temporary, data, size, sync) && rename(temporary, path) == 0;
    if (!done) {
        scree_output_file_error(error, "write", path);
        unlink(temporary);
    }
    free(temporary);
    return done;
}

bool scree_sim_read_file(const char *path, scree_sim_bytes *out, scree_error *error)
{
    *out = (scree_sim_bytes){ 0 };
    FILE *file = fopen(path, "rb");
    if (file == NULL) return scree_output_file_error(error, "open", path);
    size_t got = 1;
    while (got > 0) {
        const size_t step = out->capacity > out->size + 1 ? out->capacity - out->size - 1 : FIRST_CAPACITY;
        void *room = scree_sim_bytes_room(out, step + 1);
        got = room != NULL ? fread(room, 1, step, file) : 0;
        out->size += got;
    }
    const bool failed = ferror(file) != 0;
    if (failed) scree_output_file_error(error, "read", path);
    fclose(file);
    if (out->failed) scree_output_no_memory(error);
    if (failed || out->failed) {
        scree_sim_bytes_free(out);
        return false;
    }
    out->data[out->size] = '\0';
    return true;
}
