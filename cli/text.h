// A text that grows: what is written out, and what is put together before it is read.
#ifndef SCREE_CLI_TEXT_H
#define SCREE_CLI_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/// All zeros is an empty text. Once memory has run out, `failed` is set and nothing more is added.
typedef struct text {
    char *bytes;
    size_t size, capacity;
    bool failed;
} text;

void scree_cli_text_free(text *t);

/// Room for `more` bytes at the end of the text, or NULL. The caller writes there and then adds to `size`.
char *scree_cli_text_room(text *t, size_t more);

void scree_cli_text_add(text *t, const char *bytes, size_t size);
void scree_cli_text_words(text *t, const char *words);
void scree_cli_text_printf(text *t, const char *format, ...) __attribute__((format(printf, 2, 3)));

/// As a JSON string, in quotes. `bytes` must be UTF-8.
void scree_cli_text_json(text *t, const char *bytes, size_t size);
/// As a field of RFC 4180: in quotes where it holds a comma, a quote or an end of line.
void scree_cli_text_csv(text *t, const char *bytes, size_t size);
/// As a word of a shell's command line: in quotes where it holds more than letters, digits and a few signs.
void scree_cli_text_shell(text *t, const char *word);
/// For people: control characters become '?', and spaces follow up to `width` characters.
void scree_cli_text_padded(text *t, const char *bytes, size_t size, size_t width);

/// The longest start of `bytes` that has at most `limit` bytes and cuts no character of UTF-8 in two.
size_t scree_cli_text_cut(const char *bytes, size_t size, size_t limit);

/// Replace what is not UTF-8 by '?', in place.
void scree_cli_text_clean(char *words);

#endif
