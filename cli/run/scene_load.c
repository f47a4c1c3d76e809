#include "scene_load.h"

#include <stdio.h>
#include <string.h>

bool scree_cli_scene_override(scene_overrides *overrides, const char *assignment)
{
    if (overrides->count == MOST_OVERRIDES) return false;
    overrides->list[overrides->count++] = assignment;
    return true;
}

void scree_cli_scene_complain(const scree_scene_errors *errors)
{
    for (size_t i = 0; i < errors->count; ++i) {
        const scree_scene_error *e = &errors->list[i];
        char words[sizeof e->message];
        memcpy(words, e->message, sizeof words);
        scree_cli_text_clean(words);
        if (e->line > 0)
            fprintf(stderr, "%s:%d:%d: %s\n", e->file, e->line, e->column, words);
        else
            fprintf(stderr, "%s: %s\n", e->file, words);
    }
    if (errors->left_out > 0) fprintf(stderr, "and %zu more\n", errors->left_out);
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
