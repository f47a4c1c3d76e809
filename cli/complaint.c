#include "complaint.h"

#include <stdarg.h>
#include <stdio.h>

#include "repair.h"
#include "text.h"

bool scree_cli_complain(complaint *c, const char *format, ...)
{
    int start = 0;
    if (c->line > 0) start = snprintf(c->words, sizeof c->words, "line %llu: ", (unsigned long long)c->line);
    if (c->path != NULL) start += snprintf(c->words + start, sizeof c->words - (size_t)start, "%s", c->path);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(c->words + start, sizeof c->words - (size_t)start, format, arguments);
    va_end(arguments);
    scree_cli_text_clean(c->words); // names and files may be cut, or not be UTF-8 at all
    return false;
}

const char *scree_cli_value_words(json_value value, char *buffer)
{
    const char *bytes;
    size_t size;
    if (!scree_cli_json_string(value, &bytes, &size) || size == 0 || bytes[0] != REPAIR_MARK)
        return scree_cli_json_kind_name(scree_cli_json_kind(value));
    snprintf(buffer, 64, "%.*s", (int)scree_cli_text_cut(bytes + 1, size - 1, 48), bytes + 1);
    return buffer;
}
