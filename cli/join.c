#include "join.h"

/// What may come next.
enum {
    VALUE,        ///< a value
    FIRST_ITEM,   ///< a value, or the end of an array
    FIRST_NAME,   ///< a name, or the end of an object
    NAME,         ///< a name
    COLON,        ///< a colon
    WORD,         ///< more of a number or a word, or what follows a value
    BEHIND_VALUE, ///< a comma, or the end of what is open
};

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static bool is_word_byte(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '+' || c == '-' ||
           c == '.';
}

bool scree_cli_join_may_begin(const char *bytes, size_t size)
{
    size_t start = 0;
    while (start < size && is_space(bytes[start])) ++start;
    while (size > start && is_space(bytes[size - 1])) --size;
    if (start == size || (bytes[start] != '{' && bytes[start] != '[')) return false;
    return bytes[size - 1] != (bytes[start] == '{' ? '}' : ']');
}

static bool in_object(const join *self)
{
    return self->depth > 0 && (self->objects[(self->depth - 1) / 64] >> (self->depth - 1) % 64 & 1u) != 0;
}

static join_status open(join *self, bool object)
{
    if (self->depth == JOIN_MOST_DEPTH) return JOIN_BROKEN;
    const uint64_t bit = (uint64_t)1 << self->depth % 64;
    uint64_t *word = &self->objects[self->depth / 64];
    *word = object ? *word | bit : *word & ~bit;
    ++self->depth;
    self->place = object ? FIRST_NAME : FIRST_ITEM;
    return JOIN_OPEN;
}

static join_status close(join *self, bool object)
{
    if (self->depth == 0 || in_object(self) != object) return JOIN_BROKEN;
    self->place = BEHIND_VALUE;
    return --self->depth > 0 ? JOIN_OPEN : JOIN_WHOLE;
}

/// A byte of a string. Strings do not span lines.
static join_status step_in_string(join *self, char c)
{
    if (c == '\n') return JOIN_BROKEN;
    if (self->escaped)
        self->escaped = false;
    else if (c == '\\')
        self->escaped = true;
    else if (c == '"')
        self->in_string = false;
    return JOIN_OPEN;
}

static join_status begin_string(join *self)
{
    const bool name = self->place == NAME || self->place == FIRST_NAME;
    if (!name && self->place != VALUE && self->place != FIRST_ITEM) return JOIN_BROKEN;
    self->in_string = true;
    self->place = name ? COLON : BEHIND_VALUE;
    return JOIN_OPEN;
}

/// A comma or a colon.
static join_status step_on(join *self, bool fits, int next)
{
    self->place = next;
    return fits ? JOIN_OPEN : JOIN_BROKEN;
}

static join_status step(join *self, char c)
{
    if (self->in_string) return step_in_string(self, c);
    const bool word = is_word_byte(c);
    if (self->place == WORD && !word) self->place = BEHIND_VALUE;
    if (is_space(c)) return JOIN_OPEN;
    const int place = self->place;
    const bool value = place == VALUE || place == FIRST_ITEM, behind = place == BEHIND_VALUE;
    switch (c) {
    case '{':
    case '[':
        return value ? open(self, c == '{') : JOIN_BROKEN;
    case '}':
        return behind || place == FIRST_NAME ? close(self, true) : JOIN_BROKEN;
    case ']':
        return behind || place == FIRST_ITEM ? close(self, false) : JOIN_BROKEN;
    case '"':
        return begin_string(self);
    case ':':
        return step_on(self, place == COLON, VALUE);
    case ',':
        return step_on(self, behind && self->depth > 0, in_object(self) ? NAME : VALUE);
    default:
        return step_on(self, word && self->depth > 0 && (value || place == WORD), WORD);
    }
}

join_status scree_cli_join_scan(join *self, const char *bytes, size_t size)
{
    while (self->scanned < size) {
        const join_status status = step(self, bytes[self->scanned]);
        if (status == JOIN_BROKEN) return status;
        ++self->scanned;
        if (status == JOIN_WHOLE) return status;
    }
    return JOIN_OPEN;
}
