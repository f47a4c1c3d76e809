#include "repair.h"

#include <math.h>
#include <stdlib.h>

#include "json.h"

// Integers with fewer digits always fit 64 bits.
enum { LONG_INTEGER = 19 };

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_token_byte(char c)
{
    return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '+' || c == '-' || c == '.';
}

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/// One past the string that opens at `at`, or the end of the line.
static size_t string_end(const char *line, size_t size, size_t at)
{
    for (++at; at < size && line[at] != '"'; ++at) {
        if (line[at] == '\\') ++at;
    }
    return at < size ? at + 1 : size;
}

static size_t token_end(const char *line, size_t size, size_t at)
{
    while (at < size && is_token_byte(line[at])) ++at;
    return at;
}

static size_t skip_digits(const char *token, size_t size, size_t at)
{
    while (at < size && is_digit(token[at])) ++at;
    return at;
}

/// -?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?
static bool is_json_number(const char *token, size_t size, bool *integer)
{
    size_t start = size > 0 && token[0] == '-' ? 1 : 0, at = skip_digits(token, size, start);
    if (at == start || (token[start] == '0' && at > start + 1)) return false;
    *integer = at == size;
    if (at < size && token[at] == '.') {
        size_t fraction = ++at;
        if ((at = skip_digits(token, size, at)) == fraction) return false;
    }
    if (at < size && (token[at] == 'e' || token[at] == 'E')) {
        ++at;
        if (at < size && (token[at] == '+' || token[at] == '-')) ++at;
        size_t exponent = at;
        if ((at = skip_digits(token, size, at)) == exponent) return false;
    }
    return at == size;
}

static bool is_not_finite(const char *token, size_t size)
{
    static const char *const words[] = { "nan", "inf", "infinity" };
    if (size > 0 && (token[0] == '-' || token[0] == '+')) ++token, --size;
    for (size_t i = 0; i < sizeof words / sizeof *words; ++i) {
        size_t n = 0;
        while (n < size && words[i][n] != 0 && (token[n] | 0x20) == words[i][n]) ++n;
        if (n == size && words[i][n] == 0) return true;
    }
    return false;
}

/// Copy a token, rewritten if that is needed; true if it was.
static bool copy_token(text *copy, const char *token, size_t size, size_t *words)
{
    enum { SHOWN = 40 };
    bool integer = false;
    bool number = is_json_number(token, size, &integer);
    if (is_not_finite(token, size) || (number && isinf(strtod(token, NULL)))) {
        scree_cli_text_words(copy, "\"\\u0001");
        scree_cli_text_add(copy, token, size < SHOWN ? size : SHOWN);
        scree_cli_text_words(copy, size < SHOWN ? "\"" : "...\"");
        ++*words;
        return true;
    }
    scree_cli_text_add(copy, token, size);
    if (!number || !integer || size < LONG_INTEGER) return false;
    scree_cli_text_words(copy, "e0");
    return true;
}

bool scree_cli_repair(const char *line, size_t size, text *copy, size_t *words)
{
    bool changed = false;
    *words = 0;
    copy->size = 0;
    for (size_t at = 0, next; at < size; at = next) {
        if (is_token_byte(line[at])) {
            next = token_end(line, size, at);
            if (copy_token(copy, line + at, next - at, words)) changed = true;
        } else {
            next = line[at] == '"' ? string_end(line, size, at) : at + 1;
            scree_cli_text_add(copy, line + at, next - at);
        }
    }
    char *padding = scree_cli_text_room(copy, JSON_PADDING);
    if (padding != NULL) memset(padding, 0, JSON_PADDING);
    return changed && !copy->failed;
}

static size_t skip_spaces(const char *line, size_t size, size_t at)
{
    while (at < size && is_space(line[at])) ++at;
    return at;
}

bool scree_cli_find_id(const char *line, size_t size, const char **value, size_t *value_size)
{
    size_t at = skip_spaces(line, size, 0), depth = 0, next;
    if (at == size || line[at] != '{') return false;
    for (; at < size; at = next) {
        next = line[at] == '"' ? string_end(line, size, at) : at + 1;
        if (line[at] == '{' || line[at] == '[') ++depth;
        if ((line[at] == '}' || line[at] == ']') && depth-- <= 1) return false;
        if (depth != 1 || next - at != 4 || memcmp(line + at, "\"id\"", 4) != 0) continue;

        size_t colon = skip_spaces(line, size, next);
        if (colon == size || line[colon] != ':') continue;
        size_t start = skip_spaces(line, size, colon + 1);
        if (start == size) return false;
        size_t end = line[start] == '"' ? string_end(line, size, start) : token_end(line, size, start);
        *value = line + start;
        *value_size = end - start;
        return end > start;
    }
    return false;
}
