#include "scene_load.h"

#include <stdio.h>
#include <string.h>

bool scree_cli_scene_override(scene_overrides *overrides, const char *assignment)
{
    if (overrides->count == MOST_OVERRIDES) return false;
    overrides->list[overrides->count++] = assignment;
    return true;
}

/// One line each; `kind` stands before the message.
static void print_all(const scree_scene_errors *errors, const char *kind)
{
    for (size_t i = 0; i < errors->count; ++i) {
        const scree_scene_error *e = &errors->list[i];
        char words[sizeof e->message];
        memcpy(words, e->message, sizeof words);
        scree_cli_text_clean(words);
        if (e->line > 0)
            fprintf(stderr, "%s:%d:%d: %s%s\n", e->file, e->line, e->column, kind, words);
        else
            fprintf(stderr, "%s: %s%s\n", e->file, kind, words);
    }
    if (errors->left_out > 0) fprintf(stderr, "and %zu more\n", errors->left_out);
}

void scree_cli_scene_complain(const scree_scene_errors *errors)
{
    print_all(errors, "");
}

void scree_cli_scene_late_error(const char *file, const scree_error *error)
{
    const size_t size = strlen(file);
    const bool is_placed = strncmp(error->message, file, size) == 0 && error->message[size] == ':';
    fprintf(stderr, "%s%s%s\n", is_placed ? "" : file, is_placed ? "" : ": ", error->message);
}

void scree_cli_scene_warn(const scree_scene *scene)
{
    scree_scene_errors warnings;
    scree_scene_warnings(scene, &warnings);
    print_all(&warnings, "warning: ");
    scree_scene_errors_free(&warnings);
}

scree_scene *scree_cli_scene_load(const command *self, const char *path, const scene_overrides *overrides)
{
    scree_scene_errors errors;
    scree_scene *scene = scree_scene_read(path, overrides->list, overrides->count, &errors);
    if (scene == NULL) {
        scree_cli_scene_complain(&errors);
        const size_t count = errors.count + errors.left_out;
        fprintf(stderr, "scree %s: %zu error%s in the scene\n", self->name, count, count == 1 ? "" : "s");
    }
    scree_scene_errors_free(&errors);
    return scene;
}
