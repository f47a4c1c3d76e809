#include "output/comments.h"

#include <stdio.h>
#include <string.h>

/// The lines that begin as the one at `at` does, up to its colon; returns the line after them.
static const char *join_lines(const char *at, size_t head, scree_sim_bytes *value)
{
    const char *line = at;
    while (strncmp(line, at, head) == 0) {
        const char *end = strchr(line, '\n');
        if (end == NULL) break;
        if (line != at) scree_sim_bytes_words(value, "\n");
        scree_sim_bytes_add(value, line + head, (size_t)(end - line) - head);
        line = end + 1;
    }
    return line;
}

const char *scree_sim_comments(const char *text, const char *mark, scree_sim_comment_function take, void *user)
{
    const size_t size = strlen(mark);
    const char *at = text, *end;
    while (strncmp(at, mark, size) == 0 && (end = strchr(at, '\n')) != NULL) {
        const char *colon = strstr(at, ": ");
        if (colon == NULL || colon > end) {
            at = end + 1;
            continue;
        }
        char key[64];
        snprintf(key, sizeof key, "%.*s", (int)(colon - at - (long)size), at + size);
        scree_sim_bytes value = { 0 };
        at = join_lines(at, (size_t)(colon + 2 - at), &value);
        scree_sim_bytes_add(&value, "", 1);
        if (!value.failed) take(user, key, (const char *)value.data, value.size - 1);
        scree_sim_bytes_free(&value);
    }
    return at;
}
