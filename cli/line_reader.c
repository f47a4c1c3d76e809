#include "line_reader.h"

#include <string.h>

#include "join.h"
#include "repair.h"

// The parser's memory grows with the longest line. After a line beyond this, it starts afresh.
enum { LONG_LINE = 1 << 22 };

bool scree_cli_line_reader_begin(line_reader *self)
{
    *self = (line_reader){ .json = scree_cli_json_create() };
    return self->json != NULL;
}

void scree_cli_line_reader_end(line_reader *self)
{
    scree_cli_text_free(&self->copy);
    scree_cli_json_destroy(self->json);
    self->json = NULL;
}

bool scree_cli_line_reader_renew(line_reader *self, size_t size)
{
    if (size <= LONG_LINE) return false;
    json_reader *fresh = scree_cli_json_create();
    scree_cli_text_free(&self->copy);
    if (fresh == NULL) return true;
    scree_cli_json_destroy(self->json);
    self->json = fresh;
    return true;
}

/// The id of a line that is no JSON, so that the caller can match the error to its line.
static void rescue_id(line_reader *self, const char *line, size_t size, request_id *id)
{
    const char *value, *reason;
    size_t value_size;
    json_value root;
    if (!scree_cli_find_id(line, size, &value, &value_size)) return;
    self->copy.size = 0;
    scree_cli_text_add(&self->copy, value, value_size);
    char *padding = scree_cli_text_room(&self->copy, JSON_PADDING);
    if (padding == NULL) return;
    memset(padding, 0, JSON_PADDING);
    if (scree_cli_json_parse(self->json, self->copy.bytes, value_size, &root, &reason) != JSON_FINE) return;
    if (scree_cli_json_kind(root) == JSON_NUMBER) {
        *id = (request_id){ .kind = ID_NUMBER, .bytes = value, .size = value_size };
    } else if (scree_cli_json_string(root, &id->bytes, &id->size)) {
        id->kind = ID_STRING;
    }
}

/// What most likely went wrong with a line that is no JSON.
static const char *hint_for(const char *line, size_t size)
{
    if (memchr(line, '"', size) == NULL && memchr(line, '\'', size) != NULL)
        return "; names and words are in double quotes";
    // A part of an object that spans lines?
    if (scree_cli_join_may_begin(line, size) || (size > 0 && memchr(" \t\"}]", line[0], 5) != NULL))
        return "; one object a line (jq -c makes it so)";
    return "";
}

line_verdict scree_cli_line_read(line_reader *self, const char *line, size_t size, json_value *root, request_id *id,
                                 complaint *c)
{
    const char *reason = "", *again = "";
    size_t words = 0;
    id->kind = ID_ABSENT;
    json_trouble trouble = scree_cli_json_parse(self->json, line, size, root, &reason);
    if (trouble == JSON_FINE) return LINE_FINE;
    if (trouble == JSON_BAD_TOKEN && scree_cli_repair(line, size, &self->copy, &words) &&
        scree_cli_json_parse(self->json, self->copy.bytes, self->copy.size, root, &again) == JSON_FINE)
        return words == 0 ? LINE_FINE : LINE_NOT_FINITE;
    rescue_id(self, line, size, id);
    if (trouble == JSON_NO_MEMORY)
        scree_cli_complain(c, "out of memory");
    else
        scree_cli_complain(c, "not JSON: %s%s", reason, hint_for(line, size));
    return LINE_BAD;
}

bool scree_cli_complain_not_finite(complaint *c)
{
    return scree_cli_complain(c, "NaN, Infinity or a number too large for a double");
}
