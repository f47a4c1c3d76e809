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

static void forget_join(input *in)
{
    in->join = (join){ 0 };
    in->joined = 0;
    in->broken = false;
}

/// The line that is being read is longer than allowed: drop what is there of it.
static void skip_long_line(input *in)
{
    if (in->end - in->start > in->max_line) in->skipping = true;
    if (!in->skipping) return;
    in->lines += in->joined; // of an object that spans lines, which is dropped with them
    forget_join(in);
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
static void skip_mark(input *in)
{
    if (in->lines > 0 || in->end - in->start < 3 || memcmp(in->buffer + in->start, "\xEF\xBB\xBF", 3) != 0) return;
    in->start += 3;
    if (in->seen < in->start) in->seen = in->start;
}

/// Lines before number `until` are taken one by one from now on.
static bool give_up(input *in, uint64_t until)
{
    in->single_until = until;
    return false;
}

/// Does the object, or array, at `bytes` open with a line of its own, as printers of JSON write it?
static bool opens_single(const char *bytes, size_t size)
{
    const char *end = find_end(bytes, size);
    size_t last = end != NULL ? (size_t)(end - bytes) : size;
    while (last > 0 && is_blank(bytes + last - 1, 1)) --last;
    return last == 1;
}

/// A broken object that opens with a line of its own ends with a line that begins as its last one should, or before
/// one that begins as it did. The line from `at` to `taken` is looked at; true where the end is found.
static bool find_broken_end(input *in, const char *bytes, size_t at, size_t *taken)
{
    in->join.scanned = *taken;
    if (bytes[at] == (bytes[0] == '{' ? '}' : ']')) return true;
    if (at == 0 || bytes[at] != bytes[0]) return false;
    *taken = at;
    --in->joined;
    return true;
}

/// The lines that the object at `start` spans, if it ends on one of those that are there. False: the first is to be
/// taken alone, unless it `waits` for more lines.
static bool join_lines(input *in, size_t *size, size_t *taken, bool *waits)
{
    const char *bytes = in->buffer + in->start;
    const size_t known = in->end - in->start;
    const bool single = opens_single(bytes, known);
    for (;;) {
        const size_t at = in->join.scanned;
        const char *end = at < known ? find_end(bytes + at, known - at) : NULL;
        *waits = end == NULL && !in->at_end && known <= in->max_line;
        if (*waits) return false;
        *size = *taken = end != NULL ? (size_t)(end - bytes) + 1 : known;
        if (end == NULL && (!in->at_end || at == known)) return single || give_up(in, UINT64_MAX); // it has no end
        ++in->joined;
        if (!in->broken) {
            join_status status = scree_cli_join_scan(&in->join, bytes, *taken);
            *size = in->join.scanned;
            if (status == JOIN_OPEN) continue;
            if (status == JOIN_WHOLE && is_blank(bytes + *size, *taken - *size - (end != NULL))) return true;
            if (!single) return give_up(in, in->lines + in->joined);
            in->broken = true;
        }
        if (find_broken_end(in, bytes, at, taken)) {
            *size = *taken;
            return true;
        }
    }
}

/// Take the line, or lines, at `start`. False where it is not yet whole.
static bool take(input *in, line *out)
{
    const char *start = in->buffer + in->start, *end = find_end(start, in->end - in->start);
    if (end == NULL && !in->at_end) return false;
    size_t size = end != NULL ? (size_t)(end - start) : in->end - in->start, taken = size + (end != NULL);
    uint64_t lines = 1;
    bool waits = false;
    if (in->lines + 1 >= in->single_until && scree_cli_join_may_begin(start, size)) {
        size_t whole, all;
        if (join_lines(in, &whole, &all, &waits)) {
            size = whole;
            taken = all;
            lines = in->joined;
        }
        if (waits) return false;
        forget_join(in);
    }
    *out = (line){ start, size, in->lines + 1, size > in->max_line };
    in->lines += lines;
    in->start += taken;
    in->seen = in->start;
    return true;
}

bool scree_cli_input_next(input *in, line *out)
{
    if (in->skipped) {
        in->skipped = false;
        *out = (line){ .number = ++in->lines, .too_long = true };
        return true;
    }
    while (in->start < in->end && !in->skipping) {
        skip_mark(in);
        if (in->start == in->end || !take(in, out)) break;
        if (!is_blank(out->bytes, out->size)) return true;
    }
    in->seen = in->end;
    return false;
}
