#include "scene/errors.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void scree_scene_complain(scree_scene_errors *errors, scree_scene_place place, const char *format, ...)
{
    if (errors->count == SCREE_SCENE_MOST_ERRORS) {
        ++errors->left_out;
        return;
    }
    if (errors->count == errors->capacity) {
        const size_t capacity = errors->capacity > 0 ? 2 * errors->capacity : 8;
        scree_scene_error *list = realloc(errors->list, capacity * sizeof *list);
        if (list == NULL) {
            ++errors->left_out;
            return;
        }
        errors->list = list;
        errors->capacity = capacity;
    }
    scree_scene_error *error = &errors->list[errors->count++];
    snprintf(error->file, sizeof error->file, "%s", place.file != NULL ? place.file : "scene");
    error->line = place.line;
    error->column = place.column;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(error->message, sizeof error->message, format, arguments);
    va_end(arguments);
}

/// The scene file first, then tables of grains by their names, what --set gave last.
static int rank_of(const scree_scene_error *e, const char *scene)
{
    if (strncmp(e->file, "--", 2) == 0) return 2;
    return strncmp(e->file, scene, sizeof e->file - 1) != 0;
}

static bool is_before(const scree_scene_error *a, const scree_scene_error *b, const char *scene)
{
    const int a_rank = rank_of(a, scene), b_rank = rank_of(b, scene), files = strcmp(a->file, b->file);
    if (a_rank != b_rank) return a_rank < b_rank;
    if (a_rank == 2) return false; // in the order of the command line
    if (files != 0) return files < 0;
    if (a->line != b->line) return a->line < b->line;
    return a->column < b->column;
}

// By insertion, which keeps the order of equals; there are at most a hundred.
void scree_scene_errors_sort(scree_scene_errors *errors, const char *scene)
{
    for (size_t i = 1; i < errors->count; ++i) {
        const scree_scene_error error = errors->list[i];
        size_t j = i;
        for (; j > 0 && is_before(&error, &errors->list[j - 1], scene); --j) errors->list[j] = errors->list[j - 1];
        errors->list[j] = error;
    }
}

void scree_scene_errors_free(scree_scene_errors *errors)
{
    if (errors == NULL) return;
    free(errors->list);
    *errors = (scree_scene_errors){ .list = NULL };
}
