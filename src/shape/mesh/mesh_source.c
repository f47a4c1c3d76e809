// Lines, words and numbers of a mesh file, and the mesh that grows out of them.
#include "shape/mesh/mesh_source.h"

#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "math/vec3.h"

// Longer names are cut at the front, so that the message itself is never cut off.
enum { SHOWN_NAME = 100 };
// The exact decimal digits of a double below 1 can be some 750, but nobody writes them; longer words are rejected.
enum { LONGEST_NUMBER = 400 };

// Words of a file may hold any byte, and a path any but 0; a message holds only what can be shown.
static void make_printable(char *text, bool ascii)
{
    for (; *text != '\0'; ++text) {
        unsigned char c = (unsigned char)*text;
        if (c < ' ' || c == 127 || (ascii && c > 127)) *text = '?';
    }
}

// The end of the name, if all of it would be too long; never from the middle of a UTF-8 character.
static const char *shown_name(const char *name)
{
    size_t length = strlen(name);
    if (length <= SHOWN_NAME) return name;
    const char *shown = name + (length - SHOWN_NAME);
    while (((unsigned char)*shown & 0xc0) == 0x80) shown++;
    return shown;
}

bool scree_mesh_fail(scree_mesh_source *s, const char *format, ...)
{
    s->status = SCREE_FILE_ERROR;
    if (s->error == NULL) return false;
    char message[SCREE_MESSAGE_SIZE], line[24] = "";
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    make_printable(message, true);
    if (s->line > 0) snprintf(line, sizeof line, ":%zu", s->line);
    const char *name = shown_name(s->name);
    scree_error_set(s->error, s->status, "%s%s%s: %s", name == s->name ? "" : "...", name, line, message);
    make_printable(s->error->message, false);
    return false;
}

bool scree_mesh_no_memory(scree_mesh_source *s)
{
    scree_mesh_fail(s, "out of memory");
    s->status = SCREE_NO_MEMORY;
    if (s->error != NULL) s->error->status = s->status;
    return false;
}

static bool is_line_end(char c)
{
    return c == '\n' || c == '\r';
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\v' || c == '\f';
}

// The bytes of a line end at `at`: "\n", "\r\n" or "\r".
static size_t line_end_length(const scree_mesh_source *s, const char *at)
{
    if (at == s->end || !is_line_end(*at)) return 0;
    return *at == '\r' && s->end - at > 1 && at[1] == '\n' ? 2 : 1;
}

// A backslash and the line end after it, where they join two lines.
static size_t joint_length(const scree_mesh_source *s, const char *at)
{
    if (!s->continuation || at == s->end || *at != '\\') return 0;
    size_t length = line_end_length(s, at + 1);
    return length > 0 ? length + 1 : 0;
}

static bool word_ends(const scree_mesh_source *s, const char *at)
{
    return at == s->end || is_blank(*at) || is_line_end(*at) || (s->comments && *at == '#') || joint_length(s, at) > 0;
}

bool scree_mesh_is_text(scree_mesh_source *s)
{
    if (s->at == s->end) return true;
    const char *zero = memchr(s->at, 0, (size_t)(s->end - s->at));
    if (zero == NULL) return true;
    for (const char *c = s->at; c < zero; ++c) s->line += *c == '\n';
    return scree_mesh_fail(s, "a zero byte: this is not a text file");
}

bool scree_mesh_word(scree_mesh_source *s, scree_word *word)
{
    while (s->at < s->end) {
        size_t joint = joint_length(s, s->at);
        if (joint > 0) {
            s->at += joint;
            s->line++;
        } else if (is_blank(*s->at))
            s->at++;
        else
            break;
    }
    word->text = s->at;
    while (!word_ends(s, s->at)) s->at++;
    word->length = (size_t)(s->at - word->text);
    return word->length > 0;
}

bool scree_mesh_line(scree_mesh_source *s)
{
    while (s->at < s->end) {
        size_t joint = joint_length(s, s->at), end = line_end_length(s, s->at);
        if (joint + end > 0) {
            s->at += joint + end;
            s->line++;
            if (end > 0) return s->at < s->end;
        } else
            s->at++;
    }
    return false;
}

