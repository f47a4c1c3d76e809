#include "kept.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scree/version.h"
#include "text.h"

// A line is: version, key, values, parted by tabs; it counts once it has its end.
static bool read_values(const char *line, const char *key, double *values, size_t count)
{
    const size_t version = strlen(scree_version()), length = strlen(key);
    if (strncmp(line, scree_version(), version) != 0 || line[version] != '\t') return false;
    line += version + 1;
    if (strncmp(line, key, length) != 0 || line[length] != '\t') return false;
    line += length;
    for (size_t i = 0; i < count; ++i) {
        char *end = NULL;
        if (*line != '\t') return false;
        values[i] = strtod(line + 1, &end);
        if (end == line + 1) return false;
        line = end;
    }
    return strcmp(line, "\n") == 0;
}

bool scree_kept_find(const study_options *options, const char *key, double *values, size_t count)
{
    FILE *file = options->keep == NULL ? NULL : fopen(options->keep, "r");
    char *line = NULL;
    size_t room = 0;
    bool found = false;
    if (file == NULL) return false;
    while (!found && getline(&line, &room, file) > 0) found = read_values(line, key, values, count);
    free(line);
    fclose(file);
    return found;
}

bool scree_kept_add(const study_options *options, const char *key, const double *values, size_t count)
{
    if (options->keep == NULL) return true;
    text t = { 0 };
    scree_cli_text_printf(&t, "%s\t%s", scree_version(), key);
    for (size_t i = 0; i < count; ++i) scree_cli_text_printf(&t, "\t%.17g", values[i]);
    scree_cli_text_words(&t, "\n");
    FILE *file = t.failed ? NULL : fopen(options->keep, "a");
    // One write at the end of the file: lines of several threads do not mix.
    bool whole =
        file != NULL && setvbuf(file, NULL, _IOFBF, t.size + 1) == 0 && fwrite(t.bytes, 1, t.size, file) == t.size;
    if (file != NULL && fclose(file) != 0) whole = false;
    scree_cli_text_free(&t);
    return whole;
}
