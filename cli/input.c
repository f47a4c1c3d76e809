#define _POSIX_C_SOURCE 200809L
#include "input.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "interrupt.h"
#include "json.h"

static bool resize(input *in, size_t capacity)
{
    char *buffer = realloc(in->buffer, capacity + JSON_PADDING);
    if (buffer == NULL) return false;
    in->buffer = buffer;
    in->capacity = capacity;
    return true;
}

bool scree_cli_input_begin(input *in, int fd, size_t chunk, size_t max_line)
{
    *in = (input){ .fd = fd, .chunk = chunk, .max_line = max_line };
    if (!resize(in, chunk)) return false;
    memset(in->buffer, 0, chunk + JSON_PADDING);
    return true;
}

void scree_cli_input_free(input *in)
{
    free(in->buffer);
    in->buffer = NULL;
}

static void *find_end(const char *bytes, size_t size)
{
    return memchr(bytes, '\n', size);
}

/// Move what is left, the start of a line, to the front, and see to it that there is room behind it.
static bool make_room(input *in)
{
    size_t left = in->end - in->start;
    if (in->start > 0) memmove(in->buffer, in->buffer + in->start, left);
    in->seen -= in->start;
    in->start = 0;
    in->end = left;
    if (in->capacity > in->chunk && left <= in->chunk / 2) return resize(in, in->chunk); // after a very long line
    return left < in->capacity || resize(in, 2 * in->capacity);
}

/// The line that is being read is longer than allowed: drop what is there of it.
static void skip_long_line(input *in)
{
    if (in->end - in->start > in->max_line) in->skipping = true;
    if (!in->skipping) return;
    const char *end = find_end(in->buffer + in->start, in->end - in->start);
    in->start = end != NULL ? (size_t)(end + 1 - in->buffer) : in->end;
    in->seen = in->start;
    if (end == NULL) return;
    in->skipping = false;
    in->skipped = true;
}

/// Read once. Says whether a line has become complete.
static input_status read_some(input *in, bool *complete)
{
    ssize_t n = read(in->fd, in->buffer + in->end, in->capacity - in->end);
    if (n < 0) return errno == EINTR ? (scree_cli_interrupted() ? INPUT_STOPPED : INPUT_LINES) : INPUT_FAILED;
    if (n == 0) {
        in->at_end = true;
        if (in->skipping) in->skipped = true;
        in->skipping = false;
        return INPUT_LINES;
    }
    in->end += (size_t)n;
    memset(in->buffer + in->end, 0, JSON_PADDING);
    in->bytes += (uint64_t)n;
    bool whole = find_end(in->buffer + in->seen, in->end - in->seen) != NULL;
    if (!whole || in->skipping) {
        in->seen = in->end;
        skip_long_line(in);
    }
    *complete = *complete || whole;
    return INPUT_LINES;
}

static bool has_more(const input *in)
{
    struct pollfd ready = { .fd = in->fd, .events = POLLIN };
    return poll(&ready, 1, 0) > 0;
}

input_status scree_cli_input_fill(input *in)
{
    bool complete = false;
    if (in->at_end) return INPUT_END;
    do {
        if (scree_cli_interrupted()) return INPUT_STOPPED;
        if ((in->end == in->capacity || in->start > 0) && !make_room(in)) return INPUT_FAILED;
        input_status status = read_some(in, &complete);
        if (status != INPUT_LINES) return status;
    } while (!in->at_end && (!complete || (in->end < in->chunk && has_more(in))));
    return INPUT_LINES;
}

static bool is_blank(const char *bytes, size_t size)
{
    size_t i = 0;
    while (i < size && (bytes[i] == ' ' || bytes[i] == '\t' || bytes[i] == '\r')) ++i;
    return i == size;
}

/// A byte order mark before the first line is none of its characters.
static void skip_mark(line *out)
{
    if (out->number == 1 && out->size >= 3 && memcmp(out->bytes, "\xEF\xBB\xBF", 3) == 0) {
        out->bytes += 3;
        out->size -= 3;
    }
}

bool scree_cli_input_next(input *in, line *out)
{
    if (in->skipped) {
        in->skipped = false;
        *out = (line){ .number = ++in->lines, .too_long = true };
        return true;
    }
    while (in->start < in->end && !in->skipping) {
        char *start = in->buffer + in->start, *end = find_end(start, in->end - in->start);
        if (end == NULL && !in->at_end) break;
        size_t size = end != NULL ? (size_t)(end - start) : in->end - in->start;
        in->start += size + (end != NULL);
        in->seen = in->start;
        *out = (line){ start, size, ++in->lines, size > in->max_line };
        skip_mark(out);
        if (!is_blank(out->bytes, out->size)) return true;
    }
    in->seen = in->end;
    return false;
}
