#include "scene_trial.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "interrupt.h"

void scree_trial_change(scene_changes *changes, const char *format, ...)
{
    va_list arguments;
    if (changes->count == SCENE_CHANGES) return;
    va_start(arguments, format);
    vsnprintf(changes->list[changes->count++], SCENE_CHANGE_SIZE, format, arguments);
    va_end(arguments);
}

typedef struct watched {
    scene_watch watch;
    void *user;
    trial *trial;
} watched;

static bool go_on(void *user, const scree_run *run)
{
    const watched *w = user;
    const scree_run_status s = scree_run_status_of(run);
    if (!isnan(s.end_time) && s.end_time > 0.0) scree_trial_headway(w->trial, s.time / s.end_time);
    return !scree_cli_interrupted() && (w->watch == NULL || w->watch(w->user, run));
}

static scree_scene *read_scene(const resource *yaml, const scene_changes *changes, trial *t)
{
    const char *list[SCENE_CHANGES];
    scree_scene_errors errors;
    for (int i = 0; i < changes->count; ++i) list[i] = changes->list[i];
    scree_scene *scene =
        scree_scene_parse(yaml->bytes, yaml->size, "scene of the trial", list, (size_t)changes->count, &errors);
    if (scene == NULL)
        snprintf(t->why, sizeof t->why, "%s", errors.count > 0 ? errors.list[0].message : "the scene cannot be read");
    scree_scene_errors_free(&errors);
    return scene;
}

uint64_t scree_scene_set_up(const resource *yaml, const scene_changes *changes)
{
    uint64_t set_up = scree_key_set_up(KEY_NOTHING, yaml->bytes, yaml->size);
    for (int i = 0; i < changes->count; ++i)
        set_up = scree_key_set_up(set_up, changes->list[i], strlen(changes->list[i]));
    return set_up;
}

static const char *trouble_name(scree_sim_trouble trouble)
{
    switch (trouble) {
    case SCREE_TROUBLE_ESCAPE:
        return "a grain left the domain";
    case SCREE_TROUBLE_OVERLAP:
        return "grains overlap too deeply";
    case SCREE_TROUBLE_NUMBER:
        return "a grain's motion is not finite";
    default:
        return "a step could not be computed";
    }
}

bool scree_scene_trial_run(scene_trial *s, const resource *yaml, scene_changes *changes, scene_watch watch, void *user,
                           trial *t)
{
    scree_error error = { 0 };
    watched w = { watch, user, t };
    *s = (scene_trial){ NULL, NULL };
    if (scree_trial_kept(t, scree_scene_set_up(yaml, changes))) return false;
    scree_trial_change(changes, "seed=%llu", (unsigned long long)t->seed);
    s->scene = read_scene(yaml, changes, t);
    if (s->scene == NULL) return false;
    scree_run_options options = scree_run_defaults();
    options.threads = 1;
    options.until = (double)INFINITY;
    options.go_on = go_on;
    options.user = &w;
    s->run = scree_run_create(s->scene, &options, &error);
    const scree_run_end end = s->run == NULL ? SCREE_RUN_FAILED : scree_run_advance(s->run, &error);
    if (end == SCREE_RUN_FAILED) snprintf(t->why, sizeof t->why, "%s", error.message);
    if (end == SCREE_RUN_TROUBLE) {
        const scree_run_status status = scree_run_status_of(s->run);
        snprintf(t->why, sizeof t->why, "%s at %g s", trouble_name(status.trouble.trouble), status.time);
    }
    return t->why[0] == 0 && !scree_cli_interrupted();
}

void scree_scene_trial_close(scene_trial *s)
{
    scree_run_destroy(s->run);
    scree_scene_destroy(s->scene);
}