bool scree_mesh_word_ahead(scree_mesh_source *s, scree_word *word)
{
    while (!scree_mesh_word(s, word)) {
        if (!scree_mesh_line(s)) return false;
    }
    return true;
}

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

bool scree_word_is(scree_word word, const char *text)
{
    if (word.length != strlen(text)) return false;
    for (size_t i = 0; i < word.length; ++i) {
        if (lower(word.text[i]) != text[i]) return false;
    }
    return true;
}

static bool read_number(scree_mesh_source *s, scree_word word, double *out)
{
    char text[LONGEST_NUMBER + 1];
    bool plain = word.length <= LONGEST_NUMBER; // strtod() also knows hexadecimal, "nan" and "inf": not numbers here
    for (size_t i = 0; plain && i < word.length; ++i) plain = memchr("+-.0123456789eE", word.text[i], 15) != NULL;
    if (!plain) return scree_mesh_fail(s, "'%.*s' is not a number", SCREE_WORD_SHOWN(word));
    memcpy(text, word.text, word.length);
    text[word.length] = '\0';
    char *rest;
    *out = strtod(text, &rest);
    if (rest == text || *rest != '\0') return scree_mesh_fail(s, "'%s' is not a number", text);
    if (!isfinite(*out)) return scree_mesh_fail(s, "the number '%s' is too large", text);
    return true;
}

bool scree_mesh_whole(scree_mesh_source *s, scree_word word, long long *out)
{
    size_t i = word.length > 0 && (word.text[0] == '-' || word.text[0] == '+') ? 1 : 0;
    bool whole = i < word.length;
    long long value = 0;
    for (; whole && i < word.length; ++i) {
        whole = word.text[i] >= '0' && word.text[i] <= '9';
        if (value < LLONG_MAX / 100) value = 10 * value + (word.text[i] - '0'); // beyond: too large for any use
    }
    if (!whole) return scree_mesh_fail(s, "'%.*s' is not a whole number", SCREE_WORD_SHOWN(word));
    *out = word.text[0] == '-' ? -value : value;
    return true;
}

bool scree_mesh_coordinates(scree_mesh_source *s, bool ahead, scree_vec3 *out)
{
    double value[3];
    for (int i = 0; i < 3; ++i) {
        scree_word word;
        if (!(ahead ? scree_mesh_word_ahead(s, &word) : scree_mesh_word(s, &word)))
            return scree_mesh_fail(s, "a vertex needs 3 coordinates, %d found", i);
        if (!read_number(s, word, &value[i])) return false;
    }
    *out = v3(value[0], value[1], value[2]);
    return true;
}

// Room for one more; the array doubles.
static bool make_room(scree_mesh_source *s, void **array, size_t count, size_t *capacity, size_t item)
{
    if (count < *capacity) return true;
    size_t larger = *capacity > 0 ? 2 * *capacity : 16;
    void *moved = larger <= SIZE_MAX / item ? realloc(*array, larger * item) : NULL;
    if (moved == NULL) return scree_mesh_no_memory(s);
    *array = moved;
    *capacity = larger;
    return true;
}

bool scree_mesh_add_point(scree_mesh_source *s, scree_vec3 point)
{
    scree_mesh *m = s->mesh;
    if (m->point_count == INT_MAX) return scree_mesh_fail(s, "more than %d vertices", INT_MAX);
    void *points = m->points;
    if (!make_room(s, &points, m->point_count, &s->point_capacity, sizeof *m->points)) return false;
    m->points = points;
    m->points[m->point_count++] = point;
    return true;
}

bool scree_mesh_add_corner(scree_mesh_source *s, int point)
{
    scree_mesh *m = s->mesh;
    void *corners = m->corners;
    if (!make_room(s, &corners, m->corner_count, &s->corner_capacity, sizeof *m->corners)) return false;
    m->corners = corners;
    m->corners[m->corner_count++] = point;
    return true;
}

bool scree_mesh_end_face(scree_mesh_source *s)
{
    scree_mesh *m = s->mesh;
    void *starts = m->face_starts;
    if (!make_room(s, &starts, m->face_count + 1, &s->face_capacity, sizeof *m->face_starts)) return false;
    m->face_starts = starts;
    m->face_starts[0] = 0;
    m->face_starts[++m->face_count] = m->corner_count;
    return true;
}
