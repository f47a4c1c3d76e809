#include "text.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { FIRST_CAPACITY = 4096 };

void scree_cli_text_free(text *t)
{
    free(t->bytes);
    *t = (text){ 0 };
}

static bool grow(text *t, size_t more)
{
    size_t capacity = t->capacity > 0 ? t->capacity : FIRST_CAPACITY;
    while (capacity - t->size < more && capacity <= SIZE_MAX / 4) capacity *= 2;
    char *bytes = capacity - t->size < more ? NULL : realloc(t->bytes, capacity);
    if (bytes == NULL) {
        t->failed = true;
        return false;
    }
    t->bytes = bytes;
    t->capacity = capacity;
    return true;
}

char *scree_cli_text_room(text *t, size_t more)
{
    if (t->failed) return NULL;
    if ((t->bytes == NULL || t->capacity - t->size < more) && !grow(t, more)) return NULL;
    return t->bytes + t->size;
}

void scree_cli_text_add(text *t, const char *bytes, size_t size)
{
    char *room = scree_cli_text_room(t, size);
    if (room == NULL) return;
    if (size > 0) memcpy(room, bytes, size);
    t->size += size;
}

void scree_cli_text_words(text *t, const char *words)
{
    scree_cli_text_add(t, words, strlen(words));
}

void scree_cli_text_printf(text *t, const char *format, ...)
{
    char line[1024];
    va_list arguments;
    va_start(arguments, format);
    int size = vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    if (size < 0) return;
    scree_cli_text_add(t, line, (size_t)size < sizeof line ? (size_t)size : sizeof line - 1);
}

static char *put_escape(char *out, unsigned char c)
{
    static const char digits[] = "0123456789abcdef";
    static const char letters[32] = { ['\b'] = 'b', ['\f'] = 'f', ['\n'] = 'n', ['\r'] = 'r', ['\t'] = 't' };
    *out++ = '\\';
    if (c == '"' || c == '\\') {
        *out++ = (char)c;
    } else if (c < 32 && letters[c] != 0) {
        *out++ = letters[c];
    } else {
        memcpy(out, "u00", 3);
        out[3] = digits[c >> 4];
        out[4] = digits[c & 15];
        out += 5;
    }
    return out;
}

void scree_cli_text_json(text *t, const char *bytes, size_t size)
{
    if (size > SIZE_MAX / 8) {
        t->failed = true;
        return;
    }
    char *start = scree_cli_text_room(t, 6 * size + 2), *out = start;
    if (start == NULL) return;
    *out++ = '"';
    for (size_t i = 0; i < size; ++i) {
        unsigned char c = (unsigned char)bytes[i];
        if (c < 32 || c == '"' || c == '\\' || c == 127)
            out = put_escape(out, c);
        else
            *out++ = (char)c;
    }
    *out++ = '"';
    t->size += (size_t)(out - start);
}

void scree_cli_text_csv(text *t, const char *bytes, size_t size)
{
    bool quoted = false;
    for (size_t i = 0; i < size; ++i) {
        char c = bytes[i];
        if (c == ',' || c == '"' || c == '\r' || c == '\n') quoted = true;
    }
    if (!quoted) {
        scree_cli_text_add(t, bytes, size);
        return;
    }
    scree_cli_text_add(t, "\"", 1);
    for (size_t i = 0; i < size; ++i) {
        if (bytes[i] == '"') scree_cli_text_add(t, "\"", 1);
        scree_cli_text_add(t, bytes + i, 1);
    }
    scree_cli_text_add(t, "\"", 1);
}

void scree_cli_text_shell(text *t, const char *word)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789%+,-./:=@_";
    if (word[0] != 0 && word[strspn(word, plain)] == 0) {
        scree_cli_text_words(t, word);
        return;
    }
    scree_cli_text_words(t, "'");
    for (const char *c = word; *c != 0; ++c) {
        if (*c == '\'')
            scree_cli_text_words(t, "'\\''");
        else
            scree_cli_text_add(t, c, 1);
    }
    scree_cli_text_words(t, "'");
}

static bool is_inside_character(char c)
{
    return ((unsigned char)c & 0xC0) == 0x80;
}

void scree_cli_text_padded(text *t, const char *bytes, size_t size, size_t width)
{
    size_t characters = 0;
    for (size_t i = 0; i < size; ++i) {
        unsigned char c = (unsigned char)bytes[i];
        // 0xC2 0x80..0x9F are control characters too, which some terminals obey
        bool control = c < 32 || c == 127 || (c == 0xC2 && i + 1 < size && (unsigned char)bytes[i + 1] < 0xA0);
        if (!is_inside_character(bytes[i])) ++characters;
        scree_cli_text_add(t, control ? "?" : bytes + i, 1);
        if (control && c == 0xC2) ++i;
    }
    for (; characters < width; ++characters) scree_cli_text_add(t, " ", 1);
}

size_t scree_cli_text_cut(const char *bytes, size_t size, size_t limit)
{
    if (size <= limit) return size;
    while (limit > 0 && is_inside_character(bytes[limit])) --limit;
    return limit;
}

/// How many bytes the character at `words` has; 0 where it is not UTF-8. Overlong forms and surrogates are not.
static size_t character_size(const unsigned char *words)
{
    const unsigned char c = words[0], next = words[1];
    size_t size = c < 0x80 ? 1 : c >= 0xC2 && c < 0xE0 ? 2 : (c & 0xF0) == 0xE0 ? 3 : c >= 0xF0 && c < 0xF5 ? 4 : 0;
    if ((c == 0xE0 && next < 0xA0) || (c == 0xED && next > 0x9F) || (c == 0xF0 && next < 0x90) ||
        (c == 0xF4 && next > 0x8F))
        return 0;
    for (size_t i = 1; i < size; ++i) {
        if (!is_inside_character((char)words[i])) return 0; // the closing 0, at the latest
    }
    return size;
}

void scree_cli_text_clean(char *words)
{
    while (*words != 0) {
        const size_t size = character_size((const unsigned char *)words);
        if (size == 0) *words = '?';
        words += size > 0 ? size : 1;
    }
}
